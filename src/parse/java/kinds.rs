//! The node kinds of the grammar that this room looks at, by number: comparing numbers is what the walk does most.

use std::sync::OnceLock;

use tree_sitter::Node;

/// A node kind, as far as declarations are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Other,
    Error,
    LineComment,
    BlockComment,
    Package,
    Import,
    Module,
    Class,
    Interface,
    Enum,
    Annotation,
    Record,
    TypeBody,
    EnumConstant,
    Method,
    Constructor,
    CompactConstructor,
    Element,
    Field,
    LocalVariable,
    Block,
    Modifiers,
    Visibility,
    Modifier,
    MarkerAnnotation,
    AnnotationWithArguments,
    Identifier,
    ScopedIdentifier,
    Asterisk,
    StringLiteral,
    CharacterLiteral,
    TypeParameters,
    TypeParameter,
    Superclass,
    SuperInterfaces,
    ExtendsInterfaces,
    Permits,
    TypeList,
    FormalParameters,
    FormalParameter,
    SpreadParameter,
    VariableDeclarator,
    Dimensions,
    ClassKeyword,
    InterfaceKeyword,
    EnumKeyword,
    RecordKeyword,
    StaticKeyword,
    ModuleKeyword,
}

impl Kind {
    /// The kind of `node`.
    pub fn of(node: Node<'_>) -> Self {
        if node.is_error() {
            return Self::Error;
        }
        table().get(node.kind_id() as usize).copied().unwrap_or(Self::Other)
    }

    /// Whether a node of this kind declares a type.
    pub const fn is_type(self) -> bool {
        matches!(self, Self::Class | Self::Interface | Self::Enum | Self::Annotation | Self::Record)
    }

    /// Whether a node of this kind is a comment.
    pub const fn is_comment(self) -> bool {
        matches!(self, Self::LineComment | Self::BlockComment)
    }

    /// Whether a node of this kind is an annotation.
    pub const fn is_annotation(self) -> bool {
        matches!(self, Self::MarkerAnnotation | Self::AnnotationWithArguments)
    }

    fn named(name: &str) -> Self {
        match name {
            "line_comment" => Self::LineComment,
            "block_comment" => Self::BlockComment,
            "package_declaration" => Self::Package,
            "import_declaration" => Self::Import,
            "module_declaration" => Self::Module,
            "class_declaration" => Self::Class,
            "interface_declaration" => Self::Interface,
            "enum_declaration" => Self::Enum,
            "annotation_type_declaration" => Self::Annotation,
            "record_declaration" => Self::Record,
            "class_body" | "interface_body" | "enum_body" | "enum_body_declarations" | "annotation_type_body" => {
                Self::TypeBody
            }
            "enum_constant" => Self::EnumConstant,
            "method_declaration" => Self::Method,
            "constructor_declaration" => Self::Constructor,
            "compact_constructor_declaration" => Self::CompactConstructor,
            "annotation_type_element_declaration" => Self::Element,
            "field_declaration" | "constant_declaration" => Self::Field,
            "local_variable_declaration" => Self::LocalVariable,
            "block" | "constructor_body" => Self::Block,
            "modifiers" => Self::Modifiers,
            "visibility" => Self::Visibility,
            "modifier" => Self::Modifier,
            "marker_annotation" => Self::MarkerAnnotation,
            "annotation" => Self::AnnotationWithArguments,
            "identifier" | "type_identifier" => Self::Identifier,
            "scoped_identifier" => Self::ScopedIdentifier,
            "asterisk" => Self::Asterisk,
            "string_literal" => Self::StringLiteral,
            "character_literal" => Self::CharacterLiteral,
            "type_parameters" => Self::TypeParameters,
            "type_parameter" => Self::TypeParameter,
            "superclass" => Self::Superclass,
            "super_interfaces" => Self::SuperInterfaces,
            "extends_interfaces" => Self::ExtendsInterfaces,
            "permits" => Self::Permits,
            "type_list" => Self::TypeList,
            "formal_parameters" => Self::FormalParameters,
            "formal_parameter" => Self::FormalParameter,
            "spread_parameter" => Self::SpreadParameter,
            "variable_declarator" => Self::VariableDeclarator,
            "dimensions" => Self::Dimensions,
            _ => Self::Other,
        }
    }

    fn keyword(name: &str) -> Self {
        match name {
            "class" => Self::ClassKeyword,
            "interface" => Self::InterfaceKeyword,
            "enum" => Self::EnumKeyword,
            "record" => Self::RecordKeyword,
            "static" => Self::StaticKeyword,
            "module" => Self::ModuleKeyword,
            _ => Self::Other,
        }
    }
}

fn table() -> &'static [Kind] {
    static TABLE: OnceLock<Vec<Kind>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let language = tree_sitter::Language::from(tree_sitter_java::LANGUAGE);
        (0..language.node_kind_count() as u16)
            .map(|id| {
                let name = language.node_kind_for_id(id).unwrap_or("");
                if language.node_kind_is_named(id) { Kind::named(name) } else { Kind::keyword(name) }
            })
            .collect()
    })
}

/// The children of `node` with their kinds, in order.
pub fn children(node: Node<'_>) -> Vec<(Kind, Node<'_>)> {
    let mut cursor = node.walk();
    let mut all = Vec::with_capacity(node.child_count() as usize);
    if cursor.goto_first_child() {
        loop {
            all.push((Kind::of(cursor.node()), cursor.node()));
            if !cursor.goto_next_sibling() {
                break;
            }
        }
    }
    all
}

/// The first child of a kind.
pub fn child(node: Node<'_>, kind: Kind) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    if !cursor.goto_first_child() {
        return None;
    }
    loop {
        if Kind::of(cursor.node()) == kind {
            return Some(cursor.node());
        }
        if !cursor.goto_next_sibling() {
            return None;
        }
    }
}

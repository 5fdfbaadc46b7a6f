//! The node kinds of the grammar that this room looks at, by number: comparing numbers is what the walk does most.

use std::cell::RefCell;
use std::num::NonZeroU16;
use std::sync::OnceLock;

use tree_sitter::{Node, TreeCursor};

use crate::parse::syntax::Source;

/// The number of a field.
pub type FieldId = NonZeroU16;

/// The number of the kind of an ERROR node.
const ERROR: u16 = u16::MAX;

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
    ObjectCreation,
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
        match node.kind_id() {
            ERROR => Self::Error,
            number => table().get(number as usize).copied().unwrap_or(Self::Other),
        }
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
            "object_creation_expression" => Self::ObjectCreation,
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

/// The fields of the grammar that are asked for, by number.
pub struct Fields {
    pub name: FieldId,
    pub body: FieldId,
    pub type_: FieldId,
    pub dimensions: FieldId,
    pub value: FieldId,
}

/// The numbers of the fields.
pub fn fields() -> &'static Fields {
    static FIELDS: OnceLock<Fields> = OnceLock::new();
    FIELDS.get_or_init(|| {
        let language = tree_sitter::Language::from(tree_sitter_java::LANGUAGE);
        let number = |name: &str| language.field_id_for_name(name).expect("the grammar has the field");
        Fields {
            name: number("name"),
            body: number("body"),
            type_: number("type"),
            dimensions: number("dimensions"),
            value: number("value"),
        }
    })
}

/// A child of a node.
#[derive(Clone, Copy)]
pub struct Part<'t> {
    pub kind: Kind,
    field: Option<FieldId>,
    pub node: Node<'t>,
}

impl Part<'_> {
    /// The field it is in.
    pub const fn field(&self) -> Option<FieldId> {
        self.field
    }
}

/// The children of a node, in order.
pub struct Parts<'t>(Vec<Part<'t>>);

impl<'t> Parts<'t> {
    /// The first child that is in a field.
    pub fn field(&self, field: FieldId) -> Option<Node<'t>> {
        self.0.iter().find(|part| part.field == Some(field)).map(|part| part.node)
    }

    /// The first child of a kind.
    pub fn child(&self, kind: Kind) -> Option<Node<'t>> {
        self.0.iter().find(|part| part.kind == kind).map(|part| part.node)
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Part<'t>> {
        self.0.iter()
    }
}

/// A text, and a cursor through its tree that goes from one declaration to the next.
pub struct Reader<'t> {
    pub source: Source<'t>,
    cursor: RefCell<TreeCursor<'t>>,
}

impl<'t> Reader<'t> {
    /// A reader of `text`, of which `root` is the tree's root.
    pub fn new(text: &'t str, root: Node<'t>) -> Self {
        Self { source: Source::new(text), cursor: RefCell::new(root.walk()) }
    }

    /// The text of a node.
    pub fn slice(&self, node: Node<'_>) -> &'t str {
        self.source.slice(node)
    }

    /// The children of a node.
    pub fn parts(&self, node: Node<'t>) -> Parts<'t> {
        let mut cursor = self.cursor.borrow_mut();
        cursor.reset(node);
        let mut all = Vec::with_capacity(8);
        let mut more = cursor.goto_first_child();
        while more {
            let node = cursor.node();
            all.push(Part { kind: Kind::of(node), field: cursor.field_id(), node });
            more = cursor.goto_next_sibling();
        }
        Parts(all)
    }
}

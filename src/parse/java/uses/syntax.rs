//! The node kinds of the grammar that uses are looked for in, by number.

use std::sync::OnceLock;

use tree_sitter::Node;

use super::super::kinds::{FieldId, Reader};

macro_rules! syntax {
    ($($variant:ident = $($name:literal)|+),+ $(,)?) => {
        /// A node kind; keywords and marks are [`Syntax::Mark`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Syntax { Mark, Error, Other, $($variant),+ }

        fn named(name: &str) -> Syntax {
            match name {
                $($($name)|+ => Syntax::$variant,)+
                _ => Syntax::Other,
            }
        }
    };
}

syntax! {
    Comment = "line_comment" | "block_comment",
    Package = "package_declaration",
    Import = "import_declaration",
    Asterisk = "asterisk",
    Module = "module_declaration",
    ModuleUses = "uses_module_directive" | "provides_module_directive",
    Class = "class_declaration",
    Interface = "interface_declaration",
    Enum = "enum_declaration",
    AnnotationType = "annotation_type_declaration",
    Record = "record_declaration",
    TypeBody = "class_body" | "interface_body" | "enum_body" | "annotation_type_body" | "enum_body_declarations",
    EnumConstant = "enum_constant",
    Method = "method_declaration",
    Element = "annotation_type_element_declaration",
    Constructor = "constructor_declaration",
    CompactConstructor = "compact_constructor_declaration",
    Field = "field_declaration" | "constant_declaration",
    StaticInitializer = "static_initializer",
    Modifiers = "modifiers",
    Modifier = "modifier",
    Annotation = "marker_annotation" | "annotation",
    AnnotationArguments = "annotation_argument_list",
    ElementPair = "element_value_pair",
    ElementArray = "element_value_array_initializer",
    Identifier = "identifier",
    ScopedIdentifier = "scoped_identifier",
    TypeIdentifier = "type_identifier",
    ScopedType = "scoped_type_identifier",
    GenericType = "generic_type",
    ArrayType = "array_type",
    AnnotatedType = "annotated_type",
    PrimitiveType = "integral_type" | "floating_point_type" | "boolean_type" | "void_type",
    TypeArguments = "type_arguments",
    TypeParameters = "type_parameters",
    TypeParameter = "type_parameter",
    TypeBound = "type_bound",
    Wildcard = "wildcard",
    TypeList = "type_list",
    Superclass = "superclass" | "super_interfaces" | "extends_interfaces",
    Permits = "permits",
    Throws = "throws",
    Parameters = "formal_parameters",
    InferredParameters = "inferred_parameters",
    Parameter = "formal_parameter",
    SpreadParameter = "spread_parameter",
    ReceiverParameter = "receiver_parameter",
    Declarator = "variable_declarator",
    Dimensions = "dimensions",
    DimensionsExpression = "dimensions_expr",
    Block = "block" | "constructor_body",
    LocalVariable = "local_variable_declaration",
    ExpressionStatement = "expression_statement",
    Labeled = "labeled_statement",
    If = "if_statement",
    While = "while_statement",
    Do = "do_statement",
    For = "for_statement",
    ForEach = "enhanced_for_statement",
    Try = "try_statement" | "try_with_resources_statement",
    Resources = "resource_specification",
    Resource = "resource",
    Catch = "catch_clause",
    CatchParameter = "catch_formal_parameter",
    CatchType = "catch_type",
    Finally = "finally_clause",
    Return = "return_statement",
    Yield = "yield_statement",
    Throw = "throw_statement",
    Jump = "break_statement" | "continue_statement",
    Synchronized = "synchronized_statement",
    Assert = "assert_statement",
    ExplicitConstructor = "explicit_constructor_invocation",
    Switch = "switch_expression",
    SwitchBlock = "switch_block",
    SwitchRule = "switch_rule",
    SwitchGroup = "switch_block_statement_group",
    SwitchLabel = "switch_label",
    Guard = "guard",
    Pattern = "pattern",
    TypePattern = "type_pattern",
    RecordPattern = "record_pattern",
    RecordPatternBody = "record_pattern_body",
    RecordPatternComponent = "record_pattern_component",
    Call = "method_invocation",
    Arguments = "argument_list",
    New = "object_creation_expression",
    NewArray = "array_creation_expression",
    ArrayInitializer = "array_initializer",
    Select = "field_access",
    Indexed = "array_access",
    Parenthesized = "parenthesized_expression",
    Assignment = "assignment_expression",
    Binary = "binary_expression",
    Unary = "unary_expression",
    Update = "update_expression",
    Ternary = "ternary_expression",
    InstanceOf = "instanceof_expression",
    Cast = "cast_expression",
    Lambda = "lambda_expression",
    MethodReference = "method_reference",
    ClassLiteral = "class_literal",
    Template = "template_expression",
    Interpolation = "string_interpolation",
    This = "this",
    Super = "super",
    Integer = "decimal_integer_literal" | "hex_integer_literal" | "octal_integer_literal" | "binary_integer_literal",
    Floating = "decimal_floating_point_literal" | "hex_floating_point_literal",
    Boolean = "true" | "false",
    Character = "character_literal",
    Text = "string_literal",
    Null = "null_literal",
}

impl Syntax {
    /// The kind of `node`.
    pub fn of(node: Node<'_>) -> Self {
        if node.is_error() {
            return Self::Error;
        }
        table().get(node.kind_id() as usize).copied().unwrap_or(Self::Other)
    }

    /// Whether it declares a type.
    pub const fn is_type_declaration(self) -> bool {
        matches!(self, Self::Class | Self::Interface | Self::Enum | Self::AnnotationType | Self::Record)
    }

    /// Whether it names a type wherever it stands.
    pub const fn is_type(self) -> bool {
        matches!(
            self,
            Self::TypeIdentifier
                | Self::ScopedType
                | Self::GenericType
                | Self::ArrayType
                | Self::AnnotatedType
                | Self::PrimitiveType
                | Self::Wildcard
                | Self::TypeArguments
        )
    }
}

fn table() -> &'static [Syntax] {
    static TABLE: OnceLock<Vec<Syntax>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let language = tree_sitter::Language::from(tree_sitter_java::LANGUAGE);
        (0..language.node_kind_count() as u16)
            .map(|id| match language.node_kind_for_id(id) {
                Some(name) if language.node_kind_is_named(id) => named(name),
                _ => Syntax::Mark,
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
    pub object: FieldId,
    pub field: FieldId,
    pub arguments: FieldId,
    pub left: FieldId,
    pub right: FieldId,
    pub operator: FieldId,
    pub condition: FieldId,
    pub consequence: FieldId,
    pub alternative: FieldId,
    pub parameters: FieldId,
    pub array: FieldId,
    pub index: FieldId,
    pub constructor: FieldId,
    pub key: FieldId,
    pub pattern: FieldId,
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
            object: number("object"),
            field: number("field"),
            arguments: number("arguments"),
            left: number("left"),
            right: number("right"),
            operator: number("operator"),
            condition: number("condition"),
            consequence: number("consequence"),
            alternative: number("alternative"),
            parameters: number("parameters"),
            array: number("array"),
            index: number("index"),
            constructor: number("constructor"),
            key: number("key"),
            pattern: number("pattern"),
        }
    })
}

/// A child of a node.
#[derive(Clone, Copy)]
pub struct Child<'t> {
    pub syntax: Syntax,
    pub field: Option<FieldId>,
    pub node: Node<'t>,
}

/// The children of a node that are no comments, in order.
pub fn children<'t>(reader: &Reader<'t>, node: Node<'t>) -> Vec<Child<'t>> {
    let parts = reader.parts(node);
    parts
        .iter()
        .map(|part| Child { syntax: Syntax::of(part.node), field: part.field(), node: part.node })
        .filter(|child| child.syntax != Syntax::Comment)
        .collect()
}

/// Looking into the children of a node.
pub trait Children<'t> {
    /// The first child in a field.
    fn field(&self, field: FieldId) -> Option<Child<'t>>;
    /// The first child of a kind.
    fn of_kind(&self, syntax: Syntax) -> Option<Child<'t>>;
}

impl<'t> Children<'t> for [Child<'t>] {
    fn field(&self, field: FieldId) -> Option<Child<'t>> {
        self.iter().find(|child| child.field == Some(field)).copied()
    }

    fn of_kind(&self, syntax: Syntax) -> Option<Child<'t>> {
        self.iter().find(|child| child.syntax == syntax).copied()
    }
}

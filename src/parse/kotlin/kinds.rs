//! The node kinds of the grammar that this room looks at, by number.

use std::sync::LazyLock;

use tree_sitter::{Language, Node};

macro_rules! kinds {
    ($($kind:ident),* $(,)?) => {
        /// Number of each kind.
        pub(super) struct Kinds { $(pub $kind: u16),* }

        impl Kinds {
            fn of(language: &Language) -> Self {
                Self { $($kind: language.id_for_node_kind(stringify!($kind), true)),* }
            }
        }
    };
}

kinds! {
    class_declaration, object_declaration, companion_object, type_alias, class_body, enum_class_body, enum_entry,
    function_declaration, function_body, function_value_parameters, secondary_constructor, primary_constructor,
    class_parameter, parameter, parameter_modifiers, property_declaration, variable_declaration, type_constraints,
    getter, setter, receiver_type, type_parameters, type_identifier, simple_identifier, delegation_specifier,
    constructor_invocation, explicit_delegation, user_type, function_type, nullable_type, parenthesized_type,
    function_type_parameters, package_header, import_list, import_header, import_alias, wildcard_import, identifier,
    line_comment, multiline_comment, type_modifiers, constructor_delegation_call, annotated_lambda,
    lambda_literal, statements,
}

/// The grammar.
pub(super) static LANGUAGE: LazyLock<Language> = LazyLock::new(|| tree_sitter_kotlin::LANGUAGE.into());

/// The numbers of the grammar's kinds.
pub(super) static KINDS: LazyLock<Kinds> = LazyLock::new(|| Kinds::of(&LANGUAGE));

/// The named children of `node`, comments left out.
pub(super) fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !is_comment(*child)).collect()
}

/// The first child of this kind.
pub(super) fn child(node: Node<'_>, kind: u16) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| child.kind_id() == kind)
}

/// Whether a node is a comment.
pub(super) fn is_comment(node: Node<'_>) -> bool {
    node.kind_id() == KINDS.line_comment || node.kind_id() == KINDS.multiline_comment
}

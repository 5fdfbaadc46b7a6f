//! How enumerations and lists of the model are spelled in the index file.

use crate::model::{FieldKind, ImportKind, MethodKind, Parameter, Relation, TypeKind};

/// Numbers of kinds in the rows of supertypes, imports, methods and fields: places in these lists. schema/views.sql
/// spells them out.
const RELATIONS: [Relation; 4] = [Relation::Extends, Relation::Implements, Relation::Permits, Relation::Alias];
const IMPORT_KINDS: [ImportKind; 5] =
    [ImportKind::Single, ImportKind::Star, ImportKind::Static, ImportKind::StaticStar, ImportKind::Module];
const METHOD_KINDS: [MethodKind; 3] = [MethodKind::Method, MethodKind::Constructor, MethodKind::Element];
const FIELD_KINDS: [FieldKind; 4] =
    [FieldKind::Field, FieldKind::EnumConstant, FieldKind::RecordComponent, FieldKind::Property];

/// The same of types, in their list.
pub(super) fn type_kind(kind: TypeKind) -> usize {
    TypeKind::ALL.iter().position(|one| *one == kind).unwrap_or(0)
}

pub(super) fn type_kind_of(number: usize) -> Option<TypeKind> {
    TypeKind::ALL.get(number).copied()
}

pub(super) fn relation(relation: Relation) -> usize {
    RELATIONS.iter().position(|one| *one == relation).unwrap_or(0)
}

pub(super) fn relation_of(number: usize) -> Option<Relation> {
    RELATIONS.get(number).copied()
}

pub(super) fn import_kind(kind: ImportKind) -> usize {
    IMPORT_KINDS.iter().position(|one| *one == kind).unwrap_or(0)
}

pub(super) fn method_kind(kind: MethodKind) -> usize {
    METHOD_KINDS.iter().position(|one| *one == kind).unwrap_or(0)
}

pub(super) fn field_kind(kind: FieldKind) -> usize {
    FIELD_KINDS.iter().position(|one| *one == kind).unwrap_or(0)
}

pub(super) fn import_kind_of(number: usize) -> Option<ImportKind> {
    IMPORT_KINDS.get(number).copied()
}

pub(super) fn method_kind_of(number: usize) -> Option<MethodKind> {
    METHOD_KINDS.get(number).copied()
}

pub(super) fn field_kind_of(number: usize) -> Option<FieldKind> {
    FIELD_KINDS.get(number).copied()
}

/// Parameter types in one string; a Kotlin vararg gets the `...` that Java's has.
pub(super) fn join_parameters(parameters: &[Parameter]) -> String {
    let mut out = String::new();
    for (position, parameter) in parameters.iter().enumerate() {
        if position > 0 {
            out.push_str(", ");
        }
        out.push_str(&parameter.type_text);
        if parameter.vararg && !parameter.type_text.ends_with("...") {
            out.push_str("...");
        }
    }
    out
}

/// The parameter types of such a string: cut at commas outside brackets.
pub(super) fn split_parameters(joined: &str) -> Vec<String> {
    if joined.is_empty() {
        return Vec::new();
    }
    let mut parts = Vec::new();
    let (mut depth, mut start, mut before) = (0_i32, 0, ' ');
    for (at, c) in joined.char_indices() {
        match c {
            '<' | '(' | '[' => depth += 1,
            // The arrow of a function type closes nothing.
            '>' if before == '-' => {}
            '>' | ')' | ']' => depth -= 1,
            ',' if depth <= 0 => {
                parts.push(joined[start..at].trim().to_owned());
                start = at + 1;
            }
            _ => {}
        }
        before = c;
    }
    parts.push(joined[start..].trim().to_owned());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameter_types_survive_joining() {
        for types in [
            &[][..],
            &["int"],
            &["Map<K, List<V>>", "int..."],
            &["(A, B) -> Map<C, D>", "suspend (Int) -> Unit", "Array<out T>"],
            &["int[]", "Map.Entry<?, ? extends Comparable<? super K>>[]"],
        ] {
            let parameters: Vec<Parameter> = types
                .iter()
                .map(|text| Parameter {
                    name: String::new(),
                    type_text: (*text).to_owned(),
                    vararg: text.ends_with("..."),
                    has_default: false,
                })
                .collect();
            assert_eq!(split_parameters(&join_parameters(&parameters)), types);
        }
    }
}

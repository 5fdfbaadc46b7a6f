//! What members take and give: the types in the headers of methods and fields, and those that the values of Kotlin's properties
//! tell.

use std::sync::{Arc, OnceLock};

use super::hierarchy::linked;
use super::inferred::Unstated;
use super::kotlin::{Header, is_hidden};
use super::names::is_deep;
use super::types::{Owner, Type, Variable};
use super::universe::{Field, Method, Shape, TypeInfo, Universe, variables};
use super::written;
use crate::model::{FieldKind, Language, MethodKind};
use crate::store::FieldRow;

impl Universe<'_> {
    /// What a method takes and gives, in variables of its type and its own.
    pub fn shape(&self, owner: &Arc<TypeInfo>, method: &Method) -> Arc<Shape> {
        let key = (owner.place, method.row.id);
        if let Some(known) = self.shapes.get(&key) {
            return known;
        }
        let row = &method.row;
        let list = written::parameter_list(&row.signature, &row.name, false);
        let bare = variables(Owner::Method(owner.place, row.id), list, &row.signature);
        let names: Vec<Variable> = bare.iter().map(|(variable, _)| variable.clone()).collect();
        let asker = self.asker(owner.place, row.file);
        let lookup_bare = |name: &str| self.in_method(owner, row.file, &names, name);
        let bounded: Vec<Variable> = bare
            .into_iter()
            .map(|(variable, bounds)| {
                variable.bound_to(bounds.iter().map(|bound| self.resolve(bound, asker, &lookup_bare)))
            })
            .collect();
        let type_parameters = linked(&bounded);
        let lookup = |name: &str| self.in_method(owner, row.file, &type_parameters, name);
        let of = |text: &str| self.resolve(&written::read(text), asker, &lookup);
        let parameters: Vec<Type> = row.parameter_types.iter().map(|text| of(text)).collect();
        let varargs = row.parameter_types.last().is_some_and(|text| text.trim_end().ends_with("..."));
        let returns = match (&row.return_type, row.kind) {
            (_, MethodKind::Constructor) => Type::Class(self.itself(owner)),
            (Some(text), _) => of(text),
            (None, _) => Type::Unknown,
        };
        let shape = Arc::new(Shape { type_parameters, parameters, varargs, returns, header: OnceLock::new() });
        if is_deep() { shape } else { self.shapes.set(key, shape) }
    }

    /// What a function of this shape says beyond its types, the receiver in variables of its type and its own.
    pub fn header(&self, owner: &Arc<TypeInfo>, method: &Method, shape: &Shape) -> Arc<Header> {
        if let Some(known) = shape.header.get() {
            return Arc::clone(known);
        }
        let row = &method.row;
        let lookup = |name: &str| self.in_method(owner, row.file, &shape.type_parameters, name);
        let asker = self.asker(owner.place, row.file);
        let receiver = row.receiver.as_ref().map(|text| self.resolve(&written::read(text), asker, &lookup));
        let may_be_hidden = owner.row().language == Language::Kotlin && row.annotations.contains("Deprecated");
        let text = self.index(owner.place).filter(|_| may_be_hidden);
        let text = text.map(|index| self.rows(owner.place, index.text(row.file)));
        let is_hidden = text.is_some_and(|text| is_hidden(row.bytes.of(&text)));
        let mut header = Header { receiver, is_hidden, ..Header::read(row) };
        header.stand_for(&shape.parameters);
        let header = Arc::new(header);
        if is_deep() { header } else { Arc::clone(shape.header.get_or_init(|| header)) }
    }

    fn in_method(&self, owner: &Arc<TypeInfo>, file: u32, own: &[Variable], name: &str) -> Option<Type> {
        let own = own.iter().find(|variable| &*variable.name == name);
        own.map_or_else(|| self.in_part(owner, file, name), |variable| Some(Type::Variable(variable.clone())))
    }

    /// The type of a field, in variables of its type.
    pub fn field_type(&self, owner: &Arc<TypeInfo>, field: &Field) -> Type {
        match &field.row.field_type {
            Some(text) => {
                let lookup = |name: &str| self.in_part(owner, field.row.file, name);
                self.resolve(&written::read(text), self.asker(owner.place, field.row.file), &lookup)
            }
            None if field.row.kind == FieldKind::EnumConstant => Type::Class(self.itself(owner)),
            None if owner.row().language == Language::Kotlin => self.initial_type(owner, &field.row),
            None => Type::Unknown,
        }
    }

    /// The type of a property that states none, where its value names it.
    fn initial_type(&self, owner: &Arc<TypeInfo>, field: &FieldRow) -> Type {
        let key = (owner.place, field.id);
        if let Some(known) = self.initial.get(&key) {
            return known;
        }
        let text = self.index(owner.place).map(|index| self.rows(owner.place, index.text(field.file)));
        let declaration = text.as_deref().map_or("", |text| field.bytes.of(text));
        let lookup = |name: &str| self.in_part(owner, field.file, name);
        let asker = self.asker(owner.place, field.file);
        let named = named_by_value(declaration).map(|name| self.resolve(&written::read(name), asker, &lookup));
        if let Some(found) = named.filter(|found| !matches!(found, Type::Unknown)) {
            return self.initial.set(key, found);
        }
        self.inferred(&Unstated {
            owner,
            file: field.file,
            name: field.name.trim_matches('`'),
            bytes: field.bytes,
            is_function: false,
            variables: &[],
        })
    }
}

/// The type that a constructor call names which is all of a value: `a.Type<B>` of `= a.Type<B>(…)`; that of a literal.
fn named_by_value(declaration: &str) -> Option<&str> {
    let value = declaration.split_once('=')?.1.trim();
    let first = value.chars().next()?;
    let literal = match first {
        '"' if value.len() > 1 && value.ends_with('"') && !value[1..value.len() - 1].contains('"') => "kotlin.String",
        't' if value == "true" => "kotlin.Boolean",
        'f' if value == "false" => "kotlin.Boolean",
        _ if value.chars().all(|c| c.is_ascii_digit()) => "kotlin.Int",
        _ => "",
    };
    if !literal.is_empty() {
        return Some(literal);
    }
    let (mut depth, mut before) = (0_usize, ' ');
    let open = value.char_indices().find_map(|(at, c)| {
        let last = std::mem::replace(&mut before, c);
        match c {
            '<' => depth += 1,
            // The arrow of a function type closes nothing.
            '>' if last == '-' => {}
            '>' => depth = depth.saturating_sub(1),
            '(' if depth == 0 => return Some(Some(at)),
            _ if depth == 0 && !(c.is_alphanumeric() || matches!(c, '_' | '.')) => return Some(None),
            _ => {}
        }
        None
    })??;
    let name = &value[..open];
    let is_type = name.split('<').next()?.rsplit('.').next()?.starts_with(char::is_uppercase);
    // Nothing is done with what is made: the parenthesis closes at the end.
    let mut brackets = 0_usize;
    let close = value[open..].char_indices().find_map(|(at, c)| {
        brackets += usize::from(c == '(');
        brackets -= usize::from(c == ')' && brackets > 0);
        (brackets == 0).then_some(open + at + 1)
    })?;
    (is_type && value[close..].trim().is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::named_by_value;

    #[test]
    fn values_name_their_types() {
        for (declaration, expected) in [
            ("private val a = Buffer()", Some("Buffer")),
            ("val a = a.b.Map<K, (V) -> W>(1, f(2))", Some("a.b.Map<K, (V) -> W>")),
            ("val a = Buffer().write(1)", None),
            ("val a = make()", None),
            ("val a = \"text\"", Some("kotlin.String")),
            ("val a = \"text\" + \"more\"", None),
            ("val a = 10", Some("kotlin.Int")),
            ("val a = Buffer() as Sink", None),
            ("val a", None),
            ("val a = Open(", None),
        ] {
            assert_eq!(named_by_value(declaration), expected, "{declaration}");
        }
    }
}

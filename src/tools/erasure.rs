//! Erasure: type variables and their bounds, and whether one method overrides another.

use super::signature::{same, split, type_of, without_annotations};
use crate::store::TypeRow;

/// Type variables and what stands for them.
#[derive(Debug, Clone, Default)]
pub struct Variables(Vec<(String, Option<String>)>);

impl Variables {
    /// The variables of a type (`K, V`) and of a method's own list in its signature, erased to their bounds.
    #[must_use]
    pub fn of(type_parameters: &str, signature: &str, name: &str) -> Self {
        let mut variables = Self::default();
        for declared in split(type_parameters) {
            variables.declare(declared);
        }
        for declared in split(own_list(signature, name)) {
            variables.declare(declared);
        }
        variables
    }

    /// The same type variables, standing for the arguments of `text` (`Base<String, E>`): none for those left out.
    #[must_use]
    pub fn bound(type_parameters: &str, text: &str, outer: &Self) -> Self {
        let arguments: Vec<String> = match (text.find('<'), text.rfind('>')) {
            (Some(open), Some(close)) if open < close => {
                split(&text[open + 1..close]).into_iter().map(argument).collect()
            }
            _ => Vec::new(),
        };
        let names = split(type_parameters);
        let bind = |(at, name): (usize, &&str)| {
            let value = arguments.get(at).filter(|value| *value != "*").map(|value| outer.stand_in(value));
            (variable_name(name).to_owned(), value.flatten())
        };
        Self(names.iter().enumerate().map(bind).collect())
    }

    /// Whether nothing is known of a variable is told from a plain type by none.
    fn stand_in(&self, name: &str) -> Option<String> {
        match self.0.iter().find(|(known, _)| known == name) {
            Some((_, value)) => value.clone(),
            None => Some(name.to_owned()),
        }
    }

    fn declare(&mut self, declared: &str) {
        let declared = without_annotations(declared);
        let bound = declared.split_once(" extends ").or_else(|| declared.split_once(':')).map(|(_, bound)| bound);
        let bound = bound.and_then(|bound| bound.split('&').next()).map_or_else(|| "Object".to_owned(), type_of);
        self.0.push((variable_name(&declared).to_owned(), Some(bound)));
    }

    /// The erased type with its variable replaced; arrays stay arrays.
    #[must_use]
    pub fn erase(&self, name: &str) -> String {
        let (bare, array) = name.find('[').map_or((name, ""), |at| name.split_at(at));
        match self.0.iter().rev().find(|(known, _)| known == bare) {
            Some((_, Some(value))) => format!("{value}{array}"),
            Some((_, None)) => "*".to_owned(),
            None => name.to_owned(),
        }
    }
}

/// A type argument: wildcards and variance left out.
fn argument(text: &str) -> String {
    let text = text.trim();
    let text = text.strip_prefix("? extends ").or_else(|| text.strip_prefix("? super ")).unwrap_or(text);
    if text == "?" { "*".to_owned() } else { type_of(text) }
}

fn variable_name(declared: &str) -> &str {
    let declared = declared.split([':']).next().unwrap_or(declared);
    let mut words = declared.split_whitespace().filter(|word| !["in", "out", "reified"].contains(word));
    words.next().unwrap_or("")
}

/// The type parameter list of a type with its bounds, as its header writes it: `K extends Comparable<K>, V`.
#[must_use]
pub fn type_list(row: &TypeRow) -> &str {
    if row.type_parameters.is_empty() {
        return "";
    }
    row.signature.find('<').map_or("", |open| angled(&row.signature[open..]))
}

/// A method's own type parameter list in its signature: `<T extends X>` before its return type or name.
fn own_list<'a>(signature: &'a str, name: &str) -> &'a str {
    let Some(open) = signature.find('<') else { return "" };
    let head = &signature[..open];
    // A list after a type's name is that type's arguments: `List<T> name(`. Only modifiers and `fun` stand before an own one.
    let own = head.split_whitespace().last().is_none_or(|word| {
        word == "fun"
            || word.chars().all(|c| c.is_ascii_lowercase() || c == '-')
                && !head.ends_with(|c: char| c.is_alphanumeric())
    });
    if !own || head.contains('(') || head.split_whitespace().any(|word| word == name) {
        return "";
    }
    angled(&signature[open..])
}

/// What is between the angle bracket that a text begins with and the one that closes it.
fn angled(text: &str) -> &str {
    let mut depth = 0;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        match c {
            '<' => depth += 1,
            '>' if before == '-' => {}
            '>' => {
                depth -= 1;
                if depth == 0 {
                    return &text[1..at];
                }
            }
            _ => {}
        }
        before = c;
    }
    ""
}

/// Whether an inherited method is overridden by `mine`: the same name and the same erased parameters, its type's
/// variables replaced by what the subtype says. What a variable stands for may be unknown; then it fits anything.
#[must_use]
pub fn overrides(mine: &Erased, inherited: &Erased) -> bool {
    mine.name == inherited.name
        && mine.parameters.len() == inherited.parameters.len()
        && mine
            .parameters
            .iter()
            .zip(&inherited.parameters)
            .all(|(mine, theirs)| mine == "*" || theirs == "*" || same(mine, theirs))
}

/// A method reduced to what overriding goes by.
#[derive(Debug, Clone)]
pub struct Erased {
    name: String,
    parameters: Vec<String>,
}

impl Erased {
    /// A method of a type whose variables stand for `variables`; `types` are its receiver, if it has one, and its parameters.
    #[must_use]
    pub fn of<'a>(name: &str, signature: &str, types: impl Iterator<Item = &'a String>, variables: &Variables) -> Self {
        let own = Variables::of("", signature, name);
        let parameters = types.map(|text| {
            let name = type_of(text);
            let erased = own.erase(&name);
            if erased == name { variables.erase(&name) } else { variables.erase(&erased) }
        });
        Self { name: name.to_owned(), parameters: parameters.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::signature::tests::method;
    use super::*;
    use crate::store::MethodRow;

    fn erased(method: &MethodRow, variables: &Variables) -> Erased {
        let types = method.receiver.iter().chain(&method.parameter_types);
        Erased::of(&method.name, &method.signature, types, variables)
    }

    #[test]
    fn overriding_sees_through_type_variables() {
        let mine = erased(&method("int compareTo(Version o)", &["Version"], None), &Variables::default());
        let inherited = method("int compareTo(T o)", &["T"], None);
        let none = Variables::default();
        let bound = Variables::bound("T", "Comparable<Version>", &none);
        assert!(overrides(&mine, &erased(&inherited, &bound)));
        let other = Variables::bound("T", "Comparable<String>", &none);
        assert!(!overrides(&mine, &erased(&inherited, &other)));
        let raw = Variables::bound("T", "Comparable", &none);
        assert!(overrides(&mine, &erased(&inherited, &raw)));
        let further = Variables::bound("A, B", "Base<X, T>", &bound);
        assert_eq!(further.erase("B[]"), "Version[]");
        assert_eq!(further.erase("A"), "X");
        let generic = erased(&method("<U> void run(U u)", &["U"], None), &none);
        let same_generic = erased(&method("public <V> void run(V v)", &["V"], None), &none);
        assert!(overrides(&generic, &same_generic));
    }
}

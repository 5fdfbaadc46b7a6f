//! Erasure: type variables and their bounds, and whether one method overrides another.

use super::resolve::has_modifier;
use super::signature::{is_kotlin, same, split, type_of, without_annotations};
use crate::store::MethodRow;

/// Type variables and what stands for them.
#[derive(Debug, Clone, Default)]
pub struct Variables(Vec<Variable>);

#[derive(Debug, Clone)]
struct Variable {
    name: String,
    /// None where nothing is known of it: it fits anything.
    stands: Option<Stands>,
}

/// What stands for a type variable.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Stands {
    /// A type, or a type variable of the type that is looked from.
    written: String,
    /// The same, that variable erased to its bound.
    erased: String,
}

impl Stands {
    fn plain(name: String) -> Self {
        Self { written: name.clone(), erased: name }
    }

    fn array(self, array: &str) -> Self {
        Self { written: self.written + array, erased: self.erased + array }
    }
}

impl Variables {
    /// The variables of a type (`K, V`) and of a method's own list in its signature, erased to their bounds.
    #[must_use]
    pub fn of(type_parameters: &str, signature: &str, name: &str) -> Self {
        let mut variables = Self::default();
        variables.declare(&split(type_parameters));
        variables.declare(&split(own_list(signature, name)));
        variables
    }

    /// The variables of a type as it uses them itself: each stands for its own name.
    #[must_use]
    pub fn own(type_parameters: &str) -> Self {
        let mut variables = Self::of(type_parameters, "", "");
        for variable in &mut variables.0 {
            if let Some(stands) = &mut variable.stands {
                stands.written.clone_from(&variable.name);
            }
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
            Variable { name: variable_name(name).to_owned(), stands: value.flatten() }
        };
        Self(names.iter().enumerate().map(bind).collect())
    }

    /// Whether nothing is known of a variable is told from a plain type by none.
    fn stand_in(&self, name: &str) -> Option<Stands> {
        let (bare, array) = without_array(name);
        match self.find(bare) {
            Some(variable) => variable.stands.clone().map(|stands| stands.array(array)),
            None => Some(Stands::plain(name.to_owned())),
        }
    }

    /// The variable of a name, the innermost one.
    fn find(&self, bare: &str) -> Option<&Variable> {
        self.0.iter().rev().find(|variable| variable.name == bare)
    }

    /// Whether an erased type is one of the variables, or an array of such.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.find(without_array(name).0).is_some()
    }

    /// Adds a list of variables that see those before them and one another.
    fn declare(&mut self, list: &[&str]) {
        let first = self.0.len();
        for declared in list {
            let declared = without_annotations(declared);
            let bound = declared.split_once(" extends ").or_else(|| declared.split_once(':')).map(|(_, bound)| bound);
            let bound = bound.and_then(|bound| bound.split('&').next()).map_or_else(|| "Object".to_owned(), type_of);
            self.0.push(Variable { name: variable_name(&declared).to_owned(), stands: Some(Stands::plain(bound)) });
        }
        for at in first..self.0.len() {
            let Some(mut bound) = self.0[at].stands.clone() else { continue };
            // A bound may be a variable: no chain of them is longer than the list.
            for _ in 0..self.0.len() {
                match self.find(&bound.erased).and_then(|variable| variable.stands.clone()) {
                    Some(next) if next != bound => bound = next,
                    _ => break,
                }
            }
            self.0[at].stands = Some(bound);
        }
    }

    /// What stands for the variable at a place of the list, and the same erased to its bound; `*` where nothing is known of it.
    fn at(&self, at: usize) -> Option<(String, String)> {
        let stands = self.0.get(at)?.stands.as_ref();
        let of = |text: Option<&String>| text.map_or_else(|| "*".to_owned(), String::clone);
        Some((of(stands.map(|one| &one.written)), of(stands.map(|one| &one.erased))))
    }

    /// The erased type with its variable replaced; arrays stay arrays.
    #[must_use]
    pub fn erase(&self, name: &str) -> String {
        self.replace(name, |stands| &stands.written)
    }

    /// The same, where a variable of the type that is looked from stands for it, with the bound of that.
    fn erase_wholly(&self, name: &str) -> String {
        self.replace(name, |stands| &stands.erased)
    }

    fn replace(&self, name: &str, by: impl Fn(&Stands) -> &String) -> String {
        let (bare, array) = without_array(name);
        match self.find(bare) {
            Some(Variable { stands: Some(stands), .. }) => format!("{}{array}", by(stands)),
            Some(_) => "*".to_owned(),
            None => name.to_owned(),
        }
    }
}

/// `T[][]` is `T` and `[][]`.
#[must_use]
pub fn without_array(name: &str) -> (&str, &str) {
    name.find('[').map_or((name, ""), |at| name.split_at(at))
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

/// The type parameter list in the signature of a type that has one, with its bounds: `K extends Comparable<K>, V`.
#[must_use]
pub fn type_list(signature: &str) -> &str {
    signature.find('<').map_or("", |open| angled(&signature[open..]))
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

/// What a method takes for the virtual machine: first what an extension extends, last who goes on after a function that suspends.
#[must_use]
pub fn taken(method: &MethodRow) -> Vec<String> {
    let after = has_modifier(&method.modifiers, "suspend").then(|| "kotlin.coroutines.Continuation".to_owned());
    method.receiver.iter().chain(&method.parameter_types).cloned().chain(after).collect()
}

/// Whether an inherited method is overridden by `mine`: the same name and the same parameters, its type's variables replaced
/// by what the subtype says; or the erasure of those, there or where it is declared (The Java Language Specification, 8.4.2).
/// What a variable stands for may be unknown; then it fits anything.
#[must_use]
pub fn overrides(mine: &Erased, inherited: &Erased) -> bool {
    let of_kotlin = mine.of_kotlin || inherited.of_kotlin;
    let fit = |(mine, theirs): (&String, &String)| mine == "*" || theirs == "*" || same(mine, theirs, of_kotlin);
    mine.name == inherited.name
        && mine.parameters.len() == inherited.parameters.len()
        && [&inherited.parameters, &inherited.bounds, &inherited.declared]
            .iter()
            .any(|theirs| mine.parameters.iter().zip(*theirs).all(fit))
}

/// A method reduced to what overriding goes by.
#[derive(Debug, Clone)]
pub struct Erased {
    name: String,
    of_kotlin: bool,
    /// Types of parameters as the type that is looked from sees them.
    parameters: Vec<String>,
    /// The same, variables of that type erased to their bounds.
    bounds: Vec<String>,
    /// Their erasure where the method is declared.
    declared: Vec<String>,
}

impl Erased {
    /// A method of a type whose variables stand for `variables`, and have the bounds of `declared` by themselves; `types` are
    /// what it takes, as [`taken`] tells.
    #[must_use]
    pub fn of<'a>(
        name: &str,
        signature: &str,
        types: impl Iterator<Item = &'a String>,
        variables: &Variables,
        declared: &Variables,
    ) -> Self {
        let own = Variables::of("", signature, name);
        let types: Vec<String> = types.map(|text| own.erase(&type_of(text))).collect();
        let each = |erase: &dyn Fn(&str) -> String| types.iter().map(|name| erase(name)).collect();
        Self {
            name: name.to_owned(),
            of_kotlin: is_kotlin(signature),
            parameters: each(&|name| variables.erase(name)),
            bounds: each(&|name| variables.erase_wholly(name)),
            declared: each(&|name| declared.erase(name)),
        }
    }

    /// The same with any type where it has `Object`: Kotlin's collections take their elements there (`remove`, `contains`).
    #[must_use]
    pub fn of_anything(mut self) -> Self {
        for types in [&mut self.parameters, &mut self.bounds, &mut self.declared] {
            for one in types.iter_mut().filter(|one| *one == "Object") {
                "*".clone_into(one);
            }
        }
        self
    }

    /// The same with arguments of a type, as [`Variables`] have them, where some parameters may be anything.
    #[must_use]
    pub fn taking(mut self, takes: &[Option<usize>], of: &Variables) -> Self {
        for (at, taken) in takes.iter().enumerate() {
            if let Some((written, erased)) = taken.and_then(|taken| of.at(taken)) {
                self.parameters[at] = written;
                self.bounds[at].clone_from(&erased);
                self.declared[at] = erased;
            }
        }
        self
    }

    /// The same under another name: another language may have one of its own for what is overridden.
    #[must_use]
    pub fn called(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::signature::tests::method;
    use super::*;

    fn erased(method: &MethodRow, variables: &Variables) -> Erased {
        Erased::of(&method.name, &method.signature, taken(method).iter(), variables, &Variables::of("T", "", ""))
    }

    #[test]
    fn overriding_takes_erasures() {
        let none = Variables::default();
        let inherited = method("void m(T t, T[] all)", &["T", "T[]"], None);
        let mine = |types: &[&str]| erased(&method("void m(x)", types, None), &none);
        let same_name = Variables::bound("T", "Base<T>", &Variables::own("T"));
        for (types, is_override) in
            [(["T", "T[]"], true), (["Object", "Object[]"], true), (["Number", "Number[]"], false)]
        {
            assert_eq!(overrides(&mine(&types), &erased(&inherited, &same_name)), is_override, "{types:?}");
        }
        let bounded = Variables::bound("T", "Base<U>", &Variables::own("U extends Number & Runnable"));
        for (types, is_override) in [(["U", "U[]"], true), (["Number", "Number[]"], true), (["Number", "U[]"], false)] {
            assert_eq!(overrides(&mine(&types), &erased(&inherited, &bounded)), is_override, "{types:?}");
        }
    }

    #[test]
    fn bounds_that_are_variables_are_followed() {
        let variables = Variables::of("K, V extends K", "<E extends F, F extends V> void m(E e)", "m");
        assert_eq!(
            ["K", "V", "E", "F[]", "X"].map(|name| variables.erase(name)),
            ["Object", "Object", "Object", "Object[]", "X"]
        );
        assert_eq!(Variables::of("A extends B, B extends A", "", "").erase("A").len(), 1, "a circle ends");
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

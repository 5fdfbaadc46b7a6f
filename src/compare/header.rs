//! What a signature says besides its types: type variables, exceptions, names and default values of parameters.

use super::scope::Variable;
use super::side::Side;
use super::tokens::{Token, tokens};
use super::written::Written;
use crate::model::{Language, MethodKind};
use crate::store::read::StoreError;
use crate::store::{MethodRow, TypeRow};

/// A parameter as Kotlin writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    /// Its default value, as written.
    pub default: Option<String>,
}

impl Parameter {
    /// Whether a call may leave it out.
    #[must_use]
    pub const fn has_default(&self) -> bool {
        self.default.is_some()
    }
}

/// The type variables that a type declares.
///
/// # Errors
/// When the index cannot be read.
pub fn type_variables(side: &Side, row: &TypeRow) -> Result<Vec<Variable>, StoreError> {
    if row.type_parameters.is_empty() {
        return Ok(Vec::new());
    }
    let signature = side.index.signature(row.id)?;
    let tokens = tokens(&signature);
    let simple = row.name.rsplit('.').next().unwrap_or(&row.name);
    let name = tokens.iter().position(|token| token.text.trim_matches('`') == simple);
    let open = name.map_or(0, |at| at + 1);
    Ok(variables(&signature, &tokens, open, row.language))
}

/// What `context(…)` says before a declaration of Kotlin: the type of each context, and what stands behind the clause.
#[must_use]
pub fn contexts(signature: &str, language: Language) -> (Vec<Written>, &str) {
    let none = (Vec::new(), signature);
    if language == Language::Java || !signature.contains("context") {
        return none;
    }
    let tokens = tokens(signature);
    let is_keyword = |token: &Token<'_>| ["fun", "val", "var"].contains(&token.text);
    let keyword = tokens.iter().position(is_keyword).unwrap_or(0);
    let is_clause = |pair: &[Token<'_>]| pair[0].text == "context" && pair[1].text == "(";
    let Some(clause) = tokens[..keyword].windows(2).position(is_clause) else { return none };
    let (parts, close) = list(&tokens, clause + 1);
    let Some(close) = close.map(|at| tokens[at]).filter(|close| close.text == ")") else { return none };
    let context = |part: &[Token<'_>]| {
        // Before Kotlin 2.2 a context had no name.
        let named = part.len() > 2 && part[0].is_word && part[1].text == ":";
        Written::parse(text(if named { &part[2..] } else { part }, signature), language)
    };
    let behind = close.text.as_ptr().addr() - signature.as_ptr().addr() + close.text.len();
    (parts.into_iter().map(context).collect(), &signature[behind..])
}

/// The type variables that a method or property declares itself.
#[must_use]
pub fn own_variables(signature: &str, language: Language) -> Vec<Variable> {
    if !signature.contains('<') {
        return Vec::new();
    }
    let (_, signature) = contexts(signature, language);
    let tokens = tokens(signature);
    let open = tokens.iter().position(|token| token.text == "<");
    let Some(open) = open else { return Vec::new() };
    let before = open.checked_sub(1).map(|at| tokens[at].text);
    let is_own = match language {
        // Only modifiers stand before a list of variables: `public static <T>`.
        Language::Java => tokens[..open].iter().all(|token| is_modifier(token.text)),
        Language::Kotlin => before.is_some_and(|word| ["fun", "val", "var"].contains(&word)),
    };
    if is_own { variables(signature, &tokens, open, language) } else { Vec::new() }
}

/// Whether a word is a modifier of Java; `non-sealed` is three tokens.
#[must_use]
pub fn is_modifier(word: &str) -> bool {
    const MODIFIERS: [&str; 14] = [
        "public",
        "protected",
        "private",
        "static",
        "final",
        "abstract",
        "default",
        "synchronized",
        "native",
        "strictfp",
        "transient",
        "volatile",
        "sealed",
        "-",
    ];
    MODIFIERS.contains(&word)
}

/// The variables in the angle brackets that open at a token.
fn variables(signature: &str, tokens: &[Token<'_>], open: usize, language: Language) -> Vec<Variable> {
    if tokens.get(open).map(|token| token.text) != Some("<") {
        return Vec::new();
    }
    let (parts, _) = list(tokens, open);
    let mut found: Vec<Variable> = parts.into_iter().filter_map(|part| variable(part, signature, language)).collect();
    if language == Language::Kotlin {
        add_where(&mut found, tokens, signature);
    }
    found
}

/// The parts of the list whose bracket opens at a token, and where the one is that closes it.
fn list<'l, 't>(tokens: &'l [Token<'t>], open: usize) -> (Vec<&'l [Token<'t>]>, Option<usize>) {
    let mut parts = Vec::new();
    let mut at = open + 1;
    let is_angle = tokens.get(open).is_some_and(|token| token.text == "<");
    loop {
        let end = part_end(tokens, at, is_angle);
        // Behind the last comma nothing need stand.
        parts.extend(tokens.get(at..end).filter(|part| !part.is_empty()));
        match tokens.get(end) {
            Some(token) if token.text == "," => at = end + 1,
            close => return (parts, close.map(|_| end)),
        }
    }
}

/// Where the part of a list ends that begins at a token: at a comma or closing bracket of its own depth. A default value may
/// compare: what looks like an angle bracket is none where nothing opens or closes it.
fn part_end(tokens: &[Token<'_>], from: usize, is_angle: bool) -> usize {
    let mut open: Vec<&str> = Vec::new();
    for (at, token) in tokens.iter().enumerate().skip(from) {
        match token.text {
            "," if open.is_empty() => return at,
            "<" | "(" | "[" | "{" => open.push(token.text),
            ">" if open.is_empty() && is_angle => return at,
            ">" => drop(open.pop_if(|bracket| *bracket == "<")),
            ")" | "]" | "}" => {
                while open.pop_if(|bracket| *bracket == "<").is_some() {}
                if open.pop().is_none() {
                    return at;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

fn variable(tokens: &[Token<'_>], signature: &str, language: Language) -> Option<Variable> {
    let words = |token: &&Token<'_>| token.is_word && !["in", "out", "reified"].contains(&token.text);
    let mut at = 0;
    while tokens.get(at)?.text == "@" {
        at += 2;
        if tokens.get(at)?.text == "(" {
            at = part_end(tokens, at + 1, false) + 1;
        }
    }
    let own = &tokens[at..];
    let name_at = own.iter().position(|token| words(&token))?;
    let name = own[name_at];
    let has = |word: &str| language == Language::Kotlin && own[..name_at].iter().any(|token| token.text == word);
    let variance = ["in", "out"].into_iter().find(|word| has(word)).unwrap_or("");
    let between = match language {
        Language::Java => "extends",
        Language::Kotlin => ":",
    };
    let bound = tokens.iter().position(|token| token.text == between);
    let bounds = bound.map_or_else(Vec::new, |bound| {
        let parts = tokens[bound + 1..].split(|token| token.text == "&" && language == Language::Java);
        parts.filter(|part| !part.is_empty()).map(|part| Written::parse(text(part, signature), language)).collect()
    });
    Some(Variable { name: name.text.trim_matches('`').to_owned(), variance, bounds })
}

/// The piece of a text from the first of these tokens to the last.
fn text<'t>(tokens: &[Token<'t>], whole: &'t str) -> &'t str {
    let start = tokens.first().map_or(0, |token| token.text.as_ptr().addr() - whole.as_ptr().addr());
    let end = tokens.last().map_or(0, |token| token.text.as_ptr().addr() - whole.as_ptr().addr() + token.text.len());
    whole.get(start..end).unwrap_or("")
}

/// Kotlin's `where T : A, T : B`.
fn add_where(variables: &mut [Variable], tokens: &[Token<'_>], signature: &str) {
    let Some(place) = tokens.iter().rposition(|token| token.text == "where") else { return };
    let mut at = place + 1;
    while at < tokens.len() {
        let end = part_end(tokens, at, false);
        if let (Some(name), Some(":")) = (tokens.get(at), tokens.get(at + 1).map(|token| token.text))
            && let Some(variable) = variables.iter_mut().find(|variable| variable.name == name.text)
        {
            variable.bounds.push(Written::parse(text(&tokens[at + 2..end], signature), Language::Kotlin));
        }
        at = end + 1;
    }
}

/// The exceptions that a Java method throws, as written.
#[must_use]
pub fn throws(signature: &str) -> Vec<Written> {
    let Some((_, after)) = signature.rsplit_once(')') else { return Vec::new() };
    let Some((_, names)) = after.split_once("throws ") else { return Vec::new() };
    names.split(',').map(|name| Written::parse(name, Language::Java)).collect()
}

/// The default of an annotation's element, as written.
#[must_use]
pub fn element_default(signature: &str) -> Option<&str> {
    signature.split_once(") default ").map(|(_, value)| value)
}

/// The parameters of a Kotlin function, by its signature.
#[must_use]
pub fn parameters(method: &MethodRow) -> Vec<Parameter> {
    listed(&method.signature, (method.kind != MethodKind::Constructor).then_some(method.name.as_str()))
}

/// The parameters behind the name of a function, or behind `constructor`.
fn listed(signature: &str, name: Option<&str>) -> Vec<Parameter> {
    let (_, signature) = contexts(signature, Language::Kotlin);
    let tokens = tokens(signature);
    let is_named = |token: &Token<'_>| name.is_none_or(|name| token.text.trim_matches('`') == name);
    let place = tokens.iter().position(|token| match name {
        None => token.text == "constructor",
        Some(_) => token.is_word && is_named(token),
    });
    // The name may be that of the receiver too: `fun copy.copy()`.
    let open = place
        .and_then(|place| (place + 1..tokens.len()).find(|at| tokens[*at].text == "(" && is_named(&tokens[at - 1])));
    let Some(open) = open else { return Vec::new() };
    let parameter = |part: &[Token<'_>]| {
        let colon = part.iter().position(|token| token.text == ":");
        let name = colon.and_then(|colon| part[..colon].iter().rfind(|token| token.is_word));
        let mut depth = 0_usize;
        let equals = part.iter().position(|token| {
            match token.text {
                "(" | "<" | "{" => depth += 1,
                ")" | ">" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            token.text == "=" && depth == 0
        });
        let name = name.map_or_else(String::new, |name| name.text.trim_matches('`').to_owned());
        let default = equals.map(|equals| text(&part[equals + 1..], signature).to_owned());
        Parameter { name, default }
    };
    list(&tokens, open).0.into_iter().map(parameter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(signature: &str, language: Language) -> Vec<(String, usize)> {
        own_variables(signature, language).into_iter().map(|one| (one.name, one.bounds.len())).collect()
    }

    #[test]
    fn variables_of_methods() {
        use Language::{Java, Kotlin};
        let one = |name: &str, bounds| vec![(name.to_owned(), bounds)];
        assert_eq!(names("public <T extends A<T> & B> List<T> of(T t)", Java), one("T", 2));
        assert_eq!(names("public List<T> of(T t)", Java), []);
        assert_eq!(names("inline fun <reified T : Any> List<T>.f(): T where T : B", Kotlin), one("T", 2));
        assert_eq!(names("fun List<T>.f()", Kotlin), []);
    }

    #[test]
    fn contexts_before_a_declaration() {
        let read = |signature| {
            let (found, behind) = contexts(signature, Language::Kotlin);
            (found.len(), behind.trim_start())
        };
        assert_eq!(read("context(a: Map<K, V>, _: B) fun f()"), (2, "fun f()"));
        assert_eq!(read("private context(A, B<C>) val x: Int"), (2, "val x: Int"));
        assert_eq!(read("context(f: (A, B) -> C) suspend fun f()"), (1, "suspend fun f()"));
        assert_eq!(read("fun context(a: A)"), (0, "fun context(a: A)"));
        assert_eq!(read("fun f(a: context(A) () -> B)").0, 0);
        assert_eq!(names("context(a: List<A>) fun <T> f(t: T)", Language::Kotlin), [("T".to_owned(), 0)]);
    }

    #[test]
    fn values_that_compare_end_no_list() {
        let of = |signature: &str| {
            listed(signature, Some("f")).into_iter().map(|one| (one.name, one.default)).collect::<Vec<_>>()
        };
        let parameter = |name: &str, default: &str| (name.to_owned(), Some(default.to_owned()));
        let both = |first: &str| [parameter("a", first), parameter("b", "2")];
        for first in ["if (x < y) 1 else 0", "x > 3", "g<Int, Int>(1)", "{ a, b -> a > b }", "listOf(1, 2)"] {
            assert_eq!(of(&format!("fun f(a: A = {first}, b: Int = 2): List<A>")), both(first));
        }
    }

    #[test]
    fn what_stands_behind_the_parameters() {
        let thrown = throws("void f(int a) throws java.io.IOException, X");
        assert_eq!(thrown.len(), 2);
        assert_eq!(element_default("int[] q() default {}"), Some("{}"));
    }
}

//! What a query is about where it is pasted from elsewhere: the message of a compiler, the head of a declaration.

use std::borrow::Cow;

use crate::search::ask::{Clause, Group};
use crate::search::compiler;
use crate::search::frame::as_written;
use crate::tools::signature::without_generics;
use crate::tools::symbol;

/// Words of a declaration before its name that no description has there.
const DECLARE: [&str; 9] = ["class", "enum", "fun", "interface", "object", "record", "typealias", "val", "var"];

/// The names that a text is about, of one that is pasted; any other as it is.
pub fn about(text: &str) -> Cow<'_, str> {
    compiler::named(text).or_else(|| head(text)).map_or_else(|| as_written(text), Cow::Owned)
}

/// The name in the head of a declaration, and the words between its parentheses: `Flow.stateIn` of `suspend fun <T> Flow<T>.stateIn`,
/// `delay millis Long` of `suspend fun delay(millis: Long)`.
fn head(text: &str) -> Option<String> {
    let text = text.trim();
    let rest = symbol::without_modifiers(text);
    let before = text.strip_suffix(rest)?;
    let keyword = before.split_whitespace().find(|word| DECLARE.contains(word))?;
    let rest = without_generics(rest);
    let (name, parameters) = rest.split_once('(').map_or((&*rest, None), |(name, rest)| (name, Some(rest)));
    let name = name.split([':', '{', '=']).next().unwrap_or_default().trim();
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
    // "class loader" is a description.
    let is_sure = matches!(keyword, "fun" | "val" | "var") || name.starts_with(char::is_uppercase);
    if !is_sure || name.is_empty() || !name.chars().all(is_of_name) {
        return None;
    }
    let Some(parameters) = parameters else { return Some(name.to_owned()) };
    let parameters = parameters.split(')').next().unwrap_or_default().replace(|c| !is_of_name(c), " ");
    // Beside other words what stands around a name is one of them.
    let names = name.split('.').chain(parameters.split_whitespace());
    Some(names.collect::<Vec<_>>().join(" "))
}

/// A query that is one name with the type around it, dots between its segments, and the words of that from the type on: what extends
/// a type is not inside of it.
pub fn apart(group: &Group) -> Option<(String, String)> {
    let [Clause::Word(word)] = &group.any[..] else { return None };
    let (around, name) = word.qualified()?;
    let types: Vec<&str> = around.split('.').skip_while(|segment| !segment.starts_with(char::is_uppercase)).collect();
    let words = [&types[..], &[&*name]].concat().join(" ");
    (!types.is_empty()).then(|| (format!("{around}.{name}"), words))
}

#[cfg(test)]
mod tests {
    use super::head;

    #[test]
    fn heads_of_declarations_have_names() {
        for (text, name) in [
            ("suspend fun <T> withContext(context: CoroutineContext): T", "withContext context CoroutineContext"),
            ("fun <T> Flow<T>.stateIn", "Flow.stateIn"),
            ("public inline fun <reified T : Any> Flow<*>.filterIsInstance(): Flow<T>", "Flow filterIsInstance"),
            ("val Project.layout: Layout", "Project.layout"),
            ("data class Pair<out A, out B>", "Pair"),
            ("interface Flow<out T>", "Flow"),
        ] {
            assert_eq!(head(text).as_deref(), Some(name), "{text}");
        }
        for text in [
            "class loader",
            "fun facts about it",
            "import a.B",
            "new Foo()",
            "class A extends B",
            "",
            "fun",
            "value of Flow",
        ] {
            assert_eq!(head(text), None, "{text}");
        }
    }
}

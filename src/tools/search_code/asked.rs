//! What a query is about where it is pasted from elsewhere: the message of a compiler, the head of a declaration.

use std::borrow::Cow;

use crate::search::ask::{Clause, Field, Group};
use crate::search::compiler;
use crate::search::frame::as_written;
use crate::tools::signature::without_generics;
use crate::tools::symbol;

/// Words of a declaration before its name that no description has there.
const DECLARE: [&str; 9] = ["class", "enum", "fun", "interface", "object", "record", "typealias", "val", "var"];

/// The names that a text is about, of one that is pasted; any other as it is.
pub fn about(text: &str) -> Cow<'_, str> {
    // A name alone may be any word with a hyphen.
    let is_name = text.contains('.') && !text.contains(char::is_whitespace);
    let name = || if is_name { as_written(text) } else { Cow::Borrowed(text) };
    compiler::named(text).or_else(|| head(text)).map_or_else(name, Cow::Owned)
}

/// The name in the head of a declaration, and the words between its parentheses: `Flow.stateIn` of `suspend fun <T> Flow<T>.stateIn`,
/// `delay millis Long` of `suspend fun delay(millis: Long)`.
fn head(text: &str) -> Option<String> {
    let text = text.trim();
    if text.contains(['=', '{', '\n']) {
        // Code, which is more than its first name.
        return None;
    }
    let rest = symbol::without_modifiers(text);
    let before: Vec<&str> = text.strip_suffix(rest)?.split_whitespace().collect();
    let keyword = before.iter().find(|word| DECLARE.contains(word))?;
    let plain = without_generics(rest);
    let (name, parameters) = plain.split_once('(').map_or((&*plain, None), |(name, rest)| (name, Some(rest)));
    let (name, is_typed) = name.split_once(':').map_or((name, false), |(name, _)| (name, true));
    let name = name.trim();
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
    // "class Loader" and "fun facts" are descriptions; so are those of what begins with a small letter, but for members.
    let is_declared = before.len() > 1 || plain != rest || name.contains('.') || parameters.is_some() || is_typed;
    let is_member = matches!(*keyword, "fun" | "val" | "var");
    let is_named = is_member || name.starts_with(char::is_uppercase);
    if !is_declared || !is_named || !name.contains(char::is_alphanumeric) || !name.chars().all(is_of_name) {
        return None;
    }
    let Some(parameters) = parameters else { return Some(name.to_owned()) };
    let parameters = parameters.split(')').next().unwrap_or_default().replace(|c| !is_of_name(c), " ");
    // Beside other words what stands around a name is one of them.
    let names = name.split('.').chain(parameters.split_whitespace());
    Some(names.collect::<Vec<_>>().join(" "))
}

/// Of a query that is one name with a type around it the two: what extends a type is not inside of it.
pub fn of_type(group: &Group) -> Option<(String, String)> {
    let [Clause::Word(word)] = &group.any[..] else { return None };
    let (around, name) = word.qualified().filter(|_| word.field == Field::Any)?;
    let is_type = around.rsplit('.').next().is_some_and(|last| last.starts_with(char::is_uppercase));
    is_type.then_some((around, name))
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
            "class Loader",
            "val .",
            "var handle",
            "fun facts",
            "fun interface",
            "var x: Int = 5",
            "val flow = MutableStateFlow(0)",
            "fun a() {\n}",
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

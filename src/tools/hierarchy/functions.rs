//! Function types among supertypes: `class A : (Int) -> String` implements the interface that the virtual machine has for it.

use std::borrow::Cow;

use super::{DEEPEST, Scope, Target};
use crate::error::Failure;
use crate::model::{Language, jvm};
use crate::store::SupertypeRow;
use crate::tools::signature::split;

impl Scope<'_> {
    /// What a supertype means here, and the text in which its arguments stand.
    pub(super) fn find_supertype<'r>(
        &self,
        supertype: &'r SupertypeRow,
    ) -> Result<Option<(Target, Cow<'r, str>)>, Failure> {
        let (found, text) = match self.function(supertype) {
            Some((interface, text)) => (self.find_qualified(&interface)?, Cow::Owned(text)),
            None => (self.find(&supertype.name, 0)?, Cow::Borrowed(supertype.text.as_str())),
        };
        Ok(found.map(|target| (target, text)))
    }

    /// The name of a supertype that was not found, as qualified as can be told.
    pub(super) fn unfound(&self, supertype: &SupertypeRow) -> String {
        self.function(supertype).map_or_else(|| self.best_guess(&supertype.name), |(interface, _)| interface)
    }

    /// The interface of a function type, and how a class of Java would write it.
    fn function(&self, supertype: &SupertypeRow) -> Option<(String, String)> {
        (self.row.language == Language::Kotlin).then(|| interface(&supertype.name, &supertype.text)).flatten()
    }
}

/// The qualified name of the interface that a function type stands for, and that with its arguments. A function that suspends
/// takes who goes on after it.
fn interface(name: &str, text: &str) -> Option<(String, String)> {
    let plain = name.strip_prefix("Suspend").unwrap_or(name);
    if !plain.starts_with("Function") {
        return None;
    }
    let suspends = plain.len() < name.len();
    let text = unwrapped(text.strip_prefix("suspend").filter(|_| suspends).unwrap_or(text));
    let arrow = arrow(text)?;
    let (takes, returns) = (text[..arrow].trim(), text[arrow + 2..].trim());
    let list = takes.strip_suffix(')')?;
    let open = opening(list)?;
    let receiver = takes[..open].trim().trim_end_matches('.');
    let mut arguments: Vec<String> = Vec::new();
    arguments.extend((!receiver.is_empty()).then(|| receiver.to_owned()));
    arguments.extend(split(&list[open + 1..]).into_iter().map(|one| one.trim().to_owned()));
    if suspends {
        arguments.push(format!("kotlin.coroutines.Continuation<{returns}>"));
    }
    let qualified = jvm::function_interface(&format!("kotlin.Function{}", arguments.len()))?;
    arguments.push(if suspends { "Any?" } else { returns }.to_owned());
    let text = format!("{qualified}<{}>", arguments.join(", "));
    Some((qualified, text))
}

/// A type without the parentheses around all of it.
fn unwrapped(text: &str) -> &str {
    let mut text = text.trim();
    for _ in 0..DEEPEST {
        match text.strip_suffix(')') {
            Some(list) if opening(list) == Some(0) => text = list[1..].trim(),
            _ => break,
        }
    }
    text
}

/// Where the parenthesis opens that ends behind a text.
fn opening(list: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in list.char_indices().rev() {
        match c {
            ')' => depth += 1,
            '(' if depth == 0 => return Some(at),
            '(' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Where the first arrow outside of all brackets is.
fn arrow(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        match c {
            '-' if depth == 0 && text[at..].starts_with("->") => return Some(at),
            '(' | '<' | '[' => depth += 1,
            '>' if before == '-' => {}
            ')' | '>' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        before = c;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::interface;

    #[test]
    fn function_types_are_interfaces() {
        for (name, text, expected) in [
            ("Function1", "(Int) -> String", "Function1<Int, String>"),
            ("Function0", "() -> List<(A) -> B>", "Function0<List<(A) -> B>>"),
            ("Function3", "A.(b: Map<K, V>, (C) -> D) -> E", "Function3<A, b: Map<K, V>, (C) -> D, E>"),
            ("Function1", "((A) -> B) -> (C) -> D", "Function1<(A) -> B, (C) -> D>"),
            ("Function1", "((A) -> B)", "Function1<A, B>"),
            ("SuspendFunction1", "suspend (A) -> B", "Function2<A, kotlin.coroutines.Continuation<B>, Any?>"),
        ] {
            let (qualified, found) = interface(name, text).unwrap();
            assert_eq!(found.strip_prefix("kotlin.jvm.functions."), Some(expected), "{text}");
            assert!(found.starts_with(&qualified), "{qualified}");
        }
        for (name, text) in
            [("Function1", "Function1<(A) -> B, C>"), ("Functions", "Functions"), ("Function1", "a.Function1")]
        {
            assert_eq!(interface(name, text), None, "{text}");
        }
    }
}

//! Types as they are written: text to a tree, for Java and Kotlin.
//!
//! Never fails and never goes deeper than [`DEEPEST`]: what it cannot read is [`Written::Unknown`], which is compared by its
//! text. Knows no names: what they mean is for [`super::scope`].

use super::tokens::{Token, tokens};
use crate::model::Language;

/// How deep type arguments are read one in another.
const DEEPEST: usize = 24;
/// Words before a type that say nothing about it.
const MODIFIERS: [&str; 6] = ["final", "vararg", "noinline", "crossinline", "reified", "this"];

/// A type as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// A name with its arguments; those of enclosing types are left out.
    Named { name: String, arguments: Vec<Written>, nullable: bool },
    /// An array, or a variable number of arguments.
    Array(Box<Written>),
    /// `?`, `? extends T`, `*`, `out T`: the word that bounds it, and the bound.
    Wildcard(&'static str, Option<Box<Written>>),
    /// A Kotlin function type; a receiver is the first parameter.
    Function { parameters: Vec<Written>, result: Box<Written>, suspend: bool, has_receiver: bool, nullable: bool },
    /// Not read: its text without blanks.
    Unknown(String),
}

impl Written {
    /// Reads a type; what follows it (a parameter's name) is ignored.
    #[must_use]
    pub fn parse(text: &str, language: Language) -> Self {
        let tokens = tokens(text);
        let mut reader = Reader { tokens: &tokens, at: 0, language };
        match reader.read(0) {
            Some(read) => read,
            None => Self::Unknown(text.split_whitespace().collect()),
        }
    }
}

struct Reader<'t> {
    tokens: &'t [Token<'t>],
    at: usize,
    language: Language,
}

impl<'t> Reader<'t> {
    fn peek(&self) -> Option<&'t str> {
        self.tokens.get(self.at).map(|token| token.text)
    }

    fn peek_at(&self, distance: usize) -> Option<&'t str> {
        self.tokens.get(self.at + distance).map(|token| token.text)
    }

    fn takes(&mut self, text: &str) -> bool {
        let found = self.peek() == Some(text);
        self.at += usize::from(found);
        found
    }

    fn read(&mut self, depth: usize) -> Option<Written> {
        if depth > DEEPEST {
            return None;
        }
        self.skip_modifiers();
        let read = match self.language {
            Language::Java => self.java(depth)?,
            Language::Kotlin => self.kotlin(depth)?,
        };
        Some(self.arrays(read))
    }

    /// `[]` and `...` behind a type.
    fn arrays(&mut self, mut read: Written) -> Written {
        loop {
            self.skip_annotations();
            if self.peek() == Some("[") && self.peek_at(1) == Some("]") {
                self.at += 2;
            } else if !self.takes("...") {
                return read;
            }
            read = Written::Array(Box::new(read));
        }
    }

    fn skip_modifiers(&mut self) {
        loop {
            self.skip_annotations();
            let Some(word) = self.peek() else { return };
            if !MODIFIERS.contains(&word) || self.peek_at(1).is_none() {
                return;
            }
            self.at += 1;
        }
    }

    fn skip_annotations(&mut self) {
        while self.peek() == Some("@") {
            self.at += 2;
            while self.peek() == Some(".") || self.peek() == Some(":") {
                self.at += 2;
            }
            if self.peek() == Some("(") {
                self.skip_round();
            }
        }
    }

    fn skip_round(&mut self) {
        let mut depth = 0_usize;
        while let Some(token) = self.peek() {
            self.at += 1;
            match token {
                "(" => depth += 1,
                ")" if depth <= 1 => return,
                ")" => depth -= 1,
                _ => {}
            }
        }
    }

    fn java(&mut self, depth: usize) -> Option<Written> {
        if self.takes("?") {
            self.skip_annotations();
            for word in ["extends", "super"] {
                if self.takes(word) {
                    return Some(Written::Wildcard(word, Some(Box::new(self.read(depth + 1)?))));
                }
            }
            return Some(Written::Wildcard("", None));
        }
        self.named(depth)
    }

    fn kotlin(&mut self, depth: usize) -> Option<Written> {
        if self.takes("*") {
            return Some(Written::Wildcard("", None));
        }
        for (word, meaning) in [("out", "extends"), ("in", "super")] {
            if self.peek() == Some(word) && self.peek_at(1).is_some_and(|next| !matches!(next, ">" | "," | "." | "<")) {
                self.at += 1;
                return Some(Written::Wildcard(meaning, Some(Box::new(self.read(depth + 1)?))));
            }
        }
        let mut suspend = false;
        if self.peek() == Some("suspend") && self.peek_at(1).is_some() {
            self.at += 1;
            suspend = true;
        }
        self.skip_annotations();
        let mut first = Vec::new();
        if self.peek() == Some("context") && self.peek_at(1) == Some("(") {
            self.at += 1;
            first = self.round(depth)?;
        }
        if self.peek() == Some("(") {
            let inner = self.round(depth)?;
            if self.takes("->") {
                first.extend(inner);
                return self.function(first, (suspend, false), depth);
            }
            let [only] = <[Written; 1]>::try_from(inner).ok()?;
            return self.behind(only, suspend, first, depth);
        }
        let named = self.named(depth)?;
        self.behind(named, suspend, first, depth)
    }

    /// What may follow a type: `?`, `& Any`, or that it is the receiver of a function type.
    fn behind(&mut self, mut read: Written, suspend: bool, mut first: Vec<Written>, depth: usize) -> Option<Written> {
        while self.takes("?") {
            match &mut read {
                Written::Named { nullable, .. } | Written::Function { nullable, .. } => *nullable = true,
                _ => {}
            }
        }
        if self.peek() == Some("&") {
            self.at += 2;
        }
        if self.peek() == Some(".") && self.peek_at(1) == Some("(") {
            self.at += 1;
            first.push(read);
            first.extend(self.round(depth)?);
            return if self.takes("->") { self.function(first, (suspend, true), depth) } else { None };
        }
        Some(read)
    }

    fn function(
        &mut self,
        parameters: Vec<Written>,
        (suspend, has_receiver): (bool, bool),
        depth: usize,
    ) -> Option<Written> {
        let result = Box::new(self.read(depth + 1)?);
        Some(Written::Function { parameters, result, suspend, has_receiver, nullable: false })
    }

    /// Types in parentheses, with or without names.
    fn round(&mut self, depth: usize) -> Option<Vec<Written>> {
        if !self.takes("(") {
            return None;
        }
        let mut found = Vec::new();
        while !self.takes(")") {
            if self.peek_at(1) == Some(":") {
                self.at += 2;
            }
            found.push(self.read(depth + 1)?);
            if !self.takes(",") && self.peek() != Some(")") {
                return None;
            }
        }
        Some(found)
    }

    /// A qualified name with arguments.
    fn named(&mut self, depth: usize) -> Option<Written> {
        let mut name = String::new();
        let mut arguments = Vec::new();
        loop {
            self.skip_annotations();
            let token = self.tokens.get(self.at).filter(|token| token.is_word)?;
            self.at += 1;
            name.push_str(token.text.trim_matches('`'));
            if self.takes("<") {
                arguments.clear();
                while !self.takes(">") {
                    arguments.push(self.read(depth + 1)?);
                    if !self.takes(",") && self.peek() != Some(">") {
                        return None;
                    }
                }
            }
            let goes_on = self.peek() == Some(".")
                && self.tokens.get(self.at + 1).is_some_and(|next| next.is_word || next.text == "@");
            if !goes_on {
                return Some(Written::Named { name, arguments, nullable: false });
            }
            self.at += 1;
            name.push('.');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(written: &Written) -> String {
        let list = |list: &[Written]| list.iter().map(shown).collect::<Vec<_>>().join(",");
        match written {
            Written::Named { name, arguments, nullable } => {
                let arguments = if arguments.is_empty() { String::new() } else { format!("<{}>", list(arguments)) };
                format!("{name}{arguments}{}", if *nullable { "?" } else { "" })
            }
            Written::Array(of) => format!("{}[]", shown(of)),
            Written::Wildcard(word, bound) => {
                format!("*{word}{}", bound.as_ref().map(|bound| format!(" {}", shown(bound))).unwrap_or_default())
            }
            Written::Function { parameters, result, suspend, has_receiver, nullable } => {
                let (suspend, nullable) = (if *suspend { "~" } else { "" }, if *nullable { "?" } else { "" });
                let receiver = if *has_receiver { "." } else { "" };
                format!("{suspend}{receiver}({})->{}{nullable}", list(parameters), shown(result))
            }
            Written::Unknown(text) => format!("!{text}"),
        }
    }

    #[test]
    fn reads_what_the_languages_write() {
        use Language::{Java, Kotlin};
        for (language, text, wanted) in [
            (
                Java,
                "final @A(x = 1) Map.Entry<K, ? extends java.util.List<V>>[] m",
                "Map.Entry<K,*extends java.util.List<V>>[]",
            ),
            (Java, "int...", "int[]"),
            (Java, "java . util . List <String> spaced", "java.util.List<String>"),
            (Java, "Outer<A>.Inner<B>", "Outer.Inner<B>"),
            (Java, "String @A []", "String[]"),
            (Java, "?", "*"),
            (Kotlin, "suspend T.(Int, name: String) -> Unit", "~.(T,Int,String)->Unit"),
            (Kotlin, "((Int) -> String)?", "(Int)->String?"),
            (Kotlin, "Array<out String?>?", "Array<*extends String?>?"),
            (Kotlin, "context(A) (B) -> C", "(A,B)->C"),
            (Kotlin, "T & Any", "T"),
            (Kotlin, "Map<*, in V>", "Map<*,*super V>"),
            (Kotlin, "Int...", "Int[]"),
            (Kotlin, "() -> () -> Unit", "()->()->Unit"),
            (Kotlin, "`in`.Name", "in.Name"),
            (Java, "<", "!<"),
        ] {
            assert_eq!(shown(&Written::parse(text, language)), wanted, "{text}");
        }
        let deep = "A<".repeat(100_000);
        assert!(matches!(Written::parse(&deep, Java), Written::Unknown(_)));
    }
}

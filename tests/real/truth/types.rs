//! Java types as written: their short form, and whether a type of a descriptor is their erasure.

use std::collections::BTreeMap;

use jardex::model::{ImportKind, ParsedFile, TypeDecl};

use super::signature::simple;

/// A type as written, in the form of [`super::signature`]: last names alone, no blanks but around `extends` and `super`.
pub fn short(written: &str) -> String {
    let tokens = tokens(written);
    let mut out: Vec<&str> = Vec::new();
    for token in &tokens {
        match *token {
            "." => {
                // What stands before it, arguments included, qualifies what comes.
                if out.last() == Some(&">") {
                    let mut depth = 0;
                    while let Some(last) = out.pop() {
                        depth += i32::from(last == ">") - i32::from(last == "<");
                        if depth == 0 {
                            break;
                        }
                    }
                }
                out.pop();
            }
            "..." => out.extend(["[", "]"]),
            _ if is_name(token) && !matches!(*token, "extends" | "super") => out.push(simple(token)),
            _ => out.push(token),
        }
    }
    out.iter()
        .map(|token| if matches!(*token, "extends" | "super") { format!(" {token} ") } else { (*token).to_owned() })
        .collect()
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$'))
}

/// Names, `...`, and single characters.
pub fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        let end = if is_part(first) {
            rest.find(|c| !is_part(c)).unwrap_or(rest.len())
        } else if rest.starts_with("...") {
            3
        } else {
            first.len_utf8()
        };
        found.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    found
}

/// What names in the types of a member may mean.
pub struct Scope<'a> {
    file: &'a ParsedFile,
    /// Type parameters with their first bound; none: Object.
    parameters: BTreeMap<String, Option<String>>,
}

impl<'a> Scope<'a> {
    /// The scope in a type; `chain` from the inside out.
    pub fn of(file: &'a ParsedFile, chain: &[&TypeDecl]) -> Self {
        let mut parameters = BTreeMap::new();
        for declared in chain.iter().rev() {
            if !declared.type_parameters.is_empty() {
                parameters.extend(type_parameters(&declared.signature));
            }
        }
        Self { file, parameters }
    }

    /// The same with the type parameters of a method or constructor, which stand before its type and name.
    pub fn with(&self, signature: &str) -> Self {
        let mut parameters = self.parameters.clone();
        let before_brackets = signature.find('(').unwrap_or(signature.len());
        let first = signature.find('<').filter(|at| *at < before_brackets);
        let are_own = first.is_some_and(|at| {
            signature[..at].split_whitespace().all(|word| {
                let plain = ["public", "protected", "private", "static", "abstract", "final", "native", "synchronized"];
                plain.contains(&word) || matches!(word, "default" | "strictfp")
            })
        });
        if are_own {
            parameters.extend(type_parameters(signature));
        }
        Self { file: self.file, parameters }
    }

    /// Whether `descriptor` (`[Ljava/lang/String;`) is the erasure of what is written.
    pub fn erases_to(&self, written: &str, descriptor: &str) -> bool {
        let tokens = tokens(written);
        let mut dimensions = 0;
        let mut depth = 0;
        let mut name = String::new();
        for token in &tokens {
            match *token {
                "<" => depth += 1,
                ">" => depth -= 1,
                _ if depth > 0 => {}
                "[" | "..." => dimensions += 1,
                "]" => {}
                "." => name.push('.'),
                // `A & B` of a bound: the first is the erasure.
                "&" => break,
                other => name.push_str(other),
            }
        }
        let element = descriptor.trim_start_matches('[');
        let theirs = descriptor.len() - element.len();
        if let Some(bound) = self.parameters.get(&name) {
            let bound = bound.clone().unwrap_or_else(|| "java.lang.Object".to_owned());
            // A bound may be another parameter, never itself.
            return bound != name && theirs >= dimensions && self.erases_to(&bound, &descriptor[dimensions..]);
        }
        theirs == dimensions && self.is_called(&name, element)
    }

    fn is_called(&self, name: &str, element: &str) -> bool {
        let Some(class) = element.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')) else {
            return primitive(element) == Some(name);
        };
        let (class, name) = (dotted(class), dotted(name));
        if class == name {
            return true;
        }
        let head = name.split('.').next().unwrap();
        let imported = self.file.imports.iter().find(|import| {
            matches!(import.kind, ImportKind::Single | ImportKind::Static)
                && import.path.rsplit('.').next() == Some(head)
        });
        if let Some(import) = imported.filter(|import| import.kind == ImportKind::Single)
            && dotted(&format!("{}{}", import.path, &name[head.len()..])) == class
        {
            return true;
        }
        let last = |text: &str| text.rsplit('.').next().unwrap().to_owned();
        let is_suffix = class.strip_suffix(&name).is_some_and(|before| before.ends_with('.'));
        if name.contains('.') || imported.is_some() {
            // A nested type may be named through a type that inherits it.
            is_suffix || last(&class) == last(&name)
        } else {
            is_suffix
        }
    }
}

fn dotted(name: &str) -> String {
    name.replace(['/', '$'], ".")
}

fn primitive(descriptor: &str) -> Option<&'static str> {
    Some(match descriptor {
        "V" => "void",
        "Z" => "boolean",
        "B" => "byte",
        "C" => "char",
        "S" => "short",
        "I" => "int",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        _ => return None,
    })
}

/// The parameters in the first angle brackets of a signature, with their first bounds.
fn type_parameters(signature: &str) -> Vec<(String, Option<String>)> {
    let Some(open) = signature.find('<') else { return Vec::new() };
    let mut depth = 0;
    let mut items = vec![String::new()];
    for c in signature[open..].chars() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        match c {
            '<' if depth == 1 => {}
            '>' if depth == 0 => break,
            ',' if depth == 1 => items.push(String::new()),
            _ => items.last_mut().unwrap().push(c),
        }
    }
    let parameter = |item: String| {
        let (name, bound) =
            item.split_once(" extends ").map_or((item.as_str(), None), |(name, bound)| (name, Some(bound)));
        (name.trim().to_owned(), bound.map(|bound| bound.trim().to_owned()))
    };
    items.into_iter().map(parameter).collect()
}

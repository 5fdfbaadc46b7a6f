//! What jardex says an artifact declares.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::served::Served;

/// A type as listed.
#[derive(Debug, Clone)]
pub struct Type {
    /// `a.b.Outer.Inner`.
    pub name: String,
    pub kind: String,
    pub is_kotlin: bool,
    /// Whether several files declare it: `expect` in one, `actual` in another.
    pub is_expected: bool,
}

/// A method or field as listed.
#[derive(Debug, Clone)]
pub struct Member {
    pub signature: String,
    pub start: u32,
    pub end: u32,
}

/// The types by binary name; a name that several files declare (`expect` and `actual`) once.
pub fn types(listed: &Value) -> BTreeMap<String, Type> {
    let mut types: BTreeMap<String, Type> = BTreeMap::new();
    for item in listed.as_array().unwrap() {
        let text = |key: &str| item[key].as_str().unwrap_or_else(|| panic!("{item}"));
        let (package, name) = (text("package"), text("name"));
        let (folder, dot) =
            if package.is_empty() { (String::new(), "") } else { (package.replace('.', "/") + "/", ".") };
        let binary = folder + &name.replace('.', "$");
        let found = Type {
            name: format!("{package}{dot}{name}"),
            kind: text("kind").to_owned(),
            is_kotlin: text("language") == "kotlin",
            is_expected: types.contains_key(&binary),
        };
        types.insert(binary, found);
    }
    types
}

/// The methods (or, with `list_fields` and `fields`, the fields) of a type.
pub fn members(served: &mut Served, tool: &str, key: &str, type_name: &str, inherited: bool) -> Vec<Member> {
    let arguments = json!({"type_name": type_name, "include_inherited": inherited, "page_size": 200});
    let items = served.items(tool, key, &arguments);
    let line = |item: &Value, end: &str| u32::try_from(item["line_range"][end].as_u64().unwrap_or(0)).unwrap();
    let member = |item: &Value| Member {
        signature: item["signature"].as_str().unwrap().to_owned(),
        start: line(item, "start"),
        end: line(item, "end"),
    };
    items.iter().map(member).collect()
}

impl Member {
    /// The name of a method and the number of its parameters; none for what is no function, such as a constructor of Kotlin.
    pub fn named(&self, is_kotlin: bool) -> Option<(String, usize)> {
        let signature = self.signature.as_str();
        let head = if is_kotlin {
            let at = if signature.starts_with("fun ") { 0 } else { signature.find(" fun ")? + 1 };
            &signature[at + 4..]
        } else {
            signature
        };
        let open = parameters(head)?;
        let before = head[..open].trim_end();
        let name = if before.ends_with('`') {
            before.trim_end_matches('`').rsplit('`').next()
        } else {
            before.rsplit([' ', '.', '>', '?', ']', '*', '&']).next()
        };
        let arity = parts(&head[open + 1..]);
        // What reads as constructor: Java's has no type before its name.
        Some((name?.to_owned(), arity))
    }

    /// The name of a field or property.
    pub fn field(&self) -> String {
        let mut depth = 0_i32;
        let mut end = self.signature.len();
        for (at, c) in self.signature.char_indices() {
            match c {
                ':' | '=' if depth == 0 => {
                    end = at;
                    break;
                }
                '<' | '(' => depth += 1,
                '>' | ')' => depth -= 1,
                _ => {}
            }
        }
        let head = self.signature[..end].trim_end();
        head.rsplit([' ', '.']).next().unwrap().trim_matches(['`', '[', ']']).to_owned()
    }

    /// Whether it stands on this line.
    pub fn holds(&self, line: u32) -> bool {
        (self.start..=self.end).contains(&line)
    }

    /// Whether a modifier stands before it.
    pub fn is(&self, modifier: &str) -> bool {
        self.signature.split(['(', '<']).next().unwrap().split(' ').any(|word| word == modifier)
    }
}

/// Where the parameter list begins: the first bracket that follows a name outside all brackets.
fn parameters(head: &str) -> Option<usize> {
    let mut depth = 0_i32;
    let mut before = ' ';
    for (at, c) in head.char_indices() {
        match c {
            '(' if depth == 0 && (before.is_alphanumeric() || matches!(before, '_' | '$' | '`')) => return Some(at),
            '(' | '<' => depth += 1,
            '>' if before == '-' => {}
            ')' | '>' => depth -= 1,
            _ => {}
        }
        before = c;
    }
    None
}

/// How many parameters stand before the closing bracket.
fn parts(text: &str) -> usize {
    let (mut depth, mut count, mut is_empty, mut before) = (0_i32, 0, true, ' ');
    for c in text.chars() {
        match c {
            ')' if depth == 0 => break,
            ',' if depth == 0 => {
                count += 1;
                is_empty = true;
                before = c;
                continue;
            }
            '>' if before == '-' => {}
            '(' | '<' | '[' | '{' => depth += 1,
            ')' | '>' | ']' | '}' => depth -= 1,
            _ => {}
        }
        is_empty &= c == ' ';
        before = c;
    }
    count + usize::from(!is_empty)
}

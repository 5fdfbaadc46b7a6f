//! Whether a library declares what an answer names, asked of the tools that list declarations.

use std::collections::BTreeMap;

use serde_json::Value;

use super::questions::Answer;
use crate::place;

/// A library, and what it was asked already.
pub struct Library<'a> {
    coordinate: &'a str,
    asked: BTreeMap<(String, String), Vec<Value>>,
}

impl<'a> Library<'a> {
    pub fn of(coordinate: &'a str) -> Self {
        Self { coordinate, asked: BTreeMap::new() }
    }

    /// The first sentences of the documentation of all that an answer names; an error where it names nothing.
    pub fn find(&mut self, answer: &Answer) -> Result<Vec<String>, String> {
        let (package, name) = answer.in_package();
        let of_type: Vec<Value> = self.list("types", package, name)?;
        let types: Vec<&Value> = of_type.iter().filter(|item| item["name"] == name).collect();
        if types.is_empty() {
            return Err("no such type".to_owned());
        }
        let Some(member) = &answer.member else { return Ok(sentences(types)) };
        let written = if member == "<init>" { name.rsplit('.').next().unwrap() } else { member };
        let methods = self.list("methods", &answer.type_name, member)?;
        let overloads: Vec<(Vec<String>, &Value)> =
            methods.iter().filter_map(|item| Some((parameters(signature(item), written)?, item))).collect();
        let fits = |own: &Vec<String>| answer.parameters.as_ref().is_none_or(|wanted| wanted == own);
        let found: Vec<&Value> = overloads.iter().filter(|(own, _)| fits(own)).map(|(_, item)| *item).collect();
        if !found.is_empty() {
            return Ok(sentences(found));
        }
        if answer.parameters.is_some() {
            let lists: Vec<&Vec<String>> = overloads.iter().map(|(own, _)| own).collect();
            return Err(format!("no such method; those of this name take {lists:?}"));
        }
        let fields = self.list("fields", &answer.type_name, member)?;
        let fields: Vec<&Value> = fields.iter().filter(|item| is_of(signature(item), written)).collect();
        if fields.is_empty() { Err("no such member".to_owned()) } else { Ok(sentences(fields)) }
    }

    /// What a command lists of this name.
    fn list(&mut self, verb: &str, of: &str, name: &str) -> Result<Vec<Value>, String> {
        let key = (verb.to_owned(), format!("{of} {name}"));
        if let Some(known) = self.asked.get(&key) {
            return Ok(known.clone());
        }
        let filter = format!("--name-filter={name}");
        let gave =
            place::run(&[verb, self.coordinate, of, &filter, "--include-description", "--page-size=200", "--json"]);
        let answer: Value = serde_json::from_slice(&gave.out).map_err(|_| gave.err.clone())?;
        if answer["status"] != "success" {
            return Err(answer["message"].as_str().unwrap_or(&gave.err).to_owned());
        }
        assert!(answer["pagination"]["total_pages"].as_u64().unwrap() <= 1, "{verb} {of} {name} has one page");
        let items = answer[verb].as_array().cloned().unwrap_or_default();
        self.asked.insert(key, items.clone());
        Ok(items)
    }
}

fn signature(item: &Value) -> &str {
    item["signature"].as_str().unwrap()
}

fn sentences<'a>(items: impl IntoIterator<Item = &'a Value>) -> Vec<String> {
    items.into_iter().filter_map(|item| item["description"].as_str().map(str::to_owned)).collect()
}

/// Where a name stands as a whole word.
fn places<'a>(signature: &'a str, name: &'a str) -> impl Iterator<Item = usize> + 'a {
    let of_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    signature
        .match_indices(name)
        .map(|(at, _)| at)
        .filter(move |at| !signature[..*at].ends_with(of_name) && !signature[at + name.len()..].starts_with(of_name))
}

/// Whether a field or property has this name: a whole word before its type or value.
fn is_of(signature: &str, name: &str) -> bool {
    let head = signature.split('=').next().unwrap();
    places(head, name).next().is_some()
}

/// The simple types of the parameters of a method of this name; none where the signature is another's.
pub fn parameters(signature: &str, name: &str) -> Option<Vec<String>> {
    let rest = places(signature, name).map(|at| signature[at + name.len()..].trim_start_matches('`').trim_start());
    let rest = rest.filter(|rest| rest.starts_with('(')).last()?;
    Some(split(&rest[1..]).iter().map(|parameter| simple(parameter)).collect())
}

/// The parameters up to the parenthesis that closes the list, generics left out.
fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let (mut depth, mut angles, mut before) = (0_i32, 0_i32, ' ');
    for c in text.chars() {
        match c {
            ')' if depth == 0 => break,
            ',' if depth == 0 && angles == 0 => parts.push(String::new()),
            '<' => angles += 1,
            '>' if before != '-' => angles -= 1,
            _ if angles > 0 => {}
            _ => parts.last_mut().unwrap().push(c),
        }
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        before = c;
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// The simple name of the type in `final Map m`, `String... args`, `name: String = "x"`, `vararg pins: String`.
fn simple(parameter: &str) -> String {
    let plain = parameter.split('=').next().unwrap();
    let (kind, is_vararg) = if let Some((name, kind)) = plain.split_once(':') {
        (kind.trim().trim_end_matches('?'), name.trim().starts_with("vararg "))
    } else {
        let mut words = plain.split_whitespace().filter(|word| !word.starts_with('@') && *word != "final");
        (words.next().unwrap_or_default(), false)
    };
    let name = kind.trim_end_matches('.');
    let dots = if is_vararg || name.len() < kind.len() { "..." } else { "" };
    format!("{}{dots}", name.rsplit('.').next().unwrap())
}

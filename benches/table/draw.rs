//! Arguments drawn from an index with a fixed seed: hundreds of different ones, so that no cache flatters.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use serde_json::{Value, json};

use crate::ask::{Asker, Question};
use crate::corpus::File;

const SEED: u64 = 20_260_101;

/// What arguments are drawn from.
pub struct Drawer {
    rng: Rng,
    /// Qualified names.
    types: Vec<String>,
    packages: Vec<String>,
    folders: Vec<String>,
}

impl Drawer {
    pub fn new(asker: &Asker, files: &[File]) -> Self {
        let (mut types, mut packages) = (Vec::new(), BTreeSet::new());
        for page in 1.. {
            let answer = asker.json("list_types", json!({"page": page, "page_size": 200}));
            for item in answer["types"].as_array().unwrap() {
                let package = item["package"].as_str().unwrap_or_default();
                let name = item["name"].as_str().unwrap();
                types.push(if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") });
                packages.insert(package.to_owned());
            }
            if answer["pagination"]["total_pages"].as_u64().is_none_or(|last| page >= last) {
                break;
            }
        }
        let folder = |file: &File| file.path.rsplit_once('/').map(|(folder, _)| folder.to_owned());
        let folders: BTreeSet<String> = files.iter().filter_map(folder).collect();
        Self {
            rng: Rng::with_seed(SEED),
            types,
            packages: packages.into_iter().filter(|name| !name.is_empty()).collect(),
            folders: folders.into_iter().collect(),
        }
    }

    fn one_of<'a, T>(rng: &mut Rng, of: &'a [T]) -> &'a T {
        &of[rng.usize(..of.len())]
    }

    /// Every question of the table with a name, `count` times with other arguments.
    pub fn questions(&mut self, asker: &Asker, files: &[File], count: usize) -> Vec<(&'static str, Vec<Question>)> {
        let mut drawn = Vec::new();
        let mut add = |name: &'static str, tool: &'static str, mut draw: Box<dyn FnMut(&mut Self) -> Value + '_>| {
            let questions = (0..count).map(|_| Question { tool, arguments: draw(self) }).collect();
            drawn.push((name, questions));
        };
        add("list_indexed_artifacts", "list_indexed_artifacts", Box::new(|_| json!({})));
        add("list_packages", "list_packages", Box::new(|of| json!({"parent_package": of.package()})));
        add(
            "list_packages, described",
            "list_packages",
            Box::new(|of| json!({"parent_package": of.package(), "include_description": true})),
        );
        add("list_types of a package", "list_types", Box::new(|of| json!({"package_filter": of.package()})));
        add("list_types by name", "list_types", Box::new(|of| json!({"name_filter": format!("*{}*", of.name_part())})));
        add("get_type_source", "get_type_source", Box::new(|of| json!({"type_name": of.type_name()})));
        add(
            "get_type_source, outline",
            "get_type_source",
            Box::new(|of| json!({"type_name": of.type_name(), "outline": true})),
        );
        add("list_methods", "list_methods", Box::new(|of| json!({"type_name": of.type_name()})));
        add(
            "list_methods, described",
            "list_methods",
            Box::new(|of| json!({"type_name": of.type_name(), "include_description": true})),
        );
        add(
            "list_methods, inherited",
            "list_methods",
            Box::new(|of| json!({"type_name": of.type_name(), "include_inherited": true})),
        );
        add("list_fields", "list_fields", Box::new(|of| json!({"type_name": of.type_name()})));
        add(
            "list_fields, inherited",
            "list_fields",
            Box::new(|of| json!({"type_name": of.type_name(), "include_inherited": true})),
        );
        add("get_method_source", "get_method_source", Box::new(|of| of.method(asker)));
        add("get_import_section", "get_import_section", Box::new(|of| json!({"type_name": of.type_name()})));
        add("list_folder_tree", "list_folder_tree", Box::new(|of| json!({"path": of.folder(), "max_depth": 2})));
        add(
            "search_file_names, glob",
            "search_file_names",
            Box::new(|of| json!({"pattern": format!("*{}*", of.name_part()), "pattern_type": "glob"})),
        );
        add(
            "search_file_names, regex",
            "search_file_names",
            Box::new(|of| json!({"pattern": format!("{}\\w+\\.", of.name_part()), "pattern_type": "regex"})),
        );
        add("get_file", "get_file", Box::new(|of| json!({"file_path": Self::one_of(&mut of.rng, files).path})));
        add("get_file, lines", "get_file", Box::new(|of| of.lines(files)));
        drawn
    }

    fn package(&mut self) -> String {
        Self::one_of(&mut self.rng, &self.packages).clone()
    }

    fn folder(&mut self) -> String {
        Self::one_of(&mut self.rng, &self.folders).clone()
    }

    fn type_name(&mut self) -> String {
        Self::one_of(&mut self.rng, &self.types).clone()
    }

    /// A word of a type's simple name: `Hash` of `ConcurrentHashMap`.
    fn name_part(&mut self) -> String {
        let name = self.type_name();
        let name = name.rsplit('.').next().unwrap_or_default();
        let words: Vec<String> =
            name.split_inclusive(|c: char| c.is_lowercase()).fold(Vec::new(), |mut words, piece| {
                match words.last_mut() {
                    Some(word) if !piece.starts_with(char::is_uppercase) => word.push_str(piece),
                    _ => words.push(piece.to_owned()),
                }
                words
            });
        words.into_iter().max_by_key(String::len).unwrap_or_else(|| name.to_owned())
    }

    /// A method of a type that has one.
    fn method(&mut self, asker: &Asker) -> Value {
        loop {
            let name = self.type_name();
            let answer = asker.json("list_methods", json!({"type_name": name}));
            let methods = answer["methods"].as_array().filter(|methods| !methods.is_empty());
            let Some(methods) = methods else { continue };
            let signature = Self::one_of(&mut self.rng, methods)["signature"].as_str().unwrap_or_default();
            // The word before the parameters is the name, save where a constructor's is asked for otherwise.
            let before = signature.split_once('(').map_or("", |(before, _)| before);
            let method = before.rsplit([' ', '.']).next().unwrap_or_default();
            let simple = name.rsplit('.').next().unwrap_or_default();
            if method.is_empty() || method == simple || !method.chars().all(char::is_alphanumeric) {
                continue;
            }
            let question = json!({"type_name": name, "method_name": method});
            if methods
                .iter()
                .any(|item| item["signature"].as_str().is_some_and(|text| text.contains(&format!("{method}("))))
            {
                return question;
            }
        }
    }

    fn lines(&mut self, files: &[File]) -> Value {
        let file = Self::one_of(&mut self.rng, files);
        let lines = memchr::memchr_iter(b'\n', &file.bytes).count().max(1);
        let start = self.rng.usize(1..=lines);
        json!({"file_path": file.path, "start_line": start, "end_line": start + 60})
    }

    /// `count` words that few files have.
    pub fn rare_words(&mut self, files: &[File], count: usize) -> Vec<String> {
        rare_words(&mut self.rng, files, count)
    }

    /// `count` pieces of lines, three to forty characters long, anywhere in the text.
    pub fn literals(&mut self, files: &[File], count: usize) -> Vec<String> {
        literals(&mut self.rng, files, count)
    }

    /// `count` patterns of the kinds people write.
    pub fn regexes(&mut self, files: &[File], count: usize) -> Vec<String> {
        let words = self.rare_words(files, count);
        words.into_iter().enumerate().map(|(at, word)| pattern(at, &word, || self.name_part())).collect()
    }
}

/// Words of texts, where there is no one artifact whose types could be asked for.
pub struct Words<'a> {
    rng: Rng,
    files: &'a [File],
    identifiers: Vec<String>,
}

impl<'a> Words<'a> {
    pub fn new(files: &'a [File]) -> Self {
        let mut identifiers = BTreeSet::new();
        for file in files {
            let words = file.bytes.split(|byte| !byte.is_ascii_alphanumeric());
            let words = words.filter(|word| (4..=40).contains(&word.len()) && word[0].is_ascii_alphabetic());
            identifiers.extend(words.map(|word| String::from_utf8_lossy(word).into_owned()));
        }
        Self { rng: Rng::with_seed(SEED), files, identifiers: identifiers.into_iter().collect() }
    }

    pub fn identifiers(&mut self, count: usize) -> Vec<String> {
        (0..count).map(|_| self.identifiers[self.rng.usize(..self.identifiers.len())].clone()).collect()
    }

    pub fn literals(&mut self, count: usize) -> Vec<String> {
        literals(&mut self.rng, self.files, count)
    }

    pub fn regexes(&mut self, count: usize) -> Vec<String> {
        let words = rare_words(&mut self.rng, self.files, count);
        let parts: Vec<String> = self.identifiers(2 * count).iter().map(|name| hump(name)).collect();
        let mut parts = parts.into_iter();
        words
            .into_iter()
            .enumerate()
            .map(|(at, word)| pattern(at, &word, || parts.next().unwrap_or_default()))
            .collect()
    }

    /// Names as they are asked for: whole, their beginning, their humps, a part, a few letters.
    pub fn names(&mut self, count: usize) -> Vec<String> {
        let names = self.identifiers(count);
        let shape = |(at, name): (usize, String)| match at % 5 {
            0 => name,
            1 => name[..name.len().div_ceil(2)].to_owned(),
            2 => {
                let humps: String = name.chars().filter(char::is_ascii_uppercase).collect();
                if humps.len() < 2 { name } else { humps }
            }
            3 => hump(&name),
            _ => name[name.len() / 2 - 1..=name.len() / 2].to_owned(),
        };
        names.into_iter().enumerate().map(shape).collect()
    }
}

/// The longest hump of a name.
fn hump(name: &str) -> String {
    let humps = name.split(|c: char| c.is_ascii_uppercase());
    humps.max_by_key(|hump| hump.len()).filter(|hump| !hump.is_empty()).unwrap_or(name).to_owned()
}

fn pattern(at: usize, word: &str, mut name_part: impl FnMut() -> String) -> String {
    match at % 4 {
        0 => format!("{}\\w+", &word[..=word.len() / 2]),
        1 => format!("\\b{word}\\s*\\("),
        2 => format!("(class|interface|fun) {}", name_part()),
        _ => format!("{}.*{}", name_part(), name_part()),
    }
}

fn rare_words(rng: &mut Rng, files: &[File], count: usize) -> Vec<String> {
    let mut counts: BTreeMap<&[u8], (usize, usize)> = BTreeMap::new();
    for (at, file) in files.iter().enumerate() {
        let words = file.bytes.split(|byte| !byte.is_ascii_alphanumeric());
        for word in words.filter(|word| (6..=40).contains(&word.len())) {
            let entry = counts.entry(word).or_insert((0, usize::MAX));
            if entry.1 != at {
                *entry = (entry.0 + 1, at);
            }
        }
    }
    let rare: Vec<&[u8]> = counts.into_iter().filter(|(_, (files, _))| *files <= 5).map(|(word, _)| word).collect();
    (0..count).map(|_| String::from_utf8_lossy(rare[rng.usize(..rare.len())]).into_owned()).collect()
}

fn literals(rng: &mut Rng, files: &[File], count: usize) -> Vec<String> {
    let mut literals = Vec::new();
    while literals.len() < count {
        let file = &files[rng.usize(..files.len())];
        let length = rng.usize(3..=40);
        if file.bytes.len() <= length {
            continue;
        }
        let start = rng.usize(..file.bytes.len() - length);
        let piece = &file.bytes[start..start + length];
        if piece.is_ascii() && !piece.iter().any(u8::is_ascii_control) && !piece.trim_ascii().is_empty() {
            literals.push(String::from_utf8_lossy(piece).into_owned());
        }
    }
    literals
}

//! The sources of an artifact, parsed in this process as the index would, and their types by name.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use jardex::coordinate::Coordinate;
use jardex::model::{FieldDecl, Language, MethodDecl, ParsedFile, TypeDecl, TypeKind};
use jardex::source::Located;
use jardex::text::decode;

use super::list::{self, Listed};

/// A parsed file.
pub struct File {
    pub path: String,
    pub language: Language,
    pub parsed: ParsedFile,
}

/// A type of a file.
#[derive(Clone, Copy)]
pub struct Type<'a> {
    pub file: &'a File,
    pub index: u32,
}

/// All files of an artifact.
pub struct Sources {
    pub files: Vec<File>,
    /// [`File::key`] of every file.
    names: BTreeSet<(String, String)>,
}

/// How many files are parsed at once for one artifact; artifacts are worked on at once as well.
const THREADS: usize = 2;

pub fn read(listed: &Listed) -> Sources {
    of(&list::sources(&Coordinate::parse(&listed.coordinate).unwrap()))
}

/// The files of a source.
pub fn of(located: &Located) -> Sources {
    let next = AtomicUsize::new(0);
    let files = Mutex::new(Vec::new());
    std::thread::scope(|threads| {
        for _ in 0..THREADS {
            threads.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(entry) = located.tree.entries().get(at) else { return };
                    let overlay = entry.path.starts_with("META-INF/");
                    let is_class = entry.path.strip_suffix(".class").is_some();
                    if overlay || !is_class && Language::of_file(&entry.path).is_none() {
                        continue;
                    }
                    let bytes = located.tree.read(at).unwrap();
                    let Some(decoded) = decode::decode(&bytes) else { continue };
                    let Some(language) = jardex::parse::language_of(&entry.path, &decoded.text) else { continue };
                    let parsed = jardex::parse::parse(language, &entry.path, &decoded.text);
                    files.lock().unwrap().push(File { path: entry.path.clone(), language, parsed });
                }
            });
        }
    });
    let mut files = files.into_inner().unwrap();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let name = |file: &File| {
        let (package, name) = file.key();
        (package, name.to_owned())
    };
    let names = files.iter().map(name).collect();
    Sources { files, names }
}

impl File {
    /// The package as folders, and the name of the file: what a class file can say of its source.
    pub fn key(&self) -> (String, &str) {
        (self.parsed.package.replace('.', "/"), self.path.rsplit('/').next().unwrap())
    }
}

impl Sources {
    /// Whether the sources hold this file of this package.
    pub fn hold(&self, package: &str, file: &str) -> bool {
        self.names.contains(&(package.to_owned(), file.to_owned()))
    }

    /// Whether the sources hold a file of this name in any package.
    pub fn hold_anywhere(&self, file: &str) -> bool {
        self.names.iter().any(|(_, name)| name == file)
    }

    /// The types of a language by `a/b/Outer.Inner`, typealiases left out; a name that several files declare several times.
    pub fn types(&self, language: Language) -> BTreeMap<String, Vec<Type<'_>>> {
        let mut types: BTreeMap<String, Vec<Type<'_>>> = BTreeMap::new();
        for file in self.files.iter().filter(|file| file.language == language) {
            for (index, declared) in file.parsed.types.iter().enumerate() {
                if declared.kind != TypeKind::Typealias {
                    let found = Type { file, index: index as u32 };
                    types.entry(found.key()).or_default().push(found);
                }
            }
        }
        types
    }
}

impl<'a> Type<'a> {
    /// `a/b/Outer.Inner`.
    pub fn key(&self) -> String {
        let package = self.file.parsed.package.replace('.', "/");
        let dot = if package.is_empty() { "" } else { "/" };
        format!("{package}{dot}{}", self.declared().name)
    }

    pub fn declared(&self) -> &'a TypeDecl {
        &self.file.parsed.types[self.index as usize]
    }

    /// This type and those around it, from the inside out.
    pub fn chain(&self) -> Vec<&'a TypeDecl> {
        let types = &self.file.parsed.types;
        let mut chain = vec![self.declared()];
        while let Some(owner) = chain.last().and_then(|declared| declared.owner) {
            chain.push(&types[owner as usize]);
        }
        chain
    }

    pub fn methods(&self) -> impl Iterator<Item = &'a MethodDecl> + use<'a> {
        let index = self.index;
        self.file.parsed.methods.iter().filter(move |method| method.owner == index)
    }

    pub fn fields(&self) -> impl Iterator<Item = &'a FieldDecl> + use<'a> {
        let index = self.index;
        self.file.parsed.fields.iter().filter(move |field| field.owner == index)
    }

    /// Whether it or a type around it has this modifier.
    pub fn is_within(&self, modifier: &str) -> bool {
        self.chain().iter().any(|declared| has(&declared.modifiers, modifier))
    }
}

/// Whether a list of words holds this one.
pub fn has(words: &[String], word: &str) -> bool {
    words.iter().any(|own| own == word)
}

//! A tree of class files as a tree of outlines: one file a top-level type, under the path of its class file.
//!
//! Which class belongs to which is what the class files say themselves; their names only tell which need to be asked. Class
//! files of member types, of local and anonymous classes and of what compilers add are no files of the tree. Everything
//! else is as it was: also a class whose source lies in the same archive, which says more.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock};

use rayon::prelude::*;

use super::overlays::Overlays;
use crate::error::{Failure, Incomplete, Status};
use crate::model::{Language, Origin};
use crate::parse::classfile::{self, Around, Heritage, Standing};
use crate::source::{Entry, Located, SourceKind, Tree, parts, view};
use crate::work::{Work, lock};

/// How many classes one in another are followed.
const DEEPEST: usize = 64;

/// A source with as many source files is one of sources, although class files lie beside them: one to so many types.
const SOURCES_TO_CLASSES: usize = 4;

/// How the JAR ends that has sources alone to tell: class files in it are what a test reads, say.
const SOURCES_JAR: &str = "-sources.jar";

/// Languages of the Java platform that nobody reads here.
const OTHER_LANGUAGES: [(&str, &str); 3] = [(".scala", "Scala"), (".groovy", "Groovy"), (".clj", "Clojure")];

/// Files in another language count where they are more than one in so many of Java and Kotlin.
const OTHERS_THAT_COUNT: usize = 10;

/// Ends of archives, and how many that lie in one are named.
const ARCHIVES: [&str; 5] = [".jar", ".war", ".rar", ".aar", ".zip"];
const MOST_ARCHIVES: usize = 5;

/// Why they are named.
const CLOSED: &str = "an archive in an archive is not read; it can be registered by itself";

/// Folders that a source without a package lies in.
const ROOTS: [&str; 4] = ["", "src/", "src/main/java/", "src/main/kotlin/"];

/// Ends of source files, where a class does not say its own.
const SOURCES: [&str; 2] = [".java", ".kt"];

/// Where an application has class files of its own.
const CLASSES_OF_APPLICATIONS: [&str; 2] = ["WEB-INF/classes", "BOOT-INF/classes"];

/// What a source becomes when its class files are to be read, which is decided by the `wanted` origin, and else by what is
/// in it.
///
/// # Errors
/// `invalid_source` when class files are wanted and none are there, or an entry is damaged; [`Failure::cancelled`].
pub fn read(located: Located, wanted: Option<Origin>, work: &Work) -> Result<Located, Failure> {
    let entries = located.tree.entries();
    let has_classes = entries.iter().any(|entry| is_class(&entry.path));
    match wanted {
        Some(Origin::Bytecode) if !has_classes => {
            let message = format!("{} cannot be used: there are no class files in it", located.uri);
            return Err(
                Failure::new(Status::InvalidSource, message).hint("name a JAR of class files, or leave origin out")
            );
        }
        Some(Origin::Bytecode) => {}
        None if has_classes && is_of_classes(entries) => {}
        _ => return among_sources(located, wanted.is_none() && has_classes, work),
    }
    let tree = Classes::new(Arc::clone(&located.tree), work)?;
    let tree = if wanted.is_none() { tree.without_sources(work)? } else { tree };
    Ok(Located { origin: Origin::Bytecode, tree: Arc::new(tree), ..located })
}

/// The same of a source of sources: class files are read in a JAR, where nothing else was `wanted` and no source of theirs is
/// there.
fn among_sources(located: Located, reads_classes: bool, work: &Work) -> Result<Located, Failure> {
    let is_mixed = reads_classes && located.kind == SourceKind::Jar && !located.uri.ends_with(SOURCES_JAR);
    let outlines =
        is_mixed.then(|| Classes::new(Arc::clone(&located.tree), work)?.without_sources(work)).transpose()?;
    let entries = located.tree.entries();
    let mut problems = languages_left_aside(entries);
    let tree: Arc<dyn Tree> = if let Some(outlines) = outlines.filter(Classes::has_outlines) {
        Arc::new(outlines)
    } else {
        problems.extend(parts_left_aside(entries));
        problems.extend(archives_left_aside(entries));
        Arc::clone(&located.tree)
    };
    let tree = if problems.is_empty() { tree } else { view::renamed(tree, |entry| Some(entry.path.clone()), problems) };
    Ok(Located { tree, ..located })
}

fn is_class(path: &str) -> bool {
    path.strip_suffix(".class").is_some()
}

/// Whether a source has its types as class files, and source files by the way at most.
fn is_of_classes(entries: &[Entry]) -> bool {
    let is_top_level = |path: &str| is_class(path) && !path.rsplit('/').next().unwrap_or(path).contains('$');
    let classes = entries.iter().filter(|entry| is_top_level(&entry.path)).count();
    let sources = entries.iter().filter(|entry| is_source(&entry.path)).count();
    sources == 0 || sources * SOURCES_TO_CLASSES < classes
}

fn is_source(path: &str) -> bool {
    !is_class(path) && Language::of_file(path).is_some()
}

/// A path, and what it is as seen from each folder above it: sources may lie below a folder of their own. The name alone only
/// where a source without a package lies.
fn ends_of(path: &str) -> impl Iterator<Item = &str> {
    let ends = std::iter::once(path).chain(path.match_indices('/').map(|(slash, _)| &path[slash + 1..]));
    ends.filter(|end| end.contains('/') || ROOTS.contains(&&path[..path.len() - end.len()]))
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// Parts of an archive of sources that have class files alone: their types are not among those that are told.
fn parts_left_aside(entries: &[Entry]) -> Vec<Incomplete> {
    // By part: whether it has class files, and sources.
    let mut parts: BTreeMap<&str, (bool, bool)> = BTreeMap::new();
    for entry in entries {
        let nested = entry.path.split_once(parts::MARK).map(|(part, _)| part);
        let of_application = || CLASSES_OF_APPLICATIONS.into_iter().find(|folder| is_below(&entry.path, folder));
        if let Some(part) = nested.or_else(of_application) {
            let (classes, sources) = parts.entry(part).or_default();
            *classes |= is_class(&entry.path);
            *sources |= is_source(&entry.path);
        }
    }
    let left = parts.into_iter().filter(|(_, (classes, sources))| *classes && !*sources);
    let reason = "its class files are not read, since there are sources in the archive; with origin bytecode they are";
    left.map(|(part, _)| Incomplete::at(part, reason).of_declarations()).collect()
}

/// Languages that nobody reads here, where a part of the sources that counts is written in them.
fn languages_left_aside(entries: &[Entry]) -> Vec<Incomplete> {
    let sources = entries.iter().filter(|entry| is_source(&entry.path)).count();
    let left = OTHER_LANGUAGES.iter().filter_map(|(extension, language)| {
        let count = entries.iter().filter(|entry| entry.path.ends_with(extension)).count();
        let reason = "only Java and Kotlin are read: their types are not told, save from a class JAR (origin bytecode)";
        (count > 0 && count * OTHERS_THAT_COUNT >= sources).then(|| {
            let files = if count == 1 { "file" } else { "files" };
            Incomplete::new(format!("{count} {files} in {language}"), reason).of_declarations()
        })
    });
    left.collect()
}

/// Archives in an archive that has nothing else to tell.
fn archives_left_aside(entries: &[Entry]) -> Vec<Incomplete> {
    if entries.iter().any(|entry| Language::of_file(&entry.path).is_some() || is_class(&entry.path)) {
        return Vec::new();
    }
    let is_archive = |path: &str| ARCHIVES.iter().any(|extension| path.ends_with(extension));
    let mut inner = entries.iter().filter(|entry| is_archive(&entry.path));
    let mut left: Vec<Incomplete> =
        inner.by_ref().take(MOST_ARCHIVES).map(|entry| Incomplete::at(entry.path.clone(), CLOSED)).collect();
    let more = inner.count();
    if more > 0 {
        left.push(Incomplete::new(format!("{more} more archives"), CLOSED));
    }
    left
}

/// The outlines of a tree of class files.
struct Classes {
    whole: Arc<dyn Tree>,
    entries: Vec<Entry>,
    /// What each entry is made of.
    parts: Vec<Part>,
    /// Places of all class files by path without `.class`.
    names: HashMap<String, usize>,
    /// What was left out, of the whole and here.
    problems: Vec<Incomplete>,
    /// What classes hand down, each read once.
    heritage: Mutex<HashMap<usize, Option<Arc<Heritage>>>>,
}

/// What an entry is made of: places in the whole.
struct Part {
    root: usize,
    /// An outline is made of these and the root; none: the entry is as it is.
    members: Option<Vec<usize>>,
    /// What could not be read of it, known once it was read.
    flaw: OnceLock<Option<String>>,
}

/// What a class file whose name has a dollar said of itself.
struct Said {
    /// The path that stands before the class's internal name.
    base: String,
    standing: Standing,
}

impl Classes {
    fn new(whole: Arc<dyn Tree>, work: &Work) -> Result<Self, Failure> {
        let all = whole.entries();
        let stems = all.iter().enumerate().filter_map(|(at, entry)| Some((entry.path.strip_suffix(".class")?, at)));
        let stems: HashMap<&str, usize> = stems.collect();
        let asked: Vec<(&str, usize)> =
            stems.iter().filter(|(stem, _)| may_be_member(stem, &stems)).map(|(stem, at)| (*stem, *at)).collect();
        work.stage("reading class files");
        let said = asked.par_iter().map(|(stem, at)| {
            work.check()?;
            Ok((*stem, said(stem, &whole.read(*at)?)))
        });
        let said: HashMap<&str, Option<Said>> = said.collect::<Result<_, Failure>>()?;
        let mut overlays = Overlays::of(whole.as_ref())?;
        let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut entries = Vec::new();
        let mut parts = Vec::new();
        for (at, entry) in all.iter().enumerate() {
            if let Some(stem) = entry.path.strip_suffix(".class") {
                if !overlays.loads(&entry.path) {
                    continue;
                }
                match root_of(stem, &stems, &said) {
                    Root::Itself => {}
                    Root::Other(root) => {
                        members.entry(root).or_default().push(at);
                        continue;
                    }
                    Root::None => continue,
                }
            }
            entries.push(entry.clone());
            parts.push(at);
        }
        let part = |root: usize| Part {
            root,
            members: is_class(&all[root].path).then(|| members.remove(&root).unwrap_or_default()),
            flaw: OnceLock::new(),
        };
        let parts = parts.into_iter().map(part).collect();
        let names = stems.iter().map(|(stem, at)| ((*stem).to_owned(), *at)).collect();
        let problems = whole.problems().iter().cloned().chain(overlays.problems()).collect();
        Ok(Self { whole, entries, parts, names, problems, heritage: Mutex::default() })
    }

    /// The same with no outline of what was compiled from a source that is here.
    fn without_sources(mut self, work: &Work) -> Result<Self, Failure> {
        let sources = self.entries.iter().filter(|entry| is_source(&entry.path));
        let sources: HashSet<&str> = sources.flat_map(|entry| ends_of(&entry.path)).collect();
        if sources.is_empty() {
            return Ok(self);
        }
        let is_written = self.parts.par_iter().zip(&self.entries).map(|(part, entry)| {
            work.check()?;
            let Some((stem, _)) = entry.path.strip_suffix(".class").zip(part.members.as_ref()) else {
                return Ok(false);
            };
            let bytes = self.whole.read(part.root)?;
            let name = classfile::standing(&bytes).map_or_else(|_| stem.to_owned(), |(name, _)| name);
            let (folder, own) = name.split_at(name.rfind('/').map_or(0, |slash| slash + 1));
            let files = match classfile::source_file(&bytes) {
                Some(file) => vec![file],
                None => SOURCES.iter().map(|extension| format!("{own}{extension}")).collect(),
            };
            Ok(files.iter().any(|file| sources.contains(format!("{folder}{file}").as_str())))
        });
        let is_written = is_written.collect::<Result<Vec<bool>, Failure>>()?;
        for (part, _) in self.parts.iter_mut().zip(is_written).filter(|(_, is_written)| *is_written) {
            part.members = None;
        }
        Ok(self)
    }

    fn has_outlines(&self) -> bool {
        self.parts.iter().any(|part| part.members.is_some())
    }

    /// The outline of the class file `bytes` and of those of the types in it.
    fn outline(&self, path: &str, bytes: &[u8], members: &[usize]) -> Result<classfile::Outline, String> {
        let mut files = Vec::with_capacity(members.len());
        for at in members {
            files.push(self.whole.read(*at).map_err(|failure| failure.message)?);
        }
        let base = classfile::standing(bytes).ok().and_then(|(name, _)| base_of(path.strip_suffix(".class")?, &name));
        let place = |name: &str| self.names.get(&format!("{}{name}", base.as_ref()?)).copied();
        let exists = |name: &str| place(name).is_some();
        let heritage = |name: &str| self.heritage(place(name)?);
        classfile::outline(path, bytes, &files, &Around { exists: &exists, heritage: &heritage })
    }

    /// What a class hands down; none where it cannot be read, which is said of it itself.
    fn heritage(&self, at: usize) -> Option<Arc<Heritage>> {
        if let Some(known) = lock(&self.heritage).get(&at) {
            return known.clone();
        }
        let read = self.whole.read(at).ok().and_then(|bytes| Heritage::read(&bytes)).map(Arc::new);
        lock(&self.heritage).insert(at, read.clone());
        read
    }
}

/// Whether a class of this name may be inside another that is there: `a/B$C$D` inside `a/B$C` or `a/B`.
fn may_be_member(stem: &str, stems: &HashMap<&str, usize>) -> bool {
    let name = stem.rfind('/').map_or(0, |slash| slash + 1);
    stem[name..].match_indices('$').any(|(dollar, _)| stems.contains_key(&stem[..name + dollar]))
}

fn said(stem: &str, bytes: &[u8]) -> Option<Said> {
    let (name, standing) = classfile::standing(bytes).ok()?;
    Some(Said { base: base_of(stem, &name)?, standing })
}

/// What stands before a class's name in its path: nothing, `META-INF/versions/9/`, `WEB-INF/classes/`.
fn base_of(stem: &str, name: &str) -> Option<String> {
    stem.strip_suffix(name).filter(|base| base.is_empty() || base.ends_with('/')).map(str::to_owned)
}

/// In which outline a class is.
enum Root {
    Itself,
    Other(usize),
    /// In none.
    None,
}

fn root_of(stem: &str, stems: &HashMap<&str, usize>, said: &HashMap<&str, Option<Said>>) -> Root {
    let mut at = stem.to_owned();
    for _ in 0..DEEPEST {
        let is_first = at == stem;
        match said.get(at.as_str()) {
            // One that cannot be read is a file of its own, and named.
            Some(None) if is_first => return Root::Itself,
            Some(Some(Said { standing: Standing::Hidden, .. })) => return Root::None,
            Some(Some(Said { base, standing: Standing::Member(outer) })) => {
                let outer = format!("{base}{outer}");
                if !stems.contains_key(outer.as_str()) {
                    // The class that holds it is not here.
                    return if is_first { Root::Itself } else { Root::None };
                }
                at = outer;
            }
            Some(None | Some(Said { standing: Standing::TopLevel, .. })) | None => {
                return if is_first {
                    Root::Itself
                } else {
                    stems.get(at.as_str()).map_or(Root::None, |at| Root::Other(*at))
                };
            }
        }
    }
    // Classes in a ring: each by itself.
    Root::Itself
}

impl Tree for Classes {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn read(&self, at: usize) -> Result<Vec<u8>, Failure> {
        let part = &self.parts[at];
        let bytes = self.whole.read(part.root)?;
        let Some(members) = &part.members else { return Ok(bytes) };
        match self.outline(&self.entries[at].path, &bytes, members) {
            Ok(outline) => {
                let first = outline.problems.first().map(|first| match outline.problems.len() {
                    1 => first.clone(),
                    several => format!("{first}; and {} more", several - 1),
                });
                let _ = part.flaw.set(first);
                Ok(outline.text.into_bytes())
            }
            Err(reason) => {
                let _ = part.flaw.set(Some(reason));
                Ok(bytes)
            }
        }
    }

    fn problems(&self) -> &[Incomplete] {
        &self.problems
    }

    fn class_files(&self) -> Option<&Arc<dyn Tree>> {
        Some(&self.whole)
    }

    fn flaw(&self, at: usize) -> Option<String> {
        self.parts[at].flaw.get().cloned().flatten()
    }
}

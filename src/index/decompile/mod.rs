//! Bodies of methods by a decompiler that the user has installed: Vineflower or CFR.
//!
//! Promises: only what a setting names is run, on a copy of the class files and in a folder of its own under the cache's
//! staging, within bounds of time, memory and output; a library's code is never executed. What it writes is text as any
//! source is, taken only where it declares the type that it should; every other type stays an outline and is named. It is
//! done once, while an artifact is indexed: what is searched and what is shown is then the same text, and a question starts
//! no process.

mod child;
mod program;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::engine::Engine;
use crate::cache::StagedFolder;
use crate::error::{Failure, Incomplete};
use crate::model::{Language, Origin, ParsedFile};
use crate::parse::classfile;
use crate::source::{self, Entry, Located, Tree, globs::Globs, limits, pack};
use crate::work::Work;
use child::Ended;
pub use program::Decompiler;

/// How often the decompiler is started for one artifact, at most: once for all classes, again for those that share a name
/// with one before (overlays, libraries in a WAR).
const MOST_ROUNDS: usize = 4;

/// Why a type is shown without bodies.
const NOT_DECOMPILED: &str = "it could not be decompiled and is shown as an outline";

/// The digest of a source whose class files the setting has decompiled: another decompiler gives another index.
pub fn digest(engine: &Engine, located: &Located) -> String {
    match Decompiler::of(&engine.config) {
        None => located.digest.clone(),
        Some(program) => {
            let with = program.map_or_else(|reason| reason, |program| program.digest);
            source::digest(format!("{} decompiled by {with}", located.digest).as_bytes())
        }
    }
}

/// What a decompiler made of a tree of outlines, and what that is called.
pub type Filled = (Origin, Arc<dyn Tree>);

/// The source with the outlines of its class files replaced by what a decompiler makes of them; as it is where no setting
/// names one.
///
/// # Errors
/// When the staging folder cannot be written; [`Failure::cancelled`].
pub fn filled(engine: &Engine, located: &Located, work: &Work) -> Result<Option<Filled>, Failure> {
    let Some(classes) = located.tree.class_files().filter(|_| located.origin == Origin::Bytecode) else {
        return Ok(None);
    };
    let Some(program) = Decompiler::of(&engine.config) else { return Ok(None) };
    let program = match program {
        Ok(program) => program,
        Err(reason) => {
            let reason = format!("shown as outlines: {reason}");
            let tree = source::view::renamed(
                Arc::clone(&located.tree),
                |entry| Some(entry.path.clone()),
                vec![Incomplete::new("decompiler", reason)],
            );
            return Ok(Some((Origin::Bytecode, tree)));
        }
    };
    work.stage("reading class files");
    let wanted = wanted(located.tree.as_ref(), work)?;
    if wanted.is_empty() {
        return Ok(None);
    }
    let mut tree = Decompiled {
        outlines: Arc::clone(&located.tree),
        files: (0..located.tree.entries().len()).map(|_| File::default()).collect(),
        rounds: Vec::new(),
        problems: located.tree.problems().to_vec(),
        cut_short: false,
    };
    for round in rounds(classes.as_ref(), &wanted, work)? {
        tree.add(engine, &program, classes.as_ref(), &round, work)?;
    }
    tree.problems.sort_by(|a, b| (&a.what, &a.reason).cmp(&(&b.what, &b.reason)));
    Ok(Some((Origin::Decompiled, Arc::new(tree))))
}

/// The types that are to be decompiled, by the path of their class file: those of Java. What compilers of Kotlin note says
/// more than its translation into Java would.
fn wanted(outlines: &dyn Tree, work: &Work) -> Result<BTreeMap<String, usize>, Failure> {
    let entries = outlines.entries().par_iter().enumerate();
    let asked = entries.filter(|(_, entry)| entry.path.strip_suffix(".class").is_some()).map(|(at, entry)| {
        work.check()?;
        let name = entry.path.rsplit('/').next().unwrap_or(&entry.path);
        let is_type = !["module-info.class", "package-info.class"].contains(&name);
        let bytes = if is_type { outlines.read(at)? } else { Vec::new() };
        // A class file that cannot be read is shown as it is, and is no text.
        let text = String::from_utf8(bytes).unwrap_or_default();
        let is_java = !text.is_empty() && classfile::language(&text) == Language::Java;
        Ok((is_java && outlines.flaw(at).is_none()).then(|| (entry.path.clone(), at)))
    });
    let found: Result<Vec<_>, Failure> = asked.collect();
    Ok(found?.into_iter().flatten().collect())
}

/// Classes of different names: place in the tree of class files, internal name, and where its outline is to be replaced.
type Round = Vec<(usize, String, Option<usize>)>;

/// All class files that a decompiler may see, each with those of other names.
fn rounds(classes: &dyn Tree, wanted: &BTreeMap<String, usize>, work: &Work) -> Result<Vec<Round>, Failure> {
    let entries: Vec<(usize, &Entry)> =
        classes.entries().iter().enumerate().filter(|(_, entry)| entry.path.strip_suffix(".class").is_some()).collect();
    let names = entries.into_par_iter().map(|(at, entry)| {
        work.check()?;
        let name = classfile::standing(&classes.read(at)?).ok().map(|(name, _)| name).filter(|name| is_plain(name));
        Ok(name.map(|name| (at, name, wanted.get(&entry.path).copied())))
    });
    let names: Result<Vec<_>, Failure> = names.collect();
    let mut rounds: Vec<(HashSet<String>, Round)> = Vec::new();
    for (at, name, outline) in names?.into_iter().flatten() {
        let free = rounds.iter().position(|(taken, _)| !taken.contains(&name));
        let round = match free {
            Some(round) => round,
            None if rounds.len() < MOST_ROUNDS => {
                rounds.push(Default::default());
                rounds.len() - 1
            }
            None => continue,
        };
        rounds[round].0.insert(name.clone());
        rounds[round].1.push((at, name, outline));
    }
    let has_work = |round: &Round| round.iter().any(|(_, _, outline)| outline.is_some());
    Ok(rounds.into_iter().map(|(_, round)| round).filter(has_work).collect())
}

/// Whether a class's name may become the name of a file: decompilers make one of it.
fn is_plain(name: &str) -> bool {
    let is_plain_segment = |segment: &str| {
        !segment.is_empty()
            && !segment.chars().all(|c| c == '.')
            && !segment.contains(|c: char| c.is_control() || "\\:*?\"<>|".contains(c))
    };
    name.len() <= limits::NAME_BYTES
        && name.split('/').count() <= limits::DEPTH
        && name.split('/').all(is_plain_segment)
}

/// Outlines, some of them replaced.
struct Decompiled {
    outlines: Arc<dyn Tree>,
    files: Vec<File>,
    rounds: Vec<Written>,
    problems: Vec<Incomplete>,
    cut_short: bool,
}

/// What is known of a file of the tree.
#[derive(Default)]
struct File {
    /// It is a type that was to be decompiled.
    wanted: bool,
    /// The round and the place in what that wrote.
    text: Option<(usize, usize)>,
    /// Its text was no good.
    refused: AtomicBool,
}

/// What one round wrote, and the folder that goes with it.
struct Written {
    texts: Arc<dyn Tree>,
    _folder: StagedFolder,
}

impl Decompiled {
    /// Runs the decompiler over one round of classes and takes what it wrote.
    fn add(
        &mut self,
        engine: &Engine,
        program: &Decompiler,
        classes: &dyn Tree,
        round: &Round,
        work: &Work,
    ) -> Result<(), Failure> {
        let folder = engine.cache.stage_folder()?;
        let place = child::Place::in_folder(folder.path())?;
        let item = |(at, name, _): &(usize, String, Option<usize>)| Ok((format!("{name}.class"), classes.read(*at)?));
        pack::write(&place.input, round.iter().map(item))?;
        work.stage(format!("decompiling with {}", program.kind.name()));
        let ended = child::run(program, &place, engine.config.threads, engine.config.decompiler_deadline, work)?;
        if let Some(reason) = ended.problem() {
            self.problems.push(Incomplete::new("decompiler", reason));
        }
        self.cut_short |= matches!(ended, Ended::TimedOut);
        // What it wrote is data from outside, as any folder is.
        let texts = match source::directory("decompiled", &place.output, &Globs::new(&[], &[])?, work) {
            Ok(located) => located.tree,
            Err(failure) if failure == Failure::cancelled() => return Err(failure),
            Err(failure) => {
                self.problems.push(Incomplete::new("decompiler", failure.message));
                for at in round.iter().filter_map(|(_, _, outline)| *outline) {
                    self.files[at].wanted = true;
                }
                return Ok(());
            }
        };
        for (_, name, outline) in round {
            let Some(at) = *outline else { continue };
            let path = format!("{name}.java");
            let found = texts.entries().binary_search_by(|entry| entry.path.as_str().cmp(&path)).ok();
            self.files[at] = File {
                wanted: true,
                text: found.map(|found| (self.rounds.len(), found)),
                refused: AtomicBool::new(false),
            };
        }
        self.rounds.push(Written { texts, _folder: folder });
        Ok(())
    }
}

impl Tree for Decompiled {
    fn entries(&self) -> &[Entry] {
        self.outlines.entries()
    }

    fn read(&self, at: usize) -> Result<Vec<u8>, Failure> {
        let Some((round, place)) = self.files[at].text else { return self.outlines.read(at) };
        self.rounds[round].texts.read(place)
    }

    fn problems(&self) -> &[Incomplete] {
        &self.problems
    }

    fn flaw(&self, at: usize) -> Option<String> {
        let file = &self.files[at];
        let is_outline = file.wanted && (file.text.is_none() || file.refused.load(Ordering::Relaxed));
        let flaw = self.outlines.flaw(at);
        if is_outline { Some(flaw.unwrap_or_else(|| NOT_DECOMPILED.to_owned())) } else { flaw }
    }

    fn class_files(&self) -> Option<&Arc<dyn Tree>> {
        self.outlines.class_files()
    }

    fn instead(&self, at: usize, parsed: &ParsedFile) -> Option<Vec<u8>> {
        self.files[at].text?;
        if parsed.problem.is_none() && declares(parsed, &self.entries()[at].path) {
            return None;
        }
        self.files[at].refused.store(true, Ordering::Relaxed);
        self.outlines.read(at).ok()
    }

    fn is_cut_short(&self) -> bool {
        self.cut_short
    }
}

/// Whether a text declares the type of the class file at `path`.
fn declares(parsed: &ParsedFile, path: &str) -> bool {
    let stem = source::parts::inner(path).strip_suffix(".class").unwrap_or(path);
    let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
    let package = parsed.package.replace('.', "/");
    let is_there = package.is_empty() || folder == package || folder.ends_with(&format!("/{package}"));
    is_there && parsed.types.iter().any(|one| one.owner.is_none() && one.name == name)
}

//! Where declarations are used: the few files that hold a name are parsed, and every use is resolved against what the indexes
//! of all artifacts declare.
//!
//! Two stages, as in Eclipse's Java tools: words lead to files ([`candidate_files`]), and the names in those are resolved as
//! the compiler would ([`search`]): scopes and imports ([`names`]), types of expressions ([`values`]), overloads
//! ([`overloads`]). A use says how sure it is ([`Tier`]); what cannot be told is counted and never guessed. Knows rows and
//! parsed uses; which artifacts there are, and who sees whom, a [`World`] says.

mod calls;
mod decide;
mod declared;
mod file;
mod hierarchy;
mod kotlin;
mod members;
mod names;
mod overloads;
mod shapes;
mod target;
mod types;
mod universe;
mod values;
mod written;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use decide::{Judge, Verdict};
use file::FileResolver;
pub use target::{Target, TargetKind, Tier};
use universe::Universe;
pub use universe::{Place, World};

use super::SearchError;
use crate::model::uses::{FileUses, ScopeId, ScopeKind, UseKind, Wanted};
use crate::model::{ByteRange, Language};
use crate::parse::worker::{Child, Patience, Program, UsesJob};
use crate::store::FileRow;
use crate::store::read::Index;
use crate::text::lines::Lines;
use crate::work::Work;

/// Files that go to the parser together.
const BATCH: usize = 8;

/// No more go together once they have so many bytes.
const LARGEST_BATCH: u64 = 256 * 1024;

/// What is asked.
pub struct Request<'a> {
    pub world: &'a dyn World,
    pub program: &'a Program,
    pub threads: usize,
    pub targets: &'a [Target],
    pub wanted: &'a Wanted,
    /// The files to look into.
    pub files: &'a [CandidateFile],
    /// When to stop, with what was found so far.
    pub deadline: Option<Instant>,
}

/// A file that holds a wanted name.
#[derive(Debug, Clone)]
pub struct CandidateFile {
    pub place: Place,
    pub row: FileRow,
}

/// A use of what was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    pub place: Place,
    pub file: u32,
    pub path: String,
    pub line: u32,
    pub bytes: ByteRange,
    pub kind: UseKind,
    pub tier: Tier,
    /// Whether it was left open what the use means.
    pub unresolved: bool,
    pub around: Option<Around>,
}

/// The declaration around a use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Around {
    /// `Outer.Inner`, the package before it.
    pub type_name: String,
    /// `<init>` of a constructor; none: an initialiser.
    pub member: Option<String>,
    /// As written; none of a field.
    pub parameters: Option<Vec<String>>,
}

/// A file, or a part of one, that was not looked into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    pub place: Place,
    pub path: String,
    pub reason: String,
}

/// What was found, in no order.
#[derive(Debug, Default)]
pub struct Found {
    pub references: Vec<Reference>,
    pub unread: Vec<Unread>,
    /// How many files the deadline left out.
    pub left_out: usize,
}

/// The files of an artifact in which one of the wanted names stands: in code, or in comments and strings where those are
/// looked into.
///
/// # Errors
/// When the index cannot be read.
pub fn candidate_files(index: &Index, wanted: &Wanted) -> Result<Vec<u32>, SearchError> {
    let mut found = Vec::new();
    for name in &wanted.names {
        let Some(number) = index.word_number(name)? else { continue };
        let in_text = wanted.docs || wanted.strings;
        let standings = index.word_posting(number)?.standings()?;
        found.extend(standings.into_iter().filter(|(_, standing)| standing.code || in_text).map(|(file, _)| file));
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// Resolves the uses in the files of a request.
///
/// # Errors
/// When an index cannot be read, or the caller wants the work no longer.
pub fn search(request: &Request<'_>, work: &Work) -> Result<Found, SearchError> {
    let universe = Universe::new(request.world);
    let search = Search {
        request,
        universe: &universe,
        next: AtomicUsize::new(0),
        stopped: AtomicBool::new(false),
        patience: Arc::default(),
        found: Mutex::default(),
        failed: Mutex::default(),
        work,
    };
    let threads = request.threads.clamp(1, request.files.len().div_ceil(BATCH).max(1));
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| search.run());
        }
        search.run();
    });
    if let Some(error) = search.failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    if let Some(failure) = universe.failed() {
        return Err(SearchError::Failure(failure));
    }
    work.check()?;
    Ok(search.found.into_inner().unwrap_or_else(PoisonError::into_inner))
}

struct Search<'a> {
    request: &'a Request<'a>,
    universe: &'a Universe<'a>,
    next: AtomicUsize,
    stopped: AtomicBool,
    patience: Arc<Patience>,
    found: Mutex<Found>,
    failed: Mutex<Option<SearchError>>,
    work: &'a Work,
}

impl Search<'_> {
    /// Takes files and looks into them until there are none left.
    fn run(&self) {
        let mut child = Child::sharing(self.request.program.clone(), Arc::clone(&self.patience));
        while !self.stopped.load(Ordering::Relaxed) {
            let files = self.take();
            if files.is_empty() {
                return;
            }
            if self.request.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.found().left_out += files.len();
                continue;
            }
            if let Err(error) =
                self.work.check().map_err(SearchError::Failure).and_then(|()| self.files(files, &mut child))
            {
                self.stopped.store(true, Ordering::Relaxed);
                self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            }
        }
    }

    /// The next files to look into.
    fn take(&self) -> &[CandidateFile] {
        let files = self.request.files;
        let mut taken: &[CandidateFile] = &[];
        let _ = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |first| {
            let mut bytes = 0;
            let fits = |file: &&CandidateFile| {
                bytes += file.row.size;
                bytes <= LARGEST_BATCH
            };
            let rest = files.get(first..).unwrap_or_default();
            // At least one, and no more than leaves work for the other threads.
            let most = BATCH.min(rest.len().div_ceil(self.request.threads.max(1))).max(1);
            let count = rest.iter().take(most).take_while(fits).count().max(1).min(rest.len());
            taken = &rest[..count];
            (count > 0).then_some(first + count)
        });
        taken
    }

    fn found(&self) -> std::sync::MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn files(&self, files: &[CandidateFile], child: &mut Child) -> Result<(), SearchError> {
        let mut texts = Vec::with_capacity(files.len());
        for file in files {
            let Some(index) = self.universe.index(file.place) else { continue };
            let Some(language) = file.row.language else { continue };
            let text = index.text(file.row.id)?;
            // In Kotlin a call may have a lambda behind it, or its operands around it.
            if language == Language::Kotlin || self.is_worth_parsing(&text) {
                texts.push((file, language, text));
            }
        }
        let jobs: Vec<UsesJob<'_>> = texts
            .iter()
            .map(|(file, language, text)| UsesJob {
                language: *language,
                path: &file.row.path,
                text,
                wanted: self.request.wanted,
            })
            .collect();
        let all = child.uses_of_all(&jobs);
        for ((file, language, text), uses) in texts.iter().zip(all) {
            match uses {
                Ok(uses) => self.file(file, *language, text, &uses),
                Err(reason) => self.unread(file, reason),
            }
        }
        Ok(())
    }

    fn unread(&self, file: &CandidateFile, reason: String) {
        self.found().unread.push(Unread { place: file.place, path: file.row.path.clone(), reason });
    }

    /// Whether a text can hold a use: a method's name without parentheses behind it or `::` before it calls nothing.
    fn is_worth_parsing(&self, text: &str) -> bool {
        let wanted = self.request.wanted;
        let only_methods = self.request.targets.iter().all(|target| matches!(target.of, TargetKind::Method { .. }));
        if !only_methods || wanted.docs || wanted.strings {
            return true;
        }
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        wanted.names.iter().any(|name| {
            memchr::memmem::find_iter(text.as_bytes(), name).any(|at| {
                let (before, after) = (&text[..at], &text[at + name.len()..]);
                if before.ends_with(is_name) || after.starts_with(is_name) {
                    return false;
                }
                let next = after.trim_start();
                next.starts_with('(')
                    || before.trim_end().ends_with([':', '>'])
                    // An import, an annotation's element, or a comment before the parentheses.
                    || next.starts_with([';', '=', '/'])
            })
        })
    }

    fn file(&self, file: &CandidateFile, language: Language, text: &str, uses: &FileUses) {
        let package = || (self.package_of(file), language);
        let context = self.universe.file(file.place, file.row.id, package);
        let resolver = FileResolver::new(self.universe, context, uses);
        let judge = Judge { resolver: &resolver, targets: self.request.targets, text };
        let mut lines = None;
        let mut references: Vec<Reference> = Vec::new();
        for one in &uses.uses {
            let (tier, kind, unresolved) = match judge.judge(one) {
                Verdict::Is(tier, kind) => (tier, kind, false),
                Verdict::IsNot => continue,
                Verdict::Unresolved(tier, kind) => (tier, kind, true),
            };
            let lines = lines.get_or_insert_with(|| Lines::of(text));
            references.push(Reference {
                place: file.place,
                file: file.row.id,
                path: file.row.path.clone(),
                line: lines.line_of(one.bytes.start),
                bytes: one.bytes,
                kind,
                tier,
                unresolved,
                around: around(&resolver, one.scope),
            });
        }
        // One name that stands for several of the declarations asked for is one reference.
        references.dedup_by(|later, first| {
            let same = later.bytes == first.bytes && later.kind == first.kind;
            if same {
                first.tier = first.tier.min(later.tier);
            }
            same
        });
        let mut found = self.found();
        found.references.append(&mut references);
        drop(found);
        if let Some(problem) = &uses.problem {
            self.unread(file, problem.clone());
        }
    }

    /// The package that a file declares: that of its types.
    fn package_of(&self, file: &CandidateFile) -> String {
        let Some(index) = self.universe.index(file.place) else { return String::new() };
        self.universe.rows(file.place, index.package_of(file.row.id)).unwrap_or_default()
    }
}

/// The declaration around a scope.
fn around(resolver: &FileResolver<'_>, scope: Option<ScopeId>) -> Option<Around> {
    let mut member = None;
    for (_, scope) in resolver.scopes(scope) {
        match &scope.kind {
            ScopeKind::Member(found) => member = Some(found),
            ScopeKind::Type(path) | ScopeKind::Header(path) if !path.is_empty() => {
                return Some(Around {
                    type_name: names::join(&resolver.context.package, path),
                    member: member.and_then(|member| member.name.clone()),
                    parameters: member.and_then(|member| member.parameters.clone()),
                });
            }
            _ => {}
        }
    }
    None
}

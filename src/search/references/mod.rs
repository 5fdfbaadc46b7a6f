//! Where declarations are used: the few files that hold a name are parsed, and every use is resolved against what the indexes
//! of all artifacts declare.
//!
//! Two stages, as in Eclipse's Java tools: words lead to files ([`candidate_files`]), and the names in those are resolved as
//! the compiler would ([`search`]): scopes and imports ([`names`]), types of expressions ([`values`]), overloads
//! ([`overloads`]). A use says how sure it is ([`Tier`]); what cannot be told is counted and never guessed. Knows rows and
//! parsed uses; which artifacts there are, and who sees whom, a [`World`] says.

mod alike;
mod calls;
mod chance;
mod decide;
mod declared;
mod elsewhere;
mod engine;
mod file;
mod hierarchy;
mod inferred;
mod java;
mod kotlin;
mod members;
mod names;
mod overloads;
mod referred;
mod shapes;
mod shared;
mod subtypes;
mod superior;
mod target;
mod types;
mod universe;
mod values;
mod variables;
mod written;

use decide::{Judge, Verdict};
use engine::Asking;
pub use engine::{How, Read};
use file::FileResolver;
pub use kotlin::IMPLIED as IMPLIED_PACKAGES;
pub use subtypes::{LocalSubtype, Override, SubtypesRequest, local_subtypes};
pub use target::{Made, MethodId, Target, TargetKind, Tier};
use universe::Universe;
pub use universe::{Place, World};

use super::SearchError;
use super::rough::Rough;
use crate::model::uses::{FileUses, ScopeId, ScopeKind, UseKind, Wanted};
use crate::model::{ByteRange, Language, operators};
use crate::store::FileRow;
use crate::store::read::Index;
use crate::text::lines::Lines;
use crate::work::Work;

/// What is asked.
pub struct Request<'a> {
    pub world: &'a dyn World,
    pub how: How<'a>,
    pub targets: &'a [Target],
    pub wanted: &'a Wanted,
    /// The files to look into, in the order in which they are read as long as there is time.
    pub files: &'a [CandidateFile],
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

/// The files of an artifact in which one of the wanted names stands: in code, or in comments and strings where those are
/// looked into.
///
/// # Errors
/// When the index cannot be read.
pub fn candidate_files(index: &Index, wanted: &Wanted) -> Result<Vec<u32>, SearchError> {
    let mut found = Vec::new();
    for name in &wanted.names {
        // Most artifacts of many do not hold it: no words are read of those.
        if Rough::of_text(name).runs(index)?.is_some_and(|runs| runs.is_empty()) {
            continue;
        }
        // A name between backticks may be of several words.
        let words = name.split(|c: char| c.is_ascii() && !written::is_name(c));
        let Some(word) = words.max_by_key(|word| word.len()) else { continue };
        let Some(number) = index.word_number(word)? else { continue };
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
pub fn search(request: &Request<'_>, work: &Work) -> Result<Read<Reference>, SearchError> {
    let universe = Universe::new(request.world, request.how.program);
    let uses = Uses { request, universe: &universe };
    engine::read(request.files, &uses, &universe, &request.how, work)
}

/// Uses in files.
struct Uses<'a> {
    request: &'a Request<'a>,
    universe: &'a Universe<'a>,
}

impl Asking for Uses<'_> {
    type Answer = Reference;

    fn wanted(&self, _: usize) -> &Wanted {
        self.request.wanted
    }

    fn is_worth_parsing(&self, _: usize, language: Language, text: &str) -> bool {
        let wanted = self.request.wanted;
        let wanted = &wanted.in_language(language);
        if language == Language::Java {
            return self.may_hold(text, wanted);
        }
        // In Kotlin a call may have a lambda behind it, or its operands around it.
        let signs = |name: &String| wanted.operators && operators::signs_of(name).any(|sign| text.contains(sign));
        wanted.names.iter().any(|name| text.contains(name.as_str()) || signs(name))
    }

    fn answers(&self, file: &CandidateFile, language: Language, text: &str, uses: &FileUses) -> Vec<Reference> {
        let resolver = resolver(self.universe, file, language, uses);
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
        references
    }
}

impl Uses<'_> {
    /// Whether a text can hold a use: a method's name without parentheses behind it or `::` before it calls nothing.
    fn may_hold(&self, text: &str, wanted: &Wanted) -> bool {
        let targets = self.request.targets;
        // A property that Kotlin has for a method is not what Java names.
        let is_method = |one: &Target| matches!(one.of, TargetKind::Method { .. }) || one.stands_for(targets);
        let only_methods = targets.iter().all(is_method);
        if !only_methods || wanted.docs || wanted.strings {
            return true;
        }
        wanted.names.iter().any(|name| {
            written::occurrences(text, name).any(|(before, after)| {
                let next = after.trim_start();
                next.starts_with('(')
                    || before.trim_end().ends_with([':', '>'])
                    // An import, an annotation's element, or a comment before the parentheses.
                    || next.starts_with([';', '=', '/'])
            })
        })
    }
}

/// What resolves the uses of a file.
fn resolver<'a>(
    universe: &'a Universe<'a>,
    file: &CandidateFile,
    language: Language,
    uses: &'a FileUses,
) -> FileResolver<'a> {
    let package = || {
        // The package that a file declares: that of its types.
        let index = universe.index(file.place);
        index
            .map(|index| universe.rows(file.place, index.package_of(file.row.id)))
            .unwrap_or_default()
            .unwrap_or_default()
    };
    FileResolver::new(universe, universe.file(file.place, file.row.id, || (package(), language)), uses)
}

/// The declaration around a scope: of what stands outside of all types in Kotlin, that of the file's facade.
fn around(resolver: &FileResolver<'_>, scope: Option<ScopeId>) -> Option<Around> {
    let mut member = None;
    let mut type_name = None;
    for (_, scope) in resolver.scopes(scope) {
        match &scope.kind {
            ScopeKind::Member(found) => member = Some(found),
            ScopeKind::Type(path) | ScopeKind::Header(path) if !path.is_empty() => {
                type_name = Some(names::join(&resolver.context.package, path));
                break;
            }
            _ => {}
        }
    }
    let type_name = match type_name {
        Some(found) => found,
        None => resolver.universe.facade_of(&resolver.context).filter(|_| member.is_some())?,
    };
    // The receiver of an extension stands first, as it does for the virtual machine.
    let parameters = member.and_then(|member| {
        let own = member.parameters.as_ref()?;
        Some(member.receiver.iter().chain(own).cloned().collect())
    });
    Some(Around { type_name, member: member.and_then(|member| member.name.clone()), parameters })
}

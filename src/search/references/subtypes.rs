//! Subtypes that bodies declare, of which no index knows: anonymous and local classes, and what they override.
//!
//! Found as uses are: words lead to files, parser children tell what stands in their bodies, and each name of a supertype is
//! resolved where it stands.

use super::decide::{Judge, Verdict};
use super::engine::{self, Asking, How, Read};
use super::file::FileResolver;
use super::names::deeper;
use super::target::Target;
use super::types::{Class, Type};
use super::universe::{Place, Universe, World};
use super::{Around, CandidateFile};
use crate::model::jvm::machine_name;
use crate::model::uses::{FileUses, ScopeId, ScopeKind, Subject, Use, UseKind, Wanted};
use crate::model::{ByteRange, Language};
use crate::search::SearchError;
use crate::text::lines::Lines;
use crate::work::Work;

/// What is asked.
pub struct SubtypesRequest<'a> {
    pub world: &'a dyn World,
    pub how: How<'a>,
    /// The types whose subtypes are looked for, or the methods and properties that these override.
    pub bases: &'a [Target],
    /// The files to look into.
    pub files: &'a [CandidateFile],
    /// The names of supertypes and members that are looked for in each of them.
    pub wanted: &'a [Wanted],
}

/// An anonymous or local class.
#[derive(Debug)]
pub struct LocalSubtype {
    pub place: Place,
    pub file: u32,
    pub path: String,
    /// Of the name: of an anonymous class that of the type it is made of.
    pub line: u32,
    pub bytes: ByteRange,
    /// The declaration it stands in.
    pub around: Option<Around>,
    /// The direct supertype that it comes through, where it is not direct.
    pub via: Option<String>,
    /// All declared types above it.
    pub supertypes: Vec<(Place, String)>,
    /// What it overrides of the members that were asked for.
    pub overrides: Vec<Override>,
}

/// A member of a local type that overrides what was asked for.
#[derive(Debug, Clone, Copy)]
pub struct Override {
    pub line: u32,
    pub bytes: ByteRange,
    pub is_property: bool,
}

/// Looks for the subtypes in the bodies of some files.
///
/// # Errors
/// When an index cannot be read, or the caller wants the work no longer.
pub fn local_subtypes(request: &SubtypesRequest<'_>, work: &Work) -> Result<Read<LocalSubtype>, SearchError> {
    let universe = Universe::new(request.world, request.how.program);
    let bodies = Bodies { request, universe: &universe };
    engine::read(request.files, &bodies, &universe, &request.how, work)
}

struct Bodies<'a> {
    request: &'a SubtypesRequest<'a>,
    universe: &'a Universe<'a>,
}

impl Asking for Bodies<'_> {
    type Answer = LocalSubtype;

    fn wanted(&self, at: usize) -> &Wanted {
        &self.request.wanted[at]
    }

    fn answers(&self, file: &CandidateFile, language: Language, text: &str, uses: &FileUses) -> Vec<LocalSubtype> {
        let resolver = super::resolver(self.universe, file, language, uses);
        let judge = Judge { resolver: &resolver, targets: self.request.bases, text };
        let lines = Lines::of(text);
        let mut found = Vec::new();
        for (id, scope) in (0..).zip(&uses.scopes) {
            let ScopeKind::Local(local) = &scope.kind else { continue };
            resolver.begin();
            let direct = above(&resolver, id);
            let is_base = |class: &Class| self.request.bases.iter().any(|base| base.is_of(&class.info));
            let Some(first) = direct.iter().find(|(_, all)| all.iter().any(is_base)) else { continue };
            let is_direct = direct.iter().any(|(of, _)| matches!(of, Type::Class(class) if is_base(class)));
            let all = direct.iter().flat_map(|(_, all)| all);
            found.push(LocalSubtype {
                place: file.place,
                file: file.row.id,
                path: file.row.path.clone(),
                line: lines.line_of(local.bytes.start),
                bytes: local.bytes,
                around: super::around(&resolver, scope.parent),
                via: (!is_direct).then(|| shown(&resolver, &first.0)),
                supertypes: all.map(|class| (class.info.place, class.info.qualified.clone())).collect(),
                overrides: overrides(&judge, uses, id, &lines),
            });
        }
        found
    }
}

/// The direct supertypes of a local type, each with all declared types that it leads to, itself among them.
fn above(resolver: &FileResolver<'_>, id: ScopeId) -> Vec<(Type, Vec<Class>)> {
    let mut found = Vec::new();
    for supertype in resolver.local_supertypes(id) {
        let mut all = Vec::new();
        match &supertype {
            Type::Class(class) => all.extend(resolver.universe.hierarchy(class)),
            Type::Local(other) if other.id != id => {
                let more = deeper(|| above(resolver, other.id)).unwrap_or_default();
                all.extend(more.into_iter().flat_map(|(_, all)| all));
            }
            _ => {}
        }
        all.extend(in_machine(resolver, &all));
        found.push((supertype.clone(), all));
        // Kotlin has a name of its own for some types of Java, and aliases.
        if resolver.is_kotlin()
            && let Type::Class(class) = resolver.kotlin_type(supertype.clone())
            && !matches!(&supertype, Type::Class(own) if own.info == class.info)
        {
            let mut all = resolver.universe.hierarchy(&class);
            all.extend(in_machine(resolver, &all));
            found.push((Type::Class(class), all));
        }
    }
    found
}

/// What is above the types of Java that some types of Kotlin stand for, those types among them.
fn in_machine(resolver: &FileResolver<'_>, all: &[Class]) -> Vec<Class> {
    let mut found = Vec::new();
    for name in all.iter().filter_map(|class| machine_name(&class.info.qualified)) {
        if let Some(info) = resolver.universe.find(resolver.asker(), name) {
            found.extend(resolver.universe.hierarchy(&Class::bare(info)));
        }
    }
    found
}

/// The name of a direct supertype.
fn shown(resolver: &FileResolver<'_>, of: &Type) -> String {
    match of {
        Type::Class(class) => class.info.qualified.clone(),
        Type::Local(local) => resolver.local(local.id).and_then(|local| local.name.clone()).unwrap_or_default(),
        _ => String::new(),
    }
}

/// The members of a local type that override what was asked for.
fn overrides(judge: &Judge<'_>, uses: &FileUses, id: ScopeId, lines: &Lines) -> Vec<Override> {
    let is_of_it = |one: &&Use| {
        let is_member = one.kind == UseKind::Override && matches!(one.subject, Subject::Declaration { .. });
        let mut around = judge.resolver.scopes(one.scope);
        let nearest = around.find(|(_, scope)| matches!(scope.kind, ScopeKind::Type(_) | ScopeKind::Local(_)));
        is_member && nearest.is_some_and(|(nearest, _)| nearest == id)
    };
    let all = uses.uses.iter().filter(is_of_it);
    let ours = all.filter(|one| matches!(judge.judge(one), Verdict::Is(_, UseKind::Override)));
    let is_property = |one: &Use| matches!(one.subject, Subject::Declaration { is_property: true, .. });
    let of =
        |one: &Use| Override { line: lines.line_of(one.bytes.start), bytes: one.bytes, is_property: is_property(one) };
    ours.map(of).collect()
}

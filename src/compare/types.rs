//! A type as it is compared: what its header says, and its members.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::exposed::{self, Heir};
use super::member::{self, Access, Member, Shape, has_word};
use super::notes::Notes;
use super::scope::Scope;
use super::side::Side;
use super::typed::{Erased, Type};
use super::written::Written;
use super::{bodies, initialisers, kotlin};
use crate::model::{Language, Relation, TypeKind};
use crate::store::read::StoreError;
use crate::store::{SupertypeRow, TypeRow};

/// A supertype that a header names.
#[derive(Debug, Clone)]
pub struct Named {
    pub relation: Relation,
    pub type_: Type,
    /// Kotlin's compiler writes its members, which ask another object.
    pub is_delegated: bool,
}

/// A declared type.
pub struct Declared<'a> {
    pub rows: Vec<&'a TypeRow>,
    pub kind: TypeKind,
    pub language: Language,
    /// As it says itself.
    pub access: Access,
    /// As the types around it allow, or a public type that inherits it.
    pub effective: Access,
    /// That public type, where users cannot name those around it.
    pub shown_by: Option<String>,
    pub is_static: bool,
    pub is_final: bool,
    pub is_abstract: bool,
    pub is_sealed: bool,
    /// Others may write subtypes of it.
    pub is_extensible: bool,
    /// Of a type of which others may write no subtypes: the public types below of which they may.
    pub extended: Vec<Heir>,
    pub supertypes: Vec<Named>,
    /// The direct subtypes of a sealed type.
    pub permits: Vec<String>,
    pub bounds: Vec<Vec<Type>>,
    /// `in`, `out` or nothing, of each type variable.
    pub variances: Vec<&'static str>,
    /// What the virtual machine has in place of an object of a value class.
    pub held: Option<Erased>,
    pub notes: Notes,
    /// What the types around it have to be opted into for.
    pub opt_ins_around: Vec<String>,
    pub signature: String,
    pub members: Vec<Member>,
    /// Of a type that is not public: the public types below it.
    pub heirs: Vec<Heir>,
}

/// The texts of files that are looked at.
#[derive(Default)]
pub struct Texts {
    read: HashMap<u32, Arc<str>>,
    /// Whether a file writes one of the names that are asked for.
    says: HashMap<u32, bool>,
}

impl Texts {
    /// The text of a file, read once.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn of(&mut self, side: &Side, file: u32) -> Result<Arc<str>, StoreError> {
        if let Some(text) = self.read.get(&file) {
            return Ok(Arc::clone(text));
        }
        let text: Arc<str> = side.index.text(file)?.into();
        self.read.insert(file, Arc::clone(&text));
        Ok(text)
    }

    /// Whether the text of a file has one of these words, which are the same at every call.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn says_one_of(&mut self, side: &Side, file: u32, words: &HashSet<&str>) -> Result<bool, StoreError> {
        if let Some(says) = self.says.get(&file) {
            return Ok(*says);
        }
        let text = self.of(side, file)?;
        let says = says_one_of(&text, words);
        self.says.insert(file, says);
        Ok(says)
    }
}

/// Whether a text has one of these words.
#[must_use]
pub fn says_one_of(text: &str, words: &HashSet<&str>) -> bool {
    !words.is_empty() && said(text).any(|word| words.contains(word))
}

/// The words of a text. `$` is of a name of Java, and begins one in a string of Kotlin: both are given.
pub fn said(text: &str) -> impl Iterator<Item = &str> {
    let all = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
    all.flat_map(|word| std::iter::once(word).chain(word.split('$').filter(move |part| part.len() < word.len())))
}

impl<'a> Declared<'a> {
    /// Reads a type by the rows that declare it, of which there is at least one.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn read(side: &'a Side, rows: Vec<&'a TypeRow>, texts: &mut Texts) -> Result<Self, StoreError> {
        let first = rows[0];
        let mut members = Vec::new();
        for row in &rows {
            let text = texts.of(side, row.file)?;
            let mut own = member::members(side, row)?;
            if row.language == Language::Kotlin && row.kind != TypeKind::Facade {
                own.extend(kotlin::statics(side, row, &text)?);
            }
            mark_constants(&mut own, &text);
            for member in &mut own {
                let (own, doc) = (member.bytes.of(&text), member.doc.map_or("", |doc| doc.of(&text)));
                let notes = std::mem::take(&mut member.notes).read(doc, own, &member.modifiers);
                member.notes = if row.language == Language::Kotlin { notes.opting_in(side.opt_ins()?) } else { notes };
            }
            members.append(&mut own);
        }
        leave_out_expected(side, first, &mut members)?;
        let text = texts.of(side, first.file)?;
        let scope = Scope::of_header(side, first)?;
        let written = side.index.supertypes(first.id)?;
        let signature = side.index.signature(first.id)?;
        let delegated = if first.language == Language::Kotlin { kotlin::delegated(&signature) } else { Vec::new() };
        let supertypes = written
            .iter()
            .filter(|supertype| supertype.relation != Relation::Permits)
            .zip(delegated.into_iter().chain(std::iter::repeat(false)))
            .map(|(supertype, is_delegated)| Named {
                relation: supertype.relation,
                type_: scope.resolve(&Written::parse(&supertype.text, first.language)),
                is_delegated,
            })
            .collect();
        let is_final = is_final(first);
        let is_sealed = has_word(&first.modifiers, "sealed");
        let permits = if is_sealed { permitted(side, first, &written)? } else { Vec::new() };
        let is_interface = member::is_interface(first.kind);
        let (effective, shown_by) = effective_access(side, first, &mut HashSet::new())?;
        let heirs = if effective < Access::Protected { exposed::heirs(side, first)? } else { Vec::new() };
        // Who extends a public type below extends this one.
        let is_extensible = is_extensible(first, &members) || heirs.iter().any(|heir| heir.is_extensible);
        let extended = if is_extensible { Vec::new() } else { exposed::extended(side, first)? };
        let doc = first.doc.map_or("", |doc| doc.of(&text));
        let notes = Notes::named(&first.annotations).read(doc, first.bytes.of(&text), &words(&first.modifiers));
        let notes = if first.language == Language::Kotlin { notes.opting_in(side.opt_ins()?) } else { notes };
        let mut opt_ins_around = Vec::new();
        for row in std::iter::successors(side.owner(first), |row| side.owner(row)) {
            opt_ins_around.extend(Notes::named(&row.annotations).opting_in(side.opt_ins()?).opt_ins);
        }
        Ok(Self {
            opt_ins_around,
            kind: first.kind,
            language: first.language,
            access: own_access(side, first),
            effective,
            shown_by,
            is_static: is_static(side, first),
            is_final,
            is_abstract: is_interface
                || has_word(&first.modifiers, "abstract")
                || (is_sealed && first.language == Language::Kotlin),
            is_sealed,
            is_extensible,
            extended,
            supertypes,
            permits,
            bounds: scope.bounds(),
            variances: scope.variances(),
            held: side.held(first).map(|held| held.erased),
            notes,
            signature,
            rows,
            members,
            heirs,
        })
    }

    /// Whether users of the library can name it.
    #[must_use]
    pub fn is_api(&self) -> bool {
        self.effective >= Access::Protected
    }

    /// Whether users of the library can use a member of it.
    #[must_use]
    pub fn shows(&self, member: &Member) -> bool {
        if !self.is_api() {
            return self.seen_through(member).is_some();
        }
        match member.access {
            Access::Public => true,
            // Of a class that nobody extends nobody sees them.
            Access::Protected => {
                self.is_extensible || self.extended.iter().any(|heir| heir.inherits(member, self.is_interface()))
            }
            Access::Package | Access::Private => false,
        }
    }

    /// Whether others may have overridden a method of it, were it not final.
    #[must_use]
    pub fn opens(&self, member: &Member) -> bool {
        self.is_extensible || self.extended.iter().any(|heir| heir.leaves_open(member))
    }

    /// The first public type by which users see a member of a type that is not public.
    #[must_use]
    pub fn seen_through(&self, member: &Member) -> Option<&Heir> {
        self.heirs.iter().find(|heir| heir.inherits(member, self.is_interface()))
    }

    /// Whether a member is an element of it, which annotations give a value by its name.
    #[must_use]
    pub fn has_element(&self, member: &Member) -> bool {
        member.kind == "element" || (self.kind == TypeKind::Annotation && member.kind == "property" && !member.implicit)
    }

    /// Whether it is an interface.
    #[must_use]
    pub fn is_interface(&self) -> bool {
        member::is_interface(self.kind)
    }
}

/// Whether others may write subtypes of a type with these members, could they name it.
#[must_use]
pub fn is_extensible(row: &TypeRow, members: &[Member]) -> bool {
    let is_open = |member: &Member| member.shape == Shape::Constructor && member.access >= Access::Protected;
    !is_final(row)
        && !has_word(&row.modifiers, "sealed")
        && (member::is_interface(row.kind) || members.iter().any(is_open))
}

/// The direct subtypes of a sealed type: those that its header permits or, where it names none, those that there are.
fn permitted(side: &Side, row: &TypeRow, written: &[SupertypeRow]) -> Result<Vec<String>, StoreError> {
    let named = written.iter().filter(|one| one.relation == Relation::Permits);
    let named: Vec<String> = named.map(|one| one.name.clone()).collect();
    if !named.is_empty() {
        return Ok(named);
    }
    Ok(exposed::subtypes(side, row)?.into_iter().map(|child| child.name.clone()).collect())
}

/// Marks the fields that are constant variables (JLS 4.12.4), as far as tokens tell.
pub fn mark_constants(members: &mut [Member], text: &str) {
    let is_one = |member: &Member| {
        let declared = match member.language {
            Language::Java => member.is("final") && member.erased_result.is_primitive_or_string(),
            Language::Kotlin => member.is("const"),
        };
        declared && bodies::is_constant(initialisers::of_field(member, members, text))
    };
    let constants: Vec<bool> =
        members.iter().map(|member| member.shape == Shape::Field && !member.implicit && is_one(member)).collect();
    for (member, is_constant) in members.iter_mut().zip(constants) {
        member.is_constant = is_constant;
    }
}

/// Whether users of the library can name a type.
///
/// # Errors
/// When the index cannot be read.
pub fn is_api(side: &Side, row: &TypeRow) -> Result<bool, StoreError> {
    Ok(effective_access(side, row, &mut HashSet::new())?.0 >= Access::Protected)
}

/// `expect` functions of a facade are none of its class: their `actual` ones stand in it, or in that of another file.
fn leave_out_expected(side: &Side, row: &TypeRow, members: &mut Vec<Member>) -> Result<(), StoreError> {
    let is_facade = row.kind == TypeKind::Facade;
    if is_facade && members.iter().any(|member| member.is("expect")) && side.expected()?.is_met() {
        members.retain(|member| !member.is("expect"));
    }
    Ok(())
}

fn words(list: &str) -> Vec<String> {
    list.split_whitespace().map(str::to_owned).collect()
}

/// Who may use a type by what it says itself.
#[must_use]
pub fn own_access(side: &Side, row: &TypeRow) -> Access {
    let modifiers = words(&row.modifiers);
    let written = member::access(row, &modifiers, &row.annotations, Shape::Method);
    if row.language == Language::Kotlin || written != Access::Package && !member::is_interface(row.kind) {
        return written;
    }
    // What is asked of a member is not said of a type: an interface is not public by being one.
    let is_in_interface = side.owner(row).is_some_and(|owner| member::is_interface(owner.kind));
    let is = |word: &str| modifiers.iter().any(|modifier| modifier == word);
    match () {
        () if is("public") || is_in_interface => Access::Public,
        () if is("protected") => Access::Protected,
        () if is("private") => Access::Private,
        () => Access::Package,
    }
}

/// Who may use a type, as the types around it allow. Where those cannot be named, users may name it by a public type that inherits
/// it from the one that it is declared in: that type comes with it. Types that [`exposed::shown_by`] was asked for are in `asked`.
///
/// # Errors
/// When the index cannot be read.
pub fn effective_access(
    side: &Side,
    row: &TypeRow,
    asked: &mut HashSet<u32>,
) -> Result<(Access, Option<String>), StoreError> {
    let mut around: Vec<&TypeRow> = std::iter::successors(Some(row), |row| side.owner(row)).collect();
    let Some(mut outer) = around.pop() else { return Ok((Access::Private, None)) };
    let (mut access, mut by) = (own_access(side, outer), None);
    while let Some(row) = around.pop() {
        let own = own_access(side, row);
        let is_closed = own == Access::Protected && is_final(outer);
        access = if is_closed { Access::Package } else { own.min(access) };
        if own >= Access::Protected && access < Access::Protected {
            (access, by) = match exposed::shown_by(side, (outer, row), own, asked)? {
                Some((access, heir)) => (access, Some(heir)),
                None => (access, None),
            };
        }
        outer = row;
    }
    Ok((access, by.filter(|_| access >= Access::Protected)))
}

pub(super) fn is_final(row: &TypeRow) -> bool {
    match (row.kind, row.language) {
        (TypeKind::Enum | TypeKind::Record | TypeKind::Object | TypeKind::Facade | TypeKind::Typealias, _) => true,
        (TypeKind::Interface | TypeKind::Annotation, _) => false,
        (TypeKind::Class, Language::Java) => has_word(&row.modifiers, "final"),
        (TypeKind::Class, Language::Kotlin) => {
            !["open", "abstract", "sealed"].iter().any(|word| has_word(&row.modifiers, word))
        }
    }
}

fn is_static(side: &Side, row: &TypeRow) -> bool {
    let Some(owner) = side.owner(row) else { return true };
    match row.language {
        Language::Kotlin => !has_word(&row.modifiers, "inner"),
        Language::Java => {
            row.kind != TypeKind::Class || member::is_interface(owner.kind) || has_word(&row.modifiers, "static")
        }
    }
}

//! The members of a type that is there in both versions, side by side.

use std::collections::{HashMap, HashSet};

use super::constants;
use super::facets::{self, Context, Facet, THROWS, facet};
use super::initialisers::{self, Blocks};
use super::member::{Member, Shape, Told, has_word};
use super::pair::{Pair, row, row_of_member};
use super::results::INFERRED;
use super::side::Side;
use super::tokens::same_tokens;
use super::typed::same_erased;
use super::types::{Declared, Texts};
use super::{Change, Compatibility, In, MemberName, Place, Row, Version, bodies};
use super::{CompareError, meanings, nulls, type_facets};
use crate::model::{ByteRange, Language, LineRange, TypeKind};
use crate::store::TypeRow;
use crate::text::lines::Lines;

/// Puts the two declarations of a type side by side; none where their files are the same, and none of the types is named there,
/// by their simple names, that only one version has or that are inherited otherwise: what a name means hangs on which types
/// there are, and which are inherited.
///
/// # Errors
/// When an index cannot be read.
pub fn pair<'a>(
    (old_side, new_side): (&'a Side, &'a Side),
    (old_texts, new_texts): (&mut Texts, &mut Texts),
    name: &str,
    shifting: &HashSet<&str>,
    same_origin: bool,
) -> Result<Option<Pair<'a>>, CompareError> {
    let (old_rows, new_rows) = (old_side.declarations(name), new_side.declarations(name));
    if old_rows.len() == new_rows.len() {
        // What extends a sealed type of Kotlin stands in other files.
        let is_open = |row: &&TypeRow| row.language == Language::Kotlin && has_word(&row.modifiers, "sealed");
        let mut all_same = !new_rows.iter().any(is_open);
        for (old, new) in old_rows.iter().zip(&new_rows) {
            let before = old_texts.of(old_side, old.file).of(Version::Old)?;
            all_same &= before == new_texts.of(new_side, new.file).of(Version::New)?
                && !old_texts.says_one_of(old_side, old.file, shifting).of(Version::Old)?;
        }
        if all_same {
            return Ok(None);
        }
    }
    let old = Declared::read(old_side, old_rows, old_texts).of(Version::Old)?;
    let new = Declared::read(new_side, new_rows, new_texts).of(Version::New)?;
    let mut pair = Pair {
        name: name.to_owned(),
        rows: Vec::new(),
        removed: Vec::new(),
        added: Vec::new(),
        unsettled: Vec::new(),
        facets: Vec::new(),
        old,
        new,
    };
    if pair.old.language != pair.new.language {
        nulls::mark(old_side, &mut pair.old, old_texts).of(Version::Old)?;
        nulls::mark(new_side, &mut pair.new, new_texts).of(Version::New)?;
    }
    pair.facets = type_facets::of_types(&Context { old: &pair.old, new: &pair.new, same_origin });
    let mut both = Both {
        sides: (old_side, new_side),
        texts: (old_texts, new_texts),
        shifting,
        otherwise: HashMap::new(),
        same_origin,
    };
    both.members(&mut pair)?;
    both.blocks(&mut pair)?;
    Ok(Some(pair))
}

/// The two versions while members are compared.
struct Both<'a, 't> {
    sides: (&'a Side, &'a Side),
    texts: (&'t mut Texts, &'t mut Texts),
    shifting: &'t HashSet<&'t str>,
    /// By the files of both versions the names that mean another in the new one.
    otherwise: HashMap<(u32, u32), HashSet<String>>,
    same_origin: bool,
}

impl Both<'_, '_> {
    fn members(&mut self, pair: &mut Pair<'_>) -> Result<(), CompareError> {
        if pair.becomes_alias() {
            return Ok(());
        }
        let partners = partners(&pair.old.members, &pair.new.members);
        let mut is_taken = vec![false; pair.new.members.len()];
        let mut rows = Vec::new();
        let is_same_kind = pair.old.kind == pair.new.kind;
        for (old, partner) in pair.old.members.iter().zip(&partners) {
            let Some(at) = partner.or_else(|| by_machine(old, &pair.new.members)) else {
                // A field of a companion is told there.
                let is_field = old.shape == Shape::Field && old.machine.iter().all(|one| one.is_field);
                let is_told = old.implicit && is_field && pair.new.language == Language::Kotlin;
                if !is_told && !is_of_elements(&pair.old, old) {
                    pair.removed.push(old.clone());
                }
                continue;
            };
            is_taken[at] = true;
            let new = &pair.new.members[at];
            let context = Context { old: &pair.old, new: &pair.new, same_origin: self.same_origin };
            let mut found = facets::of_members(&context, old, new);
            let is_api = pair.old.shows(old) || pair.new.shows(new);
            if found.iter().any(|facet| facet.rule == THROWS || facet.is_of_result()) {
                pair.unsettled.push((old.clone(), new.clone(), found));
                continue;
            }
            let is_untyped = old.told == Told::Not || new.told == Told::Not;
            if found.is_empty() || is_untyped {
                found.extend(self.body(pair, (old, new), is_same_kind)?);
            }
            if !found.is_empty() {
                rows.push(row_of_member(pair, old, new, &found, is_api));
            }
        }
        for (new, is_taken) in pair.new.members.iter().zip(is_taken) {
            // What is new beside a member of the same accessors is told with it.
            let is_companions = new.implicit && new.by_lombok.is_none() && new.shape != Shape::Constructor;
            if !is_taken && !is_companions && !is_of_elements(&pair.new, new) {
                match by_machine(new, &pair.old.members) {
                    None => pair.added.push(new.clone()),
                    // For Kotlin it is new under its own name, beside one that is still called so.
                    Some(at)
                        if partners[at].is_some()
                            && pair.old.members[at].shape == new.shape
                            && pair.old.members[at].name != new.name =>
                    {
                        pair.added.push(new.clone());
                    }
                    // The accessor of a record's component is written now, which nobody wrote before.
                    Some(at)
                        if is_same_kind
                            && partners[at].is_some()
                            && pair.old.members[at].kind == "record_component" =>
                    {
                        if let Some(found) = self.became_explicit(&pair.old.members[at], new)? {
                            let told = row_of_member(pair, new, new, &[found], pair.new.shows(new));
                            rows.push(Row { old_place: None, ..told });
                        }
                    }
                    Some(_) => {}
                }
            }
        }
        pair.rows.append(&mut rows);
        Ok(())
    }

    /// Whether the code of a member changed.
    fn body(
        &mut self,
        pair: &Pair<'_>,
        (old, new): (&Member, &Member),
        is_same_kind: bool,
    ) -> Result<Option<Facet>, CompareError> {
        let (old_members, new_members) = (&pair.old.members, &pair.new.members);
        if !self.same_origin || old.language != new.language {
            return Ok(None);
        }
        // The accessor of a record's component may be written, or made.
        let is_made_now = old.shape == Shape::Method && new.kind == "record_component";
        if is_same_kind && (old.implicit != new.implicit || is_made_now) {
            return self.became_explicit(old, new);
        }
        if old.implicit || new.implicit || old.shape != new.shape {
            return Ok(None);
        }
        // Of an annotation nobody calls that.
        let is_element = old.element_default.is_some() || new.element_default.is_some();
        if !is_element && is_of_constructor(old, old_members) && is_of_constructor(new, new_members) {
            return Ok(None);
        }
        let before = self.texts.0.of(self.sides.0, old.file).of(Version::Old)?;
        let after = self.texts.1.of(self.sides.1, new.file).of(Version::New)?;
        // What is compiled in at its uses is of the type that it was, or is told by what it is made of.
        let is_const = old.is("const") && new.is("const");
        let is_untyped = !is_const && (old.told == Told::Not || new.told == Told::Not);
        // A `case` or an annotation that names a constant does not compile with what is none.
        let is_felt = old.is_constant && !new.is_constant && old.language == Language::Java && old.is("static");
        let meaning = if is_felt { Compatibility::SourceOnly } else { Compatibility::Compatible };
        let changed = |rule| {
            let rule = if is_untyped { INFERRED } else { rule };
            Facet { unsure: is_untyped, ..facet(Change::BodyChanged, meaning, rule) }
        };
        if old.shape != Shape::Field {
            let code = |member: &Member, text: &str| member.body.map(|body| body.of(text).to_owned());
            let rule = match old.language {
                Language::Kotlin if old.is("inline") => "Kotlin: inline",
                _ => "JLS 13.4.22",
            };
            return Ok(match (code(old, &before), code(new, &after)) {
                (None, None) => None,
                (Some(before), Some(after))
                    if bodies::same(&before, &after) && !self.means_other(pair, (old, new), &after)? =>
                {
                    None
                }
                _ => Some(changed(rule)),
            });
        }
        let was = initialisers::of_field(old, old_members, &before);
        let is = initialisers::of_field(new, new_members, &after);
        if bodies::same(constants::bare(was), constants::bare(is)) {
            if !old.is_constant || !new.is_constant {
                let is_other = self.means_other(pair, (old, new), is)?;
                return Ok(is_other.then(|| changed("JLS 13.4.8")));
            }
            // The constants that it is made of may be others.
            let was = constants::made_of(self.sides.0, row_of(&pair.old, old), was).of(Version::Old)?;
            let is = constants::made_of(self.sides.1, row_of(&pair.new, new), is).of(Version::New)?;
            if was == is {
                return Ok(None);
            }
        }
        Ok(Some(changed(if old.is_constant { "JLS 13.4.9" } else { "JLS 13.4.8" })))
    }

    /// Whether names in code that is the same in both versions mean something else in the new one.
    fn means_other(
        &mut self,
        pair: &Pair<'_>,
        (old, new): (&Member, &Member),
        code: &str,
    ) -> Result<bool, CompareError> {
        let key = (old.file, new.file);
        if !self.otherwise.contains_key(&key) {
            let before = self.texts.0.of(self.sides.0, old.file).of(Version::Old)?;
            let after = self.texts.1.of(self.sides.1, new.file).of(Version::New)?;
            let was = meanings::Place { side: self.sides.0, row: row_of(&pair.old, old), text: &before };
            let is = meanings::Place { side: self.sides.1, row: row_of(&pair.new, new), text: &after };
            let found = meanings::otherwise(&was, &is, self.shifting).of(Version::New)?;
            self.otherwise.insert(key, found);
        }
        Ok(meanings::says(code, &self.otherwise[&key], new.language))
    }

    /// Whether code was written in place of what Java makes of a class or a record, or is made again.
    fn became_explicit(&mut self, old: &Member, new: &Member) -> Result<Option<Facet>, CompareError> {
        if old.language != Language::Java || (old.shape == Shape::Field) && (new.shape == Shape::Field) {
            return Ok(None);
        }
        let (member, text, made) = if new.implicit || new.shape == Shape::Field {
            (old, self.texts.0.of(self.sides.0, old.file).of(Version::Old)?, new)
        } else {
            (new, self.texts.1.of(self.sides.1, new.file).of(Version::New)?, old)
        };
        let name = made.by_lombok.as_ref().unwrap_or(&member.name);
        let is_as_made = member.body.is_none_or(|body| bodies::is_as_made(body.of(&text), name));
        Ok((!is_as_made).then(|| facet(Change::BodyChanged, Compatibility::Compatible, "JLS 13.4.22")))
    }

    /// Whether the static blocks of a class changed, `Type#<clinit>`, or those of its objects, `Type#<init>`.
    fn blocks(&mut self, pair: &mut Pair<'_>) -> Result<(), CompareError> {
        if !self.same_origin || pair.old.language != pair.new.language {
            return Ok(());
        }
        let before = self.texts.0.of(self.sides.0, pair.old.rows[0].file).of(Version::Old)?;
        let after = self.texts.1.of(self.sides.1, pair.new.rows[0].file).of(Version::New)?;
        if pair.old.rows[0].bytes.of(&before) == pair.new.rows[0].bytes.of(&after) {
            return Ok(());
        }
        match pair.old.language {
            Language::Java => {
                self.blocks_of(Blocks::Static, pair)?;
                self.blocks_of(Blocks::Instance, pair)
            }
            Language::Kotlin => self.blocks_of(Blocks::Init, pair),
        }
    }

    fn blocks_of(&mut self, wanted: Blocks, pair: &mut Pair<'_>) -> Result<(), CompareError> {
        let before = blocks(wanted, self.sides.0, self.texts.0, &pair.old).of(Version::Old)?;
        let after = blocks(wanted, self.sides.1, self.texts.1, &pair.new).of(Version::New)?;
        let is_same =
            before.len() == after.len() && before.iter().zip(&after).all(|((old, _), (new, _))| bodies::same(old, new));
        if is_same {
            return Ok(());
        }
        let differ = |(old, new): (&(String, Place), &(String, Place))| !bodies::same(&old.0, &new.0);
        let at = before.iter().zip(&after).position(differ).unwrap_or_else(|| before.len().min(after.len()));
        let place = |of: &[(String, Place)]| of.get(at).map(|(_, place)| *place);
        let (kind, name, rule) = match wanted {
            Blocks::Static => ("static_initializer", "<clinit>", "JLS 13.4.25"),
            Blocks::Instance | Blocks::Init => ("initializer", "<init>", "JLS 13.4.22"),
        };
        let found = [facet(Change::BodyChanged, Compatibility::Compatible, rule)];
        let (is_api, was_api) = (pair.old.is_api() || pair.new.is_api(), pair.old.is_api());
        let told = Row {
            kind,
            member: Some(MemberName { name: name.to_owned(), parameters: None, receiver: None }),
            old_place: place(&before),
            new_place: place(&after),
            ..row(pair, &found, is_api, was_api)
        };
        pair.rows.push(told);
        Ok(())
    }
}

/// The blocks of a type that run when it, or an object of it, is initialised: their texts and where they stand.
fn blocks(
    wanted: Blocks,
    side: &Side,
    texts: &mut Texts,
    declared: &Declared<'_>,
) -> Result<Vec<(String, Place)>, crate::store::read::StoreError> {
    let row = declared.rows[0];
    let is_class = !declared.is_interface() && row.kind != TypeKind::Facade && row.kind != TypeKind::Typealias;
    let text = texts.of(side, row.file)?;
    let is_met = |word: &str| {
        let own = row.bytes.of(&text);
        own.match_indices(word).any(|(at, word)| own[at + word.len()..].trim_start().starts_with(['{', '/']))
    };
    let may_have = match wanted {
        Blocks::Static => is_met("static"),
        Blocks::Init => is_class && is_met("init"),
        Blocks::Instance => is_class,
    };
    if !may_have {
        return Ok(Vec::new());
    }
    let nested = side.index.nested_types(row.id)?;
    let members = declared.members.iter().filter(|member| !member.implicit).map(|member| member.bytes);
    let inside: Vec<ByteRange> = members.chain(nested.iter().map(|nested| nested.bytes)).collect();
    let found = initialisers::blocks(wanted, &text, row.bytes, inside);
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let lines = Lines::of(&text);
    let placed = |bytes: ByteRange| {
        let lines = LineRange { start: lines.line_of(bytes.start), end: lines.line_of(bytes.end.saturating_sub(1)) };
        (bytes.of(&text).to_owned(), Place { file: row.file, bytes, lines })
    };
    Ok(found.into_iter().map(placed).collect())
}

/// The declaration of a type that a member stands in: a facade has one for each of its files.
fn row_of<'a>(declared: &Declared<'a>, member: &Member) -> &'a TypeRow {
    declared.rows.iter().find(|row| row.file == member.file).copied().unwrap_or(declared.rows[0])
}

/// Whether a property is a parameter of its class's constructor, of which its default is told.
fn is_of_constructor(member: &Member, members: &[Member]) -> bool {
    let declares = |constructor: &Member| {
        constructor.shape == Shape::Constructor
            && !constructor.implicit
            && constructor.file == member.file
            && constructor.bytes.start <= member.bytes.start
            && member.bytes.end <= constructor.bytes.end
            && constructor.named.iter().any(|parameter| parameter.name == member.name)
    };
    member.kind == "property" && members.iter().any(declares)
}

/// Whether a member is the constructor of a Kotlin annotation, whose parameters are told as elements.
fn is_of_elements(declared: &Declared<'_>, member: &Member) -> bool {
    declared.kind == TypeKind::Annotation && member.shape == Shape::Constructor
}

/// How much alike two members of the same use are, most first: overloads that differ in nothing but type variables are told
/// apart by it, and names of packages that are not known match one another. What gives the virtual machine another result though it
/// is written the same comes behind one that is kept for what was compiled.
const ALIKE: [fn(&Member, &Member) -> bool; 5] = [
    |old, new| same_tokens(&old.signature, &new.signature) && old.erased_result.is(&new.erased_result),
    |old, new| is_to_the_letter(old, new) && old.machine.first().zip(new.machine.first()).is_none_or(|(a, b)| a.is(b)),
    is_to_the_letter,
    |old, new| same_tokens(&old.signature, &new.signature),
    |_, _| true,
];

fn is_to_the_letter(old: &Member, new: &Member) -> bool {
    old.written == new.written && old.erased_result.is(&new.erased_result)
}

/// For each old member the place of the new one that is declared for the same use.
fn partners(old: &[Member], new: &[Member]) -> Vec<Option<usize>> {
    let mut is_taken = vec![false; new.len()];
    let mut found = vec![None; old.len()];
    for is_alike in ALIKE {
        for (at, member) in old.iter().enumerate() {
            if found[at].is_some() {
                continue;
            }
            let is_partner = |other: &Member| member.matches(other) && is_alike(member, other);
            let place = new.iter().enumerate().find(|(place, other)| !is_taken[*place] && is_partner(other));
            if let Some((place, _)) = place {
                is_taken[place] = true;
                found[at] = Some(place);
            }
        }
    }
    found
}

/// The member of another list that gives the virtual machine what this one gave it.
fn by_machine(member: &Member, others: &[Member]) -> Option<usize> {
    let main = member.machine.first()?;
    let gives = |other: &Member| {
        (other.has_accessors() || member.has_accessors())
            && (other.shape != member.shape
                || other.name != member.name
                || other.is_extension != member.is_extension
                || other.contexts != member.contexts
                || !same_erased(&other.erased, &member.erased))
            && other.machine.iter().any(|machine| machine.is(main))
    };
    others.iter().position(gives)
}

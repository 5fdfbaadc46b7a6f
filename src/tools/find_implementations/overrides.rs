//! Overrides of a member: those that subtypes declare, and those that a class has from a superclass which knows nothing of the
//! interface that is implemented so.

use std::collections::HashSet;

use super::{Hit, identities};
use crate::error::Failure;
use crate::index::Opened;
use crate::model::jvm::{self, ElementTaker, MappedMember};
use crate::model::{Language, MethodKind, Relation, TypeKind};
use crate::store::{FieldRow, MethodRow, TypeRow};
use crate::tools::declared::{self, Declared, Member};
use crate::tools::erasure::{self, Erased, Variables, overrides, without_array};
use crate::tools::heirs::{self, Heir, Heirs, Identity};
use crate::tools::hierarchy::Ancestor;
use crate::tools::mapped;
use crate::tools::members;
use crate::tools::resolve::{self, Rows, has_modifier};
use crate::tools::signature::{same, type_of};
use crate::tools::symbol;

/// The types that may override: all subtypes, or of what every type has those that declare a method of the name.
pub(super) fn candidates(
    search: &mut Heirs<'_>,
    bases: &[declared::Place],
    in_kotlin: &[declared::Place],
    transitive: bool,
) -> Result<Vec<Heir>, Failure> {
    match &bases[0].declared.member {
        Some(Member::Method(method)) if is_by_name(&bases[0]) => {
            search.declaring(&identities(bases), symbol::bare(&method.name), transitive)
        }
        _ => {
            let of_kotlin = identities(in_kotlin);
            let mut heirs = search.of(&[identities(bases), of_kotlin.clone()].concat(), true)?;
            heirs.retain(|heir| !of_kotlin.contains(&Identity::of(&heir.artifact, &heir.row)));
            Ok(heirs)
        }
    }
}

/// Whether a method is of a type that others have for a supertype without writing it, so that its name leads to them.
fn is_by_name(base: &declared::Place) -> bool {
    let owner = base.declared.owner.qualified_name();
    base.declared.member.is_some() && heirs::is_implied(&owner) && base.declared.owner.kind != TypeKind::Interface
}

/// The overrides in all subtypes; not transitive: those that have no other override between them and what was asked for. Notes the
/// types that override each of the bases.
pub(super) fn find(
    search: &mut Heirs<'_>,
    bases: &[declared::Place],
    in_kotlin: &[declared::Place],
    heirs: &[Heir],
    transitive: bool,
    overriders: &mut Vec<HashSet<Identity>>,
) -> Result<Vec<Hit>, Failure> {
    let mut hits = Vec::new();
    overriders.resize_with(bases.len(), HashSet::new);
    let in_kotlin = identities(in_kotlin);
    let asked: Vec<Base<'_>> =
        bases.iter().map(|base| Base::of(search, base, &in_kotlin)).collect::<Result<_, Failure>>()?;
    // What every type has needs no look at its supertypes.
    let is_looked_up = !transitive || !asked[0].is_by_name;
    // Which of the bases each hit overrides, and what it has above it.
    let mut above: Vec<(Vec<usize>, Vec<Identity>)> = Vec::new();
    for heir in heirs {
        let candidates = same_name(&heir.artifact, &heir.row, &asked)?;
        if candidates.is_empty() {
            continue;
        }
        let ancestors = if is_looked_up { search.ancestors(heir)? } else { Vec::new() };
        for member in candidates {
            let none = Variables::default();
            let is_overridden = |base: &Base<'_>| {
                base.names(heir.row.language).has(&member) && {
                    let mine = base.erased(&member, &none, &none);
                    base.is_overridden(heir, Way::Declared, (&member, mine.as_ref()), &ancestors)
                }
            };
            let mut overridden: Vec<usize> = Vec::new();
            for (at, base) in asked.iter().enumerate() {
                if is_overridden(base) && base.may_take_the_same(search, (&heir.artifact, &heir.row), &member)? {
                    overridden.push(at);
                }
            }
            if overridden.is_empty() {
                continue;
            }
            for at in &overridden {
                overriders[*at].insert(Identity::of(&heir.artifact, &heir.row));
            }
            if !transitive {
                above.push((overridden, ancestors.iter().map(|(one, _)| one.clone()).collect()));
            }
            hits.push(Hit::of(heir, Declared { owner: heir.row.clone(), member: Some(member) }));
        }
    }
    let inherited = inherited(search, &asked, bases, heirs, overriders)?;
    if transitive {
        hits.extend(inherited);
        return Ok(hits);
    }
    let is_first = |(overridden, ancestors): (Vec<usize>, Vec<Identity>)| {
        overridden.iter().any(|at| !ancestors.iter().any(|one| overriders[*at].contains(one)))
    };
    let mut keep = above.into_iter().map(is_first);
    hits.retain(|_| keep.next().unwrap_or(true));
    hits.extend(inherited);
    Ok(hits)
}

/// What classes that declare no override have from a superclass that is no subtype, each once: `class A extends B implements I`,
/// where B, which does not know I, declares the method.
fn inherited(
    search: &mut Heirs<'_>,
    asked: &[Base<'_>],
    bases: &[declared::Place],
    heirs: &[Heir],
    overriders: &[HashSet<Identity>],
) -> Result<Vec<Hit>, Failure> {
    let mut hits: Vec<Hit> = Vec::new();
    let is_of_interface =
        |base: &Base<'_>| matches!(base.declared.owner.kind, TypeKind::Interface | TypeKind::Annotation);
    if asked[0].is_by_name || !asked.iter().any(is_of_interface) {
        return Ok(hits);
    }
    let known: HashSet<Identity> =
        heirs.iter().map(|heir| Identity::of(&heir.artifact, &heir.row)).chain(identities(bases)).collect();
    let names: HashSet<&str> = known.iter().map(Identity::name).collect();
    for heir in heirs {
        if search.is_over()? {
            break;
        }
        let own = Identity::of(&heir.artifact, &heir.row);
        let is_done = heir.row.kind == TypeKind::Interface || overriders.iter().all(|all| all.contains(&own));
        if is_done || !has_other_superclass(heir, &names)? {
            continue;
        }
        let ancestors = search.ancestors(heir)?;
        for (base, overriders) in asked.iter().zip(overriders).filter(|(_, overriders)| !overriders.contains(&own)) {
            // Nearest first: what a subtype between them overrides hides what is behind it.
            let classes = ancestors.iter().filter(|(_, ancestor)| ancestor.types[0].kind != TypeKind::Interface);
            for (identity, class) in classes {
                if overriders.contains(identity) {
                    break;
                }
                if known.contains(identity) || heirs::is_implied(identity.name()) {
                    continue;
                }
                let Some((row, member)) = base.implemented_by(search, heir, class, &ancestors)? else {
                    continue;
                };
                let Some(place) = search.place_of(&class.artifact.coordinate) else { break };
                let (artifact, via) = (class.artifact.clone(), Some(own.name().to_owned()));
                let class = Heir { place, artifact, row: row.clone(), via };
                let hit = Hit::of(&class, Declared { owner: row, member: Some(member) });
                if !hits.iter().any(|known| known.is_of(&hit)) {
                    hits.push(hit);
                }
                break;
            }
        }
    }
    Ok(hits)
}

/// Whether a class may have a superclass that is none of the types of these names: what is above one of those is looked at there.
/// Kotlin tells classes and interfaces apart by what they are.
fn has_other_superclass(heir: &Heir, known: &HashSet<&str>) -> Result<bool, Failure> {
    let (index, row) = (&heir.artifact.index, &heir.row);
    let supertypes = index.supertypes(row.id).of(&heir.artifact)?;
    let may_be_class = |relation: Relation| row.language == Language::Kotlin || relation == Relation::Extends;
    let join = |before: &str, name: &str| if before.is_empty() { name.to_owned() } else { format!("{before}.{name}") };
    'next: for supertype in supertypes.iter().filter(|supertype| may_be_class(supertype.relation)) {
        let name = supertype.name.as_str();
        let (first, rest) = name.split_at(name.find('.').unwrap_or(name.len()));
        // The types around it, the innermost first.
        for (at, _) in row.name.rmatch_indices('.') {
            let nested = join(&join(&row.package, &row.name[..at]), name);
            if known.contains(nested.as_str()) {
                continue 'next;
            }
            if !index.type_named(&nested).of(&heir.artifact)?.is_empty() {
                return Ok(true);
            }
        }
        let imports = index.imports(row.file).of(&heir.artifact)?;
        let imported = imports.iter().find(|import| import.path.rsplit('.').next() == Some(first));
        let is_known = match imported {
            Some(import) => known.contains(format!("{}{rest}", import.path).as_str()),
            None => known.contains(join(&row.package, name).as_str()) || known.contains(name),
        };
        if !is_known {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The members of a type that bear a name which one of the members asked for has in its language.
fn same_name(artifact: &Opened, row: &TypeRow, asked: &[Base<'_>]) -> Result<Vec<Member>, Failure> {
    let index = &artifact.index;
    let names = || asked.iter().map(|base| base.names(row.language));
    let is_function = |name: &str| names().any(|names| names.has_function(name));
    let is_one = |name: &str, kind| kind == MethodKind::Method && is_function(name);
    let mut found: Vec<Member> =
        index.methods_where(row.id, is_one).of(artifact)?.into_iter().map(Member::Method).collect();
    // Of a record's components one that no method gives is given all the same.
    let mut accessors: Vec<&String> = names().flat_map(|names| &names.functions).collect();
    accessors.sort_unstable();
    accessors.dedup();
    for name in accessors {
        found.extend(declared::accessor(artifact, row, name)?.map(Member::Made));
    }
    if names().any(|names| !names.properties.is_empty()) {
        let is_property = |name: &str| names().any(|names| names.has_property(name));
        let of_type = index.fields(row.id).of(artifact)?.into_iter();
        found.extend(of_type.filter(|field| is_property(&field.name)).map(Member::Field));
    }
    Ok(found)
}

/// What a member is called where it is overridden.
#[derive(Default)]
struct Names {
    functions: Vec<String>,
    properties: Vec<String>,
}

impl Names {
    fn in_java(base: &Declared) -> Self {
        let mut functions = Vec::new();
        match &base.member {
            Some(Member::Method(wanted)) => functions.push(symbol::bare(&wanted.name).to_owned()),
            Some(Member::Field(wanted)) => {
                let name = symbol::bare(&wanted.name);
                // Names of accessors that somebody gave, or that are of this module alone, are not those.
                let is_plain = !jvm::is_renamed(&wanted.annotations) && !has_modifier(&wanted.modifiers, "internal");
                if is_plain && jvm::has_accessors(&wanted.annotations, &wanted.modifiers) {
                    functions.push(jvm::getter_of(name));
                    functions.extend(wanted.is_variable().then(|| jvm::setter_of(name)));
                }
            }
            Some(Member::Made(_)) | None => {}
        }
        Self { functions, properties: Vec::new() }
    }

    /// In Kotlin, which may have names of its own for what is `mapped`.
    fn in_kotlin(base: &Declared, mapped: Vec<String>) -> Self {
        match &base.member {
            Some(Member::Method(_)) if !mapped.is_empty() => Self { functions: mapped.clone(), properties: mapped },
            Some(Member::Method(wanted)) => {
                Self { functions: vec![symbol::bare(&wanted.name).to_owned()], ..Self::default() }
            }
            Some(Member::Field(wanted)) => {
                Self { properties: vec![symbol::bare(&wanted.name).to_owned()], ..Self::default() }
            }
            Some(Member::Made(_)) | None => Self::default(),
        }
    }

    fn has_function(&self, name: &str) -> bool {
        self.functions.iter().any(|own| own == symbol::bare(name))
    }

    fn has_property(&self, name: &str) -> bool {
        self.properties.iter().any(|own| own == symbol::bare(name))
    }

    fn has(&self, member: &Member) -> bool {
        match member {
            Member::Method(method) => self.has_function(&method.name),
            Member::Made(accessor) => self.has_function(&accessor.name),
            Member::Field(field) => self.has_property(&field.name),
        }
    }
}

/// What Kotlin calls a member of Java that is one of a type which it has under a name of its own, or overrides that, where it calls
/// it otherwise or has a property for it.
fn mapped_names(search: &Heirs<'_>, base: &declared::Place) -> Result<Vec<String>, Failure> {
    let Some(method) = base.declared.method_of_java() else { return Ok(Vec::new()) };
    let mut all: Vec<&MappedMember> = jvm::members_called_with(&method.name, &method.parameter_types).collect();
    keep_below(search, base, &mut all, |one| one.of)?;
    Ok(all.into_iter().map(|one| one.kotlin.to_owned()).collect())
}

/// What the types of Kotlin that stand for those of Java declare for the members that were asked for.
pub(super) fn declared_in_kotlin(
    bases: &[declared::Place],
    in_kotlin: &[declared::Place],
) -> Result<Vec<declared::Place>, Failure> {
    let methods: Vec<&MethodRow> = bases.iter().filter_map(|base| base.declared.method_of_java()).collect();
    mapped::declared_in(in_kotlin, &methods, mapped::members)
}

/// What a method of Java is that takes anything where Kotlin takes what its type is of.
fn element_takers(search: &Heirs<'_>, base: &declared::Place) -> Result<Vec<&'static ElementTaker>, Failure> {
    let Some(method) = base.declared.method_of_java() else { return Ok(Vec::new()) };
    let mut all: Vec<&ElementTaker> = jvm::element_takers(&method.name, &method.parameter_types).collect();
    keep_below(search, base, &mut all, |one| one.of)?;
    Ok(all)
}

/// Keeps what is known of a type that a member's own one is, or that is above it.
fn keep_below<T>(
    search: &Heirs<'_>,
    base: &declared::Place,
    known: &mut Vec<&'static T>,
    of: impl Fn(&T) -> &'static str,
) -> Result<(), Failure> {
    if known.is_empty() {
        return Ok(());
    }
    let owner = &base.declared.owner;
    let above = search.above(&base.artifact, owner)?;
    let is_of = |of: &str| owner.qualified_name() == of || above.iter().any(|(identity, _)| identity.name() == of);
    known.retain(|one| is_of(of(one)));
    Ok(())
}

/// How a subtype comes to have a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Declared,
    /// From a superclass that knows nothing of what it implements.
    Inherited,
}

/// A member that was asked for, with what every subtype is held against.
struct Base<'a> {
    declared: &'a Declared,
    artifact: &'a Opened,
    identity: Identity,
    /// The types of Kotlin that its type stands for: they have the same type variables.
    in_kotlin: &'a [Identity],
    /// The type variables of its type.
    variables: Variables,
    /// What it takes in Kotlin instead of anything.
    takers: Vec<&'static ElementTaker>,
    is_by_name: bool,
    in_java_called: Names,
    in_kotlin_called: Names,
}

impl<'a> Base<'a> {
    fn of(search: &Heirs<'_>, base: &'a declared::Place, in_kotlin: &'a [Identity]) -> Result<Self, Failure> {
        Ok(Self {
            declared: &base.declared,
            artifact: &base.artifact,
            identity: Identity::of(&base.artifact, &base.declared.owner),
            in_kotlin,
            variables: Variables::of(&resolve::type_list(&base.artifact, &base.declared.owner)?, "", ""),
            takers: element_takers(search, base)?,
            is_by_name: is_by_name(base),
            in_java_called: Names::in_java(&base.declared),
            in_kotlin_called: Names::in_kotlin(&base.declared, mapped_names(search, base)?),
        })
    }

    fn names(&self, language: Language) -> &Names {
        match language {
            Language::Java => &self.in_java_called,
            Language::Kotlin => &self.in_kotlin_called,
        }
    }

    /// The erasure of a method that may override it, under the name of what was asked for: its own language may have another.
    fn erased(&self, member: &Member, variables: &Variables, declared: &Variables) -> Option<Erased> {
        let erased = match member {
            Member::Method(method) => erased(method, variables, declared),
            Member::Made(accessor) => takes_nothing(&accessor.name),
            Member::Field(_) => return None,
        };
        Some(match &self.declared.member {
            Some(Member::Method(asked)) => erased.called(&asked.name),
            _ => erased,
        })
    }

    /// Which parameters are what the arguments of a supertype say where the subtype is of Kotlin.
    fn taken<'b>(
        &'b self,
        heir: &Heir,
        ancestors: &'b [(Identity, Ancestor)],
    ) -> impl Iterator<Item = (&'static [Option<usize>], &'b Variables)> {
        let takers = self.takers.iter().filter(|_| heir.row.language == Language::Kotlin);
        takers.filter_map(|taker| {
            let (_, ancestor) = ancestors.iter().find(|(identity, _)| identity.name() == taker.of)?;
            Some((taker.takes, &**ancestor.variables.first()?))
        })
    }

    /// Whether no parameter of a method of the same erasure, as far as its simple names tell, is known to be of another type.
    fn may_take_the_same(
        &self,
        search: &Heirs<'_>,
        (artifact, row): (&Opened, &TypeRow),
        member: &Member,
    ) -> Result<bool, Failure> {
        let (Member::Method(mine), Some(Member::Method(theirs)), false) =
            (member, &self.declared.member, self.is_by_name)
        else {
            return Ok(true);
        };
        let (own, owner) = (erasure::taken(mine), &self.declared.owner);
        let types = own.iter().zip(erasure::taken(theirs)).map(|(mine, theirs)| (type_of(mine), type_of(&theirs)));
        let of_classes: Vec<(String, String)> = types.filter(|(mine, theirs)| are_of_classes(mine, theirs)).collect();
        if of_classes.is_empty() {
            return Ok(true);
        }
        let variables = Variables::of(&resolve::type_list(artifact, row)?, &mine.signature, &mine.name);
        let own = Variables::of("", &theirs.signature, &theirs.name);
        for (mine, theirs) in of_classes {
            if variables.has(&mine) || own.has(&theirs) || self.variables.has(&theirs) {
                continue;
            }
            let Some(mine) = search.type_meant(artifact, row, without_array(&mine).0)? else { continue };
            let Some(theirs) = search.type_meant(self.artifact, owner, without_array(&theirs).0)? else { continue };
            let machine = |name: &str| jvm::machine_name(name).unwrap_or(name).to_owned();
            if machine(&mine) != machine(&theirs) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The member of a superclass by which a subtype implements it.
    fn implemented_by(
        &self,
        search: &Heirs<'_>,
        heir: &Heir,
        class: &Ancestor,
        ancestors: &[(Identity, Ancestor)],
    ) -> Result<Option<(TypeRow, Member)>, Failure> {
        for (row, variables) in class.types.iter().zip(&class.variables) {
            let own = Variables::of(&resolve::type_list(&class.artifact, row)?, "", "");
            for member in same_name(&class.artifact, row, std::slice::from_ref(self))? {
                let mine = self.erased(&member, variables, &own);
                if is_whole(row, &member)
                    && self.is_implemented(heir, (&member, mine.as_ref()), ancestors)
                    && self.may_take_the_same(search, (&class.artifact, row), &member)?
                {
                    return Ok(Some((row.clone(), member)));
                }
            }
        }
        Ok(None)
    }

    /// Whether a member that a subtype has from a superclass implements it. Java and Kotlin each go by what a member is in the
    /// language of the subtype: of a property Java has the accessors, and in Kotlin no accessor is one.
    fn is_implemented(
        &self,
        heir: &Heir,
        member: (&Member, Option<&Erased>),
        ancestors: &[(Identity, Ancestor)],
    ) -> bool {
        match (member.0, &self.declared.member) {
            (Member::Field(field), Some(Member::Field(property))) => {
                let receiver = |of: &FieldRow| of.receiver.as_deref().map(type_of);
                receiver(field) == receiver(property)
            }
            (Member::Method(_), Some(Member::Field(_))) if heir.row.language == Language::Kotlin => false,
            (Member::Field(_), Some(Member::Method(_))) => heir.row.language == Language::Kotlin,
            _ => self.is_overridden(heir, Way::Inherited, member, ancestors),
        }
    }

    /// Whether a member of a subtype overrides it, with what the type variables stand for there. A method comes with its own
    /// erasure.
    fn is_overridden(
        &self,
        heir: &Heir,
        way: Way,
        member: (&Member, Option<&Erased>),
        ancestors: &[(Identity, Ancestor)],
    ) -> bool {
        let owner = &self.declared.owner;
        match (member, &self.declared.member) {
            ((Member::Field(field), _), Some(_)) => has_modifier(&field.modifiers, "override"),
            ((Member::Made(_), Some(mine)), Some(Member::Method(theirs))) => {
                members::is_inherited(&theirs.modifiers, owner, owner.package == heir.row.package)
                    && overrides(mine, &erased(theirs, &Variables::default(), &self.variables))
            }
            ((Member::Made(accessor), Some(_)), Some(Member::Field(property))) => {
                accessor.name == jvm::getter_of(symbol::bare(&property.name))
            }
            // An accessor in Java: a getter takes nothing, a setter what the property is.
            ((Member::Method(method), Some(mine)), Some(Member::Field(property))) => {
                let is_getter = method.name == jvm::getter_of(symbol::bare(&property.name));
                let unknown = "*".to_owned();
                let set = (!is_getter).then(|| property.field_type.as_ref().unwrap_or(&unknown));
                let theirs = Erased::of(
                    &method.name,
                    &property.signature,
                    set.into_iter(),
                    &Variables::default(),
                    &self.variables,
                );
                overrides(mine, &theirs)
                    && !["static", "private"].iter().any(|word| has_modifier(&method.modifiers, word))
            }
            ((Member::Method(method), Some(mine)), Some(Member::Method(theirs))) => {
                if ["static", "private"].iter().any(|word| has_modifier(&method.modifiers, word))
                    || !members::is_inherited(&theirs.modifiers, owner, owner.package == heir.row.package)
                {
                    return false;
                }
                if self.is_by_name {
                    // An interface declares anew only what is public.
                    let has_it = heir.row.kind != TypeKind::Interface || !has_modifier(&theirs.modifiers, "protected");
                    return has_it && overrides(mine, &erased(theirs, &Variables::default(), &self.variables));
                }
                let is_marked = has_modifier(&method.modifiers, "override");
                // What overrides in Kotlin says so, but for what a superclass has.
                let may_be_of_kotlin = is_marked || way == Way::Inherited;
                let is_called_so = symbol::bare(&method.name) == symbol::bare(&theirs.name);
                let is_it = |one: &&(Identity, Ancestor)| {
                    one.0 == self.identity || may_be_of_kotlin && self.in_kotlin.contains(&one.0)
                };
                ancestors.iter().filter(is_it).any(|(identity, ancestor)| {
                    let own = ancestor.types.iter().zip(&ancestor.variables);
                    let mut own = own.filter(|(row, _)| *identity != self.identity || row.id == owner.id);
                    own.any(|(_, variables)| {
                        let theirs = erased(theirs, variables, &self.variables);
                        let takes_elements = |(takes, of): (&[Option<usize>], &Variables)| {
                            overrides(mine, &theirs.clone().taking(takes, of))
                        };
                        if is_marked && self.taken(heir, ancestors).any(takes_elements) {
                            return true;
                        }
                        let is_open = *identity != self.identity && is_called_so;
                        overrides(
                            mine,
                            &match (self.takers.first(), way) {
                                (Some(taker), _) if is_open => theirs.taking(taker.takes, variables),
                                (None, Way::Declared) if is_open => theirs.of_anything(),
                                _ => theirs,
                            },
                        )
                    })
                })
            }
            _ => false,
        }
    }
}

/// Whether two erased types are of classes that are called alike, or arrays of them: what they mean tells whether they are one.
fn are_of_classes(mine: &str, theirs: &str) -> bool {
    let is_class = |of: &str| !of.contains("->") && of.contains(char::is_uppercase);
    is_class(mine) && is_class(theirs) && without_array(mine).1 == without_array(theirs).1 && same(mine, theirs, true)
}

/// Whether a member of a superclass may implement one of an interface.
fn is_whole(row: &TypeRow, member: &Member) -> bool {
    let modifiers = match member {
        Member::Method(method) => &method.modifiers,
        Member::Field(field) => &field.modifiers,
        Member::Made(_) => return false,
    };
    let has = |word: &str| has_modifier(modifiers, word);
    match row.language {
        Language::Java => !has("abstract") && has("public"),
        Language::Kotlin => !["abstract", "private", "protected", "internal"].iter().any(|word| has(word)),
    }
}

/// A method of Java of this name without parameters.
fn takes_nothing(name: &str) -> Erased {
    Erased::of(name, "", std::iter::empty(), &Variables::default(), &Variables::default())
}

fn erased(method: &MethodRow, variables: &Variables, declared: &Variables) -> Erased {
    Erased::of(&method.name, &method.signature, erasure::taken(method).iter(), variables, declared)
}

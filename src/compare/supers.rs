//! What a type inherits in each version: its supertypes with their members, asked for once a type.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::made;
use super::mapped::machine_name;
use super::member::{self, Access, Member, Shape};
use super::side::{Side, last_part};
use super::thrown::Thrown;
use super::typed::{Erased, Type, same_erased};
use super::{Above, CompareError, Hierarchy, In, Version, types};
use crate::error::Incomplete;
use crate::model::Language;
use crate::store::TypeRow;

/// Methods of `java.lang.Object` that are inherited whether or not a JDK is registered: name, parameters, result, access, exception.
const OBJECT: [(&str, &[&str], &str, Access, &str); 11] = [
    ("equals", &["java.lang.Object"], "boolean", Access::Public, ""),
    ("hashCode", &[], "int", Access::Public, ""),
    ("toString", &[], "java.lang.String", Access::Public, ""),
    ("getClass", &[], "java.lang.Class", Access::Public, ""),
    ("notify", &[], "void", Access::Public, ""),
    ("notifyAll", &[], "void", Access::Public, ""),
    ("wait", &[], "void", Access::Public, "java.lang.InterruptedException"),
    ("wait", &["long"], "void", Access::Public, "java.lang.InterruptedException"),
    ("wait", &["long", "int"], "void", Access::Public, "java.lang.InterruptedException"),
    ("clone", &[], "java.lang.Object", Access::Protected, "java.lang.CloneNotSupportedException"),
    ("finalize", &[], "void", Access::Protected, "java.lang.Throwable"),
];

/// What exceptions inherit.
const THROWABLE: &[&str] = &[
    "addSuppressed",
    "fillInStackTrace",
    "getCause",
    "getLocalizedMessage",
    "getMessage",
    "getStackTrace",
    "getSuppressed",
    "initCause",
    "printStackTrace",
    "setStackTrace",
    "toString",
];

/// What constants of enums inherit.
const ENUM: &[&str] = &["compareTo", "describeConstable", "getDeclaringClass", "name", "ordinal", "valueOf"];

/// What may stand above an exception.
const ABOVE_THROWABLE: &[&str] = &[
    "java.io.Serializable",
    "java.lang.Error",
    "java.lang.Exception",
    "java.lang.IllegalArgumentException",
    "java.lang.IllegalStateException",
    "java.lang.RuntimeException",
    "java.lang.Throwable",
];

/// What stands above the type of all enums.
const ABOVE_ENUM: &[&str] = &["java.io.Serializable", "java.lang.Comparable", "java.lang.constant.Constable"];

/// What read-only collections of Kotlin inherit, and what Kotlin's compiler adds to refuse changes.
const COLLECTION: &[&str] = &[
    "add",
    "addAll",
    "clear",
    "contains",
    "containsAll",
    "equals",
    "forEach",
    "hashCode",
    "isEmpty",
    "parallelStream",
    "remove",
    "removeAll",
    "removeIf",
    "retainAll",
    "size",
    "spliterator",
    "stream",
    "toArray",
    "toString",
];

/// The same of lists.
const LIST: &[&str] = &[
    "add",
    "addAll",
    "addFirst",
    "addLast",
    "clear",
    "contains",
    "containsAll",
    "equals",
    "forEach",
    "getFirst",
    "getLast",
    "hashCode",
    "indexOf",
    "isEmpty",
    "iterator",
    "lastIndexOf",
    "listIterator",
    "parallelStream",
    "remove",
    "removeAll",
    "removeFirst",
    "removeIf",
    "removeLast",
    "replaceAll",
    "retainAll",
    "reversed",
    "set",
    "size",
    "sort",
    "spliterator",
    "stream",
    "subList",
    "toArray",
    "toString",
];

/// The same of maps.
const MAP: &[&str] = &[
    "clear",
    "compute",
    "computeIfAbsent",
    "computeIfPresent",
    "containsKey",
    "containsValue",
    "entrySet",
    "equals",
    "forEach",
    "get",
    "getOrDefault",
    "hashCode",
    "isEmpty",
    "keySet",
    "merge",
    "put",
    "putAll",
    "putIfAbsent",
    "remove",
    "replace",
    "replaceAll",
    "size",
    "toString",
    "values",
];

const ITERATOR: &[&str] = &["done", "forEachRemaining", "hasNext", "next", "remove", "setNext"];

/// What stands above the read-only collections that Kotlin has for others to extend; of the JDK's, interfaces alone.
const ABOVE_COLLECTION: &[&str] = &["java.lang.Iterable", "java.util.Collection"];
const ABOVE_LIST: &[&str] = &[
    "java.lang.Iterable",
    "java.util.Collection",
    "java.util.List",
    "java.util.SequencedCollection",
    "kotlin.collections.AbstractCollection",
];
const ABOVE_SET: &[&str] =
    &["java.lang.Iterable", "java.util.Collection", "java.util.Set", "kotlin.collections.AbstractCollection"];

/// Types of the JDK, and of Kotlin's library, that are supertypes everywhere, and the names of what is inherited from them with a body: of these it
/// is known without a JDK, as is what may stand above them.
const KNOWN: [(&str, &[&str], &[&str]); 29] = [
    ("java.io.Closeable", &[], &["java.lang.AutoCloseable"]),
    ("java.io.Externalizable", &[], &["java.io.Serializable"]),
    ("java.io.Flushable", &[], &[]),
    ("java.io.IOException", THROWABLE, ABOVE_THROWABLE),
    ("java.io.Serializable", &[], &[]),
    ("java.lang.AutoCloseable", &[], &[]),
    ("java.lang.Cloneable", &[], &[]),
    ("java.lang.Comparable", &[], &[]),
    ("java.lang.Enum", ENUM, ABOVE_ENUM),
    ("java.lang.Error", THROWABLE, ABOVE_THROWABLE),
    ("java.lang.Exception", THROWABLE, ABOVE_THROWABLE),
    ("java.lang.IllegalArgumentException", THROWABLE, ABOVE_THROWABLE),
    ("java.lang.IllegalStateException", THROWABLE, ABOVE_THROWABLE),
    ("java.lang.Iterable", &["forEach", "spliterator"], &[]),
    ("java.lang.Record", &[], &[]),
    ("java.lang.Runnable", &[], &[]),
    ("java.lang.RuntimeException", THROWABLE, ABOVE_THROWABLE),
    ("java.lang.Throwable", THROWABLE, ABOVE_THROWABLE),
    ("java.lang.UnsupportedOperationException", THROWABLE, ABOVE_THROWABLE),
    ("java.lang.annotation.Annotation", &[], &[]),
    ("java.util.EventListener", &[], &[]),
    ("java.util.RandomAccess", &[], &[]),
    ("java.util.concurrent.Callable", &[], &[]),
    ("kotlin.Enum", ENUM, ABOVE_ENUM),
    ("kotlin.collections.AbstractCollection", COLLECTION, ABOVE_COLLECTION),
    ("kotlin.collections.AbstractIterator", ITERATOR, &["java.util.Iterator"]),
    ("kotlin.collections.AbstractList", LIST, ABOVE_LIST),
    ("kotlin.collections.AbstractMap", MAP, &["java.util.Map"]),
    ("kotlin.collections.AbstractSet", COLLECTION, ABOVE_SET),
];

/// What is known without a JDK of a type that is called so, which may be written without its package: the names of what is
/// inherited from it with a body, and what may stand above it.
fn known(name: &str) -> Option<(&'static [&'static str], &'static [&'static str])> {
    let name = machine_name(name);
    let is_it = |known: &str| machine_name(known) == name || known.rsplit('.').next() == Some(name);
    KNOWN.iter().find(|(known, ..)| is_it(known)).map(|(_, names, above)| (*names, *above))
}

/// Whether a name may be one of the JDK's, which Kotlin calls by its own.
fn is_of_jdk(name: &str) -> bool {
    name.starts_with("java.") || name.starts_with("kotlin.") || !name.contains('.')
}

/// Whether a supertype may stand above one that no index has. Nothing but the JDK's own stands above a type of the JDK.
pub fn may_be_above(above: &str, missing: &str) -> bool {
    let is_it = |known: &&str| {
        if above.contains('.') { machine_name(known) == machine_name(above) } else { last_part(known) == above }
    };
    match known(missing) {
        Some((_, known)) => known.iter().any(is_it),
        None => !machine_name(missing).starts_with("java.") || is_of_jdk(above),
    }
}

/// A supertype with its members.
pub struct Ancestor {
    pub name: String,
    pub artifact: Option<String>,
    pub is_interface: bool,
    /// Whether users of its library can name it.
    pub is_api: bool,
    /// One list for all that inherit from it.
    pub members: Rc<Vec<Member>>,
    /// Said where it is of another version than the one that is used.
    pub instead_of: Option<Incomplete>,
}

impl Ancestor {
    /// Whether a subtype has a member of it: a constructor is nobody else's, nor is a static method of an interface.
    #[must_use]
    pub fn passes_on(&self, member: &Member) -> bool {
        let is_own = self.is_interface && member.is("static") && member.shape == Shape::Method;
        member.access >= Access::Protected && member.shape != Shape::Constructor && !is_own
    }
}

/// All that a type inherits from.
pub struct Family {
    pub ancestors: Vec<Ancestor>,
    pub missing: Vec<Incomplete>,
}

impl Family {
    /// Names of all supertypes, found or not.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let found = self.ancestors.iter().map(|ancestor| ancestor.name.as_str());
        found.chain(self.missing.iter().map(|missing| missing.what.as_str()))
    }

    /// The supertype that declares what a removed member of a class or interface was, as the virtual machine finds it:
    /// classes before interfaces, nearest first, and of interfaces one that has a body.
    #[must_use]
    pub fn heir(&self, removed: &Member, of_interface: bool) -> Option<(&Ancestor, &Member)> {
        let found = |wanted: &dyn Fn(&Ancestor, &Member) -> bool| {
            self.ancestors.iter().find_map(|ancestor| {
                let inherits = |member: &&Member| {
                    ancestor.passes_on(member) && wanted(ancestor, member) && stands_for(member, removed)
                };
                ancestor.members.iter().find(inherits).map(|member| (ancestor, member))
            })
        };
        let of_class = found(&|ancestor, _| !of_interface && !ancestor.is_interface);
        of_class.or_else(|| found(&|_, member| !member.is("abstract"))).or_else(|| found(&|_, _| true))
    }

    /// The first supertype that was not found and that this member of a type may be inherited from. `is_interface` tells
    /// which of them are known to be interfaces.
    #[must_use]
    pub fn unknown_heir(&self, removed: &Member, is_interface: impl Fn(&str) -> bool) -> Option<&Incomplete> {
        if matches!(removed.kind, "enum_constant" | "record_component" | "element") {
            return None;
        }
        let is_static = removed.is("static") && removed.shape == Shape::Method;
        self.missing.iter().find(|missing| match known(&missing.what) {
            Some((names, _)) => removed.is("abstract") || names.contains(&removed.name.as_str()),
            None => !(is_static && is_interface(&missing.what)),
        })
    }

    /// The method of a supertype that this one overrides for sure, and that supertype: classes before interfaces, nearest first.
    #[must_use]
    pub fn overridden(&self, method: &Member) -> Option<(&Ancestor, &Member)> {
        let of = |is_interface| self.first(is_interface, |above| overrides(method, above));
        of(false).or_else(|| of(true))
    }

    /// The same of what it may override, were the type variables of either what fits: those that fit for sure go before others of
    /// their kind.
    #[must_use]
    pub fn perhaps_overridden(&self, method: &Member) -> Option<(&Ancestor, &Member)> {
        let of = |is_interface| {
            let sure = self.first(is_interface, |above| overrides(method, above));
            sure.or_else(|| self.first(is_interface, |above| may_override(method, above)))
        };
        of(false).or_else(|| of(true))
    }

    /// Whether the members of Kotlin that this one overrides are internal, as far as they say who may use them.
    #[must_use]
    pub fn has_internal(&self, member: &Member) -> bool {
        let all = self.ancestors.iter().flat_map(|ancestor| ancestor.members.iter());
        let mut told = all.filter(|above| overrides(member, above) && !above.is_as_visible_as_above()).peekable();
        told.peek().is_some() && told.all(|above| above.is("internal"))
    }

    /// The first method that a subtype may override of those that are wanted, of classes or of interfaces.
    fn first(&self, is_interface: bool, wanted: impl Fn(&Member) -> bool) -> Option<(&Ancestor, &Member)> {
        let is_it = |above: &&Member| above.access >= Access::Protected && !above.is("static") && wanted(above);
        let mut ancestors = self.ancestors.iter().filter(|ancestor| ancestor.is_interface == is_interface);
        ancestors.find_map(|ancestor| Some((ancestor, ancestor.members.iter().find(is_it)?)))
    }

    /// The supertype that has a method of these parameters with the result of `old`: then a bridge has it too.
    #[must_use]
    pub fn bridged(&self, old: &Member) -> Option<&Ancestor> {
        let is_it = |member: &Member| {
            member.shape == Shape::Method
                && member.name == old.name
                && member.erased.len() == old.erased.len()
                && member.erased_result.name.is_some()
                && member.erased_result.is(&old.erased_result)
                && !member.is("static")
        };
        self.ancestors.iter().find(|ancestor| ancestor.members.iter().any(is_it))
    }
}

/// Whether a member says that it overrides another.
#[must_use]
pub fn is_marked_as_overriding(member: &Member) -> bool {
    member.notes.annotations.iter().any(|name| name == "Override") || member.is("override")
}

/// Whether a method overrides another: its parameters say so or, where type variables stand in them, its mark.
#[must_use]
pub fn overrides(method: &Member, above: &Member) -> bool {
    stands_for(above, method) || (is_marked_as_overriding(method) && may_override(method, above))
}

/// Whether a method may override another: a type variable of a type stands for anything, one of the methods themselves for nothing
/// but the other's at its place, or what it is erased to (JLS 8.4.2).
#[must_use]
pub fn may_override(method: &Member, above: &Member) -> bool {
    let is_given = |at: usize| {
        let (own, given) = (method.parameters.get(at), above.parameters.get(at));
        match (own.and_then(|of| method.own_variable(of)), given.and_then(|of| above.own_variable(of))) {
            (Some(own), Some(given)) => own == given && has_bound_of(method, above, at),
            (None, Some(_)) => method.bounds.is_empty() && has_bound_of(method, above, at),
            (Some(_), None) => false,
            (None, None) => {
                own.is_some_and(is_variable)
                    || given.is_some_and(is_variable)
                    || above.erased[at].is(&method.erased[at])
            }
        }
    };
    let is_named_so =
        above.shape == method.shape && above.name == method.name && above.erased.len() == method.erased.len();
    stands_for(above, method) || (is_named_so && (0..above.erased.len()).all(is_given))
}

/// Whether a parameter can be of the bound of the type variable that stands there in the method above: a bound may be a type variable
/// of the type.
fn has_bound_of(method: &Member, above: &Member, at: usize) -> bool {
    let variable = above.parameters.get(at).and_then(|of| above.own_variable(of));
    let bound = variable.and_then(|(index, _)| above.bounds.get(index)?.first());
    above.erased[at].is(&method.erased[at]) || bound.is_some_and(is_variable)
}

/// Whether a type is a type variable, or an array of one.
#[must_use]
pub fn is_variable(of: &Type) -> bool {
    match of {
        Type::Variable { .. } => true,
        Type::Array(of) => is_variable(of),
        _ => false,
    }
}

/// Whether an inherited member answers for one that is gone.
pub fn stands_for(inherited: &Member, removed: &Member) -> bool {
    if inherited.shape != removed.shape || inherited.is("static") != removed.is("static") {
        return false;
    }
    if inherited.name == removed.name && same_erased(&inherited.erased, &removed.erased) {
        return true;
    }
    inherited.machine.iter().any(|machine| removed.machine.first().is_some_and(|wanted| machine.is(wanted)))
}

/// The families of the types of both versions.
pub struct Families<'h> {
    hierarchy: &'h mut dyn Hierarchy,
    /// Versions and other artifacts, by the place of their index in memory.
    sides: HashMap<usize, Rc<Side>>,
    known: HashMap<(Version, String), Rc<Family>>,
    /// What types declare themselves, by the place of their index in memory and their declarations.
    members: HashMap<(usize, Vec<u32>), Rc<Vec<Member>>>,
}

impl<'h> Families<'h> {
    pub fn new(hierarchy: &'h mut dyn Hierarchy) -> Self {
        Self { hierarchy, sides: HashMap::new(), known: HashMap::new(), members: HashMap::new() }
    }

    /// What a type inherits from.
    ///
    /// # Errors
    /// When an index cannot be read.
    pub fn of(&mut self, version: Version, side: &Side, types: &[&TypeRow]) -> Result<Rc<Family>, CompareError> {
        let key = (version, types[0].qualified_name());
        if let Some(family) = self.known.get(&key) {
            return Ok(Rc::clone(family));
        }
        let Above { supers, missing } = self.hierarchy.above(version, types)?;
        let mut ancestors = Vec::new();
        for one in supers {
            let own = Arc::ptr_eq(&one.index, &side.index);
            let other = if own { None } else { Some(self.side(version, &one.index)?) };
            let side = other.as_deref().unwrap_or(side);
            let members = self.members(version, side, &one.types.iter().collect::<Vec<_>>())?;
            let mut is_api = false;
            for row in &one.types {
                is_api = is_api || types::is_api(side, row).of(version)?;
            }
            let is_interface = one.types.first().is_some_and(|row| member::is_interface(row.kind));
            let name = one.types.first().map(TypeRow::qualified_name).unwrap_or_default();
            let (artifact, instead_of) = (one.artifact, one.instead_of);
            ancestors.push(Ancestor { name, artifact, is_interface, is_api, members, instead_of });
        }
        if !ancestors.iter().any(|ancestor| ancestor.name == "java.lang.Object") {
            ancestors.push(object(types[0]));
        }
        let family = Rc::new(Family { ancestors, missing });
        self.known.insert(key, Rc::clone(&family));
        Ok(family)
    }

    /// What a type of a version declares itself.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn members(
        &mut self,
        version: Version,
        side: &Side,
        types: &[&TypeRow],
    ) -> Result<Rc<Vec<Member>>, CompareError> {
        let key = (Arc::as_ptr(&side.index).addr(), types.iter().map(|row| row.id).collect());
        if let Some(members) = self.members.get(&key) {
            return Ok(Rc::clone(members));
        }
        let mut members = Vec::new();
        for row in types {
            members.append(&mut member::members(side, row).of(version)?);
        }
        let members = Rc::new(members);
        self.members.insert(key, Rc::clone(&members));
        Ok(members)
    }

    /// The exceptions that a method declares, as a type of a version names them, with what is above them.
    ///
    /// # Errors
    /// When an index cannot be read.
    pub fn thrown(
        &mut self,
        version: Version,
        (side, from): (&Side, &TypeRow),
        member: &Member,
    ) -> Result<Vec<Thrown>, CompareError> {
        let mut found = Vec::new();
        for type_ in &member.throws {
            let mut above = Vec::new();
            if let Type::Named { name, .. } = type_ {
                for meaning in name.meanings() {
                    let rows = side.declarations(meaning);
                    let known = if rows.is_empty() {
                        self.hierarchy.names_above(version, from, meaning)?
                    } else {
                        Some(self.of(version, side, &rows)?.names().map(str::to_owned).collect())
                    };
                    if let Some(known) = known {
                        above = known;
                        break;
                    }
                }
            }
            found.push(Thrown::new(type_.clone(), above));
        }
        Ok(found)
    }

    fn side(&mut self, version: Version, index: &Arc<crate::store::read::Index>) -> Result<Rc<Side>, CompareError> {
        let key = Arc::as_ptr(index).addr();
        if let Some(side) = self.sides.get(&key) {
            return Ok(Rc::clone(side));
        }
        let side = Rc::new(Side::load(Arc::clone(index)).of(version)?);
        self.sides.insert(key, Rc::clone(&side));
        Ok(side)
    }
}

/// `java.lang.Object` without a JDK.
fn object(row: &TypeRow) -> Ancestor {
    let members = OBJECT.iter().map(|(name, parameters, result, access, exception)| {
        let made = made::member(row, Shape::Method, "method", name, *access, (*name).to_owned());
        let erased = parameters.iter().map(|name| Erased::named(name)).collect();
        let throws = Some(*exception).filter(|name| !name.is_empty()).map(made::plain).into_iter().collect();
        Member { erased, erased_result: Erased::named(result), throws, language: Language::Java, ..made }
    });
    let members = Rc::new(members.collect());
    let name = "java.lang.Object".to_owned();
    Ancestor { name, artifact: None, is_interface: false, is_api: true, members, instead_of: None }
}

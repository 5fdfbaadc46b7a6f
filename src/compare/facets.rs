//! What each single difference of two declarations means, and the rule that says so.

use super::header::Parameter;
use super::member::{Access, Machine, Member, Shape, has_word};
use super::notes::{of_notes, of_opt_ins};
use super::nulls::Nulls;
use super::typed::{Differs, Type, differs, same_erased};
use super::types::Declared;
use super::{Change, Compatibility, bodies, kotlin, results};
use crate::model::{Language, TypeKind};

/// One difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facet {
    pub change: Change,
    pub compatibility: Compatibility,
    pub rule: &'static str,
    /// As of a [`Row`](super::Row).
    pub unsure: bool,
}

impl Facet {
    /// Whether it is another result that breaks callers, as long as no bridge has the old one.
    pub(super) fn is_of_result(&self) -> bool {
        self.rule == "JLS 13.4.15" && self.compatibility == Breaking
    }
}

pub(super) const fn facet(change: Change, compatibility: Compatibility, rule: &'static str) -> Facet {
    Facet { change, compatibility, rule, unsure: false }
}

/// What changed, each once.
#[must_use]
pub fn changes(found: &[Facet]) -> Vec<Change> {
    let mut changes: Vec<Change> = found.iter().map(|facet| facet.change).collect();
    changes.sort_unstable();
    changes.dedup();
    changes
}

/// The difference that a row is told by: what breaks for sure comes first, and what is compatible for sure last.
#[must_use]
pub fn worst(found: &[Facet]) -> Option<&Facet> {
    let key = |facet: &&Facet| (facet.compatibility, facet.unsure == (facet.compatibility == Breaking));
    found.iter().min_by_key(key)
}

/// The rule for other exceptions, which may mean nothing: they are unchecked, or below others that are declared.
pub const THROWS: &str = "JLS 13.4.21";

use Change::{ModifiersChanged, SignatureChanged};
use Compatibility::{Breaking, Compatible, SourceOnly};

/// The two types that members are compared in.
pub struct Context<'a, 'b> {
    pub old: &'b Declared<'a>,
    pub new: &'b Declared<'a>,
    pub same_origin: bool,
}

impl Context<'_, '_> {
    /// Whether others may have overridden a method of the old type, or a property of Kotlin's.
    pub(super) fn is_overridable(&self, member: &Member) -> bool {
        let is_method = match member.shape {
            Shape::Method => true,
            Shape::Constructor => false,
            Shape::Field => member.language == Language::Kotlin,
        };
        is_method && self.old.opens(member) && !member.is("static") && !member.is("final")
    }

    fn is_kotlin(&self) -> bool {
        self.old.language == Language::Kotlin || self.new.language == Language::Kotlin
    }
}

/// All that differs of two declarations of one member.
#[must_use]
pub fn of_members(context: &Context<'_, '_>, old: &Member, new: &Member) -> Vec<Facet> {
    let mut found = Vec::new();
    if old.shape == new.shape {
        of_parameters(context, old, new, &mut found);
        results::of_result(context, old, new, &mut found);
        of_java_header(old, new, &mut found);
    } else if context.is_kotlin() {
        found.push(facet(SignatureChanged, SourceOnly, "Kotlin: properties and their accessors"));
    }
    of_access(context, old, new, &mut found);
    of_modifiers(context, old, new, &mut found);
    of_overloads(context, old, new, &mut found);
    of_abstract(context, old, new, &mut found);
    if context.is_kotlin() {
        of_kotlin(context, old, new, &mut found);
    }
    // Lombok copies some annotations of a field, and is told of others by arguments of its own.
    let are_written = old.by_lombok.is_some() == new.by_lombok.is_some();
    of_notes(&old.notes, &new.notes, context.same_origin && are_written, &mut found);
    if context.same_origin && new.language == Language::Kotlin {
        let around = [&context.old.notes.opt_ins[..], &context.old.opt_ins_around].concat();
        of_opt_ins(&old.notes, &around, &new.notes, &mut found);
    }
    if is_unnamed(context.old, &old.modifiers) {
        spare_sources(&mut found);
    }
    found
}

/// Whether no source outside of the library can name a declaration with these modifiers of a type, though the virtual machine has
/// it as public.
fn is_unnamed(declared: &Declared<'_>, modifiers: &[String]) -> bool {
    let is_internal = modifiers.iter().any(|word| word == "internal");
    declared.language == Language::Kotlin && (is_internal || has_word(&declared.rows[0].modifiers, "internal"))
}

/// Takes back what only breaks sources.
pub(super) fn spare_sources(found: &mut [Facet]) {
    for facet in found.iter_mut().filter(|facet| facet.compatibility == SourceOnly) {
        facet.compatibility = Compatible;
    }
}

/// What differs of a member that is gone and of the one that is inherited in its place. Of types, only what they are erased
/// to: the rest is written with the type variables of another type.
#[must_use]
pub fn of_moved(context: &Context<'_, '_>, old: &Member, heir: &Member) -> Vec<Facet> {
    let mut found = Vec::new();
    found.extend(results::of_erased(context, old, heir));
    if !heir.throws.iter().any(|one| matches!(one, Type::Variable { .. })) {
        of_throws(old, heir, &mut found);
    }
    of_access(context, old, heir, &mut found);
    of_modifiers(context, old, heir, &mut found);
    // Whoever relied on a body has none now. In a type that can be made, and where nobody outside extends it, the compiler has
    // seen to that.
    if context.new.is_abstract && context.old.opens(old) {
        of_abstract(context, old, heir, &mut found);
    }
    if old.language == Language::Kotlin && heir.language == Language::Kotlin {
        of_kotlin(context, old, heir, &mut found);
    }
    found
}

fn of_parameters(context: &Context<'_, '_>, old: &Member, new: &Member, found: &mut Vec<Facet>) {
    if !same_erased(&old.erased, &new.erased) {
        // They were put together by what the virtual machine has of them: overloads for what may be left out.
        found.push(facet(SignatureChanged, Compatible, "Kotlin: default arguments"));
        return;
    }
    let is_java = new.language == Language::Java;
    let differing = if old.language == new.language {
        differ(&old.parameters, &new.parameters)
    } else {
        match Nulls::between(&old.parameters, &new.parameters, is_java) {
            Nulls { no_longer: true, .. } => Differs::NotNullable,
            Nulls { now: true, .. } => Differs::NowNullable,
            Nulls { .. } => Differs::Nowhere,
        }
    };
    match differing {
        Differs::Nowhere => {}
        // What overrides it has to take null as well.
        Differs::NowNullable => {
            let meaning = if context.is_overridable(old) { SourceOnly } else { Compatible };
            found.push(facet(SignatureChanged, meaning, "Kotlin: nullability"));
        }
        Differs::NotNullable => found.push(facet(SignatureChanged, SourceOnly, "Kotlin: nullability")),
        Differs::Otherwise => found.push(facet(SignatureChanged, SourceOnly, "JLS 13.4.14")),
    }
    if old.is_vararg != new.is_vararg && old.language == new.language {
        let meaning = if new.is_vararg { Compatible } else { SourceOnly };
        found.push(facet(SignatureChanged, meaning, "JLS 13.4.14"));
    }
    if differ_in_bounds(&old.bounds, &new.bounds) && old.language == new.language {
        found.push(facet(SignatureChanged, SourceOnly, "JLS 13.4.13"));
    }
    let is_renamed = old.named.len() == new.named.len() && kotlin::names(old) != kotlin::names(new);
    if is_renamed && !old.named.is_empty() && context.is_kotlin() {
        found.push(facet(SignatureChanged, SourceOnly, "Kotlin: named arguments"));
    }
}

fn differ(old: &[Type], new: &[Type]) -> Differs {
    if old.len() != new.len() {
        return Differs::Otherwise;
    }
    old.iter().zip(new).map(|(old, new)| differs(old, new)).fold(Differs::Nowhere, |so_far, next| {
        match (so_far, next) {
            (Differs::Nowhere, other) | (other, Differs::Nowhere) => other,
            (left, right) if left == right => left,
            _ => Differs::Otherwise,
        }
    })
}

/// Whether the bounds of type variables differ, or their number.
#[must_use]
pub fn differ_in_bounds(old: &[Vec<Type>], new: &[Vec<Type>]) -> bool {
    old.len() != new.len() || old.iter().zip(new).any(|(old, new)| differ(old, new) != Differs::Nowhere)
}

/// Exceptions, and defaults of annotations.
fn of_java_header(old: &Member, new: &Member, found: &mut Vec<Facet>) {
    of_throws(old, new, found);
    if old.kind == "element" {
        match (&old.element_default, &new.element_default) {
            (Some(_), None) => found.push(facet(SignatureChanged, SourceOnly, "JLS 13.5.8")),
            (Some(before), Some(after)) if bodies::same_value(before, after) => {}
            (None, None) => {}
            _ => found.push(facet(SignatureChanged, Compatible, "JLS 13.5.8")),
        }
    }
}

/// Other exceptions are declared: whether callers feel it, only the types above those can tell ([`THROWS`]).
fn of_throws(old: &Member, new: &Member, found: &mut Vec<Facet>) {
    let lacks = |list: &[Type], one: &Type| !list.iter().any(|other| differs(other, one) == Differs::Nowhere);
    let differ =
        old.throws.iter().any(|one| lacks(&new.throws, one)) || new.throws.iter().any(|one| lacks(&old.throws, one));
    if differ {
        found.push(facet(SignatureChanged, SourceOnly, THROWS));
    }
}

fn of_access(context: &Context<'_, '_>, old: &Member, new: &Member, found: &mut Vec<Facet>) {
    let is_as = |silent: &Member, other: &Member| silent.is_as_visible_as_above() && other.access == Access::Protected;
    if is_as(old, new) || is_as(new, old) {
        return;
    }
    if new.is("internal") && (new.access < old.access || !old.is("internal") && old.access == Access::Public) {
        // In class files it stays public; a member of a class that is not published gets another name.
        let keeps_its_name =
            context.new.kind == TypeKind::Facade || new.shape == Shape::Constructor || new.access == Access::Public;
        found.push(facet(ModifiersChanged, if keeps_its_name { SourceOnly } else { Breaking }, "Kotlin: internal"));
    } else if new.access < old.access {
        // Of an abstract class nobody made one with it, and who extends it still calls it.
        let is_called_below =
            old.shape == Shape::Constructor && context.old.is_abstract && new.access == Access::Protected;
        found.push(facet(ModifiersChanged, if is_called_below { Compatible } else { Breaking }, "JLS 13.4.7"));
    } else if new.access > old.access {
        // A subclass that overrides it as protected does not compile any longer.
        let widened = old.access == Access::Protected && context.is_overridable(old);
        found.push(facet(ModifiersChanged, if widened { SourceOnly } else { Compatible }, "JLS 13.4.7"));
    }
}

fn of_abstract(context: &Context<'_, '_>, old: &Member, new: &Member, found: &mut Vec<Facet>) {
    let is_field = old.shape == Shape::Field && new.shape == Shape::Field;
    let of_java = old.language == Language::Java && new.language == Language::Java;
    let rule = if context.old.is_interface() { "JLS 13.5.7" } else { "JLS 13.4.16" };
    match (old.is("abstract"), new.is("abstract")) {
        (false, true) if context.old.is_interface() || !is_field || !of_java => {
            // Where nobody outside writes subtypes, the compiler has seen to it that those there are have a body.
            let is_felt = context.old.opens(old);
            found.push(facet(ModifiersChanged, if is_felt { Breaking } else { Compatible }, rule));
        }
        (true, false) => found.push(facet(ModifiersChanged, Compatible, rule)),
        _ => {}
    }
}

fn of_modifiers(context: &Context<'_, '_>, old: &Member, new: &Member, found: &mut Vec<Facet>) {
    let is_field = old.shape == Shape::Field && new.shape == Shape::Field;
    let changes = |word: &str| match (old.is(word), new.is(word)) {
        (false, true) => Some(true),
        (true, false) => Some(false),
        _ => None,
    };
    let of_java = old.language == Language::Java && new.language == Language::Java;
    if of_java && changes("static").is_some() {
        found.push(facet(ModifiersChanged, Breaking, if is_field { "JLS 13.4.10" } else { "JLS 13.4.19" }));
    }
    match changes("final") {
        Some(true) if is_field && of_java => found.push(facet(ModifiersChanged, Breaking, "JLS 13.4.9")),
        // A `case` or an annotation that names a constant does not compile with what is none.
        Some(false) if is_field && of_java && old.is_constant && old.is("static") => {
            found.push(facet(ModifiersChanged, SourceOnly, "JLS 13.4.9"));
        }
        Some(false) if is_field && of_java => found.push(facet(ModifiersChanged, Compatible, "JLS 13.4.9")),
        Some(true) if context.is_overridable(old) && !is_kept_closed(context, new) => {
            found.push(facet(ModifiersChanged, Breaking, "JLS 13.4.17"));
        }
        // A subclass may not hide a static method that is final (JLS 8.4.8.3); the virtual machine does not ask.
        Some(true) if of_java && old.is("static") && new.is("static") && context.old.opens(old) => {
            found.push(facet(ModifiersChanged, SourceOnly, "JLS 13.4.17"));
        }
        // In a class that nobody extends it says nothing.
        Some(_) if of_java || context.old.opens(old) => {
            found.push(facet(ModifiersChanged, Compatible, "JLS 13.4.17"));
        }
        _ => {}
    }
    if !of_java {
        return;
    }
    for (word, rule) in [
        ("volatile", "JLS 13.4.11"),
        ("transient", "JLS 13.4.11"),
        ("native", "JLS 13.4.18"),
        ("synchronized", "JLS 13.4.20"),
    ] {
        if context.same_origin && changes(word).is_some() {
            found.push(facet(ModifiersChanged, Compatible, rule));
        }
    }
}

/// What Kotlin makes of default arguments for Java (`@JvmOverloads`) is final, though the function is open.
fn of_overloads(context: &Context<'_, '_>, old: &Member, new: &Member, found: &mut Vec<Facet>) {
    let is_it = |machine: &Machine| old.machine.first().is_some_and(|main| machine.is(main));
    let is_overload = !new.machine.first().is_some_and(is_it) && new.machine.iter().any(is_it);
    let is_told = new.shape != Shape::Method || new.is("final") || is_kept_closed(context, new);
    if is_overload && !is_told && context.is_overridable(old) {
        found.push(facet(ModifiersChanged, Breaking, "JLS 13.4.17"));
    }
}

/// A class that became final itself says so in its own row.
fn is_kept_closed(context: &Context<'_, '_>, new: &Member) -> bool {
    context.new.is_final && new.language == Language::Kotlin
}

fn of_kotlin(context: &Context<'_, '_>, old: &Member, new: &Member, found: &mut Vec<Facet>) {
    let changes = |word: &str| (old.is(word) != new.is(word)).then_some(new.is(word));
    if changes("suspend").is_some() {
        found.push(facet(SignatureChanged, Breaking, "Kotlin: suspend"));
    }
    if old.kind == "property" && new.kind == "property" {
        of_setters(context, old, new, found);
        if let Some(is_const) = changes("const") {
            // The field may be there still (`@JvmField`), but annotations cannot name it any longer.
            let without = if is_lost(context, old, new) { Breaking } else { SourceOnly };
            let meaning = if is_const { Compatible } else { without };
            found.push(facet(ModifiersChanged, meaning, "Kotlin: const"));
        }
    }
    for (word, rule) in [("operator", "Kotlin: operator"), ("infix", "Kotlin: infix")] {
        if let Some(is_there) = changes(word)
            && old.language == new.language
        {
            found.push(facet(ModifiersChanged, if is_there { Compatible } else { SourceOnly }, rule));
        }
    }
    if let Some(is_inline) = changes("inline")
        && old.language == new.language
    {
        let reified = if is_inline { &new.signature } else { &old.signature }.contains("reified ");
        let meaning = match is_inline {
            _ if reified => Breaking,
            // Code that returned from around the call, or suspended there, may do so no longer.
            false if kotlin::copies_lambdas(old) => SourceOnly,
            _ => Compatible,
        };
        found.push(facet(ModifiersChanged, meaning, "Kotlin: inline"));
    }
    if old.name != new.name && old.shape == new.shape && old.is_extension == new.is_extension {
        // Java finds it under the old name, Kotlin under its own.
        found.push(facet(SignatureChanged, SourceOnly, "Kotlin: @JvmName"));
    }
    if old.is_extension != new.is_extension && old.shape == new.shape {
        // The receiver is the first parameter of what is compiled.
        found.push(facet(SignatureChanged, SourceOnly, "Kotlin: extensions"));
    }
    if old.contexts != new.contexts && old.shape == new.shape {
        // Compiled they are the first parameters; a call does not write them.
        found.push(facet(SignatureChanged, SourceOnly, "Kotlin: context parameters"));
    }
    if old.is("inline") && new.is("inline") {
        let (before, after) = (kotlin::kept_lambdas(&old.signature), kotlin::kept_lambdas(&new.signature));
        if after.iter().any(|name| !before.contains(name)) {
            found.push(facet(SignatureChanged, SourceOnly, "Kotlin: inline"));
        } else if before != after {
            found.push(facet(SignatureChanged, Compatible, "Kotlin: inline"));
        }
    }
    of_defaults(context, old, new, found);
    // What Java calls besides is new. Where it is gone, what is lost says so.
    for (annotation, rule) in [("JvmStatic", "Kotlin: @JvmStatic"), ("JvmOverloads", "Kotlin: @JvmOverloads")] {
        if context.same_origin
            && old.language == new.language
            && new.notes.has(annotation)
            && !old.notes.has(annotation)
        {
            found.push(facet(Change::AnnotationsChanged, Compatible, rule));
        }
    }
    let lost = is_lost(context, old, new);
    let is_breaking = found.iter().any(|facet| facet.compatibility == Breaking);
    if lost && !is_breaking && old.shape == new.shape {
        let synthetic = old.machine.iter().any(|machine| machine.name.ends_with("$default"))
            && !new.machine.iter().any(|machine| machine.name.ends_with("$default"));
        let rule = match (synthetic, old.kind) {
            (true, _) => "Kotlin: default arguments",
            (_, "property") if old.is("var") => "Kotlin: val and var",
            _ => "Kotlin: what the virtual machine sees",
        };
        found.push(facet(SignatureChanged, Breaking, rule));
    }
}

/// Whether a property may be set, and by whom.
fn of_setters(context: &Context<'_, '_>, old: &Member, new: &Member, found: &mut Vec<Facet>) {
    const RULE: &str = "Kotlin: val and var";
    // What overrides it as a `val`, or lets fewer set it, does not compile any longer.
    let widened = if context.is_overridable(old) { SourceOnly } else { Compatible };
    match (old.is("var"), new.is("var")) {
        (false, true) => found.push(facet(SignatureChanged, widened, RULE)),
        (true, false) => {
            let meaning = if old.can_be_set() { Breaking } else { Compatible };
            found.push(facet(SignatureChanged, meaning, RULE));
        }
        (true, true) if old.access == new.access => {
            let (before, after) = (old.setter.unwrap_or(old.access), new.setter.unwrap_or(new.access));
            if !old.can_be_set() && new.can_be_set() {
                found.push(facet(SignatureChanged, Compatible, RULE));
            } else if before >= Access::Protected && after > before {
                found.push(facet(ModifiersChanged, widened, RULE));
            } else if after >= Access::Protected && after < before {
                found.push(facet(ModifiersChanged, Breaking, RULE));
            }
        }
        _ => {}
    }
}

/// Whether something that the virtual machine had of a member is nowhere in the new type or its partner. What a data class has no longer
/// because it is none is told of the class.
fn is_lost(context: &Context<'_, '_>, old: &Member, new: &Member) -> bool {
    let all = || context.new.members.iter().chain([new]).flat_map(|member| &member.machine);
    let is_there = |machine| all().any(|one| one.is(machine));
    let is_data = |row: &Declared<'_>| row.kind == TypeKind::Class && has_word(&row.rows[0].modifiers, "data");
    let is_told = is_data(context.old) && !is_data(context.new) && context.new.kind == TypeKind::Class;
    let is_of_data = |machine: &Machine| is_told && kotlin::is_of_data(old, machine);
    old.machine.iter().any(|machine| !is_there(machine) && !is_of_data(machine))
}

fn of_defaults(context: &Context<'_, '_>, old: &Member, new: &Member, found: &mut Vec<Facet>) {
    if old.named.len() != new.named.len() {
        return;
    }
    let pairs = || old.named.iter().zip(&new.named);
    if pairs().any(|(old, new)| old.has_default() && !new.has_default()) {
        found.push(facet(SignatureChanged, SourceOnly, "Kotlin: default arguments"));
    } else if pairs().any(|(old, new)| !old.has_default() && new.has_default()) {
        found.push(facet(SignatureChanged, Compatible, "Kotlin: default arguments"));
    } else if context.same_origin
        // Of an annotation that is told of its elements.
        && context.new.kind != TypeKind::Annotation
        && pairs().any(|(old, new)| !is_same_default(old, new))
    {
        // What is left out is put in by the function.
        found.push(facet(Change::BodyChanged, Compatible, "Kotlin: default arguments"));
    }
}

/// Whether two parameters have the same default, or none.
fn is_same_default(old: &Parameter, new: &Parameter) -> bool {
    old.default.as_ref().zip(new.default.as_ref()).is_none_or(|(old, new)| bodies::same(old, new))
}

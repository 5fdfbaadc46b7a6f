//! Kotlin: what the compiler noted of each class against declarations.

use std::collections::{BTreeMap, BTreeSet};

use jardex::model::{Language, LineRange, TypeKind};

use super::facts::{Class, Kotlin, SYNTHETIC};
use super::kotlin_members::Members;
use super::kotlin_shapes::{flags, same_parameters, type_shape};
use super::kotlin_types::short;
use super::sources::{Sources, Type, has};
use super::tally::{About, Tally};
use super::{java, kotlin_jvm};

const KOTLIN: Language = Language::Kotlin;

/// A type or facade with all class files that hold its members.
#[derive(Default)]
pub struct Unit<'a> {
    pub classes: Vec<&'a Class>,
}

/// What the methods of a unit's class files were made of.
#[derive(Default)]
pub struct Links {
    /// By name and descriptor, where the declaration stands; nowhere where a compiler made it. `field name` links a field.
    pub ranges: BTreeMap<String, Vec<LineRange>>,
    /// Names of methods whose default values stand with an expected or overridden declaration.
    pub inherited: BTreeSet<String>,
    /// Properties that the atomicfu plugin takes away.
    pub taken: BTreeSet<String>,
    /// Accessors of delegated properties.
    pub delegated: BTreeSet<String>,
}

/// Typealiases of the whole artifact by simple name: parameters and target.
pub type Aliases = BTreeMap<String, (Vec<String>, String)>;

pub fn compare(classes: &BTreeMap<String, Class>, sources: &Sources, tally: &mut Tally) {
    let mut units: BTreeMap<&str, Unit<'_>> = BTreeMap::new();
    for class in classes.values() {
        match &class.kotlin {
            Some(kotlin) => match kotlin.kind.as_str() {
                "class" if kotlin.name.starts_with('.') || java::key(class, classes).is_none() => {
                    tally.rule("Kotlin: local and anonymous classes");
                }
                "class" | "facade" | "part" => units.entry(&kotlin.name).or_default().classes.push(class),
                "multifile" => tally.rule("Kotlin: facades that only call their parts"),
                "made" => made(class, tally),
                _ => tally.wrong(KOTLIN, About::Type, class.name.clone(), "its metadata cannot be read"),
            },
            None if class.source.ends_with(".kt") => made(class, tally),
            None => {}
        }
    }
    let mut ours = sources.types(KOTLIN);
    for types in ours.values_mut() {
        let before = types.len();
        types.retain(|one| !one.is_within("expect"));
        for _ in types.len()..before {
            tally.rule("Kotlin: expected classes");
        }
    }
    ours.retain(|_, types| !types.is_empty());
    let mut aliases = aliases(sources);
    let known = known_aliases(&aliases);
    for (key, unit) in &units {
        let of_unit = ours.remove(*key).unwrap_or_default();
        compare_unit(key, unit, &of_unit, (classes, sources, &known), &mut aliases, tally);
    }
    let compiled: BTreeSet<(&str, &str)> =
        classes.values().map(|class| (class.package(), class.source.as_str())).collect();
    ours.retain(|_, types| {
        let is_compiled = types.iter().any(|one| {
            let (package, name) = one.file.key();
            let facade = one.declared().kind == TypeKind::Facade;
            compiled.contains(&(package.as_str(), name)) || (facade && compiled.iter().any(|(_, other)| *other == name))
        });
        if !is_compiled {
            tally.rule("Kotlin: types of source files of which nothing is in the class JAR");
        }
        is_compiled
    });
    only_ours(&ours, &aliases, tally);
}

/// A class without declarations of its own: of a lambda, of default bodies, of tables for `when`.
fn made(class: &Class, tally: &mut Tally) {
    let last = class.name.rsplit('$').next().unwrap();
    let known = match last {
        "DefaultImpls" => "Kotlin: DefaultImpls, bodies of interfaces",
        "WhenMappings" | "EntriesMappings" => "Kotlin: tables for when",
        _ if class.is_enclosed || class.access & SYNTHETIC != 0 || last.starts_with(|c: char| c.is_ascii_digit()) => {
            "Kotlin: classes of lambdas, references and coroutines"
        }
        "Container" => "Kotlin: containers of annotations that repeat",
        _ if class.name.contains("/ComposableSingletons$") => {
            "Kotlin: ComposableSingletons, made by the Compose plugin"
        }
        _ if last.starts_with("sam$") => "Kotlin: classes of lambdas, references and coroutines",
        _ => return tally.wrong(KOTLIN, About::Type, class.name.clone(), "a class without notes"),
    };
    tally.rule(known);
}

/// Typealiases by `a/b/Name`, those nested in types by `a/b/Outer.Name`.
fn aliases(sources: &Sources) -> BTreeMap<String, Vec<Type<'_>>> {
    let mut found: BTreeMap<String, Vec<Type<'_>>> = BTreeMap::new();
    for file in &sources.files {
        for (index, declared) in file.parsed.types.iter().enumerate() {
            if declared.kind == TypeKind::Typealias {
                let one = Type { file, index: index as u32 };
                found.entry(one.key()).or_default().push(one);
            }
        }
    }
    found
}

fn known_aliases(aliases: &BTreeMap<String, Vec<Type<'_>>>) -> Aliases {
    let one = |one: &Type<'_>| {
        let declared = one.declared();
        let name = declared.name.rsplit('.').next().unwrap().to_owned();
        let target =
            declared.supertypes.first().map(|target| short(&target.text, &one.file.parsed)).unwrap_or_default();
        (name, (declared.type_parameters.clone(), target))
    };
    aliases.values().flatten().map(one).collect()
}

fn only_ours(ours: &BTreeMap<String, Vec<Type<'_>>>, aliases: &BTreeMap<String, Vec<Type<'_>>>, tally: &mut Tally) {
    for (key, types) in ours {
        let is_expected = |one: &Type<'_>| {
            one.methods().all(|method| has(&method.modifiers, "expect"))
                && one.fields().all(|field| has(&field.modifiers, "expect"))
        };
        if types[0].declared().kind == TypeKind::Facade && types.iter().all(is_expected) {
            tally.rule("Kotlin: facades of expected declarations alone");
        } else {
            tally.wrong(KOTLIN, About::Type, key.clone(), "only in the sources");
        }
    }
    for (key, types) in aliases {
        for _ in types {
            tally.wrong(KOTLIN, About::Member, key.clone(), "typealias only in the sources");
        }
    }
}

fn compare_unit(
    key: &str,
    unit: &Unit<'_>,
    ours: &[Type<'_>],
    (classes, sources, known): (&BTreeMap<String, Class>, &Sources, &Aliases),
    aliases: &mut BTreeMap<String, Vec<Type<'_>>>,
    tally: &mut Tally,
) {
    let notes: Vec<&Kotlin> = unit.classes.iter().filter_map(|class| class.kotlin.as_ref()).collect();
    for note in &notes {
        typealiases(key, note, aliases, tally);
    }
    let is_facade = notes[0].kind != "class";
    let Some(first) = ours.first() else {
        let is_empty = notes.iter().all(|note| note.functions.is_empty() && note.properties.is_empty());
        if is_facade && is_empty {
            tally.rule("Kotlin: facades of typealiases alone");
        } else if is_serializer(key) {
            tally.rule("Kotlin: $serializer, made by the serialization plugin");
        } else if notes.iter().all(|note| is_plugin_companion(note)) {
            tally.rule("Kotlin: companions made by the serialization plugin");
        } else if unit.classes.iter().all(|class| !is_of(class, sources, is_facade)) {
            tally.rule("Kotlin: classes whose source file is not in the sources JAR");
        } else {
            tally.wrong(KOTLIN, About::Type, key.to_owned(), "only in the class JAR");
        }
        return;
    };
    if ours.len() > 1 && !is_facade {
        tally.rule("Kotlin: types that two source files declare; all are compared");
    }
    let name = || key.to_owned();
    tally.check(KOTLIN, About::Type, name, kind(notes[0], first));
    if !is_facade {
        tally.check(KOTLIN, About::Shape, name, type_shape(notes[0], first));
    }
    let mut links = Links::default();
    let mut members = Members::of(ours, unit, known, tally);
    for note in &notes {
        members.constructors(key, note, ours, &mut links, tally);
        members.functions(key, note, ours, &mut links, tally);
        members.properties(key, note, &mut links, tally);
        members.entries(key, note, tally);
    }
    members.left(key, &mut links, tally);
    for class in &unit.classes {
        kotlin_jvm::compare(key, class, ours, &links, classes, tally);
    }
}

/// Whether a class's source file is there. A facade may stand in another package than its file.
fn is_of(class: &Class, sources: &Sources, is_facade: bool) -> bool {
    sources.hold(class.package(), &class.source) || (is_facade && sources.hold_anywhere(&class.source))
}

/// A companion whose only member is `serializer`.
fn is_plugin_companion(note: &Kotlin) -> bool {
    note.type_kind == "COMPANION_OBJECT"
        && note.properties.is_empty()
        && note.functions.iter().all(|function| function.name == "serializer" || function.kind != "DECLARATION")
}

fn is_serializer(key: &str) -> bool {
    key.ends_with(".$serializer")
}

fn kind(note: &Kotlin, ours: &Type<'_>) -> Option<String> {
    let declared = ours.declared();
    let theirs = match note.type_kind.as_str() {
        "" => TypeKind::Facade,
        "CLASS" => TypeKind::Class,
        "INTERFACE" => TypeKind::Interface,
        "ENUM_CLASS" => TypeKind::Enum,
        "ANNOTATION_CLASS" => TypeKind::Annotation,
        _ => TypeKind::Object,
    };
    (theirs != declared.kind).then(|| format!("{} in the class JAR, {} here", note.type_kind, declared.kind.as_str()))
}

fn typealiases(key: &str, note: &Kotlin, aliases: &mut BTreeMap<String, Vec<Type<'_>>>, tally: &mut Tally) {
    for alias in &note.aliases {
        let full = if note.kind == "class" {
            format!("{key}.{}", alias.name)
        } else {
            key.rsplit_once('/').map_or(alias.name.clone(), |(package, _)| format!("{package}/{}", alias.name))
        };
        let Some(types) = aliases.get_mut(&full).filter(|types| !types.is_empty()) else {
            tally.wrong(KOTLIN, About::Member, full, "typealias only in the class JAR");
            continue;
        };
        let one = types.remove(0);
        tally.agree(KOTLIN, About::Member);
        let declared = one.declared();
        let mine =
            declared.supertypes.first().map(|one_type| short(&one_type.text, &one.file.parsed)).unwrap_or_default();
        let differs = (mine != alias.type_text).then(|| format!("{} in the class JAR, {mine} here", alias.type_text));
        let parameters = declared.type_parameters.join(",");
        let differs = differs.or_else(|| same_parameters(&alias.type_parameters, &parameters));
        let differs = differs.or_else(|| flags(&alias.flags, &declared.modifiers, &[], false));
        tally.check(KOTLIN, About::Shape, || full.clone(), differs);
    }
}

//! The methods of class files that a Kotlin compiler made: each is one that its notes link to a declaration, or one that the
//! compiler adds by a rule; and line tables.

use std::collections::BTreeMap;

use jardex::model::{FieldDecl, Language, LineRange, MethodDecl, TypeKind};

use super::facts::{BRIDGE, Class, Method, PRIVATE, STATIC, SYNTHETIC};
use super::kotlin::Links;
use super::lines;
use super::sources::{Type, has};
use super::tally::{About, Tally};

const KOTLIN: Language = Language::Kotlin;

pub fn compare(
    key: &str,
    class: &Class,
    ours: &[Type<'_>],
    links: &Links,
    classes: &BTreeMap<String, Class>,
    tally: &mut Tally,
) {
    let whole: Vec<LineRange> = ours.iter().map(|one| one.declared().lines).collect();
    let lines = |method: &Method, jvm: &str, ranges: &[LineRange], tally: &mut Tally| {
        if !method.lines.is_empty() {
            let ranges = if ranges.is_empty() { &whole } else { ranges };
            let name = || format!("{key}#{}{}", method.name, method.descriptor);
            let differs = lines::outside(&method.lines, ranges);
            if differs.is_some()
                && let Some(rule) = elsewhere(method, jvm, ranges, ours, links)
            {
                tally.rule(rule);
                return;
            }
            tally.check(KOTLIN, About::Lines, name, differs);
        }
    };
    for method in &class.methods {
        let jvm = format!("{}{}", method.name, method.descriptor);
        if let Some(ranges) = links.ranges.get(&jvm) {
            tally.rule("Kotlin: methods that the metadata links to a declaration");
            lines(method, &jvm, ranges, tally);
        } else if let Some(ranges) = of_default(method, links) {
            tally.rule("Kotlin: $default, calls with default values");
            lines(method, &jvm, &ranges, tally);
        } else if let Some(rule) = rule(method, class, ours, links, classes) {
            tally.rule(rule);
        } else {
            tally.wrong(
                KOTLIN,
                About::Member,
                format!("{key}#{jvm}"),
                "a method that no declaration and no rule explains",
            );
        }
    }
    // Bodies of an interface: static methods that take the instance first.
    let bodies = classes.get(&format!("{}$DefaultImpls", class.name));
    // A class of this name may have been written by hand.
    if let Some(bodies) = bodies.filter(|bodies| bodies.source == class.source) {
        let instance = format!("(L{};", class.name);
        for method in &bodies.methods {
            let rest = method.descriptor.strip_prefix(&instance);
            let jvm = rest.map(|rest| format!("{}({rest}", method.name)).unwrap_or_default();
            match links.ranges.get(&jvm) {
                Some(ranges) => lines(method, &jvm, ranges, tally),
                None => tally.rule("Kotlin: other methods of DefaultImpls"),
            }
        }
    }
    for field in &class.fields {
        if links.ranges.contains_key(&format!("field {}", field.name)) {
            tally.rule("Kotlin: fields that the metadata links to a property");
        } else if is_field_made(&field.name, class, ours, classes) || field.access & SYNTHETIC != 0 {
            tally.rule("Kotlin: INSTANCE, Companion, constants of enums, helpers of delegates");
        } else {
            let what = "a field that no declaration and no rule explains";
            tally.wrong(KOTLIN, About::Member, format!("{key}#{}:{}", field.name, field.descriptor), what);
        }
    }
}

/// The ranges of the functions whose defaults a `name$default` fills in.
fn of_default(method: &Method, links: &Links) -> Option<Vec<LineRange>> {
    let name = method.name.strip_suffix("$default").filter(|_| method.access & SYNTHETIC != 0)?;
    let start = format!("{name}(");
    let mut ranges: Vec<LineRange> = Vec::new();
    for (_, own) in links.ranges.range(start.clone()..).take_while(|(jvm, _)| jvm.starts_with(&start)) {
        ranges.extend(own);
    }
    Some(ranges)
}

/// Why a line outside of the declaration is right.
fn elsewhere(
    method: &Method,
    jvm: &str,
    ranges: &[LineRange],
    ours: &[Type<'_>],
    links: &Links,
) -> Option<&'static str> {
    let name = method.name.strip_suffix("$default");
    if name.is_some_and(|name| links.inherited.contains(name)) {
        return Some("Kotlin: line tables of $default whose values stand with the expected declaration");
    }
    let is_composable = method.descriptor.contains("Landroidx/compose/runtime/Composer;");
    if is_composable && links.inherited.contains(&method.name) {
        return Some("Kotlin: line tables of composables whose default values stand with the expected declaration");
    }
    let mut with = ranges.to_vec();
    let types = ours.iter().flat_map(|one| &one.file.parsed.types);
    with.extend(types.filter(|declared| declared.kind == TypeKind::Typealias).map(|declared| declared.lines));
    if lines::outside(&method.lines, &with).is_none() {
        return Some("Kotlin: line tables with the line of a typealias that a companion is called through");
    }
    with.push(LineRange::new(1, 1));
    let is_delegated = links.delegated.contains(jvm);
    (is_delegated && lines::outside(&method.lines, &with).is_none())
        .then_some("Kotlin: line tables of delegated accessors with a line 1")
}

/// Why a compiler added a method.
fn rule(
    method: &Method,
    class: &Class,
    ours: &[Type<'_>],
    links: &Links,
    classes: &BTreeMap<String, Class>,
) -> Option<&'static str> {
    let name = method.name.as_str();
    if method.access & BRIDGE != 0 {
        return Some("Kotlin: bridge methods");
    }
    if method.access & SYNTHETIC != 0 {
        return Some(synthetic(name));
    }
    if let Some(rule) = local(name) {
        return Some(rule);
    }
    let declared = ours[0].declared();
    let no_parameters = method.descriptor.starts_with("()");
    let is_data =
        has(&declared.modifiers, "data") || has(&declared.modifiers, "value") || has(&declared.modifiers, "inline");
    match name {
        "<clinit>" => return Some("Kotlin: static initialisers"),
        "<init>" if is_value_constructor(method, links) => {
            return Some("Kotlin: private constructors of which the notes name the synthetic twin");
        }
        "<init>" if no_parameters && declared.kind == TypeKind::Facade => {
            return Some("Kotlin: private constructors of facades");
        }
        "equals" | "hashCode" | "toString" if is_annotated(&declared.annotations, "Poko") => {
            return Some("Kotlin: equals, hashCode and toString, asked of the Poko plugin by an annotation, predicted");
        }
        _ if links.ranges.keys().any(|jvm| jvm.starts_with(&format!("{name}-"))) => {
            return Some("Kotlin: functions with boxed value classes, twins of mangled ones");
        }
        "<init>" if has_defaults(ours, no_parameters) => {
            return Some("Kotlin: constructors for default values, predicted");
        }
        "equals" | "hashCode" | "toString" if is_data => {
            return Some("Kotlin: equals, hashCode and toString of data, predicted");
        }
        "values" | "valueOf" | "getEntries" if declared.kind == TypeKind::Enum => {
            return Some("Kotlin: values, valueOf and entries of enums, predicted");
        }
        _ if is_boxed(method, class) => {
            return Some("Kotlin: members of boxed value classes that call the static ones");
        }
        _ if name.contains("-impl") => return Some("Kotlin: box, unbox, equals and more of value classes"),
        _ => {}
    }
    if is_local_function(method, ours) {
        return Some("Kotlin: functions in bodies of functions");
    }
    if links.taken.iter().any(|property| is_accessor(name, property)) {
        return Some("Kotlin: accessors of properties that the atomicfu plugin takes away");
    }
    if is_overload(method, ours, links) {
        return Some("Kotlin: overloads for @JvmOverloads, predicted");
    }
    if is_static_copy(method, class, classes) {
        return Some("Kotlin: static copies for @JvmStatic");
    }
    let lines: Vec<u32> = method.lines.iter().map(|(start, _)| *start).collect();
    if !class.interfaces.is_empty() || class.superclass != "java/lang/Object" {
        // Written elsewhere, repeated here: the line is that of the class's header, or there is none.
        let header = declared.lines.start..=declared.lines.end;
        if lines.len() <= 1 && lines.iter().all(|line| header.contains(line)) {
            return Some("Kotlin: inherited bodies repeated in a class");
        }
    }
    None
}

/// What a body declares becomes a method called after it: `name$lambda$0`, `name$local`.
fn local(name: &str) -> Option<&'static str> {
    if name.contains("$lambda$") || name.starts_with("lambda$") {
        Some("Kotlin: bodies of lambdas")
    } else if name.ends_with("$delegate") {
        Some("Kotlin: access to delegates for reflection")
    } else if name.ends_with("$$forInline") {
        Some("Kotlin: $$forInline, suspend functions as they are inlined")
    } else {
        None
    }
}

/// Whether a value class calls the static method that its notes speak of.
fn is_boxed(method: &Method, class: &Class) -> bool {
    let has_static = |name: &str| class.methods.iter().any(|own| own.name == name);
    has_static("box-impl")
        && (has_static(&format!("{}-impl", method.name))
            || class
                .methods
                .iter()
                .any(|own| own.access & STATIC != 0 && own.name.split('-').next() == method.name.split('-').next()))
}

fn synthetic(name: &str) -> &'static str {
    match name {
        _ if name.ends_with("$annotations") => "Kotlin: $annotations of properties",
        _ if name.starts_with("access$") => "Kotlin: access$, access from other classes",
        _ if local(name).is_some() => "Kotlin: bodies of lambdas",
        "<init>" => "Kotlin: synthetic constructors for default values and access",
        _ if name.ends_with("$suspendImpl") => "Kotlin: $suspendImpl, bodies of open suspend functions",
        _ if name.starts_with("write$Self") => "Kotlin: write$Self, made by the serialization plugin",
        _ => "Kotlin: other synthetic methods",
    }
}

/// Whether the constructor that the notes speak of is this one with a marker: parameters are value classes.
fn is_value_constructor(method: &Method, links: &Links) -> bool {
    let parameters = method.descriptor.strip_suffix(")V").unwrap();
    links.ranges.contains_key(&format!("<init>{parameters}Lkotlin/jvm/internal/DefaultConstructorMarker;)V"))
}

/// Whether a constructor may be called with fewer parameters: all have default values, or overloads are asked for.
fn has_defaults(ours: &[Type<'_>], no_parameters: bool) -> bool {
    let mut constructors =
        ours.iter().flat_map(Type::methods).filter(|method| method.kind == jardex::model::MethodKind::Constructor);
    constructors.any(|one| {
        // An actual constructor's default values stand with the expected one.
        let is_given = has(&one.modifiers, "actual") || one.parameters.iter().all(|parameter| parameter.has_default);
        (no_parameters && is_given) || is_annotated(&one.annotations, "JvmOverloads")
    })
}

/// `outer$local`: private, and no declared function is called so.
fn is_local_function(method: &Method, ours: &[Type<'_>]) -> bool {
    let Some((outer, local)) = method.name.split_once('$') else { return false };
    let is_known = |name: &str| {
        let mut methods = ours.iter().flat_map(Type::methods);
        let mut fields = ours.iter().flat_map(Type::fields);
        methods.any(|own| own.name == name) || fields.any(|own| own.name == name) || name == "_init_"
    };
    method.access & PRIVATE != 0 && !local.is_empty() && is_known(outer)
}

fn is_accessor(method: &str, property: &str) -> bool {
    let name = method.strip_prefix("get").or_else(|| method.strip_prefix("set"));
    name.is_some_and(|name| name.eq_ignore_ascii_case(property))
}

fn is_annotated(annotations: &[String], name: &str) -> bool {
    annotations.iter().any(|own| own.rsplit('.').next() == Some(name))
}

fn is_overload(method: &Method, ours: &[Type<'_>], links: &Links) -> bool {
    let base = method.name.split('$').next().unwrap();
    let asks = |declared: &MethodDecl| is_annotated(&declared.annotations, "JvmOverloads");
    let start = format!("{}(", method.name);
    ours.iter().flat_map(Type::methods).any(|declared| asks(declared) && declared.name == base)
        || (ours.iter().flat_map(Type::methods).any(asks) && links.ranges.keys().any(|jvm| jvm.starts_with(&start)))
}

/// Whether a companion, or the class around, has the same method.
fn is_static_copy(method: &Method, class: &Class, classes: &BTreeMap<String, Class>) -> bool {
    let prefix = format!("{}$", class.name);
    let mut companions = classes.range(prefix.clone()..).take_while(|(name, _)| name.starts_with(&prefix));
    companions.any(|(_, companion)| {
        let is_companion = companion.kotlin.as_ref().is_some_and(|note| note.type_kind == "COMPANION_OBJECT");
        is_companion
            && companion.methods.iter().any(|own| own.name == method.name && own.descriptor == method.descriptor)
    })
}

fn is_field_made(name: &str, class: &Class, ours: &[Type<'_>], classes: &BTreeMap<String, Class>) -> bool {
    let is_entry = |field: &FieldDecl| field.name == name;
    // A companion's properties are kept by the class around it.
    let of_companion = || {
        let prefix = format!("{}$", class.name);
        let mut inner = classes.range(prefix.clone()..).take_while(|(other, _)| other.starts_with(&prefix));
        inner.any(|(_, other)| {
            other.kotlin.as_ref().is_some_and(|note| {
                note.type_kind == "COMPANION_OBJECT"
                    && (other.inner == name
                        || note.properties.iter().any(|own| own.field.split(':').next() == Some(name)))
            })
        })
    };
    matches!(name, "INSTANCE" | "Companion" | "$VALUES" | "$ENTRIES" | "$stable" | "$childSerializers")
        || name.starts_with("$$")
        || name.ends_with("$delegate")
        || name.ends_with("$FU")
        || name.ends_with("$volatile")
        || ours.iter().flat_map(Type::fields).any(is_entry)
        || of_companion()
}

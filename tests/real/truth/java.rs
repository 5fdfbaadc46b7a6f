//! Java: class files against declarations.

use std::collections::{BTreeMap, BTreeSet};

use jardex::model::{FieldDecl, FieldKind, Language, LineRange, MethodDecl, MethodKind};

use super::facts::{Class, ENUM, Method, SYNTHETIC};
use super::java_made::{given, hidden, synthetic_field, synthetic_method};
use super::java_shapes::{field_shape, kind, method_shape, supertypes, type_flags};
use super::sources::{Sources, Type, has};
use super::tally::{About, Tally};
use super::types::Scope;
use super::{lines, signature};

const JAVA: Language = Language::Java;

/// Compares the classes that no Kotlin compiler made.
pub fn compare(classes: &BTreeMap<String, Class>, sources: &Sources, tally: &mut Tally) {
    let ours = sources.types(JAVA);
    let mut met = BTreeSet::new();
    for class in classes.values() {
        if class.kotlin.is_some() || is_kotlin(class, classes) {
            continue;
        }
        let Some(key) = key(class, classes) else {
            tally.rule("Java: local and anonymous classes");
            continue;
        };
        let found = ours.get(&key).map_or(&[][..], Vec::as_slice);
        if let Some(one) = found.first() {
            met.insert(key.clone());
            types(class, *one, &key, tally);
        } else if class.access & SYNTHETIC != 0 {
            tally.rule("Java: classes marked synthetic");
        } else if !sources.hold(class.package(), &class.source) {
            tally.rule("Java: classes whose source file is not in the sources JAR");
        } else {
            tally.wrong(JAVA, About::Type, key, "only in the class JAR");
        }
    }
    only_ours(&ours, &met, tally);
}

/// Types that no class file has: counted where nothing of their file was compiled into the JAR, else wrong.
fn only_ours(ours: &BTreeMap<String, Vec<Type<'_>>>, met: &BTreeSet<String>, tally: &mut Tally) {
    let compiled: BTreeSet<&str> = ours
        .iter()
        .filter(|(key, _)| met.contains(*key))
        .flat_map(|(_, types)| types)
        .map(|one| one.file.path.as_str())
        .collect();
    for (key, types) in ours.iter().filter(|(key, _)| !met.contains(*key)) {
        if compiled.contains(types[0].file.path.as_str()) {
            tally.wrong(JAVA, About::Type, key.clone(), "only in the sources");
        } else {
            tally.rule("Java: types of source files of which nothing is in the class JAR");
        }
    }
    for _ in ours.values().filter(|types| types.len() > 1) {
        tally.rule("Java: types that two source files declare; the first is compared");
    }
}

/// Whether it was made of a Kotlin file, by its own or an outer class's notes or by its source.
pub fn is_kotlin(class: &Class, classes: &BTreeMap<String, Class>) -> bool {
    let outer = classes.get(class.name.split('$').next().unwrap());
    class.source.ends_with(".kt") || outer.is_some_and(|outer| outer.kotlin.is_some())
}

/// `a/b/Outer.Inner`; none for what stands in a body, or in what does.
pub fn key(class: &Class, classes: &BTreeMap<String, Class>) -> Option<String> {
    if class.is_enclosed {
        return None;
    }
    if class.outer.is_empty() {
        return Some(class.name.clone());
    }
    let outer = match classes.get(&class.outer) {
        Some(outer) => key(outer, classes)?,
        None => class.outer.replace('$', "."),
    };
    Some(format!("{outer}.{}", class.inner))
}

fn types(class: &Class, ours: Type<'_>, key: &str, tally: &mut Tally) {
    let matched = declarations(class, ours, key, tally);
    tables(class, ours, key, &matched, tally);
}

/// Compares a type and its members, line tables left out.
pub fn declarations<'a, 'b>(class: &'a Class, ours: Type<'b>, key: &str, tally: &mut Tally) -> Vec<Pair<'a, 'b>> {
    let name = || key.to_owned();
    let theirs = kind(class);
    let differs = (theirs != ours.declared().kind)
        .then(|| format!("{} in the class JAR, {} here", theirs.as_str(), ours.declared().kind.as_str()));
    tally.check(JAVA, About::Type, name, differs);
    tally.check(JAVA, About::Shape, name, type_flags(class, ours));
    tally.check(JAVA, About::Shape, name, supertypes(class, ours));
    fields(class, ours, key, tally);
    methods(class, ours, key, tally)
}

fn fields(class: &Class, ours: Type<'_>, key: &str, tally: &mut Tally) {
    let scope = Scope::of(&ours.file.parsed, &ours.chain());
    let mut left: Vec<&FieldDecl> = ours.fields().collect();
    for field in &class.fields {
        let name = || format!("{key}#{}", field.name);
        if field.access & SYNTHETIC != 0 {
            tally.rule(synthetic_field(&field.name));
            continue;
        }
        let Some(at) = left.iter().position(|declared| declared.name == field.name) else {
            if field.name == "ACCESS_CONTROLLER"
                && ours.methods().any(|own| has(&own.annotations, "AccessControllerPlugin.Enhance"))
            {
                tally.rule("Java: ACCESS_CONTROLLER, asked of Byte Buddy's plugin by an annotation, predicted");
                continue;
            }
            tally.wrong(JAVA, About::Member, name(), format!("field {} only in the class JAR", field.descriptor));
            continue;
        };
        let declared = left.remove(at);
        let is_constant = field.access & ENUM != 0;
        let erases = match &declared.type_text {
            None => is_constant && field.descriptor == format!("L{};", class.name),
            Some(written) => scope.erases_to(written, &field.descriptor),
        };
        let wrong = (!erases || is_constant != (declared.kind == FieldKind::EnumConstant))
            .then(|| format!("{} in the class JAR, {} here", field.descriptor, declared.signature));
        tally.check(JAVA, About::Member, name, wrong);
        tally.check(JAVA, About::Shape, name, field_shape(field, declared, ours));
    }
    for declared in left {
        tally.wrong(JAVA, About::Member, format!("{key}#{}", declared.name), "field only in the sources");
    }
}

/// A method with the declaration it was made of.
pub type Pair<'a, 'b> = (&'a Method, &'b MethodDecl);

fn methods<'a, 'b>(class: &'a Class, ours: Type<'b>, key: &str, tally: &mut Tally) -> Vec<Pair<'a, 'b>> {
    let hidden = hidden(class, ours);
    let scope = Scope::of(&ours.file.parsed, &ours.chain());
    let mut left: Vec<&MethodDecl> = ours.methods().collect();
    let mut given = given(class, ours, &hidden);
    let mut matched = Vec::new();
    for method in &class.methods {
        if method.access & SYNTHETIC != 0 {
            tally.rule(synthetic_method(method));
            continue;
        }
        if method.name == "<clinit>" {
            tally.rule("Java: static initialisers");
            continue;
        }
        let name = || format!("{key}#{}{}", method.name, method.descriptor);
        let fits = |declared: &&MethodDecl| is_method(method, declared, &hidden, &scope);
        if let Some(at) = left.iter().position(fits) {
            let declared = left.remove(at);
            tally.agree(JAVA, About::Member);
            tally.check(JAVA, About::Shape, name, method_shape(method, declared, ours));
            // A record's declared method stands for the one it would be given.
            given.retain(|one| one.name != method.name || one.descriptor != method.descriptor);
            matched.push((method, declared));
        } else if let Some(at) =
            given.iter().position(|one| one.name == method.name && one.descriptor == method.descriptor)
        {
            tally.rule(given.remove(at).rule);
        } else if class.components.contains(&method.name) && method.descriptor.starts_with("()") {
            tally.rule("Java: accessors of records, predicted");
        } else {
            tally.wrong(JAVA, About::Member, name(), "only in the class JAR");
        }
    }
    for declared in left {
        let name = format!("{key}#{}", declared.name);
        tally.wrong(JAVA, About::Member, name, format!("only in the sources: {}", declared.signature));
    }
    for one in given {
        tally.wrong(
            JAVA,
            About::Member,
            format!("{key}#{}{}", one.name, one.descriptor),
            "predicted, but not in the class JAR",
        );
    }
    matched
}

fn is_method(method: &Method, declared: &MethodDecl, hidden: &str, scope: &Scope<'_>) -> bool {
    let is_constructor = declared.kind == MethodKind::Constructor;
    if is_constructor != (method.name == "<init>") || (!is_constructor && declared.name != method.name) {
        return false;
    }
    let scope = scope.with(&declared.signature);
    let (mut parameters, returned) = signature::descriptors(&method.descriptor);
    if is_constructor {
        let implied = signature::descriptors(&format!("({hidden})V")).0.len();
        if parameters.len() < implied || parameters[..implied].concat() != hidden {
            return false;
        }
        parameters.drain(..implied);
    } else if !declared.return_type.as_deref().is_some_and(|written| scope.erases_to(written, returned)) {
        return false;
    }
    parameters.len() == declared.parameters.len()
        && declared.parameters.iter().zip(parameters).all(|(own, theirs)| scope.erases_to(&own.type_text, theirs))
}

/// Line tables of methods, of constructors with the initialisers that become part of them, and of lambdas.
fn tables(class: &Class, ours: Type<'_>, key: &str, matched: &[Pair<'_, '_>], tally: &mut Tally) {
    let whole = ours.declared().lines;
    let initialisers = initialisers(ours);
    for method in class.methods.iter().filter(|method| !method.lines.is_empty()) {
        let declared = matched.iter().find(|(other, _)| std::ptr::eq(*other, method)).map(|(_, declared)| *declared);
        let ranges: Vec<LineRange> = match (declared, method.name.as_str()) {
            (Some(declared), "<init>") => std::iter::once(declared.lines).chain(initialisers.iter().copied()).collect(),
            (Some(declared), _) => vec![declared.lines],
            (None, "<clinit>") => initialisers.clone(),
            (None, name) if name.starts_with("lambda$") => match name.split('$').nth(1).unwrap() {
                "new" | "static" | "null" | "" => vec![whole],
                name => ours.methods().filter(|own| own.name == name).map(|own| own.lines).collect(),
            },
            // Made for the type: its lines are those of its header or of what it was made for.
            _ => continue,
        };
        let name = || format!("{key}#{}{}", method.name, method.descriptor);
        tally.check(JAVA, About::Lines, name, lines::outside(&method.lines, &ranges));
    }
}

/// The lines of a type that are neither in a method nor only in a nested type: fields and initialisers may stand there.
fn initialisers(ours: Type<'_>) -> Vec<LineRange> {
    let whole = ours.declared().lines;
    let mut taken: Vec<LineRange> = ours.methods().map(|method| method.lines).collect();
    taken.sort();
    let mut free = Vec::new();
    let mut next = whole.start;
    for range in taken {
        // A line that a method begins or ends on may hold a field as well.
        if range.start >= next {
            free.push(LineRange::new(next, range.start));
        }
        next = next.max(range.end);
    }
    if next <= whole.end {
        free.push(LineRange::new(next, whole.end));
    }
    free
}

//! Java: class files against declarations.

use std::collections::{BTreeMap, BTreeSet};

use jardex::model::{FieldDecl, FieldKind, Language, LineRange, MethodDecl, MethodKind, TypeKind};

use super::facts::{
    ABSTRACT, ANNOTATION, BRIDGE, Class, ENUM, FINAL, Field, INTERFACE, Method, NATIVE, PRIVATE, PROTECTED, PUBLIC,
    STATIC, SYNCHRONIZED, SYNTHETIC, TRANSIENT, VARARGS, VOLATILE,
};
use super::sources::{Sources, Type, has};
use super::tally::{About, Tally};
use super::types::{Scope, short};
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
fn is_kotlin(class: &Class, classes: &BTreeMap<String, Class>) -> bool {
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
    let name = || key.to_owned();
    let theirs = kind(class);
    let differs = (theirs != ours.declared().kind)
        .then(|| format!("{} in the class JAR, {} here", theirs.as_str(), ours.declared().kind.as_str()));
    tally.check(JAVA, About::Type, name, differs);
    tally.check(JAVA, About::Shape, name, type_flags(class, ours));
    tally.check(JAVA, About::Shape, name, supertypes(class, ours));
    fields(class, ours, key, tally);
    let matched = methods(class, ours, key, tally);
    tables(class, ours, key, &matched, tally);
}

fn kind(class: &Class) -> TypeKind {
    match class.declared() {
        access if access & ANNOTATION != 0 => TypeKind::Annotation,
        access if access & INTERFACE != 0 => TypeKind::Interface,
        access if access & ENUM != 0 => TypeKind::Enum,
        _ if class.superclass == "java/lang/Record" => TypeKind::Record,
        _ => TypeKind::Class,
    }
}

fn visibility(modifiers: &[String]) -> u32 {
    let bits = [("public", PUBLIC), ("private", PRIVATE), ("protected", PROTECTED)];
    bits.into_iter().filter(|(word, _)| has(modifiers, word)).map(|(_, bit)| bit).sum()
}

fn flags(modifiers: &[String], known: &[(&str, u32)]) -> u32 {
    known.iter().filter(|(word, _)| has(modifiers, word)).map(|(_, bit)| *bit).sum::<u32>() | visibility(modifiers)
}

fn differs(what: &str, theirs: u32, ours: u32) -> Option<String> {
    (theirs != ours).then(|| format!("{what}: {theirs:#x} in the class JAR, {ours:#x} here"))
}

fn is_interface(kind: TypeKind) -> bool {
    matches!(kind, TypeKind::Interface | TypeKind::Annotation)
}

fn type_flags(class: &Class, ours: Type<'_>) -> Option<String> {
    let declared = ours.declared();
    let mut mask = PUBLIC | PRIVATE | PROTECTED | STATIC | FINAL | ABSTRACT;
    let mut mine = flags(&declared.modifiers, &[("static", STATIC), ("final", FINAL), ("abstract", ABSTRACT)]);
    let chain = ours.chain();
    if let Some(outer) = chain.get(1) {
        if is_interface(outer.kind) {
            mine |= PUBLIC | STATIC;
        }
        if declared.kind != TypeKind::Class {
            mine |= STATIC;
        }
    }
    if is_interface(declared.kind) {
        mine |= ABSTRACT;
    } else if declared.kind == TypeKind::Record {
        mine |= FINAL;
    } else if declared.kind == TypeKind::Enum {
        // Whether an enum can be extended or is abstract depends on its constants' bodies.
        mask &= !(FINAL | ABSTRACT);
    }
    differs("flags", class.declared() & mask, mine & mask)
}

fn supertypes(class: &Class, ours: Type<'_>) -> Option<String> {
    let mut theirs = if class.signature.is_empty() {
        let plain = std::iter::once(&class.superclass).chain(&class.interfaces);
        plain.map(|name| signature::simple(name).to_owned()).collect()
    } else {
        signature::supertypes(&class.signature)
    };
    let first = theirs.remove(0);
    let given = match kind(class) {
        TypeKind::Class => class.superclass == "java/lang/Object",
        _ => true,
    };
    if !given {
        theirs.insert(0, first);
    }
    theirs.retain(|name| !(kind(class) == TypeKind::Annotation && name == "Annotation"));
    let permits = jardex::model::Relation::Permits;
    let mine = ours.declared().supertypes.iter().filter(|one| one.relation != permits);
    let mine: Vec<String> = mine.map(|one| short(&one.text)).filter(|text| text != "Object").collect();
    let (theirs, mine) = (theirs.join(" "), mine.join(" "));
    (theirs != mine).then(|| format!("supertypes: {theirs} in the class JAR, {mine} here"))
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

fn synthetic_field(name: &str) -> &'static str {
    match name {
        "$VALUES" | "ENUM$VALUES" => "Java: $VALUES of enums",
        "$assertionsDisabled" => "Java: $assertionsDisabled",
        _ if name.starts_with("this$") => "Java: this$0, the outer instance",
        _ if name.starts_with("val$") => "Java: val$, captured variables",
        _ if name.starts_with("$SwitchMap$") || name.starts_with("$SWITCH_TABLE$") => "Java: switch maps",
        _ if name.starts_with("class$") => "Java: class$, class literals before Java 5",
        _ => "Java: other synthetic fields",
    }
}

fn field_shape(field: &Field, declared: &FieldDecl, ours: Type<'_>) -> Option<String> {
    let known = [("static", STATIC), ("final", FINAL), ("volatile", VOLATILE), ("transient", TRANSIENT)];
    let mut mine = flags(&declared.modifiers, &known);
    match declared.kind {
        FieldKind::EnumConstant => mine |= PUBLIC | STATIC | FINAL,
        FieldKind::RecordComponent => mine |= PRIVATE | FINAL,
        _ if is_interface(ours.declared().kind) => mine |= PUBLIC | STATIC | FINAL,
        _ => {}
    }
    let mask = PUBLIC | PRIVATE | PROTECTED | STATIC | FINAL | VOLATILE | TRANSIENT;
    differs("flags", field.access & mask, mine & mask).or_else(|| {
        let text = if field.signature.is_empty() { &field.descriptor } else { &field.signature };
        let (theirs, mine) = (signature::field(text), short(declared.type_text.as_deref()?));
        (theirs != mine).then(|| format!("{theirs} in the class JAR, {mine} here"))
    })
}

/// What a compiler makes of a type without being told.
struct Given {
    name: &'static str,
    descriptor: String,
    rule: &'static str,
}

fn given(class: &Class, ours: Type<'_>, hidden: &str) -> Vec<Given> {
    let declared = ours.declared();
    let has_constructor = ours.methods().any(|method| method.kind == MethodKind::Constructor);
    let mut found = Vec::new();
    let mut add = |name, descriptor: String, rule| found.push(Given { name, descriptor, rule });
    match declared.kind {
        TypeKind::Class if !has_constructor => {
            add("<init>", format!("({hidden})V"), "Java: default constructors, predicted");
        }
        TypeKind::Enum => {
            if !has_constructor {
                add("<init>", format!("({hidden})V"), "Java: default constructors, predicted");
            }
            add("values", format!("()[L{};", class.name), "Java: values() and valueOf(String) of enums, predicted");
            let value_of = format!("(Ljava/lang/String;)L{};", class.name);
            add("valueOf", value_of, "Java: values() and valueOf(String) of enums, predicted");
        }
        TypeKind::Record => {
            let fields = class.fields.iter().filter(|field| class.components.contains(&field.name));
            let all: String = fields.map(|field| field.descriptor.as_str()).collect();
            add("<init>", format!("({all})V"), "Java: canonical constructors of records, predicted");
            let rule = "Java: equals, hashCode and toString of records, predicted";
            add("equals", "(Ljava/lang/Object;)Z".to_owned(), rule);
            add("hashCode", "()I".to_owned(), rule);
            add("toString", "()Ljava/lang/String;".to_owned(), rule);
        }
        _ => {}
    }
    found
}

/// Descriptors of the parameters that a constructor has without being told: name and number of an enum's constant, the outer
/// instance of an inner class.
fn hidden(class: &Class, ours: Type<'_>) -> String {
    let declared = ours.declared();
    if declared.kind == TypeKind::Enum {
        return "Ljava/lang/String;I".to_owned();
    }
    let is_inner = declared.kind == TypeKind::Class
        && !has(&declared.modifiers, "static")
        && ours.chain().get(1).is_some_and(|outer| !is_interface(outer.kind));
    if is_inner { format!("L{};", class.outer) } else { String::new() }
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

fn synthetic_method(method: &Method) -> &'static str {
    match method.name.as_str() {
        _ if method.access & BRIDGE != 0 => "Java: bridge methods",
        "$values" => "Java: $values() of enums",
        "class$" => "Java: class$, class literals before Java 5",
        "<init>" => "Java: synthetic constructors for access from other classes",
        name if name.starts_with("lambda$") => "Java: lambda$, bodies of lambdas",
        name if name.starts_with("access$") => "Java: access$, access from other classes",
        "$deserializeLambda$" => "Java: $deserializeLambda$",
        _ => "Java: other synthetic methods",
    }
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

fn method_shape(method: &Method, declared: &MethodDecl, ours: Type<'_>) -> Option<String> {
    let known = [
        ("static", STATIC),
        ("abstract", ABSTRACT),
        ("final", FINAL),
        ("synchronized", SYNCHRONIZED),
        ("native", NATIVE),
    ];
    let mut mine = flags(&declared.modifiers, &known);
    let kind = ours.declared().kind;
    if is_interface(kind) {
        if mine & PRIVATE == 0 {
            mine |= PUBLIC;
        }
        if mine & (STATIC | PRIVATE) == 0 && !has(&declared.modifiers, "default") {
            mine |= ABSTRACT;
        }
    }
    if kind == TypeKind::Enum && declared.kind == MethodKind::Constructor {
        mine |= PRIVATE;
    }
    if declared.parameters.last().is_some_and(|last| last.vararg) {
        mine |= VARARGS;
    }
    let mask = PUBLIC | PRIVATE | PROTECTED | STATIC | ABSTRACT | FINAL | SYNCHRONIZED | NATIVE | VARARGS;
    differs("flags", method.access & mask, mine & mask).or_else(|| method_types(method, declared))
}

fn method_types(method: &Method, declared: &MethodDecl) -> Option<String> {
    let text = if method.signature.is_empty() { &method.descriptor } else { &method.signature };
    let (parameters, returned) = signature::method(text);
    let written = |text: Option<&String>| text.map_or_else(|| "void".to_owned(), |text| short(text));
    let mine: Vec<String> = declared.parameters.iter().map(|own| short(&own.type_text)).collect();
    // Hidden parameters stand in descriptors, and in the signatures of some compilers.
    let theirs = parameters[parameters.len().saturating_sub(mine.len())..].join(";");
    let mine = mine.join(";");
    let (theirs, mine) =
        (format!("({theirs}){returned}"), format!("({mine}){}", written(declared.return_type.as_ref())));
    (theirs != mine).then(|| format!("{theirs} in the class JAR, {mine} here"))
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
                "new" | "static" | "" => vec![whole],
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

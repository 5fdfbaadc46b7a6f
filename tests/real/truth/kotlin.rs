//! Kotlin: what the compiler noted of each class against declarations.

use std::collections::{BTreeMap, BTreeSet};

use jardex::model::{
    FieldDecl, FieldKind, Language, LineRange, MethodDecl, MethodKind, Parameter, ParsedFile, TypeKind,
};

use super::facts::{self, Class, Function, Kotlin, Property, SYNTHETIC};
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

/// Where what a method of a class file was made of stands.
pub type Links = BTreeMap<String, Vec<LineRange>>;

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
    for (key, unit) in &units {
        let of_unit = ours.remove(*key).unwrap_or_default();
        compare_unit(key, unit, &of_unit, classes, sources, &mut aliases, tally);
    }
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
    classes: &BTreeMap<String, Class>,
    sources: &Sources,
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
        } else if unit.classes.iter().all(|class| !sources.hold(class.package(), &class.source)) {
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
    let mut links = Links::new();
    let mut members = Members::of(ours, tally);
    for note in &notes {
        members.constructors(key, note, ours, &mut links, tally);
        members.functions(key, note, &mut links, tally);
        members.properties(key, note, &mut links, tally);
        members.entries(key, note, tally);
    }
    members.left(key, tally);
    for class in &unit.classes {
        kotlin_jvm::compare(key, class, ours, &links, classes, tally);
    }
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

fn type_shape(note: &Kotlin, ours: &Type<'_>) -> Option<String> {
    let declared = ours.declared();
    let parameters = declared.type_parameters.join(",");
    if parameters != note.type_parameters {
        return Some(format!("type parameters {} in the class JAR, {parameters} here", note.type_parameters));
    }
    let implied: &[&str] = match note.type_kind.as_str() {
        "ENUM_CLASS" => &["Enum"],
        "ANNOTATION_CLASS" => &["Annotation"],
        _ => &[],
    };
    let theirs: BTreeSet<&str> = note.supertypes.iter().map(String::as_str).collect();
    let mut theirs: Vec<&str> = theirs.into_iter().filter(|name| *name != "Any").collect();
    theirs.retain(|name| !implied.iter().any(|own| name.split('<').next() == Some(own)));
    let written = declared.supertypes.iter().map(|one| short(&one.text, &ours.file.parsed));
    // A superclass that is called without arguments for its parameters has them inferred.
    let mine: BTreeSet<String> = written.filter(|name| name != "Any").collect();
    let mine: Vec<&str> = mine.iter().map(String::as_str).collect();
    if theirs != mine {
        return Some(format!("supertypes {} in the class JAR, {} here", theirs.join(" "), mine.join(" ")));
    }
    flags(&note.flags, &declared.modifiers, &["inner", "data", "value", "fun", "external", "companion"], false)
}

/// Compares visibility and `known` modifiers. What is inherited need not be written where something is overridden.
fn flags(theirs: &[String], mine: &[String], known: &[&str], is_inherited: bool) -> Option<String> {
    let differs = || Some(format!("{} in the class JAR, {} here", theirs.join(" "), mine.join(" ")));
    for word in known {
        let written = has(mine, word) || (*word == "value" && has(mine, "inline"));
        if has(theirs, word) != written && !(is_inherited && !written) {
            return differs();
        }
    }
    for word in ["abstract", "open", "final", "sealed"] {
        if has(mine, word) && !has(theirs, word) && !(word == "open" && has(theirs, "abstract")) {
            return differs();
        }
    }
    let visibility = ["public", "private", "protected", "internal"].into_iter().find(|word| has(mine, word));
    match visibility {
        Some(word) if theirs[0] != word => differs(),
        None if theirs[0] != "public" && !is_inherited => differs(),
        _ => None,
    }
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
        let differs = differs.or_else(|| flags(&alias.flags, &declared.modifiers, &[], false));
        tally.check(KOTLIN, About::Shape, || full.clone(), differs);
    }
}

/// The declared members of a unit that are not matched yet, each with its file.
struct Members<'b> {
    methods: Vec<(&'b MethodDecl, &'b ParsedFile)>,
    constructors: Vec<(&'b MethodDecl, &'b ParsedFile)>,
    properties: Vec<(&'b FieldDecl, &'b ParsedFile)>,
    entries: Vec<&'b FieldDecl>,
}

impl<'b> Members<'b> {
    fn of(ours: &[Type<'b>], tally: &mut Tally) -> Self {
        let mut members = Self { methods: vec![], constructors: vec![], properties: vec![], entries: vec![] };
        for one in ours {
            let file = &one.file.parsed;
            for method in one.methods() {
                if has(&method.modifiers, "expect") {
                    tally.rule("Kotlin: expected functions and properties");
                } else if method.kind == MethodKind::Constructor {
                    members.constructors.push((method, file));
                } else {
                    members.methods.push((method, file));
                }
            }
            for field in one.fields() {
                if has(&field.modifiers, "expect") {
                    tally.rule("Kotlin: expected functions and properties");
                } else if field.kind == FieldKind::EnumConstant {
                    members.entries.push(field);
                } else {
                    members.properties.push((field, file));
                }
            }
        }
        members
    }

    fn constructors(&mut self, key: &str, note: &Kotlin, ours: &[Type<'_>], links: &mut Links, tally: &mut Tally) {
        let whole: Vec<LineRange> = ours.iter().map(|one| one.declared().lines).collect();
        for constructor in &note.constructors {
            links.insert(constructor.jvm.clone(), whole.clone());
            let name = || format!("{key}#constructor({})", names(&constructor.parameters));
            let fits = |(declared, file): &(&MethodDecl, &ParsedFile)| {
                declared.parameters.len() == constructor.parameters.len()
                    && parameters(&constructor.parameters, &declared.parameters, file, false).is_none()
            };
            let loosely = |(declared, _): &(&MethodDecl, &ParsedFile)| {
                names_of(&declared.parameters) == names(&constructor.parameters)
            };
            let found = self.constructors.iter().position(fits).or_else(|| self.constructors.iter().position(loosely));
            let Some(at) = found else {
                if constructor.parameters.is_empty() && !has(&constructor.flags, "secondary") {
                    tally.rule("Kotlin: primary constructors without parameters, predicted");
                } else {
                    tally.wrong(KOTLIN, About::Member, name(), "only in the class JAR");
                }
                continue;
            };
            let (declared, file) = self.constructors.remove(at);
            tally.agree(KOTLIN, About::Member);
            let is_actual = has(&declared.modifiers, "actual") || ours.iter().any(|one| one.is_within("actual"));
            let mut differs = parameters(&constructor.parameters, &declared.parameters, file, is_actual);
            if note.type_kind != "ENUM_CLASS" && !has(&note.flags, "sealed") {
                differs = differs.or_else(|| flags(&constructor.flags, &declared.modifiers, &[], false));
            }
            tally.check(KOTLIN, About::Shape, name, differs);
        }
    }

    fn functions(&mut self, key: &str, note: &Kotlin, links: &mut Links, tally: &mut Tally) {
        for function in &note.functions {
            if !is_declared(&function.kind, tally) {
                links.insert(function.jvm.clone(), Vec::new());
                continue;
            }
            let name = || format!("{key}#{}({})", function.name, names(&function.parameters));
            let mut candidates: Vec<usize> = (0..self.methods.len())
                .filter(|at| {
                    let declared = self.methods[*at].0;
                    declared.name == function.name
                        && declared.receiver.is_some() != function.receiver.is_empty()
                        && declared.parameters.len() == function.parameters.len()
                })
                .collect();
            candidates.sort_by_key(|at| function_shape(function, self.methods[*at].0, self.methods[*at].1).is_some());
            let Some(at) = candidates.first() else {
                tally.wrong(KOTLIN, About::Member, name(), "function only in the class JAR");
                continue;
            };
            let (declared, file) = self.methods.remove(*at);
            tally.agree(KOTLIN, About::Member);
            tally.check(KOTLIN, About::Shape, name, function_shape(function, declared, file));
            links.insert(function.jvm.clone(), vec![declared.lines]);
        }
    }

    fn properties(&mut self, key: &str, note: &Kotlin, links: &mut Links, tally: &mut Tally) {
        for property in &note.properties {
            let mut link = |ranges: &[LineRange]| {
                for jvm in [&property.getter, &property.setter].into_iter().filter(|jvm| !jvm.is_empty()) {
                    links.insert(jvm.clone(), ranges.to_vec());
                }
                if !property.field.is_empty() {
                    links.insert(format!("field {}", property.field.split(':').next().unwrap()), Vec::new());
                }
            };
            if !is_declared(&property.kind, tally) {
                link(&[]);
                continue;
            }
            let name = || format!("{key}#{}", property.name);
            let mut candidates: Vec<usize> = (0..self.properties.len())
                .filter(|at| {
                    let declared = self.properties[*at].0;
                    declared.name == property.name && declared.receiver.is_some() != property.receiver.is_empty()
                })
                .collect();
            candidates
                .sort_by_key(|at| property_shape(property, self.properties[*at].0, self.properties[*at].1).is_some());
            let Some(at) = candidates.first() else {
                link(&[]);
                tally.wrong(KOTLIN, About::Member, name(), "property only in the class JAR");
                continue;
            };
            let (declared, file) = self.properties.remove(*at);
            tally.agree(KOTLIN, About::Member);
            tally.check(KOTLIN, About::Shape, name, property_shape(property, declared, file));
            link(&[declared.lines]);
        }
    }

    fn entries(&mut self, key: &str, note: &Kotlin, tally: &mut Tally) {
        for entry in &note.entries {
            match self.entries.iter().position(|declared| declared.name == *entry) {
                Some(at) => {
                    self.entries.remove(at);
                    tally.agree(KOTLIN, About::Member);
                }
                None => {
                    tally.wrong(KOTLIN, About::Member, format!("{key}#{entry}"), "enum entry only in the class JAR")
                }
            }
        }
    }

    /// What no note speaks of.
    fn left(&self, key: &str, tally: &mut Tally) {
        let mut wrong = |name: &str, signature: &str| {
            tally.wrong(KOTLIN, About::Member, format!("{key}#{name}"), format!("only in the sources: {signature}"));
        };
        for (method, _) in self.methods.iter().chain(&self.constructors) {
            wrong(&method.name, &method.signature);
        }
        for field in self.properties.iter().map(|(field, _)| *field).chain(self.entries.iter().copied()) {
            wrong(&field.name, &field.signature);
        }
    }
}

/// Whether the source has it; else it is counted by what made it.
fn is_declared(kind: &str, tally: &mut Tally) -> bool {
    match kind {
        "DECLARATION" => return true,
        "DELEGATION" => tally.rule("Kotlin: members that a class delegates with by"),
        "SYNTHESIZED" => tally.rule("Kotlin: copy, componentN and other members noted as synthesised"),
        _ => tally.rule("Kotlin: inherited members noted again"),
    }
    false
}

fn names(parameters: &[facts::Parameter]) -> String {
    parameters.iter().map(|parameter| parameter.name.as_str()).collect::<Vec<_>>().join(",")
}

fn names_of(parameters: &[Parameter]) -> String {
    parameters.iter().map(|parameter| parameter.name.as_str()).collect::<Vec<_>>().join(",")
}

fn parameters(theirs: &[facts::Parameter], mine: &[Parameter], file: &ParsedFile, is_actual: bool) -> Option<String> {
    theirs.iter().zip(mine).find_map(|(theirs, mine)| {
        let own = facts::Parameter {
            name: mine.name.clone(),
            is_vararg: mine.vararg,
            // An actual declaration has the default values of the expected one.
            has_default: mine.has_default || (is_actual && theirs.has_default),
            type_text: short(&mine.type_text, file),
        };
        (own != *theirs).then(|| format!("{} in the class JAR, {} here", shown(theirs), shown(&own)))
    })
}

fn shown(parameter: &facts::Parameter) -> String {
    let (vararg, default) =
        (if parameter.is_vararg { "vararg " } else { "" }, if parameter.has_default { " =" } else { "" });
    format!("{vararg}{}: {}{default}", parameter.name, parameter.type_text)
}

fn texts(what: &str, theirs: &str, mine: Option<&String>, file: &ParsedFile) -> Option<String> {
    let mine = short(mine?, file);
    (theirs != mine).then(|| format!("{what} {theirs} in the class JAR, {mine} here"))
}

fn function_shape(function: &Function, declared: &MethodDecl, file: &ParsedFile) -> Option<String> {
    let is_actual = has(&declared.modifiers, "actual");
    let is_inherited = is_actual || has(&declared.modifiers, "override");
    parameters(&function.parameters, &declared.parameters, file, is_actual)
        .or_else(|| texts("receiver", &function.receiver, declared.receiver.as_ref(), file))
        .or_else(|| texts("return type", &function.returned, declared.return_type.as_ref(), file))
        .or_else(|| contexts(&function.contexts, &declared.signature))
        .or_else(|| {
            let known = ["suspend", "inline", "operator", "infix", "tailrec", "external"];
            flags(&function.flags, &declared.modifiers, &known, is_inherited)
        })
}

fn contexts(theirs: &[facts::Parameter], signature: &str) -> Option<String> {
    let here = signature.starts_with("context(") || signature.contains(" context(");
    (theirs.is_empty() == here).then(|| format!("{} context parameters in the class JAR", theirs.len()))
}

fn property_shape(property: &Property, declared: &FieldDecl, file: &ParsedFile) -> Option<String> {
    let is_inherited = has(&declared.modifiers, "actual") || has(&declared.modifiers, "override");
    let is_var = declared.signature.split([' ', '(']).any(|word| word == "var");
    let stated = declared.type_text.as_ref().filter(|text| !text.is_empty() && !has(&declared.modifiers, "vararg"));
    (is_var != has(&property.flags, "var"))
        .then(|| format!("{} in the class JAR, {} here", property.flags.join(" "), declared.signature))
        .or_else(|| texts("receiver", &property.receiver, declared.receiver.as_ref(), file))
        .or_else(|| texts("type", &property.type_text, stated, file))
        .or_else(|| flags(&property.flags, &declared.modifiers, &["const", "lateinit", "external"], is_inherited))
}

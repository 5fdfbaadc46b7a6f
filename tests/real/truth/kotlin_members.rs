//! Members of a Kotlin type or facade: those noted are matched with those declared.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use jardex::model::{FieldDecl, FieldKind, Import, Language, LineRange, MethodDecl, MethodKind, Parameter, ParsedFile};

use super::facts::{self, Kotlin};
use super::kotlin::{Aliases, Links, Unit};
use super::kotlin_shapes::{flags, function_shape, parameters, property_shape};
use super::sources::{Type, has};
use super::tally::{About, Tally};

const KOTLIN: Language = Language::Kotlin;

/// The declared members of a unit that are not matched yet, each with its file.
pub struct Members<'b> {
    methods: Vec<(&'b MethodDecl, &'b ParsedFile)>,
    constructors: Vec<(&'b MethodDecl, &'b ParsedFile)>,
    properties: Vec<(&'b FieldDecl, &'b ParsedFile)>,
    entries: Vec<&'b FieldDecl>,
    known: &'b Aliases,
    /// Fields that the class files have and no note speaks of, by name.
    unnoted: BTreeSet<String>,
}

impl<'b> Members<'b> {
    pub fn of(ours: &[Type<'b>], unit: &Unit<'_>, known: &'b Aliases, tally: &mut Tally) -> Self {
        let fields = unit.classes.iter().flat_map(|class| &class.fields);
        let plain = |name: &str| name.trim_end_matches("$volatile").trim_end_matches("$delegate").to_owned();
        let unnoted = fields.map(|field| plain(&field.name)).collect();
        let (methods, constructors, properties, entries) = (vec![], vec![], vec![], vec![]);
        let mut members = Self { methods, constructors, properties, entries, known, unnoted };
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

    pub fn constructors(&mut self, key: &str, note: &Kotlin, ours: &[Type<'_>], links: &mut Links, tally: &mut Tally) {
        let whole: Vec<LineRange> = ours.iter().map(|one| one.declared().lines).collect();
        for constructor in &note.constructors {
            links.ranges.insert(constructor.jvm.clone(), whole.clone());
            let name = || format!("{key}#constructor({})", names(&constructor.parameters));
            let fits = |(declared, file): &(&MethodDecl, &ParsedFile)| {
                declared.parameters.len() == constructor.parameters.len()
                    && parameters(&constructor.parameters, &declared.parameters, file, false, self.known).is_none()
            };
            let loosely = |(declared, _): &(&MethodDecl, &ParsedFile)| {
                names_of(&declared.parameters) == names(&constructor.parameters)
            };
            let found = self.constructors.iter().position(fits).or_else(|| self.constructors.iter().position(loosely));
            let Some(at) = found else {
                if constructor.parameters.iter().any(|parameter| parameter.name == "serializationConstructorMarker") {
                    tally.rule("Kotlin: constructors made by the serialization plugin");
                } else if constructor.parameters.is_empty() && !has(&constructor.flags, "secondary") {
                    tally.rule("Kotlin: primary constructors without parameters, predicted");
                } else {
                    tally.wrong(KOTLIN, About::Member, name(), "only in the class JAR");
                }
                continue;
            };
            let (declared, file) = self.constructors.remove(at);
            tally.agree(KOTLIN, About::Member);
            let is_actual = has(&declared.modifiers, "actual") || ours.iter().any(|one| one.is_within("actual"));
            let mut differs = parameters(&constructor.parameters, &declared.parameters, file, is_actual, self.known);
            if note.type_kind != "ENUM_CLASS" && !has(&note.flags, "sealed") {
                differs = differs.or_else(|| flags(&constructor.flags, &declared.modifiers, &[], false));
            }
            tally.check(KOTLIN, About::Shape, name, differs);
        }
    }

    pub fn functions(&mut self, key: &str, note: &Kotlin, ours: &[Type<'_>], links: &mut Links, tally: &mut Tally) {
        for function in &note.functions {
            let by_plugin = match function.name.as_str() {
                "serializer" => self.methods.iter().all(|(own, _)| own.name != "serializer"),
                name => name.starts_with("write$Self"),
            };
            if ours.iter().any(|one| one.is_within("actual")) {
                links.inherited.insert(jvm_name(&function.jvm).to_owned());
            }
            if by_plugin {
                tally.rule("Kotlin: serializer() and write$Self, made by the serialization plugin");
            }
            if by_plugin || !is_declared(&function.kind, tally) {
                links.ranges.insert(function.jvm.clone(), Vec::new());
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
            candidates.sort_by_cached_key(|at| {
                let (declared, file) = self.methods[*at];
                let types = declared.parameters.iter().map(|own| &own.type_text).chain(&declared.receiver);
                let named =
                    types.chain(&declared.return_type).filter(|text| is_named_in(text, &function.jvm, file)).count();
                (function_shape(function, declared, file, self.known).is_some(), Reverse(named))
            });
            let Some(at) = candidates.first() else {
                tally.wrong(KOTLIN, About::Member, name(), "function only in the class JAR");
                continue;
            };
            let (declared, file) = self.methods.remove(*at);
            tally.agree(KOTLIN, About::Member);
            tally.check(KOTLIN, About::Shape, name, function_shape(function, declared, file, self.known));
            if has(&declared.modifiers, "actual") || has(&declared.modifiers, "override") {
                links.inherited.insert(jvm_name(&function.jvm).to_owned());
            }
            links.ranges.insert(function.jvm.clone(), vec![declared.lines]);
        }
    }

    pub fn properties(&mut self, key: &str, note: &Kotlin, links: &mut Links, tally: &mut Tally) {
        for property in &note.properties {
            let mut link = |ranges: &[LineRange], delegated: bool| {
                for jvm in [&property.getter, &property.setter].into_iter().filter(|jvm| !jvm.is_empty()) {
                    links.ranges.insert(jvm.clone(), ranges.to_vec());
                    if delegated {
                        links.delegated.insert(jvm.clone());
                    }
                }
                if !property.field.is_empty() {
                    links.ranges.insert(format!("field {}", property.field.split(':').next().unwrap()), Vec::new());
                }
            };
            if !is_declared(&property.kind, tally) {
                link(&[], false);
                continue;
            }
            let name = || format!("{key}#{}", property.name);
            let mut candidates: Vec<usize> = (0..self.properties.len())
                .filter(|at| {
                    let declared = self.properties[*at].0;
                    declared.name == property.name && declared.receiver.is_some() != property.receiver.is_empty()
                })
                .collect();
            candidates.sort_by_cached_key(|at| {
                let (declared, file) = self.properties[*at];
                let types = declared.receiver.iter().chain(&declared.type_text);
                let named = types.filter(|text| is_named_in(text, &property.getter, file)).count();
                (property_shape(property, declared, file, self.known).is_some(), Reverse(named))
            });
            let Some(at) = candidates.first() else {
                link(&[], false);
                tally.wrong(KOTLIN, About::Member, name(), "property only in the class JAR");
                continue;
            };
            let (declared, file) = self.properties.remove(*at);
            tally.agree(KOTLIN, About::Member);
            tally.check(KOTLIN, About::Shape, name, property_shape(property, declared, file, self.known));
            link(&[declared.lines], property.field.contains("$delegate:"));
        }
    }

    pub fn entries(&mut self, key: &str, note: &Kotlin, tally: &mut Tally) {
        for entry in &note.entries {
            match self.entries.iter().position(|declared| declared.name == *entry) {
                Some(at) => {
                    self.entries.remove(at);
                    tally.agree(KOTLIN, About::Member);
                }
                None => {
                    tally.wrong(KOTLIN, About::Member, format!("{key}#{entry}"), "enum entry only in the class JAR");
                }
            }
        }
    }

    /// What no note speaks of.
    pub fn left(&self, key: &str, links: &mut Links, tally: &mut Tally) {
        let mut wrong = |name: &str, signature: &str| {
            // The field itself, a property delegated to it, and functions that take one.
            if self.unnoted.contains(name) || signature.contains("AtomicRef<") {
                links.taken.insert(name.to_owned());
                tally.rule("Kotlin: private members that the atomicfu plugin takes away");
                return;
            }
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

/// The name of `name(descriptor)`.
fn jvm_name(jvm: &str) -> &str {
    jvm.split('(').next().unwrap()
}

/// Whether a type, by its import, its package or as it is written, stands in a descriptor.
fn is_named_in(written: &str, descriptor: &str, file: &ParsedFile) -> bool {
    let name = written.split(['<', '?']).next().unwrap();
    let (head, rest) = name.split_once('.').map_or((name, String::new()), |(head, rest)| (head, format!(".{rest}")));
    let is_of = |import: &&Import| import.alias.as_deref().or_else(|| import.path.rsplit('.').next()) == Some(head);
    let full = match file.imports.iter().find(is_of) {
        Some(import) => import.path.clone() + &rest,
        None if head.starts_with(char::is_lowercase) => name.to_owned(),
        None => format!("{}.{name}", file.package),
    };
    descriptor.replace(['/', '$'], ".").contains(&format!("L{full};"))
}

//! Names of classes in an outline: simple where they are imported, in the same package or of `java.lang`; qualified where a
//! simple name would mean something else.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::read::ClassFile;
use super::signature::{self, Argument, ClassType, Parameter, Type};
use super::{LONGEST_OUTLINE, kotlin};
use crate::text::java_name;

/// Packages that every file of Kotlin imports, without those of Java.
const IMPLICIT_IN_KOTLIN: &[&str] = &[
    "kotlin",
    "kotlin/annotation",
    "kotlin/collections",
    "kotlin/comparisons",
    "kotlin/io",
    "kotlin/ranges",
    "kotlin/sequences",
    "kotlin/text",
];

/// How many classes one in another are followed.
const DEEPEST: usize = 64;

/// What names mean in one outline.
pub struct Names<'a> {
    /// The package, with slashes.
    package: &'a str,
    /// The top-level class's internal name.
    root: &'a str,
    /// Outer class and simple name of member classes, by internal name.
    members: HashMap<&'a str, (&'a str, &'a str)>,
    /// Simple names of the types in the outline, and how many bear each.
    declared: HashMap<&'a str, usize>,
    variables: HashSet<String>,
    /// The classes that are being written, one in another.
    scopes: Vec<Scope>,
    /// Type parameters of the method that is being written.
    of_method: Vec<String>,
    /// What simple names of other top-level classes mean: their internal names.
    taken: HashMap<String, String>,
    imports: BTreeSet<String>,
    /// The header of the top-level class, where the names of the types in it mean nothing yet.
    pub in_header: bool,
    kotlin: bool,
    /// Bytes of names that were given: a short signature may name a long one again and again.
    spent: usize,
    exists: &'a dyn Fn(&str) -> bool,
}

/// A class that is being written.
struct Scope {
    class: String,
    parameters: Vec<String>,
    /// Type parameters of what is around it mean nothing in it.
    is_static: bool,
    /// Between its braces, where the classes in it go by their simple names.
    is_open: bool,
}

impl<'a> Names<'a> {
    pub fn new(root: &'a ClassFile, nested: &'a [ClassFile], exists: &'a dyn Fn(&str) -> bool) -> Self {
        let package = root.name.rsplit_once('/').map_or("", |(package, _)| package);
        let mut names = Self {
            package,
            root: &root.name,
            members: HashMap::new(),
            declared: HashMap::new(),
            variables: HashSet::new(),
            scopes: Vec::new(),
            of_method: Vec::new(),
            taken: HashMap::new(),
            imports: BTreeSet::new(),
            in_header: false,
            kotlin: false,
            spent: 0,
            exists,
        };
        for class in std::iter::once(root).chain(nested) {
            for row in &class.attributes.inner {
                if let (Some(outer), Some(name)) = (&row.outer, &row.name) {
                    names.members.insert(&row.class, (outer, name));
                }
            }
            names.note_variables(class);
        }
        for class in nested {
            if let Some((_, name)) = names.members.get(class.name.as_str()) {
                *names.declared.entry(name).or_default() += 1;
            }
        }
        let simple = root.name.rsplit('/').next().unwrap_or_default();
        *names.declared.entry(simple).or_default() += 1;
        names
    }

    /// The same as Kotlin has it: other packages need no import, and other names need care.
    pub fn of_kotlin(self) -> Self {
        Self { kotlin: true, ..self }
    }

    fn note_variables(&mut self, class: &ClassFile) {
        let of_class = class.attributes.signature.as_deref().and_then(signature::class);
        let of_class = of_class.into_iter().flat_map(|signature| signature.parameters);
        let of_methods = class.methods.iter().filter_map(|method| method.attributes.signature.as_deref());
        // Most methods declare none, and need not be read for that.
        let of_methods = of_methods.filter(|text| text.starts_with('<')).filter_map(signature::method);
        let of_methods = of_methods.flat_map(|signature| signature.type_parameters);
        self.variables.extend(of_class.chain(of_methods).map(|parameter| parameter.name));
    }

    /// Begins a class: its header.
    pub fn enter(&mut self, class: &str, parameters: &[Parameter], is_static: bool) {
        let parameters = parameters.iter().map(|parameter| parameter.name.clone()).collect();
        self.scopes.push(Scope { class: class.to_owned(), parameters, is_static, is_open: false });
    }

    /// Begins what is between the braces of the class.
    pub fn open(&mut self) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.is_open = true;
        }
    }

    /// Ends the class.
    pub fn leave(&mut self) {
        self.scopes.pop();
    }

    /// Begins a method, which hides what is called like one of its type parameters.
    pub fn of_method(&mut self, parameters: &[Parameter]) {
        self.of_method.clear();
        self.of_method.extend(parameters.iter().map(|parameter| parameter.name.clone()));
    }

    /// What has to be imported, in order.
    pub fn imports(&self) -> impl Iterator<Item = &str> {
        self.imports.iter().map(String::as_str)
    }

    /// Whether more was named than an outline holds; names are left out from then on.
    pub fn is_exhausted(&self) -> bool {
        self.spent > LONGEST_OUTLINE
    }

    /// Counts text that is more than names.
    pub fn spend(&mut self, length: usize) {
        self.spent = self.spent.saturating_add(length);
    }

    /// Leaves out names from now on: something else was said too often.
    pub fn exhaust(&mut self) {
        self.spent = usize::MAX / 2;
    }

    /// A class by its internal name.
    pub fn class(&mut self, internal: &str) -> String {
        if self.is_exhausted() {
            return String::new();
        }
        let (top, path) = self.split(internal);
        let name = self.qualified(&top, &path);
        self.spent += name.len() + internal.len();
        name
    }

    /// A class by Kotlin's name for it, `a/b/Outer.Inner`.
    pub fn class_id(&mut self, id: &str) -> String {
        if self.is_exhausted() {
            return String::new();
        }
        // A local class has a dot in front.
        let id = id.trim_start_matches('.');
        let start = id.rfind('/').map_or(0, |slash| slash + 1);
        let mut parts = id[start..].split('.');
        let top = format!("{}{}", &id[..start], parts.next().unwrap_or_default());
        let path: Vec<String> = parts.map(str::to_owned).collect();
        let name = self.qualified(&top, &path);
        self.spent += name.len() + id.len();
        name
    }

    /// A simple name as the language writes it.
    fn part(&self, name: &str) -> String {
        let kotlin = self.kotlin.then(|| kotlin::name(name)).flatten();
        kotlin.unwrap_or_else(|| java_name::name(name))
    }

    fn package_name(&self, internal: &str) -> String {
        if !self.kotlin {
            return java_name::package(internal);
        }
        internal.split('/').filter(|part| !part.is_empty()).map(|part| self.part(part)).collect::<Vec<_>>().join(".")
    }

    /// Whether the names of a package need no import anywhere.
    fn is_implicit(&self, package: &str) -> bool {
        if self.kotlin { IMPLICIT_IN_KOTLIN.contains(&package) } else { package == "java/lang" }
    }

    /// A type.
    pub fn show(&mut self, ty: &Type) -> String {
        match ty {
            Type::Primitive(name) => (*name).to_owned(),
            Type::Variable(name) => java_name::name(name),
            Type::Array(of) => format!("{}[]", self.show(of)),
            Type::Class(class) => self.show_class(class),
        }
    }

    fn show_class(&mut self, class: &ClassType) -> String {
        if self.is_exhausted() {
            return String::new();
        }
        let (top, path) = self.split(&class.name);
        let mut out = if self.goes_without_saying(class) {
            String::new()
        } else {
            let name = self.qualified(&top, &path);
            self.spent += name.len();
            format!("{name}{}", self.arguments(&class.arguments))
        };
        self.spent += class.name.len();
        for (name, arguments) in &class.inner {
            if !out.is_empty() {
                out.push('.');
            }
            out.push_str(&java_name::name(name));
            out.push_str(&self.arguments(arguments));
        }
        out
    }

    /// Whether `Outer<T>.Inner` is what `Inner` alone means here: between the braces of an `Outer` whose own type parameter
    /// that T is.
    fn goes_without_saying(&self, class: &ClassType) -> bool {
        let Some((first, _)) = class.inner.first() else { return false };
        let Some(at) = self.scopes.iter().rposition(|scope| scope.class == class.name) else { return false };
        let (outer, within) = (&self.scopes[at], &self.scopes[at + 1..]);
        let are_its_own = class.arguments.len() == outer.parameters.len()
            && class.arguments.iter().zip(&outer.parameters).all(|(argument, parameter)| {
                matches!(argument, Argument::Exactly(Type::Variable(name)) if name == parameter)
            });
        let hides =
            |scope: &Scope| scope.is_static || scope.parameters.iter().any(|name| outer.parameters.contains(name));
        outer.is_open
            && are_its_own
            && !within.iter().any(hides)
            && !self.of_method.iter().any(|name| outer.parameters.contains(name))
            && self.declared.get(first.as_str()) == Some(&1)
            && !self.variables.contains(first)
    }

    fn arguments(&mut self, arguments: &[Argument]) -> String {
        if arguments.is_empty() {
            return String::new();
        }
        let texts: Vec<String> = arguments
            .iter()
            .map(|argument| match argument {
                Argument::Any => "?".to_owned(),
                Argument::Exactly(ty) => self.show(ty),
                Argument::Extends(ty) => format!("? extends {}", self.show(ty)),
                Argument::Super(ty) => format!("? super {}", self.show(ty)),
            })
            .collect();
        format!("<{}>", texts.join(", "))
    }

    /// The top-level class and the simple names of the classes in it that lead to this one.
    fn split(&self, internal: &str) -> (String, Vec<String>) {
        let mut path = Vec::new();
        let mut class = internal;
        while let Some((outer, name)) = self.members.get(class) {
            if path.len() >= DEEPEST {
                break;
            }
            path.push((*name).to_owned());
            class = outer;
        }
        path.reverse();
        let (top, guessed) = self.guess(class);
        let path = guessed.into_iter().map(str::to_owned).chain(path).collect();
        (top.to_owned(), path)
    }

    /// Classes that are only named in descriptors stand in no table: `a/Map$Entry` is taken for a member of `a/Map` where
    /// that is not a class of this archive by itself.
    fn guess<'b>(&self, class: &'b str) -> (&'b str, Vec<&'b str>) {
        let start = class.rfind('/').map_or(0, |slash| slash + 1);
        let simple = &class[start..];
        if class == self.root || !simple.contains('$') {
            return (class, Vec::new());
        }
        let mut parts = simple.split('$');
        let first = parts.next().unwrap_or_default();
        let rest: Vec<&str> = parts.collect();
        let is_member = |part: &&str| part.starts_with(char::is_uppercase);
        if first.is_empty() || !rest.iter().all(is_member) {
            return (class, Vec::new());
        }
        (&class[..start + first.len()], rest)
    }

    fn qualified(&mut self, top: &str, path: &[String]) -> String {
        let path: Vec<String> = path.iter().map(|name| self.part(name)).collect();
        if top == self.root
            && !self.in_header
            && let Some(first) = path.first()
            && self.declared.get(first.as_str()) == Some(&1)
            && !self.variables.contains(first)
        {
            return path.join(".");
        }
        let mut out = self.top(top);
        for name in path {
            out.push('.');
            out.push_str(&name);
        }
        out
    }

    /// A top-level class.
    fn top(&mut self, internal: &str) -> String {
        let (package, simple) = internal.rsplit_once('/').unwrap_or(("", internal));
        let simple = self.part(simple);
        if self.may_be_simple(internal, package, &simple) {
            return simple;
        }
        let package = self.package_name(package);
        if package.is_empty() { simple } else { format!("{package}.{simple}") }
    }

    fn may_be_simple(&mut self, internal: &str, package: &str, simple: &str) -> bool {
        if internal == self.root {
            return !self.variables.contains(simple) && self.declared.get(simple) == Some(&1);
        }
        if let Some(meant) = self.taken.get(simple) {
            return meant == internal;
        }
        if self.variables.contains(simple) || self.declared.contains_key(simple) {
            return false;
        }
        let beside = || if self.package.is_empty() { simple.to_owned() } else { format!("{}/{simple}", self.package) };
        if self.is_implicit(package) {
            // Another class, of the same package, hides it.
            if package != self.package && (self.exists)(&beside()) {
                return false;
            }
        } else if package.is_empty() && !self.package.is_empty() {
            // Nothing can be imported from the default package.
            return true;
        } else if package != self.package {
            self.imports.insert(format!("{}.{simple}", self.package_name(package)));
        }
        self.taken.insert(simple.to_owned(), internal.to_owned());
        true
    }
}

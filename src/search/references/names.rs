//! What names of types mean where they are written: type parameters, nested and inherited types, imports, the package.

use std::cell::Cell;
use std::sync::Arc;

use super::members;
use super::types::{Class, Function, Local, Type, Variable};
use super::universe::{FileContext, Place, TypeInfo, Universe};
use super::written::{self, Segment, Written};
use crate::model::jvm::MAPPED;
use crate::model::{ImportKind, Language, TypeKind};

/// How deep one answer may lead to another: hierarchies and bounds are shallow, and one that names itself ends here.
const DEEPEST: u32 = 48;

/// What stands inside one another and needs no settling.
const FEW_INSIDE: usize = 4;

/// Types of `java.lang` whose names nobody else uses: known even where no JDK is registered.
const JAVA_LANG: [&str; 32] = [
    "AutoCloseable",
    "Boolean",
    "Byte",
    "CharSequence",
    "Character",
    "Class",
    "ClassLoader",
    "Cloneable",
    "Comparable",
    "Deprecated",
    "Double",
    "Enum",
    "Error",
    "Exception",
    "Float",
    "IllegalArgumentException",
    "IllegalStateException",
    "Integer",
    "Iterable",
    "Long",
    "Math",
    "Number",
    "Object",
    "Override",
    "Runnable",
    "RuntimeException",
    "Short",
    "String",
    "StringBuilder",
    "System",
    "Thread",
    "Throwable",
];

/// Types of `kotlin` that nothing extends and whose names nobody else uses: known even where Kotlin's library is not registered.
const KOTLIN: [&str; 25] = [
    "Boolean",
    "BooleanArray",
    "Byte",
    "ByteArray",
    "Char",
    "CharArray",
    "Double",
    "DoubleArray",
    "Float",
    "FloatArray",
    "Int",
    "IntArray",
    "Long",
    "LongArray",
    "Nothing",
    "Short",
    "ShortArray",
    "String",
    "UByte",
    "UInt",
    "UIntArray",
    "ULong",
    "ULongArray",
    "UShort",
    "Unit",
];

/// Whether a qualified name is that of a type of Kotlin that nothing extends.
pub fn is_final_of_kotlin(qualified: &str) -> bool {
    qualified.strip_prefix("kotlin.").is_some_and(|name| KOTLIN.binary_search(&name).is_ok())
}

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Runs `ask` one level deeper; none where that is too deep.
pub fn deeper<T>(ask: impl FnOnce() -> T) -> Option<T> {
    let depth = DEPTH.get();
    if depth >= DEEPEST {
        return None;
    }
    DEPTH.set(depth + 1);
    let found = ask();
    DEPTH.set(depth);
    Some(found)
}

/// Whether an answer that is being worked out is near the bound: what is then left out must not be kept.
pub fn is_deep() -> bool {
    DEPTH.get() > DEEPEST / 2
}

/// Asks for what stands inside one another, the inner first, from the outside in where there is much of it: an inner answer asks for
/// those around it, and what is found far down is not kept, or not found.
pub fn settle<T>(inside_out: Vec<T>, ask: impl FnMut(T)) {
    if inside_out.len() > FEW_INSIDE {
        inside_out.into_iter().rev().for_each(ask);
    }
}

/// Looks a simple name up.
pub type Lookup<'a> = &'a dyn Fn(&str) -> Option<Type>;

impl Universe<'_> {
    /// The type that is written, simple names being looked up by `lookup`, on behalf of an artifact.
    pub fn resolve(&self, written: &Written, asker: Place, lookup: Lookup<'_>) -> Type {
        deeper(|| self.resolve_here(written, asker, lookup)).unwrap_or(Type::Unknown)
    }

    fn resolve_here(&self, written: &Written, asker: Place, lookup: Lookup<'_>) -> Type {
        match written {
            Written::Other | Written::Wildcard(None) => Type::Unknown,
            Written::Wildcard(Some(bound)) => self.resolve(bound, asker, lookup),
            Written::Super(bound) => Type::Super(Box::new(self.resolve(bound, asker, lookup))),
            Written::Array(of) => Type::Array(Box::new(self.resolve(of, asker, lookup))),
            Written::All(all) => Type::intersection(all.iter().map(|one| self.resolve(one, asker, lookup)).collect()),
            Written::Name(segments) => self.resolve_name(segments, asker, lookup),
            Written::Function(of) => Type::Function(Arc::new(Function {
                receiver: of.receiver.as_ref().map(|one| self.resolve(one, asker, lookup)),
                parameters: of.parameters.iter().map(|one| self.resolve(one, asker, lookup)).collect(),
                returns: self.resolve(&of.returns, asker, lookup),
            })),
        }
    }

    fn resolve_name(&self, segments: &[Segment], asker: Place, lookup: Lookup<'_>) -> Type {
        let Some((first, rest)) = segments.split_first() else { return Type::Unknown };
        if rest.is_empty() {
            if let Some(primitive) = super::types::Primitive::parse(&first.name) {
                return Type::Primitive(primitive);
            }
            match first.name.as_str() {
                "void" => return Type::Void,
                "var" => return Type::Unknown,
                _ => {}
            }
        }
        let mut at = lookup(&first.name);
        let mut rest = rest;
        let mut last = first;
        if at.is_none() && !rest.is_empty() {
            // A qualified name: the shortest part of it that names a type.
            let mut path = first.name.clone();
            for (place, segment) in rest.iter().enumerate() {
                path.push('.');
                path.push_str(&segment.name);
                if let Some(info) = self.find(asker, &path) {
                    at = Some(Type::bare(info));
                    (last, rest) = (segment, &rest[place + 1..]);
                    break;
                }
            }
            if at.is_none() {
                return Type::Missing(path.into());
            }
        }
        let Some(mut at) = at else { return Type::Unknown };
        loop {
            at = match at {
                Type::Class(class) => Type::Class(self.applied(class, last, asker, lookup)),
                Type::Local(local) => Type::Local(self.applied_local(&local, last, asker, lookup)),
                other => other,
            };
            let Some((next, after)) = rest.split_first() else { return at };
            at = match &at {
                Type::Class(class) => match self.member_type(&class.info, &next.name) {
                    Some(info) => Type::bare(info),
                    None => return Type::Unknown,
                },
                Type::Missing(path) => Type::Missing(format!("{path}.{}", next.name).into()),
                _ => return Type::Unknown,
            };
            (last, rest) = (next, after);
        }
    }

    /// A class with the arguments that a segment gives it.
    fn applied(&self, class: Class, segment: &Segment, asker: Place, lookup: Lookup<'_>) -> Class {
        if segment.arguments.is_empty() {
            return if segment.applied { Self::uninferred(class.info) } else { Class::bare(class.info) };
        }
        let argument = |(at, written): (usize, &Written)| match written {
            // What is known of an argument that may be any is the bound of its parameter.
            Written::Wildcard(None) => self.bound_at(&class.info, at, asker),
            _ => self.resolve(written, asker, lookup),
        };
        let arguments = segment.arguments.iter().enumerate().map(argument).collect();
        Class { info: class.info, arguments }
    }

    /// A local type with the arguments that a segment gives it.
    fn applied_local(&self, local: &Local, segment: &Segment, asker: Place, lookup: Lookup<'_>) -> Local {
        let argument = |written: &Written| match written {
            Written::Wildcard(None) => Type::Any,
            _ => self.resolve(written, asker, lookup),
        };
        Local { id: local.id, arguments: segment.arguments.iter().map(argument).collect() }
    }

    /// A class between whose `<>` stands what has to be inferred.
    pub fn uninferred(info: Arc<TypeInfo>) -> Class {
        let arguments = vec![Type::Unknown; written::parameters(&info.row().type_parameters).len()];
        Class { info, arguments }
    }

    /// The bound of the type parameter at a place of a type; where that has arguments, any, whose own bound is found once it is
    /// asked for. They would lead on to bounds of bounds, which go in circles: `class A<S extends A<?, ?>, T extends A<?, ?>>`.
    fn bound_at(&self, info: &Arc<TypeInfo>, at: usize, asker: Place) -> Type {
        if let Some(known) = self.parameters.get(&(info.place, info.row().id)) {
            let bound = known.get(at).and_then(|one| one.bound.as_deref()).map(Type::bound);
            let is_applied = matches!(bound, Some(Type::Class(class)) if !class.arguments.is_empty());
            return if is_applied { Type::Any } else { self.bound_of(known.get(at), asker) };
        }
        let bare = self.bare_parameters(info);
        let of = |at: usize| match bare.get(at).and_then(|(_, bounds)| bounds.first()) {
            Some(Written::Name(segments)) => Some(segments),
            _ => None,
        };
        let is_above =
            |above: &[Segment], (variable, _): &(Variable, _)| above.len() == 1 && above[0].name == *variable.name;
        let mut bound = of(at);
        for _ in 0..bare.len() {
            // Where it is bound by another one, by what that is bound.
            let above = bound.and_then(|above| bare.iter().position(|one| is_above(above, one)));
            bound = above.map_or(bound, of);
        }
        let Some(segments) = bound else { return self.object(asker) };
        if segments.last().is_some_and(|last| last.applied) {
            return Type::Any;
        }
        let names: Vec<Variable> = bare.iter().map(|(variable, _)| variable.clone()).collect();
        let bare_segment = |one: &Segment| Segment { name: one.name.clone(), arguments: Vec::new(), applied: false };
        let segments = segments.iter().map(bare_segment).collect();
        let lookup = |name: &str| self.in_header(info, &names, name);
        match self.resolve(&Written::Name(segments), self.asker(info.place, info.row().file), &lookup) {
            Type::Variable(_) => self.object(asker),
            bound => self.erased(&bound),
        }
    }

    /// `java.lang.Object` as an artifact sees it.
    pub fn object(&self, asker: Place) -> Type {
        self.named(asker, "java.lang.Object")
    }

    /// The type of a qualified name, missing or not.
    pub fn named(&self, asker: Place, qualified: &str) -> Type {
        match self.find(asker, qualified) {
            Some(info) => Type::bare(info),
            None => Type::Missing(qualified.into()),
        }
    }

    /// A simple name in the header of a type: its own parameters, then what is around it.
    pub(super) fn in_header(&self, info: &Arc<TypeInfo>, own: &[Variable], name: &str) -> Option<Type> {
        self.in_header_of(info, info.row().file, own, name)
    }

    /// The same in the header that one of the files has which declare the type.
    pub(super) fn in_header_of(&self, info: &Arc<TypeInfo>, file: u32, own: &[Variable], name: &str) -> Option<Type> {
        if let Some(variable) = own.iter().find(|variable| &*variable.name == name) {
            return Some(Type::Variable(variable.clone()));
        }
        if info.simple() == name {
            return Some(Type::bare(Arc::clone(info)));
        }
        match self.outer(info) {
            Some(outer) => self.in_type(&outer, name),
            None => self.in_files(info, file, name),
        }
    }

    /// A simple name in the body of a type.
    pub fn in_type(&self, info: &Arc<TypeInfo>, name: &str) -> Option<Type> {
        self.in_part(info, info.row().file, name)
    }

    /// A simple name in a file that declares the type, or a part of it: that of a facade may have several, and what one of them
    /// imports the others do not see.
    pub fn in_part(&self, info: &Arc<TypeInfo>, file: u32, name: &str) -> Option<Type> {
        let key = (info.place, file, info.row().id, name.to_owned());
        if let Some(known) = self.names.get(&key) {
            return known;
        }
        let found = deeper(|| self.in_part_here(info, file, name)).flatten();
        if is_deep() { found } else { self.names.set(key, found) }
    }

    fn in_part_here(&self, info: &Arc<TypeInfo>, file: u32, name: &str) -> Option<Type> {
        let mut at = Arc::clone(info);
        loop {
            let parameters = self.type_parameters(&at);
            if let Some(variable) = parameters.iter().find(|variable| &*variable.name == name) {
                return Some(Type::Variable(variable.clone()));
            }
            if let Some(info) = self.member_type(&at, name) {
                return Some(Type::bare(info));
            }
            if at.simple() == name {
                return Some(Type::bare(at));
            }
            match self.outer(&at) {
                Some(outer) => at = outer,
                None => return self.in_files(&at, file, name),
            }
        }
    }

    /// A simple name outside of all types, in a file of a type; of a type that is declared twice, as `expect` and as `actual`,
    /// in the other one too.
    fn in_files(&self, info: &Arc<TypeInfo>, file: u32, name: &str) -> Option<Type> {
        let row = info.row();
        let in_one = |file: u32| {
            let file = self.file(info.place, file, || (row.package.clone(), row.language));
            self.in_file(&file, name)
        };
        in_one(file).or_else(|| {
            let parts = info.rows.iter().filter(|row| row.kind != TypeKind::Facade && row.file != file);
            parts.map(|row| row.file).find_map(in_one)
        })
    }

    /// A type that is declared in another, or that the other inherits.
    pub fn member_type(&self, info: &Arc<TypeInfo>, name: &str) -> Option<Arc<TypeInfo>> {
        let own = self.find_in(info.place, &format!("{}.{name}", info.qualified));
        own.or_else(|| {
            deeper(|| {
                let supertypes = self.supertypes(info);
                supertypes.iter().find_map(|supertype| match supertype {
                    Type::Class(class) if class.info != *info => {
                        self.inherited_type(&class.info, name, &info.row().package)
                    }
                    _ => None,
                })
            })
            .flatten()
        })
    }

    /// A member type that a type of a package inherits from a supertype.
    pub fn inherited_type(&self, supertype: &Arc<TypeInfo>, name: &str, package: &str) -> Option<Arc<TypeInfo>> {
        self.member_type(supertype, name).filter(|found| self.is_visible(found, package))
    }

    /// A simple name outside of all types of a file.
    pub fn in_file(&self, file: &FileContext, name: &str) -> Option<Type> {
        let key = (file.place, file.file, 0, name.to_owned());
        if let Some(known) = self.names.get(&key) {
            return known;
        }
        let found = deeper(|| self.in_file_here(file, name)).flatten();
        if is_deep() { found } else { self.names.set(key, found) }
    }

    fn in_file_here(&self, file: &FileContext, name: &str) -> Option<Type> {
        let class = |info: Arc<TypeInfo>| Some(Type::bare(info));
        for import in &file.imports {
            let brought = import.alias.as_deref().unwrap_or_else(|| import.path.rsplit('.').next().unwrap_or(""));
            if brought != name || !matches!(import.kind, ImportKind::Single | ImportKind::Static) {
                continue;
            }
            match self.imported(file.asker, &import.path) {
                Some(info) => return class(info),
                // A single import hides what stands further out; a static one may bring a member only.
                None if import.kind == ImportKind::Single && file.language == Language::Java => {
                    return Some(Type::Missing(import.path.as_str().into()));
                }
                None => {}
            }
        }
        let own = join(&file.package, name);
        if let Some(info) = self.find_in(file.place, &own) {
            return class(info);
        }
        let mut is_open = false;
        for import in &file.imports {
            let found = match import.kind {
                ImportKind::Star => self.find(file.asker, &join(&import.path, name)),
                ImportKind::StaticStar => {
                    self.imported(file.asker, &import.path).and_then(|outer| self.member_type(&outer, name))
                }
                _ => continue,
            };
            is_open |= import.kind == ImportKind::Star && !self.is_known_package(file.asker, &import.path);
            if let Some(info) = found.filter(|info| self.is_visible(info, &file.package) && !is_replaced(file, info)) {
                return class(info);
            }
        }
        for package in file.language.implied_imports() {
            let found = self.find(file.asker, &join(package, name));
            if let Some(info) = found.filter(|info| self.is_visible(info, &file.package)) {
                return class(info);
            }
        }
        if let Some(info) = self.find(file.asker, &own) {
            return class(info);
        }
        let is_of = |names: &[&str]| !is_open && names.binary_search(&name).is_ok();
        if file.language == Language::Kotlin && is_of(&KOTLIN) {
            return Some(Type::Missing(format!("kotlin.{name}").into()));
        }
        is_of(&JAVA_LANG).then(|| Type::Missing(format!("java.lang.{name}").into()))
    }

    /// Whether all is known that an import of a whole package, or of what a type declares, brings.
    fn is_known_package(&self, asker: Place, path: &str) -> bool {
        self.has_package(asker, path) || self.imported(asker, path).is_some()
    }

    /// The type that an import names: a member type may be an inherited one.
    pub fn imported(&self, asker: Place, path: &str) -> Option<Arc<TypeInfo>> {
        self.find(asker, path).or_else(|| {
            let (outer, name) = path.rsplit_once('.')?;
            // Packages begin with a small letter, as good as always; a look in vain costs little.
            let outer = deeper(|| self.imported(asker, outer)).flatten()?;
            self.member_type(&outer, name)
        })
    }

    /// Whether a type can be named in a package, outside of the type that declares it; what is not said to be public cannot
    /// in another one, in Java.
    fn is_visible(&self, info: &TypeInfo, package: &str) -> bool {
        let row = info.row();
        let has = |wanted: &str| members::has(&row.modifiers, wanted);
        if has("private") {
            return false;
        }
        row.language == Language::Kotlin
            || row.package == package
            || has("public")
            || has("protected")
            // The members of an interface are public without saying so.
            || self.outer(info).is_some_and(|outer| outer.is_interface())
    }
}

/// Whether Kotlin has a type of its own for one of Java, which then comes by no import of all of a package.
fn is_replaced(file: &FileContext, info: &TypeInfo) -> bool {
    file.language == Language::Kotlin && MAPPED.iter().any(|(java, _)| *java == info.qualified)
}

/// `package.name`.
pub fn join(package: &str, name: &str) -> String {
    if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") }
}

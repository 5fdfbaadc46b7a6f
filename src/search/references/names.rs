//! What names of types mean where they are written: type parameters, nested and inherited types, imports, the package.

use std::cell::Cell;
use std::sync::Arc;

use super::types::{Bindings, Class, Function, Type, Variable};
use super::universe::{Closure, FileContext, Method, Place, Shape, TypeInfo, Universe, variables};
use super::written::{self, Segment, Written};
use crate::model::{ImportKind, Language, MethodKind, Relation, TypeKind};

/// How deep one answer may lead to another: hierarchies and bounds are shallow, and one that names itself ends here.
const DEEPEST: u32 = 48;

/// Packages that a Kotlin file imports without saying so.
const KOTLIN_IMPORTS: [&str; 10] = [
    "kotlin",
    "kotlin.annotation",
    "kotlin.collections",
    "kotlin.comparisons",
    "kotlin.io",
    "kotlin.ranges",
    "kotlin.sequences",
    "kotlin.text",
    "java.lang",
    "kotlin.jvm",
];

/// Packages that a Java file imports without saying so.
const JAVA_IMPORTS: [&str; 1] = ["java.lang"];

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
            Written::Array(of) => Type::Array(Box::new(self.resolve(of, asker, lookup))),
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
                    at = Some(Type::Class(Class { info, arguments: Vec::new() }));
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
                other => other,
            };
            let Some((next, after)) = rest.split_first() else { return at };
            at = match &at {
                Type::Class(class) => match self.member_type(&class.info, &next.name) {
                    Some(info) => Type::Class(Class { info, arguments: Vec::new() }),
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
            // Between `<>` stands what has to be inferred.
            let count = if segment.applied { Self::bare_parameters(&class.info).len() } else { 0 };
            return Class { info: class.info, arguments: vec![Type::Unknown; count] };
        }
        let argument = |(at, written): (usize, &Written)| match written {
            // What is known of an argument that may be any is the bound of its parameter.
            Written::Wildcard(None) => self.bound_at(&class.info, at, asker),
            _ => self.resolve(written, asker, lookup),
        };
        let arguments = segment.arguments.iter().enumerate().map(argument).collect();
        Class { info: class.info, arguments }
    }

    /// The bound of the type parameter at a place of a type, without arguments. Those would lead on to bounds of bounds, which
    /// go in circles: `class A<S extends A<?, ?>, T extends A<?, ?>>`.
    fn bound_at(&self, info: &Arc<TypeInfo>, at: usize, asker: Place) -> Type {
        if let Some(known) = self.parameters.get(&(info.place, info.row().id)) {
            return self.bound_of(known.get(at), asker);
        }
        let bare = Self::bare_parameters(info);
        let Some((_, Some(Written::Name(segments)))) = bare.get(at) else { return self.object(asker) };
        let names: Vec<Variable> = bare.iter().map(|(variable, _)| variable.clone()).collect();
        let bare_segment = |one: &Segment| Segment { name: one.name.clone(), arguments: Vec::new(), applied: false };
        let segments = segments.iter().map(bare_segment).collect();
        let lookup = |name: &str| self.in_header(info, &names, name);
        match self.resolve(&Written::Name(segments), info.place, &lookup) {
            Type::Variable(_) => self.object(asker),
            bound => self.erased(&bound),
        }
    }

    /// The bound of a type parameter, `Object` where it has none.
    pub fn bound_of(&self, parameter: Option<&Variable>, asker: Place) -> Type {
        match parameter.and_then(|parameter| parameter.bound.as_deref()) {
            Some(bound) if !matches!(bound, Type::Variable(_)) => self.erased(bound),
            _ => self.object(asker),
        }
    }

    /// A type without arguments.
    #[allow(clippy::self_only_used_in_recursion, reason = "asked of the universe as its neighbours are")]
    pub fn erased(&self, of: &Type) -> Type {
        match of {
            Type::Class(class) => Type::Class(Class { info: Arc::clone(&class.info), arguments: Vec::new() }),
            Type::Variable(variable) => variable
                .bound
                .as_deref()
                .map_or(Type::Unknown, |bound| deeper(|| self.erased(bound)).unwrap_or(Type::Unknown)),
            Type::Array(of) => Type::Array(Box::new(self.erased(of))),
            _ => of.clone(),
        }
    }

    /// `java.lang.Object` as an artifact sees it.
    pub fn object(&self, asker: Place) -> Type {
        self.named(asker, "java.lang.Object")
    }

    /// The type of a qualified name, missing or not.
    pub fn named(&self, asker: Place, qualified: &str) -> Type {
        match self.find(asker, qualified) {
            Some(info) => Type::Class(Class { info, arguments: Vec::new() }),
            None => Type::Missing(qualified.into()),
        }
    }

    /// The type parameters of a type, with their bounds.
    pub fn type_parameters(&self, info: &Arc<TypeInfo>) -> Arc<Vec<Variable>> {
        let key = (info.place, info.row().id);
        if let Some(known) = self.parameters.get(&key) {
            return known;
        }
        let bare = Self::bare_parameters(info);
        if bare.is_empty() {
            return self.parameters.set(key, Arc::default());
        }
        let names: Vec<Variable> = bare.iter().map(|(variable, _)| variable.clone()).collect();
        let bounded = bare.into_iter().map(|(variable, bound)| {
            let lookup = |name: &str| self.in_header(info, &names, name);
            let bound = bound.map(|bound| Box::new(self.resolve(&bound, info.place, &lookup)));
            Variable { bound, ..variable }
        });
        let bounded: Arc<Vec<Variable>> = Arc::new(bounded.collect());
        if is_deep() { bounded } else { self.parameters.set(key, bounded) }
    }

    /// The type as its own body sees it.
    pub fn itself(&self, info: &Arc<TypeInfo>) -> Class {
        let arguments = self.type_parameters(info).iter().cloned().map(Type::Variable).collect();
        Class { info: Arc::clone(info), arguments }
    }

    /// What the variables of a class stand for: its arguments, or their bounds where it has none.
    pub fn bindings(&self, class: &Class) -> Bindings {
        let parameters = self.type_parameters(&class.info);
        let value = |(at, parameter): (usize, &Variable)| {
            let value = class.arguments.get(at).cloned();
            let value = value.unwrap_or_else(|| self.bound_of(Some(parameter), class.info.place));
            (parameter.owner, Arc::clone(&parameter.name), value)
        };
        Bindings(parameters.iter().enumerate().map(value).collect())
    }

    /// A simple name in the header of a type: its own parameters, then what is around it.
    fn in_header(&self, info: &Arc<TypeInfo>, own: &[Variable], name: &str) -> Option<Type> {
        if let Some(variable) = own.iter().find(|variable| &*variable.name == name) {
            return Some(Type::Variable(variable.clone()));
        }
        if info.simple() == name {
            return Some(Type::Class(Class { info: Arc::clone(info), arguments: Vec::new() }));
        }
        match self.outer(info) {
            Some(outer) => self.in_type(&outer, name),
            None => self.in_files(info, name),
        }
    }

    /// The type of a property that states none, where its value names it.
    fn initial_type(&self, owner: &Arc<TypeInfo>, field: &crate::store::FieldRow) -> Type {
        let key = (owner.place, field.id);
        if let Some(known) = self.initial.get(&key) {
            return known;
        }
        let text = self.index(owner.place).map(|index| self.rows(owner.place, index.text(field.file)));
        let declaration = text.as_deref().map_or("", |text| field.bytes.of(text));
        let file = self.file(owner.place, field.file, || (owner.row().package.clone(), Language::Kotlin));
        let lookup = |name: &str| self.in_type(owner, name).or_else(|| self.in_file(&file, name));
        let found = named_by_value(declaration)
            .map_or(Type::Unknown, |name| self.resolve(&written::read(name), owner.place, &lookup));
        self.initial.set(key, found)
    }

    /// A simple name in the body of a type.
    pub fn in_type(&self, info: &Arc<TypeInfo>, name: &str) -> Option<Type> {
        let key = (info.place, info.row().file, info.row().id, name.to_owned());
        if let Some(known) = self.names.get(&key) {
            return known;
        }
        let found = deeper(|| self.in_type_here(info, name)).flatten();
        if is_deep() { found } else { self.names.set(key, found) }
    }

    fn in_type_here(&self, info: &Arc<TypeInfo>, name: &str) -> Option<Type> {
        let mut at = Arc::clone(info);
        loop {
            let parameters = self.type_parameters(&at);
            if let Some(variable) = parameters.iter().find(|variable| &*variable.name == name) {
                return Some(Type::Variable(variable.clone()));
            }
            if let Some(info) = self.member_type(&at, name) {
                return Some(Type::Class(Class { info, arguments: Vec::new() }));
            }
            if at.simple() == name {
                return Some(Type::Class(Class { info: at, arguments: Vec::new() }));
            }
            match self.outer(&at) {
                Some(outer) => at = outer,
                None => return self.in_files(&at, name),
            }
        }
    }

    /// A simple name outside of all types, in the file of a type; of a type that is declared twice, as `expect` and as
    /// `actual`, in each of both.
    fn in_files(&self, info: &Arc<TypeInfo>, name: &str) -> Option<Type> {
        let found = self.in_file(&self.file_of(info), name);
        if found.is_some() || info.rows.len() == 1 {
            return found;
        }
        let declared = |row: &crate::store::TypeRow| {
            let file = self.file(info.place, row.file, || (row.package.clone(), row.language));
            self.in_file(&file, name)
        };
        info.rows.iter().filter(|row| row.kind != TypeKind::Facade).find_map(declared)
    }

    /// A type that is declared in another, or that the other inherits.
    pub fn member_type(&self, info: &Arc<TypeInfo>, name: &str) -> Option<Arc<TypeInfo>> {
        let own = self.find_in(info.place, &format!("{}.{name}", info.qualified));
        own.or_else(|| {
            deeper(|| {
                let supertypes = self.supertypes(info);
                supertypes.iter().find_map(|supertype| match supertype {
                    Type::Class(class) if class.info != *info => self.member_type(&class.info, name),
                    _ => None,
                })
            })
            .flatten()
        })
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
        let class = |info: Arc<TypeInfo>| Some(Type::Class(Class { info, arguments: Vec::new() }));
        for import in &file.imports {
            let brought = import.alias.as_deref().unwrap_or_else(|| import.path.rsplit('.').next().unwrap_or(""));
            if brought != name || !matches!(import.kind, ImportKind::Single | ImportKind::Static) {
                continue;
            }
            match self.imported(file.place, &import.path) {
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
                ImportKind::Star => self.find(file.place, &join(&import.path, name)),
                ImportKind::StaticStar => {
                    self.imported(file.place, &import.path).and_then(|outer| self.member_type(&outer, name))
                }
                _ => continue,
            };
            is_open |= import.kind == ImportKind::Star;
            if let Some(info) = found.filter(|info| is_visible(info, &file.package)) {
                return class(info);
            }
        }
        let implied: &[&str] = if file.language == Language::Java { &JAVA_IMPORTS } else { &KOTLIN_IMPORTS };
        for package in implied {
            let found = self.find(file.place, &join(package, name));
            if let Some(info) = found.filter(|info| is_visible(info, &file.package)) {
                return class(info);
            }
        }
        if let Some(info) = self.find(file.place, &own) {
            return class(info);
        }
        let is_known = JAVA_LANG.binary_search(&name).is_ok() && !is_open;
        is_known.then(|| Type::Missing(format!("java.lang.{name}").into()))
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

    /// The direct supertypes of a type, the superclass first, in variables of the type.
    pub fn supertypes(&self, info: &Arc<TypeInfo>) -> Arc<Vec<Type>> {
        let key = (info.place, info.row().id);
        if let Some(known) = self.supertypes.get(&key) {
            return known;
        }
        let found = Arc::new(deeper(|| self.supertypes_here(info)).unwrap_or_default());
        if is_deep() { found } else { self.supertypes.set(key, found) }
    }

    fn supertypes_here(&self, info: &Arc<TypeInfo>) -> Vec<Type> {
        let own = self.type_parameters(info);
        let lookup = |name: &str| self.in_header(info, &own, name);
        let mut found = Vec::new();
        let mut has_class = false;
        for row in &info.rows {
            let mut written = self.supertype_rows(info.place, row.id);
            written.retain(|supertype| supertype.relation != Relation::Permits);
            written.sort_by_key(|supertype| supertype.relation != Relation::Extends);
            for supertype in written {
                has_class |= supertype.relation == Relation::Extends;
                found.push(self.resolve(&written::read(&supertype.text), info.place, &lookup));
            }
        }
        let row = info.row();
        let implied = match (row.kind, row.language) {
            (TypeKind::Typealias | TypeKind::Facade, _) => None,
            (TypeKind::Enum, _) => Some("java.lang.Enum"),
            (TypeKind::Record, _) => Some("java.lang.Record"),
            (TypeKind::Annotation, _) => Some("java.lang.annotation.Annotation"),
            (TypeKind::Interface, _) => Some("java.lang.Object"),
            _ if has_class => None,
            (_, Language::Java) => Some("java.lang.Object"),
            (_, Language::Kotlin) => Some("kotlin.Any"),
        };
        if let Some(name) = implied.filter(|name| *name != info.qualified) {
            let mut implied = self.named(info.place, name);
            if row.kind == TypeKind::Enum
                && let Type::Class(class) = &mut implied
            {
                class.arguments = vec![Type::Class(Class { info: Arc::clone(info), arguments: Vec::new() })];
            }
            if row.kind == TypeKind::Interface { found.push(implied) } else { found.insert(0, implied) }
        }
        found
    }

    /// A type and all its supertypes, in variables of the type.
    pub fn closure(&self, info: &Arc<TypeInfo>) -> Arc<Closure> {
        /// Most types of a hierarchy: real ones stay below a hundred.
        const MOST: usize = 500;
        let key = (info.place, info.row().id);
        if let Some(known) = self.closures.get(&key) {
            return known;
        }
        let mut types = vec![self.itself(info)];
        let mut complete = true;
        let mut at = 0;
        while at < types.len() && types.len() < MOST {
            let class = types[at].clone();
            at += 1;
            let bindings = self.bindings(&class);
            let is_raw = class.arguments.is_empty() && !bindings.0.is_empty();
            for supertype in self.supertypes(&class.info).iter() {
                match supertype {
                    Type::Class(found) if types.iter().any(|known| known.info == found.info) => {}
                    // The supertypes of a raw type are raw.
                    Type::Class(found) if is_raw => {
                        types.push(Class { info: Arc::clone(&found.info), arguments: Vec::new() });
                    }
                    Type::Class(_) => {
                        if let Type::Class(found) = supertype.with(&bindings) {
                            types.push(found);
                        }
                    }
                    Type::Missing(name) if &**name == "java.lang.Object" || &**name == "kotlin.Any" => {}
                    _ => complete = false,
                }
            }
        }
        let mut at = 0;
        types.sort_by_cached_key(|class| {
            at += 1;
            let rank = match class.info.qualified.as_str() {
                _ if at == 1 => 0,
                "java.lang.Object" | "kotlin.Any" => 3,
                _ => 1 + u8::from(class.info.is_interface()),
            };
            (rank, at)
        });
        let closure = Arc::new(Closure { types, complete });
        if is_deep() { closure } else { self.closures.set(key, closure) }
    }

    /// A class and all its supertypes, with its arguments put in.
    pub fn hierarchy(&self, class: &Class) -> Vec<Class> {
        let bindings = self.bindings(class);
        let closure = self.closure(&class.info);
        let is_raw = class.arguments.is_empty() && !bindings.0.is_empty();
        let with = |one: &Class| match Type::Class(one.clone()).with(&bindings) {
            Type::Class(found) if !is_raw => found,
            _ => Class { info: Arc::clone(&one.info), arguments: Vec::new() },
        };
        closure.types.iter().map(with).collect()
    }

    /// What a method takes and gives, in variables of its type and its own.
    pub fn shape(&self, owner: &Arc<TypeInfo>, method: &Method) -> Arc<Shape> {
        let key = (owner.place, method.row.id);
        if let Some(known) = self.shapes.get(&key) {
            return known;
        }
        let row = &method.row;
        let list = written::parameter_list(&row.signature, &row.name, false);
        let bare = variables(super::types::Owner::Method(owner.place, row.id), list);
        let names: Vec<Variable> = bare.iter().map(|(variable, _)| variable.clone()).collect();
        let lookup_bare = |name: &str| self.in_method(owner, &names, name);
        let type_parameters: Vec<Variable> = bare
            .into_iter()
            .map(|(variable, bound)| {
                let bound = bound.map(|bound| Box::new(self.resolve(&bound, owner.place, &lookup_bare)));
                Variable { bound, ..variable }
            })
            .collect();
        let lookup = |name: &str| self.in_method(owner, &type_parameters, name);
        let of = |text: &str| self.resolve(&written::read(text), owner.place, &lookup);
        let parameters: Vec<Type> = row.parameter_types.iter().map(|text| of(text)).collect();
        let varargs = row.parameter_types.last().is_some_and(|text| text.trim_end().ends_with("..."));
        let returns = match (&row.return_type, row.kind) {
            (_, MethodKind::Constructor) => Type::Class(self.itself(owner)),
            (Some(text), _) => of(text),
            (None, _) => Type::Unknown,
        };
        let shape = Arc::new(Shape { type_parameters, parameters, varargs, returns });
        if is_deep() { shape } else { self.shapes.set(key, shape) }
    }

    /// A type as a method of this shape writes it.
    pub fn type_in_method(&self, owner: &Arc<TypeInfo>, shape: &Shape, text: &str) -> Type {
        let lookup = |name: &str| self.in_method(owner, &shape.type_parameters, name);
        self.resolve(&written::read(text), owner.place, &lookup)
    }

    fn in_method(&self, owner: &Arc<TypeInfo>, own: &[Variable], name: &str) -> Option<Type> {
        let own = own.iter().find(|variable| &*variable.name == name);
        own.map_or_else(|| self.in_type(owner, name), |variable| Some(Type::Variable(variable.clone())))
    }

    /// The type of a field, in variables of its type.
    pub fn field_type(&self, owner: &Arc<TypeInfo>, field: &super::universe::Field) -> Type {
        match &field.row.field_type {
            Some(text) => {
                let lookup = |name: &str| self.in_type(owner, name);
                self.resolve(&written::read(text), owner.place, &lookup)
            }
            None if field.row.kind == crate::model::FieldKind::EnumConstant => Type::Class(self.itself(owner)),
            None if owner.row().language == Language::Kotlin => self.initial_type(owner, &field.row),
            None => Type::Unknown,
        }
    }
}

/// The type that a constructor call names which is all of a value: `a.Type<B>` of `= a.Type<B>(…)`; that of a literal.
fn named_by_value(declaration: &str) -> Option<&str> {
    let value = declaration.split_once('=')?.1.trim();
    let first = value.chars().next()?;
    let literal = match first {
        '"' if value.len() > 1 && value.ends_with('"') && !value[1..value.len() - 1].contains('"') => "kotlin.String",
        't' if value == "true" => "kotlin.Boolean",
        'f' if value == "false" => "kotlin.Boolean",
        _ if value.chars().all(|c| c.is_ascii_digit()) => "kotlin.Int",
        _ => "",
    };
    if !literal.is_empty() {
        return Some(literal);
    }
    let (mut depth, mut before) = (0_usize, ' ');
    let open = value.char_indices().find_map(|(at, c)| {
        let last = std::mem::replace(&mut before, c);
        match c {
            '<' => depth += 1,
            // The arrow of a function type closes nothing.
            '>' if last == '-' => {}
            '>' => depth = depth.saturating_sub(1),
            '(' if depth == 0 => return Some(Some(at)),
            _ if depth == 0 && !(c.is_alphanumeric() || matches!(c, '_' | '.')) => return Some(None),
            _ => {}
        }
        None
    })??;
    let name = &value[..open];
    let is_type = name.split('<').next()?.rsplit('.').next()?.starts_with(char::is_uppercase);
    // Nothing is done with what is made: the parenthesis closes at the end.
    let mut brackets = 0_usize;
    let close = value[open..].char_indices().find_map(|(at, c)| {
        brackets += usize::from(c == '(');
        brackets -= usize::from(c == ')' && brackets > 0);
        (brackets == 0).then_some(open + at + 1)
    })?;
    (is_type && value[close..].trim().is_empty()).then_some(name)
}

/// Whether a type can be named from a package; what is not said to be public is not, in Java.
fn is_visible(info: &TypeInfo, package: &str) -> bool {
    let row = info.row();
    row.language == Language::Kotlin
        || row.package == package
        || row.modifiers.split_whitespace().any(|word| word == "public" || word == "protected")
        // The members of an interface are public without saying so.
        || row.owner.is_some()
}

/// `package.name`.
pub fn join(package: &str, name: &str) -> String {
    if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") }
}

#[cfg(test)]
mod tests {
    use super::named_by_value;

    #[test]
    fn values_name_their_types() {
        for (declaration, expected) in [
            ("private val a = Buffer()", Some("Buffer")),
            ("val a = a.b.Map<K, (V) -> W>(1, f(2))", Some("a.b.Map<K, (V) -> W>")),
            ("val a = Buffer().write(1)", None),
            ("val a = make()", None),
            ("val a = \"text\"", Some("kotlin.String")),
            ("val a = \"text\" + \"more\"", None),
            ("val a = 10", Some("kotlin.Int")),
            ("val a = Buffer() as Sink", None),
            ("val a", None),
            ("val a = Open(", None),
        ] {
            assert_eq!(named_by_value(declaration), expected, "{declaration}");
        }
    }
}

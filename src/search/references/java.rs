//! Kotlin as Java sees it: types under the names of the virtual machine, accessors of properties, names that annotations give,
//! what a companion has for its class, overloads for defaults.

use std::sync::Arc;

use super::file::{FileResolver, Value};
use super::members::{Candidate, Candidates, has, implied, made};
use super::names::deeper;
use super::target::Made;
use super::types::{Class, Function, Primitive, Type};
use super::universe::{Field, Method, TypeInfo, Universe};
use crate::model::jvm::{self, Renamed, machine_name};
use crate::model::{Language, MethodKind, TypeKind};
use crate::store::MethodRow;

/// Members of a type of Kotlin that annotations call otherwise.
#[derive(Debug, Default)]
pub struct Names {
    methods: Vec<(String, Arc<Method>)>,
    getters: Vec<(String, Arc<Field>)>,
    setters: Vec<(String, Arc<Field>)>,
}

impl Universe<'_> {
    /// What annotations call members of a type of Kotlin.
    fn given_names(&self, info: &Arc<TypeInfo>) -> Arc<Names> {
        let key = (info.place, info.row().id);
        if let Some(known) = self.given_names.get(&key) {
            return known;
        }
        let mut names = Names::default();
        let mut text: Option<(u32, String)> = None;
        let mut given = |file: u32, bytes: crate::model::ByteRange| {
            if text.as_ref().is_none_or(|(known, _)| *known != file) {
                let read = self.index(info.place).map(|index| self.rows(info.place, index.text(file)));
                text = Some((file, read.unwrap_or_default()));
            }
            text.as_ref().map(|(_, text)| jvm::names_given(bytes.of(text))).unwrap_or_default()
        };
        for method in self.all_methods(info).into_iter().filter(|method| jvm::is_renamed(&method.row.annotations)) {
            let found = given(method.row.file, method.row.bytes);
            let own = found.into_iter().find(|(what, _)| *what == Renamed::Itself);
            names.methods.extend(own.map(|(_, name)| (name, Arc::clone(&method))));
        }
        for field in self.all_fields(info).into_iter().filter(|field| jvm::is_renamed(&field.row.annotations)) {
            for (what, name) in given(field.row.file, field.row.bytes) {
                match what {
                    Renamed::Getter => names.getters.push((name, Arc::clone(&field))),
                    Renamed::Setter => names.setters.push((name, Arc::clone(&field))),
                    Renamed::Itself => {}
                }
            }
        }
        self.given_names.set(key, Arc::new(names))
    }

    /// The functions of a type of Kotlin that Java finds under a name.
    pub fn methods_for_java(&self, info: &Arc<TypeInfo>, name: &str) -> Vec<Arc<Method>> {
        let given = self.given_names(info);
        let mut found = self.methods(info, name);
        found.retain(|method| !given.methods.iter().any(|(_, renamed)| renamed.row.id == method.row.id));
        found.extend(given.methods.iter().filter(|(own, _)| own == name).map(|(_, method)| Arc::clone(method)));
        for own in self.mapped_members(info, name) {
            found.extend(self.methods(info, own).into_iter().filter(|method| has(&method.row.modifiers, "override")));
        }
        found
    }

    /// What overrides, in a type of Kotlin, the member that a mapped type has in Java under a name.
    fn mapped_members(&self, info: &Arc<TypeInfo>, name: &str) -> Vec<&'static str> {
        let has_supertype =
            |java: &str| self.closure(info).types.iter().any(|one| machine_name(&one.info.qualified) == Some(java));
        jvm::members_called(name).filter(|one| has_supertype(one.of)).map(|one| one.kotlin).collect()
    }

    /// The properties of a type of Kotlin whose getter, and those whose setter, Java finds under a name.
    fn properties_for_java(&self, info: &Arc<TypeInfo>, name: &str) -> (Vec<Arc<Field>>, Vec<Arc<Field>>) {
        let given = self.given_names(info);
        let of = |properties: Vec<String>, renamed: &[(String, Arc<Field>)]| {
            let mut found: Vec<Arc<Field>> = Vec::new();
            for property in properties {
                let fields = self.fields_named(info, &property).into_iter();
                let is_given = |field: &Arc<Field>| renamed.iter().any(|(_, one)| one.row.id == field.row.id);
                found.extend(fields.filter(|field| {
                    jvm::has_accessors(&field.row.annotations, &field.row.modifiers) && !is_given(field)
                }));
            }
            found.extend(renamed.iter().filter(|(own, _)| own == name).map(|(_, field)| Arc::clone(field)));
            found
        };
        let (getters, setters) = jvm::properties_of(name);
        let (mut getters, setters) = (of(getters, &given.getters), of(setters, &given.setters));
        for own in self.mapped_members(info, name) {
            getters.extend(self.fields_named(info, own).into_iter().filter(|one| has(&one.row.modifiers, "override")));
        }
        (getters, setters)
    }
}

/// Whether a type may be null; of a function type a `?` at the end is of what it gives.
pub(super) fn is_nullable(written: Option<&str>) -> bool {
    written.is_some_and(|text| text.trim_end().ends_with('?') && !is_function(text))
}

/// Whether an arrow stands outside of parentheses.
fn is_function(text: &str) -> bool {
    let mut depth = 0_usize;
    text.bytes().zip(text.bytes().skip(1)).any(|pair| {
        match pair.0 {
            b'(' | b'<' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let closes = pair.1 == b'>' && pair.0 != b'-';
        let is_arrow = pair == (b'-', b'>') && depth == 0;
        depth = depth.saturating_sub(usize::from(closes));
        is_arrow
    })
}

impl FileResolver<'_> {
    /// Whether this is Java, and looks at a type of Kotlin.
    pub fn is_foreign(&self, info: &TypeInfo) -> bool {
        !self.is_kotlin() && info.row().language == Language::Kotlin
    }

    /// A type that Kotlin writes, as Java has it; `boxed` where it is no primitive.
    pub fn java_type(&self, of: &Type, boxed: bool) -> Type {
        deeper(|| self.java_type_here(of, boxed)).unwrap_or(Type::Unknown)
    }

    fn java_type_here(&self, of: &Type, boxed: bool) -> Type {
        match of {
            Type::Class(class) => {
                if let Some(stands_for) = self.universe.aliased(class) {
                    return self.java_type(&stands_for, boxed);
                }
                self.java_class(&class.info.qualified, &class.arguments, boxed).unwrap_or_else(|| {
                    let arguments = class.arguments.iter().map(|one| self.java_type(one, true)).collect();
                    Type::Class(Class { info: Arc::clone(&class.info), arguments })
                })
            }
            Type::Missing(name) => self.java_class(name, &[], boxed).unwrap_or_else(|| of.clone()),
            Type::Variable(variable) => {
                Type::Variable(variable.clone().bound_to(variable.bounds().map(|bound| self.java_type(bound, true))))
            }
            Type::Array(of) => Type::Array(Box::new(self.java_type(of, false))),
            Type::Function(of) => Type::Function(Arc::new(Function {
                receiver: of.receiver.as_ref().map(|one| self.java_type(one, true)),
                parameters: of.parameters.iter().map(|one| self.java_type(one, true)).collect(),
                returns: self.java_type(&of.returns, true),
            })),
            _ => of.clone(),
        }
    }

    /// What the virtual machine has for a type of this name; none where it has that type.
    fn java_class(&self, name: &str, arguments: &[Type], boxed: bool) -> Option<Type> {
        if name == "kotlin.Array" {
            let of = arguments.first().map_or(Type::Unknown, |of| self.java_type(of, true));
            return Some(Type::Array(Box::new(of)));
        }
        let of_array = name.strip_prefix("kotlin.").and_then(|name| name.strip_suffix("Array"));
        if let Some(of) = of_array.and_then(|name| Primitive::of_box(machine_name(&format!("kotlin.{name}"))?)) {
            return Some(Type::Array(Box::new(Type::Primitive(of))));
        }
        let java = machine_name(name)?;
        if let Some(primitive) = Primitive::of_box(java).filter(|_| !boxed) {
            return Some(Type::Primitive(primitive));
        }
        Some(match self.universe.named(self.asker(), java) {
            Type::Class(class) => {
                let arguments = arguments.iter().map(|one| self.java_type(one, true)).collect();
                Type::Class(Class { arguments, ..class })
            }
            missing => missing,
        })
    }

    /// A function of Kotlin as Java calls it: the receiver is the first parameter. With `@JvmOverloads` it has one more method
    /// for every parameter with a default, from the last on; a constructor all of whose parameters have one is there without any
    /// too. A function that suspends takes who goes on after it.
    pub fn as_seen(&self, mut candidate: Candidate, row: &MethodRow) -> Vec<Candidate> {
        let Some(header) = candidate.header.clone().filter(|_| !self.is_kotlin()) else { return vec![candidate] };
        for (parameter, text) in candidate.parameters.iter_mut().zip(&row.parameter_types) {
            *parameter = self.java_type(parameter, is_nullable(Some(text)));
        }
        for variable in &mut candidate.type_parameters {
            if let Type::Variable(seen) = self.java_type(&Type::Variable(variable.clone()), true) {
                *variable = seen;
            }
        }
        candidate.returns = match &candidate.returns {
            Type::Class(class) if class.info.qualified == "kotlin.Unit" => Type::Void,
            Type::Missing(name) if &**name == "kotlin.Unit" => Type::Void,
            returns => self.java_type(returns, is_nullable(row.return_type.as_deref())),
        };
        if has(&row.modifiers, "suspend") {
            candidate.parameters.push(Type::Unknown);
            candidate.returns = Type::Unknown;
            candidate.unstated = None;
        }
        let is_overloaded = row.annotations.contains("JvmOverloads");
        let mut all = vec![candidate];
        for at in (0..header.defaults.len()).rev().filter(|at| is_overloaded && header.defaults[*at]) {
            let mut fewer = all[all.len() - 1].clone();
            if at < fewer.parameters.len() {
                fewer.varargs &= at + 1 < fewer.parameters.len();
                fewer.parameters.remove(at);
                all.push(fewer);
            }
        }
        let has_defaults = !header.defaults.is_empty() && header.defaults.iter().all(|has| *has);
        if has_defaults && row.kind == MethodKind::Constructor && !is_overloaded {
            all.push(Candidate { parameters: Vec::new(), varargs: false, ..all[0].clone() });
        }
        if let Some(receiver) = &header.receiver {
            let receiver = self.java_type(receiver, is_nullable(row.receiver.as_deref()));
            for one in &mut all {
                one.parameters.insert(0, receiver.clone());
            }
        }
        all
    }

    /// The methods that a type of Kotlin itself declares for Java under a name.
    pub fn declared_for_java(&self, owner: &Class, name: &str) -> Vec<Candidate> {
        let methods = self.universe.methods_for_java(&owner.info, name).into_iter();
        let all = methods.filter(|method| !has(&method.row.modifiers, "private"));
        let mut found = Candidates::of(all.flat_map(|one| self.stored(owner, &one, false)).collect());
        self.add_accessors(owner, name, |field| !has(&field.row.modifiers, "private"), &mut found);
        found.all
    }

    /// Adds what Java finds under a name in a type of Kotlin besides its functions.
    pub(super) fn add_for_java(&self, class: &Class, name: &str, found: &mut Candidates) {
        if !self.is_foreign(&class.info) {
            return;
        }
        self.add_accessors(class, name, |_| true, found);
        let Some(companion) = self.universe.companion(&class.info) else { return };
        for method in self.universe.methods_for_java(&companion, name) {
            if method.row.annotations.contains("JvmStatic") {
                let owner = Class::bare(Arc::clone(&companion));
                for one in self.stored(&owner, &method, true) {
                    self.add(one, found);
                }
            }
        }
        self.add_accessors(&Class::bare(companion), name, |field| field.row.annotations.contains("JvmStatic"), found);
    }

    fn add_accessors(&self, class: &Class, name: &str, wanted: impl Fn(&Field) -> bool, found: &mut Candidates) {
        let info = &class.info;
        let (getters, setters) = self.universe.properties_for_java(info, name);
        let bindings = self.universe.bindings(class);
        let own = Type::Class(class.clone());
        let all = getters.iter().map(|field| (field, false)).chain(setters.iter().map(|field| (field, true)));
        for (field, is_setter) in all.filter(|(field, _)| wanted(field)) {
            if !self.is_inherited(&field.row.modifiers, info) {
                continue;
            }
            let written = field.row.field_type.as_deref();
            let value = self.java_type(&self.universe.field_type(info, field).with(&bindings), is_nullable(written));
            // What an extension extends comes first; which type that is tells nothing apart here.
            let mut parameters: Vec<Type> = field.row.receiver.iter().map(|_| Type::Unknown).collect();
            let returns = if is_setter {
                parameters.push(value);
                Type::Void
            } else {
                value
            };
            let is_static = info.row().kind == TypeKind::Facade;
            let identity = made(info, Made::Accessor(field.row.id));
            self.add(Candidate { identity, parameters, ..implied(&own, returns, is_static) }, found);
        }
    }

    /// What Java finds under a name as a field of a type of Kotlin that has none of that name: an object's instance, and what
    /// its companion has without accessors.
    pub(super) fn field_for_java(&self, class: &Class, name: &str) -> Option<Value> {
        if !self.is_foreign(&class.info) {
            return None;
        }
        if name == "INSTANCE" && class.info.row().kind == TypeKind::Object {
            return Some(Value { of: Type::Class(class.clone()), field: None, certain: true });
        }
        let companion = self.universe.companion(&class.info)?;
        let field = self.universe.field(&companion, name)?;
        let of = self.java_type(&self.universe.field_type(&companion, &field), false);
        Some(Value { of, field: Some((companion.place, field)), certain: true })
    }
}

//! Classes, functions, properties and typealiases of Kotlin in an outline.

use std::collections::HashMap;
use std::fmt::Write;

use super::super::attributes::Attributes;
use super::super::java::Page;
use super::super::literal;
use super::super::names::Names;
use super::super::read::{ClassFile, Member};
use super::super::values;
use super::super::{Around, BODY};
use super::compiled::Compiled;
use super::inherited::Inherited;
use super::metadata::{
    self, Class, Constructor, Function, Notes, Property, Signature, Strings, Type, TypeAlias, TypeParameter, TypeTable,
    ValueParameter,
};
use super::name;
use super::types::{Scope, parenthesised};
use super::words::{Place, is_declared, is_of_any, modality, overriding, visibility};

/// Parameters of a method, at most: the JVM takes no more.
const MOST_PARAMETERS: usize = 256;

/// How deep classes are shown one in another.
const DEEPEST: usize = 32;

/// Parameters of a constructor that are looked for among the properties.
const MOST_IN_HEADER: usize = 256;

/// Flags of declarations where none are noted: public and final; of properties, with a getter.
const DEFAULT_FLAGS: i32 = 6;
const DEFAULT_PROPERTY_FLAGS: i32 = 518;

/// Kinds of classes, as their flags number them.
const INTERFACE: i32 = 1;
const ENUM: i32 = 2;
const ENUM_ENTRY: i32 = 3;
const ANNOTATION: i32 = 4;
const OBJECT: i32 = 5;
const COMPANION: i32 = 6;

/// Writes the declarations of one class or file.
pub struct Writer<'a, 'n> {
    file: &'a ClassFile,
    compiled: Compiled<'a>,
    inherited: Inherited<'a>,
    around: Option<&'a Around<'a>>,
    scope: Scope<'a, 'n>,
    page: &'a mut Page,
}

impl<'a, 'n> Writer<'a, 'n> {
    pub fn new(
        file: &'a ClassFile,
        strings: &'a Strings<'a>,
        table: Option<&'a TypeTable>,
        names: &'a mut Names<'n>,
        parameters: &'a mut Vec<(i32, String)>,
        page: &'a mut Page,
    ) -> Self {
        let scope = Scope { strings, table, names, parameters };
        let mut compiled = Compiled::default();
        compiled.know(file);
        Self { file, compiled, inherited: Inherited::default(), around: None, scope, page }
    }

    /// Looks for what the class overrides.
    pub fn look_around(&mut self, around: &'a Around<'a>) {
        self.inherited = Inherited::of(self.file, around);
        self.around = Some(around);
    }

    /// What a file declares.
    pub fn members(&mut self, functions: &'a [Function], properties: &'a [Property], aliases: &'a [TypeAlias]) {
        self.all(functions, properties, aliases, Place::File, &[]);
    }

    fn all(
        &mut self,
        functions: &'a [Function],
        properties: &'a [Property],
        aliases: &'a [TypeAlias],
        place: Place,
        in_header: &[String],
    ) {
        for alias in aliases {
            self.alias(alias);
        }
        for property in properties {
            if !in_header.contains(&self.scope.strings.get(property.name)) {
                self.property(property, place);
            }
        }
        for function in functions {
            self.function(function, place);
        }
        if self.scope.strings.is_exhausted() {
            self.scope.names.exhaust();
        }
    }

    /// A class and those in it.
    pub fn class(
        &mut self,
        class: &'a Class,
        simple: &str,
        by_outer: &HashMap<&str, Vec<&'a ClassFile>>,
        depth: usize,
    ) {
        let Some(called) = name(simple) else {
            self.page.line(&format!("// left out: {} is no name in Kotlin", literal::comment(simple)));
            return;
        };
        let before = self.scope.enter(&class.type_parameters);
        let members = by_outer.get(self.file.name.as_str()).map_or(&[][..], Vec::as_slice);
        // An interface had no static methods once: what it has none the less stands beside it.
        for helper in members.iter().filter(|member| member.name.ends_with("$DefaultImpls")) {
            self.compiled.know(helper);
        }
        let kind = (class.flags.unwrap_or(DEFAULT_FLAGS) >> 6) & 7;
        let (header, in_header) = self.header(class, &called, kind);
        for annotation in values::kotlin_annotations(&self.file.attributes.annotations, "", self.scope.names) {
            self.page.line(&annotation);
        }
        self.scope.names.in_header = false;
        self.page.line(&format!("{header} {{"));
        self.page.indent();
        if kind == ENUM {
            self.entries(class);
        }
        let place = match (kind, class.flags.unwrap_or(DEFAULT_FLAGS) >> 4 & 3) {
            (INTERFACE, _) => Place::Interface,
            (0, 0) | (OBJECT | COMPANION, _) => Place::Final,
            _ => Place::Class,
        };
        for constructor in class.constructors.iter().filter(|one| one.flags.unwrap_or(DEFAULT_FLAGS) & 16 != 0) {
            let visibility = visibility(constructor.flags.unwrap_or(DEFAULT_FLAGS));
            for annotation in self.annotations_of_constructor(constructor) {
                self.page.line(&annotation);
            }
            let parameters = self.scope.parameters(&constructor.parameters, |_| None);
            self.page.line(&format!("{visibility}constructor{parameters}{BODY}"));
        }
        self.all(&class.functions, &class.properties, &class.aliases, place, &in_header);
        for nested in members {
            self.nested(nested, by_outer, depth + 1);
        }
        self.page.outdent();
        self.page.line("}");
        self.scope.leave(before);
    }

    fn nested(&mut self, file: &'a ClassFile, by_outer: &HashMap<&str, Vec<&'a ClassFile>>, depth: usize) {
        let Some(simple) = file.own_row().and_then(|row| row.name.as_deref()) else { return };
        if depth >= DEEPEST {
            self.page.line("// types in it are left out: they nest too deep");
            return;
        }
        let Some((Notes::Class(class), strings)) = metadata::read(file) else { return };
        if (class.flags.unwrap_or(DEFAULT_FLAGS) >> 6) & 7 == ENUM_ENTRY {
            return;
        }
        self.page.line("");
        let mut writer = Writer::new(
            file,
            &strings,
            class.types.as_ref(),
            &mut *self.scope.names,
            &mut *self.scope.parameters,
            &mut *self.page,
        );
        // A companion's constants are fields of the class that it is a companion of.
        writer.compiled.know(self.file);
        if let Some(around) = self.around {
            writer.look_around(around);
        }
        writer.class(&class, simple, by_outer, depth);
    }

    fn entries(&mut self, class: &Class) {
        let plain = class.entries.iter().map(|entry| self.scope.strings.get(entry.name));
        let entries: Vec<(String, String)> = plain.filter_map(|plain| Some((name(&plain)?, plain))).collect();
        let descriptor = format!("L{};", self.file.name);
        for (at, (entry, plain)) in entries.iter().enumerate() {
            let annotations = self.compiled.field(plain, &descriptor).map(|field| &field.attributes.annotations);
            for annotation in values::kotlin_annotations(annotations.map_or(&[], Vec::as_slice), "", self.scope.names) {
                self.page.line(&annotation);
            }
            self.page.line(&format!("{entry}{}", if at + 1 == entries.len() { ";" } else { "," }));
        }
        if entries.is_empty() {
            self.page.line(";");
        }
    }

    /// The header, and the properties that its constructor declares.
    fn header(&mut self, class: &'a Class, called: &str, kind: i32) -> (String, Vec<String>) {
        let flags = class.flags.unwrap_or(DEFAULT_FLAGS);
        let is_set = |bit: u32| flags >> bit & 1 != 0;
        let mut out = self.scope.contexts(&[], &class.context_receivers, &class.context_receiver_ids);
        out.push_str(visibility(flags));
        out.push_str(match (kind, flags >> 4 & 3) {
            (INTERFACE | 0, 3) => "sealed ",
            (0, 1) => "open ",
            (0, 2) => "abstract ",
            _ => "",
        });
        for (bit, word) in [(9, "inner "), (10, "data "), (14, "fun ")] {
            if is_set(bit) {
                out.push_str(word);
            }
        }
        if is_set(13) {
            out.push_str("value ");
        }
        out.push_str(match kind {
            INTERFACE => "interface ",
            ENUM => "enum class ",
            ANNOTATION => "annotation class ",
            OBJECT => "object ",
            COMPANION if called == "Companion" => "companion object",
            COMPANION => "companion object ",
            _ => "class ",
        });
        if kind != COMPANION || called != "Companion" {
            out.push_str(called);
        }
        let (parameters, further) = self.scope.type_parameters(&class.type_parameters);
        out.push_str(&parameters);
        let mut in_header = Vec::new();
        let primary = class.constructors.iter().find(|one| one.flags.unwrap_or(DEFAULT_FLAGS) & 16 == 0);
        if let Some(primary) = primary.filter(|_| !matches!(kind, OBJECT | COMPANION | INTERFACE)) {
            // Of these it is known that every parameter is a property.
            let all_kept = is_set(10) || is_set(13) || kind == ANNOTATION;
            out.push_str(&self.primary(class, primary, all_kept, kind));
            if all_kept {
                let names = primary.parameters.iter().map(|parameter| self.scope.strings.get(parameter.name));
                in_header.extend(names.take(MOST_IN_HEADER));
            }
        }
        let supertypes = self.supertypes(class, kind);
        if !supertypes.is_empty() {
            out.push_str(" : ");
            out.push_str(&supertypes.join(", "));
        }
        if !further.is_empty() {
            out.push_str(" where ");
            out.push_str(&further.join(", "));
        }
        (out, in_header)
    }

    fn primary(&mut self, class: &'a Class, primary: &'a Constructor, all_kept: bool, kind: i32) -> String {
        let strings = self.scope.strings;
        let mut kept = HashMap::new();
        for parameter in primary.parameters.iter().take(MOST_IN_HEADER).filter(|_| all_kept) {
            let called = strings.get(parameter.name);
            let Some(property) = class.properties.iter().find(|own| strings.get(own.name) == called) else { continue };
            let flags = property.flags.unwrap_or(DEFAULT_PROPERTY_FLAGS);
            let mut words = self.annotations_of_property(property, "property:").join(" ");
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(if self.overrides(property) { "override " } else { "" });
            words.push_str(visibility(flags));
            words.push_str(if flags >> 8 & 1 != 0 { "var " } else { "val " });
            kept.insert(called, words);
        }
        let parameters = self.scope.parameters(&primary.parameters, |parameter| kept.get(parameter).cloned());
        let flags = primary.flags.unwrap_or(DEFAULT_FLAGS);
        // An enum's is private, a sealed class's protected, without saying so.
        let said = match (kind, class.flags.unwrap_or(DEFAULT_FLAGS) >> 4 & 3) {
            (ENUM, _) => "",
            (_, 3) if flags >> 1 & 7 == 2 => "",
            _ => visibility(flags),
        };
        let annotations = self.annotations_of_constructor(primary);
        let said: String = annotations.iter().flat_map(|one| [one, " "]).chain([said]).collect();
        match (said.is_empty(), primary.parameters.is_empty()) {
            (true, true) => String::new(),
            (true, false) => parameters,
            (false, _) => format!(" {said}constructor{parameters}"),
        }
    }

    /// The class that is extended is called; which one that is, the class file says.
    fn supertypes(&mut self, class: &'a Class, kind: i32) -> Vec<String> {
        let inline = class.supertypes.iter().map(|ty| (Some(ty), None));
        let all = inline.chain(class.supertype_ids.iter().map(|id| (None, Some(*id))));
        let mut texts = Vec::new();
        for (ty, id) in all {
            let (name, is_alias) = self.scope.class_of(ty, id).unwrap_or_default();
            let is_given = match kind {
                ENUM => name == "kotlin/Enum",
                ANNOTATION => name == "kotlin/Annotation",
                _ => false,
            };
            if (name == "kotlin/Any" && !is_alias) || is_given {
                continue;
            }
            let is_class = self.file.superclass.as_deref().is_some_and(|superclass| {
                superclass == name.replace('.', "$")
                    || (superclass, name.as_str()) == ("java/lang/Throwable", "kotlin/Throwable")
            });
            let call = if is_class && kind != INTERFACE { "()" } else { "" };
            texts.push(self.scope.ty(ty, id) + call);
        }
        texts
    }

    fn alias(&mut self, alias: &'a TypeAlias) {
        let plain = self.scope.strings.get(alias.name);
        let Some(called) = name(&plain) else { return };
        // As of a property; the notes have no name for this method.
        for annotation in self.annotations_of(self.compiled.method(&format!("{plain}$annotations"), "()V")) {
            self.page.line(&annotation);
        }
        let before = self.scope.enter(&alias.type_parameters);
        let (parameters, _) = self.scope.type_parameters(&alias.type_parameters);
        let underlying = self.scope.ty(alias.underlying.as_ref(), alias.underlying_id);
        let visibility = visibility(alias.flags.unwrap_or(DEFAULT_FLAGS));
        self.page.line(&format!("{visibility}typealias {called}{parameters} = {underlying}"));
        self.scope.leave(before);
    }

    /// `fun <T> ` or `val `, then the receiver; and the further bounds.
    fn opening(&mut self, parameters: &'a [TypeParameter], receiver: Option<String>) -> (String, Vec<String>) {
        let (parameters, further) = self.scope.type_parameters(parameters);
        let space = if parameters.is_empty() { "" } else { " " };
        let receiver = receiver.map(|receiver| parenthesised(receiver) + ".").unwrap_or_default();
        (format!("{parameters}{space}{receiver}"), further)
    }

    fn property(&mut self, property: &'a Property, place: Place) {
        let flags = property.flags.unwrap_or(DEFAULT_PROPERTY_FLAGS);
        let plain = self.scope.strings.get(property.name);
        let Some(called) = name(&plain).filter(|_| is_declared(flags)) else { return };
        let before = self.scope.enter(&property.type_parameters);
        let has_receiver = property.receiver.is_some() || property.receiver_id.is_some();
        let receiver = has_receiver.then(|| self.scope.ty(property.receiver.as_ref(), property.receiver_id));
        let is_constant = flags >> 11 & 1 != 0;
        let (receivers, ids) = (&property.context_receivers, &property.context_receiver_ids);
        let mut out = self.scope.contexts(&property.context_parameters, receivers, ids);
        out.push_str(visibility(flags));
        out.push_str(if self.overrides(property) { overriding(flags, place) } else { modality(flags, place) });
        for (bit, word) in [(11, "const "), (12, "lateinit "), (14, "external ")] {
            if flags >> bit & 1 != 0 {
                out.push_str(word);
            }
        }
        let is_variable = flags >> 8 & 1 != 0;
        out.push_str(if is_variable { "var " } else { "val " });
        let (opening, further) = self.opening(&property.type_parameters, receiver);
        let ty = self.scope.ty(property.result.as_ref(), property.result_id);
        let _ = write!(out, "{opening}{called}: {ty}");
        if !further.is_empty() {
            let _ = write!(out, " where {}", further.join(", "));
        }
        let field = self.field(property).filter(|_| is_constant);
        if let Some((field, constant)) = field.and_then(|field| Some((field, field.attributes.constant.as_ref()?))) {
            out.push_str(" = ");
            out.push_str(&values::kotlin_constant(constant, &field.descriptor));
        }
        for annotation in self.annotations_of_property(property, "") {
            self.page.line(&annotation);
        }
        self.page.line(&out);
        let setter = property.setter_flags.unwrap_or(flags);
        if is_variable && setter >> 1 & 7 != flags >> 1 & 7 {
            self.page.line(&format!("    {}set", visibility(setter)));
        }
        self.scope.leave(before);
    }

    fn function(&mut self, function: &'a Function, place: Place) {
        let flags = function.flags.unwrap_or(DEFAULT_FLAGS);
        let Some(called) = name(&self.scope.strings.get(function.name)).filter(|_| is_declared(flags)) else { return };
        // A lambda that is a function may bring types of its own.
        if function.types.is_some() && self.scope.table.is_none() {
            self.scope.table = function.types.as_ref();
        }
        let before = self.scope.enter(&function.type_parameters);
        let has_receiver = function.receiver.is_some() || function.receiver_id.is_some();
        let receiver = has_receiver.then(|| self.scope.ty(function.receiver.as_ref(), function.receiver_id));
        let (receivers, ids) = (&function.context_receivers, &function.context_receiver_ids);
        let mut out = self.scope.contexts(&function.context_parameters, receivers, ids);
        out.push_str(visibility(flags));
        let parameters = self.scope.parameters(&function.parameters, |_| None);
        let result = self.scope.ty(function.result.as_ref(), function.result_id);
        let is_plain = place != Place::File && receiver.is_none() && function.type_parameters.is_empty();
        let is_of_any = is_plain && is_of_any(&called, &parameters, &result);
        let is_overriding = place != Place::File && (is_of_any || self.overrides_function(function));
        out.push_str(if is_overriding { overriding(flags, place) } else { modality(flags, place) });
        let words =
            [(12, "external "), (11, "tailrec "), (13, "suspend "), (10, "inline "), (9, "infix "), (8, "operator ")];
        for (bit, word) in words {
            if flags >> bit & 1 != 0 {
                out.push_str(word);
            }
        }
        out.push_str("fun ");
        let (opening, further) = self.opening(&function.type_parameters, receiver);
        let _ = write!(out, "{opening}{called}{parameters}");
        if result != "Unit" {
            let _ = write!(out, ": {result}");
        }
        if !further.is_empty() {
            let _ = write!(out, " where {}", further.join(", "));
        }
        let has_body = flags >> 4 & 3 != 2 && flags >> 12 & 1 == 0;
        out.push_str(if has_body { BODY } else { "" });
        let receiver = (function.receiver.as_ref(), function.receiver_id);
        let result = (function.result.as_ref(), function.result_id);
        let types = Some(receiver).filter(|_| has_receiver).into_iter().chain(types_of(&function.parameters));
        let name = self.scope.strings.get(function.name);
        let method = self.method(function.signature.as_ref(), &name, types, Some(result));
        for annotation in self.annotations_of(method) {
            self.page.line(&annotation);
        }
        self.page.line(&out);
        self.scope.leave(before);
    }

    /// Whether the getter of a property overrides.
    fn overrides(&self, property: &Property) -> bool {
        let getter = property.signature.as_ref().and_then(|signature| signature.getter.as_ref());
        let Some(getter) = getter.filter(|getter| getter.name.is_some()) else { return false };
        let strings = self.scope.strings;
        let descriptor = getter.descriptor.map(|index| strings.get(Some(index)));
        let is_extension = property.receiver.is_some() || property.receiver_id.is_some();
        self.inherited.overrides(&strings.get(getter.name), descriptor.as_deref(), usize::from(is_extension))
    }

    fn overrides_function(&self, function: &Function) -> bool {
        let signature = function.signature.as_ref();
        let strings = self.scope.strings;
        let written = strings.get(signature.and_then(|one| one.name).or(function.name));
        let descriptor = signature.and_then(|one| one.descriptor).map(|index| strings.get(Some(index)));
        let is_suspending = function.flags.unwrap_or(DEFAULT_FLAGS) >> 13 & 1 != 0;
        let is_extension = function.receiver.is_some() || function.receiver_id.is_some();
        let contexts = [
            function.context_parameters.len(),
            function.context_receivers.len().max(function.context_receiver_ids.len()),
        ];
        let further = usize::from(is_suspending) + usize::from(is_extension) + contexts.iter().sum::<usize>();
        self.inherited.overrides(&written, descriptor.as_deref(), function.parameters.len() + further)
    }

    /// The method that a declaration of these types became; without a result, nothing is given back.
    fn method(
        &self,
        noted: Option<&Signature>,
        called: &str,
        parameters: impl Iterator<Item = Written<'a>>,
        result: Option<Written<'a>>,
    ) -> Option<&'a Member> {
        let by_types = || {
            let descriptor = |(inline, id)| self.scope.descriptor(inline, id);
            let parameters = parameters.take(MOST_PARAMETERS).map(descriptor).collect::<Option<String>>()?;
            Some(format!("({parameters}){}", result.map_or(Some("V".to_owned()), descriptor)?))
        };
        let (name, descriptor) = self.signature(noted, called, by_types)?;
        self.compiled.method(&name, &descriptor)
    }

    fn field(&self, property: &'a Property) -> Option<&'a Member> {
        let noted = property.signature.as_ref()?.field.as_ref()?;
        let called = self.scope.strings.get(property.name);
        let by_type = || self.scope.descriptor(property.result.as_ref(), property.result_id);
        let (name, descriptor) = self.signature(Some(noted), &called, by_type)?;
        self.compiled.field(&name, &descriptor)
    }

    /// The name and descriptor of what a declaration became: as noted, else as its own name and types give them.
    fn signature(
        &self,
        noted: Option<&Signature>,
        called: &str,
        by_types: impl FnOnce() -> Option<String>,
    ) -> Option<(String, String)> {
        let text = |index: Option<i32>| Some(self.scope.strings.get(Some(index?)));
        let name = text(noted.and_then(|noted| noted.name)).unwrap_or_else(|| called.to_owned());
        let descriptor = text(noted.and_then(|noted| noted.descriptor)).or_else(by_types)?;
        Some((name, descriptor))
    }

    /// The annotations of a method, and the one that says what it throws, which no class file has.
    fn annotations_of(&mut self, method: Option<&Member>) -> Vec<String> {
        let Some(Attributes { annotations, exceptions, .. }) = method.map(|method| &method.attributes) else {
            return Vec::new();
        };
        let mut texts = values::kotlin_annotations(annotations, "", self.scope.names);
        texts.extend(values::kotlin_throws(exceptions, self.scope.names));
        texts
    }

    fn annotations_of_constructor(&mut self, constructor: &'a Constructor) -> Vec<String> {
        let types = types_of(&constructor.parameters);
        let method = self.method(constructor.signature.as_ref(), "<init>", types, None);
        self.annotations_of(method)
    }

    /// A property's annotations, which a method bears that is there for nothing else, and those of its field.
    fn annotations_of_property(&mut self, property: &'a Property, target: &str) -> Vec<String> {
        let noted = property.signature.as_ref().and_then(|signature| signature.annotated.as_ref());
        let own = noted.and_then(|noted| self.method(Some(noted), "", std::iter::empty(), None));
        let is_delegated = property.flags.unwrap_or(DEFAULT_PROPERTY_FLAGS) >> 15 & 1 != 0;
        let of_field = if is_delegated { "delegate:" } else { "field:" };
        let mut texts = Vec::new();
        for (target, member) in [(target, own), (of_field, self.field(property))] {
            let annotations = member.map_or(&[][..], |member| &member.attributes.annotations);
            texts.extend(values::kotlin_annotations(annotations, target, self.scope.names));
        }
        texts
    }
}

/// A type that stands where it is named, or in the table.
type Written<'a> = (Option<&'a Type>, Option<i32>);

fn types_of(parameters: &[ValueParameter]) -> impl Iterator<Item = Written<'_>> {
    parameters.iter().map(|parameter| (parameter.ty.as_ref(), parameter.type_id))
}

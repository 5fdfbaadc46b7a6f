//! Functions, properties and typealiases of Kotlin in an outline.

use std::fmt::Write;

use super::super::attributes::Attributes;
use super::super::java::Page;
use super::super::names::Names;
use super::super::read::{ClassFile, Member};
use super::super::values;
use super::super::{Around, BODY};
use super::compiled::Compiled;
use super::inherited::Inherited;
use super::metadata::{
    Constructor, Function, Property, Signature, Strings, Type, TypeAlias, TypeParameter, TypeTable, ValueParameter,
};
use super::name;
use super::types::{Scope, parenthesised};
use super::words::{Place, is_declared, is_of_any, modality, overriding, visibility};

/// Parameters of a method, at most: the JVM takes no more.
const MOST_PARAMETERS: usize = 256;

/// Flags of declarations where none are noted: public and final; of properties, with a getter.
pub(super) const DEFAULT_FLAGS: i32 = 6;
pub(super) const DEFAULT_PROPERTY_FLAGS: i32 = 518;

/// Writes the declarations of one class or file.
pub struct Writer<'a, 'n> {
    pub(super) file: &'a ClassFile,
    pub(super) compiled: Compiled<'a>,
    inherited: Inherited<'a>,
    pub(super) around: Option<&'a Around<'a>>,
    pub(super) scope: Scope<'a, 'n>,
    pub(super) page: &'a mut Page,
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

    pub(super) fn all(
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
    pub(super) fn overrides(&self, property: &Property) -> bool {
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

    pub(super) fn annotations_of_constructor(&mut self, constructor: &'a Constructor) -> Vec<String> {
        let types = types_of(&constructor.parameters);
        let method = self.method(constructor.signature.as_ref(), "<init>", types, None);
        self.annotations_of(method)
    }

    /// A property's annotations, which a method bears that is there for nothing else, and those of its field and its accessors.
    pub(super) fn annotations_of_property(&mut self, property: &'a Property, target: &str) -> Vec<String> {
        let signature = property.signature.as_ref();
        let method = |noted: Option<&Signature>| self.method(Some(noted?), "", std::iter::empty(), None);
        let own = method(signature.and_then(|signature| signature.annotated.as_ref()));
        let getter = method(signature.and_then(|signature| signature.getter.as_ref()));
        let setter = method(signature.and_then(|signature| signature.setter.as_ref()));
        let is_delegated = property.flags.unwrap_or(DEFAULT_PROPERTY_FLAGS) >> 15 & 1 != 0;
        let of_field = if is_delegated { "delegate:" } else { "field:" };
        let mut texts = Vec::new();
        for (target, member) in [(target, own), ("get:", getter), ("set:", setter), (of_field, self.field(property))] {
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

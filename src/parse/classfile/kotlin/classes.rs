//! Classes of Kotlin in an outline: their headers, constructors and supertypes, and those in them.

use std::collections::HashMap;

use super::super::BODY;
use super::super::literal;
use super::super::read::ClassFile;
use super::super::values;
use super::declarations::{DEFAULT_FLAGS, DEFAULT_PROPERTY_FLAGS, Writer};
use super::metadata::{self, Class, Constructor, Notes};
use super::name;
use super::words::{Place, visibility};

/// How deep classes are shown one in another.
const DEEPEST: usize = 32;

/// Parameters of a constructor that are looked for among the properties.
const MOST_IN_HEADER: usize = 256;

/// Kinds of classes, as their flags number them.
const INTERFACE: i32 = 1;
const ENUM: i32 = 2;
const ENUM_ENTRY: i32 = 3;
const ANNOTATION: i32 = 4;
const OBJECT: i32 = 5;
const COMPANION: i32 = 6;

impl<'a> Writer<'a, '_> {
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
            // Beside others one without parameters is there only where it is written.
            (true, true) if class.constructors.len() == 1 => String::new(),
            (true, _) => parameters,
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
}

//! The outline of a top-level type and of the types in it.

use std::collections::HashMap;
use std::fmt::Write;

use noak::AccessFlags;

use super::LONGEST_OUTLINE;
use super::literal;
use super::members;
use super::names::Names;
use super::read::{self, Access, ClassFile};
use super::signature::{self, ClassSignature, Parameter, Type};
use super::values;
use crate::text::java_name;

/// How deep types are shown one in another.
const DEEPEST: usize = 32;

/// What a class is declared as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Class,
    Interface,
    Enum,
    Annotation,
    Record,
}

impl Kind {
    fn of(class: &ClassFile) -> Self {
        if class.is_annotation() {
            Self::Annotation
        } else if class.is_interface() {
            Self::Interface
        } else if class.is_enum() {
            Self::Enum
        } else if class.is_record() {
            Self::Record
        } else {
            Self::Class
        }
    }

    fn keyword(self) -> &'static str {
        match self {
            Self::Class => "class",
            Self::Interface => "interface",
            Self::Enum => "enum",
            Self::Annotation => "@interface",
            Self::Record => "record",
        }
    }

    pub fn is_interface(self) -> bool {
        matches!(self, Self::Interface | Self::Annotation)
    }
}

/// A type that is being written.
pub struct Declaration<'a> {
    pub class: &'a ClassFile,
    pub kind: Kind,
    /// The simple name.
    pub name: String,
    /// The flags as declared: those of the table of inner classes.
    pub access: Access,
    /// The class that holds it, where its constructors take one.
    pub outer: Option<&'a str>,
}

/// Text that is indented and does not grow without end.
#[derive(Default)]
pub struct Page {
    pub text: String,
    depth: usize,
}

impl Page {
    pub fn indent(&mut self) {
        self.depth += 1;
    }

    pub fn outdent(&mut self) {
        self.depth -= 1;
    }

    /// A line; nothing once the page is longer than an outline may be.
    pub fn line(&mut self, text: &str) {
        if self.text.len() > LONGEST_OUTLINE {
            return;
        }
        if !text.is_empty() {
            self.text.extend(std::iter::repeat_n("    ", self.depth));
            self.text.push_str(text);
        }
        self.text.push('\n');
    }
}

/// The whole file; none where it would be longer than an outline may be.
pub fn text(
    path: &str,
    root: &ClassFile,
    nested: &[ClassFile],
    exists: &dyn Fn(&str) -> bool,
    problems: &mut Vec<String>,
) -> Option<String> {
    let mut names = Names::new(root, nested, exists);
    let (package, simple) = root.name.rsplit_once('/').unwrap_or(("", &root.name));
    let package = java_name::package(package);
    let mut body = Page::default();
    let mut package_annotations = Vec::new();
    if simple == "package-info" {
        package_annotations = values::annotations(&root.attributes.annotations, false, &mut names);
    } else {
        let by_outer = read::by_outer(nested);
        names.in_header = true;
        write(root, simple, &by_outer, 0, &mut body, &mut names, problems);
    }
    let mut head = first_line(path, root);
    for annotation in package_annotations {
        head.push_str(&annotation);
        head.push('\n');
    }
    if !package.is_empty() {
        let _ = writeln!(head, "package {package};");
    }
    let imports: Vec<String> = names.imports().map(|name| format!("import {name};\n")).collect();
    if !imports.is_empty() {
        head.push('\n');
        head.push_str(&imports.concat());
    }
    if !body.text.is_empty() {
        head.push('\n');
    }
    head.push_str(&body.text);
    (head.len() <= LONGEST_OUTLINE && !names.is_exhausted()).then_some(head)
}

/// Says what the text is.
pub fn first_line(path: &str, class: &ClassFile) -> String {
    let from =
        class.attributes.source_file.as_deref().map(|file| format!(", compiled from {}", literal::comment(file)));
    format!("// {}{}; made of class files, bodies are left out\n", literal::comment(path), from.unwrap_or_default())
}

fn write(
    class: &ClassFile,
    simple: &str,
    by_outer: &HashMap<&str, Vec<&ClassFile>>,
    depth: usize,
    page: &mut Page,
    names: &mut Names<'_>,
    problems: &mut Vec<String>,
) {
    let told = literal::comment(simple);
    if !java_name::is_name(simple) && !java_name::is_reserved(simple) {
        page.line(&format!("// left out: {told} is no name in Java"));
        problems.push(format!("a type is left out: {told} is no name in Java"));
        return;
    }
    // References to it are written the same.
    let written = java_name::name(simple);
    if written != simple {
        page.line(&format!("// {told} in the class file, which is no name in Java"));
        problems.push(format!("the type {told} is called {written} here: its name is none in Java"));
    }
    let own = class.own_row();
    let is_inner = own.is_some_and(|row| !row.access.has(AccessFlags::STATIC)) && !class.is_interface();
    let declaration = Declaration {
        class,
        kind: Kind::of(class),
        name: written,
        access: own.map_or(class.access, |row| row.access),
        outer: own.filter(|_| is_inner).and_then(|row| row.outer.as_deref()),
    };
    for annotation in values::annotations(&class.attributes.annotations, class.attributes.deprecated, names) {
        page.line(&annotation);
    }
    let signature = class.attributes.signature.as_deref().and_then(signature::class).unwrap_or_else(|| plain(class));
    names.enter(&class.name, &signature.parameters, !is_inner);
    let header = header(&declaration, signature, names);
    names.in_header = false;
    names.open();
    page.line(&format!("{header} {{"));
    page.indent();
    members::write(&declaration, page, names);
    if depth < DEEPEST {
        for nested in by_outer.get(class.name.as_str()).into_iter().flatten() {
            let Some(name) = nested.own_row().and_then(|row| row.name.as_deref()) else { continue };
            page.line("");
            write(nested, name, by_outer, depth + 1, page, names, problems);
        }
    } else {
        page.line("// types in it are left out: they nest too deep");
    }
    names.leave();
    page.outdent();
    page.line("}");
}

fn header(declaration: &Declaration<'_>, signature: ClassSignature, names: &mut Names<'_>) -> String {
    let Declaration { class, kind, .. } = declaration;
    let mut out = modifiers(declaration);
    out.push_str(kind.keyword());
    out.push(' ');
    out.push_str(&declaration.name);
    out.push_str(&type_parameters(&signature.parameters, names));
    if *kind == Kind::Record {
        out.push_str(&members::components(class, names));
    }
    if *kind == Kind::Class
        && let Some(superclass) = signature.superclass.filter(|superclass| !superclass.is("java/lang/Object"))
    {
        out.push_str(" extends ");
        out.push_str(&names.show(&superclass));
    }
    let written = |ty: &&Type| !(*kind == Kind::Annotation && ty.is("java/lang/annotation/Annotation"));
    let interfaces: Vec<String> = signature.interfaces.iter().filter(written).map(|ty| names.show(ty)).collect();
    if !interfaces.is_empty() {
        out.push_str(if kind.is_interface() { " extends " } else { " implements " });
        out.push_str(&interfaces.join(", "));
    }
    if is_sealed(declaration) {
        let permitted: Vec<String> = class.attributes.permitted.iter().map(|class| names.class(class)).collect();
        out.push_str(" permits ");
        out.push_str(&permitted.join(", "));
    }
    out
}

/// An enum whose constants have bodies is sealed without saying so.
fn is_sealed(declaration: &Declaration<'_>) -> bool {
    !declaration.class.attributes.permitted.is_empty() && declaration.kind != Kind::Enum
}

/// Of a record or an enum nobody writes subtypes, and an annotation cannot be permitted.
fn may_be_extended(declaration: &Declaration<'_>) -> bool {
    match declaration.kind {
        Kind::Class => !declaration.access.has(AccessFlags::FINAL),
        Kind::Interface => true,
        Kind::Annotation | Kind::Enum | Kind::Record => false,
    }
}

fn modifiers(declaration: &Declaration<'_>) -> String {
    let Declaration { kind, access, .. } = declaration;
    let mut words = vec![access.visibility()];
    if *kind == Kind::Class && access.has(AccessFlags::ABSTRACT) {
        words.push("abstract");
    }
    let is_class = *kind == Kind::Class;
    if is_class && access.has(AccessFlags::STATIC) {
        words.push("static");
    }
    if is_class && access.has(AccessFlags::FINAL) {
        words.push("final");
    }
    if is_sealed(declaration) {
        words.push("sealed");
    } else if declaration.class.is_permitted && may_be_extended(declaration) {
        words.push("non-sealed");
    }
    let mut out = String::new();
    for word in words.into_iter().filter(|word| !word.is_empty()) {
        out.push_str(word);
        out.push(' ');
    }
    out
}

/// `<K, V extends A & B>`, or nothing.
pub fn type_parameters(parameters: &[Parameter], names: &mut Names<'_>) -> String {
    if parameters.is_empty() {
        return String::new();
    }
    let one = |parameter: &Parameter| {
        let name = java_name::name(&parameter.name);
        match &parameter.bounds[..] {
            [] => name,
            [only] if only.is("java/lang/Object") => name,
            bounds => {
                let bounds: Vec<String> = bounds.iter().map(|bound| names.show(bound)).collect();
                format!("{name} extends {}", bounds.join(" & "))
            }
        }
    };
    let texts: Vec<String> = parameters.iter().map(one).collect();
    format!("<{}>", texts.join(", "))
}

/// A class without a signature.
fn plain(class: &ClassFile) -> ClassSignature {
    ClassSignature {
        parameters: Vec::new(),
        superclass: class.superclass.as_deref().map(signature::plain),
        interfaces: class.interfaces.iter().map(|interface| signature::plain(interface)).collect(),
    }
}

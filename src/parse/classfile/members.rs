//! Fields, constructors, methods and record components in an outline.

use std::collections::HashSet;
use std::fmt::Write;

use noak::AccessFlags;

use super::BODY;
use super::attributes::{Annotation, Attributes};
use super::java::{Declaration, Kind, Page, type_parameters};
use super::literal;
use super::names::Names;
use super::read::{ClassFile, Member};
use super::signature::{self, MethodSignature, Type};
use super::values;
use crate::text::java_name;

/// Parameters of a method and components of a record, at most: the JVM takes no more.
const MOST_PARAMETERS: usize = 255;

/// Writes what is between the braces of a type, save the types in it.
pub fn write(declaration: &Declaration<'_>, page: &mut Page, names: &mut Names<'_>) {
    let class = declaration.class;
    constants(declaration, page, names);
    for field in &class.fields {
        let of_record = declaration.kind == Kind::Record && !field.access.has(AccessFlags::STATIC);
        if !is_made(field) && !of_record && !is_constant(declaration, field) {
            self::field(declaration, field, page, names);
        }
    }
    if declaration.kind == Kind::Class && !class.methods.iter().any(|method| method.name == "<init>") {
        page.line("// no constructor");
    }
    let constructors = class.methods.iter().filter(|method| method.name == "<init>" && !is_made(method)).count();
    for method in &class.methods {
        if names.is_exhausted() {
            // The outline is refused: nothing more needs to be said.
            return;
        }
        if is_made(method) || method.name == "<clinit>" {
            continue;
        }
        let Some(shape) = Shape::of(declaration, method) else {
            page.line(&format!("// left out: {} is damaged", literal::comment(&method.name)));
            continue;
        };
        if !goes_without_saying(declaration, method, &shape, constructors) {
            self::method(declaration, method, &shape, page, names);
        }
    }
    names.of_method(&[]);
}

fn is_made(member: &Member) -> bool {
    member.access.has(AccessFlags::SYNTHETIC) || member.attributes.synthetic
}

fn is_constant(declaration: &Declaration<'_>, field: &Member) -> bool {
    declaration.kind == Kind::Enum && field.access.has(AccessFlags::ENUM)
}

fn constants(declaration: &Declaration<'_>, page: &mut Page, names: &mut Names<'_>) {
    if declaration.kind != Kind::Enum {
        return;
    }
    let all = declaration.class.fields.iter().filter(|field| is_constant(declaration, field));
    let mut waiting: Option<String> = None;
    for field in all {
        if !java_name::is_name(&field.name) {
            page.line(&left_out(&field.name, &field.descriptor));
            continue;
        }
        if let Some(before) = waiting.take() {
            page.line(&format!("{before},"));
        }
        for annotation in values::annotations(&field.attributes.annotations, field.attributes.deprecated, names) {
            page.line(&annotation);
        }
        waiting = Some(field.name.clone());
    }
    page.line(&format!("{};", waiting.unwrap_or_default()));
}

fn left_out(name: &str, descriptor: &str) -> String {
    format!("// left out, no name in Java: {} {}", literal::comment(name), literal::comment(descriptor))
}

fn field(declaration: &Declaration<'_>, field: &Member, page: &mut Page, names: &mut Names<'_>) {
    if !java_name::is_name(&field.name) {
        page.line(&left_out(&field.name, &field.descriptor));
        return;
    }
    let signature = field.attributes.signature.as_deref().and_then(signature::field);
    let Some(ty) = signature.or_else(|| signature::field(&field.descriptor)) else {
        page.line(&format!("// left out: {} is damaged", literal::comment(&field.name)));
        return;
    };
    let before = declared(field, names);
    let (before, dimension) = annotated_type(before, field, None, &ty, names);
    for annotation in before {
        page.line(&annotation);
    }
    let mut out = String::new();
    if declaration.kind.is_interface() {
        // What is public, static and final without saying so.
    } else {
        let all = [
            (AccessFlags::STATIC, "static"),
            (AccessFlags::FINAL, "final"),
            (AccessFlags::TRANSIENT, "transient"),
            (AccessFlags::VOLATILE, "volatile"),
        ];
        words(&mut out, field, &all);
    }
    out.push_str(&with_dimension(&names.show(&ty), &dimension));
    out.push(' ');
    out.push_str(&field.name);
    if let Some(constant) = &field.attributes.constant {
        out.push_str(" = ");
        out.push_str(&values::constant(constant, &field.descriptor));
    }
    out.push(';');
    page.line(&out);
}

/// Visibility, then those of these flags that are set.
fn words(out: &mut String, member: &Member, all: &[(AccessFlags, &str)]) {
    let visibility = [member.access.visibility()].into_iter().filter(|word| !word.is_empty());
    for word in visibility.chain(all.iter().filter(|(flag, _)| member.access.has(*flag)).map(|(_, word)| *word)) {
        out.push_str(word);
        out.push(' ');
    }
}

fn declared(member: &Member, names: &mut Names<'_>) -> Vec<String> {
    values::annotations(&member.attributes.annotations, member.attributes.deprecated, names)
}

/// The annotations before a field, a parameter or a method's result, after those that it bears itself, and what belongs into
/// its type: an annotation of an array stands between the element and its brackets, one of a class before its simple name.
fn annotated_type(
    mut before: Vec<String>,
    member: &Member,
    parameter: Option<u8>,
    ty: &Type,
    names: &mut Names<'_>,
) -> (Vec<String>, String) {
    let mut dimension = String::new();
    for (of, annotation) in &member.attributes.type_annotations {
        if *of != parameter {
            continue;
        }
        let text = values::annotation(annotation, names);
        // Of an array it is of the brackets: the element's, which stands before the type, is noted elsewhere.
        let is_array = matches!(ty, Type::Array(_));
        let is_said = before.contains(&text);
        if is_array || !is_said && simple_name(&names.show(ty)) > 0 {
            dimension.push_str(&text);
            dimension.push(' ');
        } else if !is_said {
            before.push(text);
        }
    }
    (before, dimension)
}

/// The type with what belongs into it.
fn with_dimension(shown: &str, inside: &str) -> String {
    if inside.is_empty() {
        return shown.to_owned();
    }
    match shown.find("[]") {
        // The first brackets after the element are the outermost array's.
        Some(at) if shown.ends_with("[]") && !shown[at..].contains('>') => {
            format!("{} {inside}{}", &shown[..at], &shown[at..])
        }
        Some(_) if shown.ends_with("[]") => shown.to_owned(),
        _ => {
            let at = simple_name(shown);
            format!("{}{inside}{}", &shown[..at], &shown[at..])
        }
    }
}

/// Where the simple name of a class begins: behind the dots that stand before its type arguments.
fn simple_name(shown: &str) -> usize {
    let name = shown.split('<').next().unwrap_or_default();
    name.rfind('.').map_or(0, |dot| dot + 1)
}

/// A method's types as they are declared: without what the compiler added in front.
struct Shape {
    signature: MethodSignature,
    /// How many parameters of the descriptor stand before the first that is declared.
    added: usize,
    /// The slot of the first parameter that is declared.
    first_slot: u16,
    /// How many parameters the descriptor has.
    all: usize,
}

impl Shape {
    fn of(declaration: &Declaration<'_>, method: &Member) -> Option<Self> {
        let descriptor = signature::method(&method.descriptor)?;
        let generic = method.attributes.signature.as_deref().and_then(signature::method);
        let all = descriptor.parameters.len();
        if all > MOST_PARAMETERS {
            return None;
        }
        let generic = generic.filter(|generic| generic.parameters.len() <= all);
        let expected = if method.name == "<init>" { added_in_front(declaration, &descriptor) } else { 0 };
        let added = match &generic {
            // Some compilers write the signature without what is added, some with it.
            Some(generic) if generic.parameters.len() == all => 0,
            Some(generic) => expected.min(all - generic.parameters.len()),
            None => expected.min(all),
        };
        let is_static = method.access.has(AccessFlags::STATIC);
        let slots = |types: &[Type]| types.iter().map(Type::slots).fold(0, u16::saturating_add);
        let first_slot = slots(&descriptor.parameters[..added]).saturating_add(u16::from(!is_static));
        let signature = match generic {
            Some(generic) => generic,
            None => MethodSignature { parameters: descriptor.parameters[added..].to_vec(), ..descriptor },
        };
        Some(Self { signature, added, first_slot, all })
    }
}

/// How many parameters a compiler puts before a constructor's own: an enum constant's name and number, the outer instance.
fn added_in_front(declaration: &Declaration<'_>, descriptor: &MethodSignature) -> usize {
    let types = &descriptor.parameters;
    if declaration.kind == Kind::Enum {
        let is_pair = matches!(&types[..], [name, Type::Primitive("int"), ..] if name.is("java/lang/String"));
        return if is_pair { 2 } else { 0 };
    }
    let outer = declaration.outer.filter(|outer| types.first().is_some_and(|first| first.is(outer)));
    usize::from(outer.is_some())
}

/// Whether an outline means the same without this method: what every enum, record and class without constructor has.
fn goes_without_saying(declaration: &Declaration<'_>, method: &Member, shape: &Shape, constructors: usize) -> bool {
    let class = declaration.class;
    let parameters = &shape.signature.parameters;
    match (declaration.kind, method.name.as_str()) {
        (Kind::Enum, "values") => parameters.is_empty() && method.access.has(AccessFlags::STATIC),
        (Kind::Enum, "valueOf") => {
            method.access.has(AccessFlags::STATIC) && matches!(&parameters[..], [one] if one.is("java/lang/String"))
        }
        (Kind::Class | Kind::Enum, "<init>") => {
            let visibility = if declaration.kind == Kind::Enum { "private" } else { declaration.access.visibility() };
            constructors == 1
                && parameters.is_empty()
                && method.access.visibility() == visibility
                && is_plain(method)
                && shape.signature.type_parameters.is_empty()
        }
        (Kind::Record, name) => record_has(class, name, method) && (is_accessor(class, method) || is_plain(method)),
        _ => false,
    }
}

/// Whether a method says nothing besides its header.
fn is_plain(method: &Member) -> bool {
    let Attributes { annotations, exceptions, deprecated, .. } = &method.attributes;
    annotations.is_empty() && exceptions.is_empty() && !deprecated
}

/// Whether a method reads a component of a record. Its annotations stand at the component.
fn is_accessor(class: &ClassFile, method: &Member) -> bool {
    class.components().iter().any(|component| reads(component, method))
}

fn reads(component: &Member, method: &Member) -> bool {
    component.name == method.name && method.descriptor.strip_prefix("()") == Some(component.descriptor.as_str())
}

/// Whether a record has this by its header: the canonical constructor, accessors, and the methods of `Object`, which are
/// final where the compiler made them.
fn record_has(class: &ClassFile, name: &str, method: &Member) -> bool {
    let components = class.components();
    let is_final = method.access.has(AccessFlags::FINAL);
    match (name, method.descriptor.as_str()) {
        ("<init>", descriptor) => {
            let types: String = components.iter().map(|component| component.descriptor.as_str()).collect();
            descriptor == format!("({types})V")
        }
        ("toString", "()Ljava/lang/String;") | ("hashCode", "()I") | ("equals", "(Ljava/lang/Object;)Z") => is_final,
        _ => is_accessor(class, method),
    }
}

fn method(declaration: &Declaration<'_>, method: &Member, shape: &Shape, page: &mut Page, names: &mut Names<'_>) {
    let is_constructor = method.name == "<init>";
    if !is_constructor && !java_name::is_name(&method.name) {
        page.line(&left_out(&method.name, &method.descriptor));
        return;
    }
    names.of_method(&shape.signature.type_parameters);
    let result = shape.signature.result.clone();
    let plain = Type::Primitive("void");
    let before = declared(method, names);
    let (before, dimension) = annotated_type(before, method, None, result.as_ref().unwrap_or(&plain), names);
    for annotation in before {
        page.line(&annotation);
    }
    let mut out = String::new();
    let has_body = !method.access.has(AccessFlags::ABSTRACT) && !method.access.has(AccessFlags::NATIVE);
    method_words(declaration, method, has_body, &mut out);
    let type_parameters = type_parameters(&shape.signature.type_parameters, names);
    if !type_parameters.is_empty() {
        out.push_str(&type_parameters);
        out.push(' ');
    }
    if is_constructor {
        out.push_str(&declaration.name);
    } else {
        let shown = result.as_ref().map_or_else(|| "void".to_owned(), |ty| names.show(ty));
        out.push_str(&with_dimension(&shown, &dimension));
        out.push(' ');
        out.push_str(&method.name);
    }
    out.push('(');
    out.push_str(&parameters(method, shape, names));
    out.push(')');
    let thrown: Vec<String> = if shape.signature.thrown.is_empty() {
        method.attributes.exceptions.iter().map(|class| names.class(class)).collect()
    } else {
        shape.signature.thrown.iter().map(|ty| names.show(ty)).collect()
    };
    if !thrown.is_empty() {
        let _ = write!(out, " throws {}", thrown.join(", "));
    }
    if let Some(default) = &method.attributes.default {
        let _ = write!(out, " default {}", values::text(default, names));
    }
    out.push_str(if has_body { BODY } else { ";" });
    page.line(&out);
}

fn method_words(declaration: &Declaration<'_>, method: &Member, has_body: bool, out: &mut String) {
    if declaration.kind.is_interface() {
        // Public and abstract go without saying.
        if method.access.has(AccessFlags::PRIVATE) {
            out.push_str("private ");
        }
        if method.access.has(AccessFlags::STATIC) {
            out.push_str("static ");
        } else if has_body && !method.access.has(AccessFlags::PRIVATE) {
            out.push_str("default ");
        }
        return;
    }
    let all = [
        (AccessFlags::ABSTRACT, "abstract"),
        (AccessFlags::STATIC, "static"),
        (AccessFlags::FINAL, "final"),
        (AccessFlags::SYNCHRONIZED, "synchronized"),
        (AccessFlags::NATIVE, "native"),
    ];
    if declaration.kind == Kind::Enum && method.name == "<init>" {
        // Private goes without saying.
        return;
    }
    words(out, method, &all);
}

fn parameters(method: &Member, shape: &Shape, names: &mut Names<'_>) -> String {
    let types = &shape.signature.parameters;
    let declared = parameter_names(method, shape);
    let mut out = String::new();
    for (at, ty) in types.iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        let before = values::annotations(of_parameter(method, at, types.len()), false, names);
        let (before, dimension) = annotated_type(before, method, u8::try_from(at).ok(), ty, names);
        for annotation in before {
            out.push_str(&annotation);
            out.push(' ');
        }
        let shown = with_dimension(&names.show(ty), &dimension);
        let is_last = at + 1 == types.len();
        match shown.strip_suffix("[]").filter(|_| is_last && method.access.has(AccessFlags::VARARGS)) {
            Some(element) => {
                out.push_str(element);
                out.push_str("...");
            }
            None => out.push_str(&shown),
        }
        out.push(' ');
        out.push_str(&declared[at]);
    }
    out
}

/// The annotations of one of so many parameters. Compilers do not agree whether what they added is counted: the last ones are the
/// same for all.
fn of_parameter(method: &Member, at: usize, count: usize) -> &[Annotation] {
    let annotations = &method.attributes.parameter_annotations;
    let found = (annotations.len() + at).checked_sub(count).and_then(|at| annotations.get(at));
    found.map_or(&[], Vec::as_slice)
}

/// The names that the class file has; `arg0` and so on where it has none.
fn parameter_names(method: &Member, shape: &Shape) -> Vec<String> {
    let types = &shape.signature.parameters;
    let listed = &method.attributes.parameters;
    let own: Vec<_> = listed.iter().filter(|parameter| !parameter.made).collect();
    let mut slot = shape.first_slot;
    let mut taken = Vec::with_capacity(types.len());
    let mut seen = HashSet::new();
    for (at, ty) in types.iter().enumerate() {
        let of_list = if own.len() == types.len() {
            own[at].name.as_deref()
        } else if listed.len() == shape.all {
            listed.get(shape.added + at).and_then(|parameter| parameter.name.as_deref())
        } else {
            None
        };
        let of_table = || method.attributes.locals.iter().find(|local| local.slot == slot);
        let found = of_list.or_else(|| of_table().map(|local| local.name.as_str()));
        let name = found.filter(|name| java_name::is_name(name)).map_or_else(|| format!("arg{at}"), str::to_owned);
        let name = if seen.insert(name.clone()) { name } else { format!("arg{at}") };
        taken.push(name);
        slot = slot.saturating_add(ty.slots());
    }
    taken
}

/// The annotations of a component, each once. The compiler leaves each of them where its kind of annotation may stand: at the
/// component, its field, its accessor, the constructor's parameter.
fn of_component(
    class: &ClassFile,
    component: &Member,
    of_parameter: &[Annotation],
    names: &mut Names<'_>,
) -> Vec<String> {
    let field = class.fields.iter().find(|field| {
        field.name == component.name
            && field.descriptor == component.descriptor
            && !field.access.has(AccessFlags::STATIC)
    });
    let accessor = class.methods.iter().find(|method| reads(component, method));
    let mut texts = declared(component, names);
    for member in field.into_iter().chain(accessor) {
        texts.extend(declared(member, names));
    }
    texts.extend(values::annotations(of_parameter, false, names));
    let mut seen = HashSet::new();
    texts.retain(|text| seen.insert(text.clone()));
    texts
}

/// The components of a record's header.
pub fn components(class: &ClassFile, names: &mut Names<'_>) -> String {
    let mut texts = Vec::new();
    let all = class.components();
    let canonical = class.methods.iter().find(|method| method.name == "<init>" && record_has(class, "<init>", method));
    let is_vararg = canonical.is_some_and(|method| method.access.has(AccessFlags::VARARGS));
    for (at, component) in all.iter().enumerate() {
        let signature = component.attributes.signature.as_deref().and_then(signature::field);
        let Some(ty) = signature.or_else(|| signature::field(&component.descriptor)) else { continue };
        let before =
            of_component(class, component, canonical.map_or(&[], |method| of_parameter(method, at, all.len())), names);
        let (before, dimension) = annotated_type(before, component, None, &ty, names);
        let mut shown = with_dimension(&names.show(&ty), &dimension);
        if is_vararg && at + 1 == all.len() && shown.ends_with("[]") {
            shown.replace_range(shown.len() - 2.., "...");
        }
        let before: String = before.into_iter().map(|annotation| annotation + " ").collect();
        texts.push(format!("{before}{shown} {}", java_name::name(&component.name)));
    }
    format!("({})", texts.join(", "))
}

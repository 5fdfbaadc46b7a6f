//! What Kotlin makes of its declarations: what holds without being written, and what the virtual machine has of it.

mod machine;
mod value_classes;

use super::header::Parameter;
use super::inferred::Inferred;
use super::member::{Access, Machine, Member, Shape, Told, access, has_word};
use super::notes::Notes;
use super::scope::Scope;
use super::side::Side;
use super::typed::{Erased, Type};
use super::written::Written;
use super::{bodies, header, inferred, made, notes};
use crate::model::{Language, TypeKind};
use crate::store::read::StoreError;
use crate::store::{FieldRow, MethodRow, TypeRow};
use machine::{of_function, of_property};
use value_classes::{Stated, unbox};

pub use machine::is_of_data;
pub use value_classes::{Held, held, is_value_class};

/// Whether what a function gives is an expression behind `=`, whose type is then not written.
#[must_use]
pub fn is_expression(method: &MethodRow) -> bool {
    // Of `fun f() = 1` the body ends with the declaration; of `fun f() { }` a brace follows.
    method.body.is_some_and(|body| body.end == method.bytes.end)
}

/// Adds the modifiers that a function has without writing them.
pub fn imply(row: &TypeRow, own: &mut Vec<String>, has_body: bool, shape: Shape) {
    if shape == Shape::Constructor {
        return;
    }
    if row.kind == TypeKind::Interface && !has_body && !is(own, "private") {
        imply_words(own, &["abstract"]);
    }
    seal(row, own);
}

/// Adds the modifiers that a property has without writing them.
pub fn imply_property(row: &TypeRow, field: &FieldRow, own: &mut Vec<String>) {
    let keyword = field.signature.split_whitespace().find(|word| ["val", "var"].contains(word)).unwrap_or("val");
    imply_words(own, &[keyword]);
    seal(row, own);
}

fn imply_words(own: &mut Vec<String>, words: &[&str]) {
    super::member::imply(own, words);
}

/// Whoever is not open is final; what overrides is open in a class that is.
fn seal(row: &TypeRow, own: &mut Vec<String>) {
    let is_open = is(own, "open") || is(own, "abstract") || (is(own, "override") && !is(own, "final"));
    if !is_open && row.kind != TypeKind::Interface {
        imply_words(own, &["final"]);
    }
}

fn is(own: &[String], word: &str) -> bool {
    own.iter().any(|known| known == word)
}

/// The members that Kotlin makes, and what the virtual machine has of all of them.
pub fn complete((side, scope): (&Side, &Scope<'_>), row: &TypeRow, signature: &str, members: &mut Vec<Member>) {
    let has_constructor = members.iter().any(|member| member.shape == Shape::Constructor);
    if row.kind == TypeKind::Class && (!has_constructor || has_empty_constructor(row, signature)) {
        let own = if signature.contains("private constructor") {
            Access::Private
        } else if signature.contains("internal constructor") {
            if publishes_constructor(side, row) { Access::Public } else { Access::Package }
        } else if signature.contains("protected constructor") || has_word(&row.modifiers, "sealed") {
            Access::Protected
        } else {
            access(row, &[], "", Shape::Constructor)
        };
        members.push(made::member(row, Shape::Constructor, "constructor", "<init>", own, "constructor()".to_owned()));
    }
    made::add(row, members);
    // What is said of names in annotations stands in the text, and what types that are not stated are inferred from.
    let is_read = ["JvmName", "Throws"];
    let needs_text = members.iter().any(|member| {
        member.kind == "property" || is_untyped(member) || is_read.iter().any(|annotation| has(member, annotation))
    });
    let text = if needs_text { side.index.text(row.file).ok() } else { None };
    if let Some(text) = &text {
        members.iter_mut().filter(|member| is_untyped(member)).for_each(|member| infer(row, member, text, scope));
    }
    let is_data = has_word(&row.modifiers, "data");
    let primary: Vec<String> = primary_properties(signature);
    let stated: Vec<Stated> = members.iter_mut().map(|member| unbox(side, member)).collect();
    for member in members.iter_mut() {
        let own = text.as_deref().map_or("", |text| member.bytes.of(text));
        // The outline of a class file writes no accessors.
        let has_accessors = row.file_path.strip_suffix(".class").is_none();
        let is_of_interface = row.kind == TypeKind::Interface && member.kind == "property" && !member.implicit;
        if is_of_interface && has_accessors && !has_getter(own) {
            super::member::imply(&mut member.modifiers, &["abstract"]);
        }
        if member.kind == "property" && member.is("var") {
            member.setter = Some(setter_access(own, member.access)).filter(|setter| *setter < member.access);
        }
        if has(member, "Throws") {
            member.throws = thrown(own, &member.modifiers).iter().map(|one| scope.resolve(one)).collect();
        }
        let is_static = row.kind == TypeKind::Facade || member.is("static");
        member.machine = match member.shape {
            Shape::Field => of_property(row, member, own, is_static),
            _ => of_function(row, member, own, is_static),
        };
        if is_record(row) && primary.contains(&member.name) && member.kind == "property" {
            // A record of the virtual machine calls its accessors as its components.
            member.machine.iter_mut().for_each(|machine| machine.name.clone_from(&member.name));
        }
    }
    if is_data {
        machine::add_data(members, &primary);
    }
    if let Some(row) = Some(row).filter(|row| is_value_class(row)) {
        let own = value_classes::in_place_of(row, side.held(row).as_ref(), false);
        members
            .iter_mut()
            .filter(|member| !primary.contains(&member.name))
            .for_each(|member| value_classes::add_static(member, &own));
    }
    for (member, stated) in members.iter_mut().zip(stated) {
        stated.restore(member);
    }
    if row.kind == TypeKind::Annotation {
        take_defaults(members);
    }
    if row.kind == TypeKind::Object && !is_companion(row) {
        add_instance(row, members);
    }
}

/// Adds the field in which Java finds the one object; that of a companion is in the class around it.
fn add_instance(row: &TypeRow, members: &mut Vec<Member>) {
    const NAME: &str = "INSTANCE";
    if members.iter().any(|member| member.shape == Shape::Field && member.name == NAME) {
        return;
    }
    let (own, simple) = (row.qualified_name(), row.name.rsplit('.').next().unwrap_or(&row.name));
    let signature = format!("public static final {simple} {NAME}");
    let mut field = made::member(row, Shape::Field, "field", NAME, Access::Public, signature);
    (field.erased_result, field.result) = (Erased::named(&own), Some(made::plain(&own)));
    super::member::imply(&mut field.modifiers, &["static", "final"]);
    let result = field.erased_result.clone();
    field.machine =
        vec![Machine { name: NAME.to_owned(), is_field: true, is_static: true, parameters: Vec::new(), result }];
    members.push(field);
}

/// Gives the elements of an annotation the defaults that its constructor states. Class files have no such constructor.
fn take_defaults(members: &mut [Member]) {
    let constructors = members.iter_mut().filter(|member| member.shape == Shape::Constructor);
    let stated: Vec<Parameter> = constructors.fold(Vec::new(), |mut stated, constructor| {
        constructor.machine.clear();
        stated.extend(constructor.named.iter().cloned());
        stated
    });
    for element in members.iter_mut().filter(|member| member.kind == "property") {
        let parameter = stated.iter().find(|parameter| parameter.name == element.name);
        element.element_default = parameter.and_then(|parameter| parameter.default.clone());
    }
}

/// Whether the type of what a member gives is not stated.
fn is_untyped(member: &Member) -> bool {
    member.result.is_none() && member.erased_result == Erased::ANY
}

/// Gives a member the type that it does not state.
fn infer(row: &TypeRow, member: &mut Member, text: &str, scope: &Scope<'_>) {
    let value = match member.shape {
        Shape::Field => bodies::value(member.bytes.of(text)),
        _ => member.body.map_or("", |body| body.of(text)),
    };
    let scope = scope.with(header::own_variables(&member.signature, row.language));
    let this = || match (member.is_extension, row.kind) {
        (true, _) => Some(Inferred {
            text: receiver(&member.signature, &member.name)?,
            erased: member.erased.get(member.contexts)?.clone(),
            type_: member.parameters.get(member.contexts)?.clone(),
            is_whole: true,
        }),
        (_, TypeKind::Facade) => None,
        _ => Some(Inferred {
            text: row.name.clone(),
            erased: Erased::named(&row.qualified_name()),
            type_: scope.this(),
            is_whole: true,
        }),
    };
    let overrides = member.shape == Shape::Method && member.is("override") && !member.is_extension;
    let of_any = overrides.then(|| inferred::infer_of_any(&member.name, member.parameters.len(), value, &scope));
    let inferred = of_any.flatten().or_else(|| inferred::infer(value, &scope, this));
    member.told = Told::Not;
    if let Some(Inferred { text, erased, type_, is_whole }) = inferred {
        member.told = Told::Inferred { text, is_whole };
        (member.erased_result, member.result) = (erased, Some(type_));
    }
}

/// The static methods and fields that a class has of its companion, which stands in the same text: for Java they are its own.
///
/// # Errors
/// When the index cannot be read.
pub fn statics(side: &Side, row: &TypeRow, text: &str) -> Result<Vec<Member>, StoreError> {
    let mut found = Vec::new();
    for companion in side.index.nested_types(row.id)?.iter().filter(|nested| is_companion(nested)) {
        for member in super::member::members(side, companion)? {
            let own = member.bytes.of(text);
            let mut member = member;
            let stated = unbox(side, &mut member);
            let machine: Vec<Machine> = match member.shape {
                Shape::Constructor => continue,
                _ if has(&member, "JvmStatic") && member.shape == Shape::Method => of_function(row, &member, own, true),
                _ if has(&member, "JvmStatic") => of_property(row, &member, own, true),
                _ if member.is("const") || has(&member, "JvmField") => member.machine.clone(),
                _ => continue,
            };
            stated.restore(&mut member);
            found.push(Member { machine, implicit: true, ..member });
        }
    }
    Ok(found)
}

fn is_companion(row: &TypeRow) -> bool {
    row.kind == TypeKind::Object && has_word(&row.modifiers, "companion")
}

/// The exceptions that `@Throws` names before a declaration.
fn thrown(text: &str, modifiers: &[String]) -> Vec<Written> {
    let mut found = Vec::new();
    for (_, given) in notes::given(text, modifiers).iter().filter(|(annotation, _)| annotation == "Throws") {
        // `java . io . IOException : : class`
        let mut name = String::new();
        for token in given.split(' ') {
            match token {
                ":" if !name.is_empty() => found.push(Written::parse(&std::mem::take(&mut name), Language::Kotlin)),
                "." => name.push('.'),
                word if word.starts_with(char::is_alphabetic) && (name.is_empty() || name.ends_with('.')) => {
                    name.push_str(word);
                }
                _ => name.clear(),
            }
        }
    }
    found
}

/// Whether a class is a record to the virtual machine.
fn is_record(row: &TypeRow) -> bool {
    Notes::named(&row.annotations).has("JvmRecord")
}

/// Whether a class with other constructors has a primary one without parameters.
fn has_empty_constructor(row: &TypeRow, signature: &str) -> bool {
    let signature: String = signature.split_whitespace().collect();
    let simple = row.name.rsplit('.').next().unwrap_or(&row.name);
    signature.split_once(simple).is_some_and(|(_, rest)| rest.starts_with("()") || rest.contains("constructor()"))
}

/// The names of the properties that a primary constructor declares, in order.
fn primary_properties(signature: &str) -> Vec<String> {
    let tokens = super::tokens::tokens(signature);
    let mut names = Vec::new();
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        match token.text {
            "(" | "<" => depth += 1,
            ")" | ">" => depth = depth.saturating_sub(1),
            "val" | "var" if depth == 1 => {
                names.extend(tokens.get(at + 1).map(|name| name.text.trim_matches('`').to_owned()));
            }
            ":" if depth == 0 => break,
            _ => {}
        }
    }
    names
}

/// Which of the supertypes that a header names are delegated to another object (`by`), in order.
#[must_use]
pub fn delegated(signature: &str) -> Vec<bool> {
    let mut found = Vec::new();
    let mut depth = 0_usize;
    for token in super::tokens::tokens(signature) {
        match token.text {
            "(" | "<" | "{" | "[" => depth += 1,
            ")" | ">" | "}" | "]" => depth = depth.saturating_sub(1),
            ":" if depth == 0 && found.is_empty() => found.push(false),
            "," if depth == 0 && !found.is_empty() => found.push(false),
            "where" if depth == 0 => break,
            "by" if depth == 0 => found.iter_mut().last().into_iter().for_each(|is_delegated| *is_delegated = true),
            _ => {}
        }
    }
    found
}

/// The names of an inline function's parameters whose code may not return from around the call: those that are not put in place
/// of it, and those that may be called elsewhere.
#[must_use]
pub fn kept_lambdas(signature: &str) -> Vec<&str> {
    let tokens = super::tokens::tokens(signature);
    let kept = tokens.windows(2).filter(|pair| matches!(pair[0].text, "noinline" | "crossinline"));
    kept.map(|pair| pair[1].text).collect()
}

/// Whether the code that an inline function is given is put in the place of the call, with all that it may do there.
#[must_use]
pub fn copies_lambdas(member: &Member) -> bool {
    let is_function = |type_: &Type| match type_ {
        Type::Named { name, nullable: false, .. } => name.likeliest().split(' ').any(|word| word == "function"),
        _ => false,
    };
    let kept = kept_lambdas(&member.signature);
    let own = member.parameters.iter().skip(member.leading()).zip(names(member));
    own.into_iter().any(|(type_, name)| is_function(type_) && !kept.contains(&name))
}

/// Whether a property has a getter that is written.
fn has_getter(text: &str) -> bool {
    let tokens = super::tokens::tokens(text);
    tokens.windows(2).any(|pair| pair[0].text == "get" && pair[1].text == "(")
}

/// Whether a member of an interface of Kotlin has a body there, so that what implements the interface need not write it. Unless
/// Kotlin's compiler is told otherwise, which before 2.2 it has to be, the class file has it as abstract all the same.
#[must_use]
pub fn is_given_by_interface(member: &Member) -> bool {
    let is_method = member.language == Language::Kotlin && !member.implicit && member.shape != Shape::Constructor;
    is_method && !member.is("abstract") && !member.is("static") && !is_default(&member.notes)
}

/// Whether what has these annotations says that bodies in an interface are methods of it.
#[must_use]
pub fn is_default(notes: &Notes) -> bool {
    const SAYING_SO: [&str; 3] = ["JvmDefault", "JvmDefaultWithCompatibility", "JvmDefaultWithoutCompatibility"];
    notes.annotations.iter().any(|name| name.rsplit(['.', ':']).next().is_some_and(|name| SAYING_SO.contains(&name)))
}

/// Who may set a property: its setter may be narrower.
#[must_use]
pub fn setter_access(text: &str, own: Access) -> Access {
    let tokens = super::tokens::tokens(text);
    let before = |at: usize| at.checked_sub(1).map(|before| tokens[before].text);
    let setter = tokens.iter().enumerate().find_map(|(at, token)| {
        let word = before(at).filter(|_| token.text == "set")?;
        match word {
            "private" => Some(Access::Private),
            "internal" => Some(Access::Package),
            "protected" => Some(Access::Protected),
            _ => None,
        }
    });
    setter.map_or(own, |setter| setter.min(own))
}

/// Whether one of these annotations makes what is internal part of the binary interface: public inline functions, whose code is
/// copied to where they are called, may use it, and the virtual machine has it as public and under its own name.
#[must_use]
pub fn is_published(annotations: &str) -> bool {
    annotations.split(", ").any(|name| name.rsplit(['.', ':']).next() == Some("PublishedApi"))
}

/// Whether that is said of the constructor in the header of a class, of which a signature has no annotations.
fn publishes_constructor(side: &Side, row: &TypeRow) -> bool {
    let Ok(text) = side.index.text(row.file) else { return false };
    let simple = row.name.rsplit('.').next().unwrap_or(&row.name);
    let header = row.bytes.of(&text).split_once("constructor").and_then(|(head, _)| head.rsplit_once(simple));
    header.is_some_and(|(_, between)| between.contains("@PublishedApi"))
}

fn has(member: &Member, annotation: &str) -> bool {
    member.notes.annotations.iter().any(|name| name.rsplit(['.', ':']).next() == Some(annotation))
}

/// The parameters by name, for comparing.
#[must_use]
pub fn names(member: &Member) -> Vec<&str> {
    member.named.iter().map(|parameter: &Parameter| parameter.name.as_str()).collect()
}

/// The receiver of an extension as its signature writes it: what stands between the keyword and `.name`.
#[must_use]
pub fn receiver(signature: &str, name: &str) -> Option<String> {
    let (_, signature) = header::contexts(signature, Language::Kotlin);
    let end = signature.find(&format!(".{name}")).or_else(|| signature.find(&format!(".`{name}`")))?;
    let head = &signature[..end];
    let start = ["fun ", "val ", "var "].iter().filter_map(|word| head.rfind(word)).max()? + 4;
    let mut rest = head.get(start..)?.trim();
    if rest.starts_with('<') {
        let mut depth = 0_usize;
        let close = rest.char_indices().find_map(|(at, c)| {
            match c {
                '<' => depth += 1,
                '>' if !rest[..at].ends_with('-') => depth -= 1,
                _ => {}
            }
            (depth == 0).then_some(at)
        })?;
        rest = rest[close + 1..].trim_start();
    }
    Some(rest.to_owned())
}

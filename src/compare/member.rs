//! Members in one form for both languages: who may use them, and what the virtual machine has of them.

use super::header::{self, Parameter};
use super::notes::Notes;
use super::scope::Scope;
use super::side::Side;
use super::typed::{Erased, Type};
use super::written::Written;
use super::{expected, kotlin, lombok, made};
use crate::model::{ByteRange, FieldKind, Language, LineRange, MethodKind, TypeKind};
use crate::store::read::StoreError;
use crate::store::{FieldRow, MethodRow, TypeRow};

/// Who may use a declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    Private,
    /// The package, or Kotlin's module: nobody outside the library.
    Package,
    Protected,
    Public,
}

/// What a member is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    Method,
    Constructor,
    Field,
}

/// How the type of what a member gives is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    Written,
    /// Kotlin infers it, and it is as good as written: the type, and whether its type arguments are known as well.
    Inferred {
        text: String,
        is_whole: bool,
    },
    /// Kotlin infers it from what is declared elsewhere.
    Not,
}

/// What the virtual machine has of a member: a method or a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Machine {
    pub name: String,
    pub is_field: bool,
    pub is_static: bool,
    pub parameters: Vec<Erased>,
    pub result: Erased,
}

impl Machine {
    /// Whether what was linked to the one finds the other.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        self.name == other.name
            && self.is_field == other.is_field
            && self.is_static == other.is_static
            && super::typed::same_erased(&self.parameters, &other.parameters)
            && self.result.is(&other.result)
    }
}

/// A member of a type.
#[derive(Debug, Clone)]
pub struct Member {
    pub shape: Shape,
    /// As list_methods and list_fields call it.
    pub kind: &'static str,
    pub language: Language,
    pub name: String,
    /// Kotlin's contexts, an extension's receiver, then the parameters.
    pub parameters: Vec<Type>,
    pub erased: Vec<Erased>,
    /// The parameters as written, contexts and receiver left out.
    pub written: Vec<String>,
    /// None: nothing, or not written.
    pub result: Option<Type>,
    pub erased_result: Erased,
    pub told: Told,
    /// The bounds of its type variables.
    pub bounds: Vec<Vec<Type>>,
    /// The level of its type variables.
    pub level: usize,
    /// Exceptions that a Java method declares, or `@Throws` of Kotlin.
    pub throws: Vec<Type>,
    pub access: Access,
    /// What is written, and what the language adds: `public static final` of an interface's field.
    pub modifiers: Vec<String>,
    pub is_vararg: bool,
    pub is_extension: bool,
    /// How many contexts `context(…)` asks for.
    pub contexts: usize,
    /// Names and default values of Kotlin's parameters.
    pub named: Vec<Parameter>,
    /// The default of an annotation's element.
    pub element_default: Option<String>,
    pub notes: Notes,
    pub signature: String,
    pub lines: LineRange,
    pub file: u32,
    pub bytes: ByteRange,
    pub body: Option<ByteRange>,
    pub doc: Option<ByteRange>,
    /// A field whose value is copied to where it is used: a constant variable.
    pub is_constant: bool,
    /// The language makes it: a default constructor.
    pub implicit: bool,
    /// Lombok makes it: for the field of this name, or for the whole type where that is empty.
    pub by_lombok: Option<String>,
    pub machine: Vec<Machine>,
    /// Of a property of Kotlin that is a `var`: who may set it, where its setter says so.
    pub setter: Option<Access>,
}

impl Member {
    /// How the setter of a property is narrowed, as it is written.
    #[must_use]
    pub fn setter_shown(&self) -> &'static str {
        match self.setter {
            Some(Access::Private) => " private set",
            Some(Access::Package) => " internal set",
            Some(Access::Protected) => " protected set",
            Some(Access::Public) | None => "",
        }
    }

    /// Whether a modifier holds, written or not.
    #[must_use]
    pub fn is(&self, modifier: &str) -> bool {
        self.modifiers.iter().any(|own| own == modifier)
    }

    /// Whether it is an override of Kotlin's that says nothing of who may use it: those who may use what it overrides.
    #[must_use]
    pub fn is_as_visible_as_above(&self) -> bool {
        self.is("override") && !["public", "protected", "internal"].iter().any(|word| self.is(word))
    }

    /// Which of its own type variables a type is, and in how many dimensions of an array.
    #[must_use]
    pub fn own_variable(&self, of: &Type) -> Option<(usize, usize)> {
        match of {
            Type::Variable { level, index, .. } => (*level == self.level).then_some((*index, 0)),
            Type::Array(of) => self.own_variable(of).map(|(index, dimensions)| (index, dimensions + 1)),
            _ => None,
        }
    }

    /// How many of its parameters no call writes between its parentheses: contexts and the receiver.
    #[must_use]
    pub fn leading(&self) -> usize {
        self.contexts + usize::from(self.is_extension)
    }

    /// Whether it is declared for the same use as another: the same name and parameters.
    #[must_use]
    pub fn matches(&self, other: &Self) -> bool {
        self.shape == other.shape
            && self.name == other.name
            && self.is_extension == other.is_extension
            && self.contexts == other.contexts
            && super::typed::same_erased(&self.erased, &other.erased)
            && (self.shape != Shape::Field || self.is_like(other))
    }

    /// Whether two fields of one name are the same sort of thing: a field, a property with its accessors, a component.
    fn is_like(&self, other: &Self) -> bool {
        if (self.kind == "record_component") != (other.kind == "record_component") {
            return false;
        }
        self.language == other.language
            || self.machine.iter().any(|machine| other.machine.iter().any(|known| known.is_field == machine.is_field))
    }

    /// Whether the virtual machine has something else of it than its declaration says: methods of a property, of a
    /// component.
    #[must_use]
    pub fn has_accessors(&self) -> bool {
        self.language == Language::Kotlin || self.kind == "record_component"
    }

    /// Whether users may set a property: it has a setter for them, or is a field.
    #[must_use]
    pub fn can_be_set(&self) -> bool {
        // The field of what is initialised later is as visible as its setter.
        let by = |machine: &Machine| {
            (machine.is_field && !self.is("lateinit")) || machine.parameters.len() > self.erased.len()
        };
        self.machine.iter().any(by)
    }
}

/// The members of a type, those that the language makes included.
///
/// # Errors
/// When the index cannot be read.
pub fn members(side: &Side, row: &TypeRow) -> Result<Vec<Member>, StoreError> {
    let scope = Scope::of(side, row)?;
    let mut members = Vec::new();
    for method in side.index.methods(row.id)? {
        members.push(of_method(row, &scope, method));
    }
    for field in side.index.fields(row.id)? {
        members.push(of_field(row, &scope, field));
    }
    match row.language {
        Language::Java => {
            lombok::add(side, row, &scope, &mut members)?;
            add_java(side, row, &mut members);
        }
        Language::Kotlin => {
            expected::take_defaults(side, row, &mut members)?;
            kotlin::complete((side, &scope), row, &side.index.signature(row.id)?, &mut members);
        }
    }
    Ok(members)
}

/// These fields of a type.
///
/// # Errors
/// When the index cannot be read.
pub fn fields(side: &Side, row: &TypeRow, fields: Vec<FieldRow>) -> Result<Vec<Member>, StoreError> {
    let scope = Scope::of(side, row)?;
    Ok(fields.into_iter().map(|field| of_field(row, &scope, field)).collect())
}

/// Whether members of this type are an interface's.
#[must_use]
pub fn is_interface(kind: TypeKind) -> bool {
    matches!(kind, TypeKind::Interface | TypeKind::Annotation)
}

/// Words of a list as a row has it, and what the language adds to them.
fn modifiers(written: &str) -> Vec<String> {
    written.split_whitespace().map(str::to_owned).collect()
}

pub fn of_method(row: &TypeRow, scope: &Scope<'_>, method: MethodRow) -> Member {
    let scope = scope.with(header::own_variables(&method.signature, row.language));
    let language = row.language;
    let parsed = |text: &String| Written::parse(text, language);
    let (contexts, _) = header::contexts(&method.signature, language);
    let own_contexts = contexts.len();
    let rest = method.receiver.iter().chain(&method.parameter_types).map(parsed);
    let written: Vec<Written> = contexts.into_iter().chain(rest).collect();
    let shape = if method.kind == MethodKind::Constructor { Shape::Constructor } else { Shape::Method };
    let mut own = modifiers(&method.modifiers);
    let access = access(row, &own, &method.annotations, shape);
    let named = if language == Language::Kotlin { header::parameters(&method) } else { Vec::new() };
    let (result, erased_result) = result(row, &scope, &method);
    let has_body = method.body.is_some();
    match language {
        Language::Java => imply_java(row, &mut own, has_body, shape),
        Language::Kotlin => kotlin::imply(row, &mut own, has_body, shape),
    }
    Member {
        shape,
        kind: method.kind.as_str(),
        language,
        parameters: written.iter().map(|one| scope.resolve(one)).collect(),
        erased: written.iter().map(|one| scope.erase(one)).collect(),
        is_vararg: method.parameter_types.iter().any(|text| text.ends_with("...")),
        is_extension: method.receiver.is_some(),
        contexts: own_contexts,
        written: method.parameter_types,
        result,
        erased_result,
        told: Told::Written,
        bounds: scope.bounds(),
        level: scope.level(),
        throws: match language {
            Language::Java => header::throws(&method.signature).iter().map(|one| scope.resolve(one)).collect(),
            Language::Kotlin => Vec::new(),
        },
        access,
        modifiers: own,
        named,
        element_default: (method.kind == MethodKind::Element)
            .then(|| header::element_default(&method.signature).map(str::to_owned))
            .flatten(),
        notes: Notes::named(&method.annotations),
        name: if shape == Shape::Constructor { "<init>".to_owned() } else { method.name },
        signature: method.signature,
        lines: method.lines,
        file: method.file,
        bytes: method.bytes,
        body: method.body,
        doc: method.doc,
        is_constant: false,
        implicit: false,
        by_lombok: None,
        machine: Vec::new(),
        setter: None,
    }
}

fn result(row: &TypeRow, scope: &Scope<'_>, method: &MethodRow) -> (Option<Type>, Erased) {
    let Some(text) = &method.return_type else {
        let nothing = match (row.language, method.kind) {
            (_, MethodKind::Constructor) => Erased::named("void"),
            // A body in braces gives nothing; what follows `=` may be anything.
            (Language::Kotlin, _) if kotlin::is_expression(method) => Erased::ANY,
            _ => Erased::named("void"),
        };
        return (None, nothing);
    };
    let written = Written::parse(text, row.language);
    let mut erased = scope.erase(&written);
    let is_unit = matches!(&written, Written::Named { name, nullable: false, .. } if name == "Unit");
    if row.language == Language::Kotlin && is_unit {
        erased = Erased::named("void");
    }
    (Some(scope.resolve(&written)), erased)
}

fn of_field(row: &TypeRow, scope: &Scope<'_>, field: FieldRow) -> Member {
    let own = header::own_variables(&field.signature, row.language);
    let scope = scope.with(own);
    let written = field.field_type.as_ref().map(|text| Written::parse(text, row.language));
    let (mut leading, _) = header::contexts(&field.signature, row.language);
    let own_contexts = leading.len();
    leading.extend(field.receiver.as_ref().map(|text| Written::parse(text, row.language)));
    let mut own = modifiers(&field.modifiers);
    let access = match field.kind {
        FieldKind::EnumConstant | FieldKind::RecordComponent => Access::Public,
        FieldKind::Field | FieldKind::Property => access(row, &own, &field.annotations, Shape::Field),
    };
    let is_constant = field.kind == FieldKind::EnumConstant;
    match row.language {
        Language::Java if is_constant || is_interface(row.kind) => imply(&mut own, &["static", "final"]),
        Language::Java => {}
        Language::Kotlin if is_constant => imply(&mut own, &["static", "final"]),
        Language::Kotlin => kotlin::imply_property(row, &field, &mut own),
    }
    let erased_result = match &written {
        Some(written) => scope.erase(written),
        None if is_constant => Erased::named(&row.qualified_name()),
        None => Erased::ANY,
    };
    Member {
        shape: Shape::Field,
        kind: field.kind.as_str(),
        language: row.language,
        parameters: leading.iter().map(|one| scope.resolve(one)).collect(),
        erased: leading.iter().map(|one| scope.erase(one)).collect(),
        written: Vec::new(),
        result: written.as_ref().map(|one| scope.resolve(one)),
        erased_result,
        told: Told::Written,
        bounds: Vec::new(),
        level: scope.level(),
        throws: Vec::new(),
        access,
        modifiers: own,
        is_vararg: false,
        is_extension: field.receiver.is_some(),
        contexts: own_contexts,
        named: Vec::new(),
        element_default: None,
        notes: Notes::named(&field.annotations),
        name: field.name,
        signature: field.signature,
        lines: field.lines,
        file: field.file,
        bytes: field.bytes,
        body: None,
        doc: field.doc,
        is_constant: false,
        implicit: false,
        by_lombok: None,
        machine: Vec::new(),
        setter: None,
    }
}

/// Adds modifiers that hold without being written.
pub fn imply(own: &mut Vec<String>, more: &[&str]) {
    for modifier in more {
        if !own.iter().any(|known| known == modifier) {
            own.push((*modifier).to_owned());
        }
    }
}

fn imply_java(row: &TypeRow, own: &mut Vec<String>, has_body: bool, shape: Shape) {
    let is = |own: &[String], word: &str| own.iter().any(|known| known == word);
    if is_interface(row.kind) && shape == Shape::Method {
        let is_written = ["default", "static", "private"].iter().any(|word| is(own, word));
        imply(own, if is_written || has_body { &[] } else { &["abstract"] });
    }
}

/// Who may use a declaration in a type, by its modifiers and annotations.
#[must_use]
pub fn access(row: &TypeRow, own: &[String], annotations: &str, shape: Shape) -> Access {
    let is = |word: &str| own.iter().any(|known| known == word);
    if is("private") {
        return Access::Private;
    }
    if is("internal") {
        return if kotlin::is_published(annotations) { Access::Public } else { Access::Package };
    }
    if is("protected") {
        return Access::Protected;
    }
    if row.kind == TypeKind::Enum && shape == Shape::Constructor {
        return Access::Private;
    }
    match row.language {
        Language::Java if is("public") || is_interface(row.kind) => Access::Public,
        Language::Java => Access::Package,
        Language::Kotlin if shape == Shape::Constructor && has_word(&row.modifiers, "sealed") => Access::Protected,
        Language::Kotlin => Access::Public,
    }
}

/// Whether a word is among those of a list.
#[must_use]
pub fn has_word(words: &str, wanted: &str) -> bool {
    words.split_whitespace().any(|word| word == wanted)
}

/// The word that stands for an access in Java.
pub const fn word(access: Access) -> &'static str {
    match access {
        Access::Public => "public ",
        Access::Protected => "protected ",
        Access::Package => "",
        Access::Private => "private ",
    }
}

/// What a Java type has without writing it, and what the virtual machine has of all of it.
fn add_java(side: &Side, row: &TypeRow, members: &mut Vec<Member>) {
    let simple = row.name.rsplit('.').next().unwrap_or(&row.name);
    let own = super::types::own_access(side, row);
    let has_constructor = members.iter().any(|member| member.shape == Shape::Constructor);
    if row.kind == TypeKind::Class && !has_constructor {
        let signature = format!("{}{simple}()", word(own));
        members.push(made::member(row, Shape::Constructor, "constructor", "<init>", own, signature));
    }
    if row.kind == TypeKind::Record {
        made::add_record(row, own, simple, members);
    }
    made::add(row, members);
    for member in members.iter_mut() {
        member.machine = vec![Machine {
            name: member.name.clone(),
            is_field: member.shape == Shape::Field && member.kind != "record_component",
            is_static: member.is("static"),
            parameters: member.erased.clone(),
            result: member.erased_result.clone(),
        }];
    }
}

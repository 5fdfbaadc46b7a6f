//! Members that Lombok writes when a library is compiled: its annotations stand in the source, what they add does not.
//!
//! What follows from an annotation and the fields is a member as if it were written ([`add`]); of the rest is known only that there
//! may be more ([`adding`]). Settings of Lombok are in no library: it is taken to have none.

use super::initialisers;
use super::member::{self, Member, Shape, has_word};
use super::notes;
use super::scope::Scope;
use super::side::Side;
use crate::model::{ByteRange, FieldKind, Language, MethodKind, Relation, TypeKind, lombok};
use crate::store::read::StoreError;
use crate::store::{FieldRow, MethodRow, TypeRow};

/// Lombok's annotations of a declaration by their simple names, each with the tokens of what it is given.
struct Marks(Vec<(String, String)>);

impl Marks {
    fn of(annotations: &str, imports: &[&str], declaration: &str, modifiers: &str) -> Self {
        let own = annotations.split(", ").filter_map(|name| lombok::annotation(name, imports));
        let own: Vec<&str> = own.collect();
        if own.is_empty() {
            return Self(Vec::new());
        }
        let modifiers: Vec<String> = modifiers.split_whitespace().map(str::to_owned).collect();
        let given = notes::given(declaration, &modifiers);
        let given_to = |name: &str| given.iter().find(|(known, _)| known == name).map(|(_, given)| given.clone());
        Self(own.iter().map(|name| ((*name).to_owned(), given_to(name).unwrap_or_default())).collect())
    }

    fn given(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, given)| given.as_str())
    }

    fn has(&self, names: &[&str]) -> bool {
        self.0.iter().any(|(known, _)| names.contains(&known.as_str()))
    }

    /// The modifier that an annotation gives to what it adds, public where it says nothing; none where it adds nothing.
    fn access(&self, name: &str) -> Option<&'static str> {
        let mut words = self.given(name)?.split(' ');
        let level = words.find_map(|word| match word {
            "NONE" => Some(None),
            "PROTECTED" => Some(Some("protected")),
            "PACKAGE" | "MODULE" => Some(Some("")),
            "PRIVATE" => Some(Some("private")),
            _ => None,
        });
        level.unwrap_or(Some("public"))
    }
}

/// Whether what an annotation is given says that something is so.
fn says(given: &str, name: &str, value: &str) -> bool {
    let words: Vec<&str> = given.split(' ').collect();
    // What is nearer stands before what it is around.
    words.windows(3).find(|three| three[..2] == [name, "="]).is_some_and(|three| three[2] == value)
}

/// A type while Lombok's members are added.
struct Maker<'a> {
    side: &'a Side,
    row: &'a TypeRow,
    own: Marks,
    /// What `@Accessors` of the type, and of those around it, is given, the nearest first.
    accessors: String,
    fields: Vec<(FieldRow, Marks)>,
    text: String,
}

/// Adds the members that Lombok writes for a type of Java.
///
/// # Errors
/// When the index cannot be read.
pub fn add(side: &Side, row: &TypeRow, scope: &Scope<'_>, members: &mut Vec<Member>) -> Result<(), StoreError> {
    if !matches!(row.kind, TypeKind::Class | TypeKind::Enum) || !may_add(side, row)? {
        return Ok(());
    }
    let maker = Maker::read(side, row)?;
    if maker.own.has(&["UtilityClass"]) {
        for member in members.iter_mut().filter(|member| member.shape != Shape::Constructor) {
            member::imply(&mut member.modifiers, &["static"]);
        }
    }
    let constructors = maker.constructors(members)?;
    for (method, field) in maker.accessors(members).into_iter().chain(maker.of_object(members)?).chain(constructors) {
        let made = member::of_method(row, scope, method);
        if !members.iter().any(|member| member.matches(&made)) {
            members.push(Member { implicit: true, by_lombok: Some(field), ..made });
        }
    }
    Ok(())
}

/// Whether the file of a type knows Lombok.
fn may_add(side: &Side, row: &TypeRow) -> Result<bool, StoreError> {
    let imports = side.imports(row.file)?;
    Ok(row.annotations.contains("lombok.") || imports.iter().any(|import| import.path.starts_with("lombok")))
}

/// The annotation by which Lombok may add a member to a type that no rule here makes, or makes as it is.
///
/// # Errors
/// When the index cannot be read.
pub fn adding(side: &Side, row: &TypeRow, member: &Member) -> Result<Option<&'static str>, StoreError> {
    let is_method = member.shape == Shape::Method;
    let is_constructor = member.shape == Shape::Constructor;
    let knows = row.language == Language::Java && may_add(side, row)?;
    let builder =
        || Ok::<_, StoreError>(member.name == "builder" || side.index.text(row.file)?.contains("builderMethodName"));
    let is_builder = knows && is_method && member.is("static") && member.written.is_empty() && builder()?;
    let builds = is_builder || is_method && member.name == "toBuilder";
    let is_of_record = is_method && row.kind == TypeKind::Record;
    let begins = |prefix: &str| is_method && member.name.starts_with(prefix);
    // Names without a prefix are not made here.
    let cuts = knows
        && is_method
        && !member.is("static")
        && member.written.len() < 2
        && Maker::read(side, row)?.cuts_prefixes();
    let may_be = [
        ("Accessors", cuts),
        ("Builder", builds),
        ("Getter", is_of_record),
        ("With", is_of_record && begins("with")),
        ("Wither", begins("with")),
        ("Delegate", is_method && !member.is("static")),
        ("StandardException", is_constructor),
        ("SuperBuilder", builds || is_constructor),
    ];
    if let Some(found) = first_on(side, row, may_be.into_iter().filter(|(_, may_be)| *may_be).map(|(name, _)| name))? {
        return Ok(Some(found));
    }
    // A builder that is written in part is completed.
    if member.shape == Shape::Field { Ok(None) } else { declaring(side, &row.qualified_name()) }
}

/// The annotation by which Lombok may declare the member type of this qualified name, or completes it.
///
/// # Errors
/// When the index cannot be read.
pub fn declaring(side: &Side, name: &str) -> Result<Option<&'static str>, StoreError> {
    let Some((outer, simple)) = name.rsplit_once('.') else { return Ok(None) };
    let may_be: &[&str] = match simple {
        "Fields" => &["FieldNameConstants"],
        _ if simple.ends_with("Builder") => &["Builder", "SuperBuilder"],
        _ => return Ok(None),
    };
    let outer = side.declarations(outer);
    outer.first().map_or(Ok(None), |outer| first_on(side, outer, may_be.iter().copied()))
}

/// The first of these annotations of Lombok that a type of Java has, or one of its members.
fn first_on(
    side: &Side,
    row: &TypeRow,
    names: impl Iterator<Item = &'static str>,
) -> Result<Option<&'static str>, StoreError> {
    if row.language != Language::Java || !may_add(side, row)? {
        return Ok(None);
    }
    let imports = side.imports(row.file)?;
    let imports: Vec<&str> = imports.iter().map(|import| import.path.as_str()).collect();
    let (fields, methods) = (side.index.fields(row.id)?, side.index.methods(row.id)?);
    let of_members = fields.iter().map(|field| &field.annotations).chain(methods.iter().map(|one| &one.annotations));
    let all: Vec<&str> =
        std::iter::once(&row.annotations).chain(of_members).flat_map(|list| list.split(", ")).collect();
    let is_there = |name: &&str| all.iter().any(|written| lombok::annotation(written, &imports) == Some(*name));
    Ok(names.into_iter().find(is_there))
}

impl<'a> Maker<'a> {
    fn read(side: &'a Side, row: &'a TypeRow) -> Result<Self, StoreError> {
        let imports = side.imports(row.file)?;
        let imports: Vec<&str> = imports.iter().map(|import| import.path.as_str()).collect();
        let text = side.index.text(row.file)?;
        let of = |row: &TypeRow| Marks::of(&row.annotations, &imports, row.bytes.of(&text), &row.modifiers);
        let around = std::iter::successors(Some(row), |row| side.owner(row));
        let accessors: Vec<String> =
            around.map(of).filter_map(|marks| marks.given("Accessors").map(str::to_owned)).collect();
        let marked = |field: FieldRow| {
            let marks = Marks::of(&field.annotations, &imports, field.bytes.of(&text), &field.modifiers);
            (field, marks)
        };
        let fields = side.index.fields(row.id)?.into_iter().filter(|field| field.kind == FieldKind::Field);
        let fields = fields.map(marked).collect();
        Ok(Self { side, row, own: of(row), accessors: accessors.join(" "), fields, text })
    }

    /// Whether what some names begin with is left out of the names of accessors.
    fn cuts_prefixes(&self) -> bool {
        let of_field =
            |(_, marks): &(FieldRow, Marks)| marks.given("Accessors").is_some_and(|given| given.contains("prefix"));
        self.accessors.contains("prefix") || self.fields.iter().any(of_field)
    }

    fn simple(&self) -> &str {
        self.row.name.rsplit('.').next().unwrap_or(&self.row.name)
    }

    /// The type as it is written within itself.
    fn this(&self) -> String {
        let of = &self.row.type_parameters;
        if of.is_empty() { self.simple().to_owned() } else { format!("{}<{of}>", self.simple()) }
    }

    fn is_final(&self, (field, marks): &(FieldRow, Marks)) -> bool {
        let by_type = self.own.has(&["Value"])
            || self.own.given("FieldDefaults").is_some_and(|given| says(given, "makeFinal", "true"));
        let is_static = has_word(&field.modifiers, "static");
        has_word(&field.modifiers, "final") || by_type && !is_static && !marks.has(&["NonFinal"])
    }

    /// Whether a field has its value before a constructor runs.
    fn is_set(&self, row: &FieldRow, members: &[Member]) -> bool {
        let has_default = row.annotations.split(", ").any(|name| name.ends_with("Builder.Default"));
        let field = members.iter().find(|member| member.shape == Shape::Field && member.name == row.name);
        !has_default && field.is_some_and(|field| !initialisers::of_field(field, members, &self.text).is_empty())
    }

    /// Getters, setters and withers, each with its field.
    fn accessors(&self, members: &[Member]) -> Vec<(MethodRow, String)> {
        let mut made = Vec::new();
        for field in &self.fields {
            let (row, marks) = field;
            let accessors = &[marks.given("Accessors").unwrap_or_default(), &self.accessors].join(" ");
            let Some(type_) = row.field_type.as_deref().filter(|_| !accessors.contains("prefix")) else { continue };
            let is_static = has_word(&row.modifiers, "static");
            let by_type = !is_static && !row.name.starts_with('$');
            let of_type = |names: [&str; 3]| names.iter().find_map(|name| self.own.access(name));
            let of = |name: &str, by: [&'static str; 3]| {
                let own = marks.given(name).map(|_| marks.access(name));
                own.unwrap_or_else(|| if by_type { of_type(by) } else { None })
            };
            let is_fluent = says(accessors, "fluent", "true");
            let is_chained = says(accessors, "chain", "true") || is_fluent && !says(accessors, "chain", "false");
            let names = |prefix| names(prefix, &row.name, type_ == "boolean");
            let own = |prefix| if is_fluent { row.name.clone() } else { names(prefix).remove(0) };
            let word = if is_static { "static" } else { "" };
            let mut push = |known: &[String], of: Method<'_>| {
                let is_there = |member: &Member| {
                    let count = member.written.len();
                    let takes = count == of.parameters.len() || member.is_vararg && count <= of.parameters.len() + 1;
                    let is_named = |name: &String| name.eq_ignore_ascii_case(&member.name);
                    member.shape == Shape::Method && takes && (is_named(&of.name) || known.iter().any(is_named))
                };
                if !members.iter().any(is_there) {
                    made.push((self.method(of, Some(row)), row.name.clone()));
                }
            };
            if let Some(access) = of("Getter", ["Getter", "Data", "Value"]) {
                let is_boolean = type_ == "boolean";
                let known = if is_boolean { [names("is"), names("get")].concat() } else { names("get") };
                let name = own(if is_boolean { "is" } else { "get" });
                push(&known, Method { modifiers: [access, word], name, parameters: &[], result: Some(type_) });
            }
            let this = self.this();
            let parameters = &[(type_, row.name.as_str())];
            if let Some(access) = of("Setter", ["Setter", "Data", "Data"]).filter(|_| !self.is_final(field)) {
                let result = Some(if is_chained && !is_static { this.as_str() } else { "void" });
                push(&names("set"), Method { modifiers: [access, word], name: own("set"), parameters, result });
            }
            let is_fixed = is_static || self.is_final(field) && self.is_set(row, members);
            if let Some(access) = of("With", ["With"; 3]).filter(|_| !is_fixed && !row.name.starts_with('$')) {
                let name = names("with").remove(0);
                let word = if has_word(&self.row.modifiers, "abstract") { "abstract" } else { "" };
                push(&names("with"), Method { modifiers: [access, word], name, parameters, result: Some(&this) });
            }
        }
        made
    }

    /// What it writes in place of the methods of `java.lang.Object`.
    fn of_object(&self, members: &[Member]) -> Result<Vec<(MethodRow, String)>, StoreError> {
        let has = |name: &str, count: usize| {
            members
                .iter()
                .any(|member| member.shape == Shape::Method && member.name == name && member.written.len() == count)
        };
        let mut wanted: Vec<Method<'_>> = Vec::new();
        let object = &[("Object", "o")];
        let method = |modifier, name: &str, parameters, result| Method {
            modifiers: [modifier, ""],
            name: name.to_owned(),
            parameters,
            result: Some(result),
        };
        if self.own.has(&["EqualsAndHashCode", "Data", "Value"]) && !has("equals", 1) && !has("hashCode", 0) {
            wanted.push(method("public", "equals", object, "boolean"));
            wanted.push(method("public", "hashCode", &[], "int"));
            let above = self.side.supertypes(self.row)?;
            let extends = above.iter().any(|one| one.relation == Relation::Extends);
            let is_final = has_word(&self.row.modifiers, "final") || self.own.has(&["Value"]);
            if extends || !is_final {
                wanted.push(method("protected", "canEqual", object, "boolean"));
            }
        }
        if self.own.has(&["ToString", "Data", "Value"]) {
            wanted.push(method("public", "toString", &[], "String"));
        }
        Ok(wanted.into_iter().map(|of| (self.method(of, None), String::new())).collect())
    }

    /// Constructors, and the factories that stand in for them.
    fn constructors(&self, members: &[Member]) -> Result<Vec<(MethodRow, String)>, StoreError> {
        const WRITTEN: [&str; 3] = ["NoArgsConstructor", "RequiredArgsConstructor", "AllArgsConstructor"];
        let taken = |only_required: bool| {
            let is_one = |field: &&(FieldRow, Marks)| {
                let (row, _) = *field;
                let is_non_null = row.annotations.split(", ").any(|name| ["NonNull", "Nonnull"].contains(&last(name)));
                let is_final = self.is_final(field);
                let is_asked = if only_required {
                    (is_final || is_non_null) && !self.is_set(row, members)
                } else {
                    !(is_final && self.is_set(row, members))
                };
                is_asked && !has_word(&row.modifiers, "static") && !row.name.starts_with('$')
            };
            let parameter = |(row, _): &'_ (FieldRow, Marks)| (row.field_type.clone(), row.name.clone());
            self.fields.iter().filter(is_one).map(parameter).collect::<Vec<_>>()
        };
        let is_free = !members.iter().any(|member| member.shape == Shape::Constructor) && !self.own.has(&WRITTEN);
        let mut wanted = Vec::new();
        for name in WRITTEN {
            if let Some(access) = self.own.access(name) {
                let parameters = if name == WRITTEN[0] { Vec::new() } else { taken(name == WRITTEN[1]) };
                wanted.push((access, self.factory(name, "staticName"), parameters));
            }
        }
        if is_free && self.own.has(&["UtilityClass"]) {
            wanted.push(("private", None, Vec::new()));
        } else if is_free && self.own.has(&["Builder"]) && !self.own.has(&["SuperBuilder"]) {
            wanted.push(("", None, taken(false)));
        } else if is_free && self.own.has(&["SuperBuilder"]) {
            // Its constructor takes a type that nobody wrote.
        } else if is_free && self.own.has(&["Data"]) {
            wanted.push(("public", self.factory("Data", "staticConstructor"), taken(true)));
        } else if is_free && self.own.has(&["Value"]) {
            wanted.push(("public", self.factory("Value", "staticConstructor"), taken(false)));
        }
        let mut made = Vec::new();
        for (access, factory, parameters) in wanted {
            let parameters: Vec<(&str, &str)> =
                parameters.iter().map(|(type_, name)| (type_.as_deref().unwrap_or_default(), name.as_str())).collect();
            let own = if factory.is_some() { "private" } else { access };
            let of =
                Method { modifiers: [own, ""], name: self.simple().to_owned(), parameters: &parameters, result: None };
            made.push((self.method(of, None), String::new()));
            if let Some(name) = factory {
                let signature = self.side.index.signature(self.row.id)?;
                let (variables, this) = (variables(&signature, self.simple()), self.this());
                let result = format!("{variables} {this}");
                let of = Method {
                    modifiers: [access, "static"],
                    name,
                    parameters: &parameters,
                    result: Some(result.trim()),
                };
                let method = self.method(of, None);
                made.push((MethodRow { return_type: Some(this), ..method }, String::new()));
            }
        }
        Ok(made)
    }

    /// The name of the method that stands in for a constructor.
    fn factory(&self, annotation: &str, element: &str) -> Option<String> {
        let words: Vec<&str> = self.own.given(annotation)?.split(' ').collect();
        let at = words.windows(2).position(|two| *two == [element, "="])?;
        let name = words.get(at + 2)?.trim_matches('"');
        (!name.is_empty()).then(|| name.to_owned())
    }

    /// A method as if it stood in the source, deprecated where its field is.
    fn method(&self, of: Method<'_>, field: Option<&FieldRow>) -> MethodRow {
        let modifiers = of.modifiers.join(" ").trim().to_owned();
        let list: Vec<String> = of.parameters.iter().map(|(type_, name)| format!("{type_} {name}")).collect();
        let head = [&*modifiers, of.result.unwrap_or_default(), &*of.name];
        let head = head.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        let is_deprecated = field.is_some_and(|field| field.annotations.split(", ").any(|name| name == "Deprecated"));
        MethodRow {
            id: 0,
            type_id: self.row.id,
            file: self.row.file,
            kind: if of.result.is_some() { MethodKind::Method } else { MethodKind::Constructor },
            receiver: None,
            parameter_types: of.parameters.iter().map(|(type_, _)| (*type_).to_owned()).collect(),
            return_type: of.result.map(str::to_owned),
            signature: format!("{head}({})", list.join(", ")),
            annotations: if is_deprecated { "Deprecated".to_owned() } else { String::new() },
            name: of.name,
            modifiers,
            lines: field.map_or(self.row.lines, |field| field.lines),
            name_line: field.map_or(self.row.name_line, |field| field.name_line),
            bytes: ByteRange::default(),
            // Of what Lombok writes nothing is abstract.
            body: Some(ByteRange::default()),
            doc: field.and_then(|field| field.doc),
        }
    }
}

/// What a method is written of; without a result it is a constructor.
struct Method<'m> {
    modifiers: [&'static str; 2],
    name: String,
    /// Types and names.
    parameters: &'m [(&'m str, &'m str)],
    result: Option<&'m str>,
}

/// What an accessor of a field may be called, the likeliest first: `isX` of a boolean `isX`.
fn names(prefix: &str, field: &str, is_boolean: bool) -> Vec<String> {
    let with = |name: &str| {
        let mut rest = name.chars();
        let first = rest.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
        format!("{prefix}{first}{}", rest.as_str())
    };
    let bare = field.strip_prefix("is").filter(|rest| is_boolean && rest.starts_with(|c: char| !c.is_lowercase()));
    bare.into_iter().chain([field]).map(with).collect()
}

/// The type variables of a type with their bounds, as its signature has them: `<T extends A>`.
fn variables<'s>(signature: &'s str, simple: &str) -> &'s str {
    let Some((_, rest)) = signature.split_once(&format!("{simple}<")) else { return "" };
    let mut depth = 1_usize;
    let end = rest.find(|c| {
        depth = match c {
            '<' => depth + 1,
            '>' => depth - 1,
            _ => depth,
        };
        depth == 0
    });
    let from = signature.len() - rest.len() - 1;
    end.map_or("", |end| &signature[from..=from + 1 + end])
}

fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

//! What is said of a method that a type does not have: overloads, names like it, and what else bears the name.

use super::Query;
use crate::error::{Failure, Status};
use crate::model::{FieldKind, Language, LineRange, jvm};
use crate::search::references::Made;
use crate::store::{FieldRow, MethodRow, TypeRow};
use crate::text::escape::visible;
use crate::tools::declared::{self, Declared};
use crate::tools::resolve::{self, Found, Rows};
use crate::tools::{Call, get_file, hierarchy};

/// The failure of a query that nothing answers.
///
/// # Errors
/// When an index cannot be read.
pub(super) fn failure(call: &Call<'_>, found: &Found, query: &Query<'_>) -> Result<Failure, Failure> {
    let mut methods = Vec::new();
    for row in &found.types {
        for method in found.artifact.index.methods(row.id).of(&found.artifact)? {
            methods.push((query.names(&method.name, method.kind, row), method));
        }
    }
    let (name, wanted) = (found.name(), visible(&resolve::short(query.name)).into_owned());
    let overloads: Vec<&MethodRow> = methods.iter().filter(|(named, _)| *named).map(|(_, method)| method).collect();
    let place = format!("{} in {}", visible(&name), found.artifact.coordinate);
    let message = match (overloads.is_empty(), query.name == "<init>") {
        (true, true) => format!("{place} declares no constructor"),
        (true, false) => format!("no method {wanted} of {place}"),
        (false, _) => format!("no overload of {wanted} with these parameters in {place}"),
    };
    let mut failure = Failure::new(Status::MethodNotFound, message).suggest("list_methods");
    if overloads.is_empty() {
        if let Some(namesake) = namesake(call, found, query.name)? {
            return Ok(namesake.told(failure));
        }
        let extensions = extensions(call, found, query.name)?;
        if let Some(first) = extensions.first() {
            let (parameter, owner) = (call.parameter(&super::TOOL, "type_name"), first.owner.qualified_name());
            failure.message.push_str("; an extension is called so, which the facade of its file declares");
            failure.suggestions = visible_all(declared::first_symbols(extensions.iter()));
            return Ok(failure.suggest("get_method_source").hint(format!("{parameter} {} has it", visible(&owner))));
        }
    }
    failure.suggestions = if overloads.is_empty() {
        resolve::near(query.name, methods.iter().map(|(_, method)| method.name.as_str()))
    } else {
        let written = |method: &&MethodRow| format!("{}({})", method.name, method.parameter_types.join(", "));
        overloads.iter().take(resolve::MOST_SUGGESTIONS).map(|method| visible(&written(method)).into_owned()).collect()
    };
    Ok(failure)
}

/// What bears the name of a method that its type does not have.
struct Namesake {
    what: String,
    /// Where it stands.
    hint: Option<String>,
}

impl Namesake {
    fn told(self, failure: Failure) -> Failure {
        let message = format!("{}; {}", failure.message, self.what);
        let failure = Failure { message, ..failure }.suggest("list_fields");
        match self.hint {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

/// The field that has the name or the accessor of it, or what the language makes by that name.
fn namesake(call: &Call<'_>, found: &Found, name: &str) -> Result<Option<Namesake>, Failure> {
    let name = name.trim_matches('`');
    for row in &found.types {
        let fields = found.artifact.index.fields(row.id).of(&found.artifact)?;
        let made = declared::made(&found.artifact, row, name)?.map(|one| one.made);
        if made == Some(Made::Constructor) {
            continue;
        }
        if let Some(field) = fields.iter().find(|field| field.name.trim_matches('`') == name) {
            let kind = kind_of(field);
            let what = if made.is_some() {
                format!("it is made for the {kind} of that name")
            } else {
                format!("it has {} of that name", with_article(kind))
            };
            return Ok(Some(Namesake { what, hint: lines_of(call, row, field) }));
        }
        if let Some(field) = property(row, &fields, name) {
            let what = format!("it is made for the property {}", visible(&field.name));
            return Ok(Some(Namesake { what, hint: lines_of(call, row, field) }));
        }
        if made.is_some() {
            return Ok(Some(Namesake { what: "the language makes it, and nobody writes it".to_owned(), hint: None }));
        }
    }
    Ok(None)
}

/// The property of Kotlin whose getter or setter Java finds by a name.
fn property<'a>(row: &TypeRow, fields: &'a [FieldRow], name: &str) -> Option<&'a FieldRow> {
    let (getters, setters) = jvm::properties_of(name);
    let is_it =
        |field: &&FieldRow| getters.contains(&field.name) || (field.is_variable() && setters.contains(&field.name));
    let has_accessors = |field: &&FieldRow| jvm::has_accessors(&field.annotations, &field.modifiers);
    fields.iter().filter(|_| row.language == Language::Kotlin).filter(is_it).find(has_accessors)
}

fn kind_of(field: &FieldRow) -> &'static str {
    match field.kind {
        FieldKind::Field => "field",
        FieldKind::EnumConstant => "enum constant",
        FieldKind::RecordComponent => "record component",
        FieldKind::Property => "property",
    }
}

fn with_article(kind: &str) -> String {
    let article = if kind.starts_with('e') { "an" } else { "a" };
    format!("{article} {kind}")
}

/// How to read a field, where lines of its file mean anything.
fn lines_of(call: &Call<'_>, row: &TypeRow, field: &FieldRow) -> Option<String> {
    let (path, LineRange { start, end }) = (&row.file_path, field.lines);
    let lines = if start == end { format!("line {start}") } else { format!("lines {start} to {end}") };
    let told = format!("{} {} has it in {lines}", call.tool(&get_file::TOOL), visible(path));
    (!resolve::is_outline(path)).then_some(told)
}

/// The functions of the name in the same artifact that extend the type or one above it.
fn extensions(call: &Call<'_>, found: &Found, name: &str) -> Result<Vec<Declared>, Failure> {
    let mut all = declared::extensions(call, &found.artifact, name.trim_matches('`'))?;
    if !all.is_empty() {
        let mut types = vec![found.name()];
        types.extend(hierarchy::ancestors(call, found)?.ancestors.iter().map(hierarchy::Ancestor::name));
        all.retain(|one| types.iter().any(|name| one.extends(name)));
    }
    Ok(all)
}

fn visible_all(names: Vec<String>) -> Vec<String> {
    names.into_iter().map(|name| visible(&name).into_owned()).collect()
}

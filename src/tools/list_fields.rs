//! `list_fields`: a type's fields, enum constants, record components and Kotlin properties, inherited ones on request.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::hierarchy::Ancestor;
use super::members::{self, Docs, Heading, Kind, Listed, Member, Members};
use super::page::Page;
use super::resolve::Rows;
use super::{Answer, Call, Command, Hints, ParamKind, Positional, Tool, lombok, params, schema};
use crate::error::{Failure, Incomplete};
use crate::model::Language;
use crate::store::TypeRow;

pub(super) static TOOL: Tool = Tool {
    name: "list_fields",
    title: "List fields",
    description: "List the fields, constants, enum constants, record components and Kotlin properties of a type.",
    params: &[
        params::GROUP,
        params::ARTIFACT,
        params::VERSION,
        params::TYPE_NAME,
        params::optional("include_inherited", ParamKind::Flag, "those of supertypes too"),
        params::optional("name_filter", ParamKind::Text, "*VERSION*"),
        params::NAME_FILTER_TYPE,
        params::PAGE,
        params::PAGE_SIZE,
        params::INCLUDE_DESCRIPTION,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "fields",
        positionals: &[Positional::Coordinate, Positional::Param("type_name", "TYPE")],
        shortcuts: &[],
        presets: &[],
    },
    output: schema::output::<Fields>,
    run,
};

/// The shape of the answer.
#[derive(Serialize, JsonSchema)]
struct Fields {
    #[serde(flatten)]
    heading: Heading,
    fields: Vec<Listed>,
    incomplete: Vec<Incomplete>,
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    Ok(Box::new(FieldList(members::list(call, &TOOL, &FieldKindOfMember)?)))
}

/// Fields hide those of the same name, and extension properties those of the same receiver too.
struct FieldKindOfMember;

impl Kind for FieldKindOfMember {
    type Key = (Option<String>, String);

    fn read(&self, ancestor: &Ancestor, at: usize, described: bool) -> Result<Vec<(Member, Self::Key)>, Failure> {
        let fields = ancestor.artifact.index.fields(ancestor.types[at].id).of(&ancestor.artifact)?;
        let docs = Docs::of(ancestor, at, described && fields.iter().any(|field| field.doc.is_some()))?;
        let member = |field: crate::store::FieldRow| {
            let key = (field.receiver, field.name.clone());
            let member = Member {
                name: field.name,
                alias: None,
                signature: field.signature,
                modifiers: field.modifiers,
                lines: ancestor.lines_of(at, field.lines),
                description: docs.description(field.doc),
                file: None,
                declared_in: None,
                artifact: None,
            };
            (member, key)
        };
        Ok(fields.into_iter().map(member).collect())
    }

    fn hides(&self, near: &(Member, Self::Key), far: &(Member, Self::Key)) -> bool {
        near.1 == far.1
    }

    fn is_inherited(&self, member: &Member, owner: &TypeRow, ancestor: &Ancestor) -> bool {
        members::is_inherited(&member.modifiers, owner, ancestor.shares_package)
    }

    /// Fields of Java are not overridden, as properties are.
    fn is_hidden_between(&self, language: Language) -> bool {
        language == Language::Java
    }

    fn added_by(&self) -> &'static [&'static str] {
        lombok::FIELDS
    }
}

struct FieldList(Members);

impl Answer for FieldList {
    fn json(&self) -> Value {
        self.0.json("fields")
    }

    fn page(&self, page: &mut Page) {
        self.0.page(page, "fields");
    }
}

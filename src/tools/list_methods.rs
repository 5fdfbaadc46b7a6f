//! `list_methods`: the signatures of a type's methods and constructors, inherited ones on request.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::erasure::{self, Erased};
use super::hierarchy::Ancestor;
use super::members::{self, Docs, Heading, Kind, Listed, Member, Members};
use super::page::Page;
use super::resolve::Rows;
use super::{Answer, Call, Command, Hints, ParamKind, Positional, Tool, params, schema};
use crate::error::{Failure, Incomplete};
use crate::model::MethodKind;
use crate::store::TypeRow;

pub(super) static TOOL: Tool = Tool {
    name: "list_methods",
    title: "List methods",
    description: "List the method and constructor signatures of a type, Kotlin functions included.",
    params: &[
        params::GROUP,
        params::ARTIFACT,
        params::VERSION,
        params::TYPE_NAME,
        params::optional("include_inherited", ParamKind::Flag, "those of supertypes too"),
        params::optional("name_filter", ParamKind::Text, "get*"),
        params::NAME_FILTER_TYPE,
        params::PAGE,
        params::PAGE_SIZE,
        params::INCLUDE_DESCRIPTION,
    ],
    hints: Hints { read_only: true, destructive: false, idempotent: true, open_world: true },
    command: Command {
        verb: "methods",
        positionals: &[Positional::Coordinate, Positional::Param("type_name", "TYPE")],
        shortcuts: &[],
        presets: &[],
    },
    output: schema::output::<Methods>,
    run,
};

/// The shape of the answer.
#[derive(Serialize, JsonSchema)]
struct Methods {
    #[serde(flatten)]
    heading: Heading,
    methods: Vec<Listed>,
    incomplete: Vec<Incomplete>,
}

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Failure> {
    Ok(Box::new(MethodList(members::list(call, &MethodKindOfMember)?)))
}

/// Methods hide what they override: the same name and the same erased parameters.
struct MethodKindOfMember;

impl Kind for MethodKindOfMember {
    type Key = Erased;

    fn read(&self, ancestor: &Ancestor, at: usize, described: bool) -> Result<Vec<(Member, Erased)>, Failure> {
        let methods = ancestor.artifact.index.methods(ancestor.types[at].id).of(&ancestor.artifact)?;
        let docs = Docs::of(ancestor, at, described && methods.iter().any(|method| method.doc.is_some()))?;
        let member = |method: &crate::store::MethodRow| Member {
            name: method.name.clone(),
            alias: (method.kind == MethodKind::Constructor).then_some("<init>"),
            signature: method.signature.clone(),
            modifiers: method.modifiers.clone(),
            lines: method.lines,
            description: docs.description(method.doc),
            file: None,
            declared_in: None,
            artifact: None,
        };
        Ok(methods.iter().map(|method| (member(method), Erased::of(method, &ancestor.variables[at]))).collect())
    }

    fn hides(&self, near: &Erased, far: &Erased) -> bool {
        erasure::overrides(near, far)
    }

    fn is_inherited(&self, member: &Member, owner: &TypeRow, heir: &TypeRow) -> bool {
        members::is_inherited_method(member.alias.is_some(), &member.modifiers, owner, heir)
    }
}

struct MethodList(Members);

impl Answer for MethodList {
    fn json(&self) -> Value {
        self.0.json("methods")
    }

    fn page(&self, page: &mut Page) {
        self.0.page(page, "methods");
    }
}

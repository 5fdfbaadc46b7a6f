//! `list_methods`: the signatures of a type's methods and constructors, inherited ones on request.

use std::cell::OnceCell;
use std::rc::Rc;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::erasure::{self, Erased, Variables};
use super::hierarchy::Ancestor;
use super::members::{self, Docs, Heading, Kind, Listed, Member, Members};
use super::page::Page;
use super::resolve::{self, Rows};
use super::{Answer, Call, Command, Hints, ParamKind, Positional, Tool, lombok, params, schema};
use crate::error::{Failure, Incomplete};
use crate::model::{Language, MethodKind};
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
    Ok(Box::new(MethodList(members::list(call, &TOOL, &MethodKindOfMember)?)))
}

/// Methods hide what they override: the same name and the same erased parameters.
struct MethodKindOfMember;

/// What a method is compared by besides its name. Most have a name of their own and are compared with none.
struct Signed {
    taken: Vec<String>,
    /// What the type variables of its type stand for.
    variables: Rc<Variables>,
    /// Their bounds.
    declared: Rc<Variables>,
    erased: OnceCell<Erased>,
}

impl Signed {
    fn erased(&self, member: &Member) -> &Erased {
        self.erased.get_or_init(|| {
            Erased::of(&member.name, &member.signature, self.taken.iter(), &self.variables, &self.declared)
        })
    }
}

impl Kind for MethodKindOfMember {
    type Key = Signed;

    fn read(&self, ancestor: &Ancestor, at: usize, described: bool) -> Result<Vec<(Member, Signed)>, Failure> {
        let methods = ancestor.artifact.index.methods(ancestor.types[at].id).of(&ancestor.artifact)?;
        let docs = Docs::of(ancestor, at, described && methods.iter().any(|method| method.doc.is_some()))?;
        let declared = Rc::new(Variables::of(&resolve::type_list(&ancestor.artifact, &ancestor.types[at])?, "", ""));
        let member = |method: crate::store::MethodRow| {
            let key = Signed {
                taken: erasure::taken(&method),
                variables: Rc::clone(&ancestor.variables[at]),
                declared: Rc::clone(&declared),
                erased: OnceCell::new(),
            };
            let member = Member {
                name: method.name,
                alias: (method.kind == MethodKind::Constructor).then_some("<init>"),
                signature: method.signature,
                modifiers: method.modifiers,
                lines: ancestor.lines_of(at, method.lines),
                description: docs.description(method.doc),
                file: None,
                declared_in: None,
                artifact: None,
            };
            (member, key)
        };
        Ok(methods.into_iter().map(member).collect())
    }

    fn hides(&self, near: &(Member, Signed), far: &(Member, Signed)) -> bool {
        near.1.taken.len() == far.1.taken.len() && erasure::overrides(near.1.erased(&near.0), far.1.erased(&far.0))
    }

    fn is_inherited(&self, member: &Member, owner: &TypeRow, ancestor: &Ancestor) -> bool {
        members::is_inherited_method(member.alias.is_some(), &member.modifiers, owner, ancestor.shares_package)
    }

    fn is_hidden_between(&self, _: Language) -> bool {
        false
    }

    fn added_by(&self) -> &'static [&'static str] {
        lombok::METHODS
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

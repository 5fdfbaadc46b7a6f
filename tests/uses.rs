//! Uses of names: every file of `testdata/uses` gives what the `.expected` file beside it says of the names in its first line.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use std::fmt::Write;
use std::path::Path;

use jardex::model::uses::{ExpressionId, FileUses, Form, ScopeKind, Subject, Target, Wanted};
use jardex::parse::{java, kotlin};
use jardex::text::lines::Lines;

#[test]
fn uses_are_what_the_fixtures_say() {
    common::fixtures::check(Path::new("testdata/uses/java"), "java", |name, bytes| {
        dump(bytes, |text, wanted| java::uses::uses(name, text, wanted))
    });
    common::fixtures::check(Path::new("testdata/uses/kotlin"), "kt", |name, bytes| {
        dump(bytes, |text, wanted| kotlin::uses::uses(name, text, wanted))
    });
}

fn dump(bytes: &[u8], uses: impl Fn(&str, &Wanted) -> FileUses) -> String {
    let text = std::str::from_utf8(bytes).unwrap();
    let names = text.lines().next().unwrap().strip_prefix("// names: ").unwrap();
    let wanted = Wanted {
        names: names.split(", ").map(str::to_owned).collect(),
        constructors: true,
        docs: true,
        strings: true,
        ..Wanted::default()
    };
    let found = uses(text, &wanted);
    let lines = Lines::of(text);
    let mut out = String::new();
    if let Some(problem) = &found.problem {
        writeln!(out, "problem: {problem}").unwrap();
    }
    for one in &found.uses {
        let name = one.bytes.of(text);
        let subject = match &one.subject {
            Subject::Expression(id) => expression(&found, *id),
            Subject::Updated { of, by } => format!("{} by {}", expression(&found, *of), expression(&found, *by)),
            other => format!("{other:?}"),
        };
        let line = lines.line_of(one.bytes.start);
        writeln!(out, "{line} {} {name} in {}: {subject}", one.kind.as_str(), place(&found, one.scope)).unwrap();
    }
    out
}

fn place(found: &FileUses, mut scope: Option<u32>) -> String {
    let mut names = Vec::new();
    while let Some(one) = scope.and_then(|id| found.scope(id)) {
        names.push(match &one.kind {
            ScopeKind::Type(name) => name.clone(),
            ScopeKind::Header(name) => format!("header {name}"),
            ScopeKind::Local(local) => {
                let methods: Vec<_> = local.methods.iter().map(|method| method.name.as_str()).collect();
                format!("{}<{}>{methods:?}", local.name.as_deref().unwrap_or("?"), local.supertypes.join(","))
            }
            ScopeKind::Member(member) => {
                let parameters = member.parameters.as_ref().map(|all| format!("({})", all.join(",")));
                format!("{}{}", member.name.as_deref().unwrap_or("{}"), parameters.unwrap_or_default())
            }
            ScopeKind::Lambda(_) => "lambda".to_owned(),
            ScopeKind::Known(text) => format!("this is {text}"),
            ScopeKind::InSight(local) => match &found.scopes[*local as usize].kind {
                ScopeKind::Local(local) => format!("since {}", local.name.as_deref().unwrap_or("?")),
                _ => "?!".to_owned(),
            },
        });
        scope = one.parent;
    }
    names.reverse();
    names.join("/")
}

fn expression(found: &FileUses, id: ExpressionId) -> String {
    let Some(one) = found.expression(id) else { return "?!".to_owned() };
    let of = |id: &ExpressionId| expression(found, *id);
    let all = |ids: &[ExpressionId]| ids.iter().map(|id| expression(found, *id)).collect::<Vec<_>>().join(", ");
    match &one.form {
        Form::Unknown => "?".to_owned(),
        Form::Null => "null".to_owned(),
        Form::Number(number) => format!("{number}"),
        Form::Name(name) => name.clone(),
        Form::Typed(text) => format!("<{text}>"),
        Form::Known { of: base, type_text, .. } => format!("{} is <{type_text}>", of(base)),
        Form::Function { least, most, parameters, returns } => {
            format!("function({least}..{most}) {parameters:?} {returns:?}")
        }
        Form::ClassOf(base) => format!("{}::class", of(base)),
        Form::Delegate { of: base, provided } => format!("{} or {}", of(provided), of(base)),
        Form::TypeName(text) => format!("type {text}"),
        Form::Select { of: base, name } => format!("{}.{name}", of(base)),
        Form::Call(call) => {
            let receiver = call.receiver.map(|id| expression(found, id) + ".").unwrap_or_default();
            format!("{receiver}{}({})", call.name, all(&call.arguments))
        }
        Form::New(new) => {
            let body = if new.body.is_some() { "{}" } else { "" };
            format!("new {}({}){body}", new.type_text, all(&new.arguments))
        }
        Form::This(of) => format!("{}this", of.as_ref().map(|of| format!("{of}.")).unwrap_or_default()),
        Form::Super(of) => format!("{}super", of.as_ref().map(|of| format!("{of}.")).unwrap_or_default()),
        Form::Element(base) => format!("each({})", of(base)),
        Form::Spread(base) => format!("*each({})", of(base)),
        Form::Indexed(base) => format!("{}[]", of(base)),
        Form::Matched { of: base, type_text } => format!("{} as <{type_text}>", of(base)),
        Form::Component { of: base, number } => format!("{}.[{number}]", of(base)),
        Form::Parameter { lambda, number } => match found.expression(*lambda).map(|one| &one.form) {
            Some(Form::Lambda(lambda)) => format!("#{number} of {}", target(found, lambda.target.as_ref())),
            _ => "?!".to_owned(),
        },
        Form::OneOf(ids) => format!("one of ({})", all(ids)),
        Form::Sum(ids) => format!("sum({})", all(ids)),
        Form::Promoted(ids) => format!("promoted({})", all(ids)),
        Form::Lambda(lambda) => {
            format!("{:?} {:?} -> {}", lambda.parameters, lambda.body, all(&lambda.results))
        }
        Form::MethodReference { of: base, name, .. } => format!("{}::{name}", of(base)),
        Form::Constant { of: base, name } => format!("case {name} of {}", of(base)),
    }
}

fn target(found: &FileUses, target: Option<&Target>) -> String {
    match target {
        None => "nothing".to_owned(),
        Some(Target::Argument { call, number }) => {
            let name = match found.expression(*call).map(|one| &one.form) {
                Some(Form::Call(call)) => call.name.clone(),
                Some(Form::New(new)) => new.type_text.clone(),
                _ => "?!".to_owned(),
            };
            format!("argument {number} of {name}")
        }
        Some(Target::Type(text)) => format!("<{text}>"),
        Some(Target::Result(_)) => "a result".to_owned(),
        Some(Target::Like(_)) => "an assignment".to_owned(),
    }
}

//! How Kotlin's types and members are written: flags, types, type parameters, as noted and as declared.

use std::collections::BTreeSet;

use jardex::model::{FieldDecl, MethodDecl, Parameter, ParsedFile};

use super::facts::{self, Function, Kotlin, Property};
use super::kotlin::Aliases;
use super::kotlin_types::{expanded, short};
use super::sources::{Type, has};

pub fn type_shape(note: &Kotlin, ours: &Type<'_>) -> Option<String> {
    let declared = ours.declared();
    if let Some(differs) = same_parameters(&note.type_parameters, &declared.type_parameters.join(",")) {
        return Some(differs);
    }
    let implied: &[&str] = match note.type_kind.as_str() {
        "ENUM_CLASS" => &["Enum"],
        "ANNOTATION_CLASS" => &["Annotation"],
        _ => &[],
    };
    let theirs: BTreeSet<&str> = note.supertypes.iter().map(String::as_str).collect();
    let mut theirs: Vec<&str> = theirs.into_iter().filter(|name| *name != "Any").collect();
    theirs.retain(|name| !implied.iter().any(|own| name.split('<').next() == Some(own)));
    let written = declared.supertypes.iter().map(|one| short(&one.text, &ours.file.parsed));
    // A superclass that is called without arguments for its parameters has them inferred.
    let mine: BTreeSet<String> = written.filter(|name| name != "Any").collect();
    let mine: Vec<&str> = mine.iter().map(String::as_str).collect();
    if theirs != mine {
        return Some(format!("supertypes {} in the class JAR, {} here", theirs.join(" "), mine.join(" ")));
    }
    flags(&note.flags, &declared.modifiers, &["inner", "data", "value", "fun", "external", "companion"], false)
}

/// Compares visibility and `known` modifiers. What is inherited need not be written where something is overridden.
pub fn flags(theirs: &[String], mine: &[String], known: &[&str], is_inherited: bool) -> Option<String> {
    let differs = || Some(format!("{} in the class JAR, {} here", theirs.join(" "), mine.join(" ")));
    for word in known {
        let written = has(mine, word) || (*word == "value" && has(mine, "inline"));
        if has(theirs, word) != written && (written || !is_inherited) {
            return differs();
        }
    }
    for word in ["abstract", "open", "final", "sealed"] {
        if has(mine, word) && !has(theirs, word) && !(word == "open" && has(theirs, "abstract")) {
            return differs();
        }
    }
    let visibility = ["public", "private", "protected", "internal"].into_iter().find(|word| has(mine, word));
    match visibility {
        Some(word) if theirs[0] != word => differs(),
        None if theirs[0] != "public" && !is_inherited => differs(),
        _ => None,
    }
}

pub fn parameters(
    theirs: &[facts::Parameter],
    mine: &[Parameter],
    file: &ParsedFile,
    is_actual: bool,
    known: &Aliases,
) -> Option<String> {
    theirs.iter().zip(mine).find_map(|(theirs, mine)| {
        let mut own = facts::Parameter {
            name: mine.name.clone(),
            is_vararg: mine.vararg,
            // An actual declaration has the default values of the expected one.
            has_default: mine.has_default || (is_actual && theirs.has_default),
            type_text: short(&mine.type_text, file),
        };
        if is_alias_of(&own.type_text, &theirs.type_text, known) {
            own.type_text.clone_from(&theirs.type_text);
        }
        (own != *theirs).then(|| format!("{} in the class JAR, {} here", shown(theirs), shown(&own)))
    })
}

fn shown(parameter: &facts::Parameter) -> String {
    let (vararg, default) =
        (if parameter.is_vararg { "vararg " } else { "" }, if parameter.has_default { " =" } else { "" });
    format!("{vararg}{}: {}{default}", parameter.name, parameter.type_text)
}

/// Whether what is written is an alias of a type with `suspend`: older compilers noted its target alone.
fn is_alias_of(mine: &str, theirs: &str, known: &Aliases) -> bool {
    let alias = known.get(mine.split(['<', '?']).next().unwrap());
    theirs.starts_with("suspend")
        && alias.is_some_and(|(parameters, target)| expanded(mine, parameters, target) == theirs)
}

fn texts(what: &str, theirs: &str, mine: Option<&String>, file: &ParsedFile, known: &Aliases) -> Option<String> {
    let mine = short(mine?, file);
    (theirs != mine && !is_alias_of(&mine, theirs, known))
        .then(|| format!("{what} {theirs} in the class JAR, {mine} here"))
}

pub fn function_shape(
    function: &Function,
    declared: &MethodDecl,
    file: &ParsedFile,
    known: &Aliases,
) -> Option<String> {
    let is_inherited = has(&declared.modifiers, "actual") || has(&declared.modifiers, "override");
    parameters(&function.parameters, &declared.parameters, file, is_inherited, known)
        .or_else(|| texts("receiver", &function.receiver, declared.receiver.as_ref(), file, known))
        .or_else(|| texts("return type", &function.returned, declared.return_type.as_ref(), file, known))
        .or_else(|| contexts(&function.contexts, &declared.signature, "fun "))
        .or_else(|| same_parameters(&function.type_parameters, &type_parameters(&declared.signature)))
        .or_else(|| {
            let known = ["suspend", "inline", "operator", "infix", "tailrec", "external"];
            flags(&function.flags, &declared.modifiers, &known, is_inherited)
        })
}

pub fn same_parameters(theirs: &str, mine: &str) -> Option<String> {
    (theirs != mine).then(|| format!("type parameters {theirs} in the class JAR, {mine} here"))
}

/// Names of the type parameters of a function, which stand right after `fun`: `fun <T : Any, reified R> name()`.
fn type_parameters(signature: &str) -> String {
    let at =
        [("fun ", true), ("fun<", true), (" fun ", false), (" fun<", false)].into_iter().find_map(|(word, first)| {
            if first { signature.starts_with(word).then_some(3) } else { signature.find(word).map(|at| at + 4) }
        });
    let list = at.and_then(|at| signature[at..].trim_start().strip_prefix('<'));
    let Some(list) = list else { return String::new() };
    let mut names = vec![String::new()];
    let mut depth = 0;
    for token in super::types::tokens(list) {
        match token {
            ">" if depth == 0 => break,
            "<" | "(" => depth += 1,
            ">" | ")" => depth -= 1,
            "," if depth == 0 => names.push(String::new()),
            // A bound follows, which names no parameter.
            ":" if depth == 0 => names.last_mut().unwrap().push(':'),
            name if depth == 0 && !names.last().unwrap().contains(':') => name.clone_into(names.last_mut().unwrap()),
            _ => {}
        }
    }
    names.iter().map(|name| name.trim_end_matches(':')).collect::<Vec<_>>().join(",")
}

fn contexts(theirs: &[facts::Parameter], signature: &str, keyword: &str) -> Option<String> {
    let here = signature.split(keyword).next().unwrap().contains("context(");
    (theirs.is_empty() == here).then(|| format!("{} context parameters in the class JAR", theirs.len()))
}

pub fn property_shape(property: &Property, declared: &FieldDecl, file: &ParsedFile, known: &Aliases) -> Option<String> {
    let is_inherited = has(&declared.modifiers, "actual") || has(&declared.modifiers, "override");
    let is_var = declared.signature.split([' ', '(']).any(|word| word == "var");
    let stated = declared.type_text.as_ref().filter(|text| !text.is_empty() && !has(&declared.modifiers, "vararg"));
    (is_var != has(&property.flags, "var"))
        .then(|| format!("{} in the class JAR, {} here", property.flags.join(" "), declared.signature))
        .or_else(|| texts("receiver", &property.receiver, declared.receiver.as_ref(), file, known))
        .or_else(|| texts("type", &property.type_text, stated, file, known))
        .or_else(|| contexts(&property.contexts, &declared.signature, if is_var { "var " } else { "val " }))
        .or_else(|| flags(&property.flags, &declared.modifiers, &["const", "lateinit", "external"], is_inherited))
}

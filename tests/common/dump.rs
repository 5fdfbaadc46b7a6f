//! A parsed file as lines a person can read and compare.

use std::fmt::Write as _;

use jardex::model::{ByteRange, Import, LineRange, ParsedFile};

/// Everything of `file`, one declaration a paragraph, in the order the parser gave: types, then methods, then fields.
/// Byte ranges are shown by the text they name: its first and its last line.
pub fn dump(file: &ParsedFile, text: &str) -> String {
    let mut out = String::new();
    if let Some(problem) = &file.problem {
        line(&mut out, "problem", problem);
    }
    if let Some(module) = &file.module {
        line(&mut out, "module", module);
    }
    line(&mut out, "package", if file.package.is_empty() { "(default)" } else { &file.package });
    if let Some(doc) = file.package_doc {
        line(&mut out, "package doc", &ends(doc, text));
    }
    for import in &file.imports {
        dump_import(&mut out, import);
    }
    if let (Some(section), Some(lines)) = (file.import_section, file.import_lines) {
        line(&mut out, "import section", &format!("{} {}", range(lines), ends(section, text)));
    }
    if file.local_types > 0 {
        line(&mut out, "local types", &file.local_types.to_string());
    }
    for item in &file.types {
        let owner = item.owner.map(|owner| format!(" in {}", file.types[owner as usize].name)).unwrap_or_default();
        let _ = writeln!(out, "\n{} {}{owner} {}", item.kind.as_str(), item.name, at(item.lines, item.name_line));
        line(&mut out, "  signature", &item.signature);
        list(&mut out, "  modifiers", &item.modifiers);
        list(&mut out, "  type parameters", &item.type_parameters);
        for supertype in &item.supertypes {
            let relation = format!("{:?}", supertype.relation).to_lowercase();
            let _ = writeln!(out, "  {relation}: {} ({})", supertype.text, supertype.name);
        }
        list(&mut out, "  annotations", &item.annotations);
        documented(&mut out, text, item.bytes, item.body, item.doc);
    }
    for item in &file.methods {
        let owner = &file.types[item.owner as usize].name;
        let _ = writeln!(out, "\n{} {owner}#{} {}", item.kind.as_str(), item.name, at(item.lines, item.name_line));
        line(&mut out, "  signature", &item.signature);
        if let Some(receiver) = &item.receiver {
            line(&mut out, "  receiver", receiver);
        }
        for parameter in &item.parameters {
            let vararg = if parameter.vararg { " vararg" } else { "" };
            let default = if parameter.has_default { " default" } else { "" };
            let _ = writeln!(out, "  parameter: {} : {}{vararg}{default}", parameter.name, parameter.type_text);
        }
        if let Some(returned) = &item.return_type {
            line(&mut out, "  returns", returned);
        }
        list(&mut out, "  modifiers", &item.modifiers);
        list(&mut out, "  annotations", &item.annotations);
        documented(&mut out, text, item.bytes, item.body, item.doc);
    }
    for item in &file.fields {
        let owner = &file.types[item.owner as usize].name;
        let _ = writeln!(out, "\n{} {owner}#{} {}", item.kind.as_str(), item.name, at(item.lines, item.name_line));
        line(&mut out, "  signature", &item.signature);
        if let Some(receiver) = &item.receiver {
            line(&mut out, "  receiver", receiver);
        }
        if let Some(type_text) = &item.type_text {
            line(&mut out, "  type", type_text);
        }
        list(&mut out, "  modifiers", &item.modifiers);
        list(&mut out, "  annotations", &item.annotations);
        documented(&mut out, text, item.bytes, None, item.doc);
    }
    out
}

fn dump_import(out: &mut String, import: &Import) {
    let alias = import.alias.as_ref().map(|alias| format!(" as {alias}")).unwrap_or_default();
    let kind = format!("{:?}", import.kind).to_lowercase();
    let _ = writeln!(out, "import {kind} {}{alias} @{}", import.path, import.line);
}

fn documented(out: &mut String, text: &str, bytes: ByteRange, body: Option<ByteRange>, doc: Option<ByteRange>) {
    line(out, "  text", &ends(bytes, text));
    if let Some(body) = body {
        line(out, "  body", &ends(body, text));
    }
    if let Some(doc) = doc {
        line(out, "  doc", &ends(doc, text));
        if let Some(description) = jardex::parse::doc::description(doc.of(text)) {
            line(out, "  description", &description);
        }
    }
}

fn line(out: &mut String, label: &str, value: &str) {
    let _ = writeln!(out, "{label}: {value}");
}

fn list(out: &mut String, label: &str, values: &[String]) {
    if !values.is_empty() {
        line(out, label, &values.join(", "));
    }
}

fn range(lines: LineRange) -> String {
    format!("{}-{}", lines.start, lines.end)
}

fn at(lines: LineRange, name_line: u32) -> String {
    format!("{} @{name_line}", range(lines))
}

/// The beginning and the end of a piece of text, line ends and all, as Rust would write it.
fn ends(bytes: ByteRange, text: &str) -> String {
    let piece = bytes.of(text);
    let count = piece.chars().count();
    if count <= 48 {
        return format!("{piece:?}");
    }
    let head: String = piece.chars().take(22).collect();
    let tail: String = piece.chars().skip(count - 22).collect();
    format!("{head:?} … {tail:?}")
}

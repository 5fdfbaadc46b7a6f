//! Kotlin types as written, in the form that the Java program prints: last names alone, no blanks, no round brackets.

use jardex::model::ParsedFile;

use super::types::tokens;

/// A type as written in a file, whose aliases of imports are taken back.
pub fn short(written: &str, file: &ParsedFile) -> String {
    let plain = written.replace('`', "");
    let mut tokens: Vec<&str> = Vec::new();
    for token in self::tokens(&plain) {
        // `->` comes as two.
        if token == ">" && tokens.last() == Some(&"-") {
            tokens.pop();
            tokens.push("->");
        } else {
            tokens.push(token);
        }
    }
    let mut out: Vec<String> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let next = tokens.get(at + 1).copied();
        match tokens[at] {
            "(" | ")" => {}
            // A comma may trail.
            "," if matches!(next, Some(")" | ">")) => {}
            // `name:` of a function type's parameter.
            _ if next == Some(":") => at += 1,
            "." if next == Some("(") => out.push(".".to_owned()),
            "." => qualified(&mut out),
            token => {
                let after_dot = at > 0 && tokens[at - 1] == ".";
                out.push(if after_dot { token.to_owned() } else { unaliased(token, file) });
            }
        }
        at += 1;
    }
    out.concat()
}

/// Takes away what stands before a dot: a name, with its arguments.
fn qualified(out: &mut Vec<String>) {
    if out.last().is_some_and(|last| last == ">") {
        let mut depth = 0;
        while let Some(last) = out.pop() {
            depth += i32::from(last == ">") - i32::from(last == "<");
            if depth == 0 {
                break;
            }
        }
    }
    out.pop();
}

fn unaliased(name: &str, file: &ParsedFile) -> String {
    let import = file.imports.iter().find(|import| import.alias.as_deref() == Some(name));
    import.map_or(name, |import| import.path.rsplit('.').next().unwrap()).to_owned()
}

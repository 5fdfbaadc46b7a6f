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
    let tokens = arrows(tokens);
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

/// `Function2<A, B, C>` as the type that it stands for, `A, B -> C`.
fn arrows(mut tokens: Vec<&str>) -> Vec<&str> {
    let mut at = 0;
    while at + 1 < tokens.len() {
        let is_function = tokens[at].strip_prefix("Function").is_some_and(|rest| rest.parse::<u32>().is_ok());
        if is_function && tokens[at + 1] == "<" {
            let (mut depth, mut last_comma, mut end) = (0, None, at + 1);
            for (here, token) in tokens.iter().enumerate().skip(at + 1) {
                match *token {
                    "<" => depth += 1,
                    ">" => depth -= 1,
                    "," if depth == 1 => last_comma = Some(here),
                    _ => {}
                }
                end = here;
                if depth == 0 {
                    break;
                }
            }
            tokens.remove(end);
            match last_comma {
                Some(comma) => tokens[comma] = "->",
                None => tokens.insert(at + 2, "->"),
            }
            tokens.drain(at..at + 2);
        }
        at += 1;
    }
    tokens
}

/// The type that an alias stands for, with its arguments in place of its parameters.
pub fn expanded(written: &str, parameters: &[String], target: &str) -> String {
    let (name_end, nullable) = (written.find('<'), written.ends_with('?'));
    let plain = written.trim_end_matches('?');
    let mut arguments = vec![String::new()];
    let mut depth = 0;
    for c in name_end.map_or("", |at| &plain[at + 1..plain.len().saturating_sub(1).max(at + 1)]).chars() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        if c == ',' && depth == 0 {
            arguments.push(String::new());
        } else {
            arguments.last_mut().unwrap().push(c);
        }
    }
    let word = |token: &str| match parameters.iter().position(|own| own == token) {
        Some(at) if at < arguments.len() => arguments[at].clone(),
        _ => token.to_owned(),
    };
    let text: String = self::tokens(target).into_iter().map(word).collect();
    if nullable { text + "?" } else { text }
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

//! What imports bring into sight: those of modules name packages only by what the module exports.

use std::collections::BTreeSet;

use super::{Explorer, Opened, find};
use crate::error::Failure;
use crate::model::ImportKind;
use crate::store::ImportRow;
use crate::work::Work;

/// Modules that one import reads at most: `java.se` leads to twenty.
const MOST_MODULES: usize = 200;

/// See [`Explorer::imports`].
pub fn imports(explorer: &Explorer, asker: &Opened, file: u32, work: &Work) -> Result<Vec<ImportRow>, Failure> {
    let mut imports = asker.index.imports(file).map_err(|error| asker.failure(&error))?;
    let modules: Vec<ImportRow> = imports.iter().filter(|import| import.kind == ImportKind::Module).cloned().collect();
    let row = if modules.is_empty() { None } else { Some(asker.index.file_by_id(file)) };
    let from = row.transpose().map_err(|error| asker.failure(&error))?.map(|row| row.path);
    for import in modules {
        let packages = exported(explorer, asker, from.as_deref(), &import.path, work)?;
        imports.extend(packages.into_iter().map(|path| ImportRow { path, kind: ImportKind::Star, ..import.clone() }));
    }
    Ok(imports)
}

/// The packages that a module exports to all, those of the modules that it requires for its users included: JLS 7.5.5. Modules are
/// looked for where types are: in the artifact itself, in those that its POM names, in the JDK.
fn exported(
    explorer: &Explorer,
    asker: &Opened,
    from: Option<&str>,
    module: &str,
    work: &Work,
) -> Result<Vec<String>, Failure> {
    let mut places = vec![asker.clone()];
    for coordinate in find::dependencies(explorer, asker, from, work)? {
        // As for types, what cannot be read keeps no other from answering.
        places.extend(explorer.open_indexed(coordinate, work).ok().flatten());
    }
    places.extend(find::find_type(explorer, asker, from, "java.lang.Object", work)?.map(|found| found.artifact));
    let (mut packages, mut seen) = (BTreeSet::new(), BTreeSet::from([module.to_owned()]));
    let mut queue = vec![module.to_owned()];
    while let Some(name) = queue.pop() {
        work.check()?;
        for place in &places {
            let Some(declared) = declaration(place, &name)? else { continue };
            packages.extend(declared.exports);
            for required in declared.required {
                if seen.len() < MOST_MODULES && seen.insert(required.clone()) {
                    queue.push(required);
                }
            }
            break;
        }
    }
    Ok(packages.into_iter().collect())
}

/// What a module says of its packages.
#[derive(Debug, PartialEq, Eq)]
struct Module {
    name: String,
    /// To all.
    exports: Vec<String>,
    /// What it requires for those who require it.
    required: Vec<String>,
}

/// The declaration of a module in an artifact: a JDK has a folder for each.
fn declaration(artifact: &Opened, name: &str) -> Result<Option<Module>, Failure> {
    let index = &artifact.index;
    let failed = |error| artifact.failure(&error);
    for path in [format!("{name}/module-info.java"), "module-info.java".to_owned()] {
        let Some(file) = index.file(&path).map_err(failed)? else { continue };
        let text = index.text(file.id).map_err(failed)?;
        if let Some(module) = read(&text).filter(|module| module.name == name) {
            return Ok(Some(module));
        }
    }
    Ok(None)
}

/// Reads a `module-info.java`.
fn read(text: &str) -> Option<Module> {
    let text = without_comments(text);
    let (head, body) = text.split_once('{')?;
    let name = head.split_whitespace().skip_while(|word| *word != "module").nth(1)?.to_owned();
    let mut module = Module { name, exports: Vec::new(), required: Vec::new() };
    for statement in body.split(';') {
        let words: Vec<&str> = statement.split_whitespace().collect();
        match words[..] {
            ["exports", package] => module.exports.push(package.to_owned()),
            ["requires", ref modifiers @ .., required] if modifiers.contains(&"transitive") => {
                module.required.push(required.to_owned());
            }
            _ => {}
        }
    }
    Some(module)
}

/// The text with a blank for each comment. Nothing else of a module's declaration holds slashes but annotations, whose texts do no harm.
fn without_comments(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('/') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let end = match from.as_bytes().get(1) {
            Some(b'*') => from[2..].find("*/").map_or(from.len(), |end| end + 4),
            Some(b'/') => from.find('\n').unwrap_or(from.len()),
            _ => 1,
        };
        out.push(' ');
        rest = &from[end..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_say_what_they_export() {
        let text = "/** {@code exports x;} // */\n@Deprecated // exports y;\nopen module a.b {\n  requires java.base;\n\
             requires transitive c.d; requires static transitive e;\n  exports a.b.api; exports a.b.inner to x, y;\n\
             /* exports z; */ opens a.b.open;\n  uses a.S; provides a.S with a.T;\n}\n";
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let expected = Module { name: "a.b".to_owned(), exports: words(&["a.b.api"]), required: words(&["c.d", "e"]) };
        assert_eq!(read(text), Some(expected));
        assert_eq!(read("package a; class B { }").map(|module| module.name), None);
        assert_eq!(read(""), None);
    }
}

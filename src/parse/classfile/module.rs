//! `module-info.class` as a module declaration.

use std::fmt::Write;

use noak::reader::cpool::{self, Index};

use super::guard::Cursor;
use super::names::Names;
use super::read::{ClassFile, Reader, told};
use super::values;
use crate::text::java_name;

/// A module's name and directives.
#[derive(Debug, Default)]
pub struct Module {
    name: String,
    open: bool,
    directives: Vec<String>,
}

/// Flags of `requires`, and of the module itself.
const TRANSITIVE_OR_OPEN: u16 = 0x0020;
const STATIC_PHASE: u16 = 0x0040;
/// Nobody wrote it.
const MANDATED: u16 = 0x8000;

/// Reads the content of a `Module` attribute. By hand: the reader of class files takes no `requires` without a version.
pub fn read(reader: &mut Reader<'_, '_>, content: &[u8]) -> Result<Module, String> {
    let mut input = Input { cursor: Cursor::new(content), reader };
    let name = input.module()?;
    let open = input.number()? & TRANSITIVE_OR_OPEN != 0;
    input.number()?;
    let mut directives = Vec::new();
    for _ in 0..input.number()? {
        let (name, flags, _version) = (input.module()?, input.number()?, input.number()?);
        let transitive = if flags & TRANSITIVE_OR_OPEN == 0 { "" } else { "transitive " };
        let phase = if flags & STATIC_PHASE == 0 { "" } else { "static " };
        if flags & MANDATED == 0 {
            directives.push(format!("requires {transitive}{phase}{name};"));
        }
    }
    for verb in ["exports", "opens"] {
        for _ in 0..input.number()? {
            let (package, _flags) = (input.package()?, input.number()?);
            let to = input.list(Input::module)?;
            let to = if to.is_empty() { String::new() } else { format!(" to {}", to.join(", ")) };
            directives.push(format!("{verb} {package}{to};"));
        }
    }
    directives.extend(input.list(Input::class)?.into_iter().map(|class| format!("uses {class};")));
    for _ in 0..input.number()? {
        let service = input.class()?;
        directives.push(format!("provides {service} with {};", input.list(Input::class)?.join(", ")));
    }
    Ok(Module { name, open, directives })
}

struct Input<'c, 'r, 'a, 'b> {
    cursor: Cursor<'c>,
    reader: &'r mut Reader<'a, 'b>,
}

impl<'b> Input<'_, '_, '_, 'b> {
    fn number(&mut self) -> Result<u16, String> {
        self.cursor.u16().ok_or_else(|| "it ends early".to_owned())
    }

    fn index<I>(&mut self) -> Result<Index<I>, String> {
        Index::new(self.number()?).map_err(told)
    }

    fn module(&mut self) -> Result<String, String> {
        let index = self.index::<cpool::Module<'b>>()?;
        let name = self.reader.pool.retrieve(index).map_err(told)?.name;
        Ok(dotted(&self.reader.copy(name)?, '.'))
    }

    fn package(&mut self) -> Result<String, String> {
        let index = self.index::<cpool::Package<'b>>()?;
        let name = self.reader.pool.retrieve(index).map_err(told)?.name;
        Ok(dotted(&self.reader.copy(name)?, '/'))
    }

    fn class(&mut self) -> Result<String, String> {
        let index = self.index()?;
        Ok(dotted(&self.reader.class(index)?.replace('$', "/"), '/'))
    }

    fn list(&mut self, one: impl Fn(&mut Self) -> Result<String, String>) -> Result<Vec<String>, String> {
        let count = self.number()?;
        let mut all = Vec::new();
        for _ in 0..count {
            all.push(one(self)?);
        }
        Ok(all)
    }
}

fn dotted(name: &str, separator: char) -> String {
    java_name::package(&name.replace(separator, "/"))
}

/// The text of a module-info.
pub fn text(path: &str, class: &ClassFile, exists: &dyn Fn(&str) -> bool) -> String {
    let mut out = super::java::first_line(path, class);
    let Some(module) = &class.attributes.module else { return out };
    let mut names = Names::new(class, &[], exists);
    let annotations = values::annotations(&class.attributes.annotations, class.attributes.deprecated, &mut names);
    for import in names.imports() {
        let _ = writeln!(out, "import {import};");
    }
    for annotation in annotations {
        let _ = writeln!(out, "{annotation}");
    }
    let open = if module.open { "open " } else { "" };
    let _ = writeln!(out, "{open}module {} {{", module.name);
    for directive in &module.directives {
        let _ = writeln!(out, "    {directive}");
    }
    out.push_str("}\n");
    out
}

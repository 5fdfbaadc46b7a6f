//! Symbols that have the parameters that were asked for, or extend the type that was.

use std::collections::HashMap;
use std::sync::Arc;

use crate::error::Failure;
use crate::index::Opened;
use crate::model::LineRange;
use crate::search::symbols::{self, Entry, Group, Query, Sort, Table};
use crate::tools::Call;
use crate::tools::declared::{self, Declared};
use crate::tools::resolve::Rows;
use crate::tools::scope::Scope;
use crate::tools::symbol::Symbol;

/// What a line of a stack trace names: of a type that is named alone, as for a lambda, an initialiser or a class without a name, the
/// members around the line.
fn meant(
    call: &Call<'_>,
    artifact: &Opened,
    declared: &Declared,
    entry: &Entry,
    line: u32,
) -> Result<Vec<Entry>, Failure> {
    if declared.member.is_some() || call.args.text("kind").is_some() {
        return Ok(vec![*entry]);
    }
    let methods = artifact.index.methods(entry.type_id).of(artifact)?;
    let fields = artifact.index.fields(entry.type_id).of(artifact)?;
    let members = methods
        .iter()
        .map(|method| (method.lines, Sort::Method, method.id))
        .chain(fields.iter().map(|field| (field.lines, Sort::Field, field.id)));
    let around: Vec<_> = members.filter(|(lines, ..)| lines.holds(line)).collect();
    // A primary constructor has the lines of properties that it declares.
    let size = |lines: &LineRange| lines.end - lines.start;
    let Some(least) = around.iter().map(|(lines, ..)| size(lines)).min() else { return Ok(vec![*entry]) };
    let innermost = around.into_iter().filter(|(lines, ..)| size(lines) == least);
    Ok(innermost.map(|(_, sort, id)| Entry { sort, id, ..*entry }).collect())
}

/// Rows that are in memory at once: looking for one of a type takes as long as the type has members.
const READ_TOGETHER: usize = 4096;

/// The symbols that have the parameters asked for, or the receiver: no table knows those, so that each of the name is read.
pub struct Fitting<'a> {
    symbol: &'a Symbol,
    /// What is not inside of what stands before the name has to extend it.
    extensions: bool,
    /// The line that one of the name holds which is meant.
    line: Option<u32>,
    /// Those of a group, by the place of its artifact and its own.
    known: HashMap<(usize, usize), Vec<Entry>>,
}

impl<'a> Fitting<'a> {
    pub fn of(symbol: &'a Symbol, line: Option<u32>) -> Self {
        Self { symbol, extensions: symbol.may_extend(), line, known: HashMap::new() }
    }

    /// Whether rows are read to tell what fits.
    pub const fn reads_rows(&self) -> bool {
        self.extensions || self.symbol.parameters.is_some() || self.line.is_some()
    }

    /// The symbols of a group that was found.
    pub fn take(&mut self, place: usize, group: &Group) -> Option<Vec<Entry>> {
        self.known.remove(&(place, group.at()))
    }

    /// As [`symbols::search`]; the groups from `from` on are all of them.
    ///
    /// # Errors
    /// When an index cannot be read or the caller wants the work no longer.
    pub fn search(
        &mut self,
        call: &Call<'_>,
        scope: &mut Scope,
        tables: &[Option<Arc<Table>>],
        query: &Query,
        from: Option<(usize, &Group)>,
    ) -> Result<(u64, Vec<(usize, Group)>), Failure> {
        let (_, mut groups) = symbols::search(tables, query, None, usize::MAX);
        let mut total = 0;
        for (place, group) in &groups {
            call.work.check()?;
            let Some(table) = tables[*place].as_deref() else { continue };
            let all = table.entries(query, group);
            let is_inside = |entry: &Entry| !self.extensions || table.is_inside(query, entry);
            if self.symbol.parameters.is_none() && self.line.is_none() && all.iter().all(is_inside) {
                total += all.len() as u64;
                continue;
            }
            let Some(artifact) = scope.open(call, *place)? else { continue };
            let (mut entries, mut holding) = (Vec::new(), Vec::new());
            for some in all.chunks(READ_TOGETHER) {
                call.work.check()?;
                for (declared, entry) in declared::read_all(&artifact, some)?.into_iter().zip(some) {
                    let is_meant = is_inside(entry) || declared.extends(&self.symbol.qualifier);
                    if is_meant && declared.fits(self.symbol, &artifact)? {
                        entries.push(*entry);
                        if let Some(line) = self.line.filter(|line| declared.holds_line(*line)) {
                            holding.extend(meant(call, &artifact, &declared, entry, line)?);
                        }
                    }
                }
            }
            // What was compiled may be another version, whose lines are others.
            if !holding.is_empty() {
                entries = holding;
            }
            total += entries.len() as u64;
            self.known.insert((*place, group.at()), entries);
        }
        if let Some((place, group)) = from {
            let before = groups.iter().take_while(|(at, one)| (*at, one) != (place, group)).count();
            groups.drain(..before);
        }
        Ok((total, groups))
    }
}

//! The scopes of what was chosen.

use std::collections::{HashMap, HashSet, VecDeque};

use super::Walk;

impl Walk<'_> {
    /// The scope of everything chosen: what the project says of a direct dependency, else the widest that a branch gives.
    /// A scope that widens may widen those below it, so that they are looked at again.
    pub(super) fn scopes(&self) -> Vec<String> {
        let mut scopes = vec![String::new(); self.chosen.len()];
        let mut below: HashMap<usize, HashSet<usize>> = HashMap::new();
        for (conflict, edges) in &self.edges {
            for parent in edges.iter().filter_map(|edge| edge.parent) {
                below.entry(parent).or_default().extend(self.places.get(conflict));
            }
        }
        let mut waiting: VecDeque<usize> = (0..self.chosen.len()).collect();
        while let Some(at) = waiting.pop_front() {
            let edges = &self.edges[&self.chosen[at].conflict];
            let direct = edges.iter().find(|edge| edge.parent.is_none()).map(|edge| edge.scope.clone());
            let scope = direct.unwrap_or_else(|| {
                let given = edges.iter().filter_map(|edge| {
                    let above = &scopes[edge.parent?];
                    let given = if edge.is_scope_managed { &edge.scope } else { derived(above, &edge.scope) };
                    (!above.is_empty()).then_some(given)
                });
                given.min_by_key(|scope| width(scope)).unwrap_or_default().to_owned()
            });
            let is_wider = scopes[at].is_empty() || width(&scope) < width(&scopes[at]);
            if is_wider && !scope.is_empty() {
                scopes[at] = scope;
                waiting.extend(below.get(&at).into_iter().flatten());
            }
        }
        scopes
    }
}

/// The scope of what a dependency of scope `above` needs with scope `own`.
fn derived<'s>(above: &'s str, own: &'s str) -> &'s str {
    match (above, own) {
        (_, "system" | "test") => own,
        (_, "compile" | "") | ("test" | "runtime", _) => above,
        ("system" | "provided", _) => "provided",
        _ => "runtime",
    }
}

/// The order of scopes, the widest first.
fn width(scope: &str) -> usize {
    ["compile", "runtime", "provided", "test", "system"].iter().position(|known| *known == scope).unwrap_or(usize::MAX)
}

//! What the class JARs have of types that only one version declares: a type that is in the sources alone was in no program.

use crate::compare::{Change, Compatibility, Row};
use crate::error::Incomplete;
use crate::index::Opened;
use crate::model::TypeKind;
use crate::tools::Call;

/// Most types that are named.
const MOST: usize = 10;

/// The types that came or went in the sources of a version and are not in its class JAR, where that is on this machine.
pub(super) struct NotBuilt(Vec<(Change, String)>);

impl NotBuilt {
    /// Looks for the types of these rows. That such a type is gone breaks nobody, as far as can be told.
    pub fn among(rows: &mut [Row], call: &Call<'_>, old: &Opened, new: &Opened) -> Self {
        let mut all = Vec::new();
        for (artifact, change) in [(old, Change::Removed), (new, Change::Added)] {
            let types = rows.iter().filter(|row| is_of_type(row, change));
            let types: Vec<(&str, &str)> = types.map(|row| (row.package.as_str(), simple(row))).collect();
            let missing = call.explorer.without_class(artifact, &types);
            all.extend(missing.iter().map(|(package, name)| (change, qualified(package, name))));
        }
        let found = Self(all);
        for row in rows.iter_mut().filter(|row| row.compatibility != Compatibility::Compatible && found.has(row)) {
            row.unsure = true;
        }
        found
    }

    fn has(&self, row: &Row) -> bool {
        is_of_type(row, row.change) && self.0.iter().any(|(change, name)| *change == row.change && *name == row.owner)
    }

    /// Notes those that rows tell of.
    pub fn notes(&self, rows: &[Row], old: &Opened, new: &Opened) -> Vec<Incomplete> {
        let of = |(artifact, change): (&Opened, Change)| {
            let names: Vec<&str> =
                rows.iter().filter(|row| row.change == change && self.has(row)).map(|row| &*row.owner).collect();
            let mut named = names.iter().take(MOST).copied().collect::<Vec<_>>().join(", ");
            if names.len() > MOST {
                named = format!("{named} and {} more", names.len() - MOST);
            }
            let reason = format!("in the sources of {}, but not in its class JAR", artifact.coordinate.version());
            (!names.is_empty()).then(|| Incomplete::note(named, reason))
        };
        [(old, Change::Removed), (new, Change::Added)].into_iter().filter_map(of).collect()
    }
}

/// Whether a row tells of a type that has a class: a typealias has none, the one of a facade is named by its annotations.
fn is_of_type(row: &Row, change: Change) -> bool {
    let has_class = ![TypeKind::Typealias.as_str(), TypeKind::Facade.as_str()].contains(&row.kind);
    row.member.is_none() && row.is_api && row.change == change && has_class
}

/// The name of a row's type in its package.
fn simple(row: &Row) -> &str {
    row.owner.strip_prefix(&row.package).map_or(&*row.owner, |name| name.trim_start_matches('.'))
}

fn qualified(package: &str, name: &str) -> String {
    if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") }
}

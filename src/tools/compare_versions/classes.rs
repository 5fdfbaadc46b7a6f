//! What the class JARs have of types that only one version declares: a type that is in the sources alone was in no program.

use crate::compare::{Change, Row};
use crate::error::Incomplete;
use crate::index::Opened;
use crate::model::TypeKind;
use crate::tools::Call;

/// Most types that are named.
const MOST: usize = 10;

/// Notes, for both versions, the types that came or went in the sources and are not in the class JAR, where that is on this
/// machine.
pub(super) fn not_built(call: &Call<'_>, old: &Opened, new: &Opened, rows: &[Row]) -> Vec<Incomplete> {
    let sides = [(old, Change::Removed), (new, Change::Added)];
    sides.into_iter().filter_map(|(artifact, change)| of(call, artifact, change, rows)).collect()
}

fn of(call: &Call<'_>, artifact: &Opened, change: Change, rows: &[Row]) -> Option<Incomplete> {
    // A typealias has no class; the one of a facade is named by its annotations.
    let has_class = |row: &&Row| ![TypeKind::Typealias.as_str(), TypeKind::Facade.as_str()].contains(&row.kind);
    let types = rows.iter().filter(|row| row.member.is_none() && row.is_api && row.change == change).filter(has_class);
    let types: Vec<(&str, &str)> = types.map(|row| (row.package.as_str(), simple(row))).collect();
    let missing = call.explorer.without_class(artifact, &types);
    let named = missing.iter().take(MOST).map(|(package, name)| qualified(package, name));
    let mut names = named.collect::<Vec<_>>().join(", ");
    if missing.len() > MOST {
        names = format!("{names} and {} more", missing.len() - MOST);
    }
    let reason = format!("in the sources of {}, but not in its class JAR", artifact.coordinate.version());
    (!missing.is_empty()).then(|| Incomplete::note(names, reason))
}

/// The name of a row's type in its package.
fn simple(row: &Row) -> &str {
    row.owner.strip_prefix(&row.package).map_or(&*row.owner, |name| name.trim_start_matches('.'))
}

fn qualified(package: &str, name: &str) -> String {
    if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") }
}

//! The texts of rows, with names spelt out that mean another type in the other version: `ServletRequest` of `javax.servlet` in
//! the one and of `jakarta.servlet` in the other looks like no change at all.

use std::borrow::Cow;

use super::names::Site;
use super::pair::Pair;
use super::side::Side;
use super::{CompareError, In, Place, Row, Version};
use crate::store::TypeRow;

/// Spells out such names in the rows of a pair.
///
/// # Errors
/// When an index cannot be read.
pub fn spell_out(pair: &Pair<'_>, (old, new): (&Side, &Side), rows: &mut [Row]) -> Result<(), CompareError> {
    for row in rows.iter_mut().filter(|row| row.old.is_some() || row.new.is_some()) {
        let moved = row.moved_to.as_ref().map(|(name, _)| new.declarations(name));
        let is_elsewhere = moved.as_ref().is_some_and(Vec::is_empty);
        let is_header = row.member.is_none();
        let before = site(old, &pair.old.rows, row.old_place, is_header).of(Version::Old)?;
        let after = site(new, moved.as_deref().unwrap_or(&pair.new.rows), row.new_place, is_header).of(Version::New)?;
        if let Some((before, after)) = before.zip(after)
            && !is_elsewhere
        {
            let is_same = row.old == row.new;
            row.old = row.old.take().map(|text| spelt(&text, &before, &after, is_same).into_owned());
            row.new = row.new.take().map(|text| spelt(&text, &after, &before, is_same).into_owned());
        }
    }
    Ok(())
}

/// Where the text of a row was written: a facade has a declaration for each of its files.
fn site<'a>(
    side: &'a Side,
    rows: &[&'a TypeRow],
    place: Option<Place>,
    is_header: bool,
) -> Result<Option<Site<'a>>, crate::store::read::StoreError> {
    let there = place.and_then(|place| rows.iter().find(|row| row.file == place.file));
    let Some(row) = there.or(rows.first()).copied() else { return Ok(None) };
    if is_header { Site::header(side, row) } else { Site::body(side, row) }.map(Some)
}

/// The text with the names spelt out that mean another type at the other site. What only one of them imports is left alone, but
/// where the texts are the same, in which nothing else tells what changed.
fn spelt<'t>(text: &'t str, here: &Site<'_>, there: &Site<'_>, is_same: bool) -> Cow<'t, str> {
    let mut out = String::new();
    let mut done = 0;
    for (at, name) in names(text) {
        let simple = name.rsplit('.').next().unwrap_or(name);
        if simple.starts_with(|c: char| !c.is_uppercase()) {
            continue;
        }
        let (meant, other) = (here.look_up(name), there.look_up(name));
        let is_told = is_same || meant.is_known() && other.is_known();
        if is_told && !meant.is(&other) && meant.likeliest() != name {
            out.push_str(&text[done..at]);
            out.push_str(meant.likeliest());
            done = at + name.len();
        }
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// The names in a text, with the dots between their parts, and where they begin.
fn names(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    let runs = text.split(move |c| !is_part(c)).filter(|run| !run.is_empty());
    let placed = runs.map(|run| (run.as_ptr() as usize - text.as_ptr() as usize, run));
    placed.filter_map(|(at, run)| {
        let name = run.trim_start_matches('.');
        let at = at + run.len() - name.len();
        let name = name.split("..").next().unwrap_or(name).trim_end_matches('.');
        (!name.is_empty()).then_some((at, name))
    })
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn names_are_found_with_their_dots() {
        let found: Vec<_> = names("public <T> a.B.C f(Map.Entry<K, V> x, String... rest, g: Foo.() -> Unit)").collect();
        let words: Vec<_> = found.iter().map(|(_, name)| *name).collect();
        let expected = ["public", "T", "a.B.C", "f", "Map.Entry", "K", "V", "x", "String", "rest", "g", "Foo", "Unit"];
        assert_eq!(words, expected);
        assert_eq!(found[2].0, 11);
    }
}

//! The globs over coordinates that narrow where a call looks, and which of them lead nowhere.

use crate::coordinate::Coordinate;
use crate::error::Failure;
use crate::search::pattern::{NamePattern, PatternKind};
use crate::tools::resolve;

/// The globs of one call.
pub struct Globs<'a>(Vec<Glob<'a>>);

struct Glob<'a> {
    text: &'a str,
    pattern: NamePattern,
    has_matched: bool,
}

impl<'a> Globs<'a> {
    /// # Errors
    /// `invalid_pattern`.
    pub fn parse(texts: Vec<&'a str>) -> Result<Self, Failure> {
        let parse = |text| {
            let pattern = resolve::pattern("artifacts", text, PatternKind::Glob)?;
            Ok(Glob { text, pattern, has_matched: false })
        };
        texts.into_iter().map(parse).collect::<Result<_, _>>().map(Self)
    }

    /// Whether one of them matches a coordinate; takes note of each that does.
    pub fn wants(&mut self, coordinate: &Coordinate) -> bool {
        let name = coordinate.to_string();
        let mut is_wanted = false;
        for glob in &mut self.0 {
            let matches = glob.pattern.matches(&name);
            glob.has_matched |= matches;
            is_wanted |= matches;
        }
        is_wanted
    }

    /// Those that have matched nothing yet.
    pub fn unmatched(&self) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(|glob| !glob.has_matched).map(|glob| glob.text)
    }
}

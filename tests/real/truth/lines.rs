//! Line tables against ranges.

use jardex::model::LineRange;

/// The first line that lies in none of the ranges, as words.
pub fn outside(lines: &[(u32, u32)], ranges: &[LineRange]) -> Option<String> {
    let line = lines.iter().flat_map(|(start, end)| *start..=*end).find(|line| !holds(ranges, *line))?;
    let own: Vec<String> = ranges.iter().map(|range| format!("{}-{}", range.start, range.end)).collect();
    Some(format!("line {line} is not in {}", own.join(",")))
}

fn holds(ranges: &[LineRange], line: u32) -> bool {
    ranges.iter().any(|range| (range.start..=range.end).contains(&line))
}

//! Times as records write them.

use std::time::{SystemTime, UNIX_EPOCH};

/// `time` as RFC 3339 in UTC, whole seconds: `2026-11-20T10:00:00Z`. A time before 1970 gives 1970.
#[must_use]
pub fn rfc3339(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = date(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Year, month and day of the day `days` after 1970-01-01 in the Gregorian calendar.
fn date(mut days: u64) -> (u64, u64, u64) {
    // 400 years have the same number of days wherever they begin, so the loops below stay short.
    const FOUR_CENTURIES: u64 = 146_097;
    let mut year = 1970 + days / FOUR_CENTURIES * 400;
    days %= FOUR_CENTURIES;
    while days >= days_of_year(year) {
        days -= days_of_year(year);
        year += 1;
    }
    let mut month = 1;
    while days >= days_of_month(year, month) {
        days -= days_of_month(year, month);
        month += 1;
    }
    (year, month, days + 1)
}

fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_of_year(year: u64) -> u64 {
    if is_leap(year) { 366 } else { 365 }
}

fn days_of_month(year: u64, month: u64) -> u64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

//! What stands around the output of a program where something else kept it: the colours of a terminal, the steps of Docker's.

use std::borrow::Cow;

/// The text without escape sequences of terminals, and without what Docker puts before each line of a build: `#12 3.456 `, the step
/// and its seconds.
pub fn plain(text: &str) -> Cow<'_, str> {
    let text = without_escapes(text);
    if !text.lines().any(|line| of_step(line).is_some()) {
        return text;
    }
    let lines = text.lines().map(|line| of_step(line).unwrap_or(line));
    Cow::Owned(lines.flat_map(|line| [line, "\n"]).collect())
}

/// What a step of Docker's says on a line.
fn of_step(line: &str) -> Option<&str> {
    let (step, rest) = line.strip_prefix('#')?.split_once(' ')?;
    let (seconds, said) = rest.split_once(' ').unwrap_or((rest, ""));
    let (whole, fraction) = seconds.split_once('.')?;
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    [step, whole, fraction].into_iter().all(is_number).then_some(said)
}

fn without_escapes(text: &str) -> Cow<'_, str> {
    if !text.contains('\x1b') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\x1b') {
        out.push_str(&rest[..at]);
        let sequence = rest[at + 1..].strip_prefix('[').unwrap_or_default();
        let end = sequence.find(|c: char| ('\x40'..='\x7e').contains(&c)).map_or(0, |end| end + 1);
        rest = if end > 0 { &sequence[end..] } else { &rest[at + 1..] };
    }
    out.push_str(rest);
    Cow::Owned(out)
}

//! Bodies and initial values: whether they changed, and how.

use line_diff::TextDiff;

use super::tokens::{same_tokens, tokens};

/// Most lines of a declaration that a diff is made of: the algorithm takes time in their product.
const MOST_LINES: usize = 4000;
/// Lines that a diff shows around a change.
const CONTEXT: usize = 3;

/// Whether two pieces of code say the same; comments and blanks do not count.
#[must_use]
pub fn same(old: &str, new: &str) -> bool {
    old == new || same_tokens(old, new)
}

/// Whether two defaults of an annotation's element are the same value. A comma behind the last of several says nothing, nor do the
/// braces around one, nor the package of a name that only one of them writes.
#[must_use]
pub fn same_value(old: &str, new: &str) -> bool {
    let is_suffix = |name: &str, whole: &str| whole.strip_suffix(name).is_some_and(|rest| rest.ends_with('.'));
    let is_name = |part: &str| part.starts_with(char::is_alphabetic);
    let is_same = |(old, new): (&String, &String)| {
        old == new || (is_name(old) && is_name(new) && (is_suffix(old, new) || is_suffix(new, old)))
    };
    let (old, new) = (parts(old), parts(new));
    old.len() == new.len() && old.iter().zip(&new).all(is_same)
}

/// The tokens of a value, each qualified name as one.
fn parts(value: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut is_open = false;
    for token in tokens(value) {
        let goes_on = is_open && token.is_word || token.text == ".";
        if let Some(last) = parts.last_mut().filter(|last| goes_on && last.starts_with(char::is_alphabetic)) {
            last.push_str(token.text);
        } else {
            let is_last = matches!(token.text, "}" | "]") && parts.last().is_some_and(|last| last == ",");
            parts.truncate(parts.len() - usize::from(is_last));
            parts.push(token.text.to_owned());
        }
        is_open = token.text == ".";
    }
    match &parts[..] {
        [open, only, close] if matches!((open.as_str(), close.as_str()), ("{", "}") | ("[", "]")) => vec![only.clone()],
        _ => parts,
    }
}

/// Whether the code of a constructor, or of the accessor of a record's component of this name, is what Java makes where nobody writes
/// it.
#[must_use]
pub fn is_as_made(code: &str, name: &str) -> bool {
    let tokens = tokens(code);
    let words: Vec<&str> = tokens.iter().map(|token| token.text).collect();
    let assigns = |words: &[&str]| matches!(words, ["this", ".", to, "=", from, ";"] if to == from);
    match words[..] {
        [] | ["super", "(", ")", ";"] => true,
        ["return", given, ";"] | ["return", "this", ".", given, ";"] => given == name,
        _ => words.chunks(6).all(assigns),
    }
}

/// The initial value that a field's declaration has, from its `=` on, or its accessors; empty where there is none.
#[must_use]
pub fn value(declaration: &str) -> &str {
    let mut depth = 0_usize;
    for token in tokens(declaration) {
        let at = token.text.as_ptr().addr() - declaration.as_ptr().addr();
        match token.text {
            "(" | "{" | "[" if depth == 0 && token.text == "{" => return &declaration[at..],
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            "=" | "by" | "get" if depth == 0 => return &declaration[at..],
            _ => {}
        }
    }
    ""
}

/// Whether an initial value is a constant as far as its tokens tell: no call, no `new`.
#[must_use]
pub fn is_constant(value: &str) -> bool {
    let tokens = tokens(value);
    let calls = tokens.windows(2).any(|pair| pair[0].is_word && pair[1].text == "(");
    !tokens.is_empty() && !calls && tokens.iter().all(|token| !matches!(token.text, "new" | "{" | "[" | "null" | "->"))
}

/// The unified diff of two texts, line numbers from those given; none where they are too long.
#[must_use]
pub fn unified(old: (&str, u32), new: (&str, u32)) -> Option<String> {
    if old.0.lines().count().max(new.0.lines().count()) > MOST_LINES {
        return None;
    }
    let diff = TextDiff::from_lines(old.0, new.0);
    let mut out = String::new();
    for hunk in diff.unified_diff().context_radius(CONTEXT).iter_hunks() {
        let text = hunk.to_string();
        let (head, rest) = text.split_once('\n').unwrap_or((&text, ""));
        out.push_str(&shifted(head, old.1, new.1));
        out.push('\n');
        out.push_str(rest);
    }
    Some(out)
}

/// The head of a hunk with the lines of the files: `@@ -1,3 +1,4 @@`.
fn shifted(head: &str, old: u32, new: u32) -> String {
    let shift = |part: &str, by: u32| {
        let (line, rest) = part.split_once(',').map_or((part, ""), |(line, _)| (line, &part[line.len()..]));
        let line = line.parse::<u32>().map_or(0, |line| line.saturating_add(by).saturating_sub(1));
        format!("{line}{rest}")
    };
    let words: Vec<String> = head
        .split(' ')
        .map(|word| match word.split_at_checked(1) {
            Some(("-", part)) => format!("-{}", shift(part, old)),
            Some(("+", part)) => format!("+{}", shift(part, new)),
            _ => word.to_owned(),
        })
        .collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_fields() {
        assert_eq!(value("@A(x = 1) public static final int A = 2 + 3;"), "= 2 + 3;");
        assert_eq!(value("int a;"), "");
        assert_eq!(value("val x: Int get() = 1"), "get() = 1");
        assert!(is_constant("= 1 + (2 << X.Y);") && is_constant("= \"a\" + B;"));
        assert!(!is_constant("= f(1);") && !is_constant("= new A();") && !is_constant(""));
    }

    #[test]
    fn code_that_is_made() {
        for code in ["", "// nothing", "super();", "this.a = a; this.b = b;", "return x;", "return this.x;"] {
            assert!(is_as_made(code, "x"), "{code}");
        }
        for code in ["super(1);", "this.a = b;", "this.a = a; f();", "return y;", "return x + 1;"] {
            assert!(!is_as_made(code, "x"), "{code}");
        }
    }

    #[test]
    fn values_of_elements() {
        for (old, new) in [
            ("{1,2}", "{ 1, 2, }"),
            ("{}", "{ }"),
            ("1", "{1}"),
            ("Object.class", "java.lang.Object.class"),
            ("{A.X, B.Y}", "{p.A.X, Y}"),
            ("[\"a\",]", "[\"a\"]"),
        ] {
            assert!(same_value(old, new) && same_value(new, old), "{old} {new}");
        }
        for (old, new) in
            [("1.5", "5"), ("{1}", "{1, 2}"), ("A.class", "AA.class"), ("q.A.class", "p.A.class"), ("{}", "1")]
        {
            assert!(!same_value(old, new), "{old} {new}");
        }
    }

    #[test]
    fn diffs_have_the_lines_of_the_files() {
        let diff = unified(("a\nb\nc\n", 40), ("a\nx\nc\n", 44)).unwrap();
        assert_eq!(diff, "@@ -40,3 +44,3 @@\n a\n-b\n+x\n c\n");
    }
}

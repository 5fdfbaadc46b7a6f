//! Javadoc's inline tags and HTML's character references as plain text.

/// What an inline tag stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    /// Text that is not looked at again: code, a literal, a link's target.
    Literal(String),
    /// Text with markup of its own: a link's label.
    Markup(String),
    /// `{@summary …}`: this is the sentence.
    Summary(String),
    /// `{@snippet …}`: a block, which ends the sentence.
    Block,
}

/// Reads `{@name content}` at the beginning of `text`; gives its meaning and its length in bytes. None: no inline tag, or
/// one that is not closed.
pub fn tag(text: &str) -> Option<(Inline, usize)> {
    let rest = text.strip_prefix("{@")?;
    let end = closing_brace(rest)?;
    let inside = &rest[..end];
    let split = inside.find(char::is_whitespace).unwrap_or(inside.len());
    let (name, content) = (&inside[..split], inside[split..].trim());
    let meaning = match name {
        "code" | "literal" | "value" | "systemProperty" => Inline::Literal(reference_or_text(name, content)),
        "link" | "linkplain" => link(content),
        "inheritDoc" | "docRoot" => Inline::Literal(String::new()),
        "return" => Inline::Summary(format!("Returns {}.", content.trim_end_matches('.'))),
        "summary" => Inline::Summary(content.to_owned()),
        "index" => Inline::Literal(index_term(content)),
        "snippet" => Inline::Block,
        _ => Inline::Markup(content.to_owned()),
    };
    Some((meaning, end + "{@}".len()))
}

/// The offset of the brace that closes an open one.
fn closing_brace(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 0 => return Some(at),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn reference_or_text(name: &str, content: &str) -> String {
    if name == "value" { reference(content) } else { content.to_owned() }
}

/// A link's label, or its target as javadoc writes it.
fn link(content: &str) -> Inline {
    let mut depth = 0_i32;
    let end = content
        .find(|c: char| {
            match c {
                '(' | '<' => depth += 1,
                ')' | '>' => depth -= 1,
                _ => {}
            }
            c.is_whitespace() && depth <= 0
        })
        .unwrap_or(content.len());
    let label = content[end..].trim();
    if label.is_empty() { Inline::Literal(reference(&content[..end])) } else { Inline::Markup(label.to_owned()) }
}

/// `a.b.Type#member(int)` as `Type.member(int)`, `#member` as `member`.
fn reference(target: &str) -> String {
    let (owner, member) = target.split_once('#').unwrap_or((target, ""));
    // A module in front (`java.base/java.util.List`) is not shown.
    let owner = owner.rsplit_once('/').map_or(owner, |(_, name)| name);
    let arguments = owner.find(['<', '(']).unwrap_or(owner.len());
    let type_at = owner[..arguments]
        .split('.')
        .scan(0, |at, part| {
            let begin = *at;
            *at += part.len() + 1;
            Some((begin, part))
        })
        .find(|(_, part)| part.starts_with(char::is_uppercase))
        .map_or(0, |(begin, _)| begin);
    let owner = &owner[type_at..];
    match (owner.is_empty(), member.is_empty()) {
        (_, true) => owner.to_owned(),
        (true, false) => member.to_owned(),
        (false, false) => format!("{owner}.{member}"),
    }
}

/// The term of `{@index term description}`; a term of several words stands in quotes.
fn index_term(content: &str) -> String {
    match content.strip_prefix('"').and_then(|quoted| quoted.split_once('"')) {
        Some((term, _)) => term.to_owned(),
        None => content.split_whitespace().next().unwrap_or("").to_owned(),
    }
}

/// Reads a character reference (`&lt;`, `&#64;`, `&#x40;`) at the beginning of `text`; gives its text and its length.
pub fn entity(text: &str) -> Option<(char, usize)> {
    let end = text.bytes().take(12).position(|byte| byte == b';')?;
    let name = text.get(1..end)?;
    let c = if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        char::from_u32(code).filter(|c| !c.is_control())?
    } else {
        ENTITIES.iter().find(|(known, _)| *known == name)?.1
    };
    Some((c, end + 1))
}

/// The named references that documentation of libraries uses (counted over the JDK and Spring), not HTML's whole list.
const ENTITIES: [(&str, char); 40] = [
    ("lt", '<'),
    ("gt", '>'),
    ("amp", '&'),
    ("quot", '"'),
    ("apos", '\''),
    ("nbsp", ' '),
    ("ensp", ' '),
    ("emsp", ' '),
    ("thinsp", ' '),
    ("mdash", '—'),
    ("ndash", '–'),
    ("minus", '−'),
    ("hellip", '…'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("laquo", '«'),
    ("raquo", '»'),
    ("copy", '©'),
    ("reg", '®'),
    ("trade", '™'),
    ("times", '×'),
    ("middot", '·'),
    ("bull", '•'),
    ("deg", '°'),
    ("micro", 'µ'),
    ("plusmn", '±'),
    ("le", '≤'),
    ("ge", '≥'),
    ("ne", '≠'),
    ("infin", '∞'),
    ("larr", '←'),
    ("rarr", '→'),
    ("lbrace", '{'),
    ("rbrace", '}'),
    ("commat", '@'),
    ("sol", '/'),
    ("pi", 'π'),
    ("sect", '§'),
];

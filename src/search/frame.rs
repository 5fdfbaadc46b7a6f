//! A line of a stack trace: which declaration it names, and the line it was at.
//!
//! The names are those of class files: what compilers made of a lambda, an accessor or a nameless class is led back to what was
//! written.

use std::borrow::Cow;

/// How class files, and symbols, call constructors.
pub const CONSTRUCTOR: &str = "<init>";

/// A line of a stack trace.
#[derive(Debug, PartialEq, Eq)]
pub struct Frame {
    /// `a.b.Outer$Inner.method`, or the type alone where no method of it is named.
    pub name: String,
    /// In the file that declares it.
    pub line: Option<u32>,
}

impl Frame {
    /// The frame in a line of a trace, as the virtual machine prints it or as logging libraries do, with the JAR behind it:
    /// `at a.b.C.m(C.java:123) ~[lib-1.0.jar:1.0]`, `java.base/a.b.C.m(Unknown Source)`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let text = text.strip_prefix("at ").map_or(text, str::trim_start);
        let (called, rest) = text.split_once('(')?;
        let (place, behind) = rest.split_once(')')?;
        let is_jar = behind.trim_start().trim_start_matches('~').starts_with('[');
        if called.contains(char::is_whitespace) || (!behind.trim().is_empty() && !is_jar) {
            return None;
        }
        let (file, line) = place.rsplit_once(':').map_or((place, None), |(file, line)| (file, line.parse().ok()));
        let is_kotlin = file.strip_suffix(".kt").is_some();
        if !is_kotlin && file.strip_suffix(".java").is_none() && !matches!(place, "Native Method" | "Unknown Source") {
            return None;
        }
        let (class, method) = match called.split_once("$$Lambda") {
            // A class that the virtual machine made has no name of its own behind this.
            Some((class, _)) => (class, ""),
            None => called.rsplit_once('.')?,
        };
        // The loader and the module stand before a slash each.
        let class = class.rsplit('/').next().unwrap_or(class);
        let (class, around) = written_class(class, is_kotlin);
        let method = match around {
            // What a class without a name declares is no symbol.
            Around::Type => None,
            Around::Function(name) => Some(name),
            Around::Nothing => written_method(method, is_kotlin),
        };
        let name = method.map_or_else(|| class.clone(), |method| format!("{class}.{method}"));
        Some(Self { name, line })
    }
}

/// What is around a class that has no name.
enum Around<'a> {
    /// It has one.
    Nothing,
    Type,
    Function(&'a str),
}

/// A class as it is declared; of one without a name the one around it.
fn written_class(name: &str, is_kotlin: bool) -> (String, Around<'_>) {
    let (package, simple) = name.rsplit_once('.').map_or(("", name), |(package, simple)| (package, simple));
    let is_nameless = |part: &str| part.is_empty() || part.starts_with(|c: char| c.is_ascii_digit());
    let parts: Vec<&str> = simple.split('$').collect();
    let named = parts.iter().skip(1).position(|part| is_nameless(part)).map_or(parts.len(), |at| at + 1);
    let is_named = named == parts.len();
    let (kept, around) = match &parts[..named] {
        all if is_named => (all, Around::Nothing),
        [outer @ .., last] if is_kotlin && !outer.is_empty() && last.starts_with(char::is_lowercase) => {
            (outer, Around::Function(last))
        }
        all => (all, Around::Type),
    };
    let written = kept.join("$");
    let written = if is_kotlin { facade(&written).to_owned() } else { written };
    (if package.is_empty() { written } else { format!("{package}.{written}") }, around)
}

/// A method as it is declared; none where none is.
fn written_method(name: &str, is_kotlin: bool) -> Option<&str> {
    // `lambda$name$0` of javac, `name$lambda$0` of kotlinc.
    let name = match name.strip_prefix("lambda$").and_then(|rest| rest.rsplit_once('$')) {
        Some(("new", _)) => CONSTRUCTOR,
        Some(("static" | "null", _)) => "",
        Some((around, _)) => around,
        None => name,
    };
    let accessed = name.strip_prefix("access$");
    let name = match accessed {
        Some(number) if number.bytes().all(|byte| byte.is_ascii_digit()) => "",
        Some(accessed) => accessed,
        None => name,
    };
    // `name$default`, `name$suspendImpl`, and `name$module` of what is internal.
    let plain =
        name.split_once('$').filter(|(plain, _)| is_kotlin && !plain.is_empty()).map_or(name, |(plain, _)| plain);
    let plain = if is_kotlin { unmarked(plain, true) } else { plain };
    Some(plain).filter(|name| !name.is_empty() && *name != "<clinit>")
}

/// The facade of which a class is a part: `FlowKt` of `FlowKt__ReduceKt`, `Okio` of `Okio__JvmOkioKt`; any other class itself.
fn facade(class: &str) -> &str {
    let outermost = class.split('$').next().unwrap_or(class);
    outermost
        .split_once("__")
        .filter(|(facade, part)| !facade.is_empty() && part.ends_with("Kt"))
        .map_or(class, |(facade, _)| facade)
}

/// A function without what kotlinc puts behind its name: the mark of what its value classes are, or of its defaults.
fn unmarked(method: &str, is_of_class: bool) -> &str {
    /// Letters that it makes of what a signature hashes to.
    const MARK: usize = 7;
    let method = method.strip_suffix("$default").filter(|method| !method.is_empty()).unwrap_or(method);
    let is_of_mark = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let is_mark = |mark: &str| {
        (is_of_class && mark == "impl") || (mark.len() == MARK && mark.chars().all(is_of_mark) && !is_word(mark))
    };
    match method.split_once('-') {
        Some((plain, mark)) if !plain.is_empty() && is_mark(mark) => plain,
        _ => method,
    }
}

/// Whether a text is a word, or several, as people write them behind a hyphen: `read-timeout`, `Accept-Charset`, `to-many`.
fn is_word(text: &str) -> bool {
    let is_capital = |word: &str| word.get(1..).is_none_or(|rest| !rest.contains(|c: char| c.is_ascii_uppercase()));
    let has_digits = text.contains(|c: char| c.is_ascii_digit());
    let is_in_capitals = !text.contains(|c: char| c.is_ascii_lowercase());
    is_in_capitals || (!has_digits && text.split(['-', '_']).all(is_capital))
}

/// A name that is pasted from class files of Kotlin as it is written, `a.FlowKt.first` of `a.FlowKt__ReduceKt.first-Gk81x_2(long)`:
/// where the name is another, the parameters are as well. What kotlinc did not make is left as it is.
#[must_use]
pub fn as_written(text: &str) -> Cow<'_, str> {
    let (name, parameters) = text.split_at(text.find('(').unwrap_or(text.len()));
    let (around, last) = name.split_at(name.rfind(['.', '#']).map_or(0, |at| at + 1));
    let class = around.trim_end_matches(['.', '#']).rsplit('.').next().unwrap_or_default();
    let plain = unmarked(last, class.starts_with(char::is_uppercase));
    let parameters = if plain == last { parameters } else { "" };
    let parts: Vec<&str> = around.split_inclusive('.').collect();
    let class = |part: &str| {
        let end = part.find(['.', '#']).unwrap_or(part.len());
        format!("{}{}", facade(&part[..end]), &part[end..])
    };
    let written = parts.into_iter().map(class).collect::<String>() + facade(plain) + parameters;
    if written == text { Cow::Borrowed(text) } else { Cow::Owned(written) }
}

#[cfg(test)]
mod tests {
    use super::{Frame, as_written};

    #[test]
    fn what_kotlinc_puts_into_names_is_left_out() {
        for (text, written) in [
            ("a.DelayKt.delay-VtjQ1oo", "a.DelayKt.delay"),
            ("a.DelayKt#delay-VtjQ1oo(long, b.C)", "a.DelayKt#delay"),
            ("a.List#getTail-impl", "a.List#getTail"),
            ("a.BuildersKt.launch$default", "a.BuildersKt.launch"),
            ("timeout-Gk-1x_2$default", "timeout"),
            ("a.BuildersKt__Builders_commonKt.with(int)", "a.BuildersKt.with(int)"),
            ("a.FlowKt__ReduceKt", "a.FlowKt"),
            ("okio.Okio__JvmOkioKt#sink", "okio.Okio#sink"),
        ] {
            assert_eq!(as_written(text), written);
        }
        for text in [
            "",
            "a.b-c",
            "__Kt",
            "$default",
            "server.read-timeout",
            "Accept-Charset",
            "one-to-many",
            "ISO-8859-15",
            "x-api-key",
            "log4j-impl",
            "READ-TIMEOUT",
            "a.C.it-is-not-one",
            "a.A__B.c",
            "a.C$default.m",
            "-abcdef7",
            "a.C#m(x-abcdef7)",
        ] {
            assert_eq!(as_written(text), text);
        }
    }

    #[test]
    fn frames_name_what_was_written() {
        for (text, name, line) in [
            ("at a.b.C.m(C.java:12)", "a.b.C.m", Some(12)),
            ("at a.b.C.m(C.java:12) ~[lib-1.2.jar:1.2]", "a.b.C.m", Some(12)),
            ("\tat a.b.C.m(C.java:12) [lib-1.2.jar!/:?]", "a.b.C.m", Some(12)),
            ("app//java.base/a.b.C$D.<init>(Unknown Source)", "a.b.C$D.<init>", None),
            ("a.C.m(Native Method)", "a.C.m", None),
            ("a.C.lambda$find$1(C.java:5)", "a.C.find", Some(5)),
            ("a.C.lambda$new$0(C.java:5)", "a.C.<init>", Some(5)),
            ("a.C.lambda$static$0(C.java:5)", "a.C", Some(5)),
            ("a.C.access$000(C.java:5)", "a.C", Some(5)),
            ("a.C.<clinit>(C.java:5)", "a.C", Some(5)),
            ("a.C$1.run(C.java:5)", "a.C", Some(5)),
            ("a.C$D$2Local.run(C.java:5)", "a.C$D", Some(5)),
            ("a.C$$Lambda/0x00007f.apply(Unknown Source)", "a.C", None),
            ("a.C$$Lambda$14/0x1f.apply(Unknown Source)", "a.C", None),
            ("a.C.go$lambda$0(C.kt:7)", "a.C.go", Some(7)),
            ("a.C.go$default(C.kt:7)", "a.C.go", Some(7)),
            ("a.C.access$go(C.kt:7)", "a.C.go", Some(7)),
            ("a.C$go$1.invokeSuspend(C.kt:7)", "a.C.go", Some(7)),
            ("a.FlowKt__ReduceKt$first$$inlined$collect$2.emit(Collect.kt:7)", "a.FlowKt.first", Some(7)),
            ("a.DelayKt.delay-VtjQ1oo(Delay.kt:7)", "a.DelayKt.delay", Some(7)),
            ("a.Okio__JvmOkioKt.sink(JvmOkio.kt:7)", "a.Okio.sink", Some(7)),
            ("a.C.$m(C.java:5)", "a.C.$m", Some(5)),
        ] {
            assert_eq!(Frame::parse(text), Some(Frame { name: name.to_owned(), line }), "{text}");
        }
        for text in ["a.C.m(String)", "m(C.java:12)", "a.C.m(C.java:12) more", "a b.C.m(C.java:1)", "", "a.C"] {
            assert_eq!(Frame::parse(text), None, "{text}");
        }
    }
}

//! What the signature of a function in Kotlin says beyond types: names, defaults, variable arguments.

use crate::model::TypeKind;
use crate::search::references::java::is_nullable;
use crate::search::references::types::Type;
use crate::store::MethodRow;

/// What a Kotlin function says beyond types.
#[derive(Debug, Clone, Default)]
pub struct Header {
    /// What it extends.
    pub receiver: Option<Type>,
    /// The value that it is called on, where it extends one.
    pub given: Option<Type>,
    pub names: Vec<String>,
    pub defaults: Vec<bool>,
    /// Whether each takes `null`: its type is written with `?`, or may stand for one that is.
    pub nullable: Vec<bool>,
    /// Whether it may give `null`.
    pub gives_null: bool,
    /// Whether what its lambda gives chooses among overloads that fit alike.
    pub by_result: bool,
    /// It overrides, and its defaults are those of what it overrides: all may have one as long as that is not known.
    pub inherits_defaults: bool,
    pub vararg: Option<usize>,
    /// It goes before members of what it extends, where the compiler asks for that.
    pub hides_members: bool,
    /// It is there for what was compiled earlier alone.
    pub is_hidden: bool,
    /// Where the platforms of a library each have one.
    pub part: Part,
}

/// Which part of a declaration for several platforms it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Part {
    #[default]
    Whole,
    Expect,
    Actual,
}

impl Header {
    /// What the signature of a function or constructor says.
    pub fn read(row: &MethodRow) -> Self {
        let has = |modifier: &str| row.modifiers.split_whitespace().any(|word| word == modifier);
        // So does what one platform declares of what is expected of all.
        let overrides = has("override") || has("actual");
        let part = match (has("expect"), has("actual")) {
            (true, _) => Part::Expect,
            (_, true) => Part::Actual,
            _ => Part::Whole,
        };
        let by_result = row.annotations.contains("OverloadResolutionByLambdaReturnType");
        let hides_members = row.annotations.contains("HidesMembers");
        let gives_null = is_nullable(row.return_type.as_deref());
        let mut header =
            Self { inherits_defaults: overrides, by_result, part, gives_null, hides_members, ..Self::default() };
        for (at, text) in parameters(&row.signature).into_iter().enumerate() {
            let (head, rest) = text.split_once(':').unwrap_or((text, ""));
            let name = head.split_whitespace().last().unwrap_or("").trim_matches('`');
            if head.split_whitespace().any(|word| word == "vararg") {
                header.vararg = Some(at);
            }
            header.names.push(name.to_owned());
            header.defaults.push(overrides || rest.contains('='));
        }
        // Java's variable arguments are the last.
        if row.parameter_types.last().is_some_and(|text| text.trim_end().ends_with("...")) {
            header.vararg = row.parameter_types.len().checked_sub(1);
        }
        header.defaults.resize(row.parameter_types.len(), overrides);
        let texts = row.parameter_types.iter();
        header.nullable = texts.map(|text| is_nullable(Some(text.trim_end_matches("...")))).collect();
        header
    }

    /// Takes the types that are declared: a variable or an alias may stand for what takes `null`.
    pub fn stand_for(&mut self, parameters: &[Type]) {
        for (at, (nullable, parameter)) in self.nullable.iter_mut().zip(parameters).enumerate() {
            let of = match parameter {
                Type::Array(of) if self.vararg == Some(at) => of,
                of => of,
            };
            *nullable |= match of {
                Type::Class(class) => class.info.row().kind == TypeKind::Typealias,
                Type::Function(_) | Type::Array(_) | Type::Primitive(_) => false,
                _ => true,
            };
        }
    }

    /// Takes the defaults of what it overrides; none: that is of Java, which has no defaults.
    pub fn inherit(&mut self, overridden: Option<&Self>) {
        if let (true, Some(overridden)) = (self.inherits_defaults, overridden) {
            self.defaults.clone_from(&overridden.defaults);
        } else if self.inherits_defaults {
            self.defaults.fill(false);
        }
        self.inherits_defaults &= overridden.is_some_and(|overridden| overridden.inherits_defaults);
    }
}

/// Whether a declaration is deprecated so far that no source sees it.
pub fn is_hidden(declaration: &str) -> bool {
    let Some((_, mut rest)) = declaration.split_once("@Deprecated(") else { return false };
    let mut depth = 1;
    while let Some(first) = rest.chars().next().filter(|_| depth > 0) {
        match first {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if rest.starts_with("HIDDEN") => return true,
            _ => {}
        }
        rest = &rest[quoted(rest).clamp(first.len_utf8(), rest.len())..];
    }
    false
}

/// The parameters in a signature, each as written.
fn parameters(signature: &str) -> Vec<&str> {
    let mut depth = 0_i32;
    let mut angles = 0_i32;
    let mut before = ' ';
    let mut start = None;
    let mut found = Vec::new();
    let mut quoted_to = 0;
    for (at, c) in signature.char_indices() {
        if at >= quoted_to {
            quoted_to = at + quoted(&signature[at..]);
        }
        match c {
            _ if at < quoted_to => {}
            '(' if depth == 0
                && angles == 0
                && start.is_none()
                && (before.is_alphanumeric() || matches!(before, '_' | '`')) =>
            {
                start = Some(at + 1);
                depth = 1;
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth -= 1;
                if let Some(from) = start.filter(|_| depth == 0) {
                    found.push(signature[from..at].trim());
                    break;
                }
            }
            '<' if depth < 2 => angles += 1,
            '>' if depth < 2 && before != '-' => angles -= 1,
            ',' if depth == 1 && angles <= 0 => {
                if let Some(from) = start {
                    found.push(signature[from..at].trim());
                    start = Some(at + 1);
                    angles = 0;
                }
            }
            _ => {}
        }
        before = c;
    }
    found.retain(|text| !text.is_empty());
    found
}

/// The length of the text, character or name in quotes that a text begins with; 0 where it begins with none.
fn quoted(text: &str) -> usize {
    let marks = ["\"\"\"", "\"", "'", "`"];
    let Some(mark) = marks.into_iter().find(|mark| text.starts_with(mark)) else { return 0 };
    let bytes = text.as_bytes();
    let mut at = mark.len();
    while at < bytes.len() && !bytes[at..].starts_with(mark.as_bytes()) {
        at += if bytes[at] == b'\\' && mark.len() == 1 { 2 } else { 1 };
    }
    at + mark.len()
}

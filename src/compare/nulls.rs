//! What may be null where one version is written in Java and the other in Kotlin.
//!
//! Java says nothing of it, and Kotlin lets its users take what has no annotation for either; of what is annotated by one of those that
//! Kotlin's compiler knows, it is as strict as of its own. Arrays, boxes and collections are called otherwise in the two languages, so
//! that names are not compared here: the virtual machine's are.

use super::member::Shape;
use super::scope::Scope;
use super::side::Side;
use super::tokens::{Token, tokens};
use super::typed::{Erased, Name, Type};
use super::types::{Declared, Texts};
use crate::model::Language;
use crate::store::read::StoreError;

/// The annotations after which Kotlin 2 lets nobody take a value for one that is never null. Those of others mean nothing to it, or a
/// warning.
const NULLABLE: [&str; 15] = [
    "android.annotation.Nullable",
    "android.support.annotation.Nullable",
    "androidx.annotation.Nullable",
    "com.android.annotations.Nullable",
    "edu.umd.cs.findbugs.annotations.CheckForNull",
    "edu.umd.cs.findbugs.annotations.Nullable",
    "edu.umd.cs.findbugs.annotations.PossiblyNull",
    "io.reactivex.annotations.Nullable",
    "io.reactivex.rxjava3.annotations.Nullable",
    "javax.annotation.CheckForNull",
    "javax.annotation.Nullable",
    "org.checkerframework.checker.nullness.qual.Nullable",
    "org.eclipse.jdt.annotation.Nullable",
    "org.jetbrains.annotations.Nullable",
    "org.jspecify.annotations.Nullable",
];

/// What differs in what may be null.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Nulls {
    /// Something may be null that could not be, or of which nothing was said.
    pub now: bool,
    /// Something may be null no longer.
    pub no_longer: bool,
}

impl Nulls {
    fn or(self, other: Self) -> Self {
        Self { now: self.now || other.now, no_longer: self.no_longer || other.no_longer }
    }

    /// Compares lists of types that the virtual machine takes for the same; `is_java` tells of the new ones that they are of Java.
    #[must_use]
    pub fn between(old: &[Type], new: &[Type], is_java: bool) -> Self {
        old.iter().zip(new).map(|(old, new)| Self::of(old, new, is_java)).fold(Self::default(), Self::or)
    }

    fn of(old: &Type, new: &Type, is_java: bool) -> Self {
        let (old, new) = (without_wildcard(old), without_wildcard(new));
        let (was, is) = (is_nullable(old), is_nullable(new));
        let own = Self { now: is && !was, no_longer: was && !is && !is_java };
        let (before, after) = (parts(old), parts(new));
        if before.len() == after.len() { own.or(Self::between(before, after, is_java)) } else { own }
    }
}

fn without_wildcard(of: &Type) -> &Type {
    match of {
        Type::Wildcard(_, Some(bound)) => bound,
        other => other,
    }
}

const fn is_nullable(of: &Type) -> bool {
    matches!(of, Type::Named { nullable: true, .. } | Type::Variable { nullable: true, .. })
}

/// What a type is made of: its arguments or, of an array of Java, its elements.
fn parts(of: &Type) -> &[Type] {
    match of {
        Type::Named { arguments, .. } => arguments,
        Type::Array(of) => std::slice::from_ref(of),
        _ => &[],
    }
}

/// Marks the types in the members of a type of Java that are annotated as ones that may be null.
///
/// # Errors
/// When the index cannot be read.
pub fn mark(side: &Side, declared: &mut Declared<'_>, texts: &mut Texts) -> Result<(), StoreError> {
    let row = declared.rows[0];
    let (text, scope) = (texts.of(side, row.file)?, Scope::of(side, row)?);
    let is_one = |name: &String| {
        let meant = scope.name(name);
        NULLABLE.iter().any(|known| meant.may_be(known))
    };
    let simple = row.name.rsplit('.').next().unwrap_or(&row.name);
    for member in declared.members.iter_mut().filter(|member| member.language == Language::Java && !member.implicit) {
        // What it overrides takes null, says Kotlin of its own.
        if member.name == "equals"
            && member.erased.len() == 1
            && member.erased[0].is(&Erased::named("java.lang.Object"))
        {
            member.parameters.iter_mut().for_each(make_nullable);
        }
        let end = member.body.map_or(member.bytes.end, |body| body.start);
        let header = &text[member.bytes.start as usize..end as usize];
        if !header.contains('@') {
            continue;
        }
        let name = if member.shape == Shape::Constructor { simple } else { &member.name };
        let annotated = annotated(header, name);
        if annotated.result.iter().any(is_one)
            && let Some(result) = &mut member.result
        {
            make_nullable(result);
        }
        if annotated.parameters.len() == member.parameters.len() {
            let marked = member.parameters.iter_mut().zip(&annotated.parameters);
            marked.filter(|(_, names)| names.iter().any(is_one)).for_each(|(type_, _)| make_nullable(type_));
        }
    }
    Ok(())
}

fn make_nullable(of: &mut Type) {
    match of {
        Type::Named { nullable, .. } | Type::Variable { nullable, .. } => *nullable = true,
        Type::Array(elements) => {
            let arguments = vec![(**elements).clone()];
            *of = Type::Named { name: Name::known("kotlin.Array"), arguments, nullable: true };
        }
        Type::Wildcard(..) | Type::Unknown(_) => {}
    }
}

/// The names of annotations in a declaration, as written.
#[derive(Debug, Default, PartialEq, Eq)]
struct Annotated {
    /// Before what is declared.
    result: Vec<String>,
    /// In each parameter.
    parameters: Vec<Vec<String>>,
}

/// The annotations of a method, constructor or field of this name, those in type arguments left out.
fn annotated(header: &str, name: &str) -> Annotated {
    let tokens = tokens(header);
    let mut found = Annotated::default();
    let (mut at, mut depth) = (0, 0_usize);
    let mut is_behind = false;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token.text {
            "@" => {
                let (annotation, end) = annotation(&tokens, at);
                at = end;
                if is_behind && depth == 1 {
                    found.parameters.last_mut().into_iter().for_each(|names| names.push(annotation.clone()));
                } else if !is_behind && depth == 0 {
                    found.result.push(annotation);
                }
            }
            "(" | "<" => depth += 1,
            ")" if is_behind && depth == 1 => break,
            ")" | ">" => depth = depth.saturating_sub(1),
            "," if is_behind && depth == 1 => found.parameters.push(Vec::new()),
            text if text == name && depth == 0 && !is_behind => match tokens.get(at).map(|next| next.text) {
                Some("(") => {
                    is_behind = true;
                    let is_empty = tokens.get(at + 1).is_some_and(|next| next.text == ")");
                    found.parameters = if is_empty { Vec::new() } else { vec![Vec::new()] };
                }
                None | Some("=" | ";" | "," | "[") => break,
                Some(_) => {}
            },
            _ => {}
        }
    }
    found
}

/// The name of the annotation whose `@` stands before a token, and where the next thing begins.
fn annotation(tokens: &[Token<'_>], from: usize) -> (String, usize) {
    let mut name = String::new();
    let mut at = from;
    while let Some(token) = tokens.get(at).filter(|token| token.is_word) {
        name.push_str(token.text);
        at += 1;
        if tokens.get(at).is_none_or(|next| next.text != ".") {
            break;
        }
        name.push('.');
        at += 1;
    }
    if tokens.get(at).is_some_and(|token| token.text == "(") {
        let mut depth = 0_usize;
        for token in &tokens[at..] {
            at += 1;
            match token.text {
                "(" => depth += 1,
                ")" if depth == 1 => break,
                ")" => depth -= 1,
                _ => {}
            }
        }
    }
    (name, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_are_found_where_they_stand() {
        let of = |header: &str, name: &str| {
            let Annotated { result, parameters } = annotated(header, name);
            let parameters: Vec<String> = parameters.iter().map(|names| names.join("+")).collect();
            (result.join("+"), parameters.join(","))
        };
        let given = |result: &str, parameters: &str| (result.to_owned(), parameters.to_owned());
        assert_eq!(of("@A(x = f(1)) public @b.C String m() throws @D E", "m"), given("A+b.C", ""));
        assert_eq!(
            of("<T extends @X Y> T m(@A Map<@B K, V> m, int n, final @C(\"(\") T... t)", "m"),
            given("", "A,,C")
        );
        assert_eq!(of("@A T(@B T t)", "T"), given("A", "B"));
        assert_eq!(of("@A private final int a, b = f(@B c);", "a"), given("A", ""));
        assert_eq!(of("@A", "a"), given("A", ""));
    }
}

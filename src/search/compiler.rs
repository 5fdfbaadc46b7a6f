//! Messages of compilers and of linkers: the names that they are about, which is what is looked for.

/// What stands before the name that a message is about.
const BEFORE: [&str; 5] =
    ["Unresolved reference: ", "Unresolved reference '", "Suspend function '", "Cannot access '", "Unresolved label: "];
/// What javac's messages say of a name, before it.
const KINDS: [&str; 10] =
    ["@interface", "abstract", "class", "constructor", "enum", "interface", "method", "package", "static", "variable"];

/// The names in the messages of a compiler, each once; none where a text is none of its messages.
#[must_use]
pub fn named(text: &str) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    let mut add = |name: String| {
        // A letter is the name of a type variable at most.
        if name.chars().filter(|c| c.is_alphanumeric()).count() > 1 && !names.contains(&name) {
            names.push(name);
        }
    };
    // Whoever asks may have put the lines of a message into one.
    let lines = text.replace(" symbol: ", "\nsymbol: ").replace(" location: ", "\nlocation: ");
    for line in lines.lines() {
        BEFORE.iter().filter_map(|before| line.split_once(before)).for_each(|(_, rest)| add(identifier(rest)));
        of_linker(line).into_iter().for_each(&mut add);
        of_javac(line).into_iter().for_each(&mut add);
    }
    // `location` names the type behind the member.
    if text.contains("location:") {
        names.reverse();
    }
    (!names.is_empty()).then(|| names.join(" "))
}

/// `No virtual method m(I)V in class La/B; or its super classes`, as Android says it.
fn of_linker(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("No ").filter(|(before, _)| before.is_empty() || before.ends_with(' '))?;
    let mut words = rest.split_whitespace();
    words.next().filter(|kind| ["static", "virtual", "direct", "interface", "instance"].contains(kind))?;
    words.next().filter(|what| ["method", "field"].contains(what))?;
    let member = identifier(words.next()?);
    let (_, class) = rest.split_once("in class L").or_else(|| rest.split_once("in interface L"))?;
    let class = class.split(';').next()?.replace(['/', '$'], ".");
    Some(format!("{class}.{member}"))
}

/// The names in one of the lines of javac: what is not found and where it was looked for, or what is used otherwise than it is.
fn of_javac(line: &str) -> Vec<String> {
    let line = line.trim();
    let told_of = line.strip_prefix("symbol: ").or_else(|| line.strip_prefix("location: "));
    if let Some(rest) = told_of.filter(|rest| rest.split_whitespace().next().is_some_and(|kind| KINDS.contains(&kind)))
    {
        // A variable has no declaration: its type does.
        let rest = rest.split_once(" of type ").map_or(rest, |(_, of)| of);
        return vec![told(rest)];
    }
    if let Some((_, package)) = line.split_once("error: package ")
        && let Some((package, _)) = package.split_once(" does not exist")
    {
        return vec![package.to_owned()];
    }
    if let Some((head, _)) = line.split_once(" cannot be applied to given types")
        && let Some((member, owner)) = head.split_once(" in ")
    {
        let member = member.rsplit_once("error: ").map_or(member, |(_, member)| member);
        let (member, owner) = (told(member), told(owner));
        return if member == owner { vec![owner] } else { vec![owner, member] };
    }
    if let Some((_, rest)) = line.split_once(" does not override abstract method ")
        && let Some((method, owner)) = rest.split_once(" in ")
    {
        return vec![told(owner), identifier(method)];
    }
    Vec::new()
}

/// The name behind words that say what it is of.
fn told(text: &str) -> String {
    let name = text.split_whitespace().find(|word| !KINDS.contains(word)).unwrap_or_default();
    identifier(name)
}

/// The name that a text begins with.
fn identifier(text: &str) -> String {
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    let end = text.find(|c: char| !is_of_name(c)).unwrap_or(text.len());
    text[..end].trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn messages_of_compilers_are_about_names() {
        for (message, names) in [
            ("Unresolved reference: stateIn", "stateIn"),
            ("e: file:///x/Foo.kt:12:5 Unresolved reference 'stateIn'.", "stateIn"),
            ("Suspend function 'withContext' should be called only from a coroutine", "withContext"),
            ("Cannot access 'Foo': it is private in 'Bar'", "Foo"),
            (
                "A.java:3: error: cannot find symbol\n    foo.bar(1);\n       ^\n  symbol:   method bar(int)\n  location: variable foo of type Foo<String>",
                "Foo bar",
            ),
            ("cannot find symbol symbol: method of(String) location: class List", "List of"),
            ("error: cannot find symbol\n  symbol:   class Baz\n  location: package a.b", "a.b Baz"),
            ("A.java:1: error: package org.junit.jupiter does not exist", "org.junit.jupiter"),
            ("error: method put in interface Map<K,V> cannot be applied to given types;", "Map put"),
            ("error: constructor Foo in class Foo cannot be applied to given types;", "Foo"),
            ("error: A is not abstract and does not override abstract method made(int) in a.b.I", "a.b.I made"),
            (
                "java.lang.NoSuchMethodError: No static method delay(JLk/C;)Ljava/lang/Object; in class Lk/x/DelayKt; or its super classes",
                "k.x.DelayKt.delay",
            ),
            ("No instance field size of type I in class La/B$C;", "a.B.C.size"),
        ] {
            assert_eq!(named(message).as_deref(), Some(names), "{message}");
        }
        for text in [
            "",
            "unresolved reference",
            "No method is in class Loader",
            "symbol:Foo",
            "Unresolved reference: $",
            "X in Y cannot be applied to given types",
            "symbol: Foo",
            "how is it applied",
        ] {
            assert_eq!(named(text), None, "{text}");
        }
    }
}

//! Types and names as they are written: `Map.Entry<? extends K, V[]>...`, read once.

/// A type as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// Segments between dots, each with its type arguments.
    Name(Vec<Segment>),
    Array(Box<Written>),
    /// `?`, or what one is bounded by, which is the best that is known of it.
    Wildcard(Option<Box<Written>>),
    /// `? super T`.
    Super(Box<Written>),
    /// Kotlin's `R.(A, B) -> C`.
    Function(Box<FunctionType>),
    /// What is of each of these types: `A & B`.
    All(Vec<Written>),
    /// What is not read: a function type, damage.
    Other,
}

/// A function type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FunctionType {
    pub receiver: Option<Written>,
    pub parameters: Vec<Written>,
    pub returns: Written,
}

/// A name and its type arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    pub name: String,
    pub arguments: Vec<Written>,
    /// Whether it has a list of arguments, be it an empty one: `<>`.
    pub applied: bool,
}

/// Deepest nesting of type arguments: real types stay below ten.
const DEEPEST: usize = 40;

/// Whether a character may stand in a name.
pub fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

/// Where a name stands in a text as a whole word: what is before it and what is behind.
pub fn occurrences<'t>(text: &'t str, name: &str) -> impl Iterator<Item = (&'t str, &'t str)> {
    memchr::memmem::find_iter(text.as_bytes(), name).filter_map(|at| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        (!before.ends_with(is_name) && !after.starts_with(is_name)).then_some((before, after))
    })
}

/// Reads a type. Kotlin's `T & Any` is `T`, which only is not null.
#[must_use]
pub fn read(text: &str) -> Written {
    let is_any =
        |one: &Written| matches!(one, Written::Name(segments) if matches!(&segments[..], [only] if only.name == "Any"));
    match intersection(text) {
        Written::All(mut all) if all[1..].iter().all(is_any) => all.swap_remove(0),
        written => written,
    }
}

/// Reads a type, of an intersection each part, whatever it is called.
#[must_use]
pub fn intersection(text: &str) -> Written {
    let mut all = Reader { text, at: 0 }.types(0);
    if all.len() == 1 { all.swap_remove(0) } else { Written::All(all) }
}

/// Reads the type parameters of a declaration's list, `K extends Comparable<K> & A, V`: names and bounds.
#[must_use]
pub fn parameters(list: &str) -> Vec<(String, Vec<Written>)> {
    let mut reader = Reader { text: list, at: 0 };
    let mut found = Vec::new();
    loop {
        reader.annotations();
        // Kotlin's variance.
        while reader.word("in") || reader.word("out") || reader.word("reified") {}
        let Some(name) = reader.name() else { return found };
        let has_bound = reader.word("extends") || reader.mark(':');
        let bounds = if has_bound { reader.types(0) } else { Vec::new() };
        found.push((name, bounds));
        if !reader.mark(',') {
            return found;
        }
    }
}

/// The same with the bounds that Kotlin has behind the rest of a signature: `where T : A, T : B`.
#[must_use]
pub fn bounded_parameters(list: &str, signature: &str) -> Vec<(String, Vec<Written>)> {
    let mut found = parameters(list);
    let Some((_, bounds)) = signature.rsplit_once(" where ").filter(|_| !found.is_empty()) else { return found };
    let mut reader = Reader { text: bounds, at: 0 };
    loop {
        reader.annotations();
        let Some(name) = reader.name().filter(|_| reader.mark(':')) else { return found };
        let bound = reader.types(0);
        if let Some((_, bounds)) = found.iter_mut().find(|(own, _)| *own == name) {
            bounds.extend(bound);
        }
        if !reader.mark(',') {
            return found;
        }
    }
}

/// The type parameter list of a type's header or of a method's signature, between its angle brackets; of a method `name` is
/// what stands behind it, somewhere.
#[must_use]
pub fn parameter_list<'a>(signature: &'a str, name: &str, is_type: bool) -> &'a str {
    let Some(open) = signature.find('<') else { return "" };
    let head = signature[..open].trim_end();
    let own = if is_type {
        head.split_whitespace().last().is_some_and(|word| word == name)
    } else {
        // A list after a type's name is that type's arguments; only modifiers and `fun` stand before an own one.
        !head.contains('(')
            && head
                .split_whitespace()
                .all(|word| word != name && word.chars().all(|c| c.is_ascii_lowercase() || c == '-'))
            && (signature[..open].ends_with(' ') || head.split_whitespace().last().is_none_or(is_modifier))
    };
    if own { inside(&signature[open..]) } else { "" }
}

/// Whether a type parameter list can stand right behind a word: `static<T>`.
fn is_modifier(word: &str) -> bool {
    let words =
        ["public", "protected", "private", "static", "final", "abstract", "default", "synchronized", "native", "fun"];
    words.contains(&word)
}

/// What is between the angle bracket that a text begins with and the one that closes it.
fn inside(text: &str) -> &str {
    let mut depth = 0_usize;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        match c {
            '<' => depth += 1,
            '>' if before == '-' => {}
            '>' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return &text[1..at];
                }
            }
            _ => {}
        }
        before = c;
    }
    ""
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn mark(&mut self, mark: char) -> bool {
        self.blanks();
        let found = self.rest().starts_with(mark);
        if found {
            self.at += mark.len_utf8();
        }
        found
    }

    fn word(&mut self, word: &str) -> bool {
        self.blanks();
        let found = self.rest().strip_prefix(word).is_some_and(|rest| rest.starts_with(char::is_whitespace));
        if found {
            self.at += word.len();
        }
        found
    }

    fn name(&mut self) -> Option<String> {
        self.blanks();
        let quoted = self.mark('`');
        let rest = self.rest();
        let end = if quoted { rest.find('`')? } else { rest.find(|c: char| !is_name(c)).unwrap_or(rest.len()) };
        let name = rest[..end].to_owned();
        self.at += end + usize::from(quoted);
        (!name.is_empty()).then_some(name)
    }

    fn annotations(&mut self) {
        while self.mark('@') {
            while self.name().is_some() && self.mark('.') {}
            if self.rest().starts_with('(') {
                let mut depth = 0_usize;
                let end = self.rest().char_indices().find_map(|(at, c)| {
                    depth += usize::from(c == '(');
                    depth -= usize::from(c == ')' && depth > 0);
                    (depth == 0).then_some(at + 1)
                });
                self.at += end.unwrap_or(self.rest().len());
            }
        }
    }

    /// Bounds: types with `&` between them.
    fn types(&mut self, depth: usize) -> Vec<Written> {
        let mut found = vec![self.single(depth)];
        while self.mark('&') {
            found.push(self.single(depth));
        }
        found
    }

    /// A type among others; an intersection is known by its first part.
    fn type_(&mut self, depth: usize) -> Written {
        let found = self.single(depth);
        while self.mark('&') {
            self.single(depth + 1);
        }
        found
    }

    fn single(&mut self, depth: usize) -> Written {
        if depth > DEEPEST {
            self.at = self.text.len();
            return Written::Other;
        }
        self.annotations();
        while self.word("final") || self.word("in") || self.word("out") || self.word("suspend") {}
        if self.mark('?') || self.mark('*') {
            if self.word("super") {
                return Written::Super(Box::new(self.type_(depth + 1)));
            }
            let bounded = self.word("extends");
            return Written::Wildcard(bounded.then(|| Box::new(self.type_(depth + 1))));
        }
        let mut found =
            if self.rest().trim_start().starts_with('(') { self.parenthesized(None, depth) } else { self.named(depth) };
        loop {
            self.annotations();
            if self.mark('[') {
                self.mark(']');
                found = Written::Array(Box::new(found));
            } else if self.rest().trim_start().starts_with("...") {
                self.blanks();
                self.at += 3;
                found = Written::Array(Box::new(found));
            } else if self.rest().trim_start().starts_with(".(") {
                self.mark('.');
                return self.parenthesized(Some(found), depth);
            } else if !(self.mark('?') || self.mark('!')) {
                break;
            }
        }
        found
    }

    /// The parameters of a function type and what it gives; without an arrow, a type in parentheses.
    fn parenthesized(&mut self, receiver: Option<Written>, depth: usize) -> Written {
        self.mark('(');
        let mut parameters = Vec::new();
        while !self.mark(')') {
            let before = self.at;
            // A name may stand before a type.
            let start = self.at;
            if self.name().is_none() || !self.mark(':') {
                self.at = start;
            }
            parameters.push(self.type_(depth + 1));
            self.mark(',');
            if self.at == before || self.rest().is_empty() {
                self.at = self.text.len();
                return Written::Other;
            }
        }
        if self.rest().trim_start().starts_with("->") {
            self.mark('-');
            self.mark('>');
            let returns = self.type_(depth + 1);
            return Written::Function(Box::new(FunctionType { receiver, parameters, returns }));
        }
        match parameters.pop() {
            Some(only) if parameters.is_empty() && receiver.is_none() => only,
            _ => Written::Other,
        }
    }

    fn named(&mut self, depth: usize) -> Written {
        let mut segments = Vec::new();
        loop {
            self.annotations();
            let Some(name) = self.name() else { break };
            let mut segment = Segment { name, arguments: Vec::new(), applied: false };
            if self.mark('<') {
                segment.applied = true;
                while !self.mark('>') {
                    let before = self.at;
                    segment.arguments.push(self.type_(depth + 1));
                    self.mark(',');
                    if self.at == before || self.rest().is_empty() {
                        // What is here is no type.
                        return Written::Other;
                    }
                }
            }
            segments.push(segment);
            let rest = self.rest().trim_start();
            if !rest.starts_with('.') || rest.starts_with("...") || rest.starts_with(".(") {
                break;
            }
            self.mark('.');
        }
        if segments.is_empty() {
            self.at = self.text.len();
            return Written::Other;
        }
        Written::Name(segments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(written: &Written) -> String {
        match written {
            Written::Name(segments) => {
                let parts = segments.iter().map(|segment| {
                    let arguments: Vec<_> = segment.arguments.iter().map(shown).collect();
                    if segment.applied {
                        format!("{}<{}>", segment.name, arguments.join(","))
                    } else {
                        segment.name.clone()
                    }
                });
                parts.collect::<Vec<_>>().join(".")
            }
            Written::Array(of) => format!("{}[]", shown(of)),
            Written::Wildcard(None) => "?".to_owned(),
            Written::Wildcard(Some(bound)) => format!("?{}", shown(bound)),
            Written::Super(bound) => format!("?-{}", shown(bound)),
            Written::Function(of) => {
                let receiver = of.receiver.as_ref().map(|one| shown(one) + ".").unwrap_or_default();
                let parameters: Vec<_> = of.parameters.iter().map(shown).collect();
                format!("{receiver}({})->{}", parameters.join(","), shown(&of.returns))
            }
            Written::All(all) => all.iter().map(shown).collect::<Vec<_>>().join("&"),
            Written::Other => "!".to_owned(),
        }
    }

    #[test]
    fn types_are_read() {
        for (text, expected) in [
            ("int", "int"),
            ("java.util.Map.Entry<K, ? extends V[]>", "java.util.Map.Entry<K,?V[]>"),
            ("Outer<A>.Inner<B>[][]", "Outer<A>.Inner<B>[][]"),
            ("String...", "String[]"),
            ("@A(x = \")\") final List<@B ? super T>", "!"),
            ("final List<@B ? super T>", "List<?-T>"),
            ("ArrayList<>", "ArrayList<>"),
            ("T & Comparable<T>", "T&Comparable<T>"),
            ("List<T & Comparable<T>>", "List<T>"),
            ("T & Any", "T"),
            ("Map<K, V>?", "Map<K,V>"),
            ("(A) -> B", "(A)->B"),
            ("suspend Map<K, V>.(name: A, () -> Unit) -> List<B>?", "Map<K,V>.(A,()->Unit)->List<B>"),
            ("((A) -> B)?", "(A)->B"),
            ("(A, B)", "!"),
            ("List<", "!"),
            ("Class<*>", "Class<?>"),
            ("", "!"),
        ] {
            if !text.contains("@A") {
                assert_eq!(shown(&read(text)), expected, "{text}");
            }
        }
        assert_eq!(shown(&read(&"List<".repeat(10_000))), "!");
    }

    #[test]
    fn parameter_lists_are_found() {
        let names = |list: &str| parameters(list).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        let of = |signature, name, is_type| parameter_list(signature, name, is_type);
        assert_eq!(
            of("public class Map<K extends Comparable<K>, V> extends B<K>", "Map", true),
            "K extends Comparable<K>, V"
        );
        assert_eq!(of("class A extends B<K>", "A", true), "");
        assert_eq!(of("public static <T, R> List<R> map(List<T> a)", "map", false), "T, R");
        assert_eq!(of("<T> T get()", "get", false), "T");
        assert_eq!(of("public static<T> List<T> of(T t)", "of", false), "T");
        assert_eq!(of("List<T> get()", "get", false), "");
        assert_eq!(of("public List<T> get()", "get", false), "");
        assert_eq!(names("K extends Comparable<K> & A<B>, V"), ["K", "V"]);
        assert!(names("").is_empty());
    }
}

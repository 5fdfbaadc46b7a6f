//! Descriptors and signatures of class files as types in the words of a source: `Map<String,? extends List<T>>[]`.

/// The types between the round brackets of a descriptor or signature, and the one after them.
pub fn method(text: &str) -> (Vec<String>, String) {
    let mut reader = Reader { rest: text };
    reader.type_parameters();
    assert!(reader.take('('), "{text}");
    let mut parameters = Vec::new();
    while !reader.take(')') {
        parameters.push(reader.one());
    }
    (parameters, reader.one())
}

/// The type of a field.
pub fn field(text: &str) -> String {
    Reader { rest: text }.one()
}

/// The supertypes of a class signature, the superclass first.
pub fn supertypes(text: &str) -> Vec<String> {
    let mut reader = Reader { rest: text };
    reader.type_parameters();
    let mut found = Vec::new();
    while !reader.rest.is_empty() {
        found.push(reader.one());
    }
    found
}

/// The types of a descriptor, one text each: `[Ljava/lang/String;`.
pub fn descriptors(descriptor: &str) -> (Vec<&str>, &str) {
    let (parameters, returned) = descriptor[1..].split_once(')').unwrap();
    let mut found = Vec::new();
    let mut rest = parameters;
    while !rest.is_empty() {
        let array = rest.find(|c| c != '[').unwrap();
        let end = if rest.as_bytes()[array] == b'L' { rest.find(';').unwrap() + 1 } else { array + 1 };
        found.push(&rest[..end]);
        rest = &rest[end..];
    }
    (found, returned)
}

/// The last simple name of `a/b/Outer$Inner`.
pub fn simple(name: &str) -> &str {
    let start = name.rfind(['/', '$', '.']).map_or(0, |at| at + 1);
    // `$` and `a$` are names.
    if start == name.len() { name.rsplit(['/', '.']).next().unwrap() } else { &name[start..] }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn take(&mut self, c: char) -> bool {
        let Some(rest) = self.rest.strip_prefix(c) else { return false };
        self.rest = rest;
        true
    }

    fn until(&mut self, ends: &[char]) -> &str {
        let end = self.rest.find(ends).unwrap();
        let (before, rest) = self.rest.split_at(end);
        self.rest = rest;
        before
    }

    fn type_parameters(&mut self) {
        if !self.take('<') {
            return;
        }
        while !self.take('>') {
            self.until(&[':']);
            while self.take(':') {
                // The class bound may be left out.
                if !self.rest.starts_with(':') {
                    self.one();
                }
            }
        }
    }

    fn one(&mut self) -> String {
        let kind = self.rest.chars().next().unwrap();
        self.rest = &self.rest[1..];
        let primitive = match kind {
            '[' => return self.one() + "[]",
            'T' => {
                let name = self.until(&[';']).to_owned();
                self.take(';');
                return name;
            }
            'L' => return self.class(),
            'V' => "void",
            'Z' => "boolean",
            'B' => "byte",
            'C' => "char",
            'S' => "short",
            'I' => "int",
            'J' => "long",
            'F' => "float",
            'D' => "double",
            '^' => return self.one(),
            other => panic!("no type begins with {other}"),
        };
        primitive.to_owned()
    }

    fn class(&mut self) -> String {
        let mut text;
        loop {
            text = simple(self.until(&['<', ';', '.'])).to_owned();
            if self.take('<') {
                let mut arguments = Vec::new();
                while !self.take('>') {
                    arguments.push(self.argument());
                }
                text += &format!("<{}>", arguments.join(","));
            }
            // What holds an inner class is left out, as a source may leave it out.
            if self.take(';') {
                return text;
            }
            assert!(self.take('.'));
        }
    }

    fn argument(&mut self) -> String {
        if self.take('*') {
            "?".to_owned()
        } else if self.take('+') {
            format!("? extends {}", self.one())
        } else if self.take('-') {
            format!("? super {}", self.one())
        } else {
            self.one()
        }
    }
}

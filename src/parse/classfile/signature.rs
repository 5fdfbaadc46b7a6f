//! Descriptors and generic signatures (JVM specification 4.3, 4.7.9.1) as types. Nothing is believed: what is malformed
//! gives none, and nesting is bounded.

/// Deepest nesting of type arguments. Published signatures stay below 20.
const DEEPEST: usize = 64;

/// A type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    Primitive(&'static str),
    Variable(String),
    Array(Box<Type>),
    Class(ClassType),
}

/// A class with its type arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassType {
    /// Internal name, `a/b/Outer$Inner`.
    pub name: String,
    pub arguments: Vec<Argument>,
    /// Classes inside it, where it has arguments of its own: their simple names and arguments.
    pub inner: Vec<(String, Vec<Argument>)>,
}

/// A type argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    Any,
    Exactly(Type),
    Extends(Type),
    Super(Type),
}

/// A type parameter and its bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    pub bounds: Vec<Type>,
}

/// A class's signature.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ClassSignature {
    pub parameters: Vec<Parameter>,
    pub superclass: Option<Type>,
    pub interfaces: Vec<Type>,
}

/// A method's signature or descriptor.
#[derive(Debug, PartialEq, Eq)]
pub struct MethodSignature {
    pub type_parameters: Vec<Parameter>,
    pub parameters: Vec<Type>,
    /// None: `void`.
    pub result: Option<Type>,
    pub thrown: Vec<Type>,
}

/// A field's descriptor or signature.
pub fn field(text: &str) -> Option<Type> {
    let mut reader = Reader { rest: text };
    let read = reader.ty(0)?;
    reader.rest.is_empty().then_some(read)
}

/// A method's descriptor or signature.
pub fn method(text: &str) -> Option<MethodSignature> {
    let mut reader = Reader { rest: text };
    let type_parameters = reader.parameters()?;
    reader.take('(')?;
    let mut parameters = Vec::new();
    while !reader.accept(')') {
        parameters.push(reader.ty(0)?);
    }
    let result = if reader.accept('V') { None } else { Some(reader.ty(0)?) };
    let mut thrown = Vec::new();
    while reader.accept('^') {
        thrown.push(reader.ty(0)?);
    }
    reader.rest.is_empty().then_some(MethodSignature { type_parameters, parameters, result, thrown })
}

/// A class's signature.
pub fn class(text: &str) -> Option<ClassSignature> {
    let mut reader = Reader { rest: text };
    let parameters = reader.parameters()?;
    let superclass = Some(reader.ty(0)?);
    let mut interfaces = Vec::new();
    while !reader.rest.is_empty() {
        interfaces.push(reader.ty(0)?);
    }
    Some(ClassSignature { parameters, superclass, interfaces })
}

/// A class without arguments.
pub fn plain(name: &str) -> Type {
    Type::Class(ClassType { name: name.to_owned(), arguments: Vec::new(), inner: Vec::new() })
}

impl Type {
    /// Whether it is this class, without arguments.
    pub fn is(&self, class: &str) -> bool {
        matches!(self, Self::Class(own) if own.name == class && own.arguments.is_empty() && own.inner.is_empty())
    }

    /// How many slots of a method's frame it takes.
    pub fn slots(&self) -> u16 {
        if matches!(self, Self::Primitive("long" | "double")) { 2 } else { 1 }
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn accept(&mut self, c: char) -> bool {
        let rest = self.rest.strip_prefix(c);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn take(&mut self, c: char) -> Option<()> {
        self.accept(c).then_some(())
    }

    /// What stands before one of these, which stays.
    fn until(&mut self, ends: &[char]) -> Option<&'a str> {
        let end = self.rest.find(ends)?;
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!text.is_empty()).then_some(text)
    }

    fn ty(&mut self, depth: usize) -> Option<Type> {
        if depth > DEEPEST {
            return None;
        }
        let mut dimensions = 0_usize;
        while self.accept('[') {
            dimensions += 1;
        }
        if dimensions > 255 {
            return None;
        }
        let mut chars = self.rest.chars();
        let first = chars.next()?;
        let element = match first {
            'L' => Type::Class(self.class_type(depth)?),
            'T' => {
                self.rest = chars.as_str();
                let name = self.until(&[';'])?;
                self.take(';')?;
                Type::Variable(name.to_owned())
            }
            _ => {
                self.rest = chars.as_str();
                Type::Primitive(primitive(first)?)
            }
        };
        Some((0..dimensions).fold(element, |of, _| Type::Array(Box::new(of))))
    }

    fn class_type(&mut self, depth: usize) -> Option<ClassType> {
        self.take('L')?;
        let name = self.until(&[';', '<'])?.to_owned();
        let arguments = self.arguments(depth)?;
        // A dot belongs to a name where no arguments stand before it: some compilers write `Lj/Map.Entry;`.
        let mut inner = Vec::new();
        while self.accept('.') {
            let name = self.until(&[';', '<', '.'])?.to_owned();
            inner.push((name, self.arguments(depth)?));
        }
        self.take(';')?;
        Some(ClassType { name, arguments, inner })
    }

    fn arguments(&mut self, depth: usize) -> Option<Vec<Argument>> {
        let mut arguments = Vec::new();
        if !self.accept('<') {
            return Some(arguments);
        }
        while !self.accept('>') {
            arguments.push(if self.accept('*') {
                Argument::Any
            } else if self.accept('+') {
                Argument::Extends(self.ty(depth + 1)?)
            } else if self.accept('-') {
                Argument::Super(self.ty(depth + 1)?)
            } else {
                Argument::Exactly(self.ty(depth + 1)?)
            });
        }
        Some(arguments)
    }

    fn parameters(&mut self) -> Option<Vec<Parameter>> {
        let mut parameters = Vec::new();
        if !self.accept('<') {
            return Some(parameters);
        }
        while !self.accept('>') {
            let name = self.until(&[':'])?.to_owned();
            let mut bounds = Vec::new();
            while self.accept(':') {
                // Without a class the first bound is empty.
                if !self.rest.starts_with([':', '>']) {
                    bounds.push(self.ty(0)?);
                }
            }
            parameters.push(Parameter { name, bounds });
        }
        Some(parameters)
    }
}

fn primitive(letter: char) -> Option<&'static str> {
    Some(match letter {
        'B' => "byte",
        'C' => "char",
        'D' => "double",
        'F' => "float",
        'I' => "int",
        'J' => "long",
        'S' => "short",
        'Z' => "boolean",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Argument, Type, class, field, method};

    #[test]
    fn signatures_are_read() {
        let read = method("<T:Ljava/lang/Object;:Ljava/lang/Runnable;>(ITT;[[J)Ljava/util/List<+TT;>;^TE;").unwrap();
        assert_eq!(read.type_parameters[0].bounds.len(), 2);
        assert_eq!(read.parameters.len(), 3);
        assert_eq!(read.thrown, [Type::Variable("E".to_owned())]);
        let Some(Type::Class(list)) = read.result else { panic!() };
        assert_eq!(list.arguments, [Argument::Extends(Type::Variable("T".to_owned()))]);
        let Some(Type::Class(entry)) = field("La/Map<TK;>.Entry<*>;") else { panic!() };
        assert_eq!(entry.inner, [("Entry".to_owned(), vec![Argument::Any])]);
        assert_eq!(class("<K:>Ljava/lang/Object;La/B;").unwrap_or_default().interfaces.len(), 1);
    }

    #[test]
    fn malformed_ones_give_nothing() {
        let deep = format!("{}{}", "La<".repeat(1000), "I".repeat(10));
        for text in ["", "L", "L;", "La", "La<", "La<>", "(", "(V)V", "[", "T;", &deep, &"[".repeat(300)] {
            assert_eq!((field(text), method(text)), (None, None), "{text}");
        }
    }
}

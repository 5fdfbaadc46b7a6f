//! What the Java program printed, read back.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Flags of class files.
pub const PUBLIC: u32 = 0x1;
pub const PRIVATE: u32 = 0x2;
pub const PROTECTED: u32 = 0x4;
pub const STATIC: u32 = 0x8;
pub const FINAL: u32 = 0x10;
pub const SYNCHRONIZED: u32 = 0x20;
pub const VOLATILE: u32 = 0x40;
pub const BRIDGE: u32 = 0x40;
pub const TRANSIENT: u32 = 0x80;
pub const VARARGS: u32 = 0x80;
pub const NATIVE: u32 = 0x100;
pub const INTERFACE: u32 = 0x200;
pub const ABSTRACT: u32 = 0x400;
pub const SYNTHETIC: u32 = 0x1000;
pub const ANNOTATION: u32 = 0x2000;
pub const ENUM: u32 = 0x4000;

/// A class file.
#[derive(Debug, Default)]
pub struct Class {
    /// `a/b/Outer$Inner`.
    pub name: String,
    pub access: u32,
    /// The flags among the InnerClasses, where it is a member of another class.
    pub inner_access: Option<u32>,
    /// The class that holds it as a member; empty.
    pub outer: String,
    /// Its own simple name there.
    pub inner: String,
    /// Whether it is local or anonymous.
    pub is_enclosed: bool,
    pub superclass: String,
    pub interfaces: Vec<String>,
    /// File name without folder; empty where the class does not say.
    pub source: String,
    pub signature: String,
    pub methods: Vec<Method>,
    pub fields: Vec<Field>,
    /// Names of record components.
    pub components: Vec<String>,
    pub kotlin: Option<Kotlin>,
}

#[derive(Debug, Default)]
pub struct Method {
    pub name: String,
    pub descriptor: String,
    pub access: u32,
    pub signature: String,
    /// The distinct lines of its table, neighbours joined.
    pub lines: Vec<(u32, u32)>,
}

#[derive(Debug, Default)]
pub struct Field {
    pub name: String,
    pub descriptor: String,
    pub access: u32,
    pub signature: String,
}

/// The Kotlin compiler's notes on a class.
#[derive(Debug, Default)]
pub struct Kotlin {
    /// `class`, `facade`, `part`, `multifile`, `made`, `unread`.
    pub kind: String,
    /// `a/b/Outer.Inner`; of a part, its facade; of a facade, itself.
    pub name: String,
    /// Kind as the metadata has it, `CLASS`.
    pub type_kind: String,
    pub flags: Vec<String>,
    pub type_parameters: String,
    pub supertypes: Vec<String>,
    pub constructors: Vec<Function>,
    pub functions: Vec<Function>,
    pub properties: Vec<Property>,
    pub entries: Vec<String>,
    pub aliases: Vec<Alias>,
}

#[derive(Debug, Default)]
pub struct Function {
    pub name: String,
    /// `DECLARATION`, `DELEGATION`, `SYNTHESIZED`.
    pub kind: String,
    pub flags: Vec<String>,
    pub receiver: String,
    pub contexts: Vec<Parameter>,
    pub parameters: Vec<Parameter>,
    pub returned: String,
    pub type_parameters: String,
    /// Name and descriptor of the method it becomes.
    pub jvm: String,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    pub is_vararg: bool,
    pub has_default: bool,
    pub type_text: String,
}

#[derive(Debug, Default)]
pub struct Property {
    pub name: String,
    pub kind: String,
    pub flags: Vec<String>,
    pub receiver: String,
    pub contexts: Vec<Parameter>,
    pub type_text: String,
    pub getter: String,
    pub setter: String,
    /// `name:descriptor`.
    pub field: String,
}

#[derive(Debug, Default)]
pub struct Alias {
    pub name: String,
    pub flags: Vec<String>,
    pub type_parameters: String,
    pub type_text: String,
}

impl Class {
    /// The flags it was declared with: those of a member class stand with its outer class.
    pub fn declared(&self) -> u32 {
        self.inner_access.unwrap_or(self.access)
    }

    pub fn package(&self) -> &str {
        self.name.rsplit_once('/').map_or("", |(package, _)| package)
    }
}

/// The classes of an artifact by binary name.
pub fn read(path: &Path) -> BTreeMap<String, Class> {
    let text = fs::read_to_string(path).unwrap();
    let mut classes = BTreeMap::new();
    let mut class = Class::default();
    // Not `lines`, which cuts at carriage returns: a name may hold any character.
    for line in text.split('\n').filter(|line| !line.is_empty()) {
        let parts: Vec<&str> = line.split('\t').collect();
        if parts[0] == "C" {
            let before = std::mem::replace(&mut class, class_of(&parts));
            classes.insert(before.name.clone(), before);
        } else {
            member(&mut class, &parts);
        }
    }
    classes.insert(class.name.clone(), class);
    classes.remove("");
    classes
}

fn class_of(parts: &[&str]) -> Class {
    let text = |at: usize| parts[at].to_owned();
    Class {
        name: text(1),
        access: parts[2].parse().unwrap(),
        inner_access: parts[3].parse().ok(),
        outer: text(4),
        inner: text(5),
        is_enclosed: parts[6] == "1",
        superclass: text(7),
        interfaces: list(parts[8], ','),
        source: text(9),
        signature: text(10),
        ..Class::default()
    }
}

fn member(class: &mut Class, parts: &[&str]) {
    let text = |at: usize| parts[at].to_owned();
    let access = |at: usize| parts[at].parse::<u32>().unwrap();
    match parts[0] {
        "M" => class.methods.push(Method {
            name: text(1),
            descriptor: text(2),
            access: access(3),
            signature: text(4),
            lines: ranges(parts[5]),
        }),
        "F" => {
            let (access, signature) = (access(3), text(4));
            class.fields.push(Field { name: text(1), descriptor: text(2), access, signature });
        }
        "R" => class.components.push(text(1)),
        "k" => class.kotlin = Some(Kotlin { kind: text(1), name: text(2), ..Kotlin::default() }),
        _ => kotlin(class.kotlin.as_mut().expect("what it is comes first"), parts),
    }
}

fn kotlin(kotlin: &mut Kotlin, parts: &[&str]) {
    let text = |at: usize| parts[at].to_owned();
    let words = |at: usize| list(parts[at], ' ');
    match parts[0] {
        "t" => {
            kotlin.type_kind = text(2);
            kotlin.flags = words(3);
            kotlin.type_parameters = text(4);
            kotlin.supertypes = list(parts[5], '\u{1}');
        }
        "c" => kotlin.constructors.push(Function {
            name: "<init>".to_owned(),
            flags: words(1),
            parameters: parameters(parts[2]),
            jvm: text(3),
            ..Function::default()
        }),
        "f" => kotlin.functions.push(Function {
            name: text(1),
            kind: text(2),
            flags: words(3),
            receiver: text(4),
            contexts: parameters(parts[5]),
            parameters: parameters(parts[6]),
            returned: text(7),
            type_parameters: text(8),
            jvm: text(9),
        }),
        "p" => kotlin.properties.push(Property {
            name: text(1),
            kind: text(2),
            flags: words(3),
            receiver: text(4),
            contexts: parameters(parts[5]),
            type_text: text(6),
            getter: text(7),
            setter: text(8),
            field: text(9),
        }),
        "e" => kotlin.entries.push(text(1)),
        "a" => {
            let (flags, type_parameters) = (words(2), text(3));
            kotlin.aliases.push(Alias { name: text(1), flags, type_parameters, type_text: text(4) });
        }
        other => panic!("the program printed a line of no known kind: {other}"),
    }
}

fn parameters(text: &str) -> Vec<Parameter> {
    let parameter = |item: String| {
        let parts: Vec<&str> = item.split('\u{2}').collect();
        Parameter {
            name: parts[0].to_owned(),
            is_vararg: parts[1].contains('*'),
            has_default: parts[1].contains('='),
            type_text: parts[2].to_owned(),
        }
    };
    list(text, '\u{1}').into_iter().map(parameter).collect()
}

fn list(text: &str, separator: char) -> Vec<String> {
    if text.is_empty() { Vec::new() } else { text.split(separator).map(str::to_owned).collect() }
}

fn ranges(text: &str) -> Vec<(u32, u32)> {
    let range = |item: String| {
        let (start, end) = item.split_once('-').unwrap_or((&item, &item));
        (start.parse().unwrap(), end.parse().unwrap())
    };
    list(text, ',').into_iter().map(range).collect()
}

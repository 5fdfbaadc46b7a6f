//! What a source file declares: packages, types, methods, fields, imports. Plain values, no I/O.
//!
//! The parser makes these, the store keeps them, the tools answer them. Positions are bytes of the decoded text
//! (UTF-8, byte order mark left out) and lines as javac counts them: LF, CR LF and a lone CR each end a line.

pub mod accessors;
pub mod jvm;
pub mod lombok;
mod nested;
pub mod operators;
pub mod uses;

pub use nested::MemberType;

use serde::{Deserialize, Serialize};

/// Lines of a file, 1-based and inclusive; never backwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct LineRange {
    pub start: u32,
    pub end: u32,
}

impl LineRange {
    /// The lines from `start` to `end`; an `end` before `start` gives the one line `start`.
    #[must_use]
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end: if end < start { start } else { end } }
    }

    /// Whether a line is one of them.
    #[must_use]
    pub const fn holds(&self, line: u32) -> bool {
        self.start <= line && line <= self.end
    }
}

/// Bytes of the decoded text, end exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct ByteRange {
    pub start: u32,
    pub end: u32,
}

impl ByteRange {
    /// The piece of `text` that this range names; empty where it does not fit.
    #[must_use]
    pub fn of<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// The language of a source file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    Java,
    Kotlin,
}

impl Language {
    /// The language of a file by its name: `.java`, `.kt`, `.kts`.
    #[must_use]
    pub fn of_file(path: &str) -> Option<Self> {
        match path.rsplit_once('.')?.1 {
            "java" => Some(Self::Java),
            "kt" | "kts" => Some(Self::Kotlin),
            _ => None,
        }
    }

    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Java => "java",
            Self::Kotlin => "kotlin",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Java, Self::Kotlin].into_iter().find(|language| language.as_str() == text)
    }

    /// The packages that a file imports without saying so (JLS 7.3; Kotlin's default imports, those of the JVM included).
    #[must_use]
    pub const fn implied_imports(self) -> &'static [&'static str] {
        match self {
            Self::Java => &["java.lang"],
            Self::Kotlin => &[
                "kotlin",
                "kotlin.annotation",
                "kotlin.collections",
                "kotlin.comparisons",
                "kotlin.io",
                "kotlin.ranges",
                "kotlin.sequences",
                "kotlin.text",
                "java.lang",
                "kotlin.jvm",
            ],
        }
    }
}

/// The kind of a type, as list_types answers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TypeKind {
    Class,
    Interface,
    Enum,
    Annotation,
    Record,
    Object,
    /// The class that holds a Kotlin file's top-level functions and properties.
    Facade,
    Typealias,
}

impl TypeKind {
    pub const ALL: [Self; 8] = [
        Self::Class,
        Self::Interface,
        Self::Enum,
        Self::Annotation,
        Self::Record,
        Self::Object,
        Self::Facade,
        Self::Typealias,
    ];

    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Class => "class",
            Self::Interface => "interface",
            Self::Enum => "enum",
            Self::Annotation => "annotation",
            Self::Record => "record",
            Self::Object => "object",
            Self::Facade => "facade",
            Self::Typealias => "typealias",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// Where an artifact's declarations come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    Source,
    Bytecode,
    /// Class files, with the bodies that a decompiler made of them.
    Decompiled,
    Git,
}

impl Origin {
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Bytecode => "bytecode",
            Self::Decompiled => "decompiled",
            Self::Git => "git",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Source, Self::Bytecode, Self::Decompiled, Self::Git].into_iter().find(|origin| origin.as_str() == text)
    }
}

/// All that one file declares.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ParsedFile {
    /// The package as declared; empty for the default package.
    pub package: String,
    /// Documentation of the package: package-info.java, or the KDoc before a Kotlin package header.
    pub package_doc: Option<ByteRange>,
    /// The module that a module-info.java declares.
    pub module: Option<String>,
    pub imports: Vec<Import>,
    /// From the first import's first byte to the last one's last, comments between them included.
    pub import_section: Option<ByteRange>,
    pub import_lines: Option<LineRange>,
    /// Types with every owner before what it holds.
    pub types: Vec<TypeDecl>,
    pub methods: Vec<MethodDecl>,
    pub fields: Vec<FieldDecl>,
    /// Types declared inside bodies, which are left out.
    pub local_types: u32,
    /// Simple names that stand where anonymous classes and types declared inside bodies name what they extend, of an enum whose
    /// constants have bodies its own; some others too. In order, each once.
    pub local_supertypes: Vec<String>,
    /// Why the file did not parse cleanly, with the line; none when it did.
    pub problem: Option<String>,
}

impl ParsedFile {
    /// Whether it declares what another one does and has its [`Self::local_supertypes`], and perhaps more of these.
    #[must_use]
    pub fn covers(&self, other: &Self) -> bool {
        let has_all = other.local_supertypes.iter().all(|name| self.local_supertypes.binary_search(name).is_ok());
        has_all && *self == Self { local_supertypes: self.local_supertypes.clone(), ..other.clone() }
    }
}

/// One import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Import {
    /// The name without `.*`: `java.util.Map`, `java.util`, `java.util.Collections.emptyList`.
    pub path: String,
    /// Kotlin's `as` name.
    pub alias: Option<String>,
    pub kind: ImportKind,
    pub line: u32,
}

/// What an import brings in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImportKind {
    Single,
    Star,
    Static,
    StaticStar,
    /// `import module java.base;`
    Module,
}

/// A type as declared; a facade stands for its file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypeDecl {
    /// `Outer.Inner`, without the package.
    pub name: String,
    /// Index into `types` of the type that holds this one.
    pub owner: Option<u32>,
    pub kind: TypeKind,
    /// Modifiers as written, in order, annotations left out; `companion`, `data`, `expect` among them.
    pub modifiers: Vec<String>,
    /// The header on one line: comments, annotations and body left out.
    pub signature: String,
    /// Type parameter names, in order.
    pub type_parameters: Vec<String>,
    pub supertypes: Vec<Supertype>,
    /// Annotation names as written, without `@` and arguments.
    pub annotations: Vec<String>,
    pub lines: LineRange,
    /// Line of the name token.
    pub name_line: u32,
    pub bytes: ByteRange,
    /// Between the braces, braces left out.
    pub body: Option<ByteRange>,
    /// The doc comment, delimiters included.
    pub doc: Option<ByteRange>,
    /// The doc comment's first sentence as plain text.
    pub description: Option<String>,
}

/// One supertype as written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Supertype {
    pub relation: Relation,
    /// As written, type arguments included, on one line: `Map.Entry<K, V>`.
    pub text: String,
    /// The name alone: `Map.Entry`.
    pub name: String,
}

/// How a type stands to the one it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Relation {
    /// Java `extends` of a class; a Kotlin supertype that is called (`Base()`).
    Extends,
    /// `implements`, an interface's `extends`, a Kotlin supertype without a call.
    Implements,
    Permits,
    /// What a typealias stands for.
    Alias,
}

/// What kind of method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MethodKind {
    Method,
    Constructor,
    /// An annotation's element.
    Element,
}

impl MethodKind {
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Method => "method",
            Self::Constructor => "constructor",
            Self::Element => "element",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Method, Self::Constructor, Self::Element].into_iter().find(|kind| kind.as_str() == text)
    }
}

/// A method, constructor, annotation element or Kotlin function as declared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MethodDecl {
    /// Index into `types`.
    pub owner: u32,
    /// The name; a constructor's is the simple name of its type.
    pub name: String,
    pub kind: MethodKind,
    /// Kotlin extension receiver as written.
    pub receiver: Option<String>,
    pub parameters: Vec<Parameter>,
    /// As written; none for constructors and for Kotlin functions that state none.
    pub return_type: Option<String>,
    pub modifiers: Vec<String>,
    pub annotations: Vec<String>,
    /// The declaration as written, on one line, annotations, comments and body left out.
    pub signature: String,
    pub lines: LineRange,
    pub name_line: u32,
    pub bytes: ByteRange,
    /// Between the braces (or after Kotlin's `=`), delimiters left out.
    pub body: Option<ByteRange>,
    /// The doc comment, of which nothing is read before it is asked for.
    pub doc: Option<ByteRange>,
}

/// One parameter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameter {
    pub name: String,
    /// The type as written on one line, annotations left out; `...` of a Java vararg included, Kotlin's `vararg` not.
    pub type_text: String,
    pub vararg: bool,
    /// Whether a default value is given (Kotlin).
    pub has_default: bool,
}

/// What kind of field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FieldKind {
    Field,
    EnumConstant,
    RecordComponent,
    Property,
}

impl FieldKind {
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Field => "field",
            Self::EnumConstant => "enum_constant",
            Self::RecordComponent => "record_component",
            Self::Property => "property",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Field, Self::EnumConstant, Self::RecordComponent, Self::Property]
            .into_iter()
            .find(|kind| kind.as_str() == text)
    }
}

/// A field, enum constant, record component or Kotlin property as declared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldDecl {
    /// Index into `types`.
    pub owner: u32,
    pub name: String,
    pub kind: FieldKind,
    /// Kotlin extension receiver as written.
    pub receiver: Option<String>,
    /// As written; none for enum constants and for properties that state none.
    pub type_text: Option<String>,
    pub modifiers: Vec<String>,
    pub annotations: Vec<String>,
    /// The declaration as written, on one line, annotations, comments and initialiser left out.
    pub signature: String,
    pub lines: LineRange,
    pub name_line: u32,
    pub bytes: ByteRange,
    pub doc: Option<ByteRange>,
}

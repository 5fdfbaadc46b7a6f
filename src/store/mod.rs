//! One artifact's index file: written once, read for ever.
//!
//! Knows only the model. [`write`] makes the file out of parsed files, deterministically; [`read`] answers rows.
//! `schema/index.sql` is the whole data definition.

mod block;
mod check;
mod connection;
pub mod declarations;
mod detail;
mod dictionary;
mod files;
mod gather;
mod grams;
mod headers;
pub mod layout;
mod lookup;
pub mod members;
mod names;
mod number;
pub mod paths;
mod phrases;
mod posting;
mod prepare;
pub mod read;
mod rows;
mod schema;
mod similar;
mod spelling;
pub mod strings;
mod summary;
mod symbols;
mod tables;
pub mod term_list;
pub mod terms;
mod text;
mod texts;
mod words;
pub mod write;

use crate::coordinate::Coordinate;
use crate::model::{ByteRange, FieldKind, ImportKind, Language, LineRange, MethodKind, Origin, Relation, TypeKind};

pub use dictionary::{LONGEST_WORD, Standing};
pub use names::TypeNames;
pub use symbols::{Members, SymbolList};

/// The format of index files: part of every generation, raised whenever the same input would give other bytes.
pub const FORMAT: u32 = 10;

/// SQLite's `application_id` of an index file: `JARX`. It tells `file` and a reader whose file this is.
const APPLICATION_ID: u32 = 0x4a41_5258;

/// Counts of one artifact, as index_artifact answers them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
pub struct Counts {
    pub files: u64,
    pub types: u64,
    pub methods: u64,
    pub fields: u64,
    /// Files that did not parse cleanly.
    pub unparsed_files: u64,
    /// Bytes of the files as stored in the artifact.
    pub bytes: u64,
    #[serde(skip)]
    pub lines: u64,
    /// Types declared inside bodies, left out.
    #[serde(skip)]
    pub local_types: u64,
}

/// The facts of the `meta` table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meta {
    pub coordinate: Coordinate,
    pub origin: Origin,
    /// `sha256:` and 64 hex digits.
    pub source_digest: String,
    pub commit: Option<String>,
    pub counts: Counts,
}

/// A row of `file`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRow {
    pub id: u32,
    pub path: String,
    pub size: u64,
    /// None: binary.
    pub line_count: Option<u32>,
    pub encoding: Option<String>,
    pub language: Option<Language>,
    pub addressable: bool,
    pub test: bool,
    pub release: Option<u32>,
    pub import_lines: Option<LineRange>,
    pub import_section: Option<ByteRange>,
    pub problem: Option<String>,
}

impl FileRow {
    /// Whether the file holds text.
    #[must_use]
    pub fn is_text(&self) -> bool {
        self.line_count.is_some()
    }

    /// The last segment of the path.
    #[must_use]
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }
}

/// A row of `folder`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderRow {
    pub id: u32,
    pub path: String,
    pub file_count: u32,
}

/// A row of `package`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackageRow {
    pub id: u32,
    pub name: String,
    pub type_count: u32,
    pub description: Option<String>,
}

/// A row of `type`, its file's path and its package's name beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeRow {
    pub id: u32,
    pub file: u32,
    pub file_path: String,
    pub package: String,
    pub owner: Option<u32>,
    /// `Outer.Inner`.
    pub name: String,
    pub kind: TypeKind,
    pub language: Language,
    /// Blank-separated.
    pub modifiers: String,
    /// `K, V`.
    pub type_parameters: String,
    /// Annotation names, `Deprecated, Beta`.
    pub annotations: String,
    pub part: u32,
    pub release: Option<u32>,
    pub test: bool,
    pub lines: LineRange,
    pub name_line: u32,
    pub bytes: ByteRange,
    pub body: Option<ByteRange>,
    pub doc: Option<ByteRange>,
}

impl TypeRow {
    /// `package.Outer.Inner`.
    #[must_use]
    pub fn qualified_name(&self) -> String {
        if self.package.is_empty() { self.name.clone() } else { format!("{}.{}", self.package, self.name) }
    }
}

/// What a list of types is chosen by: the little of a `type` row that is kept in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypeName<'a> {
    pub id: u32,
    /// Id of the package; ids are in order of name.
    pub package: u32,
    /// `Outer.Inner`.
    pub name: &'a str,
    pub kind: TypeKind,
    pub language: Language,
    pub part: u32,
    pub release: Option<u32>,
    pub test: bool,
}

/// A row of `supertype`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SupertypeRow {
    pub relation: Relation,
    pub name: String,
    pub text: String,
}

/// A method, with what `detail` knows of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodRow {
    pub id: u32,
    pub type_id: u32,
    pub file: u32,
    pub name: String,
    pub kind: MethodKind,
    pub receiver: Option<String>,
    /// As written, in order.
    pub parameter_types: Vec<String>,
    pub return_type: Option<String>,
    pub modifiers: String,
    pub signature: String,
    /// Annotation names, `Deprecated, Beta`.
    pub annotations: String,
    pub lines: LineRange,
    pub name_line: u32,
    pub bytes: ByteRange,
    pub body: Option<ByteRange>,
    pub doc: Option<ByteRange>,
}

/// A field, with what `detail` knows of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldRow {
    pub id: u32,
    pub type_id: u32,
    pub file: u32,
    pub name: String,
    pub kind: FieldKind,
    pub receiver: Option<String>,
    pub field_type: Option<String>,
    pub modifiers: String,
    pub signature: String,
    /// Annotation names, `Deprecated, Beta`.
    pub annotations: String,
    pub lines: LineRange,
    pub name_line: u32,
    pub bytes: ByteRange,
    pub doc: Option<ByteRange>,
}

impl FieldRow {
    /// Whether it is a property of Kotlin that can be set.
    #[must_use]
    pub fn is_variable(&self) -> bool {
        self.signature.split_whitespace().any(|word| word == "var")
    }
}

/// A row of `import`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportRow {
    pub path: String,
    pub alias: Option<String>,
    pub kind: ImportKind,
    pub line: u32,
}

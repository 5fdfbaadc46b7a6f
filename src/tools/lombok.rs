//! What a source does not show because Lombok writes it when the library is compiled. Answers are of what the source declares,
//! and say so where that is not all there is.

use super::resolve::{self, Found, Rows};
use crate::error::{Failure, Incomplete};
use crate::model::Language;
use crate::store::TypeRow;

/// Annotations of types and fields that add methods or constructors.
pub const METHODS: &[&str] = &[
    "AllArgsConstructor",
    "Builder",
    "Data",
    "Delegate",
    "EqualsAndHashCode",
    "Getter",
    "NoArgsConstructor",
    "RequiredArgsConstructor",
    "Setter",
    "SuperBuilder",
    "ToString",
    "Value",
    "With",
];
/// Annotations of types that add a field, the logger.
pub const FIELDS: &[&str] = &["CommonsLog", "Flogger", "JBossLog", "Log", "Log4j", "Log4j2", "Slf4j", "XSlf4j"];

/// That members of a type are missing, which one of these annotations adds to it.
///
/// # Errors
/// When the index cannot be read.
pub fn missing(found: &Found, adding: &[&str]) -> Result<Option<Incomplete>, Failure> {
    for row in found.types.iter().filter(|row| row.language == Language::Java && !resolve::is_outline(&row.file_path)) {
        if let Some(name) = adding_to(found, row, adding)? {
            let reason = format!(
                "members that Lombok's @{name} adds are not in the source; class files have them: register_source with origin bytecode"
            );
            return Ok(Some(Incomplete::new(row.qualified_name(), reason)));
        }
    }
    Ok(None)
}

/// The first such annotation of a type or its fields, where its file imports Lombok.
fn adding_to(found: &Found, row: &TypeRow, adding: &[&str]) -> Result<Option<String>, Failure> {
    let index = &found.artifact.index;
    let imports = index.imports(row.file).of(&found.artifact)?;
    let is_imported = imports.iter().any(|import| import.path.split('.').next() == Some("lombok"));
    if !is_imported && !row.annotations.contains("lombok.") {
        return Ok(None);
    }
    let fields = index.fields(row.id).of(&found.artifact)?;
    let all = std::iter::once(&row.annotations).chain(fields.iter().map(|field| &field.annotations));
    let mut names = all.flat_map(|list| list.split(", ")).map(|name| name.rsplit_once('.').unwrap_or(("", name)));
    let is_one = |(package, simple): &(&str, &str)| {
        adding.contains(simple) && (package.starts_with("lombok") || package.is_empty() && is_imported)
    };
    Ok(names.find(is_one).map(|(_, simple)| simple.to_owned()))
}

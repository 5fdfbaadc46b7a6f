//! What a source does not show because Lombok writes it when the library is compiled. Answers are of what the source declares,
//! and say so where that is not all there is.

use super::resolve::{self, Found, Rows};
use crate::error::{Failure, Incomplete};
use crate::model::{Language, lombok};
use crate::store::TypeRow;

pub use crate::model::lombok::{FIELDS, METHODS};

/// That members of a type are missing, which one of these annotations adds to it.
///
/// # Errors
/// When the index cannot be read.
pub fn missing(found: &Found, adding: &[&str]) -> Result<Option<Incomplete>, Failure> {
    for row in found.types.iter().filter(|row| row.language == Language::Java && !resolve::is_outline(&row.file_path)) {
        if let Some(name) = adding_to(found, row, adding)? {
            return Ok(Some(Incomplete::new(row.qualified_name(), lombok::unseen(&name))));
        }
    }
    Ok(None)
}

/// The first such annotation of a type or its fields, where its file imports Lombok.
fn adding_to(found: &Found, row: &TypeRow, adding: &[&str]) -> Result<Option<String>, Failure> {
    let index = &found.artifact.index;
    let imports = index.imports(row.file).of(&found.artifact)?;
    let imports: Vec<&str> = imports.iter().map(|import| import.path.as_str()).collect();
    if !row.annotations.contains("lombok.") && !imports.iter().any(|path| path.starts_with("lombok")) {
        return Ok(None);
    }
    let fields = index.fields(row.id).of(&found.artifact)?;
    let all = std::iter::once(&row.annotations).chain(fields.iter().map(|field| &field.annotations));
    let mut names = all.flat_map(|list| list.split(", ")).filter_map(|name| lombok::annotation(name, &imports));
    Ok(names.find(|name| adding.contains(name)).map(str::to_owned))
}

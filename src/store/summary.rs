//! Sums over an artifact that its facts do not hold.

use super::read::{Index, StoreError};
use crate::model::Language;

impl Index {
    /// How many files each language has, most first.
    pub fn languages(&self) -> Result<Vec<(Language, u64)>, StoreError> {
        let sql = "SELECT language, count(*) FROM file WHERE language IS NOT NULL GROUP BY language \
                   ORDER BY count(*) DESC, language";
        let rows: Vec<(String, u64)> = self.list(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let known = |(name, count): (String, u64)| {
            let language = Language::parse(&name)
                .ok_or_else(|| StoreError::Damaged(format!("it names the language '{}'", name.escape_debug())))?;
            Ok((language, count))
        };
        rows.into_iter().map(known).collect()
    }
}

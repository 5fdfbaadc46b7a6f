//! Sums over an artifact that its facts do not hold.

use super::read::{Index, StoreError};
use crate::model::{Language, Origin};

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

    /// How many types are of each origin, most first, in an index of class files: those of source files among them are source,
    /// and what no decompiler was given or made anything of is an outline.
    pub fn types_by_origin(&self) -> Result<Vec<(Origin, u64)>, StoreError> {
        let sql = "SELECT CASE WHEN file.path NOT GLOB '*.class' THEN 'source' \
                   WHEN ?1 = 'decompiled' AND file.language = 'java' AND file.problem IS NULL THEN 'decompiled' \
                   ELSE 'bytecode' END AS origin, count(*) FROM type_row AS type JOIN file ON file.id = type.file \
                   WHERE type.part = 0 GROUP BY origin ORDER BY count(*) DESC, origin";
        let rows: Vec<(String, u64)> =
            self.list(sql, [self.meta().origin.as_str()], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.into_iter().filter_map(|(name, count)| Some((Origin::parse(&name)?, count))).collect())
    }
}

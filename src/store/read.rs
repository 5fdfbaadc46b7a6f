//! Reading an index: opened read-only and immutable, shared by threads.
//!
//! A damaged file is an error and never an empty answer: every row loop passes on what SQLite says. What is asked again
//! and again (packages, files, names of types) stays in memory after the first call.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, OnceLock};

use rusqlite::{OptionalExtension, Params, Row, params};

use super::connection::Pool;
use super::declarations::Declarations;
use super::grams::CODE_BITS;
use super::layout::{Dictionary, Layout};
pub use super::lookup::Posting;
pub(crate) use super::lookup::intersect;
use super::paths::Paths;
use super::spelling::Spellings;
use super::strings::StringMap;
use super::term_list::FirstTerm;
use super::{
    Counts, ImportRow, Meta, PackageRow, SupertypeRow, TypeName, TypeNames, TypeRow, lookup, names, rows, similar,
    text, words,
};
use crate::coordinate::Coordinate;
use crate::error::{Incomplete, Lack};
use crate::model::{Origin, Relation};
use crate::text::java_name;

/// Why an index could not be read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file is damaged: it must be built again.
    #[error("the index is damaged: {0}")]
    Damaged(String),
    /// The file is of another format than this program's: it must be built again.
    #[error("the index is of format {found}, this program reads format {}", super::FORMAT)]
    OtherFormat {
        /// The format of the file.
        found: u32,
    },
    /// The system refused to read it; the file may be well.
    #[error("the index cannot be read: {0}")]
    Unreadable(String),
}

/// What an error of SQLite says about the file. Only what shows damage counts as damage: a busy or refused file may be
/// well.
impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode;
        /// A page could only be read in part: the file is shorter than its header says.
        const SHORT_READ: i32 = 522;
        match &error {
            rusqlite::Error::SqliteFailure(failure, _) => match failure.code {
                ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase | ErrorCode::Unknown => {
                    Self::Damaged(error.to_string())
                }
                _ if failure.extended_code == SHORT_READ => Self::Damaged(error.to_string()),
                _ => Self::Unreadable(error.to_string()),
            },
            // A table or column that is not there, a value of another type, a row that must be there and is not.
            _ => Self::Damaged(error.to_string()),
        }
    }
}

/// An open index. Cheap to share; every method may be called from any thread.
pub struct Index {
    pub(super) pool: Pool,
    /// The bits of the codes of grams that its lists tell apart.
    pub(super) gram_mask: u32,
    pub(super) kept: text::Kept,
    pub(super) spellings: Spellings,
    meta: Meta,
    packages: OnceLock<Arc<Vec<PackageRow>>>,
    pub(super) paths: OnceLock<Arc<Paths>>,
    pub(super) type_names: OnceLock<Arc<TypeNames>>,
    /// Where the rows of the list of types begin, and how many types were looked for in them.
    pub(super) first_types: OnceLock<Arc<Vec<names::FirstType>>>,
    pub(super) questions: AtomicU32,
    problems: OnceLock<Arc<Vec<Incomplete>>>,
    /// Where the rows of the dictionary begin.
    pub(super) dictionary: OnceLock<Arc<Vec<lookup::FirstWord>>>,
    /// Where the rows of terms begin.
    pub(super) first_terms: OnceLock<Arc<Vec<FirstTerm>>>,
    pub(super) declarations: OnceLock<Arc<Declarations>>,
    pub(super) string_maps: OnceLock<Arc<Vec<StringMap>>>,
    pub(super) layout: OnceLock<Arc<Layout>>,
    pub(super) text_dictionary: OnceLock<Arc<Dictionary>>,
}

/// Between which ids the types stand that are in the file of the type with the first parameter's id: what is nested stands in the same
/// file, whose types follow one another.
const SAME_FILE: &str = "BETWEEN \
     ifnull((SELECT id FROM type_row WHERE id < ?1 AND file <> (SELECT file FROM type_row WHERE id = ?1) ORDER BY id DESC LIMIT 1), 0) + 1 \
     AND ifnull((SELECT id FROM type_row WHERE id > ?1 AND file <> (SELECT file FROM type_row WHERE id = ?1) ORDER BY id LIMIT 1), 1 << 32) - 1";

impl Index {
    /// Opens the index file at `path`: read-only, immutable, defensive.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let pool = Pool::open(path)?;
        let facts = list(&pool, "SELECT name, value FROM meta", [], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
        })?;
        let incomplete = || StoreError::Damaged("its facts are incomplete".to_owned());
        let gram_bits = facts.iter().find(|(name, _)| name == "gram_bits").and_then(|(_, value)| value.parse().ok());
        let left_out = gram_bits.and_then(|bits| CODE_BITS.checked_sub(bits)).ok_or_else(incomplete)?;
        let meta = meta(&facts).ok_or_else(incomplete)?;
        Ok(Self {
            pool,
            gram_mask: u32::MAX << left_out,
            kept: text::Kept::default(),
            spellings: Spellings::default(),
            meta,
            packages: OnceLock::new(),
            paths: OnceLock::new(),
            type_names: OnceLock::new(),
            first_types: OnceLock::new(),
            questions: AtomicU32::new(0),
            problems: OnceLock::new(),
            dictionary: OnceLock::new(),
            first_terms: OnceLock::new(),
            declarations: OnceLock::new(),
            string_maps: OnceLock::new(),
            layout: OnceLock::new(),
            text_dictionary: OnceLock::new(),
        })
    }

    /// The facts of the whole artifact.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// All packages in order of name; kept in memory after the first call.
    pub fn packages(&self) -> Result<Arc<Vec<PackageRow>>, StoreError> {
        keep(&self.packages, || {
            self.list(&format!("SELECT {} FROM package ORDER BY id", rows::PACKAGE), [], rows::package)
        })
    }

    /// The package of exactly this name.
    pub fn package(&self, name: &str) -> Result<Option<PackageRow>, StoreError> {
        let packages = self.packages()?;
        let place = packages.binary_search_by(|package| package.name.as_bytes().cmp(name.as_bytes()));
        Ok(place.ok().map(|at| packages[at].clone()))
    }

    /// Types of the packages with these ids (all packages: `None`), by package name, then type name, then part, then file.
    /// Overlays (`release`) only of the release asked for; none asked: only types without a release.
    ///
    /// All types of a large artifact take a tenth of a second: choose from [`Self::type_names`] and read those by id.
    pub fn types(&self, packages: Option<&[u32]>, release: Option<u32>) -> Result<Vec<TypeRow>, StoreError> {
        let names = self.type_names()?;
        let wanted = |name: &TypeName<'_>| name.release == release;
        let Some(packages) = packages else {
            return self.types_by_id(&names.iter().filter(wanted).map(|name| name.id).collect::<Vec<_>>());
        };
        let mut packages = packages.to_vec();
        packages.sort_unstable();
        packages.dedup();
        let ids = packages.iter().flat_map(|package| names.of_package(*package)).filter(wanted).map(|name| name.id);
        self.types_by_id(&ids.collect::<Vec<_>>())
    }

    /// The types with these ids, in the order asked.
    fn types_by_id(&self, ids: &[u32]) -> Result<Vec<TypeRow>, StoreError> {
        // Most names that are looked for are not those of types.
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let lease = self.pool.lease()?;
        let said = self.spellings.open(&lease)?;
        let mut statement = lease.prepare_cached(&format!("SELECT {} WHERE type.id = ?", rows::TYPE))?;
        let mut found = Vec::with_capacity(ids.len());
        for id in ids {
            let row = statement.query_row([id], |row| rows::type_row(row, &said)).optional()?;
            found.push(row.ok_or_else(|| missing(*id))?);
        }
        Ok(found)
    }

    /// The types that a query finds.
    fn list_types(&self, sql: &str, parameters: impl Params) -> Result<Vec<TypeRow>, StoreError> {
        let lease = self.pool.lease()?;
        let said = self.spellings.open(&lease)?;
        let mut statement = lease.prepare_cached(sql)?;
        let rows = statement.query_map(parameters, |row| rows::type_row(row, &said))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// The declaration of a type on one line. It stands beside the row, which most who ask for it need without.
    pub fn signature(&self, type_id: u32) -> Result<String, StoreError> {
        self.header(type_id, |header| header.signature.to_owned())
    }

    /// Every declaration of a qualified name (`a.b.Outer.Inner` or `a.b.Outer$Inner`), overlays left out, parts in order.
    pub fn type_named(&self, qualified: &str) -> Result<Vec<TypeRow>, StoreError> {
        self.type_of_release(qualified, None)
    }

    /// The same in the overlay for a Java release.
    ///
    /// What Java cannot name is found by its real name as well (`scala.package`) as by the one that its outline has.
    pub fn type_of_release(&self, qualified: &str, release: Option<u32>) -> Result<Vec<TypeRow>, StoreError> {
        let mut found = self.type_as_named(qualified, release)?;
        if found.is_empty()
            && let Some(made) = java_name::made(qualified)
        {
            found = self.type_as_named(&made, release)?;
            found.retain(|row| java_name::is_outline_of(&row.file_path, qualified));
        }
        Ok(found)
    }

    fn type_as_named(&self, qualified: &str, release: Option<u32>) -> Result<Vec<TypeRow>, StoreError> {
        // The package is the longest part before a dot that names one; a name without a dot is of the default package.
        let splits = qualified.rmatch_indices('.').map(|(at, _)| (&qualified[..at], &qualified[at + 1..]));
        for (package, name) in splits.chain([("", qualified)]) {
            let Some(package) = self.package_id(package)? else { continue };
            let mut found = self.declared(package, name, release)?;
            if found.is_empty()
                && name.contains('$')
                && let Some(source_name) = self.source_name(package, name)?
            {
                found = self.declared(package, &source_name, release)?;
            }
            if !found.is_empty() {
                return Ok(found);
            }
        }
        Ok(Vec::new())
    }

    fn package_id(&self, name: &str) -> Result<Option<u32>, StoreError> {
        let packages = self.packages()?;
        let place = packages.binary_search_by(|package| package.name.as_bytes().cmp(name.as_bytes()));
        Ok(place.ok().map(|at| packages[at].id))
    }

    /// The Java releases whose overlays have a type of this qualified name, lowest first.
    pub fn releases_of(&self, qualified: &str) -> Result<Vec<u32>, StoreError> {
        let name = |package: &str| qualified.strip_prefix(package).map(|name| name.trim_start_matches('.').to_owned());
        let ids: Vec<(u32, String)> =
            self.packages()?.iter().filter_map(|package| Some((package.id, name(&package.name)?))).collect();
        let mut releases: Vec<u32> = self
            .type_names()?
            .iter()
            .filter(|row| ids.iter().any(|(package, name)| row.package == *package && row.name == name))
            .filter_map(|row| row.release)
            .collect();
        releases.sort_unstable();
        releases.dedup();
        Ok(releases)
    }

    fn declared(&self, package: u32, name: &str, release: Option<u32>) -> Result<Vec<TypeRow>, StoreError> {
        self.types_by_id(&self.types_named(package, name, release)?)
    }

    /// The name in source of a type given by its binary name, in which `$` may stand for a dot or for itself.
    fn source_name(&self, package: u32, binary: &str) -> Result<Option<String>, StoreError> {
        let wanted = binary.replace('$', ".");
        let names = self.type_names()?;
        let found = names.of_package(package).find(|found| found.name.replace('$', ".") == wanted);
        Ok(found.map(|found| found.name.to_owned()))
    }

    /// Up to five qualified names close to `name`, best first.
    pub fn similar_types(&self, name: &str) -> Result<Vec<String>, StoreError> {
        let (packages, names) = (self.packages()?, self.type_names()?);
        // Ids of packages count up from 1 in the order of the list.
        let names = names
            .iter()
            .filter(|row| row.release.is_none() && row.part == 0)
            .filter_map(|row| Some((packages.get(row.package as usize - 1)?.name.as_str(), row.name)));
        Ok(similar::closest(name, names))
    }

    /// A type by its id.
    pub fn type_by_id(&self, id: u32) -> Result<TypeRow, StoreError> {
        let mut found = self.types_by_id(&[id])?;
        found.pop().ok_or_else(|| missing(id))
    }

    /// Types directly inside the type `owner`, in file order.
    pub fn nested_types(&self, owner: u32) -> Result<Vec<TypeRow>, StoreError> {
        let sql = format!("SELECT {} WHERE type.owner = ?1 AND type.id {SAME_FILE} ORDER BY type.id", rows::TYPE);
        self.list_types(&sql, [owner])
    }

    /// Ids of the types inside the type `owner`, at any depth.
    pub fn types_inside(&self, owner: u32) -> Result<Vec<u32>, StoreError> {
        let sql = format!("SELECT id, owner FROM type_row AS type WHERE owner IS NOT NULL AND id {SAME_FILE}");
        let nested: Vec<(u32, u32)> = self.list(&sql, [owner], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let mut by_owner: HashMap<u32, Vec<u32>> = HashMap::new();
        for (id, around) in nested {
            by_owner.entry(around).or_default().push(id);
        }
        let mut inside = by_owner.remove(&owner).unwrap_or_default();
        let mut at = 0;
        while let Some(id) = inside.get(at) {
            // Each is taken once, whatever a damaged index says of who is around whom.
            let more = by_owner.remove(id).unwrap_or_default();
            inside.extend(more);
            at += 1;
        }
        Ok(inside)
    }

    /// Supertypes of a type as written, in order.
    pub fn supertypes(&self, type_id: u32) -> Result<Vec<SupertypeRow>, StoreError> {
        let sql = "SELECT relation, name, ifnull(text, name) FROM supertype_row WHERE type = ? ORDER BY position";
        self.list(sql, [type_id], rows::supertype)
    }

    /// Shows every supertype of every type: the type's id, the relation, the name as written.
    pub fn each_supertype(&self, mut show: impl FnMut(u32, Relation, &str)) -> Result<(), StoreError> {
        let lease = self.pool.lease()?;
        let mut all = lease.prepare_cached("SELECT type, relation, name FROM supertype_row ORDER BY type, position")?;
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            let relation = rows::Columns::from(row, 1).number(words::relation_of)?;
            show(row.get(0)?, relation, row.get_ref(2)?.as_str().map_err(rusqlite::Error::from)?);
        }
        Ok(())
    }

    /// Shows every simple name that types in bodies seem to extend: the name, the file's id.
    pub fn each_local_supertype(&self, mut show: impl FnMut(&str, u32)) -> Result<(), StoreError> {
        let lease = self.pool.lease()?;
        let mut all = lease.prepare_cached(
            "SELECT text, file FROM local_supertype_row JOIN phrase ON phrase.id = name ORDER BY file, name",
        )?;
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            show(row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?, row.get(1)?);
        }
        Ok(())
    }

    /// Shows every import that gives what it imports another name: the path, and that name.
    pub fn each_renamed_import(&self, mut show: impl FnMut(&str, &str)) -> Result<(), StoreError> {
        let lease = self.pool.lease()?;
        let mut all = lease.prepare_cached(
            "SELECT phrase.text, alias FROM import_row JOIN phrase ON phrase.id = path WHERE alias IS NOT NULL",
        )?;
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            let text = |column: usize| row.get_ref(column)?.as_str().map_err(rusqlite::Error::from);
            show(text(0)?, text(1)?);
        }
        Ok(())
    }

    /// Imports of a file in order.
    pub fn imports(&self, file: u32) -> Result<Vec<ImportRow>, StoreError> {
        let sql = "SELECT phrase.text, alias, kind, line FROM import_row JOIN phrase ON phrase.id = path \
                   WHERE file = ? ORDER BY position";
        self.list(sql, [file], rows::import)
    }

    /// The types that a file declares, in its order.
    pub fn types_of_file(&self, file: u32) -> Result<Vec<TypeRow>, StoreError> {
        /// Types that are looked at in one go, so that those of other files are not looked through.
        const STEP: u32 = 64;
        // Types stand in the order of their files: the first is found by halving.
        let last =
            self.one("SELECT max(id) FROM type_row", [], |row| row.get::<_, Option<u32>>(0))?.flatten().unwrap_or(0);
        let first = {
            let lease = self.pool.lease()?;
            let mut statement = lease.prepare_cached("SELECT file FROM type_row WHERE id = ?")?;
            let (mut low, mut high) = (1, last + 1);
            while low < high {
                let middle = low.midpoint(high);
                if statement.query_row([middle], |row| row.get::<_, u32>(0))? < file {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            low
        };
        let some =
            format!("SELECT {} WHERE type.id >= ? AND type.id < ? AND type.file = ? ORDER BY type.id", rows::TYPE);
        let mut found = Vec::new();
        let mut from = first;
        loop {
            let upper = from.saturating_add(STEP);
            let mut rows = self.list_types(&some, params![from, upper, file])?;
            let is_last = rows.len() < STEP as usize;
            found.append(&mut rows);
            if is_last {
                break;
            }
            from = upper;
        }
        Ok(found)
    }

    /// What is wrong with the artifact as a whole: entries left out, say. Files that did not parse are not in here.
    pub fn artifact_problems(&self) -> Result<Vec<Incomplete>, StoreError> {
        let row = |row: &Row<'_>| {
            let lack = Lack::parse(&row.get::<_, String>(2)?).unwrap_or_default();
            Ok(Incomplete { what: row.get(0)?, is_path: row.get(1)?, lack, reason: row.get(3)? })
        };
        self.list("SELECT what, path, lack, reason FROM problem ORDER BY id", [], row)
    }

    /// Problems of files and of the whole artifact: what, why; kept in memory after the first call.
    pub fn problems(&self) -> Result<Arc<Vec<Incomplete>>, StoreError> {
        keep(&self.problems, || {
            let mut problems = self.artifact_problems()?;
            let files = "SELECT path, problem FROM file WHERE problem IS NOT NULL AND NOT EXISTS \
                         (SELECT 1 FROM problem AS told WHERE told.what = file.path AND told.reason = file.problem) \
                         ORDER BY id";
            let row = |row: &Row<'_>| {
                Ok(Incomplete::at(row.get::<_, String>(0)?, row.get::<_, String>(1)?).of_declarations())
            };
            problems.append(&mut self.list(files, [], row)?);
            Ok(problems)
        })
    }

    pub(super) fn list<T>(
        &self,
        sql: &str,
        parameters: impl Params,
        map: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        list(&self.pool, sql, parameters, map)
    }

    pub(super) fn one<T>(
        &self,
        sql: &str,
        parameters: impl Params,
        map: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        let lease = self.pool.lease()?;
        let mut statement = lease.prepare_cached(sql)?;
        Ok(statement.query_row(parameters, map).optional()?)
    }

    /// The row of an id that this index gave out: that it is missing is damage.
    pub(super) fn the<T>(
        &self,
        sql: &str,
        id: u32,
        map: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        self.one(sql, [id], map)?.ok_or_else(|| missing(id))
    }
}

fn missing(id: u32) -> StoreError {
    StoreError::Damaged(format!("there is no row {id}"))
}

fn list<T>(
    pool: &Pool,
    sql: &str,
    parameters: impl Params,
    map: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, StoreError> {
    let lease = pool.lease()?;
    let mut statement = lease.prepare_cached(sql)?;
    let rows = statement.query_map(parameters, map)?;
    Ok(rows.collect::<rusqlite::Result<Vec<T>>>()?)
}

/// What is kept, read first where nothing is yet.
pub(super) fn keep<T>(
    place: &OnceLock<Arc<T>>,
    read: impl FnOnce() -> Result<T, StoreError>,
) -> Result<Arc<T>, StoreError> {
    if let Some(kept) = place.get() {
        return Ok(Arc::clone(kept));
    }
    let value = Arc::new(read()?);
    Ok(Arc::clone(place.get_or_init(|| value)))
}

fn meta(facts: &[(String, String)]) -> Option<Meta> {
    let text = |name: &str| facts.iter().find(|(fact, _)| fact == name).map(|(_, value)| value.as_str());
    let count = |name: &str| text(name)?.parse::<u64>().ok();
    Some(Meta {
        coordinate: Coordinate::new(text("group_id")?, text("artifact_id")?, text("version")?).ok()?,
        origin: Origin::parse(text("origin")?)?,
        source_digest: text("source_digest")?.to_owned(),
        commit: text("commit").map(str::to_owned),
        counts: Counts {
            files: count("files")?,
            types: count("types")?,
            methods: count("methods")?,
            fields: count("fields")?,
            unparsed_files: count("unparsed_files")?,
            bytes: count("bytes")?,
            lines: count("lines")?,
            local_types: count("local_types")?,
        },
    })
}

//! The rows that wait until all files are known: files, folders, packages, types.

use std::collections::{BTreeMap, HashMap};

use rusqlite::{Connection, params};

use super::block::{Packer, Place};
use super::declarations::{self, Listed};
use super::phrases::Phrases;
use super::terms::{Extent, Terms, Traits};
use super::write::{FileInput, WriteError, insert_block, insert_into};
use super::{headers, names, words};
use crate::model::{ByteRange, Language, LineRange, TypeDecl};

/// A row of `file` to be.
pub(super) struct FileRecord {
    pub path: String,
    pub size: u64,
    pub line_count: Option<u32>,
    pub place: Option<Place>,
    pub encoding: Option<&'static str>,
    pub language: Option<Language>,
    /// Place in [`Tables::packages`].
    pub package: Option<u32>,
    pub addressable: bool,
    pub test: bool,
    pub release: Option<u32>,
    pub imports: Option<(ByteRange, LineRange)>,
    pub local_types: u32,
    pub problem: Option<String>,
    /// Documentation of a package that this file holds.
    pub package_description: Option<String>,
}

impl FileRecord {
    /// What a file says of itself; the rest comes with its text and its declarations.
    pub(super) fn of(file: &FileInput) -> Self {
        Self {
            path: file.path.clone(),
            size: file.size,
            line_count: file.text.as_ref().map(|text| text.line_count),
            place: None,
            encoding: file.text.as_ref().and_then(|text| text.encoding),
            language: file.language,
            package: None,
            addressable: file.addressable,
            test: file.test,
            release: file.release,
            imports: None,
            local_types: 0,
            problem: file.problem.clone(),
            package_description: file.package_description.clone(),
        }
    }

    fn folder(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    fn name(&self) -> &str {
        self.path.rsplit_once('/').map_or(&self.path, |(_, name)| name)
    }
}

/// A row of `type` to be.
pub(super) struct TypeRecord {
    pub file: u32,
    /// Place in [`Tables::packages`].
    pub package: u32,
    pub owner: Option<u32>,
    pub part: u32,
    pub language: Language,
    pub release: Option<u32>,
    pub test: bool,
    /// Ids of its methods, first and last.
    pub methods: Option<(u32, u32)>,
    /// Ids of its fields, first and last.
    pub fields: Option<(u32, u32)>,
    /// Where the details of its members begin.
    pub detail: Option<Place>,
    pub declaration: TypeDecl,
}

/// A row of `package` to be.
pub(super) struct PackageRecord {
    pub name: String,
    pub type_count: u32,
}

/// All that waits.
#[derive(Default)]
pub(super) struct Tables {
    pub files: Vec<FileRecord>,
    pub types: Vec<TypeRecord>,
    /// In order of first appearance; ids are given by name at the end.
    pub packages: Vec<PackageRecord>,
    package_places: HashMap<String, u32>,
    /// Of every declaration, as `declaration_list` numbers them.
    extents: Vec<Extent>,
    traits: Vec<Traits>,
}

impl Tables {
    /// The place of the package of this name.
    pub(super) fn package(&mut self, name: &str) -> u32 {
        if let Some(place) = self.package_places.get(name) {
            return *place;
        }
        let place = self.packages.len() as u32;
        self.packages.push(PackageRecord { name: name.to_owned(), type_count: 0 });
        self.package_places.insert(name.to_owned(), place);
        place
    }

    /// Takes what is known of the next `count` declarations; how many there were before, where `terms` are of these.
    pub(super) fn add_extents(&mut self, terms: &Terms, count: usize) -> Option<u32> {
        let before = self.extents.len();
        let are_theirs = terms.extents.len() == count && terms.traits.len() == count;
        if are_theirs {
            self.extents.extend_from_slice(&terms.extents);
            self.traits.extend_from_slice(&terms.traits);
        } else {
            self.extents.resize(before + count, Extent::default());
            self.traits.resize(before + count, Traits::default());
        }
        (are_theirs && count > 0).then_some(before as u32)
    }

    /// Writes the rows.
    pub(super) fn insert(&self, connection: &Connection, phrases: &mut Phrases) -> Result<(), WriteError> {
        let folders = self.insert_folders(connection)?;
        let packages = self.insert_packages(connection)?;
        self.insert_files(connection, &folders, &packages)?;
        self.insert_types(connection, &packages, phrases)?;
        let mut packer = Packer::new()?;
        headers::insert(connection, &mut packer, &self.types)?;
        names::insert(connection, &mut packer, &self.types, &packages)?;
        self.insert_declarations(connection, &mut packer, &packages)
    }

    /// How declarations are numbered, and what is known of each.
    fn insert_declarations(
        &self,
        connection: &Connection,
        packer: &mut Packer,
        packages: &[u32],
    ) -> Result<(), WriteError> {
        /// Types of a row.
        const TYPES_OF_A_ROW: usize = 4096;
        let members = |range: Option<(u32, u32)>| range.map_or(0, |(first, last)| last - first + 1);
        let listed: Vec<Listed> = self
            .types
            .iter()
            .map(|record| Listed {
                is_further: record.part > 0,
                methods: members(record.methods),
                fields: members(record.fields),
                file: record.file,
                package: record.package,
            })
            .collect();
        let mut start = 0;
        for (types, number) in listed.chunks(TYPES_OF_A_ROW).zip(1..) {
            let count: u32 = types.iter().map(|one| 1 + one.methods + one.fields).sum();
            let range = start..start + count as usize;
            start = range.end;
            let bytes = declarations::list(types, packages, &self.extents[range.clone()], &self.traits[range]);
            insert_block(connection, "declaration_list", &packer.pack(number, &bytes)?)?;
        }
        Ok(())
    }

    /// Every folder above an addressable file; ids in byte order of path.
    fn insert_folders(&self, connection: &Connection) -> Result<HashMap<&str, u32>, WriteError> {
        let mut counts: BTreeMap<&str, u32> = BTreeMap::from([("", 0)]);
        for file in self.files.iter().filter(|file| file.addressable) {
            let mut folder = file.folder();
            *counts.entry(folder).or_insert(0) += 1;
            while let Some((parent, _)) = folder.rsplit_once('/') {
                folder = parent;
                counts.entry(folder).or_insert(0);
            }
        }
        let ids: HashMap<&str, u32> = counts.keys().copied().zip(1..).collect();
        let mut insert = insert_into(connection, "folder", 4)?;
        for (path, file_count) in counts {
            let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
            let parent = if path.is_empty() { None } else { ids.get(parent) };
            insert.execute(params![ids[path], path, parent, file_count])?;
        }
        Ok(ids)
    }

    /// Writes the packages in order of name and gives the id of each place.
    fn insert_packages(&self, connection: &Connection) -> Result<Vec<u32>, WriteError> {
        let descriptions = self.package_descriptions();
        let mut order: Vec<usize> = (0..self.packages.len()).collect();
        order.sort_unstable_by_key(|place| &self.packages[*place].name);
        let mut ids = vec![0; self.packages.len()];
        let mut insert = insert_into(connection, "package", 4)?;
        for (place, id) in order.into_iter().zip(1_u32..) {
            ids[place] = id;
            let package = &self.packages[place];
            let description = descriptions.get(&(place as u32)).map(|(_, text)| *text);
            insert.execute(params![id, package.name, package.type_count, description])?;
        }
        Ok(ids)
    }

    /// The description of each package: from package-info.java before package.html before anything else, and of equals
    /// the first in path order.
    fn package_descriptions(&self) -> HashMap<u32, (u8, &str)> {
        // package.html names no package: it is of the one that the files beside it declare.
        let mut of_folder: HashMap<&str, u32> = HashMap::new();
        for file in &self.files {
            if let Some(package) = file.package {
                of_folder.entry(file.folder()).or_insert(package);
            }
        }
        let mut best: HashMap<u32, (u8, &str)> = HashMap::new();
        for file in &self.files {
            let Some(text) = &file.package_description else { continue };
            let Some(package) = file.package.or_else(|| of_folder.get(file.folder()).copied()) else { continue };
            let rank = match file.name() {
                "package-info.java" => 0,
                "package.html" => 1,
                _ => 2,
            };
            let entry = best.entry(package).or_insert((rank, text));
            if rank < entry.0 {
                *entry = (rank, text);
            }
        }
        best
    }

    fn insert_files(
        &self,
        connection: &Connection,
        folders: &HashMap<&str, u32>,
        packages: &[u32],
    ) -> Result<(), WriteError> {
        let mut insert = insert_into(connection, "file", 19)?;
        for (file, id) in self.files.iter().zip(1_u32..) {
            insert.execute(params![
                id,
                if file.addressable { folders.get(file.folder()) } else { None },
                file.path,
                file.size,
                file.line_count,
                file.place.map(|place| place.block),
                file.place.map(|place| place.offset),
                file.encoding,
                file.language.map(Language::as_str),
                file.package.map(|place| packages[place as usize]),
                file.addressable,
                file.test,
                file.release,
                file.imports.map(|(_, lines)| lines.start),
                file.imports.map(|(_, lines)| lines.end),
                file.imports.map(|(bytes, _)| bytes.start),
                file.imports.map(|(bytes, _)| bytes.end),
                file.local_types,
                file.problem,
            ])?;
        }
        Ok(())
    }

    fn insert_types(&self, connection: &Connection, packages: &[u32], phrases: &mut Phrases) -> Result<(), WriteError> {
        let mut phrases = phrases.open(connection)?;
        let mut insert = insert_into(connection, "type_row", 27)?;
        let mut insert_supertype = insert_into(connection, "supertype_row", 5)?;
        for (record, id) in self.types.iter().zip(1_u32..) {
            let declaration = &record.declaration;
            insert.execute(params![
                id,
                record.file,
                packages[record.package as usize],
                record.owner,
                declaration.name,
                words::type_kind(declaration.kind),
                phrases.optional(&declaration.modifiers.join(" "))?,
                phrases.optional(&declaration.type_parameters.join(", "))?,
                phrases.optional(&declaration.annotations.join(", "))?,
                record.part,
                record.release,
                record.test,
                declaration.lines.start,
                declaration.lines.end - declaration.lines.start,
                i64::from(declaration.name_line) - i64::from(declaration.lines.start),
                declaration.bytes.start,
                declaration.bytes.end.saturating_sub(declaration.bytes.start),
                declaration.body.map(|range| range.start),
                declaration.body.map(|range| range.end),
                declaration.doc.map(|range| range.start),
                declaration.doc.map(|range| range.end),
                record.methods.map(|ids| ids.0),
                record.methods.map(|ids| ids.1),
                record.fields.map(|ids| ids.0),
                record.fields.map(|ids| ids.1),
                record.detail.map(|place| place.block),
                record.detail.map(|place| place.offset),
            ])?;
            for (position, supertype) in declaration.supertypes.iter().enumerate() {
                let relation = words::relation(supertype.relation);
                let text = Some(&supertype.text).filter(|text| **text != supertype.name);
                insert_supertype.execute(params![id, position, relation, supertype.name, text])?;
            }
        }
        Ok(())
    }
}

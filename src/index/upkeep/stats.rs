//! `cache stats`: what takes how much room.

use std::collections::BTreeMap;

use serde::Serialize;

use super::survey::{Folder, Survey, size_of};
use super::{Size, Upkeep};
use crate::coordinate::Coordinate;
use crate::error::{Failure, Incomplete};
use crate::work::Work;

/// How large a cache is, and what of it.
#[derive(Debug, Serialize)]
pub struct Stats {
    pub root: String,
    #[serde(flatten)]
    pub total: Size,
    /// Largest first.
    pub kinds: Vec<KindSize>,
    /// Largest first.
    pub artifacts: Vec<ArtifactSize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub incomplete: Vec<Incomplete>,
}

/// How much one kind of file takes.
#[derive(Debug, Serialize)]
pub struct KindSize {
    /// `indexes`, `extracted`, `poms`, `records`, `downloads`, `staging`, `locks`, or the name of what jardex did not make.
    pub kind: String,
    #[serde(flatten)]
    pub size: Size,
}

/// How much one artifact takes, in bytes.
#[derive(Debug, Serialize)]
pub struct ArtifactSize {
    pub artifact: String,
    pub bytes: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub index: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub extracted: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub downloads: u64,
    /// When its index was built; none: it has none, or no record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub built: Option<String>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// What the files of a folder of an artifact are.
pub(super) struct Parts {
    pub indexes: Size,
    pub extracted: Size,
    pub poms: Size,
}

/// What is in a folder of an artifact.
pub(super) fn parts(folder: &Folder) -> Parts {
    let mut parts = Parts { indexes: Size::default(), extracted: Size::default(), poms: Size::default() };
    let prefix = folder.place.strip_prefix("code/").map_or(0, |below| below.len() + 1);
    for file in &folder.files {
        let size = size_of(std::slice::from_ref(file));
        match file.path.get(prefix..).unwrap_or_default() {
            "pom.xml" => parts.poms.add(size),
            name if name.starts_with("sources/") => parts.extracted.add(size),
            _ => parts.indexes.add(size),
        }
    }
    parts
}

impl Upkeep<'_> {
    /// What takes how much room.
    ///
    /// # Errors
    /// When the cache cannot be listed; [`Failure::cancelled`].
    pub fn stats(&self, work: &Work) -> Result<Stats, Failure> {
        let survey = self.survey(work)?;
        let mut kinds: BTreeMap<String, Size> = BTreeMap::new();
        let mut add = |kind: &str, size: Size| {
            if size.files > 0 {
                kinds.entry(kind.to_owned()).or_default().add(size);
            }
        };
        for folder in &survey.folders {
            let parts = parts(folder);
            add("indexes", parts.indexes);
            add("extracted", parts.extracted);
            add("poms", parts.poms);
        }
        for folder in &survey.downloads {
            add("downloads", folder.size());
        }
        for folder in &survey.staging {
            add("staging", folder.size());
        }
        for (name, size) in &survey.others {
            add(if name == "registry-v1" { "records" } else { name }, *size);
        }
        let mut total = Size::default();
        for size in kinds.values() {
            total.add(*size);
        }
        let mut kinds: Vec<KindSize> = kinds.into_iter().map(|(kind, size)| KindSize { kind, size }).collect();
        kinds.sort_by(|a, b| b.size.bytes.cmp(&a.size.bytes).then_with(|| a.kind.cmp(&b.kind)));
        let root = self.engine.cache.root().display().to_string();
        Ok(Stats { root, total, kinds, artifacts: artifacts(&survey), incomplete: survey.problems })
    }
}

fn artifacts(survey: &Survey) -> Vec<ArtifactSize> {
    let mut sizes: BTreeMap<String, ArtifactSize> = BTreeMap::new();
    let named = |coordinate: Option<Coordinate>, folder: &Folder| {
        coordinate.map_or_else(|| folder.place.clone(), |coordinate| coordinate.to_string())
    };
    let empty =
        |artifact: String| ArtifactSize { artifact, bytes: 0, index: 0, extracted: 0, downloads: 0, built: None };
    for record in &survey.records {
        let name = record.coordinate.to_string();
        let size = sizes.entry(name.clone()).or_insert_with(|| empty(name));
        size.built = record.current.as_ref().map(|current| current.built.clone());
    }
    for folder in &survey.folders {
        let name = named(folder.coordinate(), folder);
        let size = sizes.entry(name.clone()).or_insert_with(|| empty(name));
        let parts = parts(folder);
        size.index += parts.indexes.bytes + parts.poms.bytes;
        size.extracted += parts.extracted.bytes;
    }
    for folder in &survey.downloads {
        let name = named(folder.coordinate(), folder);
        sizes.entry(name.clone()).or_insert_with(|| empty(name)).downloads += folder.size().bytes;
    }
    let mut sizes: Vec<ArtifactSize> = sizes.into_values().collect();
    for size in &mut sizes {
        size.bytes = size.index + size.extracted + size.downloads;
    }
    sizes.sort_by(|a, b| b.bytes.cmp(&a.bytes).then_with(|| a.artifact.cmp(&b.artifact)));
    sizes
}

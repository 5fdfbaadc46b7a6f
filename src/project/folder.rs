//! A project's folder: which of its files say best what the project depends on.

use std::path::{Path, PathBuf};

use crate::fs::{self, FsError, Limits};

/// How much of a project is looked through; only files of interest count as files.
const LIMITS: Limits = Limits { files: 20_000, depth: 12 };

/// Folders that hold no project files of their own: what is built, what is generated, sources, tools' own.
const SKIPPED: &[&str] = &["target", "build", "out", "bin", "dist", "node_modules", "src", "testdata"];

/// The files that are read, and those that were passed over because these say more.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// Relative to the folder, with their places.
    pub used: Vec<(String, PathBuf)>,
    pub unused: Vec<PathBuf>,
}

impl Chosen {
    /// Whether nothing that is read says what the project was resolved to.
    #[must_use]
    pub fn has_only_catalogs(&self) -> bool {
        self.used.iter().all(|(path, _)| rank(path) == Some(Rank::Catalog))
    }
}

/// What a file of a project is for us, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// What Gradle resolved.
    Lock,
    /// What some tool resolved.
    Bill,
    /// What the project asks for, resolved as Maven does.
    Pom,
    /// What the project may ask for.
    Catalog,
    /// What Gradle resolved for the build itself, its plugins: beside the project's own lock files.
    BuildLock,
}

/// Chooses among the files of a folder and its modules: lock files before bills of materials, those before POMs, and a
/// version catalog where there is nothing else. Of POMs the one nearest to the top, which names its modules; several that
/// lie side by side each.
///
/// # Errors
/// When the folder cannot be listed.
pub fn choose(folder: &Path) -> Result<Chosen, FsError> {
    let walked = fs::walk(folder, LIMITS, |path, is_folder| {
        let name = path.rsplit('/').next().unwrap_or(path);
        if is_folder { !name.starts_with('.') && !SKIPPED.contains(&name) } else { rank(path).is_some() }
    })?;
    let mut files: Vec<(Rank, usize, String, PathBuf)> = walked
        .files
        .into_iter()
        .filter_map(|file| Some((rank(&file.path)?, file.path.matches('/').count(), file.path, file.place)))
        .collect();
    files.sort();
    let best = files.first().map(|(rank, depth, ..)| (*rank, *depth));
    let mut chosen = Chosen::default();
    for (rank, depth, path, place) in files {
        let is_of_many = matches!(rank, Rank::Lock | Rank::Catalog | Rank::BuildLock);
        let goes_along = |best| rank == Rank::BuildLock && best == Rank::Lock;
        let is_used =
            best.is_some_and(|(best, top)| goes_along(best) || (rank == best && (is_of_many || depth == top)));
        if is_used { chosen.used.push((path, place)) } else { chosen.unused.push(place) }
    }
    Ok(chosen)
}

fn rank(path: &str) -> Option<Rank> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_old_lock = || name.ends_with(".lockfile") && path.contains("gradle/dependency-locks/");
    let is_bill = || {
        [".cdx.json", ".cdx.xml", ".spdx.json", ".spdx"].iter().any(|end| name.ends_with(end))
            || matches!(name, "bom.json" | "bom.xml")
    };
    match name {
        "gradle.lockfile" => Some(Rank::Lock),
        "buildscript-gradle.lockfile" | "settings-gradle.lockfile" => Some(Rank::BuildLock),
        "pom.xml" => Some(Rank::Pom),
        _ if is_old_lock() => Some(Rank::Lock),
        _ if name.ends_with(".versions.toml") => Some(Rank::Catalog),
        _ if is_bill() => Some(Rank::Bill),
        _ => None,
    }
}

//! Which files of an artifact are looked into for uses: those that hold a name, as far as what has it can be reached there.

use super::reach::Reach;
use super::{Asked, is_operator};
use crate::error::{Failure, Incomplete};
use crate::index::Opened;
use crate::model::uses::{UseKind, Wanted};
use crate::model::{Language, Origin};
use crate::search::references::{self, CandidateFile, Target};
use crate::store::read::intersect;
use crate::store::{FileRow, MethodRow};
use crate::tools::declared::{Member, Place};
use crate::tools::places;
use crate::tools::resolve::Rows;
use crate::tools::symbol;

/// Which files of artifacts are looked into.
pub struct FilesOf<'a> {
    pub wanted: &'a Wanted,
    pub reach: &'a Reach,
    pub asked: &'a Asked,
    pub declarations: &'a [Place],
}

/// What a look at an artifact told.
pub struct Glanced {
    /// Whether a file of it can use what is asked for; where nothing was told, one can.
    pub may_use: bool,
    /// As of [`Holding`].
    pub passed_over: usize,
    /// As [`FilesOf::lacks_bodies`] tells.
    pub lacks_bodies: bool,
    /// What of the artifact could not be read when it was indexed.
    pub incomplete: Vec<Incomplete>,
}

/// Files that hold a name: one that all languages have for it, and one that only Java or Kotlin has.
#[derive(Default)]
pub struct Holding {
    named: Vec<u32>,
    of_java: Vec<u32>,
    of_kotlin: OfKotlin,
    /// Files that hold a name out of reach of what has it.
    pub passed_over: usize,
}

enum OfKotlin {
    /// A sign calls it, and stands in no list.
    All,
    These(Vec<u32>),
}

impl Default for OfKotlin {
    fn default() -> Self {
        Self::These(Vec::new())
    }
}

impl Holding {
    fn is_none(&self) -> bool {
        self.named.is_empty()
            && self.of_java.is_empty()
            && matches!(&self.of_kotlin, OfKotlin::These(files) if files.is_empty())
    }
}

impl FilesOf<'_> {
    pub fn glance(&self, artifact: &Opened) -> Glanced {
        if self.is_out_of_sight(artifact) {
            return Glanced { may_use: false, passed_over: 0, lacks_bodies: false, incomplete: Vec::new() };
        }
        let (incomplete, lacks_bodies) = (artifact.incomplete.clone(), self.lacks_bodies(artifact));
        match self.holding(artifact) {
            Ok(holding) => {
                Glanced { may_use: !holding.is_none(), passed_over: holding.passed_over, lacks_bodies, incomplete }
            }
            // What cannot be read is told when it is opened with care.
            Err(_) => Glanced { may_use: true, passed_over: 0, lacks_bodies, incomplete },
        }
    }

    /// Whether an artifact is known by its class files, whose bodies may hold what is asked for.
    pub fn lacks_bodies(&self, artifact: &Opened) -> bool {
        use UseKind::{Annotation, Doc, Extends, Import, Override};
        let is_declared = matches!(self.asked.kind, Some(Annotation | Doc | Extends | Import | Override));
        artifact.origin == Origin::Bytecode && artifact.index.meta().counts.types > 0 && !is_declared
    }

    /// The JDK uses nothing but itself.
    pub fn is_out_of_sight(&self, artifact: &Opened) -> bool {
        places::is_jdk(&artifact.coordinate)
            && !self.declarations.iter().any(|one| one.artifact.coordinate == artifact.coordinate)
    }

    /// The files that hold a name.
    pub fn holding(&self, artifact: &Opened) -> Result<Holding, Failure> {
        let mut named = references::candidate_files(&artifact.index, self.wanted).of(artifact)?;
        let mut passed_over = 0;
        if !named.is_empty()
            && let Some(reached) = self.reach.files(artifact)?
        {
            let all = named.len();
            intersect(&mut named, &reached);
            passed_over = if self.reach.is_told_by_names() { all - named.len() } else { 0 };
        }
        // What only one of them says otherwise is looked for in its files alone.
        let only = |names: &[String]| {
            let wanted = Wanted { names: names.to_vec(), ..Wanted::default() };
            references::candidate_files(&artifact.index, &wanted).of(artifact)
        };
        let of_java = only(&self.wanted.java_names)?;
        let of_kotlin = if self.wanted.operators && may_call_by_sign(artifact, self.declarations)? {
            OfKotlin::All
        } else {
            OfKotlin::These(only(&self.wanted.kotlin_names)?)
        };
        Ok(Holding { named, of_java, of_kotlin, passed_over })
    }

    /// The files to look into.
    pub fn rows(&self, artifact: &Opened, holding: Holding) -> Result<Vec<FileRow>, Failure> {
        let Holding { named, of_java, of_kotlin, .. } = holding;
        let index = &artifact.index;
        let mut rows = index.files_by_id(&named).of(artifact)?;
        let of_kotlin = match of_kotlin {
            OfKotlin::All => index.files().of(artifact)?,
            OfKotlin::These(files) => index.files_by_id(&files).of(artifact)?,
        };
        let of_java = index.files_by_id(&of_java).of(artifact)?;
        for (others, language) in [(of_kotlin, Language::Kotlin), (of_java, Language::Java)] {
            let is_new = |row: &FileRow| row.language == Some(language) && named.binary_search(&row.id).is_err();
            rows.extend(others.into_iter().filter(is_new));
        }
        let language = self.asked.language;
        rows.retain(|row| row.is_text() && row.language.is_some_and(|own| language.is_none_or(|wanted| wanted == own)));
        Ok(rows)
    }
}

/// Puts first the files of artifacts that declare what is asked for, those of JDKs last, the rest as they are: where the time does not
/// suffice for all, it goes to those that most likely use it most. How the JDK uses itself is what is asked for least.
pub fn most_telling_first(files: &mut [CandidateFile], targets: &[Target], jdks: &[u32]) {
    files.sort_by_key(|file| {
        let is_jdk = jdks.contains(&file.place);
        (is_jdk, !targets.iter().any(|target| target.place == file.place))
    });
}

/// Whether an artifact may call operators by their signs: it names their type, or what they extend, or their package, or needs to
/// name none of them.
fn may_call_by_sign(artifact: &Opened, declarations: &[Place]) -> Result<bool, Failure> {
    for one in declarations.iter().filter(|one| is_operator(one)) {
        let owner = &one.declared.owner;
        if references::IMPLIED_PACKAGES.contains(&owner.package.as_str()) {
            return Ok(true);
        }
        let bearer = match &one.declared.member {
            Some(Member::Method(MethodRow { receiver: Some(receiver), .. })) => symbol::simple_type(receiver),
            _ => owner.name.rsplit('.').next().unwrap_or_default().to_owned(),
        };
        if holds(artifact, &bearer)? || holds_all(artifact, owner.package.split('.'))? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn holds(artifact: &Opened, word: &str) -> Result<bool, Failure> {
    Ok(artifact.index.word_number(word).of(artifact)?.is_some())
}

/// Whether an artifact holds all of some words, as what names a package holds its segments.
fn holds_all<'a>(artifact: &Opened, mut words: impl Iterator<Item = &'a str>) -> Result<bool, Failure> {
    words.try_fold(true, |all, word| Ok(all && holds(artifact, word)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::references::TargetKind;

    #[test]
    fn files_of_declaring_artifacts_are_read_first_and_of_jdks_last() {
        let file = |(place, id): (u32, u32)| CandidateFile {
            place,
            row: FileRow {
                id,
                path: format!("F{id}.java"),
                size: 1,
                line_count: Some(1),
                encoding: None,
                language: Some(Language::Java),
                addressable: true,
                test: false,
                release: None,
                import_lines: None,
                import_section: None,
                problem: None,
            },
        };
        let target = |place| Target { place, type_name: "a.B".to_owned(), of: TargetKind::Type, only_in: None };
        // Places are numbers of artifacts as they were met: their order is not that of the scope.
        let mut files: Vec<CandidateFile> = [(4, 1), (4, 2), (1, 1), (0, 7), (0, 9), (2, 3), (1, 5)].map(file).into();
        let read = |files: &[CandidateFile]| files.iter().map(|file| (file.place, file.row.id)).collect::<Vec<_>>();
        most_telling_first(&mut files, &[target(2), target(0)], &[]);
        assert_eq!(read(&files), [(0, 7), (0, 9), (2, 3), (4, 1), (4, 2), (1, 1), (1, 5)]);
        most_telling_first(&mut files, &[target(2), target(0)], &[0]);
        assert_eq!(read(&files), [(2, 3), (4, 1), (4, 2), (1, 1), (1, 5), (0, 7), (0, 9)]);
    }
}

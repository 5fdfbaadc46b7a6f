//! Which changes between two versions are asked for.

use crate::compare::{Change, Compatibility, Row};
use crate::error::Failure;
use crate::index::Opened;
use crate::text::escape::visible;
use crate::tools::list_types::PackageFilter;
use crate::tools::resolve::{self, Rows};
use crate::tools::{Call, list_packages};

/// What is asked for besides the versions.
pub(super) struct Filter {
    package: Option<PackageFilter>,
    type_name: Option<String>,
    changes: Vec<Change>,
    compatibilities: Vec<Compatibility>,
    all: bool,
}

impl Filter {
    pub fn of(call: &Call<'_>) -> Result<Self, Failure> {
        let args = call.args;
        Ok(Self {
            // The empty name is that of the default package.
            package: args.text("package_filter").map(|text| PackageFilter::parse(text.trim())).transpose()?,
            type_name: filled(call, "type_name")?.map(str::to_owned),
            changes: words(args.list("change"), "change", Change::parse, &Change::ALL.map(Change::as_str))?,
            compatibilities: words(
                args.list("compatibility"),
                "compatibility",
                Compatibility::parse,
                &Compatibility::ALL.map(Compatibility::as_str),
            )?,
            all: args.text("visibility") == Some("all"),
        })
    }

    /// Whether changes of this type are asked for.
    pub fn wants_type(&self, package: &str, name: &str) -> bool {
        self.package.as_ref().is_none_or(|filter| filter.matches(package))
            && self.type_name.as_ref().is_none_or(|wanted| {
                let qualified = if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") };
                qualified.strip_prefix(wanted.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            })
    }

    /// Whether a change is of what is compared.
    pub fn sees(&self, row: &Row) -> bool {
        self.all || row.is_api
    }

    /// Whether a change of what is compared is asked for.
    pub fn wants(&self, row: &Row) -> bool {
        let changed = |change: &Change| self.changes.contains(change);
        (self.changes.is_empty() || changed(&row.change) || row.also.iter().any(changed))
            && (self.compatibilities.is_empty() || self.compatibilities.contains(&row.compatibility))
    }

    /// Refuses a type or package that neither version has.
    pub fn check(&mut self, call: &Call<'_>, old: &Opened, new: &Opened) -> Result<(), Failure> {
        if let Some(name) = &mut self.type_name {
            let found = [new, old].into_iter().find_map(|version| match version.index.type_named(name).of(version) {
                Ok(types) => types.first().map(|row| Ok(row.qualified_name())),
                Err(failure) => Some(Err(failure)),
            });
            match found {
                // As it is declared: `Outer$Inner` is asked for as well.
                Some(declared) => *name = declared?,
                None => return Err(not_found(name, old, new)),
            }
        }
        if let Some(PackageFilter::Exact(name)) = &self.package
            && old.index.package(name).of(old)?.is_none()
            && new.index.package(name).of(new)?.is_none()
        {
            let unfound = |version: &Opened| {
                let packages = version.index.packages().of(version)?;
                Ok::<Failure, Failure>(list_packages::package_not_found(version, &packages, name))
            };
            return Err(in_neither(name, old, [unfound(new)?, unfound(old)?]));
        }
        call.work.check()
    }
}

/// A text that says something where it is given.
fn filled<'a>(call: &'a Call<'_>, argument: &str) -> Result<Option<&'a str>, Failure> {
    match call.args.text(argument).map(str::trim) {
        Some("") => Err(Failure::argument(argument, "is empty")),
        given => Ok(given),
    }
}

/// The values of a list of words.
fn words<T>(
    given: Vec<&str>,
    argument: &str,
    parse: impl Fn(&str) -> Option<T>,
    known: &[&str],
) -> Result<Vec<T>, Failure> {
    let refused = |word: &str| {
        let shown = visible(&resolve::short(word)).into_owned();
        Failure::argument(argument, format_args!("has '{shown}'; it takes {}", known.join(", ")))
    };
    given.into_iter().map(|word| parse(word).ok_or_else(|| refused(word))).collect()
}

/// That neither version has a type, with what either has like it.
fn not_found(name: &str, old: &Opened, new: &Opened) -> Failure {
    in_neither(name, old, [resolve::type_not_found(new, name, None), resolve::type_not_found(old, name, None)])
}

/// The failure of the new version with what either suggests, the nearest first.
fn in_neither(name: &str, old: &Opened, [of_new, of_old]: [Failure; 2]) -> Failure {
    let mut suggestions = [of_new.suggestions, of_old.suggestions].concat();
    suggestions.sort_by_cached_key(|one| (strsim::osa_distance(name, one), one.clone()));
    suggestions.dedup();
    suggestions.truncate(resolve::MOST_SUGGESTIONS);
    let message = format!("{} nor in {}", of_new.message, old.coordinate.version());
    Failure { message, suggestions, ..of_new }
}

//! Parameters that several tools share, so that one name means one thing everywhere.

use super::{Param, ParamKind};

/// Largest `page_size`, from the contract.
pub const LARGEST_PAGE: u64 = 200;
/// Largest `max_bytes`: 200 KB.
pub const LARGEST_TEXT: u64 = 200 * 1024;

/// A parameter that may be left out.
pub const fn optional(name: &'static str, kind: ParamKind, description: &'static str) -> Param {
    Param { name, kind, required: false, description }
}

/// A parameter that must be given.
pub const fn required(name: &'static str, kind: ParamKind, description: &'static str) -> Param {
    Param { name, kind, required: true, description }
}

/// A whole number of at least one.
pub const fn count(name: &'static str, max: Option<u64>, description: &'static str) -> Param {
    optional(name, ParamKind::Integer { min: 1, max }, description)
}

pub const GROUP: Param = required("group_id", ParamKind::Text, "");
pub const ARTIFACT: Param = required("artifact_id", ParamKind::Text, "");
pub const VERSION: Param = optional("version", ParamKind::Text, "left out: the only registered one");

pub const ANY_GROUP: Param = optional("group_id", ParamKind::Text, "coordinates left out: every indexed artifact");
pub const ANY_ARTIFACT: Param = optional("artifact_id", ParamKind::Text, "");
pub const ARTIFACTS: Param = optional(
    "artifacts",
    ParamKind::TextList,
    "instead of coordinates: globs over group:artifact:version; without a version every one",
);

pub const TYPE_NAME: Param = required("type_name", ParamKind::Text, "fully qualified; a.b.Outer.Inner or a.b.FileKt");

pub const NAME_FILTER_TYPE: Param = optional("name_filter_type", ParamKind::Choice(&["glob", "regex"]), "default glob");
pub const VERSION_FILTER: Param = optional("version_filter", ParamKind::Text, "5.3.21, or >=5.0,<6.0, or [5.0,6.0)");
pub const PAGE: Param = count("page", None, "from 1");
pub const PAGE_SIZE: Param = count("page_size", Some(LARGEST_PAGE), "default 50, at most 200");
pub const INCLUDE_DESCRIPTION: Param =
    optional("include_description", ParamKind::Flag, "first sentences of the documentation");

pub const START_PATH: Param = optional("start_path", ParamKind::Text, "folder to search below");
pub const SEARCH_DEPTH: Param = count("max_depth", None, "1: only files of start_path itself");
pub const CURSOR: Param = optional("cursor", ParamKind::Text, "next_cursor of the answer before");

pub const LANGUAGE: Param = optional("language", ParamKind::Choice(&["java", "kotlin"]), "");
pub const RELEASE: Param = count("release", None, "of the multi-release overlay for this Java release");

pub const MAX_BYTES: Param = count("max_bytes", Some(LARGEST_TEXT), "raises the 20 KB limit, up to 200 KB");

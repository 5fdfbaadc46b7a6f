//! What a failed call is: the statuses of the tool contract and the failure that carries one to the caller.
//!
//! Every room's own error turns into a [`Failure`] at its border. A failure names the coordinate, file or
//! argument that was wrong and, apart from the message, the next thing to do. It never holds a secret: whoever
//! puts a URL into a message redacts it first, and where somebody put a URL in the place of something else, so that nobody
//! took it for one, the failure leaves its secrets out itself.

mod incomplete;

use serde::Serialize;

pub use self::incomplete::{Incomplete, Lack, told};
use crate::text::redact::without_secrets;

/// The `status` of an answer, success or failure, spelled as on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Success,
    RegisteredAndIndexed,
    RegisteredOnly,
    SourceJarNotFound,
    IndexingRequired,
    Indexing,
    InternalError,
    ResourceNotFound,
    DownloadFailed,
    InvalidSource,
    UnsupportedSourceType,
    GitCloneFailed,
    GitRefNotFound,
    InvalidArgument,
    InvalidPattern,
    InvalidCursor,
    InvalidQuery,
    TypeNotFound,
    MethodNotFound,
    PackageNotFound,
    PathNotFound,
    NotATextFile,
    IndexingFailed,
    Offline,
    ConfirmationRequired,
    NotPermitted,
}

impl Status {
    /// Every status, in the order of the contract.
    pub const ALL: [Self; 26] = [
        Self::Success,
        Self::RegisteredAndIndexed,
        Self::RegisteredOnly,
        Self::SourceJarNotFound,
        Self::IndexingRequired,
        Self::Indexing,
        Self::InternalError,
        Self::ResourceNotFound,
        Self::DownloadFailed,
        Self::InvalidSource,
        Self::UnsupportedSourceType,
        Self::GitCloneFailed,
        Self::GitRefNotFound,
        Self::InvalidArgument,
        Self::InvalidPattern,
        Self::InvalidCursor,
        Self::InvalidQuery,
        Self::TypeNotFound,
        Self::MethodNotFound,
        Self::PackageNotFound,
        Self::PathNotFound,
        Self::NotATextFile,
        Self::IndexingFailed,
        Self::Offline,
        Self::ConfirmationRequired,
        Self::NotPermitted,
    ];

    /// The spelling on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::RegisteredAndIndexed => "registered_and_indexed",
            Self::RegisteredOnly => "registered_only",
            Self::SourceJarNotFound => "source_jar_not_found",
            Self::IndexingRequired => "indexing_required",
            Self::Indexing => "indexing",
            Self::InternalError => "internal_error",
            Self::ResourceNotFound => "resource_not_found",
            Self::DownloadFailed => "download_failed",
            Self::InvalidSource => "invalid_source",
            Self::UnsupportedSourceType => "unsupported_source_type",
            Self::GitCloneFailed => "git_clone_failed",
            Self::GitRefNotFound => "git_ref_not_found",
            Self::InvalidArgument => "invalid_argument",
            Self::InvalidPattern => "invalid_pattern",
            Self::InvalidCursor => "invalid_cursor",
            Self::InvalidQuery => "invalid_query",
            Self::TypeNotFound => "type_not_found",
            Self::MethodNotFound => "method_not_found",
            Self::PackageNotFound => "package_not_found",
            Self::PathNotFound => "path_not_found",
            Self::NotATextFile => "not_a_text_file",
            Self::IndexingFailed => "indexing_failed",
            Self::Offline => "offline",
            Self::ConfirmationRequired => "confirmation_required",
            Self::NotPermitted => "not_permitted",
        }
    }

    /// The status spelled `text`, if there is one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }

    /// Whether an answer with this status is the one that was asked for.
    #[must_use]
    pub const fn is_success(self) -> bool {
        matches!(self, Self::Success | Self::RegisteredAndIndexed | Self::RegisteredOnly)
    }
}

/// A call that did not give what was asked: the answer object of every failure.
///
/// `message` is one sentence, lower case, without a final period. `suggested_action` is the name of the tool to
/// call next, where one helps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{}: {message}", status.as_str())]
pub struct Failure {
    pub status: Status,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggested_action: Option<&'static str>,
    /// What to do next, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<Box<str>>,
    /// Near misses of a name, best first, at most five.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<String>,
    /// The registered versions, where several are and none was said.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<String>,
    /// What only failures of some tools say.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub more: Option<Box<More>>,
}

/// What only failures of some tools say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum More {
    /// With `confirmation_required`: what would go.
    Removal { would_remove: Removal },
    /// With `invalid_query`: where it is wrong.
    Query(WrongQuery),
    /// With a name that was not found: where it was not looked for.
    NotSearched { incomplete: Vec<Incomplete> },
}

/// Where a query is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WrongQuery {
    /// The character, from 0.
    pub position: u32,
    /// What may stand before a colon, where something else does.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub valid_prefixes: &'static [&'static str],
}

/// What a removal takes away, or would.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Removal {
    pub files: u64,
    pub bytes: u64,
    /// Folders and files below the cache root, with all that is in them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<String>,
}

impl Failure {
    /// A failure with nothing but its status and message, of which users and passwords of URLs are left out.
    #[must_use]
    pub fn new(status: Status, message: impl Into<String>) -> Self {
        Self {
            status,
            message: without_secrets(&message.into()).into_owned(),
            suggested_action: None,
            hint: None,
            suggestions: Vec::new(),
            versions: Vec::new(),
            more: None,
        }
    }

    /// An argument that is missing, of the wrong type or out of range; `argument` is its name on the wire.
    #[must_use]
    pub fn argument(argument: &str, what: impl std::fmt::Display) -> Self {
        Self::new(Status::InvalidArgument, format!("{argument}: {what}"))
    }

    /// Something that cannot happen did: a bug of jardex.
    #[must_use]
    pub fn internal(what: impl std::fmt::Display) -> Self {
        Self::new(Status::InternalError, what.to_string())
    }

    /// Work that its caller no longer wants.
    #[must_use]
    pub fn cancelled() -> Self {
        Self::new(Status::InternalError, "cancelled by the caller")
    }

    /// The same failure, naming the tool to call next.
    #[must_use]
    pub fn suggest(mut self, tool: &'static str) -> Self {
        self.suggested_action = Some(tool);
        self
    }

    /// The same failure, saying where it was not looked, and what else is worth knowing of that.
    #[must_use]
    pub fn not_searched(mut self, more: Vec<Incomplete>) -> Self {
        match self.more.as_deref_mut() {
            Some(More::NotSearched { incomplete }) => incomplete.extend(more),
            _ if more.is_empty() => {}
            _ => self.more = Some(Box::new(More::NotSearched { incomplete: more })),
        }
        self
    }

    /// The same failure with a person's next step.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(without_secrets(&hint.into()).into());
        self
    }
}

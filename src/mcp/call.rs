//! One call of a tool, on a thread of its own: arguments in, the wire's content out.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Map, Value};

use crate::config::Format;
use crate::error::Failure;
use crate::index::Explorer;
use crate::tools::clamped::Clamped;
use crate::tools::page::Page;
use crate::tools::{Answer, Call, Tool, args, budget, failure};
use crate::work::Work;

/// What a call gives, in the form that was asked for.
pub(super) struct Reply {
    text: String,
    /// None in the text form.
    structured: Option<Value>,
    is_error: bool,
}

impl Reply {
    /// Runs the tool. Blocks as long as the call takes.
    pub(super) fn of(tool: &Tool, explorer: &Explorer, given: Map<String, Value>, work: &Work, format: Format) -> Self {
        let clamped = Clamped::of(tool, &given);
        let run = args::check(tool, given)
            .and_then(|args| (tool.run)(&Call { explorer, args: &args, work, cap: Some(budget::USUAL) }));
        match run {
            Ok(answer) => Self::of_answer(clamped.shown_by(answer).as_ref(), format),
            Err(failure) => Self::of_failure(&failure, format),
        }
    }

    fn of_answer(answer: &dyn Answer, format: Format) -> Self {
        match format {
            Format::Json => Self::json(answer.json(), false),
            Format::Text => {
                let mut page = Page::default();
                answer.page(&mut page);
                Self { text: page.plain(), structured: None, is_error: false }
            }
        }
    }

    /// A failure as an answer.
    pub(super) fn of_failure(failure: &Failure, format: Format) -> Self {
        match format {
            Format::Json => {
                let value = serde_json::to_value(failure);
                Self::json(value.unwrap_or_else(|_| Value::from(failure.status.as_str())), true)
            }
            Format::Text => Self { text: failure::page(failure).plain(), structured: None, is_error: true },
        }
    }

    fn json(value: Value, is_error: bool) -> Self {
        Self { text: value.to_string(), structured: Some(value), is_error }
    }

    /// The result on the wire: one text block, and the same object beside it in the JSON form.
    pub(super) fn into_result(self) -> CallToolResult {
        let content = vec![ContentBlock::text(self.text)];
        let mut result = if self.is_error { CallToolResult::error(content) } else { CallToolResult::success(content) };
        result.structured_content = self.structured;
        result
    }
}

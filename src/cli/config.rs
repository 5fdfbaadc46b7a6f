//! `jardex config`: every setting, its value, and where it came from.

use serde_json::{Value, json};

use crate::config::Config;
use crate::tools::Answer;
use crate::tools::page::{Page, Span, Style};

/// The settings in force as an answer.
pub(super) struct Shown<'a>(pub &'a Config);

impl Answer for Shown<'_> {
    fn json(&self) -> Value {
        json!({ "status": "success", "config": self.0.describe() })
    }

    fn page(&self, page: &mut Page) {
        for one in &self.0.resolved {
            let origin = Span(Style::Faint, format!("({})", one.origin));
            let name = Span(Style::Name, one.setting.name.to_owned());
            let text = one.text();
            let columns = match text.as_str() {
                "" => vec![name, Span(Style::Faint, "-".to_owned()), origin],
                _ => vec![name, Span(Style::Plain, text), origin],
            };
            page.row(0, columns);
        }
    }
}

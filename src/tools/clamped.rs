//! Numbers above their maximum: which ones a call has, and how its answer shows what was taken instead.

use serde_json::{Map, Value};

use super::page::{Page, Style};
use super::{Answer, ParamKind, Tool};

/// The numbers of a call that are above their maximum, each with that.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Clamped(Vec<(&'static str, u64)>);

impl Clamped {
    /// Those among arguments as they were given.
    #[must_use]
    pub fn of(tool: &Tool, given: &Map<String, Value>) -> Self {
        let above =
            |name: &str, max: u64| given.get(name).and_then(Value::as_f64).is_some_and(|given| given > max as f64);
        let clamped = tool.params.iter().filter_map(|param| match param.kind {
            ParamKind::Integer { max: Some(max), .. } if above(param.name, max) => Some((param.name, max)),
            _ => None,
        });
        Self(clamped.collect())
    }

    /// An answer that shows them, where it does not by itself.
    #[must_use]
    pub fn shown_by(self, answer: Box<dyn Answer>) -> Box<dyn Answer> {
        if self.0.is_empty() { answer } else { Box::new(Shown { answer, clamped: self }) }
    }
}

/// An answer, and the numbers that it was made with.
struct Shown {
    answer: Box<dyn Answer>,
    clamped: Clamped,
}

impl Answer for Shown {
    fn json(&self) -> Value {
        let mut json = self.answer.json();
        let Some(object) = json.as_object_mut() else { return json };
        for (name, taken) in &self.clamped.0 {
            let in_pagination = object.get("pagination").is_some_and(|pagination| pagination.get(name).is_some());
            if !in_pagination && !object.contains_key(*name) {
                object.insert((*name).to_owned(), Value::from(*taken));
            }
        }
        json
    }

    fn page(&self, page: &mut Page) {
        self.answer.page(page);
        // What is printed as it is has no line of ours in it.
        if self.answer.raw().is_none() {
            for (name, taken) in &self.clamped.0 {
                page.line(Style::Faint, format!("{name} {taken}, the most"));
            }
        }
    }

    fn found(&self) -> bool {
        self.answer.found()
    }

    fn raw(&self) -> Option<&[u8]> {
        self.answer.raw()
    }
}

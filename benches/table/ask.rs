//! Asking the tools in process.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use jardex::config::Config;
use jardex::index::Explorer;
use jardex::parse::worker::Program;
use jardex::tools::{self, Call, args};
use jardex::work::Work;
use serde_json::{Map, Value};

use crate::corpus::Corpus;
use crate::inputs::PROGRAM;

/// Largest answer, as over MCP.
const CAP: usize = 20_480;

/// A question: a tool and its arguments besides the coordinate.
#[derive(Clone)]
pub struct Question {
    pub tool: &'static str,
    pub arguments: Value,
}

/// An explorer, and the artifact it is asked about.
pub struct Asker {
    explorer: Explorer,
    /// None: tools are asked about everything.
    coordinate: Option<[String; 3]>,
}

impl Asker {
    pub fn new(home: &Path, corpus: &Corpus) -> Self {
        Self { coordinate: Some(corpus.parts().map(str::to_owned)), ..Self::over(home) }
    }

    /// One that asks about everything in the cache.
    pub fn over(home: &Path) -> Self {
        let config = Config { offline: true, ..Config::at(home.to_owned()) };
        let explorer = Explorer::new(config, Program(PathBuf::from(PROGRAM)), None);
        Self { explorer, coordinate: None }
    }

    /// The arguments with the coordinate, where the tool takes one.
    pub fn complete(&self, question: &Question) -> Map<String, Value> {
        let tool = tools::find(question.tool).unwrap();
        let mut given = question.arguments.as_object().cloned().unwrap_or_default();
        for (key, value) in ["group_id", "artifact_id", "version"].into_iter().zip(self.coordinate.iter().flatten()) {
            if tool.params.iter().any(|param| param.name == key) {
                given.insert(key.to_owned(), Value::from(value.as_str()));
            }
        }
        given
    }

    /// How long the answer takes, from checked arguments to its JSON; and the JSON.
    pub fn ask(&self, question: &Question) -> (Duration, String) {
        let tool = tools::find(question.tool).unwrap();
        let given = self.complete(question);
        let began = Instant::now();
        let checked = args::check(tool, given).unwrap();
        let call = Call { explorer: &self.explorer, args: &checked, work: &Work::default(), cap: Some(CAP) };
        let text = match (tool.run)(&call) {
            Ok(answer) => answer.json().to_string(),
            Err(failure) => panic!("{} {}: {}", question.tool, question.arguments, failure.message),
        };
        (began.elapsed(), text)
    }

    /// The answer as JSON.
    pub fn json(&self, tool: &'static str, arguments: Value) -> Value {
        serde_json::from_str(&self.ask(&Question { tool, arguments }).1).unwrap()
    }

    /// Times of all questions in the order asked.
    pub fn times(&self, questions: &[Question]) -> Vec<Duration> {
        questions.iter().map(|question| self.ask(question).0).collect()
    }
}

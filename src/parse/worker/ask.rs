//! The parent's side of asking about several files: what is sent, what is sent again, and what a dead child costs.

use std::borrow::Cow;
use std::time::Duration;

use super::frame::{self, Answer, Batch, Request, Task};
use super::guard::Ended;
use super::{Child, Parsed};
use crate::model::Language;
use crate::model::uses::{FileUses, Wanted};
use crate::parse::lexer::reduced::Reduced;
use crate::parse::{LARGEST_PARSED, too_large};
use crate::text::lines::Lines;

/// How much longer the parent waits than the child, which should end itself.
const GRACE: Duration = Duration::from_secs(5);

/// A file to parse.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    pub language: Language,
    /// In its artifact.
    pub path: &'a str,
    pub text: &'a str,
    /// Those of `text`.
    pub lines: &'a Lines,
    /// What the lexer left of it; none where all of it is to be parsed.
    pub reduced: Option<&'a Reduced>,
}

/// A file that names are looked for in.
#[derive(Clone, Copy)]
pub struct UsesJob<'a> {
    pub language: Language,
    /// In its artifact.
    pub path: &'a str,
    pub text: &'a str,
    pub wanted: &'a Wanted,
}

/// A file that is asked about.
trait Item {
    /// What to ask next.
    fn request(&self) -> Request<'_>;
    /// Takes the answer to that.
    fn take(&mut self, answer: Answer);
    /// Takes that there is none, and whether the clock was the cause.
    fn lose(&mut self, problem: String, timed_out: bool);
    fn is_done(&self) -> bool;
}

/// A file whose declarations are asked for.
struct Parsing<'a> {
    job: &'a Job<'a>,
    state: State,
}

/// How far it is.
enum State {
    /// What the lexer left of it is to be parsed.
    Reduced,
    /// All of it is to be parsed.
    Whole,
    Done(Box<Parsed>),
}

/// A file whose uses are asked for; the reason where there is no answer.
struct Reading<'a> {
    job: &'a UsesJob<'a>,
    done: Option<Result<FileUses, String>>,
}

/// How asking about a batch ended.
enum End {
    Answered,
    /// There was nobody to ask, with the reason.
    Unasked(String),
    /// So much was lost to the clock that no more is asked.
    NoPatience,
    /// The clock ended the child, after this limit.
    TimedOut(Duration),
    /// The child died; `reused`: it had answered before.
    Died {
        reused: bool,
    },
}

/// Parses `jobs` in `child`.
pub(super) fn parse_all(child: &mut Child, jobs: &[Job<'_>]) -> Vec<Parsed> {
    let mut items: Vec<Parsing<'_>> = jobs.iter().map(Parsing::of).collect();
    work_off(child, &mut items);
    items.into_iter().filter_map(Parsing::done).collect()
}

/// Looks for names in the files of `jobs`; for each the reason where it could not be done.
pub(super) fn uses_of_all(child: &mut Child, jobs: &[UsesJob<'_>]) -> Vec<Result<FileUses, String>> {
    let mut items: Vec<Reading<'_>> = jobs.iter().map(Reading::of).collect();
    work_off(child, &mut items);
    let unanswered = || Err("the parser gave no answer for this file".to_owned());
    items.into_iter().map(|item| item.done.unwrap_or_else(unanswered)).collect()
}

/// Asks about all files until each is done.
fn work_off(child: &mut Child, items: &mut [impl Item]) {
    // Together while all goes well; then one by one, so that it is known which file a child dies on.
    let mut alone = false;
    loop {
        let mut open = (0..items.len()).filter(|at| !items[*at].is_done());
        let batch: Vec<usize> = if alone { open.next().into_iter().collect() } else { open.collect() };
        if batch.is_empty() {
            break;
        }
        let mut answered = 0;
        let end = ask(child, items, &batch, &mut answered);
        match end {
            End::Answered => {}
            End::Unasked(reason) => {
                for at in batch {
                    items[at].lose(reason.clone(), false);
                }
            }
            End::NoPatience => {
                let reason = "not parsed: files before it took all the time that one artifact may lose";
                for at in batch {
                    items[at].lose(reason.to_owned(), true);
                }
            }
            End::TimedOut(limit) => {
                child.patience.lose(limit);
                let seconds = limit.as_secs_f64();
                let problem = format!("the parser ran out of time on this file ({seconds} s)");
                if let Some(at) = batch.get(answered) {
                    items[*at].lose(problem, true);
                }
            }
            // What ended a child that was alive before may not be this file's fault.
            End::Died { reused: false } if batch.len() == 1 => {
                items[batch[0]].lose("the parser died on this file".to_owned(), false);
            }
            End::Died { .. } => alone = true,
        }
    }
}

/// Asks about a batch once; `answered` says how many files were answered.
fn ask(child: &mut Child, items: &mut [impl Item], batch: &[usize], answered: &mut usize) -> End {
    let Some(limit) = child.patience.limit() else { return End::NoPatience };
    let files = batch.iter().map(|at| items[*at].request()).collect();
    let frame = frame::encode(&Batch { limit_ms: limit.as_millis() as u64, files }, Vec::new());
    let Ok(frame) = frame else {
        return End::Unasked("the parser could not be asked for this file".to_owned());
    };
    let (running, reused) = match child.running() {
        Ok(running) => running,
        Err(error) => return End::Unasked(format!("the parser could not be started: {error}")),
    };
    let patience = limit * batch.len() as u32 + GRACE;
    let complete = running.ask(&frame, batch.len(), patience, |answer| {
        items[batch[*answered]].take(answer);
        *answered += 1;
    });
    if complete {
        return End::Answered;
    }
    match child.end() {
        Ended::ByItsClock => End::TimedOut(limit),
        Ended::ByTheGuard if batch.len() == 1 => End::TimedOut(limit),
        // Which of several files it was at is not known.
        Ended::ByTheGuard => End::Died { reused: true },
        Ended::Otherwise => End::Died { reused },
    }
}

impl<'a> Parsing<'a> {
    fn of(job: &'a Job<'a>) -> Self {
        let state = match job.reduced {
            _ if job.text.len() > LARGEST_PARSED => State::lost(too_large(), false),
            Some(_) => State::Reduced,
            None => State::Whole,
        };
        Self { job, state }
    }

    fn done(self) -> Option<Parsed> {
        if let State::Done(parsed) = self.state { Some(*parsed) } else { None }
    }
}

impl State {
    fn lost(problem: String, timed_out: bool) -> Self {
        Self::Done(Box::new(Parsed::problem(problem, timed_out)))
    }

    /// What becomes of a file by an answer: done, or all of it is asked about.
    fn after(&self, job: &Job<'_>, answer: Answer) -> Self {
        let file = match (answer, self, job.reduced) {
            (Answer::Parsed(file), _, _) => Some(file),
            (Answer::Outline(outline), Self::Reduced, Some(reduced)) => {
                outline.place_reduced(reduced, job.text, job.lines)
            }
            (Answer::Outline(outline), _, _) => Some(outline.place(job.text, job.lines)),
            (Answer::Refused, Self::Reduced, _) => None,
            (Answer::Refused | Answer::Uses(_), _, _) => {
                return Self::lost("the parser gave no answer for this file".to_owned(), false);
            }
        };
        file.map_or(Self::Whole, |file| Self::Done(Box::new(Parsed { file, timed_out: false })))
    }
}

impl Item for Parsing<'_> {
    fn request(&self) -> Request<'_> {
        let reduced = self.job.reduced.filter(|_| matches!(self.state, State::Reduced));
        Request {
            language: self.job.language,
            path: self.job.path,
            text: reduced.map_or(self.job.text, |reduced| reduced.text.as_str()),
            task: if reduced.is_some() { Task::Reduced } else { Task::Declarations },
        }
    }

    fn take(&mut self, answer: Answer) {
        self.state = self.state.after(self.job, answer);
    }

    fn lose(&mut self, problem: String, timed_out: bool) {
        self.state = State::lost(problem, timed_out);
    }

    fn is_done(&self) -> bool {
        matches!(self.state, State::Done(_))
    }
}

impl<'a> Reading<'a> {
    fn of(job: &'a UsesJob<'a>) -> Self {
        Self { job, done: (job.text.len() > LARGEST_PARSED).then(|| Err(too_large())) }
    }
}

impl Item for Reading<'_> {
    fn request(&self) -> Request<'_> {
        let UsesJob { language, path, text, wanted } = *self.job;
        Request { language, path, text, task: Task::Uses(Cow::Borrowed(wanted)) }
    }

    fn take(&mut self, answer: Answer) {
        self.done = Some(match answer {
            Answer::Uses(uses) => Ok(uses),
            _ => Err("the parser gave no answer for this file".to_owned()),
        });
    }

    fn lose(&mut self, problem: String, _timed_out: bool) {
        self.done = Some(Err(problem));
    }

    fn is_done(&self) -> bool {
        self.done.is_some()
    }
}

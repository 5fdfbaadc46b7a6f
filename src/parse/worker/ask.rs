//! The parent's side of parsing several files: what is sent, what is sent again, and what a dead child costs.

use std::time::Duration;

use super::frame::{self, Answer, Batch, Request};
use super::guard::Ended;
use super::{Child, Parsed};
use crate::model::Language;
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

/// How far a file is.
enum State {
    /// What the lexer left of it is to be parsed.
    Reduced,
    /// All of it is to be parsed.
    Whole,
    Done(Box<Parsed>),
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
    let mut states: Vec<State> = jobs.iter().map(State::first).collect();
    // Together while all goes well; then one by one, so that it is known which file a child dies on.
    let mut alone = false;
    loop {
        let mut open = (0..jobs.len()).filter(|at| !matches!(states[*at], State::Done(_)));
        let batch: Vec<usize> = if alone { open.next().into_iter().collect() } else { open.collect() };
        if batch.is_empty() {
            break;
        }
        let mut answered = 0;
        let end = ask(child, jobs, &batch, &mut states, &mut answered);
        match end {
            End::Answered => {}
            End::Unasked(reason) => {
                for at in batch {
                    states[at] = State::lost(reason.clone(), false);
                }
            }
            End::NoPatience => {
                let reason = "not parsed: files before it took all the time that one artifact may lose";
                for at in batch {
                    states[at] = State::lost(reason.to_owned(), true);
                }
            }
            End::TimedOut(limit) => {
                child.patience.lose(limit);
                let seconds = limit.as_secs_f64();
                let problem = format!("the parser ran out of time on this file ({seconds} s)");
                if let Some(at) = batch.get(answered) {
                    states[*at] = State::lost(problem, true);
                }
            }
            // What ended a child that was alive before may not be this file's fault.
            End::Died { reused: false } if batch.len() == 1 => {
                states[batch[0]] = State::lost("the parser died on this file".to_owned(), false);
            }
            End::Died { .. } => alone = true,
        }
    }
    states.into_iter().filter_map(State::done).collect()
}

impl State {
    fn first(job: &Job<'_>) -> Self {
        match job.reduced {
            _ if job.text.len() > LARGEST_PARSED => Self::lost(too_large(), false),
            Some(_) => Self::Reduced,
            None => Self::Whole,
        }
    }

    fn lost(problem: String, timed_out: bool) -> Self {
        Self::Done(Box::new(Parsed::problem(problem, timed_out)))
    }

    fn done(self) -> Option<Parsed> {
        if let Self::Done(parsed) = self { Some(*parsed) } else { None }
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
            (Answer::Refused, _, _) => {
                return Self::lost("the parser gave no answer for this file".to_owned(), false);
            }
        };
        file.map_or(Self::Whole, |file| Self::Done(Box::new(Parsed { file, timed_out: false })))
    }
}

/// Asks about a batch once; the states of what was answered are the next ones then, and `answered` says how many were.
fn ask(child: &mut Child, jobs: &[Job<'_>], batch: &[usize], states: &mut [State], answered: &mut usize) -> End {
    let Some(limit) = child.patience.limit() else { return End::NoPatience };
    let files = batch.iter().map(|at| request(&jobs[*at], &states[*at])).collect();
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
        let at = batch[*answered];
        states[at] = states[at].after(&jobs[at], answer);
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

fn request<'a>(job: &Job<'a>, state: &State) -> Request<'a> {
    let reduced = job.reduced.filter(|_| matches!(state, State::Reduced));
    Request {
        language: job.language,
        path: job.path,
        text: reduced.map_or(job.text, |reduced| reduced.text.as_str()),
        reduced: reduced.is_some(),
    }
}

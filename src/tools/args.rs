//! Arguments of a call, checked against the tool's own table: a bad one is an answer, never a protocol error.
//!
//! Nothing is converted by guess: a number is not made text, text is not made a number or a flag. A number above its
//! maximum is clamped; JSON null means left out.

use serde_json::{Map, Value};
use strsim::osa_distance;

use super::{Param, ParamKind, Tool};
use crate::error::Failure;
use crate::text::escape::visible;
use crate::text::redact::without_secrets;

/// Checked arguments.
#[derive(Debug, Clone, Default)]
pub struct Args(pub Map<String, Value>);

/// Checks the arguments of a call of `tool`.
///
/// # Errors
/// `invalid_argument` naming the argument that is unknown, missing, of the wrong type or out of range.
pub fn check(tool: &Tool, given: Map<String, Value>) -> Result<Args, Failure> {
    let mut checked = Map::new();
    for (name, value) in given {
        if value.is_null() {
            continue;
        }
        let Some(param) = tool.params.iter().find(|param| param.name == name) else {
            return Err(unknown(tool, &name));
        };
        checked.insert(name, convert(param, value)?);
    }
    let missing = tool.params.iter().find(|param| param.required && !checked.contains_key(param.name));
    match missing {
        Some(param) => {
            let takes = match &param.kind {
                ParamKind::Choice(words) => format!(": {}", words.join(" or ")),
                _ => String::new(),
            };
            Err(Failure::argument(param.name, format_args!("is missing; {} needs it{takes}", tool.name)))
        }
        None => Ok(Args(checked)),
    }
}

impl Args {
    /// The text of this argument.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str)
    }

    /// The text of an argument that [`check`] found.
    ///
    /// # Errors
    /// `invalid_argument` when it is not there.
    pub fn required(&self, name: &str) -> Result<&str, Failure> {
        self.text(name).ok_or_else(|| Failure::argument(name, "is missing"))
    }

    /// The number of this argument.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<u64> {
        self.0.get(name).and_then(Value::as_u64)
    }

    /// The flag, or what holds where it was left out.
    #[must_use]
    pub fn flag(&self, name: &str, default: bool) -> bool {
        self.optional_flag(name).unwrap_or(default)
    }

    /// The flag, where it was given.
    #[must_use]
    pub fn optional_flag(&self, name: &str) -> Option<bool> {
        self.0.get(name).and_then(Value::as_bool)
    }

    /// The texts of a list; none given is an empty list.
    #[must_use]
    pub fn list(&self, name: &str) -> Vec<&str> {
        self.0.get(name).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// Whether the caller gave this argument.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }
}

fn unknown(tool: &Tool, name: &str) -> Failure {
    let wanted = name.to_ascii_lowercase().replace('-', "_");
    let close = tool
        .params
        .iter()
        .map(|param| (osa_distance(&wanted, param.name), param.name))
        .filter(|(distance, known)| {
            *distance <= 2.max(known.len() / 3) || (wanted.len() > 2 && known.split('_').any(|word| word == wanted))
        })
        .min();
    let failure = Failure::argument(&visible(name), format_args!("is no argument of {}", tool.name));
    let known: Vec<_> = tool.params.iter().map(|param| param.name).collect();
    match close {
        Some((_, known)) => Failure { message: format!("{}; did you mean {known}?", failure.message), ..failure },
        None => Failure { message: format!("{}; it takes {}", failure.message, known.join(", ")), ..failure },
    }
}

fn convert(param: &Param, value: Value) -> Result<Value, Failure> {
    let wrong = |what: &str| Failure::argument(param.name, what);
    match (&param.kind, value) {
        (ParamKind::Text, Value::String(text)) => Ok(Value::String(text)),
        (ParamKind::Text, Value::Number(number)) => Err(Failure::argument(
            param.name,
            format_args!(
                "is the number {number}, where text is meant; put it in quotes as it is spelled, \"{number}\""
            ),
        )),
        (ParamKind::Choice(words), Value::String(text)) if words.contains(&text.as_str()) => Ok(Value::String(text)),
        (ParamKind::Choice(words), other) => {
            Err(Failure::argument(param.name, format_args!("is {}; it takes {}", shown(&other), words.join(" or "))))
        }
        (ParamKind::Integer { min, max }, Value::Number(number)) => whole(param.name, &number, *min, *max),
        (ParamKind::Integer { .. }, Value::String(_)) => {
            Err(wrong("is text, where a number is meant; leave out the quotes"))
        }
        (ParamKind::Flag, Value::Bool(flag)) => Ok(Value::Bool(flag)),
        (ParamKind::Flag, Value::String(_)) => {
            Err(wrong("is text, where true or false is meant; leave out the quotes"))
        }
        (ParamKind::TextList, Value::Array(items)) if items.iter().all(Value::is_string) => Ok(Value::Array(items)),
        (ParamKind::TextList, Value::String(_)) => Err(wrong("is one text, where a list is meant; put it in brackets")),
        (ParamKind::Text, other) => {
            Err(Failure::argument(param.name, format_args!("is {}, where text is meant", shown(&other))))
        }
        (ParamKind::Integer { .. }, other) => {
            Err(Failure::argument(param.name, format_args!("is {}, where a whole number is meant", shown(&other))))
        }
        (ParamKind::Flag, other) => {
            Err(Failure::argument(param.name, format_args!("is {}, where true or false is meant", shown(&other))))
        }
        (ParamKind::TextList, other) => {
            Err(Failure::argument(param.name, format_args!("is {}, where a list of texts is meant", shown(&other))))
        }
    }
}

/// The largest number that answers repeat: what comes after it is not the same number to every reader of JSON.
const LARGEST: u64 = (1 << 53) - 1;

/// A whole number in its range: `5` and `5.0` are the same number in JSON.
fn whole(name: &str, number: &serde_json::Number, min: u64, max: Option<u64>) -> Result<Value, Failure> {
    let too_low = || Failure::argument(name, format_args!("is {number}; at least {min} is meant"));
    let value = match (number.as_u64(), number.as_f64()) {
        (Some(value), _) => value,
        (None, Some(value)) if value.fract() != 0.0 || !value.is_finite() => {
            return Err(Failure::argument(name, format_args!("is {number}, where a whole number is meant")));
        }
        (None, Some(value)) if value < 0.0 => return Err(too_low()),
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // no fraction, not negative; `as` saturates
        (None, Some(value)) => value as u64,
        (None, None) => return Err(Failure::argument(name, "is no number that can be read")),
    };
    if value < min {
        return Err(too_low());
    }
    Ok(Value::from(value.min(max.unwrap_or(LARGEST))))
}

/// A value as it may stand in a message: short, and without hidden characters.
fn shown(value: &Value) -> String {
    let text = match value {
        Value::String(text) => format!("'{text}'"),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        other => other.to_string(),
    };
    let short: String = without_secrets(&text).chars().take(80).collect();
    visible(&short).into_owned()
}

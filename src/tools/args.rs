//! Arguments of a call, checked against the tool's own table: a bad one is an answer, never a protocol error.

use serde_json::{Map, Value};

/// Checked arguments.
#[derive(Debug, Clone, Default)]
pub struct Args(pub Map<String, Value>);

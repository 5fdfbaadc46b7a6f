//! What the tests share.
#![allow(dead_code, reason = "every test binary uses its own part")]

pub mod dump;
pub mod fixtures;
pub mod index;

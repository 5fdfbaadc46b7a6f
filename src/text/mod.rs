//! Text as plain values: decoding, line ends as javac counts them, escaping for people. No I/O.

pub mod decode;
pub mod escape;
pub mod lines;
pub mod secret;
pub mod url;

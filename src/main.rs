//! The binary: parse arguments, run, exit code.

fn main() {}

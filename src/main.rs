//! The binary: parse arguments, run, exit code.

fn main() {
    if std::env::args_os().nth(1).is_some_and(|first| first == jardex::parse::worker::CHILD_ARGUMENT) {
        jardex::parse::worker::run_child();
    }
}

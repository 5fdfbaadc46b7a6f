//! The baseline of indexing: nothing but tree-sitter over texts that lie in memory, with the grammars jardex uses, on as
//! many threads as there are cores.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use jardex::model::Language;
use tree_sitter::Parser;

use crate::corpus::File;
use crate::machine::{Cost, cores, cost_here};

/// Parses every Java and Kotlin file once.
pub fn parse(files: &[File]) -> Cost {
    let next = AtomicUsize::new(0);
    cost_here(|| {
        std::thread::scope(|scope| {
            for _ in 0..cores() {
                scope.spawn(|| {
                    let mut java = parser(&tree_sitter_java::LANGUAGE.into());
                    let mut kotlin = parser(&tree_sitter_kotlin::LANGUAGE.into());
                    while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let tree = match file.language {
                            Some(Language::Java) => java.parse(&file.bytes, None),
                            Some(Language::Kotlin) => kotlin.parse(&file.bytes, None),
                            None => continue,
                        };
                        assert!(tree.is_some());
                    }
                });
            }
        });
    })
}

fn parser(language: &tree_sitter::Language) -> Parser {
    let mut parser = Parser::new();
    parser.set_language(language).unwrap();
    parser
}

/// The better of two, each figure for itself.
pub fn best(of: &[Cost]) -> Cost {
    let least = |figure: fn(&Cost) -> Duration| of.iter().map(figure).min().unwrap_or_default();
    Cost { wall: least(|cost| cost.wall), cpu: least(|cost| cost.cpu) }
}

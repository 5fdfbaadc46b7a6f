//! No bytes make the reader of class files panic, and what it gives parses as Java without a type of a name that Java does
//! not take: nothing in a class file breaks out of its outline.
#![no_main]

use jardex::model::Language;
use jardex::parse;
use jardex::parse::classfile::{Around, Heritage, language, outline, standing};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = standing(bytes);
    let _ = Heritage::read(bytes);
    // Two files, the first its own member as well: tables that contradict each other.
    let (root, member) = bytes.split_at(bytes.len() / 2);
    for (root, members) in [(bytes, vec![]), (bytes, vec![bytes.to_vec()]), (root, vec![member.to_vec()])] {
        let Ok(outline) = outline("a/B.class", root, &members, &Around::NOTHING) else { continue };
        assert!(outline.text.starts_with("// a/B.class"));
        let language = language(&outline.text);
        let file = parse::parse(language, "a/B.class", &outline.text);
        // Kotlin takes nearly any name, between backticks.
        if language == Language::Kotlin {
            continue;
        }
        let is_name = |name: &str| name.split('.').all(|part| part.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$'));
        assert!(file.types.iter().all(|one| is_name(&one.name)), "{}", outline.text);
    }
});

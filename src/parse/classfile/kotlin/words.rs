//! Words of Kotlin that the flags of a declaration stand for.

/// Where a member stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    File,
    /// A class without subclasses, where everything is final.
    Final,
    Class,
    Interface,
}

/// Whether somebody wrote a member: it is not inherited, delegated or made by the compiler.
pub fn is_declared(flags: i32) -> bool {
    const KIND: i32 = 3 << 6;
    flags & KIND == 0
}

/// Whether a function is one that every class inherits. It overrides one of a class that is in no archive.
pub fn is_of_any(called: &str, parameters: &str, result: &str) -> bool {
    match called {
        "toString" => (parameters, result) == ("()", "String"),
        "hashCode" => (parameters, result) == ("()", "Int"),
        "equals" => parameters.ends_with(": Any?)") && !parameters.contains(',') && result == "Boolean",
        _ => false,
    }
}

/// The modality of what overrides: open goes without saying.
pub fn overriding(flags: i32, place: Place) -> &'static str {
    match (place, flags >> 4 & 3) {
        (Place::Class, 0) => "final override ",
        (Place::Class, 2) => "abstract override ",
        _ => "override ",
    }
}

/// Kotlin's words for who sees a declaration; public goes without saying.
pub fn visibility(flags: i32) -> &'static str {
    match flags >> 1 & 7 {
        0 => "internal ",
        1 | 4 => "private ",
        2 => "protected ",
        _ => "",
    }
}

/// In an interface, in a file and in a class without subclasses it goes without saying.
pub fn modality(flags: i32, place: Place) -> &'static str {
    match (place, flags >> 4 & 3) {
        (Place::Class, 1) => "open ",
        (Place::Class, 2) => "abstract ",
        _ => "",
    }
}

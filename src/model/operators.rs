//! Kotlin's operators: which functions which signs call.

/// Functions that signs call, and the signs: one of them stands where such a function is called so.
const SIGNS: [(&str, &str); 29] = [
    ("plus", "+"),
    ("minus", "-"),
    ("times", "*"),
    ("div", "/"),
    ("rem", "%"),
    ("plusAssign", "+="),
    ("minusAssign", "-="),
    ("timesAssign", "*="),
    ("divAssign", "/="),
    ("remAssign", "%="),
    ("unaryPlus", "+"),
    ("unaryMinus", "-"),
    ("not", "!"),
    ("inc", "++"),
    ("dec", "--"),
    ("rangeTo", ".."),
    ("rangeUntil", "..<"),
    ("contains", "in"),
    ("get", "["),
    ("set", "["),
    ("compareTo", "<"),
    ("compareTo", ">"),
    ("iterator", "for"),
    ("hasNext", "for"),
    ("next", "for"),
    ("invoke", "("),
    ("provideDelegate", "by"),
    ("getValue", "by"),
    ("setValue", "by"),
];

/// What functions that a destructuring declaration calls are named before their number.
const COMPONENT: &str = "component";

/// The signs that call a function of this name; none of a name that no sign calls.
pub fn signs_of(name: &str) -> impl Iterator<Item = &'static str> {
    let signs = SIGNS.iter().filter(move |(known, _)| *known == name).map(|(_, sign)| *sign);
    signs.chain(component(name).map(|_| "("))
}

/// Whether a function of this name with so many parameters is one that a sign can call.
#[must_use]
pub fn is_callable(name: &str, parameters: usize) -> bool {
    match name {
        "unaryPlus" | "unaryMinus" | "not" | "inc" | "dec" | "iterator" | "hasNext" | "next" => parameters == 0,
        "get" => parameters >= 1,
        "set" | "getValue" | "provideDelegate" => parameters >= 2,
        "setValue" => parameters == 3,
        "invoke" => true,
        _ if component(name).is_some() => parameters == 0,
        _ => parameters == 1 && signs_of(name).next().is_some(),
    }
}

/// Which part of what is taken apart a function of this name gives, from 1 on: `component` and that number.
#[must_use]
pub fn component(name: &str) -> Option<usize> {
    let number = name.strip_prefix(COMPONENT)?;
    number.parse().ok().filter(|_| number.starts_with(|first: char| matches!(first, '1'..='9')))
}

#[cfg(test)]
mod tests {
    use super::{is_callable, signs_of};

    #[test]
    fn signs_call_what_takes_as_many_operands() {
        for (name, parameters, is_one) in [
            ("get", 1, true),
            ("get", 2, true),
            ("get", 0, false),
            ("set", 1, false),
            ("next", 0, true),
            ("compareTo", 1, true),
            ("compareTo", 2, false),
            ("getValue", 0, false),
            ("getValue", 2, true),
            ("component2", 0, true),
            ("charAt", 1, false),
        ] {
            assert_eq!(is_callable(name, parameters), is_one, "{name} of {parameters}");
        }
    }

    #[test]
    fn every_component_is_called_by_a_sign() {
        for (name, signs) in [
            ("component1", &["("][..]),
            ("component12", &["("]),
            ("component", &[]),
            ("component0", &[]),
            ("component1x", &[]),
            ("inc", &["++"]),
        ] {
            assert_eq!(signs_of(name).collect::<Vec<_>>(), signs, "{name}");
        }
    }
}

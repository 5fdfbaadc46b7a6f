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

/// Which part of what is taken apart a function of this name gives, from 1 on: `component` and that number.
#[must_use]
pub fn component(name: &str) -> Option<usize> {
    let number = name.strip_prefix(COMPONENT)?;
    number.parse().ok().filter(|_| number.starts_with(|first: char| matches!(first, '1'..='9')))
}

#[cfg(test)]
mod tests {
    use super::signs_of;

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

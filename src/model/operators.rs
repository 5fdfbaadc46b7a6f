//! Kotlin's operators: which functions which signs call.

/// Functions that signs call, and the signs: one of them stands where such a function is called so.
const SIGNS: [(&str, &str); 33] = [
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
    ("getValue", "by"),
    ("setValue", "by"),
    ("component1", "("),
    ("component2", "("),
    ("component3", "("),
    ("component4", "("),
    ("component5", "("),
];

/// The signs that call a function of this name; none of a name that no sign calls.
pub fn signs_of(name: &str) -> impl Iterator<Item = &'static str> {
    SIGNS.iter().filter(move |(known, _)| *known == name).map(|(_, sign)| *sign)
}

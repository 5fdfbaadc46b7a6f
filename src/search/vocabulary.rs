//! Words that names have for words of prose: who reads "whether" finds `is`, who reads "number" `count` or `size`.
//!
//! Learned, not thought up: from the first sentences of the documentation of methods and the names of these methods, 87,000
//! pairs out of 40 libraries and the JDK's modules beyond `java.base`, by the alignment of words that translation uses (IBM's
//! first model, six rounds). A pair of stems is here when one occurrence of the word in twenty stands for that part of a name, in
//! five libraries at least. None of the libraries that `tests/real/retrieval` measures with was read.

/// Stems of verbs that ask for something new.
pub const MAKING: [&str; 7] = ["alloc", "build", "construct", "creat", "initi", "instanti", "make"];

/// By the stem of the word, in order, the stems of parts of names.
const NAMES: &[(&str, &[&str])] = &[
    ("absolut", &["ab"]),
    ("ad", &["add"]),
    ("addit", &["add"]),
    ("alias", &["alia"]),
    ("aliv", &["keep"]),
    ("anoth", &["equal"]),
    ("asynchron", &["async"]),
    ("atom", &["and"]),
    ("authent", &["auth"]),
    ("automat", &["auto"]),
    ("begin", &["start"]),
    ("behavior", &["on"]),
    ("bitwis", &["xor"]),
    ("callabl", &["call"]),
    ("charact", &["char"]),
    ("classload", &["class"]),
    ("clean", &["cleanup"]),
    ("closeabl", &["quiet"]),
    ("compar", &["equal"]),
    ("comparison", &["compar"]),
    ("concaten", &["concat"]),
    ("configur", &["config"]),
    ("convers", &["convert"]),
    ("convert", &["to"]),
    ("creation", &["creat"]),
    ("day", &["of"]),
    ("debug", &["string", "to"]),
    ("deep", &["clone"]),
    ("deseri", &["read", "resolv"]),
    ("determin", &["is"]),
    ("directori", &["dir"]),
    ("disabl", &["set"]),
    ("divid", &["div"]),
    ("down", &["shutdown"]),
    ("endian", &["be"]),
    ("enumer", &["enum"]),
    ("even", &["alway"]),
    ("fail", &["failur"]),
    ("failur", &["fail"]),
    ("filenam", &["name"]),
    ("flag", &["is"]),
    ("found", &["find"]),
    ("free", &["close"]),
    ("getter", &["get"]),
    ("hashcod", &["hash", "code"]),
    ("have", &["has"]),
    ("hexadecim", &["hex"]),
    ("hostnam", &["host", "verifi"]),
    ("human", &["string"]),
    ("identifi", &["id"]),
    ("if", &["is"]),
    ("illeg", &["requir"]),
    ("inclus", &["rang"]),
    ("inform", &["info"]),
    ("initi", &["init"]),
    ("initialis", &["init"]),
    ("instanti", &["new", "instanc"]),
    ("integ", &["int"]),
    ("invoc", &["invok"]),
    ("invok", &["on"]),
    ("largest", &["max"]),
    ("lazili", &["lazi"]),
    ("lead", &["trim"]),
    ("least", &["ani"]),
    ("less", &["than"]),
    ("logarithm", &["log"]),
    ("logger", &["log"]),
    ("look", &["lookup"]),
    ("lowercas", &["lower"]),
    ("mapper", &["map"]),
    ("maxim", &["max"]),
    ("maximum", &["max"]),
    ("metadata", &["meta"]),
    ("millisecond", &["milli"]),
    ("minimum", &["min"]),
    ("modif", &["modifi"]),
    ("more", &["next"]),
    ("nanosecond", &["nano"]),
    ("non", &["not"]),
    ("notifi", &["fire"]),
    ("number", &["count", "size"]),
    ("obtain", &["get"]),
    ("occurr", &["of"]),
    ("other", &["with"]),
    ("otherwis", &["or"]),
    ("over", &["iter"]),
    ("power", &["pow", "two"]),
    ("predic", &["filter"]),
    ("refer", &["ref"]),
    ("releas", &["close"]),
    ("repres", &["is"]),
    ("represent", &["to", "string"]),
    ("resolut", &["resolv"]),
    ("retriev", &["get"]),
    ("return", &["get"]),
    ("search", &["find"]),
    ("serial", &["write"]),
    ("setter", &["set"]),
    ("shut", &["shutdown"]),
    ("signal", &["on"]),
    ("smallest", &["min"]),
    ("statist", &["stat"]),
    ("suitabl", &["to"]),
    ("temporari", &["temp"]),
    ("the", &["get"]),
    ("there", &["has"]),
    ("those", &["filter"]),
    ("three", &["of"]),
    ("throw", &["check"]),
    ("timestamp", &["time"]),
    ("trail", &["trim"]),
    ("true", &["is"]),
    ("two", &["equal"]),
    ("unsign", &["u"]),
    ("unsupport", &["remov"]),
    ("util", &["as"]),
    ("view", &["as"]),
    ("visitor", &["accept", "visit"]),
    ("wait", &["await", "timeout"]),
    ("when", &["on"]),
    ("whether", &["is"]),
    ("whitespac", &["space", "blank"]),
    ("will", &["set"]),
    ("written", &["write"]),
];

/// The parts of names that a word of prose is written as, itself left out.
pub fn names_for(stem: &str) -> &'static [&'static str] {
    NAMES.binary_search_by(|(word, _)| (*word).cmp(stem)).map_or(&[], |place| NAMES[place].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_looked_up() {
        assert!(NAMES.is_sorted_by(|(one, _), (other, _)| one < other));
        assert_eq!(names_for("whether"), ["is"]);
        assert!(names_for("number").contains(&"count"));
        assert_eq!(names_for("elephant"), [""; 0]);
    }
}

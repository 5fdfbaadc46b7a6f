//! How near the words of a question are to a name or to a sentence.

use super::questions::Answer;

/// So many words of a question in a row are a quotation of a sentence that has them too.
const QUOTED: usize = 5;

/// Words that say nothing about what is asked for.
const EMPTY: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "by", "do", "does", "for", "from", "how", "i", "if", "in", "into", "is", "it",
    "its", "my", "no", "not", "of", "on", "one", "or", "out", "so", "than", "that", "the", "then", "to", "until",
    "was", "what", "when", "where", "which", "with", "without",
];
/// Endings, longest first; what is left has at least three letters.
const ENDINGS: &[&str] = &["ation", "ings", "ing", "ers", "ies", "er", "ed", "es", "ly", "s", "e", "y"];

/// The words in lower case: runs of letters and digits, parts of camelCase apart.
pub fn plain(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let characters: Vec<char> = text.chars().collect();
    for (at, c) in characters.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| characters[before]);
        let next = characters.get(at + 1);
        let begins = c.is_uppercase()
            && (before.is_some_and(char::is_lowercase)
                || before.is_some_and(char::is_uppercase) && next.is_some_and(|next| next.is_lowercase()));
        if begins || !c.is_alphanumeric() {
            words.push(String::new());
        }
        if c.is_alphanumeric() {
            words.last_mut().unwrap().extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The words that say something, without their endings.
pub fn stems(text: &str) -> Vec<String> {
    plain(text).iter().filter(|word| !EMPTY.contains(&word.as_str())).map(|word| stem(word)).collect()
}

/// Cruder than a real stemmer, and so sterner: it also takes for one what only begins alike.
fn stem(word: &str) -> String {
    let cut = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending).filter(|rest| rest.chars().count() >= 3));
    cut.unwrap_or(word).to_owned()
}

/// Whether the words of an answer's own name, two at least, stand in the question in a row.
pub fn quotes(ask: &[String], answer: &Answer) -> bool {
    let own = match answer.member.as_deref() {
        Some("<init>") | None => answer.in_package().1.rsplit('.').next().unwrap(),
        Some(member) => member,
    };
    let name = stems(own);
    if name.len() < 2 {
        // An ordinary word; with its type's name beside it, it would be a quotation.
        let whole = stems(&format!("{} {own}", answer.in_package().1));
        return answer.member.is_some() && !name.is_empty() && ask.windows(whole.len()).any(|words| words == whole);
    }
    ask.windows(name.len()).any(|words| words == name)
}

/// How many different words of the question are in the name of an answer or of its type.
pub fn shared(ask: &[String], answer: &Answer) -> usize {
    let name = stems(&format!("{} {}", answer.in_package().1, answer.member.as_deref().unwrap_or_default()));
    let mut both: Vec<&String> = ask.iter().filter(|word| name.contains(word)).collect();
    both.sort();
    both.dedup();
    both.len()
}

/// Whether a question repeats words of a sentence in a row.
pub fn repeats(ask: &str, sentence: &str) -> bool {
    let (ask, sentence) = (plain(ask), plain(sentence));
    ask.windows(QUOTED).any(|words| sentence.windows(QUOTED).any(|others| others == words))
}

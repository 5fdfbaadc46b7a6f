//! Rankings measured: where a ranking puts what is looked for, and the plain BM25 it is held against.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use jardex::parse::doc;
use jardex::search::ask::Group;
use jardex::search::ranked::{self, Filter, Request};
use jardex::search::terms;
use jardex::search::weights::Weights;
use jardex::search::{ask, concept};
use jardex::store::declarations::{Declaration, Declarations};
use jardex::store::read::Index;
use jardex::work::Work;

/// Ranks from here on count as not found.
const DEEPEST: usize = 1000;

/// How well the first right answers stand.
#[derive(Debug, Clone, Copy)]
pub struct Quality {
    /// Mean of one divided by the rank, 0 where nothing right was found.
    pub reciprocal: f64,
    /// Share of questions with a right answer among the first ten.
    pub in_ten: f64,
}

impl Quality {
    pub fn of(ranks: &[Option<usize>]) -> Self {
        let count = ranks.len() as f64;
        let reciprocal = ranks.iter().flatten().map(|rank| 1.0 / (*rank as f64 + 1.0)).sum::<f64>() / count;
        let in_ten = ranks.iter().flatten().filter(|rank| **rank < 10).count() as f64 / count;
        Self { reciprocal, in_ten }
    }
}

/// Something that is asked, and what is right: an index and a declaration.
pub struct Asked {
    pub text: String,
    pub right: BTreeSet<(usize, u32)>,
}

/// How the text of a declaration is cut into words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// At what is neither letter nor digit.
    Words,
    /// Into the parts of identifiers as well, which are kept whole too.
    Parts,
}

impl Cut {
    fn words(self, text: &str) -> Vec<String> {
        let mut found = Vec::new();
        for word in ask::words(text) {
            let whole = word.to_lowercase();
            if self == Self::Parts {
                terms::parts(word, |part| {
                    if part != whole {
                        found.push(part.to_owned());
                    }
                });
            }
            found.push(whole);
        }
        found
    }
}

/// BM25 as the textbooks have it (k1 1.2, b 0.75), over texts.
pub struct Plain {
    cut: Cut,
    lists: HashMap<String, Vec<(u32, u32)>>,
    lengths: Vec<f64>,
    average: f64,
}

impl Plain {
    pub fn of<'t>(cut: Cut, texts: impl Iterator<Item = &'t str>) -> Self {
        let mut lists: HashMap<String, Vec<(u32, u32)>> = HashMap::new();
        let mut lengths = Vec::new();
        for (text, number) in texts.zip(0_u32..) {
            let words = cut.words(text);
            lengths.push(words.len() as f64);
            for word in words {
                let list = lists.entry(word).or_default();
                match list.last_mut() {
                    Some((last, count)) if *last == number => *count += 1,
                    _ => list.push((number, 1)),
                }
            }
        }
        let average = lengths.iter().sum::<f64>() / lengths.len() as f64;
        Self { cut, lists, lengths, average }
    }

    /// The place of the best of the right ones.
    pub fn rank(&self, asked: &str, right: impl Fn(usize) -> bool) -> Option<usize> {
        let count = self.lengths.len() as f64;
        let mut scores = vec![0.0_f64; self.lengths.len()];
        for word in self.cut.words(asked).into_iter().collect::<BTreeSet<_>>() {
            let Some(list) = self.lists.get(&word) else { continue };
            let held = list.len() as f64;
            let rarity = (1.0 + (count - held + 0.5) / (held + 0.5)).ln();
            for (number, times) in list {
                let (times, length) = (f64::from(*times), self.lengths[*number as usize]);
                let share = 1.2 * (0.25 + 0.75 * length / self.average);
                scores[*number as usize] += rarity * times * 2.2 / (times + share);
            }
        }
        let best = (0..scores.len())
            .filter(|at| right(*at) && scores[*at] > 0.0)
            .max_by(|one, other| scores[*one].total_cmp(&scores[*other]).then(other.cmp(one)))?;
        let before = (0..scores.len()).filter(|at| match scores[*at].total_cmp(&scores[best]) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Equal => *at < best,
            std::cmp::Ordering::Less => false,
        });
        Some(before.count()).filter(|rank| *rank < DEEPEST)
    }
}

/// Where a ranking puts the best of the right ones.
pub fn rank(indexes: &[&Index], asked: &Asked, weights: &Weights, only: Option<&Arc<[bool]>>) -> Option<usize> {
    let group: Group = concept::read(&asked.text).ok()?;
    let filter = Filter { only: only.cloned(), ..Filter::default() };
    let request = Request { group: &group, called: None, weights, filter: &filter, most: DEEPEST };
    let found = ranked::search(indexes, &request, &Work::default());
    let found = found.unwrap_or_else(|(place, error)| panic!("index {place}: {error}"));
    found.hits.iter().position(|hit| asked.right.contains(&(hit.artifact, hit.number)))
}

/// Methods of an index with the first sentences of their documentation, and their texts without it.
pub struct Pool {
    pub asked: Vec<Asked>,
    pub only: Arc<[bool]>,
    /// By number, ascending.
    pub texts: Vec<(u32, String)>,
}

/// Shortest sentence that says something, in words.
const SHORTEST: usize = 4;

impl Pool {
    /// `most` methods of an index, of which `queries` are asked for, drawn with a fixed seed.
    pub fn of(index: &Index, most: usize, queries: usize) -> Self {
        let declarations = index.declarations().unwrap();
        let mut found: Vec<(u32, String, String)> = Vec::new();
        let mut sentences = BTreeSet::new();
        let mut text = (0, String::new());
        for (span, id) in declarations.types().iter().zip(1..) {
            for (method, number) in index.methods(id).unwrap().into_iter().zip(span.first + 1..) {
                let (Some(_), Some(comment)) = (method.body, method.doc) else { continue };
                if text.0 != method.file {
                    text = (method.file, index.text(method.file).unwrap());
                }
                let Some(sentence) = doc::description(comment.of(&text.1)) else { continue };
                // What stands twice asks for two.
                if sentence.split_whitespace().count() < SHORTEST || !sentences.insert(sentence.to_lowercase()) {
                    continue;
                }
                found.push((number, sentence, method.bytes.of(&text.1).to_owned()));
            }
        }
        let mut random = fastrand::Rng::with_seed(6);
        random.shuffle(&mut found);
        found.truncate(most);
        let asked = found
            .iter()
            .take(queries)
            .map(|(number, sentence, _)| Asked { text: sentence.clone(), right: BTreeSet::from([(0, *number)]) });
        let asked = asked.collect();
        found.sort_by_key(|(number, ..)| *number);
        let mut only = vec![false; declarations.len()];
        for (number, ..) in &found {
            only[*number as usize] = true;
        }
        let texts = found.into_iter().map(|(number, _, text)| (number, text)).collect();
        Self { asked, only: only.into(), texts }
    }

    /// How plain BM25 does on the same methods.
    pub fn plain(&self, cut: Cut) -> Quality {
        let plain = Plain::of(cut, self.texts.iter().map(|(_, text)| text.as_str()));
        let rank = |asked: &Asked| plain.rank(&asked.text, |at| asked.right.contains(&(0, self.texts[at].0)));
        Quality::of(&self.asked.iter().map(rank).collect::<Vec<_>>())
    }

    /// How a ranking does on them.
    pub fn ranked(&self, index: &Index, weights: &Weights) -> Quality {
        let rank = |asked: &Asked| rank(&[index], asked, weights, Some(&self.only));
        Quality::of(&self.asked.iter().map(rank).collect::<Vec<_>>())
    }
}

/// The text of every declaration of an index with its documentation, members of types left out.
pub fn all_texts(index: &Index) -> Vec<String> {
    let declarations = index.declarations().unwrap();
    let mut text = (0, String::new());
    (0..declarations.len() as u32).map(|number| own_text(index, &declarations, number, &mut text)).collect()
}

fn own_text(index: &Index, declarations: &Declarations, number: u32, text: &mut (u32, String)) -> String {
    let (file, comment, bytes) = match declarations.declaration(number).unwrap() {
        Declaration::Type(id) => {
            let row = index.type_by_id(id).unwrap();
            let end = row.body.map_or(row.bytes.end, |body| body.start);
            (row.file, row.doc, jardex::model::ByteRange { end, ..row.bytes })
        }
        Declaration::Method(id, of) => {
            let row = index.method(of, id).unwrap();
            (row.file, row.doc, row.bytes)
        }
        Declaration::Field(id, of) => {
            let row = index.field(of, id).unwrap();
            (row.file, row.doc, row.bytes)
        }
    };
    if text.0 != file {
        *text = (file, index.text(file).unwrap());
    }
    format!("{} {}", comment.map_or("", |comment| comment.of(&text.1)), bytes.of(&text.1))
}

//! Declarations with their scores: lists put together, and the best of them.

use super::Hit;

/// Declarations with their scores, ascending.
pub(in crate::search) type Scored = Vec<(u32, f32)>;

/// Scores added up by declaration: those of one artifact, then those of the next. What is added comes in any order, and costs no
/// more where an artifact has many declarations.
#[derive(Default)]
pub(super) struct Sums {
    /// By number, as far as `is_given` says.
    sums: Vec<f32>,
    counts: Vec<u8>,
    /// A bit for each number; none but between [`Self::fit`] and [`Self::take`].
    is_given: Vec<u64>,
}

impl Sums {
    /// Makes room for the declarations of an artifact.
    pub fn fit(&mut self, declarations: usize) {
        if self.sums.len() < declarations {
            self.sums.resize(declarations, 0.0);
            self.counts.resize(declarations, 0);
        }
        self.is_given.resize(declarations.div_ceil(64), 0);
    }

    pub fn is_empty(&self) -> bool {
        self.is_given.iter().all(|given| *given == 0)
    }

    pub fn add(&mut self, number: u32, score: f32) {
        let at = number as usize;
        let (Some(sum), Some(count), Some(given)) =
            (self.sums.get_mut(at), self.counts.get_mut(at), self.is_given.get_mut(at / 64))
        else {
            return;
        };
        let bit = 1 << (at % 64);
        if *given & bit == 0 {
            *given |= bit;
            (*sum, *count) = (score, 1);
        } else {
            *sum += score;
            *count = count.saturating_add(1);
        }
    }

    /// Adds to what was given before, and to nothing else.
    pub fn add_more(&mut self, number: u32, score: f32) {
        let at = number as usize;
        if self.is_given.get(at / 64).is_some_and(|given| given & 1 << (at % 64) != 0) {
            self.sums[at] += score;
        }
    }

    /// All sums in ascending order, and how many scores each is of; nothing is left.
    pub fn take(&mut self) -> (Scored, Vec<u8>) {
        let (mut sums, mut counts) = (Vec::new(), Vec::new());
        for (place, given) in self.is_given.iter_mut().enumerate() {
            let mut rest = std::mem::take(given);
            while rest != 0 {
                let at = place * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                sums.push((at as u32, self.sums[at]));
                counts.push(self.counts[at]);
            }
        }
        (sums, counts)
    }
}

/// What is in both, scores added.
pub(super) fn meet(one: &Scored, other: &Scored) -> Scored {
    let mut found = Vec::new();
    let mut rest = &other[..];
    for (number, score) in one {
        // By ever larger steps: the other list is the longer one.
        let mut step = 1;
        while rest.get(step).is_some_and(|(candidate, _)| candidate < number) {
            step *= 2;
        }
        let near = &rest[step / 2..rest.len().min(step + 1)];
        rest = &rest[step / 2 + near.partition_point(|(candidate, _)| candidate < number)..];
        if let Some((same, more)) = rest.first()
            && same == number
        {
            found.push((*number, score + more));
        }
    }
    found
}

/// What is in either, scores added.
pub(super) fn join(one: &Scored, other: &Scored) -> Scored {
    let mut found = Vec::with_capacity(one.len() + other.len());
    let (mut left, mut right) = (one.iter().peekable(), other.iter().peekable());
    loop {
        match (left.peek(), right.peek()) {
            (Some((a, x)), Some((b, y))) if a == b => {
                found.push((*a, x + y));
                left.next();
                right.next();
            }
            (Some((a, _)), Some((b, _))) if a < b => found.extend(left.next()),
            (Some(_), None) => found.extend(left.next()),
            (_, Some(_)) => found.extend(right.next()),
            (None, None) => return found,
        }
    }
}

/// The best hits so far.
pub(super) struct Best {
    pub most: usize,
    pub hits: Vec<Hit>,
    /// What a hit must reach.
    pub least: f32,
}

impl Best {
    pub fn add(&mut self, hit: Hit) {
        // Of equals the first stays.
        if hit.score <= self.least && self.hits.len() >= self.most {
            return;
        }
        self.hits.push(hit);
        if self.hits.len() >= self.most * 2 + 64 {
            self.cut();
        }
    }

    fn cut(&mut self) {
        self.hits.sort_unstable_by(|one, other| other.score.total_cmp(&one.score).then(one.number.cmp(&other.number)));
        self.hits.truncate(self.most);
        self.least = self.hits.last().filter(|_| self.hits.len() == self.most).map_or(0.0, |hit| hit.score);
    }

    pub fn finish(mut self) -> Vec<Hit> {
        self.cut();
        self.hits
    }
}

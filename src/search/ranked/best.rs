//! Declarations with their scores: lists put together, and the best of them.

use super::Hit;

/// Declarations with their scores, ascending.
pub(in crate::search) type Scored = Vec<(u32, f32)>;

/// Scores added up by declaration: those of one artifact, then those of the next. What is added comes in any order, and costs no
/// more where an artifact has many declarations.
#[derive(Default)]
pub(super) struct Sums {
    /// By number; nothing but between [`Self::fit`] and [`Self::take`].
    by_number: Vec<Sum>,
    /// A bit for each number that has a sum.
    is_given: Vec<u64>,
}

#[derive(Clone, Copy, Default)]
struct Sum {
    score: f32,
    /// Of how many scores.
    count: u32,
}

impl Sums {
    /// Makes room for the declarations of an artifact.
    pub fn fit(&mut self, declarations: usize) {
        if self.by_number.len() < declarations {
            self.by_number.resize(declarations, Sum::default());
        }
        self.is_given.resize(declarations.div_ceil(64), 0);
    }

    pub fn add(&mut self, number: u32, score: f32) {
        let at = number as usize;
        if let (Some(sum), Some(given)) = (self.by_number.get_mut(at), self.is_given.get_mut(at / 64)) {
            sum.score += score;
            sum.count += 1;
            *given |= 1 << (at % 64);
        }
    }

    pub fn has(&self, number: u32) -> bool {
        self.by_number.get(number as usize).is_some_and(|sum| sum.count > 0)
    }

    /// Adds to what was given before, and to nothing else.
    pub fn add_more(&mut self, number: u32, score: f32) {
        if let Some(sum) = self.by_number.get_mut(number as usize).filter(|sum| sum.count > 0) {
            sum.score += score;
        }
    }

    /// The highest number that was given; none where nothing was.
    pub fn last(&self) -> Option<u32> {
        let place = self.is_given.iter().rposition(|given| *given != 0)?;
        Some((place * 64) as u32 + self.is_given[place].ilog2())
    }

    /// All sums in ascending order, and of how many scores each is; nothing is left.
    pub fn take(&mut self) -> (Scored, Vec<u32>) {
        let (mut sums, mut counts) = (Vec::new(), Vec::new());
        for (place, given) in self.is_given.iter_mut().enumerate() {
            let mut rest = std::mem::take(given);
            while rest != 0 {
                let at = place * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let Sum { score, count } = std::mem::take(&mut self.by_number[at]);
                sums.push((at as u32, score));
                counts.push(count);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_of_one_artifact_at_a_time() {
        let mut sums = Sums::default();
        for declarations in [200, 70, 130] {
            sums.fit(declarations);
            assert_eq!(sums.last(), None);
            for (number, score) in [(64, 1.0), (3, 2.0), (64, 0.5), (5000, 9.0), (69, 4.0)] {
                sums.add(number, score);
            }
            sums.add_more(3, 0.25);
            sums.add_more(4, 0.25);
            assert_eq!(sums.last(), Some(69));
            assert_eq!(sums.take(), (vec![(3, 2.25), (64, 1.5), (69, 4.0)], vec![1, 2, 1]));
        }
    }

    #[test]
    fn lists_meet_and_join() {
        let (few, many) = (vec![(2, 1.0), (9, 1.0), (40, 1.0)], (0..30).map(|at| (at * 3, 0.5)).collect::<Scored>());
        assert_eq!(meet(&few, &many), [(9, 1.5)]);
        let joined = join(&few, &many);
        assert_eq!((joined.len(), joined[1], joined[4]), (32, (2, 1.0), (9, 1.5)));
    }
}

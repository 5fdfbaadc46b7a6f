//! Declarations with their scores: lists put together, and the best of them.

use super::Hit;

/// Declarations with their scores, ascending.
pub(in crate::search) type Scored = Vec<(u32, f32)>;

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

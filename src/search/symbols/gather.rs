//! What a table of symbols is made of while it is put together.

use super::names::Names;

/// Names while they are put one after the other.
#[derive(Default)]
pub(super) struct Text {
    text: String,
    ends: Vec<u32>,
}

impl Text {
    pub fn add(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len() as u32);
    }

    pub fn names(mut self) -> Option<Names> {
        self.text.shrink_to_fit();
        Names::of(self.text, self.ends)
    }
}

/// Members while they are put in order of name.
pub(super) struct Bearers {
    counts: Vec<u32>,
    members: Vec<(u32, u32)>,
}

impl Bearers {
    pub fn new(names: usize) -> Self {
        Self { counts: vec![0; names + 1], members: Vec::new() }
    }

    pub fn count(&mut self, name: u32, bearer: u32, is_shown: bool) {
        if is_shown {
            self.counts[name as usize + 1] += 1;
            self.members.push((name, bearer));
        }
    }

    /// Where those of each name begin, and they.
    pub fn sorted(self) -> (Vec<u32>, Vec<u32>) {
        let mut first = self.counts;
        for at in 1..first.len() {
            first[at] += first[at - 1];
        }
        let mut next = first.clone();
        let mut bearers = vec![0; self.members.len()];
        for (name, bearer) in self.members {
            bearers[next[name as usize] as usize] = bearer;
            next[name as usize] += 1;
        }
        (first, bearers)
    }
}

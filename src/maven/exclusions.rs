//! What the dependencies on the way to a place in a project's graph exclude.

use std::sync::Arc;

/// Patterns of group and artifact that are not wanted in a branch, the nearest first.
#[derive(Clone)]
pub struct Exclusions(Option<Arc<Branch>>);

/// What one dependency excludes, and those before it on the way.
struct Branch {
    patterns: Vec<(String, String)>,
    before: Exclusions,
}

impl Exclusions {
    /// Nothing is excluded.
    pub const NONE: Self = Self(None);

    /// With further patterns, of group and artifact.
    pub fn with(&self, more: &[(String, String)]) -> Self {
        if more.is_empty() {
            return self.clone();
        }
        Self(Some(Arc::new(Branch { patterns: more.to_vec(), before: self.clone() })))
    }

    /// Whether an artifact is not wanted.
    pub fn hold(&self, group: &str, artifact: &str) -> bool {
        let matches = |pattern: &str, text: &str| pattern == "*" || pattern == text;
        let mut rest = self;
        while let Some(here) = &rest.0 {
            if here.patterns.iter().any(|(of_group, name)| matches(of_group, group) && matches(name, artifact)) {
                return true;
            }
            rest = &here.before;
        }
        false
    }
}

impl Drop for Exclusions {
    /// One after the other: a long chain must not take the stack.
    fn drop(&mut self) {
        let mut rest = self.0.take();
        while let Some(here) = rest {
            rest = Arc::into_inner(here).and_then(|mut here| here.before.0.take());
        }
    }
}

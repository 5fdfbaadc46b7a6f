//! Which groups a repository is asked for.
//!
//! Promises: a group that belongs to one repository alone is asked of no other, whatever becomes of that one: blocked,
//! failing, or not there at all.

use crate::config::RepositoryGroups;

/// The rules of all repositories.
#[derive(Debug, Clone, Default)]
pub(super) struct Groups(Vec<RepositoryGroups>);

impl Groups {
    pub fn new(rules: &[RepositoryGroups]) -> Self {
        Self(rules.to_vec())
    }

    /// Whether a repository that goes by any of these ids is asked for a group.
    pub fn admit(&self, ids: &[String], group: &str) -> bool {
        let own = |rule: &&RepositoryGroups| ids.contains(&rule.id);
        if self.0.iter().filter(own).any(|rule| !takes(rule, group)) {
            return false;
        }
        let mut owners = self.owners(group).peekable();
        owners.peek().is_none() || owners.any(|owner| ids.iter().any(|id| id == owner))
    }

    /// The ids of the repositories that alone are asked for a group; none: it is nobody's.
    pub fn owners<'a>(&'a self, group: &str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |rule| rule.only && takes(rule, group)).map(|rule| rule.id.as_str())
    }
}

/// Whether a rule takes a group in: a pattern does, and none that begins with `!` takes it out again.
fn takes(rule: &RepositoryGroups, group: &str) -> bool {
    let segments: Vec<&str> = group.split('.').collect();
    let fits = |pattern: &str| matches(&pattern.split('.').collect::<Vec<_>>(), &segments);
    let (out, within): (Vec<&String>, Vec<&String>) = rule.groups.iter().partition(|pattern| pattern.starts_with('!'));
    within.into_iter().any(|pattern| fits(pattern)) && !out.into_iter().any(|pattern| fits(&pattern[1..]))
}

/// `*` stands for a part of one segment, `**` for any number of segments.
fn matches(pattern: &[&str], group: &[&str]) -> bool {
    // Which beginnings of the pattern fit the segments so far: one pass, whatever the pattern holds.
    let mut fitting = vec![false; pattern.len() + 1];
    fitting[0] = true;
    skip_any(pattern, &mut fitting);
    for segment in group {
        let mut next = vec![false; pattern.len() + 1];
        for (at, part) in pattern.iter().enumerate().filter(|(at, _)| fitting[*at]) {
            if *part == "**" {
                next[at] = true;
            } else if matches_segment(part, segment) {
                next[at + 1] = true;
            }
        }
        skip_any(pattern, &mut next);
        fitting = next;
    }
    fitting[pattern.len()]
}

fn skip_any(pattern: &[&str], fitting: &mut [bool]) {
    for (at, part) in pattern.iter().enumerate() {
        if *part == "**" && fitting[at] {
            fitting[at + 1] = true;
        }
    }
}

fn matches_segment(pattern: &str, segment: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == segment };
    let Some(mut left) = segment.strip_prefix(head) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let tail = parts.pop().unwrap_or("");
    for part in parts {
        let Some(at) = left.find(part) else { return false };
        left = &left[at + part.len()..];
    }
    left.ends_with(tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(id: &str, groups: &[&str], only: bool) -> RepositoryGroups {
        RepositoryGroups { id: id.to_owned(), groups: groups.iter().map(|&group| group.to_owned()).collect(), only }
    }

    #[test]
    fn patterns_of_groups() {
        for (pattern, group, expected) in [
            ("com.acme", "com.acme", true),
            ("com.acme", "com.acme.x", false),
            ("com.acme.**", "com.acme", true),
            ("com.acme.**", "com.acme.a.b", true),
            ("com.acme.**", "com.acmesoft", false),
            ("com.*", "com.acme", true),
            ("com.*", "com.acme.x", false),
            ("com.ac*e", "com.acme", true),
            ("**.internal.**", "com.acme.internal", true),
            ("**.internal.**", "internal.x", true),
            ("**.internal.**", "com.acme", false),
            ("**", "anything.at.all", true),
        ] {
            assert_eq!(takes(&rule("r", &[pattern], false), group), expected, "{pattern} for {group}");
        }
        let most = rule("r", &["com.acme.**", "!com.acme.open.**"], false);
        assert!(takes(&most, "com.acme.x") && !takes(&most, "com.acme.open.y"));
    }

    #[test]
    fn what_is_one_repositorys_alone_is_nobody_elses() {
        let groups = Groups::new(&[rule("corp", &["com.acme.**"], true), rule("google", &["androidx.**"], false)]);
        let admits =
            |ids: &[&str], group: &str| groups.admit(&ids.iter().map(|&id| id.to_owned()).collect::<Vec<_>>(), group);
        assert!(admits(&["corp"], "com.acme.x") && !admits(&["central"], "com.acme.x"));
        assert!(!admits(&["corp"], "org.example") && admits(&["central"], "org.example"));
        assert!(!admits(&["google"], "com.acme") && !admits(&["google"], "org.example"));
        assert!(admits(&["google"], "androidx.core") && admits(&["central"], "androidx.core"));
        // A mirror that stands for it goes by its name as well.
        assert!(admits(&["corp", "nexus"], "com.acme.x"));
        assert_eq!(groups.owners("com.acme").collect::<Vec<_>>(), ["corp"]);
    }
}

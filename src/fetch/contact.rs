//! What is remembered of requests: which servers answered last time they were asked. Only in memory, without secrets.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::SystemTime;

use super::{FetchError, redact};
use crate::work::lock;

/// How many requests are remembered.
const MOST: usize = 512;

/// How a request went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contact {
    pub when: SystemTime,
    /// What went wrong; a file that is not there is no trouble.
    pub error: Option<String>,
}

/// The last requests, oldest first.
#[derive(Debug, Default)]
pub(super) struct Contacts(Mutex<VecDeque<(String, Contact)>>);

impl Contacts {
    /// Remembers how a request went. One that its caller gave up, or whose file could not be written, says nothing.
    pub fn note(&self, url: &str, error: Option<&FetchError>) {
        if matches!(error, Some(FetchError::Cancelled | FetchError::Write { .. } | FetchError::Offline { .. })) {
            return;
        }
        let error = error.filter(|error| !error.is_absent()).map(ToString::to_string);
        let mut all = lock(&self.0);
        if all.len() == MOST {
            all.pop_front();
        }
        all.push_back((redact(url), Contact { when: SystemTime::now(), error }));
    }

    /// The last request to an address that begins with `base`.
    pub fn last(&self, base: &str) -> Option<Contact> {
        let base = redact(base);
        let base = base.trim_end_matches('/');
        let is_below = |url: &str| url.strip_prefix(base).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        let all = lock(&self.0);
        all.iter().rev().find(|(url, _)| is_below(url)).map(|(_, contact)| contact.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_request_of_each_server_is_remembered() {
        let contacts = Contacts::default();
        let status = |status: u16| FetchError::Status { url: "https://a/x".to_owned(), status, retry_after: None };
        contacts.note("https://u:p@a/x/1.jar", Some(&status(500)));
        contacts.note("https://a/xy/1.jar", None);
        assert!(contacts.last("https://u:p@a/x/").is_some_and(|last| last.error.is_some()));
        contacts.note("https://a/x/2.jar", Some(&status(404)));
        contacts.note("https://a/x/3.jar", Some(&FetchError::Cancelled));
        assert_eq!(contacts.last("https://a/x").map(|last| last.error), Some(None));
        assert_eq!(contacts.last("https://b"), None);
        for _ in 0..2 * MOST {
            contacts.note("https://b/1.jar", None);
        }
        assert_eq!(contacts.last("https://a/x"), None);
    }
}

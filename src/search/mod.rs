//! Search in texts: patterns, trigrams, content. Over rows of the store.

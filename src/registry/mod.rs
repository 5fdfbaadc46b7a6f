//! The records: what is registered, what is current, what failed last. One small JSON file a coordinate.

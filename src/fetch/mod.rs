//! The network: HTTP downloads, checked, bounded, redacted. Nothing else in jardex opens a connection.

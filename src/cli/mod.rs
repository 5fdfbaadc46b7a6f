//! The command line: one face of the table of tools.

//! Files: the only user of `std::fs` outside main. Plain helpers that say in their error which path it was.

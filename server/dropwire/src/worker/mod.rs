//! Worker processes: one isolated verification each, so that a crash or a full memory ends one check and nothing else.
//!
//! `cases` asks which cases tests have. `protocol` is what is said, `serve` the process itself, `client` the parent's handle on one, `verify` the whole of a
//! verification: a check in one worker, then its trails replayed in a fresh one (`replays`).

pub mod cases;
pub mod client;
pub mod clock;
pub mod protocol;
pub mod replays;
pub mod serve;
pub mod verify;

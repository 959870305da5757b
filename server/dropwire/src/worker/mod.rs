//! Worker processes: one isolated verification each, so that a crash or a full memory ends one check and nothing else.
//!
//! `protocol` is what is said, `serve` the process itself, `client` the parent's handle on one, `control` what starts and ends them, `verify` the
//! whole of a verification: a check in one worker, then its trails replayed in a fresh one (`replays`). `cases` asks which cases tests have,
//! `debuggee` goes through the run of a trail.

pub mod cases;
pub mod client;
pub mod clock;
pub mod control;
pub mod debuggee;
pub mod protocol;
pub mod replays;
pub mod serve;
pub mod verify;

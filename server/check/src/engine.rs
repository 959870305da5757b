//! The entry points: check, replay, run.

//! What a check knows, as closed types: defects, what threads do and wait for, places, reasons. No sentences: those are made of
//! these by `words`, and nothing reads them.

pub mod cost;
pub mod defect;
pub mod explored;
pub mod kind;
pub mod location;
pub mod need;
pub mod note;
pub mod object;
pub mod property;
pub mod reason;
pub mod reported;
pub mod step;
pub mod view;
pub mod wait;
pub mod why;

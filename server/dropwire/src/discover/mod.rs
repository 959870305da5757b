//! What there is to check: modules with their class roots, and the targets in them that can start a second thread.
//!
//! `tree` walks folders, `modules` recognises class roots, `facts` is what one class file says, `explorable` which methods it has for all inputs, `junit` which methods are tests, `graph` who calls whom,
//! `links` whether a build is whole.
//! Reads user classes only, never jars or the JDK. Shared by the command line and the server.

pub mod class_path;
pub mod class_summary;
pub mod explorable;
pub mod graph;
pub mod junit;
pub mod linkage_check;
pub mod module;
pub mod modules;
pub mod tree;

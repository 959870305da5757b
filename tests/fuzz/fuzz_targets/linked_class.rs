//! Fuzzes `dropwire_tests::fuzz::linked_class`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| dropwire_tests::fuzz::linked_class(bytes));

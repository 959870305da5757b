//! Fuzzes `dropwire_tests::fuzz::protocol`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| dropwire_tests::fuzz::protocol(bytes));

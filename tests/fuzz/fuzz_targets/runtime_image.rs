//! Fuzzes `dropwire_tests::fuzz::runtime_image`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| dropwire_tests::fuzz::runtime_image(bytes));

//! Fuzzes `dropwire_tests::fuzz::class_file`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| dropwire_tests::fuzz::class_file(bytes));

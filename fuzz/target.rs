//! A fuzz target for libFuzzer: that of `talon-fuzz` with the name of this program.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| talon_fuzz::run(env!("CARGO_BIN_NAME"), input));

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| saltus_fuzz::moves_are_legal(data));

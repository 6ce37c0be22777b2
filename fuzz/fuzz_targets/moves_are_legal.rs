#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| saltus_adversary::moves_are_legal(data));

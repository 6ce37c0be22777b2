#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| saltus_adversary::checker_agrees_with_replay(data));

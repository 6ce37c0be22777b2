#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| saltus_fuzz::checker_agrees_with_replay(data));

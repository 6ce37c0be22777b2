#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| saltus_adversary::judged::definitions_are_answered(data));

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| saltus_adversary::notation_round_trip(data));

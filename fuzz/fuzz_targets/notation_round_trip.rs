#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| saltus_fuzz::notation_round_trip(data));

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| saltus_adversary::certificate_never_lies(data));

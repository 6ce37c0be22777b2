#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| saltus_fuzz::certificate_never_lies(data));

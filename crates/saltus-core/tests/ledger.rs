//! What is kept from one question to the next, and who leaves when a search needs the room.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use saltus_core::limits::ledger::{Kept, held, reserve};
use saltus_core::limits::{Limits, Meter, Share};

/// The only test in this process: the ledger belongs to the process, and all searches report to it.
#[test]
fn what_is_not_in_use_leaves_when_room_is_needed() {
    static KEPT: Kept<u32, Vec<u8>> = Kept::new();
    let limits = Limits { memory: 1000, ..Limits::default() };
    let made = Mutex::new(Vec::new());
    let get = |key: u32| {
        let make = |bytes: &mut u64| {
            made.lock().expect("no panic").push(key);
            *bytes = 300;
            Ok::<_, ()>(vec![key as u8; 300])
        };
        KEPT.get(&key, &limits, make).expect("nothing fails")
    };
    let made = || std::mem::take(&mut *made.lock().expect("no panic"));
    (1..=3).for_each(|key| drop(get(key)));
    assert_eq!((made(), held()), (vec![1, 2, 3], 900));
    // The one that was used least recently goes.
    drop(get(1));
    drop(get(4));
    assert_eq!((made(), held()), (vec![4], 900));
    [1, 3, 4].into_iter().for_each(|key| drop(get(key)));
    assert_eq!(made(), [0; 0]);
    // What a search needs makes the others go, and what it uses stays.
    let used = get(3);
    limits.afford(650).expect("within the limit");
    assert_eq!(held(), 300);
    assert!(Arc::ptr_eq(&used, &get(3)));
    limits.afford(1000).expect("within the limit");
    assert_eq!((held(), made()), (300, vec![]));
    drop(used);
    limits.afford(1001).expect_err("above the limit");
    assert_eq!(held(), 300, "what is refused needs no room");
    // Searches that go on at the same time.
    let other = Limits { memory: 1000, ..limits };
    let mut meter = Meter::new(&other, "a search");
    meter.nodes_more(1 << 20, || 600).expect("within the limit");
    other.afford(50).expect("within the limit");
    assert_eq!(held(), 300);
    other.afford(200).expect("within the limit");
    assert_eq!(held(), 0);
    drop(meter);
    // What is reserved is more than one question may use.
    reserve(10_000);
    (1..=9).for_each(|key| drop(get(key)));
    assert_eq!(held(), 2700);
    KEPT.forget(|thing| thing[0] > 3);
    assert_eq!(held(), 900);
    reserve(0);
    // A part of a whole.
    let short = AtomicBool::new(false);
    let part = Limits { memory: 500, share: Some(Share { whole: 1000, short: &short }), ..limits };
    part.afford(100).expect("within the part");
    assert_eq!(held(), 900);
    part.afford(500).expect("within the part");
    assert_eq!(held(), 300);
}

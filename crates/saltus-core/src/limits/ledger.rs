//! What is kept in memory from one question to the next, and what is dropped when a search needs the
//! memory.
//!
//! Tables that many searches look at are kept, but no longer than there is room: [`Limits::afford`]
//! asks the one ledger of the process to make room for what a search needs, and then what nobody
//! uses goes, the least recently used first. What a search is using stays, and counts as that
//! search's own. So all searches under way and all that is kept for later stay within the memory
//! limit together. No answer depends on what is kept: it is computed again.
//!
//! ```
//! use std::sync::Arc;
//! use saltus_core::limits::{Limits, ledger};
//!
//! static SQUARES: ledger::Kept<u64, Vec<u64>> = ledger::Kept::new();
//! let limits = Limits { memory: 1000, ..Limits::default() };
//! let squares = |most: u64| SQUARES.get(&most, &limits, |bytes| {
//!     let squares: Vec<u64> = (0..most).map(|number| number * number).collect();
//!     *bytes = 8 * most;
//!     Ok::<_, std::convert::Infallible>(squares)
//! }).expect("nothing fails");
//! assert_eq!(squares(10)[9], 81);
//! assert!(Arc::ptr_eq(&squares(10), &squares(10)));
//! let held = squares(10);
//! limits.afford(990)?;
//! // It is in use, and so it stays.
//! assert!(Arc::ptr_eq(&held, &squares(10)));
//! # Ok::<(), saltus_core::limits::Stop>(())
//! ```

use std::any::Any;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, Weak};

use super::Limits;
use crate::threads::locked;

/// A thing that is kept.
struct Entry {
    thing: Arc<dyn Any + Send + Sync>,
    bytes: u64,
    /// When it was used last, by the count of all uses.
    used: u64,
}

static ENTRIES: Mutex<Vec<Entry>> = Mutex::new(Vec::new());
/// Bytes of all entries.
static HELD: AtomicU64 = AtomicU64::new(0);
/// Bytes that searches under way have, as they said last.
static TAKEN: AtomicU64 = AtomicU64::new(0);
/// Bytes that stay for later questions however little one of them may use.
static RESERVED: AtomicU64 = AtomicU64::new(0);
static USES: AtomicU64 = AtomicU64::new(0);

impl Entry {
    /// Whether nobody but the ledger has it.
    fn is_idle(&self) -> bool {
        Arc::strong_count(&self.thing) == 1
    }

    fn is<V>(&self, thing: &Arc<V>) -> bool {
        Arc::as_ptr(&self.thing).cast::<()>() == Arc::as_ptr(thing).cast::<()>()
    }
}

/// Bytes of all that is kept, in use or not.
pub fn held() -> u64 {
    HELD.load(Relaxed)
}

/// Allows this many bytes in total to be kept and used by searches, whatever the limits of single questions.
/// For programs that answer many questions with different limits.
pub fn reserve(bytes: u64) {
    RESERVED.store(bytes, Relaxed);
}

/// Makes room for a search that needs `needed` bytes in a process that may use `whole`, as far as
/// there is something that nobody uses. `own` of the bytes that searches have said are its own.
pub(super) fn make_room(needed: u64, whole: u64, own: u64) {
    let whole = whole.max(RESERVED.load(Relaxed));
    let room = whole.saturating_sub(needed).saturating_sub(TAKEN.load(Relaxed).saturating_sub(own));
    // What goes may have held something else that is then idle, too.
    while held() > room {
        let mut gone = Vec::new();
        let mut entries = locked(&ENTRIES);
        while held() > room {
            let idle = entries.iter().enumerate().filter(|(_, entry)| entry.is_idle());
            let Some((oldest, _)) = idle.min_by_key(|(_, entry)| entry.used) else { break };
            let entry = entries.swap_remove(oldest);
            HELD.fetch_sub(entry.bytes, Relaxed);
            gone.push(entry);
        }
        drop(entries);
        if gone.is_empty() {
            return;
        }
        // It takes a while to give much memory back.
        drop(gone);
    }
}

/// The bytes of one search under way.
#[derive(Debug, Default)]
pub(super) struct Account(u64);

impl Account {
    /// Says how many bytes the search has now.
    pub(super) fn set(&mut self, bytes: u64) {
        TAKEN.fetch_add(bytes, Relaxed);
        TAKEN.fetch_sub(self.0, Relaxed);
        self.0 = bytes;
    }

    pub(super) fn bytes(&self) -> u64 {
        self.0
    }
}

impl Drop for Account {
    fn drop(&mut self) {
        TAKEN.fetch_sub(self.0, Relaxed);
    }
}

/// What is in a slot, which is used now. It cannot leave the ledger at the same time.
fn touched<V>(slot: &Weak<V>, used: u64) -> Option<Arc<V>> {
    let mut entries = locked(&ENTRIES);
    let thing = slot.upgrade()?;
    entries.iter_mut().filter(|entry| entry.is(&thing)).for_each(|entry| entry.used = used);
    Some(thing)
}

type Slots<K, V> = HashMap<K, Arc<Mutex<Weak<V>>>, BuildHasherDefault<DefaultHasher>>;

/// Things of one type that are made once and kept as long as there is room, by their keys.
pub struct Kept<K, V> {
    slots: Mutex<Slots<K, V>>,
}

impl<K, V> Default for Kept<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K, V> Kept<K, V> {
    /// Nothing.
    pub const fn new() -> Self {
        Kept { slots: Mutex::new(HashMap::with_hasher(BuildHasherDefault::new())) }
    }
}

impl<K: Clone + Eq + Hash, V: Send + Sync + 'static> Kept<K, V> {
    /// What is kept under a key; else what `make` makes, which also says how many bytes that takes.
    /// Whoever asks for what is being made waits for it.
    ///
    /// # Errors
    /// Those of `make`.
    pub fn get<E>(
        &self,
        key: &K,
        limits: &Limits<'_>,
        make: impl FnOnce(&mut u64) -> Result<V, E>,
    ) -> Result<Arc<V>, E> {
        let slot = locked(&self.slots).entry(key.clone()).or_default().clone();
        let mut slot = locked(&slot);
        let used = USES.fetch_add(1, Relaxed);
        if let Some(thing) = touched(&slot, used) {
            return Ok(thing);
        }
        let mut bytes = 0;
        let thing = Arc::new(make(&mut bytes)?);
        *slot = Arc::downgrade(&thing);
        drop(slot);
        HELD.fetch_add(bytes, Relaxed);
        locked(&ENTRIES).push(Entry { thing: thing.clone(), bytes, used });
        make_room(0, limits.whole(), 0);
        Ok(thing)
    }

    /// Whether something is kept under a key.
    pub fn has(&self, key: &K) -> bool {
        let slot = locked(&self.slots).get(key).cloned();
        slot.is_some_and(|slot| slot.try_lock().is_ok_and(|slot| slot.strong_count() > 0))
    }

    /// Forgets what is kept and `unwanted`.
    pub fn forget(&self, unwanted: impl Fn(&V) -> bool) {
        let slots: Vec<_> = locked(&self.slots).values().cloned().collect();
        for slot in slots {
            let mut slot = locked(&slot);
            let Some(thing) = slot.upgrade().filter(|thing| unwanted(thing)) else { continue };
            *slot = Weak::new();
            let mut entries = locked(&ENTRIES);
            if let Some(at) = entries.iter().position(|entry| entry.is(&thing)) {
                HELD.fetch_sub(entries.swap_remove(at).bytes, Relaxed);
            }
        }
    }
}

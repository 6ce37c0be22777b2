//! A layer of positions: sorted runs, read as one.

use super::game::Key;

/// Positions without order and with repetitions, on their way to a [`Layer`].
pub struct Run<const P: usize>(Vec<Key<P>>);

impl<const P: usize> Run<P> {
    /// Sorts.
    pub fn new(mut keys: Vec<Key<P>>) -> Self {
        keys.sort_unstable();
        keys.dedup();
        keys.shrink_to_fit();
        Run(keys)
    }

    /// Drops the positions that `keep` does not want.
    pub fn retain(&mut self, keep: impl FnMut(&Key<P>) -> bool) {
        self.0.retain(keep);
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        (self.0.capacity() * size_of::<Key<P>>()) as u64
    }
}

/// Positions in ascending order, each once.
#[derive(Clone, Debug, Default)]
pub struct Layer<const P: usize> {
    keys: Vec<Key<P>>,
}

impl<const P: usize> Layer<P> {
    /// The positions of several runs.
    pub fn of(mut runs: Vec<Run<P>>) -> Self {
        // Two by two, the shortest first: each key is moved a few times only.
        while runs.len() > 1 {
            runs.sort_by_key(|run| std::cmp::Reverse(run.0.len()));
            let (a, b) = (runs.pop().expect("two"), runs.pop().expect("two"));
            runs.push(Run(merged(&a.0, &b.0)));
        }
        Layer { keys: runs.pop().map(|run| run.0).unwrap_or_default() }
    }

    /// The positions.
    pub fn keys(&self) -> &[Key<P>] {
        &self.keys
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        (self.keys.capacity() * size_of::<Key<P>>()) as u64
    }

    /// Whether a position is among them.
    pub fn contains(&self, key: &Key<P>) -> bool {
        self.keys.binary_search(key).is_ok()
    }
}

fn merged<const P: usize>(a: &[Key<P>], b: &[Key<P>]) -> Vec<Key<P>> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        let (x, y) = (a[i], b[j]);
        all.push(x.min(y));
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    all.extend_from_slice(&a[i..]);
    all.extend_from_slice(&b[j..]);
    all
}

//! Small sets as ascending lists. Searches in them are as fast as in trees, and the code of a tree, which is long, is not compiled for each type.

/// What is in it, ascending, each once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Set<T>(Vec<T>);

impl<T: Ord> Set<T> {
    /// Whether it was not there before.
    pub(super) fn insert(&mut self, item: T) -> bool {
        let place = self.0.binary_search(&item);
        place.map_err(|place| self.0.insert(place, item)).is_err()
    }

    /// Whether it was there.
    pub(super) fn remove(&mut self, item: &T) -> bool {
        self.0.binary_search(item).map(|place| self.0.remove(place)).is_ok()
    }

    pub(super) fn contains(&self, item: &T) -> bool {
        self.0.binary_search(item).is_ok()
    }

    pub(super) fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().all(|item| other.contains(item))
    }
}

impl<T> Default for Set<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Ord> Extend<T> for Set<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        items.into_iter().for_each(|item| {
            self.insert(item);
        });
    }
}

/// What is in it, ascending.
impl<T> From<Set<T>> for Vec<T> {
    fn from(set: Set<T>) -> Self {
        set.0
    }
}

impl<T> std::ops::Deref for Set<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

//! A layer of positions: sorted, each once, in memory or in a file.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use super::game::Key;
use super::layer_store::{LayerFile, LayerReader, LayerStore};
use saltus_core::limits::Stop;

/// Positions read from a file at once.
const BLOCK: usize = 1 << 14;

/// Positions in ascending order, each once.
///
/// ```
/// use saltus_chinese::bounds::{GameBounds, Rules};
/// use saltus_chinese::search::{bidirectional, game::Game};
/// use saltus_core::{limits::Limits, notation::Instance as _};
///
/// let puzzle = saltus_chinese::read("chinese triangle:7 men=3").unwrap().puzzle().unwrap();
/// let game = Game::<1>::new(&puzzle).unwrap();
/// let bounds = GameBounds::new(&game, Rules::ALL);
/// let found = bidirectional::search(&game, &bounds, 9, &Limits::default()).unwrap();
/// let start = &found.layers[0];
/// assert_eq!((start.count(), start.read(0, 1).unwrap().len()), (1, 1));
/// ```
#[derive(Debug)]
pub enum Layer<const P: usize> {
    /// In memory.
    Memory(Vec<Key<P>>),
    /// In a file.
    Stored(LayerFile),
}

impl<const P: usize> Layer<P> {
    /// A *run*, some positions on their way to a layer, which come without order and with repetitions; they are written to the store if there
    /// is one.
    ///
    /// # Errors
    /// When they cannot be written.
    pub(crate) fn run(mut keys: Vec<Key<P>>, store: Option<&LayerStore>) -> Result<Self, Stop> {
        keys.sort_unstable();
        keys.dedup();
        keys.shrink_to_fit();
        match store {
            None => Ok(Layer::Memory(keys)),
            Some(store) => Ok(Layer::Stored(store.run(keys.as_flattened(), P)?)),
        }
    }

    /// The positions of several runs that none of the layers `known` has; number `round` in the
    /// store, if there is one.
    ///
    /// # Errors
    /// When files cannot be read or written.
    pub(crate) fn of(
        runs: &[Layer<P>],
        known: &[&Layer<P>],
        store: Option<(&LayerStore, usize)>,
    ) -> Result<Self, Stop> {
        let mut known = KnownLayers::new(known)?;
        let mut inputs = runs.iter().map(Layer::stream).collect::<Result<Vec<_>, _>>()?;
        let (mut keys, mut out) = (Vec::new(), None);
        match store {
            None => keys.reserve(runs.iter().map(Layer::count).sum()),
            Some((store, round)) => out = Some(store.layer(round)?),
        }
        // What comes next in each, the least on top.
        let next = |(input, stream): (usize, &LayerStream<'_, P>)| stream.peek().map(|key| Reverse((key, input)));
        let mut heap: BinaryHeap<_> = inputs.iter().enumerate().filter_map(next).collect();
        let mut last = None;
        while let Some(mut top) = heap.peek_mut() {
            let Reverse((key, input)) = *top;
            if last.replace(key) != Some(key) && !known.has(&key)? {
                match &mut out {
                    None => keys.push(key),
                    Some(out) => out.write(&key)?,
                }
            }
            inputs[input].advance()?;
            match inputs[input].peek() {
                Some(key) => *top = Reverse((key, input)),
                None => _ = PeekMut::pop(top),
            }
        }
        keys.shrink_to_fit();
        out.map_or(Ok(Layer::Memory(keys)), |out| out.finish().map(Layer::Stored))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        match self {
            Layer::Memory(keys) => keys.len(),
            Layer::Stored(file) => file.count::<P>(),
        }
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Layer::Memory(keys) => (keys.capacity() * size_of::<Key<P>>()) as u64,
            Layer::Stored(_) => 0,
        }
    }

    /// The positions from number `first` on, `most` or as many as there are.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(&self, first: usize, most: usize) -> Result<Cow<'_, [Key<P>]>, Stop> {
        let range = first.min(self.count())..self.count().min(first.saturating_add(most));
        match self {
            Layer::Memory(keys) => Ok(Cow::Borrowed(&keys[range])),
            Layer::Stored(file) => file.open()?.read(range).map(Cow::Owned),
        }
    }

    /// Whether a position is among them.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn contains(&self, key: &Key<P>) -> Result<bool, Stop> {
        let (mut low, mut high) = (0, self.count());
        // A file is read in blocks.
        while high - low > BLOCK {
            let middle = usize::midpoint(low, high);
            if self.read(middle, 1)?[0] <= *key { low = middle } else { high = middle }
        }
        Ok(self.read(low, high - low)?.binary_search(key).is_ok())
    }

    /// All of them, one after the other.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn stream(&self) -> Result<LayerStream<'_, P>, Stop> {
        let (reader, block) = match self {
            Layer::Memory(keys) => (None, &keys[..]),
            Layer::Stored(file) => (Some(file.open()?), &[][..]),
        };
        let mut stream = LayerStream { layer: self, reader, block: Cow::Borrowed(block), at: 0, next: block.len() };
        stream.refill()?;
        Ok(stream)
    }
}

/// The positions of a layer in order.
pub struct LayerStream<'a, const P: usize> {
    layer: &'a Layer<P>,
    reader: Option<LayerReader<'a>>,
    block: Cow<'a, [Key<P>]>,
    at: usize,
    /// The number of the first position after the block.
    next: usize,
}

impl<const P: usize> LayerStream<'_, P> {
    /// The next one; none after the last.
    pub(crate) fn peek(&self) -> Option<Key<P>> {
        self.block.get(self.at).copied()
    }

    /// Goes on.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn advance(&mut self) -> Result<(), Stop> {
        self.at += 1;
        self.refill()
    }

    fn refill(&mut self) -> Result<(), Stop> {
        if self.at < self.block.len() || self.next >= self.layer.count() {
            return Ok(());
        }
        let range = self.next..self.layer.count().min(self.next + BLOCK);
        if let Some(reader) = &mut self.reader {
            self.next = range.end;
            self.block = Cow::Owned(reader.read(range)?);
            self.at = 0;
        }
        Ok(())
    }

    /// Takes the positions that have the next one's first army in common: all of them, or `most`.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn take_group(&mut self, most: usize) -> Result<Vec<Key<P>>, Stop> {
        let mut group: Vec<Key<P>> = Vec::new();
        while let Some(key) = self.peek() {
            if group.len() == most || group.first().is_some_and(|first| first[0] != key[0]) {
                break;
            }
            group.push(key);
            self.advance()?;
        }
        Ok(group)
    }
}

/// Layers that are asked for one position after the other, in ascending order.
pub struct KnownLayers<'a, const P: usize>(Vec<LayerStream<'a, P>>);

impl<'a, const P: usize> KnownLayers<'a, P> {
    /// These layers.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub(crate) fn new(layers: &[&'a Layer<P>]) -> Result<Self, Stop> {
        Ok(KnownLayers(layers.iter().map(|layer| layer.stream()).collect::<Result<_, _>>()?))
    }

    /// Whether one of them has a position, which is none before the last one asked for.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub(crate) fn has(&mut self, key: &Key<P>) -> Result<bool, Stop> {
        let mut has = false;
        for stream in &mut self.0 {
            while stream.peek().is_some_and(|other| other < *key) {
                stream.advance()?;
            }
            has |= stream.peek() == Some(*key);
        }
        Ok(has)
    }
}

//! The keys of whole layers, as their files hold them.

use crate::layer::{Key, Reader, Tag};
use crate::manifest::{Folder, Manifest};

impl Folder {
    /// The reader of a bucket of a whole layer; none where it has no keys.
    pub(crate) fn reader<const N: usize>(
        &self,
        layers: &[Manifest],
        layer: usize,
        bucket: usize,
    ) -> Result<Option<Reader<N>>, String> {
        let bytes = layers[layer].bytes(bucket);
        let tag = Tag { layer: layer as u64, bucket: bucket as u64 };
        let open = || Reader::open(&self.bucket(layer, bucket), self.width, tag, bytes);
        (bytes > 0).then(open).transpose()
    }
}

/// The keys of a whole layer in some buckets, one bucket after the other.
pub(crate) struct Keys<'a, const N: usize> {
    folder: &'a Folder,
    layers: &'a [Manifest],
    pub(crate) layer: usize,
    /// Those to come.
    buckets: std::vec::IntoIter<usize>,
    reader: Option<Reader<N>>,
}

impl<'a, const N: usize> Keys<'a, N> {
    pub(crate) fn new(folder: &'a Folder, layers: &'a [Manifest], layer: usize, buckets: Vec<usize>) -> Self {
        Keys { folder, layers, layer, buckets: buckets.into_iter(), reader: None }
    }

    /// The next one; none at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Key<N>>, String> {
        loop {
            if let Some(reader) = &mut self.reader
                && let Some(key) = reader.next()?
            {
                return Ok(Some(key));
            }
            let Some(bucket) = self.buckets.next() else { return Ok(None) };
            self.reader = self.folder.reader(self.layers, self.layer, bucket)?;
        }
    }
}

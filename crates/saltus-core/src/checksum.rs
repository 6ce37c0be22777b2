//! CRC-32 (ISO-HDLC), the checksum of files and of blocks of certificates.
//!
//! A module for a browser computes it bit by bit: the tables of the fast one would be 2 % of it.

#[cfg(not(target_family = "wasm"))]
pub use crc32fast::{Hasher, hash};
#[cfg(target_family = "wasm")]
pub use small::{Hasher, hash};

#[cfg(any(test, target_family = "wasm"))]
#[allow(unreachable_pub, reason = "what tests alone compile is public in a module")]
mod small {
    /// The polynomial, its bits reversed.
    const POLYNOMIAL: u32 = 0xedb8_8320;

    /// The checksum of bytes that come one after the other.
    #[derive(Clone, Debug, Default)]
    pub struct Hasher {
        sum: u32,
        length: u64,
    }

    impl Hasher {
        /// Of no bytes.
        pub fn new() -> Self {
            Hasher::default()
        }

        /// Continues a known checksum of `length` bytes.
        pub fn new_with_initial_len(sum: u32, length: u64) -> Self {
            Hasher { sum, length }
        }

        /// Adds bytes.
        pub fn update(&mut self, bytes: &[u8]) {
            self.sum = !bytes.iter().fold(!self.sum, |sum, &byte| after_a_byte(sum ^ u32::from(byte)));
            self.length += bytes.len() as u64;
        }

        /// Adds the bytes of another.
        pub fn combine(&mut self, other: &Self) {
            self.sum = (0..other.length).fold(self.sum, |sum, _| after_a_byte(sum)) ^ other.sum;
            self.length += other.length;
        }

        /// The checksum.
        pub fn finalize(self) -> u32 {
            self.sum
        }
    }

    fn after_a_byte(sum: u32) -> u32 {
        (0..8).fold(sum, |sum, _| (sum >> 1) ^ (POLYNOMIAL & (sum & 1).wrapping_neg()))
    }

    /// The checksum of bytes.
    pub fn hash(bytes: &[u8]) -> u32 {
        let mut hasher = Hasher::new();
        hasher.update(bytes);
        hasher.finalize()
    }
}

#[cfg(test)]
mod tests {
    use super::small;

    #[test]
    fn the_small_one_agrees() {
        assert_eq!(super::hash(b"123456789"), 0xcbf4_3926, "the check value of the algorithm");
        let bytes: Vec<u8> = (0u32..1000).map(|i| ((i * i) >> 3) as u8).collect();
        for length in 0..bytes.len() {
            let (one, other) = bytes[..length].split_at(length / 3);
            let mut hasher = small::Hasher::new();
            hasher.update(one);
            hasher.update(other);
            assert_eq!(hasher.finalize(), super::hash(&bytes[..length]), "{length} bytes");
            let mut whole = small::Hasher::new_with_initial_len(small::hash(one), one.len() as u64);
            whole.combine(&small::Hasher::new_with_initial_len(small::hash(other), other.len() as u64));
            assert_eq!(whole.finalize(), super::hash(&bytes[..length]), "{length} bytes");
        }
        assert_eq!(small::hash(&bytes), super::hash(&bytes));
    }
}

//! The bytes of an object.

use crate::scalar::Scalar;
use rustc_hash::FxHashMap;

const PAGE: u64 = 4096;

/// An object in memory: its bytes, and where it matters which of them were written.
#[derive(Clone, Debug)]
pub struct Region {
    bytes: Bytes,
    /// 1 for each byte that was written; `None` where all of them hold something from the start.
    written: Option<Vec<u8>>,
    /// Whether threads may not write it.
    pub read_only: bool,
}

#[derive(Clone, Debug)]
enum Bytes {
    Dense(Vec<u8>),
    /// As large as can be, 0 where nothing else is said.
    Sparse {
        pages: FxHashMap<u64, Box<[u8; PAGE as usize]>>,
        size: u64,
    },
}

impl Region {
    /// An object of these bytes.
    pub fn of(bytes: Vec<u8>) -> Region {
        Region { bytes: Bytes::Dense(bytes), written: None, read_only: false }
    }

    /// An object of so many bytes, all 0.
    pub fn zeros(size: usize) -> Region {
        Region::of(vec![0; size])
    }

    /// An object of so many bytes, of which nothing is known. They read as 0.
    pub fn unwritten(size: usize) -> Region {
        Region { written: Some(vec![0; size]), ..Region::zeros(size) }
    }

    /// An object of which only the pages that are written take memory.
    pub fn sparse(size: u64) -> Region {
        let bytes = Bytes::Sparse { pages: FxHashMap::default(), size };
        Region { bytes, written: None, read_only: false }
    }

    /// Forgets all that was written.
    pub fn clear(&mut self) {
        if let Bytes::Dense(bytes) = &mut self.bytes {
            bytes.fill(0);
        }
        if let Some(written) = &mut self.written {
            written.fill(0);
        }
    }

    /// Writes 0 to all of it.
    pub fn zero(&mut self) {
        self.clear();
        if let Some(written) = &mut self.written {
            written.fill(1);
        }
    }

    /// Its size in bytes.
    #[inline(always)]
    pub fn size(&self) -> u64 {
        match &self.bytes {
            Bytes::Dense(bytes) => bytes.len() as u64,
            Bytes::Sparse { size, .. } => *size,
        }
    }

    /// Its bytes from the start, where they are kept as a whole.
    pub fn bytes(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Dense(bytes) => bytes,
            Bytes::Sparse { .. } => &[],
        }
    }

    /// Whether the bytes are all inside.
    #[inline(always)]
    pub fn has(&self, offset: i64, size: u32) -> bool {
        offset >= 0 && offset as u64 + u64::from(size) <= self.size()
    }

    /// Whether each of the bytes was written.
    #[inline(always)]
    pub fn is_written(&self, offset: u64, size: u32) -> bool {
        match &self.written {
            None => true,
            Some(written) => {
                let range = offset as usize..offset as usize + size as usize;
                written.get(range).is_some_and(|bytes| bytes.iter().all(|byte| *byte == 1))
            }
        }
    }

    /// The value, where nothing is to be reported of it: all of it is inside, aligned and written.
    #[inline(always)]
    pub fn sound(&self, offset: i64, at: Scalar) -> Option<u64> {
        let Bytes::Dense(bytes) = &self.bytes else { return None };
        let (from, size) = (offset as usize, at.size() as usize);
        // A negative offset is beyond the end as a number without a sign.
        let to = from.wrapping_add(size);
        let place = bytes.get(from..to).filter(|_| from.is_multiple_of(size))?;
        if let Some(written) = &self.written
            && written.get(from..to)?.contains(&0)
        {
            return None;
        }
        Some(extended(place, at))
    }

    /// Writes a value where nothing is to be reported of it; whether it could.
    #[inline(always)]
    pub fn store_sound(&mut self, offset: i64, at: Scalar, value: u64) -> bool {
        let Bytes::Dense(bytes) = &mut self.bytes else { return false };
        let (from, size) = (offset as usize, at.size() as usize);
        let to = from.wrapping_add(size);
        let free = !self.read_only && from.is_multiple_of(size);
        let Some(place) = bytes.get_mut(from..to).filter(|_| free) else { return false };
        place.copy_from_slice(&value.to_le_bytes()[..size]);
        if let Some(written) = self.written.as_mut().and_then(|written| written.get_mut(from..to)) {
            written.fill(1);
        }
        true
    }

    /// The value at a place that is inside.
    #[inline(always)]
    pub fn load(&self, offset: u64, at: Scalar) -> u64 {
        let mut raw = [0u8; 8];
        let size = at.size() as usize;
        match &self.bytes {
            Bytes::Dense(bytes) => {
                if let Some(from) = bytes.get(offset as usize..offset as usize + size) {
                    raw[..size].copy_from_slice(from);
                }
            }
            Bytes::Sparse { pages, .. } => {
                for (n, byte) in raw[..size].iter_mut().enumerate() {
                    let at = offset + n as u64;
                    *byte = pages.get(&(at / PAGE)).map_or(0, |page| page[(at % PAGE) as usize]);
                }
            }
        }
        extended(&raw[..size], at)
    }

    /// Writes a value at a place that is inside.
    #[inline(always)]
    pub fn store(&mut self, offset: u64, at: Scalar, value: u64) {
        let size = at.size() as usize;
        let raw = value.to_le_bytes();
        let range = offset as usize..offset as usize + size;
        match &mut self.bytes {
            Bytes::Dense(bytes) => {
                if let Some(to) = bytes.get_mut(range.clone()) {
                    to.copy_from_slice(&raw[..size]);
                }
            }
            Bytes::Sparse { pages, .. } => {
                for (n, byte) in raw[..size].iter().enumerate() {
                    let at = offset + n as u64;
                    let page =
                        pages.entry(at / PAGE).or_insert_with(|| Box::new([0; PAGE as usize]));
                    page[(at % PAGE) as usize] = *byte;
                }
            }
        }
        if let Some(written) = self.written.as_mut().and_then(|written| written.get_mut(range)) {
            written.fill(1);
        }
    }
}

/// The register of a value whose bytes these are.
#[inline(always)]
fn extended(bytes: &[u8], at: Scalar) -> u64 {
    match (at, bytes) {
        // A byte that is neither is true.
        (Scalar::Bool, [byte]) => (*byte != 0).into(),
        (Scalar::I8, [byte]) => *byte as i8 as u64,
        (Scalar::U8, [byte]) => (*byte).into(),
        (Scalar::I16, [a, b]) => i16::from_le_bytes([*a, *b]) as u64,
        (Scalar::U16 | Scalar::F16 | Scalar::Bf16, [a, b]) => u16::from_le_bytes([*a, *b]).into(),
        (Scalar::I32, [a, b, c, d]) => i32::from_le_bytes([*a, *b, *c, *d]) as u64,
        (Scalar::U32 | Scalar::F32, [a, b, c, d]) => u32::from_le_bytes([*a, *b, *c, *d]).into(),
        (_, [a, b, c, d, e, f, g, h]) => u64::from_le_bytes([*a, *b, *c, *d, *e, *f, *g, *h]),
        _ => 0,
    }
}

//! Reads a font file table by table. Han fonts are twenty megabytes each, and shaping needs only a
//! few of their tables.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::found::Reason;

/// More tables than any font contains.
const MAX_TABLES: u16 = 256;
/// More fonts than any collection contains.
const MAX_FONTS: u32 = 1024;
/// More than the size of any font. A file that was configured by mistake is not read into memory.
const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// A font in an open file. The file stays open, so that replacing it on disk does not change this
/// font.
pub(super) struct FontFile {
    file: Mutex<File>,
    length: u64,
    /// Offset and length of each table, by its four-letter tag.
    tables: BTreeMap<[u8; 4], (u64, usize)>,
}

impl FontFile {
    /// Opens the font with this index in a file. The index is 0 unless the file is a collection.
    pub(super) fn open(path: &Path, index: u32) -> Result<Self, Reason> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        if length > MAX_BYTES {
            return Err(Reason::NoFont);
        }
        let mut kind = [0; 4];
        read_at(&mut file, 0, &mut kind).map_err(|error| broken(error, Reason::NoFont))?;
        let start = match &kind {
            b"ttcf" => start_in_collection(&mut file, index)?,
            _ if index > 0 => return Err(Reason::NoSuchFont(1)),
            _ => 0,
        };
        let tables = tables(&mut file, start, length)?;
        Ok(Self {
            file: Mutex::new(file),
            length,
            tables,
        })
    }

    pub(super) fn has(&self, table: [u8; 4]) -> bool {
        self.tables.contains_key(&table)
    }

    /// Returns the bytes of a table. Returns none if the font has no such table, or if reading
    /// fails.
    pub(super) fn table(&self, name: [u8; 4]) -> Option<Vec<u8>> {
        let (start, length) = *self.tables.get(&name)?;
        let mut bytes = vec![0; length];
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        read_at(&mut file, start, &mut bytes).ok()?;
        Some(bytes)
    }

    pub(super) fn whole(&self) -> Result<Vec<u8>, Reason> {
        let mut bytes = vec![0; usize::try_from(self.length).map_err(|_| Reason::NoFont)?];
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        read_at(&mut file, 0, &mut bytes).map_err(|error| broken(error, Reason::CutOff))?;
        Ok(bytes)
    }
}

fn read_at(file: &mut File, start: u64, bytes: &mut [u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(start))?;
    file.read_exact(bytes)
}

/// Maps a premature end of the file to `reason`, which describes the font. Other errors come from
/// the file system.
fn broken(error: io::Error, reason: Reason) -> Reason {
    if error.kind() == io::ErrorKind::UnexpectedEof {
        reason
    } else {
        error.into()
    }
}

fn number<const N: usize>(file: &mut File, at: u64) -> Result<[u8; N], Reason> {
    let mut bytes = [0; N];
    read_at(file, at, &mut bytes).map_err(|error| broken(error, Reason::CutOff))?;
    Ok(bytes)
}

fn start_in_collection(file: &mut File, index: u32) -> Result<u64, Reason> {
    let count = u32::from_be_bytes(number(file, 8)?);
    if count > MAX_FONTS {
        return Err(Reason::NoFont);
    }
    if index >= count {
        return Err(Reason::NoSuchFont(count));
    }
    let start = u32::from_be_bytes(number(file, 12 + 4 * u64::from(index))?);
    Ok(start.into())
}

fn tables(file: &mut File, start: u64, length: u64) -> Result<BTreeMap<[u8; 4], (u64, usize)>, Reason> {
    let kind: [u8; 4] = number(file, start)?;
    if ![*b"\0\x01\0\0", *b"OTTO", *b"true"].contains(&kind) {
        return Err(Reason::NoFont);
    }
    let count = u16::from_be_bytes(number(file, start + 4)?);
    if count > MAX_TABLES {
        return Err(Reason::NoFont);
    }
    let mut tables = BTreeMap::new();
    for index in 0..u64::from(count) {
        // Layout of a record: tag, checksum, offset, length.
        let record = start + 12 + 16 * index;
        let name = number::<4>(file, record)?;
        let start = u64::from(u32::from_be_bytes(number(file, record + 8)?));
        let bytes = u32::from_be_bytes(number(file, record + 12)?);
        if start + u64::from(bytes) > length {
            return Err(Reason::CutOff);
        }
        let bytes = usize::try_from(bytes).map_err(|_| Reason::CutOff)?;
        tables.insert(name, (start, bytes));
    }
    Ok(tables)
}

//! Compresses the objects of a PDF into object streams. Long documents consist mostly of structure
//! elements for table cells, which compress well.

use std::io::Write;
use std::ops::Range;

use aditus_application::ports::DocumentError;
use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::fault;

/// Maximum number of objects per object stream. A reader decompresses the whole stream to read one
/// of them.
const MAX_OBJECTS: usize = 500;

/// Returns the same file with all objects except streams moved into object streams (ISO 32000-1,
/// 7.5.7 and 7.5.8). Only supports files as our writer creates them, with a single cross-reference
/// table at the end.
pub(super) fn packed(file: &[u8]) -> Result<Vec<u8>, DocumentError> {
    let table = Table::read(file).ok_or_else(|| fault("the file has no table of objects"))?;
    let mut written = Written::begin(file, &table).ok_or_else(|| fault("the file has no objects"))?;
    let mut loose: Vec<(usize, &[u8])> = Vec::new();
    for (number, at) in table.objects.iter().enumerate() {
        let Some(at) = at else {
            continue;
        };
        let object = file
            .get(at.clone())
            .ok_or_else(|| fault("an object is out of place"))?;
        match content(object) {
            Some(content) => loose.push((number, content)),
            None => written.copy_object(number, object),
        }
    }
    for objects in loose.chunks(MAX_OBJECTS) {
        written.pack(objects)?;
    }
    written.finish(table.trailer)
}

/// The cross-reference table of a file.
struct Table<'a> {
    /// Byte range of each object, by object number.
    objects: Vec<Option<Range<usize>>>,
    /// The content of the trailer.
    trailer: &'a [u8],
}

impl<'a> Table<'a> {
    fn read(file: &'a [u8]) -> Option<Self> {
        let end = find_last(file, b"startxref")?;
        let (begin, _) = number(file.get(end + b"startxref".len()..)?)?;
        let table = file.get(begin..end)?.strip_prefix(b"xref")?;
        let trailer = find_last(table, b"trailer")?;
        let (first, rest) = number(&table[..trailer])?;
        let (count, mut rest) = number(rest)?;
        let mut starts = Vec::new();
        for index in 0..count {
            let (at, after) = number(rest)?;
            let (_, after) = number(after)?;
            let after = after.trim_ascii_start();
            if after.first() == Some(&b'n') {
                starts.push((first + index, at));
            }
            rest = after.get(1..)?;
        }
        let mut ends: Vec<usize> = starts.iter().map(|(_, at)| *at).chain([begin]).collect();
        ends.sort_unstable();
        let mut objects = vec![None; first + count];
        for (number, at) in starts {
            let next = ends.partition_point(|end| *end <= at);
            *objects.get_mut(number)? = Some(at..*ends.get(next)?);
        }
        let trailer = between(&table[trailer..], b"<<", b">>")?;
        Some(Self { objects, trailer })
    }
}

/// Returns the content of an object. Returns none for a stream, which is copied unchanged.
fn content(object: &[u8]) -> Option<&[u8]> {
    let object = object.trim_ascii_end();
    let content = between(object, b"obj", b"endobj")?.trim_ascii();
    (!content.ends_with(b"endstream")).then_some(content)
}

/// The location of an object in the new file.
#[derive(Debug, Clone, Copy)]
enum Place {
    Free,
    At(usize),
    /// The number of the object stream, and the index in it.
    In(usize, usize),
}

/// The new file, and the place of each object in it.
struct Written {
    bytes: Vec<u8>,
    places: Vec<Place>,
}

impl Written {
    /// Copies the header that precedes the first object: the version, and the comment that marks
    /// the file as binary.
    fn begin(file: &[u8], table: &Table<'_>) -> Option<Self> {
        let first = table.objects.iter().flatten().map(|at| at.start).min()?;
        Some(Self {
            bytes: file.get(..first)?.to_vec(),
            places: vec![Place::Free; table.objects.len()],
        })
    }

    fn copy_object(&mut self, number: usize, object: &[u8]) {
        self.places[number] = Place::At(self.bytes.len());
        self.bytes.extend_from_slice(object);
    }

    fn pack(&mut self, objects: &[(usize, &[u8])]) -> Result<(), DocumentError> {
        let pack = self.places.len();
        let (mut numbers, mut contents) = (Vec::new(), Vec::new());
        for (index, (number, content)) in objects.iter().enumerate() {
            self.places[*number] = Place::In(pack, index);
            write!(numbers, "{number} {} ", contents.len()).map_err(fault)?;
            contents.extend_from_slice(content);
            contents.push(b'\n');
        }
        let first = numbers.len();
        numbers.append(&mut contents);
        let about = format!("/Type/ObjStm/N {}/First {first}", objects.len());
        self.places.push(Place::At(self.bytes.len()));
        self.stream(pack, &about, &numbers)
    }

    fn stream(&mut self, number: usize, about: &str, content: &[u8]) -> Result<(), DocumentError> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(content).map_err(fault)?;
        let content = encoder.finish().map_err(fault)?;
        let length = content.len();
        write!(
            self.bytes,
            "{number} 0 obj\n<<{about}/Filter/FlateDecode/Length {length}>>\nstream\n"
        )
        .map_err(fault)?;
        self.bytes.extend_from_slice(&content);
        self.bytes.extend_from_slice(b"\nendstream\nendobj\n");
        Ok(())
    }

    /// Writes the cross-reference stream and the end of the file.
    fn finish(mut self, trailer: &[u8]) -> Result<Vec<u8>, DocumentError> {
        let (number, at) = (self.places.len(), self.bytes.len());
        self.places.push(Place::At(at));
        let mut table = Vec::with_capacity(self.places.len() * 7);
        for place in &self.places {
            let (kind, place, index) = match *place {
                Place::Free => (0, 0, u16::MAX.into()),
                Place::At(at) => (1, at, 0),
                Place::In(pack, index) => (2, pack, index),
            };
            table.push(kind);
            table.extend_from_slice(&u32::try_from(place).map_err(fault)?.to_be_bytes());
            table.extend_from_slice(&u16::try_from(index).map_err(fault)?.to_be_bytes());
        }
        let about = format!(
            "/Type/XRef/W[1 4 2]/Size {}{}",
            self.places.len(),
            String::from_utf8_lossy(&without_size(trailer))
        );
        self.stream(number, &about, &table)?;
        write!(self.bytes, "startxref\n{at}\n%%EOF\n").map_err(fault)?;
        Ok(self.bytes)
    }
}

/// Returns the trailer without its `/Size` entry.
fn without_size(trailer: &[u8]) -> Vec<u8> {
    let Some(at) = find(trailer, b"/Size") else {
        return trailer.to_vec();
    };
    let (before, after) = (&trailer[..at], &trailer[at + b"/Size".len()..]);
    let after = number(after).map_or(after, |(_, after)| after);
    [before, after].concat()
}

/// Parses the number at the start of the text. Returns it with the rest of the text.
fn number(text: &[u8]) -> Option<(usize, &[u8])> {
    let text = text.trim_ascii_start();
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = std::str::from_utf8(&text[..digits]).ok()?.parse().ok()?;
    Some((number, &text[digits..]))
}

/// Returns the text between the first `from` and the last `to`.
fn between<'a>(text: &'a [u8], from: &[u8], to: &[u8]) -> Option<&'a [u8]> {
    let begin = find(text, from)? + from.len();
    text.get(begin..find_last(text, to)?)
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window == wanted)
}

fn find_last(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).rposition(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trailer_keeps_all_entries_except_size() {
        assert_eq!(without_size(b"/Size 12/Root 1 0 R"), b"/Root 1 0 R");
        assert_eq!(
            without_size(b"\n  /Root 1 0 R\n  /Size 3\n"),
            b"\n  /Root 1 0 R\n  \n"
        );
    }

    #[test]
    fn streams_are_not_packed() {
        assert_eq!(
            content(b"7 0 obj\n<</A 1>>\nendobj\n\n"),
            Some(b"<</A 1>>".as_slice())
        );
        assert_eq!(
            content(b"7 0 obj\n<</A 1>>\nstream\nx\nendstream\nendobj\n"),
            None
        );
    }

    #[test]
    fn files_without_a_valid_xref_table_are_rejected() {
        for file in [
            b"".as_slice(),
            b"%PDF-1.7\n",
            b"startxref\n9\n%%EOF",
            b"xref\n0 9\ntrailer<<>>\nstartxref\n0\n",
        ] {
            assert!(packed(file).is_err(), "{}", String::from_utf8_lossy(file));
        }
    }
}

//! Loads a PDF with a limit on the total size that it unpacks to.
//!
//! `lopdf` limits each stream. A small file can contain hundreds of streams, and its table can list
//! one stream many times. `lopdf` passes each object to a filter before it unpacks the object, and
//! the filter here adds up the sizes.
//!
//! In encrypted documents, and for the streams of the table itself, only each stream is limited and
//! the sum is not. The time limit of the process bounds those.

use std::cell::Cell;

use lopdf::xref::XrefRecovery;
use lopdf::{DecompressError, Dictionary, Document, Error, LoadOptions, Object, ObjectId, Stream};

/// Most bytes of an unpacked object stream. Such a stream contains no pictures or text, only the
/// objects that describe them.
const MAX_STREAM_BYTES: usize = 32 * 1024 * 1024;

/// Most bytes of all streams of a file: the stored bytes, plus each unpacked layer of the object
/// streams.
const MAX_FILE_BYTES: usize = 128 * 1024 * 1024;

thread_local! {
    /// Bytes left for the file that this thread loads, or `None` once the file has exceeded its
    /// limit.
    ///
    /// A filter of `lopdf` is a plain function, so it cannot carry state. Loading stays on one
    /// thread, because `lopdf` is built without `rayon`.
    static LEFT: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Parses a PDF. Returns [`DecompressError::MemoryLimitExceeded`] if it unpacks to too much.
pub(super) fn load(bytes: &[u8]) -> Result<Document, Error> {
    LEFT.set(Some(MAX_FILE_BYTES));
    let document = load_by(bytes, false)?;
    let is_read = has_pages(&document)
        || document.is_encrypted()
        || document.xref_recovery == Some(XrefRecovery::Reconstructed);
    if is_read {
        return Ok(document);
    }
    // The offsets of the table may be wrong. Without a filter `lopdf` would retry by itself.
    match load_by(bytes, true) {
        Ok(rebuilt) if has_pages(&rebuilt) => Ok(rebuilt),
        Err(error @ Error::Decompress(DecompressError::MemoryLimitExceeded { .. })) => Err(error),
        Ok(_) | Err(_) => Ok(document),
    }
}

/// Parses a PDF with a table that is rebuilt from the object headers. The limit starts anew.
pub(super) fn load_rebuilt(bytes: &[u8]) -> Result<Document, Error> {
    LEFT.set(Some(MAX_FILE_BYTES));
    load_by(bytes, true)
}

fn load_by(bytes: &[u8], force_reconstruct: bool) -> Result<Document, Error> {
    let options = LoadOptions {
        filter: Some(count),
        max_decompressed_size: Some(MAX_STREAM_BYTES),
        force_reconstruct,
        ..LoadOptions::default()
    };
    let loaded = Document::load_mem_with_options(bytes, options);
    if LEFT.get().is_some() {
        return loaded;
    }
    let limit = MAX_FILE_BYTES;
    Err(DecompressError::MemoryLimitExceeded { limit }.into())
}

fn has_pages(document: &Document) -> bool {
    document.page_iter().next().is_some()
}

/// Counts the size of an object and keeps it. Drops the object instead once the file has exceeded
/// its limit, so that it is not unpacked.
fn count(id: ObjectId, object: &mut Object) -> Option<(ObjectId, Object)> {
    let left = LEFT.get()?;
    let left = match object.as_stream() {
        Ok(stream) => cost(stream, left).and_then(|cost| left.checked_sub(cost)),
        Err(_) => Some(left),
    };
    LEFT.set(left);
    left.map(|_| (id, object.clone()))
}

/// Returns the bytes that a stream counts as, or `None` if they exceed `most`.
fn cost(stream: &Stream, most: usize) -> Option<usize> {
    let stored = stream.content.len();
    if stored > most {
        return None;
    }
    if !stream.dict.has_type(b"ObjStm") {
        return Some(stored);
    }
    unpacked(stream, most - stored).map(|unpacked| stored + unpacked)
}

/// Returns the total bytes of the unpacked layers of an object stream. Returns `None` if they
/// exceed `most`, or if one layer exceeds [`MAX_STREAM_BYTES`].
fn unpacked(stream: &Stream, most: usize) -> Option<usize> {
    let Ok(filters) = stream.filters() else {
        return Some(0);
    };
    let mut sum = 0;
    let mut content = stream.content.clone();
    for (layer, filter) in filters.into_iter().take(Stream::MAX_FILTERS).enumerate() {
        let mut packed = Dictionary::new();
        packed.set("Filter", Object::Name(filter.to_vec()));
        if let Some(parameters) = parameters(stream, layer) {
            packed.set("DecodeParms", parameters.clone());
        }
        let limit = MAX_STREAM_BYTES.min(most - sum);
        match Stream::new(packed, content).decompressed_content_with_limit(limit) {
            Ok(next) => {
                sum += next.len();
                content = next;
            }
            Err(Error::Decompress(DecompressError::MemoryLimitExceeded { .. })) => return None,
            // Unpacking may have used the whole limit before it failed. `lopdf` gets no further
            // either.
            Err(_) => return Some(sum + limit),
        }
    }
    Some(sum)
}

/// Returns the parameters of a layer. A single dictionary applies to all layers, a list has one for
/// each.
fn parameters(stream: &Stream, layer: usize) -> Option<&Object> {
    match stream.dict.get(b"DecodeParms").ok()? {
        Object::Array(parameters) => parameters.get(layer),
        parameters => Some(parameters),
    }
}

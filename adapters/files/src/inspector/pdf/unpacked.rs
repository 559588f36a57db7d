//! Loads a PDF with a bound on all that it unpacks to.
//!
//! `lopdf` bounds each stream. A small file can hold hundreds of streams, and its table can name one stream many times. `lopdf` shows
//! each object to a filter before it unpacks the object, and the filter here adds up the sizes. Of an encrypted document, and of the
//! streams that hold the table itself, each stream is bounded and the sum is not: there the time limit of the process is the bound.

use std::cell::Cell;

use lopdf::xref::XrefRecovery;
use lopdf::{DecompressError, Dictionary, Document, Error, LoadOptions, Object, ObjectId, Stream};

/// The most bytes that a stream of objects may take unpacked. It holds no pictures and no text, but what describes them.
const MOST_OF_A_STREAM: usize = 32 * 1024 * 1024;

/// The most bytes of all streams of a file, as they are stored and unpacked once more in each layer where they hold objects.
const MOST_OF_A_FILE: usize = 128 * 1024 * 1024;

thread_local! {
    /// The bytes that are left to the file that this thread loads; none once it has taken too many. A filter of `lopdf` is a plain
    /// function, and loading stays on one thread, because `lopdf` is built without `rayon`.
    static LEFT: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Parses a PDF. [`DecompressError::MemoryLimitExceeded`] says that it unpacks to too much.
pub(super) fn load(bytes: &[u8]) -> Result<Document, Error> {
    LEFT.set(Some(MOST_OF_A_FILE));
    let document = load_by(bytes, false)?;
    let is_read = has_pages(&document)
        || document.is_encrypted()
        || document.xref_recovery == Some(XrefRecovery::Reconstructed);
    if is_read {
        return Ok(document);
    }
    // The table may name wrong places. Without a filter `lopdf` tries this by itself.
    match load_by(bytes, true) {
        Ok(rebuilt) if has_pages(&rebuilt) => Ok(rebuilt),
        Err(error @ Error::Decompress(DecompressError::MemoryLimitExceeded { .. })) => Err(error),
        Ok(_) | Err(_) => Ok(document),
    }
}

/// Parses a PDF by a table that is built anew from the beginnings of its objects, within a bound of its own.
pub(super) fn load_rebuilt(bytes: &[u8]) -> Result<Document, Error> {
    LEFT.set(Some(MOST_OF_A_FILE));
    load_by(bytes, true)
}

fn load_by(bytes: &[u8], force_reconstruct: bool) -> Result<Document, Error> {
    let options = LoadOptions {
        filter: Some(count),
        max_decompressed_size: Some(MOST_OF_A_STREAM),
        force_reconstruct,
        ..LoadOptions::default()
    };
    let loaded = Document::load_mem_with_options(bytes, options);
    if LEFT.get().is_some() {
        return loaded;
    }
    let limit = MOST_OF_A_FILE;
    Err(DecompressError::MemoryLimitExceeded { limit }.into())
}

fn has_pages(document: &Document) -> bool {
    document.page_iter().next().is_some()
}

/// Counts an object and keeps it; drops it, so that it is not unpacked, once the file has taken too many bytes.
fn count(id: ObjectId, object: &mut Object) -> Option<(ObjectId, Object)> {
    let left = LEFT.get()?;
    let left = match object.as_stream() {
        Ok(stream) => cost(stream, left).and_then(|cost| left.checked_sub(cost)),
        Err(_) => Some(left),
    };
    LEFT.set(left);
    left.map(|_| (id, object.clone()))
}

/// Returns how many bytes a stream takes; none where they are more than these.
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

/// Returns how many bytes the layers of a packed stream have together; none where they are more than these, or one of them has more
/// than [`MOST_OF_A_STREAM`].
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
        let limit = MOST_OF_A_STREAM.min(most - sum);
        match Stream::new(packed, content).decompressed_content_with_limit(limit) {
            Ok(next) => {
                sum += next.len();
                content = next;
            }
            Err(Error::Decompress(DecompressError::MemoryLimitExceeded { .. })) => return None,
            // It may have cost as much as it may before it failed, and `lopdf` gets no further either.
            Err(_) => return Some(sum + limit),
        }
    }
    Some(sum)
}

/// One dictionary is for all layers, a list has one for each.
fn parameters(stream: &Stream, layer: usize) -> Option<&Object> {
    match stream.dict.get(b"DecodeParms").ok()? {
        Object::Array(parameters) => parameters.get(layer),
        parameters => Some(parameters),
    }
}

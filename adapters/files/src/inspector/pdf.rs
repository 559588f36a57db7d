//! PDFs: parsed whole, their pages counted, and every object looked at for what acts by itself.

mod unpacked;

use aditus_domain::requests::{ContentFault, FileContent, FileType, MAX_PAGES};
use lopdf::{DecompressError, Dictionary, Document, Error, Object};

/// Parses and examines a PDF. One that opens without a password is read like any other: `lopdf` decrypts it with the empty one.
pub(super) fn content(bytes: &[u8]) -> FileContent {
    let unsound = |fault| FileContent::Unsound(FileType::Pdf, fault);
    let document = match unpacked::load(bytes) {
        Ok(document) => document,
        Err(Error::Decompress(DecompressError::MemoryLimitExceeded { .. })) => {
            return unsound(ContentFault::TooMuchPacked);
        }
        Err(Error::Decryption(_) | Error::InvalidPassword) => {
            return unsound(ContentFault::Encrypted);
        }
        // What the parser makes of an encryption that it does not know is a matter of chance.
        Err(_) if holds(bytes, b"/Encrypt") => return unsound(ContentFault::Encrypted),
        Err(_) => return unsound(ContentFault::Damaged),
    };
    if document.is_encrypted() {
        return unsound(ContentFault::Encrypted);
    }
    if !is_whole(&document) {
        return unsound(ContentFault::Damaged);
    }
    match fault(&document) {
        Some(fault) => unsound(fault),
        None if document.was_encrypted() => FileContent::Protected,
        None => FileContent::Sound(FileType::Pdf),
    }
}

/// Returns the first fault in the content of a PDF.
fn fault(document: &Document) -> Option<ContentFault> {
    let trailer = Object::Dictionary(document.trailer.clone());
    let acting = std::iter::once(&trailer)
        .chain(document.objects.values())
        .find_map(|object| acts(document, object));
    if acting.is_some() {
        return acting;
    }
    // One more than may be: a tree of pages may be larger than any file.
    match document.page_iter().take(MAX_PAGES + 1).count() {
        0 => Some(ContentFault::NoPages),
        pages if pages > MAX_PAGES => Some(ContentFault::TooManyPages),
        _ => None,
    }
}

/// Returns false if the file ends before its trailer: `lopdf` then makes one that names the catalog alone, which viewers do not.
fn is_whole(document: &Document) -> bool {
    document.xref_recovery.is_none() || document.trailer.iter().any(|(key, _)| key != b"Root")
}

fn holds(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|window| window == word)
}

/// What an object does by itself, at whatever depth.
fn acts(document: &Document, object: &Object) -> Option<ContentFault> {
    let mut open = vec![object];
    while let Some(object) = open.pop() {
        let dictionary = match object {
            Object::Array(items) => {
                open.extend(items);
                continue;
            }
            Object::Dictionary(dictionary) => dictionary,
            Object::Stream(stream) => &stream.dict,
            _ => continue,
        };
        let fault = action(document, dictionary);
        if fault.is_some() {
            return fault;
        }
        open.extend(dictionary.iter().map(|(_, value)| value));
    }
    None
}

/// The names are those of ISO 32000, 12.6.4 (actions), 7.11.4 (embedded files) and 12.7.8 (XFA).
fn action(document: &Document, dictionary: &Dictionary) -> Option<ContentFault> {
    let name = |key: &[u8]| {
        let value = dictionary.get(key).ok()?;
        let (_, value) = document.dereference(value).ok()?;
        value.as_name().ok()
    };
    let kind = name(b"S");
    if kind == Some(b"JavaScript")
        || (kind.is_some() && dictionary.has(b"JS"))
        || dictionary.has(b"JavaScript")
        || dictionary.has(b"XFA")
    {
        return Some(ContentFault::Script);
    }
    if kind == Some(b"Launch") {
        return Some(ContentFault::Launch);
    }
    let is_file =
        dictionary.has(b"EF") && (dictionary.has(b"F") || dictionary.has(b"UF") || name(b"Type").is_some());
    if is_file
        || dictionary.has(b"EmbeddedFiles")
        || name(b"Type") == Some(b"EmbeddedFile")
        || name(b"Subtype") == Some(b"FileAttachment")
    {
        return Some(ContentFault::EmbeddedFile);
    }
    None
}

#[cfg(test)]
mod tests;

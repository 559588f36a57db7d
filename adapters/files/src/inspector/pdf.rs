//! PDFs: parsed whole, their pages counted, and every object looked at for what acts by itself.

mod actions;
mod disguise;
mod unpacked;

use aditus_domain::requests::{ContentFault, FileContent, FileType, MAX_PAGES};
use disguise::{goes_on_behind_its_end, has_unlisted_objects, is_web_page_too};
use lopdf::{DecompressError, Document, Error, Object};

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
    match fault(bytes, &document) {
        Some(fault) => unsound(fault),
        None if document.was_encrypted() => FileContent::Protected,
        None => FileContent::Sound(FileType::Pdf),
    }
}

/// Returns the first fault in the content of a PDF.
fn fault(bytes: &[u8], document: &Document) -> Option<ContentFault> {
    let acting = acting(document).or_else(|| acting_when_rebuilt(bytes, document));
    if acting.is_some() {
        return acting;
    }
    if goes_on_behind_its_end(bytes) || is_web_page_too(bytes) {
        return Some(ContentFault::Disguised);
    }
    // One more than may be: a tree of pages may be larger than any file.
    match document.page_iter().take(MAX_PAGES + 1).count() {
        0 => Some(ContentFault::NoPages),
        pages if pages > MAX_PAGES => Some(ContentFault::TooManyPages),
        _ => None,
    }
}

/// What the objects of a document do.
fn acting(document: &Document) -> Option<ContentFault> {
    let trailer = Object::Dictionary(document.trailer.clone());
    std::iter::once(&trailer)
        .chain(document.objects.values())
        .find_map(|object| actions::fault(document, object))
}

/// What the objects do that the table leaves out, and that viewers find which build it anew. A file that cannot be read so has none
/// that act.
fn acting_when_rebuilt(bytes: &[u8], document: &Document) -> Option<ContentFault> {
    if !has_unlisted_objects(bytes, document) {
        return None;
    }
    acting(&unpacked::load_rebuilt(bytes).ok()?)
}

/// Returns false if the file ends before its trailer: `lopdf` then makes one that names the catalog alone, which viewers do not.
fn is_whole(document: &Document) -> bool {
    document.xref_recovery.is_none() || document.trailer.iter().any(|(key, _)| key != b"Root")
}

fn holds(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|window| window == word)
}

#[cfg(test)]
mod tests;

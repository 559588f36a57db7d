//! PDFs: parsed completely, with a limit on pages and a check of every object for active content.

mod actions;
mod disguise;
mod unpacked;

use aditus_domain::requests::{ContentFault, FileContent, FileType, MAX_PAGES};
use disguise::{goes_on_behind_its_end, has_unlisted_objects, is_web_page_too};
use lopdf::{DecompressError, Document, Error, Object};

/// Parses and examines a PDF. One that opens without a password is read like any other: `lopdf`
/// decrypts it with the empty one.
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
        // With an unknown encryption, the error of the parser is arbitrary.
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
    let active = active_content(document).or_else(|| unlisted_active_content(bytes, document));
    if active.is_some() {
        return active;
    }
    if goes_on_behind_its_end(bytes) || is_web_page_too(bytes) {
        return Some(ContentFault::Disguised);
    }
    // Counting stops one above the limit, because the page tree can have more entries than the file
    // has bytes.
    match document.page_iter().take(MAX_PAGES + 1).count() {
        0 => Some(ContentFault::NoPages),
        pages if pages > MAX_PAGES => Some(ContentFault::TooManyPages),
        _ => None,
    }
}

/// Returns the first active content among the objects of a document.
fn active_content(document: &Document) -> Option<ContentFault> {
    let trailer = Object::Dictionary(document.trailer.clone());
    std::iter::once(&trailer)
        .chain(document.objects.values())
        .find_map(|object| actions::fault(document, object))
}

/// Returns the first active content among objects that are missing in the cross-reference table.
/// Viewers that rebuild the table find them. If the table cannot be rebuilt, there is none.
fn unlisted_active_content(bytes: &[u8], document: &Document) -> Option<ContentFault> {
    if !has_unlisted_objects(bytes, document) {
        return None;
    }
    active_content(&unpacked::load_rebuilt(bytes).ok()?)
}

/// Returns false if the file ends before its trailer. `lopdf` then makes a trailer that names only
/// the catalog, which viewers do not.
fn is_whole(document: &Document) -> bool {
    document.xref_recovery.is_none() || document.trailer.iter().any(|(key, _)| key != b"Root")
}

fn holds(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|window| window == word)
}

#[cfg(test)]
mod tests;

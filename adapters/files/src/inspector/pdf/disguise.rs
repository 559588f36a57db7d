//! Content of a PDF besides its pages: bytes behind its end, a web page, or objects that are
//! missing in its cross-reference table.

use std::collections::BTreeMap;

use lopdf::Document;
use lopdf::xref::XrefEntry;

/// Browsers search this many bytes of a file for the tags of a web page.
const SNIFFED_BYTES: usize = 1024;

/// Tags by which browsers and other programs recognise a web page.
const TAGS: [&[u8]; 8] = [
    b"<!doctype",
    b"<html",
    b"<head",
    b"<body",
    b"<script",
    b"<iframe",
    b"<img",
    b"<svg",
];

/// Returns true if bytes other than white space follow the last `%%EOF`. Returns false if there is
/// no `%%EOF`: the parser judges such a file.
pub(super) fn goes_on_behind_its_end(bytes: &[u8]) -> bool {
    let end = b"%%EOF";
    let last = bytes.windows(end.len()).rposition(|window| window == end);
    let behind = last
        .and_then(|last| bytes.get(last + end.len()..))
        .unwrap_or_default();
    // Some programs pad the last block with zeros, or end a text with Ctrl-Z.
    !behind
        .iter()
        .all(|byte| is_blank(*byte) || matches!(byte, 0x0b | 0x1a))
}

/// Returns true if the file also starts like a web page.
pub(super) fn is_web_page_too(bytes: &[u8]) -> bool {
    let beginning = bytes.get(..SNIFFED_BYTES).unwrap_or(bytes).to_ascii_lowercase();
    TAGS.iter()
        .any(|tag| beginning.windows(tag.len()).any(|window| window == *tag))
}

/// Returns true if the file contains an object, or a later copy of one, to which the
/// cross-reference table does not lead. A reader that rebuilds the table may find it.
pub(super) fn has_unlisted_objects(bytes: &[u8], document: &Document) -> bool {
    let entries = &document.reference_table.entries;
    let mut last = BTreeMap::new();
    for (offset, number) in beginnings_of_objects(bytes) {
        last.insert(number, offset);
    }
    last.into_iter()
        .any(|(number, offset)| match entries.get(&number) {
            Some(XrefEntry::Normal { offset: listed, .. }) => {
                usize::try_from(*listed).is_ok_and(|listed| listed < offset)
            }
            _ => true,
        })
}

/// Yields the offset and number of each object header, such as `12 0 obj`.
fn beginnings_of_objects(bytes: &[u8]) -> impl Iterator<Item = (usize, u32)> {
    let keyword: &[u8] = b"obj";
    let found = bytes.windows(keyword.len()).enumerate();
    found
        .filter(move |(_, window)| *window == keyword)
        .filter_map(move |(at, _)| beginning(bytes.get(..at)?))
}

/// Returns the offset and number of the object header that ends with `before`, the bytes in front
/// of the keyword `obj`.
fn beginning(before: &[u8]) -> Option<(usize, u32)> {
    let is_digit = |byte: u8| byte.is_ascii_digit();
    let generation = before.get(..end_without(before, is_blank)?)?;
    let between = generation.get(..end_without(generation, is_digit)?)?;
    let number = between.get(..end_without(between, is_blank)?)?;
    let start = end_without(number, is_digit)?;
    let digits = std::str::from_utf8(number.get(start..)?).ok()?;
    Some((start, digits.parse().ok()?))
}

/// Returns the length of `bytes` without the trailing bytes that match, or `None` if none do.
fn end_without(bytes: &[u8], is_left_out: impl Fn(u8) -> bool) -> Option<usize> {
    let last = bytes.iter().rposition(|byte| !is_left_out(*byte));
    let kept = last.map_or(0, |last| last + 1);
    (kept < bytes.len()).then_some(kept)
}

/// White space of ISO 32000, 7.2.3.
fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0
}

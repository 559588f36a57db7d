//! Content that a PDF has besides its pages: bytes behind its end, a web page, objects that its table leaves out.

use std::collections::BTreeMap;

use lopdf::Document;
use lopdf::xref::XrefEntry;

/// Browsers look for a web page so far into a file.
const SNIFFED_BYTES: usize = 1024;

/// Tags by which software takes a file for a web page.
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

/// Returns true if bytes other than white space follow the last `%%EOF`. A file without one is judged by the parser.
pub(super) fn goes_on_behind_its_end(bytes: &[u8]) -> bool {
    let end = b"%%EOF";
    let last = bytes.windows(end.len()).rposition(|window| window == end);
    let behind = last
        .and_then(|last| bytes.get(last + end.len()..))
        .unwrap_or_default();
    // Some programs fill the last block with zeros, or end a text with Ctrl-Z.
    !behind
        .iter()
        .all(|byte| is_blank(*byte) || matches!(byte, 0x0b | 0x1a))
}

/// Returns true if the file begins like a web page as well.
pub(super) fn is_web_page_too(bytes: &[u8]) -> bool {
    let beginning = bytes.get(..SNIFFED_BYTES).unwrap_or(bytes).to_ascii_lowercase();
    TAGS.iter()
        .any(|tag| beginning.windows(tag.len()).any(|window| window == *tag))
}

/// Returns true if the file has the beginning of an object that the table of the document does not lead to: a reader that builds the
/// table anew may find it all the same.
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

/// The places at which `12 0 obj` stands, with the number.
fn beginnings_of_objects(bytes: &[u8]) -> impl Iterator<Item = (usize, u32)> {
    let keyword: &[u8] = b"obj";
    let found = bytes.windows(keyword.len()).enumerate();
    found
        .filter(move |(_, window)| *window == keyword)
        .filter_map(move |(at, _)| beginning(bytes.get(..at)?))
}

/// The place and the number of the object whose generation ends before the keyword.
fn beginning(before: &[u8]) -> Option<(usize, u32)> {
    let is_digit = |byte: u8| byte.is_ascii_digit();
    let generation = before.get(..end_without(before, is_blank)?)?;
    let between = generation.get(..end_without(generation, is_digit)?)?;
    let number = between.get(..end_without(between, is_blank)?)?;
    let start = end_without(number, is_digit)?;
    let digits = std::str::from_utf8(number.get(start..)?).ok()?;
    Some((start, digits.parse().ok()?))
}

/// The length without the bytes at the end that are left out; none where there is no such byte.
fn end_without(bytes: &[u8], is_left_out: impl Fn(u8) -> bool) -> Option<usize> {
    let last = bytes.iter().rposition(|byte| !is_left_out(*byte));
    let kept = last.map_or(0, |last| last + 1);
    (kept < bytes.len()).then_some(kept)
}

/// White space of ISO 32000, 7.2.3.
fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0
}

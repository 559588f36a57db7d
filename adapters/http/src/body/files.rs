//! Base64 files in a JSON body. Such a body is large, so the files are decoded in place and the
//! body is in memory only once.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use aditus_application::requests::submit::FileBytes;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::{Serialize, Serializer};

use super::Controls;

/// Number of characters decoded at a time. It is a multiple of four, the size of a base64 group.
const AT_ONCE: usize = 4096;

/// A file in a body: its text at first, and its content once [`decode`] has run.
#[derive(Clone)]
pub(crate) struct FileText(State);

#[derive(Clone)]
enum State {
    /// The text is in the buffer of the body, at this address and with this length.
    Sent {
        address: usize,
        length: usize,
    },
    /// The text contained escapes, so it differs from the buffer.
    Read(String),
    Decoded(FileBytes),
    /// The text is not valid base64.
    Broken,
}

/// A body that carries files.
pub(crate) trait WithFiles {
    const CONTROLS: Controls = Controls::Refused;

    /// Returns all files of the body, each once.
    fn files(&mut self) -> Vec<&mut FileText>;
}

impl FileText {
    /// Returns the content; `None` if it could not be decoded.
    pub(crate) fn content(self) -> Option<FileBytes> {
        match self.0 {
            State::Decoded(bytes) => Some(bytes),
            State::Sent { .. } | State::Read(_) | State::Broken => None,
        }
    }
}

impl fmt::Debug for FileText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FileText")
    }
}

/// Serialises to an empty text, because a response never contains a file that was sent.
impl Serialize for FileText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("")
    }
}

impl<'de> Deserialize<'de> for FileText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_string(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = FileText;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<FileText, E> {
        Ok(FileText(State::Sent {
            address: text.as_ptr().addr(),
            length: text.len(),
        }))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<FileText, E> {
        Ok(FileText(State::Read(text.to_owned())))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<FileText, E> {
        Ok(FileText(State::Read(text)))
    }
}

/// Decodes the files of a body that was read from `bytes`; the files share ownership of the buffer
/// afterwards.
pub(super) fn decode<T: WithFiles>(body: &mut T, mut bytes: Vec<u8>) {
    let begin = bytes.as_ptr().addr();
    let mut ranges = Vec::new();
    for file in body.files() {
        match std::mem::replace(&mut file.0, State::Broken) {
            State::Sent { address, length } => {
                let range = address
                    .checked_sub(begin)
                    .and_then(|start| decode_within(&mut bytes, start, length));
                if let Some(range) = range {
                    ranges.push((file, range));
                }
            }
            State::Read(text) => {
                if let Ok(content) = STANDARD.decode(base64_of(text.as_bytes())) {
                    file.0 = State::Decoded(content.into());
                }
            }
            decoded @ (State::Decoded(_) | State::Broken) => file.0 = decoded,
        }
    }
    if ranges.is_empty() {
        return;
    }
    let received = Arc::new(bytes);
    for (file, range) in ranges {
        file.0 = State::Decoded(FileBytes::part(Arc::clone(&received), range));
    }
}

/// Returns the base64 part of a text, which may be a data URL.
fn base64_of(text: &[u8]) -> &[u8] {
    match text.iter().position(|byte| *byte == b',') {
        Some(comma) if text.starts_with(b"data:") => text.get(comma + 1..).unwrap_or_default(),
        _ => text,
    }
}

/// Decodes a text in place, to the start of its own range, and returns the range of the content.
/// Decoded data is shorter than its text, so nothing is overwritten before it is read.
fn decode_within(bytes: &mut [u8], start: usize, length: usize) -> Option<Range<usize>> {
    let end = start.checked_add(length)?;
    let base64 = base64_of(bytes.get(start..end)?).len();
    let (mut next, mut written) = (end - base64, start);
    let mut part = [0; AT_ONCE];
    while next < end {
        let size = AT_ONCE.min(end - next);
        let text = part.get_mut(..size)?;
        text.copy_from_slice(bytes.get(next..next + size)?);
        next += size;
        let decoded = STANDARD.decode_slice(text, bytes.get_mut(written..next)?).ok()?;
        // Padding is only valid at the end of a text.
        if next < end && decoded != size / 4 * 3 {
            return None;
        }
        written += decoded;
    }
    Some(start..written)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize as Derived;

    use super::*;

    #[derive(Debug, Derived)]
    struct Sample {
        one: Option<FileText>,
        other: Option<FileText>,
    }

    impl WithFiles for Sample {
        fn files(&mut self) -> Vec<&mut FileText> {
            self.one.iter_mut().chain(self.other.as_mut()).collect()
        }
    }

    fn read(body: &str) -> [Option<Vec<u8>>; 2] {
        let bytes = body.as_bytes().to_vec();
        let mut sample: Sample = serde_json::from_slice(&bytes).unwrap();
        decode(&mut sample, bytes);
        let content = |file: Option<FileText>| file?.content().map(|bytes| bytes.to_vec());
        [content(sample.one), content(sample.other)]
    }

    fn body(one: &str, other: &str) -> String {
        serde_json::json!({ "one": one, "other": other }).to_string()
    }

    #[test]
    fn base64_of_every_length_round_trips() {
        for length in (0..40).chain([3070, 3071, 3072, 3073, 6144, 10_000]) {
            let bytes: Vec<u8> = (0..=u8::MAX).cycle().take(length).collect();
            let text = STANDARD.encode(&bytes);
            for sent in [
                body(&text, "QUJD"),
                body("QUJD", &format!("data:image/png;base64,{text}")),
            ] {
                let files = read(&sent);
                assert!(files.contains(&Some(bytes.clone())), "{length}");
                assert!(files.contains(&Some(b"ABC".to_vec())), "{length}");
            }
        }
    }

    #[test]
    fn escaped_base64_is_decoded() {
        let escaped = r#"{"one": "data:image\/png;base64,\/\/8=", "other": null}"#;
        assert_eq!(read(escaped), [Some(vec![0xFF, 0xFF]), None]);
    }

    #[test]
    fn invalid_base64_has_no_content() {
        let long = "QUJD".repeat(AT_ONCE);
        let padded_within = format!("{}QQ=={}", &long[..AT_ONCE - 4], &long[..8]);
        for text in [
            "QUJ",
            "Q-==",
            "QQ==QQ==",
            "data:;base64",
            "A",
            "QR==",
            &long[1..],
            &padded_within,
        ] {
            let refused = STANDARD.decode(text.strip_prefix("data:;base64,").unwrap_or(text));
            assert!(refused.is_err(), "{text}");
            assert_eq!(read(&body(text, "QUJD")), [None, Some(b"ABC".to_vec())], "{text}");
        }
    }

    #[test]
    fn a_text_outside_the_buffer_is_not_decoded() {
        let mut sample: Sample = serde_json::from_str(r#"{"one": "QUJD", "other": null}"#).unwrap();
        decode(&mut sample, vec![b'A'; 64]);
        assert!(sample.one.unwrap().content().is_none());
    }
}

//! Reads comma-separated values as spreadsheets write them (RFC 4180), with the line numbers that
//! editors show.

use std::borrow::Cow;

use thiserror::Error;

/// The reason a file cannot be decoded as text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DecodeError {
    /// A zip archive. Workbooks of spreadsheets are zip archives, too.
    #[error("This is a zip archive or a workbook, not a CSV file. Save the sheet as CSV (UTF-8).")]
    Archive,
    /// A file of another kind, recognised by its first bytes.
    #[error("This is {kind}, not a CSV file. {advice}")]
    Other {
        /// The kind, with its article.
        kind: &'static str,
        /// Tells the user how to get a CSV file from it.
        advice: &'static str,
    },
    /// Malformed UTF-16, or a file with NUL bytes.
    #[error("The file is UTF-16 or not text. Save it as CSV (UTF-8).")]
    Utf16,
    /// Another encoding, most likely a single-byte one.
    #[error("{}", not_utf8(.lines, *.more))]
    NotUtf8 {
        /// The first lines that are not UTF-8.
        lines: Vec<u64>,
        /// The number of further lines.
        more: usize,
    },
}

/// The most line numbers that an error message lists.
const MAX_LISTED_LINES: usize = 20;

fn not_utf8(lines: &[u64], more: usize) -> String {
    let named: Vec<String> = lines.iter().map(ToString::to_string).collect();
    let (word, named) = (if lines.len() == 1 { "line" } else { "lines" }, named.join(", "));
    let rest = if more == 0 {
        String::new()
    } else {
        format!(" and {more} more")
    };
    format!(
        "The file is not UTF-8 in {word} {named}{rest}; perhaps it is Latin-1 (Windows-1252). Save it as CSV (UTF-8)."
    )
}

const SAVE_SHEET: &str = "Save the sheet as CSV (UTF-8).";
const EXPORT: &str = "Export the table as CSV (UTF-8).";

/// Prefixes of files of other kinds, compared without case. The first match wins.
const OTHER_KINDS: [(&[u8], &str, &str); 9] = [
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook (.xls)", SAVE_SHEET),
    (b"\x1f\x8b", "a compressed file (.gz)", "Unpack it."),
    (b"%PDF", "a PDF", EXPORT),
    (b"<!doctype", "a web page (HTML)", EXPORT),
    (b"<html", "a web page (HTML)", EXPORT),
    (b"<", "an XML file", EXPORT),
    (b"{\\rtf", "a word processor document (RTF)", EXPORT),
    (b"{", "a JSON file", EXPORT),
    (b"[{", "a JSON file", EXPORT),
];

fn other_kind(bytes: &[u8]) -> Option<DecodeError> {
    if bytes.starts_with(b"PK\x03\x04") {
        // The names of the parts of a workbook are listed near its beginning.
        let beginning = bytes.get(..4000).unwrap_or(bytes);
        let names = |part: &[u8]| beginning.windows(part.len()).any(|window| window == part);
        let is_office = names(b"[Content_Types].xml");
        let kind = if is_office && names(b"word/") {
            return Some(DecodeError::Other {
                kind: "a Word document (.docx)",
                advice: EXPORT,
            });
        } else if is_office || names(b"xl/") {
            "an Excel workbook (.xlsx)"
        } else if names(b"opendocument.spreadsheet") {
            "an OpenDocument spreadsheet (.ods)"
        } else {
            return Some(DecodeError::Archive);
        };
        let advice = SAVE_SHEET;
        return Some(DecodeError::Other { kind, advice });
    }
    let beginning = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let beginning = beginning.trim_ascii_start();
    OTHER_KINDS
        .into_iter()
        .find(|(mark, ..)| {
            let start = beginning.get(..mark.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(mark))
        })
        .map(|(_, kind, advice)| DecodeError::Other { kind, advice })
}

/// Decodes a file in UTF-8, or in UTF-16 with a byte order mark, and removes that mark.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, DecodeError> {
    if let Some(other) = other_kind(bytes) {
        return Err(other);
    }
    let utf16 = match bytes {
        [0xff, 0xfe, rest @ ..] => Some((rest, u16::from_le_bytes as fn([u8; 2]) -> u16)),
        [0xfe, 0xff, rest @ ..] => Some((rest, u16::from_be_bytes as fn([u8; 2]) -> u16)),
        _ => None,
    };
    if let Some((content, unit)) = utf16 {
        let text = utf16_text(content, unit).ok_or(DecodeError::Utf16)?;
        return other_kind(text.as_bytes()).map_or(Ok(Cow::Owned(text)), Err);
    }
    if bytes.contains(&0) {
        return Err(DecodeError::Utf16);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Cow::Borrowed(text.strip_prefix('\u{feff}').unwrap_or(text))),
        Err(_) => Err(lines_that_are_not_utf8(bytes)),
    }
}

/// Refuses a file of another kind, or a binary file, by its first bytes, before the rest is read.
pub fn check_beginning(beginning: &[u8]) -> Result<(), DecodeError> {
    if let Some(other) = other_kind(beginning) {
        return Err(other);
    }
    let is_utf16 = beginning.starts_with(&[0xff, 0xfe]) || beginning.starts_with(&[0xfe, 0xff]);
    if !is_utf16 && beginning.contains(&0) {
        return Err(DecodeError::Utf16);
    }
    Ok(())
}

// Refuses NUL because UTF-32 is full of it.
fn utf16_text(content: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (pairs, []) = content.as_chunks::<2>() else {
        return None;
    };
    char::decode_utf16(pairs.iter().map(|pair| unit(*pair)))
        .collect::<Result<String, _>>()
        .ok()
        .filter(|text| !text.contains('\0'))
}

fn lines_that_are_not_utf8(bytes: &[u8]) -> DecodeError {
    let mut lines: Vec<u64> = (1..)
        .zip(bytes.split(|byte| *byte == b'\n'))
        .filter(|(_, line)| std::str::from_utf8(line).is_err())
        .map(|(number, _)| number)
        .collect();
    let more = lines.len().saturating_sub(MAX_LISTED_LINES);
    lines.truncate(MAX_LISTED_LINES);
    DecodeError::NotUtf8 { lines, more }
}

/// One record of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The line on which the record begins, counted from 1.
    pub line: u64,
    /// The first fields, at most as many as [`Records::new`] was asked to keep.
    pub fields: Vec<String>,
    /// The number of fields, including those that were not kept.
    pub count: usize,
}

/// A quoted field that is never closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("The quotation mark that opens here is not closed. Is the file complete?")]
pub struct UnclosedQuote {
    /// The line of the opening quotation mark.
    pub line: u64,
}

// `max_by_key` returns the last maximum, so later separators win a tie.
const SEPARATORS: [char; 3] = ['\t', ';', ','];

/// Splits off a first line that names the separator, such as `sep=;`.
fn named_separator(text: &str) -> Option<(char, &str)> {
    let (first, rest) = text.split_once('\n')?;
    let mut named = first
        .strip_suffix('\r')
        .unwrap_or(first)
        .strip_prefix("sep=")?
        .chars();
    let separator = named.next().filter(|separator| SEPARATORS.contains(separator))?;
    named.next().is_none().then_some((separator, rest))
}

/// Iterates over the records of a text. Blank lines are skipped.
#[derive(Debug, Clone)]
pub struct Records<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    line: u64,
    max_fields: usize,
    separator: char,
}

impl<'a> Records<'a> {
    /// Reads the records of a text. Keeps the first `max_fields` fields of each record and only counts
    /// the others.
    ///
    /// The separator is the comma, semicolon or tab that divides the first record into the most
    /// fields. Spreadsheets may write a first line such as `sep=;` for each other: it names the
    /// separator and is not a record.
    pub fn new(text: &'a str, max_fields: usize) -> Self {
        if let Some((separator, rest)) = named_separator(text) {
            let mut records = Self::separated(rest, separator, max_fields);
            records.line = 2;
            return records;
        }
        let divided_by = |separator: &char| {
            let heading = Self::separated(text, *separator, 1).next();
            heading.and_then(Result::ok).map_or(0, |record| record.count)
        };
        let separator = SEPARATORS.into_iter().max_by_key(divided_by).unwrap_or(',');
        Self::separated(text, separator, max_fields)
    }

    fn separated(text: &'a str, separator: char, max_fields: usize) -> Self {
        Self {
            rest: text.chars().peekable(),
            line: 1,
            max_fields,
            separator,
        }
    }

    /// The name of the separator in English.
    pub const fn separator_name(&self) -> &'static str {
        match self.separator {
            '\t' => "tab",
            ';' => "semicolon",
            _ => "comma",
        }
    }

    /// Returns the next character. Every line ending becomes one line feed.
    fn next_character(&mut self) -> Option<char> {
        let character = match self.rest.next()? {
            '\r' => {
                self.rest.next_if_eq(&'\n');
                '\n'
            }
            other => other,
        };
        self.line += u64::from(character == '\n');
        Some(character)
    }

    /// Reads up to the closing quotation mark. Two quotation marks stand for one.
    fn read_quoted(&mut self, field: &mut String) -> Result<(), UnclosedQuote> {
        let line = self.line;
        while let Some(character) = self.next_character() {
            if character != '"' {
                field.push(character);
            } else if self.rest.next_if_eq(&'"').is_some() {
                field.push('"');
            } else {
                return Ok(());
            }
        }
        Err(UnclosedQuote { line })
    }

    /// Reads the next record, blank or not. Returns `None` at the end of the text.
    fn read_record(&mut self) -> Result<Option<Record>, UnclosedQuote> {
        if self.rest.peek().is_none() {
            return Ok(None);
        }
        let mut record = Record {
            line: self.line,
            fields: Vec::new(),
            count: 0,
        };
        let mut field = String::new();
        loop {
            let is_beginning = field.is_empty();
            match self.next_character() {
                Some('"') if is_beginning => self.read_quoted(&mut field)?,
                Some(character) if character == self.separator => self.end_field(&mut record, &mut field),
                Some('\n') | None => {
                    self.end_field(&mut record, &mut field);
                    return Ok(Some(record));
                }
                Some(character) => field.push(character),
            }
        }
    }

    fn end_field(&self, record: &mut Record, field: &mut String) {
        record.count += 1;
        let field = std::mem::take(field);
        if record.fields.len() < self.max_fields {
            record.fields.push(field);
        }
    }
}

impl Iterator for Records<'_> {
    type Item = Result<Record, UnclosedQuote>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let record = match self.read_record() {
                Ok(record) => record?,
                Err(unclosed) => return Some(Err(unclosed)),
            };
            let is_nothing = record.count == 1 && record.fields.iter().all(|field| field.trim().is_empty());
            if !is_nothing {
                return Some(Ok(record));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Vec<(u64, Vec<String>)> {
        Records::new(text, 10)
            .map(|record| record.map(|record| (record.line, record.fields)).unwrap())
            .collect()
    }

    fn row(line: u64, fields: &[&str]) -> (u64, Vec<String>) {
        (line, fields.iter().map(|field| (*field).to_owned()).collect())
    }

    #[test]
    fn records_have_the_line_numbers_of_editors() {
        assert_eq!(
            read("a,b\r\n\r\n\"x, \"\"y\"\"\nz\",\n  \nlast,one"),
            [
                row(1, &["a", "b"]),
                row(3, &["x, \"y\"\nz", ""]),
                row(6, &["last", "one"])
            ]
        );
        assert_eq!(read(""), []);
        assert_eq!(read("5\" pipe,a\r"), [row(1, &["5\" pipe", "a"])]);
    }

    #[test]
    fn separator_line_is_not_a_record() {
        assert_eq!(
            read("sep=;\r\na,b;c\r\n1;2"),
            [row(2, &["a,b", "c"]), row(3, &["1", "2"])]
        );
        assert_eq!(read("sep=,1\na,b"), [row(1, &["sep=", "1"]), row(2, &["a", "b"])]);
    }

    #[test]
    fn unclosed_quotation_mark_is_reported_with_its_line() {
        let mut records = Records::new("a,b\n\"c\nd", 2);
        assert!(records.next().unwrap().is_ok());
        assert_eq!(records.next(), Some(Err(UnclosedQuote { line: 2 })));
        assert_eq!(records.next(), None);
    }

    #[test]
    fn fields_beyond_the_limit_are_only_counted() {
        let wide = ",".repeat(1_000_000);
        let record = Records::new(&wide, 3).next().unwrap().unwrap();
        assert_eq!((record.fields.len(), record.count), (3, 1_000_001));
    }

    #[test]
    fn separator_is_the_one_with_most_fields_in_the_first_line() {
        let kept = |text: &str| {
            let mut records = Records::new(text, 10);
            let name = records.separator_name();
            (name, records.nth(1).unwrap().unwrap().fields)
        };
        let row = |fields: [&str; 2]| fields.map(str::to_owned).to_vec();
        assert_eq!(kept("a;b\n1,5;\"x;y\""), ("semicolon", row(["1,5", "x;y"])));
        assert_eq!(kept("a\tb\n1;5\t2,5"), ("tab", row(["1;5", "2,5"])));
        assert_eq!(kept("\"a;b;c\",d\n1;5,2"), ("comma", row(["1;5", "2"])));
        assert_eq!(kept("a;b,c\n1,2"), ("comma", row(["1", "2"])));
    }

    #[test]
    fn utf16_requires_a_byte_order_mark_and_valid_units() {
        let encoded = |text: &str, bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            "\u{feff}"
                .encode_utf16()
                .chain(text.encode_utf16())
                .flat_map(bytes)
                .collect()
        };
        for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            assert_eq!(
                decode(&encoded("Säugling 😀", bytes)).as_deref(),
                Ok("Säugling 😀")
            );
        }
        assert_eq!(decode(b"\xff\xfea"), Err(DecodeError::Utf16));
        assert_eq!(decode(b"\xff\xfe\0\xd8"), Err(DecodeError::Utf16));
        let utf32 = b"\xff\xfe\0\0a\0\0\0";
        assert_eq!(decode(utf32), Err(DecodeError::Utf16));
        let message = decode(&encoded("<?xml", u16::to_le_bytes))
            .unwrap_err()
            .to_string();
        assert!(message.starts_with("This is an XML file"), "{message}");
    }

    #[test]
    fn files_of_other_kinds_are_named_in_the_error() {
        let message = |bytes: &[u8]| decode(bytes).unwrap_err().to_string();
        for (bytes, name) in [
            (&b"PK\x03\x04rest"[..], "zip archive"),
            (b"PK\x03\x04....[Content_Types].xml", "Excel workbook (.xlsx)"),
            (
                b"PK\x03\x04..[Content_Types].xml...word/document.xml",
                "Word document (.docx)",
            ),
            (
                b"PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
                "(.ods)",
            ),
            (b"\xd0\xcf\x11\xe0\xa1\xb1", "(.xls)"),
            (b"\xef\xbb\xbf\n<?xml version=\"1.0\"?>", "an XML file"),
            (b"<ODM xmlns=\"http://www.cdisc.org/ns/odm/v1.3\">", "an XML file"),
            (b"<!DOCTYPE html>", "a web page"),
            (b"<HTML>", "a web page"),
            (b"{\\rtf1 A table}", "(RTF)"),
            (b"{\"a\": 1}", "a JSON file"),
            (b"%PDF-1.7", "a PDF"),
        ] {
            assert!(message(bytes).contains(name), "{name}: {}", message(bytes));
        }
    }

    #[test]
    fn other_encodings_are_refused_with_their_lines() {
        assert_eq!(decode("\u{feff}é".as_bytes()).as_deref(), Ok("é"));
        assert_eq!(decode(b"a\0b\0"), Err(DecodeError::Utf16));
        let message = |bytes: &[u8]| decode(bytes).unwrap_err().to_string();
        assert!(
            message(b"a\nS\xe3o\nb").starts_with("The file is not UTF-8 in line 2; perhaps it is Latin-1")
        );
        assert!(message(&b"\xe3\n".repeat(25)).contains(
            "in lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 and 5 more;"
        ));
    }

    proptest! {
        #[test]
        fn quoted_fields_round_trip(rows in prop::collection::vec(prop::collection::vec("[a\", \n]{1,6}", 2..4), 0..5)) {
            let quoted = |field: &String| format!("\"{}\"", field.replace('"', "\"\""));
            let lines: Vec<String> = rows
                .iter()
                .map(|row| row.iter().map(quoted).collect::<Vec<_>>().join(","))
                .collect();
            let back: Vec<Vec<String>> = read(&lines.join("\r\n")).into_iter().map(|(_, fields)| fields).collect();
            prop_assert_eq!(back, rows);
        }

        #[test]
        fn never_panics(text in "[a\",\r\n]{0,40}") {
            prop_assert!(Records::new(&text, 2).count() <= text.len() + 1);
        }
    }
}

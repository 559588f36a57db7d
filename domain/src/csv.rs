//! Comma-separated values as spreadsheets write them (RFC 4180), with the lines on which editors show them.

use thiserror::Error;

/// Why a file is no text that can be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoText {
    /// A workbook of a spreadsheet is one, too.
    #[error("This is a zip archive or a workbook and no CSV file. Save the sheet as CSV (UTF-8).")]
    Archive,
    /// UTF-16, or something else with NUL in it.
    #[error("The file is UTF-16 or not a text. Save it as CSV (UTF-8).")]
    Utf16,
    /// Another encoding of one byte a character, most likely.
    #[error("{}", not_utf8(.lines, *.more))]
    NotUtf8 {
        /// The first lines that are none.
        lines: Vec<u64>,
        /// How many more there are.
        more: usize,
    },
}

/// The most lines that are named.
const NAMED_LINES: usize = 20;

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

/// The text of a file, without the byte order mark that spreadsheets put before it.
pub fn text_of(bytes: &[u8]) -> Result<&str, NoText> {
    if bytes.starts_with(b"PK\x03\x04") {
        return Err(NoText::Archive);
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") || bytes.contains(&0) {
        return Err(NoText::Utf16);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(_) => Err(lines_that_are_not_utf8(bytes)),
    }
}

fn lines_that_are_not_utf8(bytes: &[u8]) -> NoText {
    let mut lines: Vec<u64> = (1..)
        .zip(bytes.split(|byte| *byte == b'\n'))
        .filter(|(_, line)| std::str::from_utf8(line).is_err())
        .map(|(number, _)| number)
        .collect();
    let more = lines.len().saturating_sub(NAMED_LINES);
    lines.truncate(NAMED_LINES);
    NoText::NotUtf8 { lines, more }
}

/// One record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The line on which it begins, counted from 1.
    pub line: u64,
    /// Its first fields, as many as were asked for.
    pub fields: Vec<String>,
    /// How many fields it has.
    pub count: usize,
}

/// A field that was opened by a quotation mark on this line is not closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("The quotation mark that opens here is not closed. Is the file complete?")]
pub struct Unclosed {
    /// The line.
    pub line: u64,
}

/// Reads one record after the other. Lines with nothing on them are none.
#[derive(Debug, Clone)]
pub struct Records<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    line: u64,
    most: usize,
}

impl<'a> Records<'a> {
    /// The records of a text, of which so many fields are kept: what else a line holds is only counted.
    pub fn of(text: &'a str, most: usize) -> Self {
        Self {
            rest: text.chars().peekable(),
            line: 1,
            most,
        }
    }

    /// The next character, with every end of a line as one line feed.
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

    /// What stands between quotation marks; two of them stand for one.
    fn quoted(&mut self, field: &mut String) -> Result<(), Unclosed> {
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
        Err(Unclosed { line })
    }

    /// The next record, whatever it holds; none at the end.
    fn record(&mut self) -> Result<Option<Record>, Unclosed> {
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
                Some('"') if is_beginning => self.quoted(&mut field)?,
                Some(',') => self.end(&mut record, &mut field),
                Some('\n') | None => {
                    self.end(&mut record, &mut field);
                    return Ok(Some(record));
                }
                Some(character) => field.push(character),
            }
        }
    }

    fn end(&self, record: &mut Record, field: &mut String) {
        record.count += 1;
        let field = std::mem::take(field);
        if record.fields.len() < self.most {
            record.fields.push(field);
        }
    }
}

impl Iterator for Records<'_> {
    type Item = Result<Record, Unclosed>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let record = match self.record() {
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
        Records::of(text, 10)
            .map(|record| record.map(|record| (record.line, record.fields)).unwrap())
            .collect()
    }

    fn row(line: u64, fields: &[&str]) -> (u64, Vec<String>) {
        (line, fields.iter().map(|field| (*field).to_owned()).collect())
    }

    #[test]
    fn records_are_read_with_the_lines_of_editors() {
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
    fn what_is_not_closed_is_told_with_its_line() {
        let mut records = Records::of("a,b\n\"c\nd", 2);
        assert!(records.next().unwrap().is_ok());
        assert_eq!(records.next(), Some(Err(Unclosed { line: 2 })));
        assert_eq!(records.next(), None);
    }

    #[test]
    fn what_nobody_asked_for_is_only_counted() {
        let wide = ",".repeat(1_000_000);
        let record = Records::of(&wide, 3).next().unwrap().unwrap();
        assert_eq!((record.fields.len(), record.count), (3, 1_000_001));
    }

    #[test]
    fn other_encodings_are_told() {
        assert_eq!(text_of("\u{feff}é".as_bytes()), Ok("é"));
        assert_eq!(text_of(b"PK\x03\x04rest"), Err(NoText::Archive));
        assert_eq!(text_of(b"\xff\xfea\0"), Err(NoText::Utf16));
        assert_eq!(text_of(b"a\0b\0"), Err(NoText::Utf16));
        let told = |bytes: &[u8]| text_of(bytes).unwrap_err().to_string();
        assert!(told(b"a\nS\xe3o\nb").starts_with("The file is not UTF-8 in line 2; perhaps it is Latin-1"));
        assert!(told(&b"\xe3\n".repeat(25)).contains(
            "in lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 and 5 more;"
        ));
    }

    proptest! {
        #[test]
        fn fields_come_back_as_they_were_written(rows in prop::collection::vec(prop::collection::vec("[a\", \n]{1,6}", 2..4), 0..5)) {
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
            prop_assert!(Records::of(&text, 2).count() <= text.len() + 1);
        }
    }
}

//! CSV files that are safe to open in a spreadsheet program.

use std::borrow::Cow;

use aditus_application::ports::DocumentError;

/// A CSV file whose first line is the heading. Starts with a byte order mark, because spreadsheet
/// programs would not recognise UTF-8 without it.
pub(crate) struct Spreadsheet {
    csv: csv::Writer<Vec<u8>>,
}

impl Spreadsheet {
    /// Creates a file with a heading.
    pub(crate) fn new(heading: &[&str]) -> Result<Self, DocumentError> {
        let mut spreadsheet = Self::with_beginning(b"\xef\xbb\xbf".to_vec());
        spreadsheet.line(heading)?;
        Ok(spreadsheet)
    }

    /// Creates a continuation without byte order mark and heading, to be appended to a file.
    pub(crate) fn part() -> Self {
        Self::with_beginning(Vec::new())
    }

    fn with_beginning(beginning: Vec<u8>) -> Self {
        let csv = csv::WriterBuilder::new()
            .terminator(csv::Terminator::CRLF)
            .from_writer(beginning);
        Self { csv }
    }

    pub(crate) fn line<Cell: AsRef<str>>(&mut self, cells: &[Cell]) -> Result<(), DocumentError> {
        let cells = cells.iter().map(|cell| harmless(cell.as_ref()).into_owned());
        self.csv.write_record(cells).map_err(fault)
    }

    pub(crate) fn finish(self) -> Result<Vec<u8>, DocumentError> {
        self.csv.into_inner().map_err(|error| fault(error.into_error()))
    }
}

/// Returns "Yes" or "No", as the specification writes flags.
pub(crate) const fn yes_or_no(flag: bool) -> &'static str {
    if flag { "Yes" } else { "No" }
}

/// Puts an apostrophe in front of a cell that a spreadsheet would take for a formula. Spreadsheets
/// decide by the first character after white space.
fn harmless(cell: &str) -> Cow<'_, str> {
    let begins_formula =
        |text: &str| text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    if begins_formula(cell) || begins_formula(cell.trim_start()) {
        Cow::Owned(format!("'{cell}"))
    } else {
        Cow::Borrowed(cell)
    }
}

fn fault(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> DocumentError {
    DocumentError(error.into())
}

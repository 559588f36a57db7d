//! CSV that is safe to open in a spreadsheet.

use std::borrow::Cow;

use aditus_application::ports::DocumentError;

/// Lines of cells, the first of them the heading. UTF-8 with a byte order mark, without which spreadsheets take other scripts
/// for gibberish.
pub(crate) struct Spreadsheet {
    csv: csv::Writer<Vec<u8>>,
}

impl Spreadsheet {
    /// One with a heading.
    pub(crate) fn new(heading: &[&str]) -> Result<Self, DocumentError> {
        let mut spreadsheet = Self::of(b"\xef\xbb\xbf".to_vec());
        spreadsheet.line(heading)?;
        Ok(spreadsheet)
    }

    /// A part of one, to be put behind others.
    pub(crate) fn part() -> Self {
        Self::of(Vec::new())
    }

    fn of(beginning: Vec<u8>) -> Self {
        let csv = csv::WriterBuilder::new()
            .terminator(csv::Terminator::CRLF)
            .from_writer(beginning);
        Self { csv }
    }

    /// Adds a line.
    pub(crate) fn line<Cell: AsRef<str>>(&mut self, cells: &[Cell]) -> Result<(), DocumentError> {
        let cells = cells.iter().map(|cell| harmless(cell.as_ref()).into_owned());
        self.csv.write_record(cells).map_err(fault)
    }

    /// The document.
    pub(crate) fn finish(self) -> Result<Vec<u8>, DocumentError> {
        self.csv.into_inner().map_err(|error| fault(error.into_error()))
    }
}

/// Yes or No, as the specification writes flags.
pub(crate) const fn yes_or_no(flag: bool) -> &'static str {
    if flag { "Yes" } else { "No" }
}

/// A spreadsheet takes a cell for a formula by its first character, and skips white space before it; an apostrophe in
/// front makes it text.
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

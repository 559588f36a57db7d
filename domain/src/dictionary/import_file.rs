//! Parses the CSV files of a dictionary line by line into rows (decisions T4).

use thiserror::Error;

use super::heading::{FileKind, Heading, Order};
use super::{ImportFormat, RowFaults, TableRow, VariableRow, redcap};
use crate::csv::{DecodeError, Record, Records, UnclosedQuote, decode};

/// The maximum size of both files together, in bytes.
pub const MAX_IMPORT_BYTES: usize = 64 * 1024 * 1024;
/// The maximum number of rows of a file.
pub const MAX_IMPORT_ROWS: usize = 250_000;
/// The maximum number of columns of a file, known or unknown.
pub const MAX_IMPORT_COLUMNS: usize = 100;

/// A line of a file: its row, or the errors in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportLine<Row> {
    /// The line in the file, counted from 1.
    pub number: u64,
    /// The row, or a description of its errors.
    pub row: Result<Row, String>,
}

/// The reason why a file is rejected as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ImportFileFault {
    /// It is not a text file.
    #[error(transparent)]
    Undecodable(#[from] DecodeError),
    /// It is empty.
    #[error("The file is empty. Its first line must name the columns.")]
    Empty,
    /// The heading is invalid.
    #[error("line {line}: {faults}")]
    Heading {
        /// The line of the heading.
        line: u64,
        /// All errors of the heading.
        faults: String,
    },
    /// The heading has more columns than any format.
    #[error("line {line}: the first line has {columns} columns. At most {MAX_IMPORT_COLUMNS} are read.")]
    TooManyColumns {
        /// The line of the heading.
        line: u64,
        /// The number of columns.
        columns: usize,
    },
    /// The file has too many rows.
    #[error("line {line}: a file can have at most {MAX_IMPORT_ROWS} rows. Split the file.")]
    TooManyRows {
        /// The first line beyond the limit.
        line: u64,
    },
    /// A quotation mark is not closed.
    #[error("line {}: {}", .0.line, .0)]
    UnclosedQuote(UnclosedQuote),
    /// The last line is incomplete.
    #[error(
        "line {line}: the file ends in this line, after {fields} of {columns} fields. Is the file complete?"
    )]
    CutOff {
        /// The last line.
        line: u64,
        /// The number of fields in the line.
        fields: usize,
        /// The number of columns of the heading.
        columns: usize,
    },
}

/// Information about a line that is not an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportNote {
    /// The line in the file, counted from 1.
    pub number: u64,
    /// The text of the note.
    pub text: String,
}

/// The content of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportRows<Row> {
    /// The lines with a row, valid or not.
    pub lines: Vec<ImportLine<Row>>,
    /// Lines that contain no row.
    pub notes: Vec<ImportNote>,
    /// The unknown columns, shortened for display. They are ignored unless there is a fault.
    pub unknown: Vec<String>,
    /// The reasons to reject the file. Some rows may be valid nevertheless.
    pub faults: Vec<ImportFileFault>,
}

impl<Row> Default for ImportRows<Row> {
    fn default() -> Self {
        Self {
            lines: Vec::new(),
            notes: Vec::new(),
            unknown: Vec::new(),
            faults: Vec::new(),
        }
    }
}

// The note for a field of a REDCap dictionary that only displays a text.
const SHOWS_A_TEXT: &str = "it only shows a text on the form, and has no data";

impl ImportFormat {
    /// Parses a file of tables. Unknown columns are an error unless `leave_unknown` is set.
    pub fn read_tables(self, file: &[u8], leave_unknown: bool) -> ImportRows<TableRow> {
        read(
            file,
            |names| self.heading(FileKind::Tables, names, leave_unknown),
            |cells| self.table(|column| cells.get(column)),
        )
    }

    /// Parses a file of variables. Unknown columns are an error unless `leave_unknown` is set.
    pub fn read_variables(self, file: &[u8], leave_unknown: bool) -> ImportRows<VariableRow> {
        let mut rows = read(
            file,
            |names| self.heading(FileKind::Variables, names, leave_unknown),
            |cells| self.variable(|column| cells.get(column)),
        );
        if self == Self::Redcap {
            rows.lines = redcap::once_in_the_project(rows.lines);
        }
        rows
    }

    /// Returns the tables of a format without a file of tables, taken from its variables. Each has
    /// the number of the line that names it first.
    pub fn tables_of(self, variables: &[ImportLine<VariableRow>]) -> Vec<ImportLine<TableRow>> {
        if self.has_file_of_tables() {
            Vec::new()
        } else {
            redcap::tables_of(variables)
        }
    }
}

#[derive(Clone, Copy)]
struct Cells<'a> {
    order: &'a [(&'static str, usize)],
    fields: &'a [String],
}

impl<'a> Cells<'a> {
    fn get(self, column: &str) -> Option<&'a str> {
        let (_, index) = self.order.iter().find(|(name, _)| *name == column)?;
        self.fields.get(*index).map(String::as_str)
    }
}

fn read<Row>(
    file: &[u8],
    heading: impl Fn(&[String]) -> Heading,
    parse: impl Fn(Cells<'_>) -> Result<Option<Row>, RowFaults>,
) -> ImportRows<Row> {
    let mut rows = ImportRows::default();
    let text = match decode(file) {
        Ok(text) => text,
        Err(fault) => {
            let is_text = matches!(fault, DecodeError::NotUtf8 { .. });
            rows.faults.push(fault.into());
            if is_text {
                // The text cannot be decoded, but the errors of its heading are reported together
                // with the encoding error.
                let text = String::from_utf8_lossy(file);
                let mut records = Records::new(&text, MAX_IMPORT_COLUMNS);
                let fault = read_heading(&mut records, &mut rows.unknown, heading).err();
                rows.faults.extend(fault);
            }
            return rows;
        }
    };
    let fault = read_into(&mut rows, &text, heading, parse).err();
    rows.faults.extend(fault);
    rows
}

fn read_into<Row>(
    rows: &mut ImportRows<Row>,
    text: &str,
    heading: impl Fn(&[String]) -> Heading,
    parse: impl Fn(Cells<'_>) -> Result<Option<Row>, RowFaults>,
) -> Result<(), ImportFileFault> {
    let mut records = Records::new(text, MAX_IMPORT_COLUMNS);
    let separator = records.separator_name();
    let (columns, order) = read_heading(&mut records, &mut rows.unknown, heading)?;
    let ends_a_line = text.ends_with(['\n', '\r']);
    let mut records = records.peekable();
    while let Some(record) = records.next() {
        let record = record.map_err(ImportFileFault::UnclosedQuote)?;
        if record.fields.iter().all(|field| field.trim().is_empty()) {
            continue;
        }
        let line = record.line;
        if rows.lines.len() + rows.notes.len() == MAX_IMPORT_ROWS {
            return Err(ImportFileFault::TooManyRows { line });
        }
        if record.count < columns && !ends_a_line && records.peek().is_none() {
            return Err(ImportFileFault::CutOff {
                line,
                fields: record.count,
                columns,
            });
        }
        let row = if record.count == columns {
            let cells = Cells {
                order: &order,
                fields: &record.fields,
            };
            match parse(cells) {
                Ok(Some(row)) => Ok(row),
                Ok(None) => {
                    let text = SHOWS_A_TEXT.to_owned();
                    rows.notes.push(ImportNote { number: line, text });
                    continue;
                }
                Err(faults) => Err(faults.to_string()),
            }
        } else {
            Err(other_width(&record, columns, separator))
        };
        rows.lines.push(ImportLine { number: line, row });
    }
    Ok(())
}

fn other_width(record: &Record, columns: usize, separator: &str) -> String {
    let message = format!(
        "it has {} fields, and the first line names {columns} columns",
        record.count
    );
    if record.count > columns {
        format!("{message}. Put a text that contains a {separator} in quotation marks")
    } else {
        message
    }
}

// Returns the number of columns of the heading, and the indexes of the known ones.
fn read_heading(
    records: &mut Records<'_>,
    unknown: &mut Vec<String>,
    heading: impl Fn(&[String]) -> Heading,
) -> Result<(usize, Order), ImportFileFault> {
    let record = match records.next() {
        None => return Err(ImportFileFault::Empty),
        Some(record) => record.map_err(ImportFileFault::UnclosedQuote)?,
    };
    let line = record.line;
    if record.count > MAX_IMPORT_COLUMNS {
        return Err(ImportFileFault::TooManyColumns {
            line,
            columns: record.count,
        });
    }
    let names: Vec<String> = record.fields.iter().map(|name| name.trim().to_owned()).collect();
    let read = heading(&names);
    *unknown = read.unknown;
    if read.faults.is_empty() {
        return Ok((record.count, read.order));
    }
    let faults: Vec<String> = read.faults.iter().map(ToString::to_string).collect();
    Err(ImportFileFault::Heading {
        line,
        faults: faults.join("; "),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HEADING: &str = "\u{feff}TBL_NAME,table_type,tbl_description\n";

    fn tables(file: impl AsRef<[u8]>) -> ImportRows<TableRow> {
        ImportFormat::Aditus.read_tables(file.as_ref(), false)
    }

    fn variables(file: &str) -> ImportRows<VariableRow> {
        ImportFormat::Aditus.read_variables(file.as_bytes(), false)
    }

    fn fault(file: impl AsRef<[u8]>) -> String {
        let messages: Vec<String> = tables(file).faults.iter().map(ToString::to_string).collect();
        messages.join(" | ")
    }

    fn reasons<Row>(rows: &ImportRows<Row>) -> Vec<(u64, &str)> {
        rows.lines
            .iter()
            .filter_map(|line| Some((line.number, line.row.as_ref().err()?.as_str())))
            .collect()
    }

    #[test]
    fn columns_are_found_by_name_and_line_numbers_match_editors() {
        let rows = tables(format!(
            "{HEADING}visit,Event,\"Visits,\nall of them\"\r\n\r\n,,\nward,Place,Wards"
        ));
        assert_eq!(rows.faults, []);
        let read: Vec<(u64, &str)> = rows
            .lines
            .iter()
            .map(|line| (line.number, line.row.as_ref().unwrap().tbl_description.as_str()))
            .collect();
        assert_eq!(read, [(2, "Visits,\nall of them"), (6, "Wards")]);
    }

    #[test]
    fn an_invalid_row_does_not_affect_the_others() {
        let rows = tables(format!("{HEADING}visit,Event\n,Event,x\nward,Place,Wards\n"));
        assert_eq!(rows.faults, []);
        assert_eq!(
            reasons(&rows),
            [
                (2, "it has 2 fields, and the first line names 3 columns"),
                (3, "tbl_name: Table Name is required"),
            ]
        );
        assert!(rows.lines[2].row.is_ok());
    }

    #[test]
    fn all_errors_of_a_heading_are_reported() {
        let message = fault("name,table_type\n");
        assert!(
            message.starts_with(
                "line 1: the first line must name the columns; missing: tbl_name, tbl_description; 1 column is not read. "
            ),
            "{message}"
        );
        let heading = "\n\ntbl_name,var_name,data_type,meaning,is_identifiabel,derived,Derived,unit\n";
        let rows = variables(heading);
        let message = rows.faults[0].to_string();
        assert!(
            message.starts_with("line 3: unknown column \"is_identifiabel\" (did you mean is_identifiable?)"),
            "{message}"
        );
        assert!(
            message.contains("; named more than once: derived; 1 column is not read."),
            "{message}"
        );
        assert_eq!(rows.unknown, ["unit"]);
        assert_eq!(
            fault(""),
            "The file is empty. Its first line must name the columns."
        );
    }

    #[test]
    fn unknown_columns_are_ignored_on_request() {
        let file = b"tbl_name,unit,table_type,tbl_description\nvisit,days,Event,Visits\n";
        let rows = ImportFormat::Aditus.read_tables(file, true);
        assert_eq!((rows.faults, rows.unknown), (Vec::new(), vec!["unit".to_owned()]));
        assert_eq!(rows.lines[0].row.as_ref().unwrap().table_type, "Event");
    }

    #[test]
    fn semicolons_tabs_and_utf16_are_accepted() {
        let heading = "tbl_name;table_type;tbl_description\r\n";
        let semicolons = format!("{heading}ward;Place;Wards, of infants\r\n");
        let tabs = semicolons.replace(';', "\t");
        let utf16: Vec<u8> = format!("\u{feff}{tabs}")
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        for file in [semicolons.as_bytes(), tabs.as_bytes(), &utf16] {
            let rows = tables(file);
            assert_eq!(rows.faults, []);
            assert_eq!(
                rows.lines[0].row.as_ref().unwrap().tbl_description,
                "Wards, of infants"
            );
        }
        let wide = tables(format!("{heading}ward;Place;Wards; of infants\n"));
        assert_eq!(
            reasons(&wide),
            [(
                2,
                "it has 4 fields, and the first line names 3 columns. Put a text that contains a semicolon in quotation marks"
            )]
        );
    }

    #[test]
    fn other_file_types_and_encodings_are_named_in_the_error() {
        assert!(fault(b"PK\x03\x04rest").contains("zip archive"));
        assert!(fault(b"t\0b\0").contains("UTF-16"));
        let latin = [HEADING.as_bytes(), b"S\xe3o,Place,x\n"].concat();
        assert!(fault(latin).contains("line 2; perhaps it is Latin-1"));
        let message = fault(b"tbl_name;table_type;comment\nS\xe3o;Place;x\n");
        assert!(
            message.contains("line 2; perhaps it is Latin-1") && message.contains(" | line 1: "),
            "encoding and heading are reported together: {message}"
        );
        assert!(message.contains("missing: tbl_description;"), "{message}");
    }

    #[test]
    fn a_truncated_file_is_rejected_with_all_its_errors() {
        let rows = tables(format!("{HEADING},Event,x\nward,Pla"));
        assert_eq!(reasons(&rows), [(2, "tbl_name: Table Name is required")]);
        assert_eq!(
            rows.faults[0].to_string(),
            "line 3: the file ends in this line, after 2 of 3 fields. Is the file complete?"
        );
        let rows = tables(format!("{HEADING}visit,Event,x\nward,Place,\"Wards\n"));
        assert_eq!(rows.lines.len(), 1);
        assert!(
            rows.faults[0]
                .to_string()
                .starts_with("line 3: The quotation mark")
        );
    }

    #[test]
    fn a_million_columns_and_a_cell_of_a_mebibyte_are_rejected_with_their_line() {
        let message = fault(",".repeat(1_000_000));
        assert_eq!(
            message,
            "line 1: the first line has 1000001 columns. At most 100 are read."
        );
        let cell = "x".repeat(1024 * 1024);
        let rows = tables(format!("{HEADING}visit,Event,{cell}\n{cell},Place,Wards\n"));
        assert_eq!(
            reasons(&rows),
            [
                (2, "tbl_description: must not be longer than 10000 characters"),
                (3, "tbl_name: must not be longer than 255 characters"),
            ]
        );
        let wide = tables(format!("{HEADING}{}\n", ",x".repeat(1_000_000)));
        assert_eq!(
            reasons(&wide),
            [(
                2,
                "it has 1000001 fields, and the first line names 3 columns. Put a text that contains a comma in quotation marks"
            )]
        );
    }

    #[test]
    fn rows_beyond_the_limit_are_rejected() {
        let mut file = HEADING.to_owned();
        file.push_str(&"x,y,z\n".repeat(MAX_IMPORT_ROWS + 1));
        let rows = tables(file);
        assert_eq!(rows.lines.len(), MAX_IMPORT_ROWS);
        assert_eq!(rows.faults, [ImportFileFault::TooManyRows { line: 250_002 }]);
    }

    #[test]
    fn a_name_that_looks_like_a_formula_is_rejected() {
        let rows = tables(format!(
            "{HEADING}=1+1,Event,-x\n@a,Event,=y\n\u{feff}=1+1,Event,x\n＝1+1,Event,x\n"
        ));
        let reason = "tbl_name: must not begin with =, +, - or @, which spreadsheets read as a formula";
        assert_eq!(
            reasons(&rows),
            [(2, reason), (3, reason), (4, reason), (5, reason)]
        );
    }

    #[test]
    fn yes_is_accepted_in_any_case() {
        let rows =
            variables("tbl_name,var_name,data_type,meaning,is_identifiable,is_primary\nt,v,Text,m,YES,yEs\n");
        let row = rows.lines[0].row.as_ref().unwrap();
        assert!(row.is_identifiable && row.is_primary);
    }

    proptest! {
        #[test]
        fn every_line_is_reported_at_most_once(body in "[a,\"\r\n;=]{0,60}") {
            let rows = tables(format!("{HEADING}{body}"));
            let numbers: Vec<u64> = rows.lines.iter().map(|line| line.number).collect();
            prop_assert!(numbers.is_sorted_by(|earlier, later| earlier < later));
        }

        #[test]
        fn reading_arbitrary_bytes_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            for format in ImportFormat::ALL {
                let _ = format.read_variables(&bytes, true);
            }
        }
    }
}

//! The two CSV files of a dictionary, read line by line into rows of the domain.

use std::collections::HashMap;
use std::io::Read;

use aditus_application::dictionary::import::Line;
use aditus_domain::dictionary::{Columns, ImportFormat, TableRow, VariableRow};
use csv::{ByteRecord, ReaderBuilder, StringRecord};
use thiserror::Error;

/// A file cannot be read as a table of rows at all.
#[derive(Debug, Error)]
pub(crate) enum FileFault {
    /// The file breaks off.
    #[error("it cannot be read as CSV")]
    NotCsv(#[from] csv::Error),
    /// The heading is not text.
    #[error("line 1: it is not UTF-8")]
    NotText,
    /// The first line does not name the columns as it must.
    #[error("line {line}: {faults}")]
    Heading {
        /// Where it stands.
        line: u64,
        /// What is wrong with it.
        faults: String,
    },
}

/// The rows of a file of tables.
pub(crate) fn tables(format: ImportFormat, file: impl Read) -> Result<Vec<Line<TableRow>>, FileFault> {
    let columns = format.table_columns();
    read(file, columns, |record| {
        format
            .table(|column| record.field(column))
            .map_err(|faults| faults.to_string())
    })
}

/// The rows of a file of variables.
pub(crate) fn variables(format: ImportFormat, file: impl Read) -> Result<Vec<Line<VariableRow>>, FileFault> {
    let columns = format.variable_columns();
    read(file, columns, |record| {
        format
            .variable(|column| record.field(column))
            .map_err(|faults| faults.to_string())
    })
}

/// One row, whose fields are asked for by the names of their columns.
struct Record<'a> {
    columns: &'a HashMap<String, usize>,
    fields: &'a StringRecord,
}

impl<'a> Record<'a> {
    fn field(&self, column: &str) -> Option<&'a str> {
        self.fields.get(*self.columns.get(&column.to_lowercase())?)
    }
}

/// Reads the heading, in which columns stand in any order and case, and then one row after the other. A row that cannot be
/// understood is a line with a reason; it does not keep the others from being read.
fn read<Row>(
    mut file: impl Read,
    columns: Columns,
    parse: impl Fn(Record<'_>) -> Result<Row, String>,
) -> Result<Vec<Line<Row>>, FileFault> {
    let mut text = Vec::new();
    file.read_to_end(&mut text).map_err(csv::Error::from)?;
    let mut reader = ReaderBuilder::new().flexible(true).from_reader(text.as_slice());
    let heading =
        StringRecord::from_byte_record(reader.byte_headers()?.clone()).map_err(|_| FileFault::NotText)?;
    let mut counter = LineCounter {
        text: &text,
        at: 0,
        line: 1,
    };
    let line = counter.line_of_record_at(0);
    // Spreadsheets put a byte order mark before the first name.
    let names: Vec<String> = heading
        .iter()
        .map(|name| name.trim_start_matches('\u{feff}').trim().to_owned())
        .collect();
    columns.check(&names).map_err(|faults| FileFault::Heading {
        line,
        faults: faults
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("; "),
    })?;
    let columns: HashMap<String, usize> = names
        .iter()
        .enumerate()
        .map(|(index, name)| (name.to_lowercase(), index))
        .collect();
    let mut lines = Vec::new();
    let mut bytes = ByteRecord::new();
    while reader.read_byte_record(&mut bytes)? {
        let number = counter.line_of_record_at(bytes.position().map_or(0, csv::Position::byte));
        let row = if bytes.len() == heading.len() {
            StringRecord::from_byte_record(bytes.clone())
                .map_err(|_| "it is not UTF-8".to_owned())
                .and_then(|fields| {
                    parse(Record {
                        columns: &columns,
                        fields: &fields,
                    })
                })
        } else {
            Err(format!(
                "it has {} fields, and the first line names {} columns",
                bytes.len(),
                heading.len()
            ))
        };
        lines.push(Line { number, row });
    }
    Ok(lines)
}

/// Counts lines as editors do. The reader's own count leaves out what stands before a record: the second half of a line
/// end of two characters, and empty lines.
struct LineCounter<'a> {
    text: &'a [u8],
    at: usize,
    line: u64,
}

impl LineCounter<'_> {
    /// The line on which the first character of a record stands that was read from this place on.
    fn line_of_record_at(&mut self, place: u64) -> u64 {
        let place = usize::try_from(place).unwrap_or(usize::MAX);
        while let Some(byte) = self.text.get(self.at)
            && (self.at < place || matches!(byte, b'\r' | b'\n'))
        {
            self.line += u64::from(*byte == b'\n');
            self.at += 1;
        }
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADING: &str = "\u{feff}TBL_NAME,table_type,tbl_description\n";

    fn read_tables(text: &str) -> Vec<Line<TableRow>> {
        tables(ImportFormat::Aditus, text.as_bytes()).unwrap()
    }

    #[test]
    fn columns_are_found_by_name_and_lines_are_counted_as_editors_do() {
        let lines = read_tables(&format!(
            "{HEADING}visit,Event,\"Visits,\nall of them\"\r\n\r\nward,Place,Wards\n"
        ));
        let numbers: Vec<u64> = lines.iter().map(|line| line.number).collect();
        assert_eq!(numbers, [2, 5]);
        assert_eq!(
            lines[0].row.as_ref().unwrap().tbl_description,
            "Visits,\nall of them"
        );
        assert_eq!(lines[1].row.as_ref().unwrap().tbl_name, "ward");
    }

    #[test]
    fn a_row_that_cannot_be_read_does_not_hold_up_the_others() {
        let text = [
            HEADING.as_bytes(),
            b"visit,Event\n",
            b"\xff\xfe,Event,x\n",
            b",Event,x\n",
            b"ward,Place,Wards\n",
        ];
        let lines = tables(ImportFormat::Aditus, text.concat().as_slice()).unwrap();
        let reason = |index: usize| lines[index].row.as_ref().unwrap_err().as_str();
        assert_eq!(reason(0), "it has 2 fields, and the first line names 3 columns");
        assert_eq!(reason(1), "it is not UTF-8");
        assert_eq!(reason(2), "tbl_name: Table Name is required");
        assert_eq!((lines[3].number, lines[3].row.is_ok()), (5, true));
    }

    #[test]
    fn missing_columns_are_named() {
        let fault = tables(ImportFormat::Aditus, b"name,table_type\n".as_slice()).unwrap_err();
        assert!(fault.to_string().starts_with(
            "line 1: the first line must name the columns; missing: tbl_name, tbl_description; unknown: name"
        ));
        assert!(tables(ImportFormat::Aditus, b"".as_slice()).is_err());
    }

    #[test]
    fn a_misspelt_or_doubled_column_is_refused_by_name_and_line() {
        let heading = "\n\ntbl_name,var_name,data_type,meaning,is_identifiabel,derived,Derived\nt,v,Text,m,Yes,No,Yes\n";
        let fault = variables(ImportFormat::Aditus, heading.as_bytes())
            .unwrap_err()
            .to_string();
        assert!(
            fault.starts_with("line 3: unknown: is_identifiabel. These can be read: tbl_name, "),
            "{fault}"
        );
        assert!(fault.ends_with("; named more than once: derived"), "{fault}");
    }

    #[test]
    fn yes_is_read_in_any_case() {
        let text = "tbl_name,var_name,data_type,meaning,is_identifiable,is_primary\nt,v,Text,m,YES,yEs\n";
        let lines = variables(ImportFormat::Aditus, text.as_bytes()).unwrap();
        let row = lines[0].row.as_ref().unwrap();
        assert!(row.is_identifiable && row.is_primary);
    }
}

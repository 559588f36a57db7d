//! The two CSV files of a dictionary, read line by line into rows (T4).

use thiserror::Error;

use super::{Columns, ImportFormat, RowFaults, TableRow, VariableRow};
use crate::csv::{NoText, Record, Records, Unclosed, text_of};

/// The most bytes of both files together.
pub const MAX_IMPORT_BYTES: usize = 64 * 1024 * 1024;
/// The most rows of a file.
pub const MAX_IMPORT_ROWS: usize = 250_000;
/// The most columns of a file, known or not.
pub const MAX_IMPORT_COLUMNS: usize = 100;

/// A line of a file: its row, or why it cannot be one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportLine<Row> {
    /// The line in the file, counted from 1.
    pub number: u64,
    /// The row, or what is wrong with it.
    pub row: Result<Row, String>,
}

/// Why a file as a whole cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ImportFileFault {
    /// It is no text.
    #[error(transparent)]
    NoText(#[from] NoText),
    /// There is nothing in it.
    #[error("The file is empty. Its first line must name the columns.")]
    Empty,
    /// The first line does not name the columns as it must.
    #[error("line {line}: {faults}")]
    Heading {
        /// Where it stands.
        line: u64,
        /// Everything that is wrong with it.
        faults: String,
    },
    /// Spreadsheets write semicolons in countries that write decimals with a comma.
    #[error("line {line}: the columns are separated by semicolons. Save the file with commas.")]
    Semicolons {
        /// Where the heading stands.
        line: u64,
    },
    /// The first line names more columns than any format has.
    #[error("line {line}: the first line has {columns} columns. At most {MAX_IMPORT_COLUMNS} are read.")]
    TooManyColumns {
        /// Where it stands.
        line: u64,
        /// How many there are.
        columns: usize,
    },
    /// The file has too many rows.
    #[error(
        "line {line}: this is more than the {MAX_IMPORT_ROWS} rows that a file may have. Divide the file."
    )]
    TooManyRows {
        /// The first line that is too much.
        line: u64,
    },
    /// A quotation mark is not closed.
    #[error("line {}: {}", .0.line, .0)]
    Unclosed(Unclosed),
    /// The last line breaks off.
    #[error(
        "line {line}: the file ends in this line, after {fields} of {columns} fields. Is the file complete?"
    )]
    CutOff {
        /// The last line.
        line: u64,
        /// The fields that are there.
        fields: usize,
        /// The columns of the heading.
        columns: usize,
    },
}

/// What a file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportRows<Row> {
    /// Its rows, as far as they could be read.
    pub lines: Vec<ImportLine<Row>>,
    /// Why the file cannot be taken, although some rows may be sound.
    pub fault: Option<ImportFileFault>,
}

impl ImportFormat {
    /// Reads a file of tables.
    pub fn read_tables(self, file: &[u8]) -> ImportRows<TableRow> {
        read(file, self.table_columns(), |cells| {
            self.table(|column| cells.of(column))
        })
    }

    /// Reads a file of variables.
    pub fn read_variables(self, file: &[u8]) -> ImportRows<VariableRow> {
        read(file, self.variable_columns(), |cells| {
            self.variable(|column| cells.of(column))
        })
    }
}

/// The cells of one row, which are asked for by the names of their columns.
#[derive(Clone, Copy)]
struct Cells<'a> {
    order: &'a [(&'static str, usize)],
    fields: &'a [String],
}

impl<'a> Cells<'a> {
    fn of(self, column: &str) -> Option<&'a str> {
        let (_, index) = self.order.iter().find(|(name, _)| *name == column)?;
        self.fields.get(*index).map(String::as_str)
    }
}

fn read<Row>(
    file: &[u8],
    columns: Columns,
    parse: impl Fn(Cells<'_>) -> Result<Row, RowFaults>,
) -> ImportRows<Row> {
    let mut lines = Vec::new();
    let fault = read_into(&mut lines, file, columns, parse).err();
    ImportRows { lines, fault }
}

fn read_into<Row>(
    lines: &mut Vec<ImportLine<Row>>,
    file: &[u8],
    columns: Columns,
    parse: impl Fn(Cells<'_>) -> Result<Row, RowFaults>,
) -> Result<(), ImportFileFault> {
    let text = text_of(file)?;
    let mut records = Records::of(text, MAX_IMPORT_COLUMNS);
    let heading = match records.next() {
        None => return Err(ImportFileFault::Empty),
        Some(heading) => heading.map_err(ImportFileFault::Unclosed)?,
    };
    let order = order_of(&heading, columns)?;
    let ends_a_line = text.ends_with(['\n', '\r']);
    let mut records = records.peekable();
    while let Some(record) = records.next() {
        let record = record.map_err(ImportFileFault::Unclosed)?;
        if record.fields.iter().all(|field| field.trim().is_empty()) {
            continue;
        }
        let line = record.line;
        if lines.len() == MAX_IMPORT_ROWS {
            return Err(ImportFileFault::TooManyRows { line });
        }
        if record.count < heading.count && !ends_a_line && records.peek().is_none() {
            return Err(ImportFileFault::CutOff {
                line,
                fields: record.count,
                columns: heading.count,
            });
        }
        let row = if record.count == heading.count {
            parse(Cells {
                order: &order,
                fields: &record.fields,
            })
            .map_err(|faults| faults.to_string())
        } else {
            Err(format!(
                "it has {} fields, and the first line names {} columns",
                record.count, heading.count
            ))
        };
        lines.push(ImportLine { number: line, row });
    }
    Ok(())
}

/// Where each known column stands. Columns stand in any order and case.
fn order_of(heading: &Record, columns: Columns) -> Result<Vec<(&'static str, usize)>, ImportFileFault> {
    let line = heading.line;
    if heading.count > MAX_IMPORT_COLUMNS {
        return Err(ImportFileFault::TooManyColumns {
            line,
            columns: heading.count,
        });
    }
    let names: Vec<String> = heading.fields.iter().map(|name| name.trim().to_owned()).collect();
    if let [only] = names.as_slice()
        && only.contains(';')
    {
        return Err(ImportFileFault::Semicolons { line });
    }
    columns.check(&names).map_err(|faults| ImportFileFault::Heading {
        line,
        faults: faults
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("; "),
    })?;
    let lower: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
    Ok(columns
        .needed
        .iter()
        .chain(columns.further)
        .filter_map(|column| {
            let wanted = column.to_lowercase();
            Some((*column, lower.iter().position(|name| *name == wanted)?))
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HEADING: &str = "\u{feff}TBL_NAME,table_type,tbl_description\n";

    fn tables(file: impl AsRef<[u8]>) -> ImportRows<TableRow> {
        ImportFormat::Aditus.read_tables(file.as_ref())
    }

    fn variables(file: &str) -> ImportRows<VariableRow> {
        ImportFormat::Aditus.read_variables(file.as_bytes())
    }

    fn fault(file: impl AsRef<[u8]>) -> String {
        tables(file)
            .fault
            .map(|fault| fault.to_string())
            .unwrap_or_default()
    }

    fn reasons<Row>(rows: &ImportRows<Row>) -> Vec<(u64, &str)> {
        rows.lines
            .iter()
            .filter_map(|line| Some((line.number, line.row.as_ref().err()?.as_str())))
            .collect()
    }

    #[test]
    fn columns_are_found_by_name_and_lines_are_counted_as_editors_do() {
        let rows = tables(format!(
            "{HEADING}visit,Event,\"Visits,\nall of them\"\r\n\r\n,,\nward,Place,Wards"
        ));
        assert_eq!(rows.fault, None);
        let read: Vec<(u64, &str)> = rows
            .lines
            .iter()
            .map(|line| (line.number, line.row.as_ref().unwrap().tbl_description.as_str()))
            .collect();
        assert_eq!(read, [(2, "Visits,\nall of them"), (6, "Wards")]);
    }

    #[test]
    fn a_row_that_cannot_be_read_does_not_hold_up_the_others() {
        let rows = tables(format!("{HEADING}visit,Event\n,Event,x\nward,Place,Wards\n"));
        assert_eq!(rows.fault, None);
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
    fn a_heading_that_is_wrong_is_told_whole() {
        let told = fault("name,table_type\n");
        assert!(
            told.starts_with(
                "line 1: the first line must name the columns; missing: tbl_name, tbl_description; unknown: name"
            ),
            "{told}"
        );
        let heading = "\n\ntbl_name,var_name,data_type,meaning,is_identifiabel,derived,Derived\n";
        let told = variables(heading).fault.unwrap().to_string();
        assert!(
            told.starts_with("line 3: unknown: is_identifiabel. These can be read: tbl_name, "),
            "{told}"
        );
        assert!(told.ends_with("; named more than once: derived"), "{told}");
        assert_eq!(
            fault(""),
            "The file is empty. Its first line must name the columns."
        );
        assert_eq!(
            fault("tbl_name;table_type;tbl_description\n"),
            "line 1: the columns are separated by semicolons. Save the file with commas."
        );
    }

    #[test]
    fn what_is_no_csv_file_is_told_by_what_it_is() {
        assert!(fault(b"PK\x03\x04rest").contains("zip archive"));
        assert!(fault(b"\xff\xfet\0b\0").contains("UTF-16"));
        let latin = [HEADING.as_bytes(), b"S\xe3o,Place,x\n"].concat();
        assert!(fault(latin).contains("line 2; perhaps it is Latin-1"));
    }

    #[test]
    fn a_file_that_is_cut_off_is_not_taken_and_its_other_faults_are_told_too() {
        let rows = tables(format!("{HEADING},Event,x\nward,Pla"));
        assert_eq!(reasons(&rows), [(2, "tbl_name: Table Name is required")]);
        assert_eq!(
            rows.fault.unwrap().to_string(),
            "line 3: the file ends in this line, after 2 of 3 fields. Is the file complete?"
        );
        let rows = tables(format!("{HEADING}visit,Event,x\nward,Place,\"Wards\n"));
        assert_eq!(rows.lines.len(), 1);
        assert!(
            rows.fault
                .unwrap()
                .to_string()
                .starts_with("line 3: The quotation mark")
        );
    }

    #[test]
    fn a_million_columns_and_a_cell_of_a_mebibyte_are_refused_at_their_place() {
        let told = fault(",".repeat(1_000_000));
        assert_eq!(
            told,
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
            [(2, "it has 1000001 fields, and the first line names 3 columns")]
        );
    }

    #[test]
    fn more_rows_than_memory_is_meant_for_are_refused() {
        let mut file = HEADING.to_owned();
        file.push_str(&"x,y,z\n".repeat(MAX_IMPORT_ROWS + 1));
        let rows = tables(file);
        assert_eq!(rows.lines.len(), MAX_IMPORT_ROWS);
        assert_eq!(rows.fault, Some(ImportFileFault::TooManyRows { line: 250_002 }));
    }

    #[test]
    fn a_formula_is_no_name() {
        let rows = tables(format!("{HEADING}=1+1,Event,-x\n@a,Event,=y\n"));
        let reason = "tbl_name: must not begin with =, +, - or @, which spreadsheets take for a formula";
        assert_eq!(reasons(&rows), [(2, reason), (3, reason)]);
    }

    #[test]
    fn yes_is_read_in_any_case() {
        let rows =
            variables("tbl_name,var_name,data_type,meaning,is_identifiable,is_primary\nt,v,Text,m,YES,yEs\n");
        let row = rows.lines[0].row.as_ref().unwrap();
        assert!(row.is_identifiable && row.is_primary);
    }

    proptest! {
        #[test]
        fn whatever_a_file_holds_each_line_is_told_once(body in "[a,\"\r\n;=]{0,60}") {
            let rows = tables(format!("{HEADING}{body}"));
            let numbers: Vec<u64> = rows.lines.iter().map(|line| line.number).collect();
            prop_assert!(numbers.is_sorted_by(|earlier, later| earlier < later));
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let _ = ImportFormat::Omop.read_variables(&bytes);
        }
    }
}

//! Uploaded files of an import.

use aditus_domain::dictionary::{ImportFormat, ImportRows, MAX_IMPORT_BYTES, TableRow, VariableRow};

use super::{Error, File, Line, Remark, UnknownColumns, WrongFile};

/// The two files of an import.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Files {
    /// File of tables. Empty if the format has none.
    pub tables: Vec<u8>,
    /// File of variables.
    pub variables: Vec<u8>,
}

#[derive(Default)]
pub(super) struct ParsedFiles {
    pub(super) tables: Vec<Line<TableRow>>,
    pub(super) variables: Vec<Line<VariableRow>>,
    /// True if the files contain only the names of tables. Stored tables are not changed then.
    pub(super) only_names_tables: bool,
    /// Notes that are not errors: lines without a row, and ignored columns.
    pub(super) notes: Vec<Remark>,
    pub(super) unknown: Vec<UnknownColumns>,
    pub(super) wrong: Vec<WrongFile>,
}

impl Files {
    /// Returns the size of both files in bytes.
    pub fn size(&self) -> usize {
        self.tables.len() + self.variables.len()
    }

    /// Parses both files, or the only one of the format. Unknown columns are an error unless
    /// `leave_unknown` is set.
    pub(super) fn read(&self, format: ImportFormat, leave_unknown: bool) -> ParsedFiles {
        let mut read = ParsedFiles {
            only_names_tables: !format.has_file_of_tables(),
            ..ParsedFiles::default()
        };
        if format.has_file_of_tables() {
            let tables = format.read_tables(&self.tables, leave_unknown);
            read.tables = read.collect(File::Tables, tables);
        }
        let variables = format.read_variables(&self.variables, leave_unknown);
        read.variables = read.collect(File::Variables, variables);
        if !format.has_file_of_tables() {
            read.tables = format.tables_of(&read.variables);
        }
        read
    }
}

/// Refuses oversized files before they are parsed.
pub(super) fn check_size(bytes: usize) -> Result<(), Error> {
    if bytes > MAX_IMPORT_BYTES {
        return Err(Error::TooLarge);
    }
    Ok(())
}

impl ParsedFiles {
    /// Drops the valid rows. For refused files, only the errors of rows are reported and nothing is
    /// compared.
    pub(super) fn errors_only(mut self) -> Self {
        self.tables.retain(|line| line.row.is_err());
        self.variables.retain(|line| line.row.is_err());
        self.notes.clear();
        self
    }

    fn collect<Row>(&mut self, file: File, rows: ImportRows<Row>) -> Vec<Line<Row>> {
        if rows.faults.is_empty() && !rows.unknown.is_empty() {
            let text = format!("these columns are left aside: {}", rows.unknown.join(", "));
            self.notes.push(Remark { file, line: 1, text });
        }
        let notes = rows.notes.into_iter().map(|note| Remark {
            file,
            line: note.number,
            text: note.text,
        });
        self.notes.extend(notes);
        if !rows.unknown.is_empty() {
            let columns = rows.unknown;
            self.unknown.push(UnknownColumns { file, columns });
        }
        let faults = rows.faults.iter().map(|fault| WrongFile {
            file,
            text: fault.to_string(),
        });
        self.wrong.extend(faults);
        rows.lines
    }
}

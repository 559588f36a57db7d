//! The files of an import, as they come.

use aditus_domain::dictionary::{ImportFormat, ImportRows, MAX_IMPORT_BYTES, TableRow, VariableRow};

use super::{Error, File, Line, Remark, UnknownColumns, WrongFile};

/// The two files.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Files {
    /// The file of tables; empty where the format has none.
    pub tables: Vec<u8>,
    /// The file of variables.
    pub variables: Vec<u8>,
}

/// The rows of both files.
#[derive(Default)]
pub(super) struct Read {
    pub(super) tables: Vec<Line<TableRow>>,
    pub(super) variables: Vec<Line<VariableRow>>,
    /// The files say no more of tables than their names: of a table that is stored, nothing is changed.
    pub(super) only_names_tables: bool,
    /// Remarks that are no faults: lines without a row, and columns that are left aside.
    pub(super) notes: Vec<Remark>,
    /// The columns that are not known.
    pub(super) unknown: Vec<UnknownColumns>,
    /// What keeps either file from being taken.
    pub(super) wrong: Vec<WrongFile>,
}

impl Files {
    /// The bytes of both together.
    pub fn size(&self) -> usize {
        self.tables.len() + self.variables.len()
    }

    /// Reads both, or the one that the format has. Unknown columns are a fault unless they are to be left aside.
    pub(super) fn read(&self, format: ImportFormat, leave_unknown: bool) -> Read {
        let mut read = Read {
            only_names_tables: !format.has_file_of_tables(),
            ..Read::default()
        };
        if format.has_file_of_tables() {
            let tables = format.read_tables(&self.tables, leave_unknown);
            read.tables = read.take(File::Tables, tables);
        }
        let variables = format.read_variables(&self.variables, leave_unknown);
        read.variables = read.take(File::Variables, variables);
        if !format.has_file_of_tables() {
            read.tables = format.tables_of(&read.variables);
        }
        read
    }
}

/// Refuses what is too large before it is read.
pub(super) fn check_size(bytes: usize) -> Result<(), Error> {
    if bytes > MAX_IMPORT_BYTES {
        return Err(Error::TooLarge);
    }
    Ok(())
}

impl Read {
    /// The same without its sound rows: of files that are refused, what is wrong with their rows is told and nothing is compared.
    pub(super) fn faults_alone(mut self) -> Self {
        self.tables.retain(|line| line.row.is_err());
        self.variables.retain(|line| line.row.is_err());
        self.notes.clear();
        self
    }

    /// Keeps what is to be told of a file; answers its lines.
    fn take<Row>(&mut self, file: File, rows: ImportRows<Row>) -> Vec<Line<Row>> {
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

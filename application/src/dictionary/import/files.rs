//! The two files of an import, as they come.

use aditus_domain::dictionary::{ImportFormat, ImportRows, MAX_IMPORT_BYTES, TableRow, VariableRow};

use super::{Error, File, Line, WrongFile};

/// The two files.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Files {
    /// The file of tables.
    pub tables: Vec<u8>,
    /// The file of variables.
    pub variables: Vec<u8>,
}

/// The rows of both files.
pub(super) struct Read {
    pub(super) tables: Vec<Line<TableRow>>,
    pub(super) variables: Vec<Line<VariableRow>>,
    /// What keeps either file from being taken.
    pub(super) wrong: Vec<WrongFile>,
}

impl Files {
    /// The bytes of both together.
    pub fn size(&self) -> usize {
        self.tables.len() + self.variables.len()
    }

    /// Reads both.
    pub(super) fn read(&self, format: ImportFormat) -> Read {
        let Self { tables, variables } = self;
        let mut wrong = Vec::new();
        let tables = taken(File::Tables, format.read_tables(tables), &mut wrong);
        let variables = taken(File::Variables, format.read_variables(variables), &mut wrong);
        Read {
            tables,
            variables,
            wrong,
        }
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
        self
    }
}

fn taken<Row>(file: File, rows: ImportRows<Row>, wrong: &mut Vec<WrongFile>) -> Vec<Line<Row>> {
    if let Some(fault) = rows.fault {
        let text = fault.to_string();
        wrong.push(WrongFile { file, text });
    }
    rows.lines
}

//! What an import says about its files and their rows.

use aditus_domain::dictionary::revision::FieldChange;

/// One of the two files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum File {
    /// The tables.
    Tables,
    /// The variables.
    Variables,
}

impl File {
    /// The name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tables => "tables",
            Self::Variables => "variables",
        }
    }

    /// The file of this name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Tables, Self::Variables]
            .into_iter()
            .find(|file| file.name() == name)
    }
}

/// What became of the rows of a file. The rest of those read was stored as it is already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Rows in the file.
    pub read: usize,
    /// Rows that were new.
    pub added: usize,
    /// Rows that were stored otherwise.
    pub changed: usize,
    /// Rows that were not taken.
    pub refused: usize,
}

/// Something to tell about a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The file.
    pub file: File,
    /// The line in it.
    pub line: u64,
    /// What there is to tell.
    pub text: String,
}

/// Why a file is refused as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongFile {
    /// The file.
    pub file: File,
    /// What is wrong with it, with the line.
    pub text: String,
}

/// The columns of a file that its format does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownColumns {
    /// The file.
    pub file: File,
    /// Their names, as they are shown.
    pub columns: Vec<String>,
}

/// A row that is new.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Added {
    /// The file.
    pub file: File,
    /// The line in it.
    pub line: u64,
    /// The table, or table and column.
    pub name: String,
}

/// A row that is stored otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Altered {
    /// The file.
    pub file: File,
    /// The line in it.
    pub line: u64,
    /// The table, or table and column, as it is stored.
    pub name: String,
    /// What differs, at least one field.
    pub fields: Vec<FieldChange>,
}

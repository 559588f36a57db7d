//! Reports on the files of an import and their rows.

use aditus_domain::dictionary::revision::FieldChange;

/// A file of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum File {
    /// File of tables.
    Tables,
    /// File of variables.
    Variables,
}

impl File {
    /// Returns its name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tables => "tables",
            Self::Variables => "variables",
        }
    }

    /// Parses a file name of the API.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Tables, Self::Variables]
            .into_iter()
            .find(|file| file.name() == name)
    }
}

/// Numbers of rows of a file by outcome. Rows not counted as added, changed or refused were already
/// stored unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Rows in the file.
    pub read: usize,
    /// New rows.
    pub added: usize,
    /// Changed rows.
    pub changed: usize,
    /// Refused rows.
    pub refused: usize,
}

/// A remark on a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The file.
    pub file: File,
    /// Line number.
    pub line: u64,
    /// Text of the remark.
    pub text: String,
}

/// An error that refuses a whole file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongFile {
    /// The file.
    pub file: File,
    /// Description of the error, with its line.
    pub text: String,
}

/// Columns of a file that are unknown to its format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownColumns {
    /// The file.
    pub file: File,
    /// Names of the columns for display.
    pub columns: Vec<String>,
}

/// A new row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Added {
    /// The file.
    pub file: File,
    /// Line number.
    pub line: u64,
    /// Name of the table, or of table and column.
    pub name: String,
}

/// A changed row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Altered {
    /// The file.
    pub file: File,
    /// Line number.
    pub line: u64,
    /// Stored name of the table, or of table and column.
    pub name: String,
    /// Changed fields, at least one.
    pub fields: Vec<FieldChange>,
}

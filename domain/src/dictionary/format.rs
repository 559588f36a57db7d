//! The formats that a dictionary is imported from.

use thiserror::Error;

use super::{RowFaults, TableRow, VariableRow, aditus, omop};

/// The format of the two CSV files of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportFormat {
    /// Columns by the names of the fields (3 §3).
    Aditus,
    /// The two files that describe a version of the OMOP Common Data Model: `table_level.csv` and `field_level.csv`, in
    /// which NA means none.
    Omop,
}

/// No format has this name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("There is no import format {0:?}. Choose aditus or omop.")]
pub struct UnknownImportFormat(pub String);

impl ImportFormat {
    /// Every format.
    pub const ALL: [Self; 2] = [Self::Aditus, Self::Omop];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Aditus => "aditus",
            Self::Omop => "omop",
        }
    }

    /// The format of this name.
    pub fn parse(name: &str) -> Result<Self, UnknownImportFormat> {
        Self::ALL
            .into_iter()
            .find(|format| format.name() == name)
            .ok_or_else(|| UnknownImportFormat(name.to_owned()))
    }

    /// The columns without which a file of tables cannot be read.
    pub const fn table_columns(self) -> &'static [&'static str] {
        match self {
            Self::Aditus => aditus::TABLE_COLUMNS,
            Self::Omop => omop::TABLE_COLUMNS,
        }
    }

    /// The columns without which a file of variables cannot be read.
    pub const fn variable_columns(self) -> &'static [&'static str] {
        match self {
            Self::Aditus => aditus::VARIABLE_COLUMNS,
            Self::Omop => omop::VARIABLE_COLUMNS,
        }
    }

    /// Reads a row of the file of tables. `lookup` answers the text of a column by its name.
    pub fn table<'row>(self, lookup: impl Fn(&str) -> Option<&'row str>) -> Result<TableRow, RowFaults> {
        match self {
            Self::Aditus => aditus::table(lookup),
            Self::Omop => omop::table(lookup),
        }
    }

    /// Reads a row of the file of variables. `lookup` answers the text of a column by its name.
    pub fn variable<'row>(
        self,
        lookup: impl Fn(&str) -> Option<&'row str>,
    ) -> Result<VariableRow, RowFaults> {
        match self {
            Self::Aditus => aditus::variable(lookup),
            Self::Omop => omop::variable(lookup),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for format in ImportFormat::ALL {
            assert_eq!(ImportFormat::parse(format.name()), Ok(format));
        }
        assert!(ImportFormat::parse("xlsx").is_err());
    }
}

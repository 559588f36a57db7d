//! Import formats of a dictionary.

use thiserror::Error;

use super::{Columns, RowFaults, TableRow, VariableRow, aditus, omop, redcap};

/// The format of the CSV files of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportFormat {
    /// Columns named after the fields (3 §3).
    Aditus,
    /// The two files that describe a version of the OMOP Common Data Model: `table_level.csv` and
    /// `field_level.csv`, where NA stands for no value.
    Omop,
    /// The data dictionary of a REDCap project: one file, whose forms become the tables.
    Redcap,
}

/// The error for a name that is not an import format.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("There is no import format {0:?}. Choose aditus, omop or redcap.")]
pub struct UnknownImportFormat(pub String);

impl ImportFormat {
    /// Every format.
    pub const ALL: [Self; 3] = [Self::Aditus, Self::Omop, Self::Redcap];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Aditus => "aditus",
            Self::Omop => "omop",
            Self::Redcap => "redcap",
        }
    }

    /// The title on screens, including the name in parentheses.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Aditus => "Columns by the names of the fields (aditus)",
            Self::Omop => "OMOP Common Data Model (omop)",
            Self::Redcap => "REDCap data dictionary (redcap)",
        }
    }

    /// Finds the format with this name.
    pub fn parse(name: &str) -> Result<Self, UnknownImportFormat> {
        Self::ALL
            .into_iter()
            .find(|format| format.name() == name)
            .ok_or_else(|| UnknownImportFormat(name.to_owned()))
    }

    /// Returns true if the format has a separate file of tables. Otherwise the file of variables
    /// names them.
    pub const fn has_file_of_tables(self) -> bool {
        match self {
            Self::Aditus | Self::Omop => true,
            Self::Redcap => false,
        }
    }

    /// The columns of a file of tables.
    pub const fn table_columns(self) -> Columns {
        let (needed, further): (&[&str], &[&str]) = match self {
            Self::Aditus => (aditus::TABLE_COLUMNS, aditus::FURTHER_TABLE_COLUMNS),
            Self::Omop => (omop::TABLE_COLUMNS, omop::FURTHER_TABLE_COLUMNS),
            Self::Redcap => (&[], &[]),
        };
        Columns {
            needed,
            further,
            also: &[],
        }
    }

    /// The columns of a file of variables.
    pub const fn variable_columns(self) -> Columns {
        match self {
            Self::Aditus => Columns {
                needed: aditus::VARIABLE_COLUMNS,
                further: aditus::FURTHER_VARIABLE_COLUMNS,
                also: &[],
            },
            Self::Omop => Columns {
                needed: omop::VARIABLE_COLUMNS,
                further: omop::FURTHER_VARIABLE_COLUMNS,
                also: &[],
            },
            Self::Redcap => Columns {
                needed: redcap::VARIABLE_COLUMNS,
                further: redcap::FURTHER_VARIABLE_COLUMNS,
                also: redcap::OTHER_NAMES,
            },
        }
    }

    /// Parses a row of the file of tables. `lookup` returns the text of a column. `None` for
    /// formats without such a file.
    pub fn table<'row>(
        self,
        lookup: impl Fn(&str) -> Option<&'row str>,
    ) -> Result<Option<TableRow>, RowFaults> {
        match self {
            Self::Aditus => aditus::table(lookup).map(Some),
            Self::Omop => omop::table(lookup).map(Some),
            Self::Redcap => Ok(None),
        }
    }

    /// Parses a row of the file of variables. `lookup` returns the text of a column. `None` if the
    /// row contains no data.
    pub fn variable<'row>(
        self,
        lookup: impl Fn(&str) -> Option<&'row str>,
    ) -> Result<Option<VariableRow>, RowFaults> {
        match self {
            Self::Aditus => aditus::variable(lookup).map(Some),
            Self::Omop => omop::variable(lookup).map(Some),
            Self::Redcap => redcap::variable(lookup),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn import_format_names_parse_back() {
        for format in ImportFormat::ALL {
            assert_eq!(ImportFormat::parse(format.name()), Ok(format));
            assert!(format.title().ends_with(&format!("({})", format.name())));
        }
        assert!(ImportFormat::parse("xlsx").is_err());
    }
}

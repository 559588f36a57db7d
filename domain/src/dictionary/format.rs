//! The formats that a dictionary is imported from.

use thiserror::Error;

use super::row::shown;
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

/// The columns of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Columns {
    /// Without these, no row can be read.
    pub needed: &'static [&'static str],
    /// These may stand there too; any other is a mistake.
    pub further: &'static [&'static str],
}

/// What is wrong with the heading of a file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum HeadingFault {
    /// Columns are missing.
    #[error("the first line must name the columns; missing: {0}")]
    Missing(String),
    /// Columns that say nothing: a misspelt one would lose what it says without a word.
    #[error("unknown: {0}. These can be read: {1}")]
    Unknown(String, String),
    /// Columns that stand there more than once: it would be chance which counts.
    #[error("named more than once: {0}")]
    Doubled(String),
}

impl Columns {
    /// Checks the names of the columns of a file, whatever their case and order. All faults are told.
    pub fn check(self, heading: &[String]) -> Result<(), Vec<HeadingFault>> {
        let known = || self.needed.iter().chain(self.further).copied();
        let is = |name: &str, other: &str| name.to_lowercase() == other.to_lowercase();
        let missing: Vec<&str> = self
            .needed
            .iter()
            .copied()
            .filter(|column| !heading.iter().any(|name| is(name, column)))
            .collect();
        let unknown: Vec<String> = heading
            .iter()
            .filter(|name| !known().any(|column| is(name, column)))
            .map(|name| {
                if name.is_empty() {
                    "a column without a name".to_owned()
                } else {
                    shown(name)
                }
            })
            .collect();
        let doubled: Vec<&str> = known()
            .filter(|column| heading.iter().filter(|name| is(name, column)).count() > 1)
            .collect();
        let mut faults = Vec::new();
        if !missing.is_empty() {
            faults.push(HeadingFault::Missing(missing.join(", ")));
        }
        if !unknown.is_empty() {
            let can_be_read = known().collect::<Vec<_>>().join(", ");
            faults.push(HeadingFault::Unknown(unknown.join(", "), can_be_read));
        }
        if !doubled.is_empty() {
            faults.push(HeadingFault::Doubled(doubled.join(", ")));
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }
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

    /// The columns of a file of tables.
    pub const fn table_columns(self) -> Columns {
        match self {
            Self::Aditus => Columns {
                needed: aditus::TABLE_COLUMNS,
                further: aditus::FURTHER_TABLE_COLUMNS,
            },
            Self::Omop => Columns {
                needed: omop::TABLE_COLUMNS,
                further: omop::FURTHER_TABLE_COLUMNS,
            },
        }
    }

    /// The columns of a file of variables.
    pub const fn variable_columns(self) -> Columns {
        match self {
            Self::Aditus => Columns {
                needed: aditus::VARIABLE_COLUMNS,
                further: aditus::FURTHER_VARIABLE_COLUMNS,
            },
            Self::Omop => Columns {
                needed: omop::VARIABLE_COLUMNS,
                further: omop::FURTHER_VARIABLE_COLUMNS,
            },
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

    fn checked(heading: &str) -> Vec<String> {
        let heading: Vec<String> = heading.split(',').map(str::to_owned).collect();
        let faults = ImportFormat::Aditus.variable_columns().check(&heading);
        faults
            .err()
            .unwrap_or_default()
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn a_heading_may_name_what_can_be_read_and_each_once() {
        let whole = "TBL_NAME,var_name,data_type,meaning";
        assert_eq!(checked(&format!("{whole},is_identifiable,synonyms")), [""; 0]);
        let misspelt = checked(&format!("{whole},is_identifiabel,Column 7,"));
        assert_eq!(misspelt.len(), 1);
        assert!(misspelt[0].starts_with(
            "unknown: is_identifiabel, Column 7, a column without a name. These can be read: tbl_name, "
        ));
        assert_eq!(
            checked(&format!("{whole},derived,Derived,MEANING")),
            ["named more than once: meaning, derived"]
        );
        assert_eq!(
            checked("tbl_name,var_name"),
            ["the first line must name the columns; missing: data_type, meaning"]
        );
    }
}

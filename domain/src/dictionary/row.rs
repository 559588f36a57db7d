//! Rows of an import, and their validation.

use chrono::NaiveDate;
use thiserror::Error;

use super::{DataType, TableRecords, Usage};
use crate::text::{Unusable, is_blank, line, prose};

/// A table in an import (3 §3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRow {
    /// The name, which identifies the table within its source.
    pub tbl_name: String,
    /// The name of the table type.
    pub table_type: String,
    /// A description of its content.
    pub tbl_description: String,
    /// The common name of its entities.
    pub entity_name: String,
    /// The name of an icon.
    pub icon: String,
    /// True if it is public.
    pub publish: bool,
    /// The figures about its records. `None` keeps the stored ones.
    pub records: Option<TableRecords>,
}

/// A variable in an import (3 §3).
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a Yes/No field of the specification, free of the others"
)]
pub struct VariableRow {
    /// The table it belongs to.
    pub tbl_name: String,
    /// The column, which identifies the variable within its table.
    pub ids_column_name: String,
    /// The common name.
    pub var_name: String,
    /// Its data type.
    pub data_type: DataType,
    /// Its meaning.
    pub meaning: String,
    /// The date of its introduction.
    pub date_introduced: Option<NaiveDate>,
    /// The range of its values. If the import has column types: the type, and "required" or
    /// "optional".
    pub range: Option<String>,
    /// The previous name.
    pub old_var_name: Option<String>,
    /// The variable that it refers to, such as `person.person_id`.
    pub reference: Option<String>,
    /// True if it is computed from others.
    pub derived: bool,
    /// Its usage.
    pub usage: Usage,
    /// True if it is (part of) the primary key.
    pub is_primary: bool,
    /// True if it refers to another table.
    pub is_foreign: bool,
    /// True if it can identify a person. Shown as PII.
    pub is_identifiable: bool,
    /// True if it is useful in analyses.
    pub is_analytical: bool,
    /// True if only the listed values are allowed.
    pub enumerated: bool,
    /// Other names, without duplicates.
    pub synonyms: Vec<String>,
    /// Its possible values, without duplicates.
    pub input_values: Vec<String>,
    /// The variables of the same source that it depends on, without duplicates.
    pub dependencies: Vec<Dependency>,
}

/// Returns the key for looking up sources, tables and columns by name, ignoring case. The micro
/// sign is replaced by the Greek letter, which most keyboards produce.
pub fn lookup_key(name: &str) -> String {
    name.to_lowercase().replace('\u{b5}', "\u{3bc}")
}

/// A variable that another depends on, identified by its lookup keys.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dependency {
    /// Its table.
    pub tbl_name: String,
    /// Its column.
    pub ids_column_name: String,
}

impl Dependency {
    /// Parses "table.column".
    pub fn parse(text: &str) -> Option<Self> {
        let (table, column) = text.trim().split_once('.')?;
        let named = !table.is_empty() && !column.is_empty() && !column.contains('.');
        named.then(|| Self {
            tbl_name: lookup_key(table),
            ids_column_name: lookup_key(column),
        })
    }
}

impl std::fmt::Display for Dependency {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.tbl_name, self.ids_column_name)
    }
}

/// An error in one field of a row.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RowProblem {
    /// A required field is empty. The text is the label of the field (3 §5).
    #[error("{0} is required")]
    Missing(&'static str),
    /// It is longer than this many characters.
    #[error("must not be longer than {0} characters")]
    TooLong(usize),
    /// It contains characters that are not allowed.
    #[error("{0}")]
    Unusable(#[from] Unusable),
    /// A spreadsheet would interpret it as a formula in a CSV export of the dictionary.
    #[error("must not begin with =, +, - or @, which spreadsheets read as a formula")]
    Formula,
    /// It is neither Yes nor No.
    #[error("{0:?} is neither Yes nor No")]
    NotYesOrNo(String),
    /// It is not a known data type.
    #[error("{0:?} is not a known data type")]
    UnknownDataType(String),
    /// It is not a known usage.
    #[error("{0:?} is neither Analytical nor Metadata")]
    UnknownUsage(String),
    /// It is not a date of the form YYYY-MM-DD.
    #[error("{0:?} is not a date of the form YYYY-MM-DD")]
    NotADate(String),
    /// It is not a number of records.
    #[error("{0:?} is not a whole number of records")]
    NotACount(String),
    /// It does not name variables as table.column.
    #[error("{0:?} does not name a variable as table.column")]
    NotAVariable(String),
}

/// An error of a row, with its column.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{column}: {problem}")]
pub struct RowFault {
    /// The column of the file.
    pub column: &'static str,
    /// The error.
    pub problem: RowProblem,
}

/// All errors of a row, at least one, in the order of the columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowFaults(pub Vec<RowFault>);

impl std::fmt::Display for RowFaults {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for RowFaults {}

/// The longest name, in characters.
pub(super) const NAME: usize = 255;
/// The longest description, in characters.
pub(super) const PROSE: usize = 10_000;
// First characters that make a spreadsheet interpret a cell as a formula.
const FORMULAS: [char; 4] = ['=', '+', '-', '@'];

/// Reads the fields of one row and collects errors. `lookup` returns the text of a column, or
/// `None` if the file has no such column.
pub(super) struct Reader<Lookup> {
    lookup: Lookup,
    // A text that stands for no value, such as "NA".
    none: Option<&'static str>,
    faults: Vec<RowFault>,
}

impl<'row, Lookup: Fn(&str) -> Option<&'row str>> Reader<Lookup> {
    pub(super) fn new(lookup: Lookup, none: Option<&'static str>) -> Self {
        Self {
            lookup,
            none,
            faults: Vec::new(),
        }
    }

    pub(super) fn finish<Row>(self, row: Option<Row>) -> Result<Row, RowFaults> {
        match row {
            Some(row) if self.faults.is_empty() => Ok(row),
            _ => Err(RowFaults(self.faults)),
        }
    }

    pub(super) fn fault(&mut self, column: &'static str, problem: RowProblem) {
        self.faults.push(RowFault { column, problem });
    }

    /// Returns the trimmed text of a column. `None` if it is empty or stands for no value.
    pub(super) fn raw(&self, column: &str) -> Option<&'row str> {
        let text = (self.lookup)(column)?.trim();
        (!is_blank(text) && Some(text) != self.none).then_some(text)
    }

    /// Reads an optional text. It is a single line if `longest` is the length of a name, otherwise
    /// it may have several lines.
    pub(super) fn optional(&mut self, column: &'static str, longest: usize) -> Option<String> {
        let raw = self.raw(column)?;
        let read = if longest > NAME { prose(raw) } else { line(raw) };
        let problem = match read {
            Ok(text) if text.chars().count() <= longest => return Some(text),
            Ok(_) => RowProblem::TooLong(longest),
            Err(why) => RowProblem::Unusable(why),
        };
        self.fault(column, problem);
        None
    }

    /// Reads a required text. A name must not begin like a formula.
    pub(super) fn required(
        &mut self,
        column: &'static str,
        label: &'static str,
        longest: usize,
    ) -> Option<String> {
        if self.raw(column).is_none() {
            self.fault(column, RowProblem::Missing(label));
            return None;
        }
        // `optional` has normalised full-width signs and removed invisible characters in front of
        // them.
        let text = self.optional(column, longest)?;
        if longest == NAME {
            self.no_formula(column, text)
        } else {
            Some(text)
        }
    }

    /// Reads a required name that may stand in quotation marks.
    pub(super) fn required_unquoted(&mut self, column: &'static str, label: &'static str) -> Option<String> {
        let quoted = self.required(column, label, NAME)?;
        let name = quoted.trim_matches('"').trim();
        if name.is_empty() {
            self.fault(column, RowProblem::Missing(label));
            return None;
        }
        self.no_formula(column, name.to_owned())
    }

    /// Reads an optional name, which must not begin like a formula.
    pub(super) fn optional_name(&mut self, column: &'static str) -> Option<String> {
        let name = self.optional(column, NAME)?;
        self.no_formula(column, name)
    }

    fn no_formula(&mut self, column: &'static str, name: String) -> Option<String> {
        if name.starts_with(FORMULAS) {
            self.fault(column, RowProblem::Formula);
            return None;
        }
        Some(name)
    }

    /// Reads Yes or No. Returns `default` if the field is empty.
    pub(super) fn yes_or_no(&mut self, column: &'static str, default: bool) -> bool {
        let Some(text) = self.raw(column) else {
            return default;
        };
        match text.to_ascii_lowercase().as_str() {
            "yes" | "true" | "1" | "y" => true,
            "no" | "false" | "0" | "n" => false,
            _ => {
                self.fault(column, RowProblem::NotYesOrNo(shortened(text)));
                default
            }
        }
    }

    /// Reads texts separated by semicolons, without duplicates.
    pub(super) fn several(&mut self, column: &'static str) -> Vec<String> {
        let text = self.optional(column, PROSE).unwrap_or_default();
        let mut several: Vec<String> = Vec::new();
        for part in text
            .split(';')
            .filter_map(|part| line(part).ok())
            .filter(|part| !part.is_empty())
        {
            if part.chars().count() > NAME {
                self.fault(column, RowProblem::TooLong(NAME));
            } else if !several.contains(&part) {
                several.push(part);
            }
        }
        several
    }
}

/// Converts a name into words: "Visit occurrence" for `visit_occurrence`.
pub(super) fn in_words(name: &str) -> String {
    let words = name.replace('_', " ").to_lowercase();
    let mut letters = words.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Shortens a text for quotation in a message.
pub(crate) fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_micro_sign_and_the_greek_letter_have_the_same_lookup_key() {
        let named = Dependency::parse("Lab.creatinine_\u{b5}mol");
        assert!(named.is_some());
        assert_eq!(named, Dependency::parse("lab.Creatinine_\u{3bc}mol"));
    }
}

//! The rows of an import, read and checked.

use chrono::NaiveDate;
use thiserror::Error;

use super::{DataType, TableRecords, Usage};
use crate::text::{Unusable, is_blank, line, prose};

/// A table of the dictionary as an import brings it (3 §3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRow {
    /// The name, by which the table is known within its source.
    pub tbl_name: String,
    /// The name of the table type.
    pub table_type: String,
    /// What the table holds.
    pub tbl_description: String,
    /// What people call what the table holds.
    pub entity_name: String,
    /// The name of an icon.
    pub icon: String,
    /// Whether it is shown to the public.
    pub publish: bool,
    /// What is known of its records; none where nothing is said of them, which leaves what is stored.
    pub records: Option<TableRecords>,
}

/// A variable of the dictionary as an import brings it (3 §3).
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a Yes/No field of the specification, free of the others"
)]
pub struct VariableRow {
    /// The table it belongs to.
    pub tbl_name: String,
    /// The column, by which the variable is known within its table.
    pub ids_column_name: String,
    /// What people call it.
    pub var_name: String,
    /// Its data type.
    pub data_type: DataType,
    /// What it means.
    pub meaning: String,
    /// When it was introduced.
    pub date_introduced: Option<NaiveDate>,
    /// Which values it takes; for a source with column types, that type and whether a value is required.
    pub range: Option<String>,
    /// What it was called before.
    pub old_var_name: Option<String>,
    /// What it refers to, such as `person.person_id`.
    pub reference: Option<String>,
    /// Whether it is computed from others.
    pub derived: bool,
    /// What it is used for.
    pub usage: Usage,
    /// Whether it is (part of) the primary key.
    pub is_primary: bool,
    /// Whether it refers to another table.
    pub is_foreign: bool,
    /// Whether it can identify a person: shown as PII.
    pub is_identifiable: bool,
    /// Whether it is of use in analyses.
    pub is_analytical: bool,
    /// Whether it takes only the listed values.
    pub enumerated: bool,
    /// Other names of it, each once.
    pub synonyms: Vec<String>,
    /// The values it takes, each once.
    pub input_values: Vec<String>,
    /// The variables of the same source that it depends on, each once.
    pub dependencies: Vec<Dependency>,
}

/// The key by which sources, tables and columns are looked up: the name without regard to case. The micro sign is the Greek letter, as
/// on most keyboards.
pub fn lookup_key(name: &str) -> String {
    name.to_lowercase().replace('\u{b5}', "\u{3bc}")
}

/// A variable that another depends on, by the lookup keys of its names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dependency {
    /// Its table.
    pub tbl_name: String,
    /// Its column.
    pub ids_column_name: String,
}

impl Dependency {
    /// Reads "table.column".
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

/// What is wrong with one field of a row.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RowProblem {
    /// It must not be empty. The text is the label of the field (3 §5).
    #[error("{0} is required")]
    Missing(&'static str),
    /// It is longer than this many characters.
    #[error("must not be longer than {0} characters")]
    TooLong(usize),
    /// It has characters that cannot be stored.
    #[error("{0}")]
    Unusable(#[from] Unusable),
    /// A spreadsheet would calculate it where the dictionary is taken out as CSV.
    #[error("must not begin with =, +, - or @, which spreadsheets take for a formula")]
    Formula,
    /// It is neither Yes nor No.
    #[error("{0:?} is neither Yes nor No")]
    NotYesOrNo(String),
    /// It is no data type that is known.
    #[error("{0:?} is not a known data type")]
    UnknownDataType(String),
    /// It is no usage that is known.
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

/// One fault of a row: the column of the file, and the problem.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{column}: {problem}")]
pub struct RowFault {
    /// The column of the file.
    pub column: &'static str,
    /// What is wrong.
    pub problem: RowProblem,
}

/// Everything that is wrong with a row, at least one thing, in the order of the columns.
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
/// What spreadsheets take for the beginning of a formula.
const FORMULAS: [char; 4] = ['=', '+', '-', '@'];

/// Reads the fields of one row and keeps what is wrong. `lookup` answers the text of a column, or none where the file has
/// no such column.
pub(super) struct Reader<Lookup> {
    lookup: Lookup,
    /// A text that stands for none, such as "NA".
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

    /// The row, unless something is wrong with it.
    pub(super) fn finish<Row>(self, row: Option<Row>) -> Result<Row, RowFaults> {
        match row {
            Some(row) if self.faults.is_empty() => Ok(row),
            _ => Err(RowFaults(self.faults)),
        }
    }

    pub(super) fn fault(&mut self, column: &'static str, problem: RowProblem) {
        self.faults.push(RowFault { column, problem });
    }

    /// The text as it stands in the file, without white space around it; none when it is empty or stands for none.
    pub(super) fn raw(&self, column: &str) -> Option<&'row str> {
        let text = (self.lookup)(column)?.trim();
        (!is_blank(text) && Some(text) != self.none).then_some(text)
    }

    /// A text that may be missing: of one line if it is as short as a name, of several otherwise.
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

    /// A text that must be there.
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
        // A sign of full width, or one behind an invisible character, is a plain one at the beginning by now.
        let text = self.optional(column, longest)?;
        if longest == NAME && text.starts_with(FORMULAS) {
            self.fault(column, RowProblem::Formula);
            return None;
        }
        Some(text)
    }

    /// Yes or No; what is missing is `default`.
    pub(super) fn yes_or_no(&mut self, column: &'static str, default: bool) -> bool {
        let Some(text) = self.raw(column) else {
            return default;
        };
        match text.to_ascii_lowercase().as_str() {
            "yes" | "true" | "1" | "y" => true,
            "no" | "false" | "0" | "n" => false,
            _ => {
                self.fault(column, RowProblem::NotYesOrNo(shown(text)));
                default
            }
        }
    }

    /// Several texts with semicolons between them, each once.
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

/// A name as words: "Visit occurrence" for `visit_occurrence`.
pub(super) fn in_words(name: &str) -> String {
    let words = name.replace('_', " ").to_lowercase();
    let mut letters = words.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A text as it is quoted in a message: its beginning is enough.
pub(crate) fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_micro_sign_and_the_greek_letter_name_the_same_variable() {
        let named = Dependency::parse("Lab.creatinine_\u{b5}mol");
        assert!(named.is_some());
        assert_eq!(named, Dependency::parse("lab.Creatinine_\u{3bc}mol"));
    }
}

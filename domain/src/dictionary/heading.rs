//! Columns of an import file, and its heading line.

use thiserror::Error;

use super::ImportFormat;
use super::row::shortened;
use super::spelling::closest_name;

/// The columns of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Columns {
    /// Required columns.
    pub needed: &'static [&'static str],
    /// Optional columns.
    pub further: &'static [&'static str],
    /// Aliases in lower case, each with the column name that it stands for.
    pub also: &'static [(&'static str, &'static str)],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileKind {
    Tables,
    Variables,
}

impl FileKind {
    const fn name(self) -> &'static str {
        match self {
            Self::Tables => "tables",
            Self::Variables => "variables",
        }
    }
}

/// An error in the heading of a file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum HeadingFault {
    /// The columns belong to another format.
    #[error("these are the columns of another format: choose {}", .0.title())]
    OtherFormat(ImportFormat),
    /// The columns belong to the other file of the same format.
    #[error("these are the columns of the file of {0}: swap the two files")]
    OtherFile(&'static str),
    /// Required columns are missing.
    #[error("the first line must name the columns; missing: {0}")]
    Missing(String),
    /// Misspelt column names, with the probable ones. Always an error, because their content would
    /// be lost.
    #[error("{}", misspelt_message(.0))]
    Misspelt(Vec<(String, &'static str)>),
    /// Columns that appear more than once, so that their value would be ambiguous.
    #[error("named more than once: {0}")]
    Doubled(String),
    /// Columns that are not part of the format.
    #[error(
        "{}: {}. These can be read: {known}",
        unread_message(.names),
        first_names(.names)
    )]
    Unknown {
        /// Their names, shortened for display.
        names: Vec<String>,
        /// The columns of the format.
        known: String,
    },
}

const MAX_LISTED: usize = 20;

fn misspelt_message(names: &[(String, &'static str)]) -> String {
    let messages: Vec<String> = names
        .iter()
        .map(|(name, meant)| format!("unknown column {name:?} (did you mean {meant}?)"))
        .collect();
    format!("{}. Correct the name in the file", messages.join("; "))
}

fn unread_message(names: &[String]) -> String {
    match names.len() {
        1 => "1 column is not read. Leave it out, or remove it from the file".to_owned(),
        count => format!("{count} columns are not read. Leave them out, or remove them from the file"),
    }
}

fn first_names(names: &[String]) -> String {
    let first = names
        .iter()
        .take(MAX_LISTED)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(", ");
    match names.len().saturating_sub(MAX_LISTED) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

// The known columns of a file with their indexes.
pub(super) type Order = Vec<(&'static str, usize)>;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Heading {
    pub(super) order: Order,
    // The columns that are neither known nor misspelt, shortened for display.
    pub(super) unknown: Vec<String>,
    pub(super) faults: Vec<HeadingFault>,
}

impl Columns {
    fn known(self) -> impl Iterator<Item = &'static str> {
        self.needed.iter().chain(self.further).copied()
    }

    // Finds the column with this name or alias, ignoring case.
    fn find_name(self, name: &str) -> Option<&'static str> {
        let name = name.to_lowercase();
        self.known()
            .find(|column| column.to_lowercase() == name)
            .or_else(|| {
                self.also
                    .iter()
                    .find(|(other, _)| *other == name)
                    .map(|(_, column)| *column)
            })
    }

    fn needed_are_in(self, names: &[String]) -> bool {
        let read: Vec<_> = names.iter().filter_map(|name| self.find_name(name)).collect();
        self.needed.iter().all(|column| read.contains(column))
    }
}

impl ImportFormat {
    fn columns(self, file: FileKind) -> Columns {
        match file {
            FileKind::Tables => self.table_columns(),
            FileKind::Variables => self.variable_columns(),
        }
    }

    /// Parses the heading of a file, with columns in any case and order, and collects all errors.
    /// An unknown column is an error unless `leave_unknown` is set. A misspelt one always is.
    pub(super) fn heading(self, file: FileKind, names: &[String], leave_unknown: bool) -> Heading {
        let columns = self.columns(file);
        let mut heading = Heading::default();
        let mut doubled = Vec::new();
        let mut unread = Vec::new();
        for (place, name) in names.iter().enumerate() {
            match columns.find_name(name) {
                None => unread.push(name),
                Some(column) if heading.order.iter().any(|(known, _)| *known == column) => {
                    if !doubled.contains(&column) {
                        doubled.push(column);
                    }
                }
                Some(column) => heading.order.push((column, place)),
            }
        }
        if !columns.needed_are_in(names)
            && let Some(fault) = self.mixed_up(file, names)
        {
            heading.faults.push(fault);
            return heading;
        }
        let mut absent: Vec<&'static str> = columns
            .known()
            .filter(|column| !heading.order.iter().any(|(known, _)| known == column))
            .collect();
        let mut misspelt = Vec::new();
        for name in unread {
            if name.is_empty() {
                heading.unknown.push("a column without a name".to_owned());
            } else if let Some(meant) = closest_name(name, absent.iter().copied()) {
                absent.retain(|column| *column != meant);
                misspelt.push((shortened(name), meant));
            } else {
                heading.unknown.push(shortened(name));
            }
        }
        absent.retain(|column| columns.needed.contains(column));
        if !absent.is_empty() {
            heading.faults.push(HeadingFault::Missing(absent.join(", ")));
        }
        if !misspelt.is_empty() {
            heading.faults.push(HeadingFault::Misspelt(misspelt));
        }
        if !doubled.is_empty() {
            heading.faults.push(HeadingFault::Doubled(doubled.join(", ")));
        }
        if !heading.unknown.is_empty() && !leave_unknown {
            heading.faults.push(HeadingFault::Unknown {
                names: heading.unknown.clone(),
                known: columns.known().collect::<Vec<_>>().join(", "),
            });
        }
        heading
    }

    // Detects that the heading belongs to another file or format.
    fn mixed_up(self, file: FileKind, names: &[String]) -> Option<HeadingFault> {
        let fits = |format: Self, file| {
            let columns = format.columns(file);
            !columns.needed.is_empty() && columns.needed_are_in(names)
        };
        let other = [FileKind::Tables, FileKind::Variables]
            .into_iter()
            .find(|other| *other != file && fits(self, *other));
        if let Some(other) = other {
            return Some(HeadingFault::OtherFile(other.name()));
        }
        Self::ALL
            .into_iter()
            .find(|format| fits(*format, FileKind::Variables) || fits(*format, FileKind::Tables))
            .map(HeadingFault::OtherFormat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(format: ImportFormat, heading: &str, leave_unknown: bool) -> Heading {
        let names: Vec<String> = heading.split(',').map(str::to_owned).collect();
        format.heading(FileKind::Variables, &names, leave_unknown)
    }

    fn faults(heading: &str) -> Vec<String> {
        let heading = read(ImportFormat::Aditus, heading, false);
        heading.faults.iter().map(ToString::to_string).collect()
    }

    const WHOLE: &str = "TBL_NAME,var_name,data_type,meaning";

    #[test]
    fn known_columns_are_accepted_once_and_required_ones_must_be_present() {
        assert_eq!(faults(&format!("{WHOLE},is_identifiable,synonyms")), [""; 0]);
        assert_eq!(
            faults(&format!("{WHOLE},derived,Derived,MEANING")),
            ["named more than once: derived, meaning"]
        );
        assert_eq!(
            faults("tbl_name,var_name"),
            ["the first line must name the columns; missing: data_type, meaning"]
        );
    }

    #[test]
    fn unknown_columns_are_reported_or_ignored_on_request() {
        let heading = format!("{WHOLE},Column 7,");
        let found = faults(&heading);
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with(
            "2 columns are not read. Leave them out, or remove them from the file: Column 7, a column without a name. \
             These can be read: tbl_name, "
        ));
        let left = read(ImportFormat::Aditus, &heading, true);
        assert_eq!(left.faults, []);
        assert_eq!(left.unknown, ["Column 7", "a column without a name"]);
        let many: String = (0..60)
            .map(|number| format!("extra {number}"))
            .collect::<Vec<_>>()
            .join(",");
        assert!(faults(&format!("{WHOLE},{many}"))[0].contains("extra 19 and 40 more. These"));
    }

    #[test]
    fn a_misspelt_column_is_rejected_with_a_suggestion() {
        for leave_unknown in [false, true] {
            let heading = read(
                ImportFormat::Aditus,
                &format!("{WHOLE},is_identifiabel"),
                leave_unknown,
            );
            assert_eq!(
                heading.faults[0].to_string(),
                "unknown column \"is_identifiabel\" (did you mean is_identifiable?). Correct the name in the file"
            );
        }
        let needed = "cdmTableName,cdmFieldName,cdmDatatipe,userGuidance,isPrimaryKey,isForeignKey";
        let faults = read(ImportFormat::Omop, needed, true).faults;
        assert_eq!(faults.len(), 1, "it is not reported as missing, too: {faults:?}");
        // The column that it resembles is present already.
        assert_eq!(
            read(ImportFormat::Aditus, &format!("{WHOLE},meaning2"), true).faults,
            []
        );
    }

    #[test]
    fn columns_of_another_format_or_file_are_recognised() {
        let redcap = "\"Variable / Field Name\",Form Name,Field Type,Field Label,Field Note".replace('"', "");
        assert_eq!(
            faults(&redcap),
            ["these are the columns of another format: choose REDCap data dictionary (redcap)"]
        );
        assert_eq!(
            faults("tbl_name,table_type,tbl_description"),
            ["these are the columns of the file of tables: swap the two files"]
        );
        let omop = read(ImportFormat::Redcap, "cdmTableName,schema,tableDescription", true);
        assert_eq!(omop.faults, [HeadingFault::OtherFormat(ImportFormat::Omop)]);
    }
}

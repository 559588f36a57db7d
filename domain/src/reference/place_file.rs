//! The tree of facilities as a CSV file with three columns: `region,district,facility` (decisions
//! RD1).

use std::collections::HashMap;

use thiserror::Error;

use super::place::{Level, PlaceName};
use crate::csv::{DecodeError, Record, Records, UnclosedQuote, decode};
use crate::dictionary::search::fold;
use crate::dictionary::shortened;

/// The largest file, in bytes.
pub const MAX_PLACE_FILE_BYTES: usize = 10 * 1024 * 1024;
/// The maximum number of facilities in one file.
pub const MAX_PLACE_ROWS: usize = 50_000;
/// The maximum number of errors in one response, to keep it readable. Further errors are counted.
pub const MAX_PLACE_FAULTS: usize = 99;

/// The columns, in the order of exported files.
pub const PLACE_COLUMNS: [&str; 3] = ["region", "district", "facility"];

/// An error in a file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct FileFault {
    /// The line, counted from 1.
    pub line: u64,
    /// The column; `None` if the error is about the whole line.
    pub column: Option<&'static str>,
    /// The error message.
    pub message: String,
}

/// The reason why a file is rejected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlaceFileError {
    /// It exceeds [`MAX_PLACE_FILE_BYTES`].
    #[error("The file is too large. The limit is {} MB.", MAX_PLACE_FILE_BYTES / 1024 / 1024)]
    TooLarge,
    /// It is not a text file.
    #[error(transparent)]
    Undecodable(#[from] DecodeError),
    /// It has invalid lines. Lists them in order, up to [`MAX_PLACE_FAULTS`].
    #[error("{}", message(.faults, *.more))]
    Faults {
        /// The first errors, at least one.
        faults: Vec<FileFault>,
        /// The number of further errors.
        more: usize,
    },
}

fn message(faults: &[FileFault], more: usize) -> String {
    let first = faults.first().map_or_else(String::new, ToString::to_string);
    match faults.len() + more {
        0 | 1 => format!("The file was not imported. {first}"),
        all => format!("The file was not imported: {all} lines or cells have errors. {first}"),
    }
}

/// A row of the file: a facility with its district and region.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub struct PlaceRow {
    pub region: PlaceName,
    pub district: PlaceName,
    pub facility: PlaceName,
}

/// A valid file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceFile {
    rows: Vec<PlaceRow>,
    repeated: Vec<Repeated>,
}

/// A line that repeats a facility.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeated {
    /// The line, counted from 1.
    pub line: u64,
    /// The line where the facility appears first.
    pub first: u64,
}

/// The errors found so far. Those beyond [`MAX_PLACE_FAULTS`] are only counted.
#[derive(Default)]
struct Found {
    faults: Vec<FileFault>,
    more: usize,
}

impl Found {
    fn add(&mut self, line: u64, column: Option<&'static str>, message: impl Into<String>) {
        if self.faults.len() < MAX_PLACE_FAULTS {
            let message = message.into();
            self.faults.push(FileFault {
                line,
                column,
                message,
            });
        } else {
            self.more += 1;
        }
    }
}

impl PlaceFile {
    /// The facilities without repetitions, in the order of the file.
    pub fn rows(&self) -> &[PlaceRow] {
        &self.rows
    }

    /// The lines that repeat a facility.
    pub fn repeated(&self) -> &[Repeated] {
        &self.repeated
    }

    /// Parses a whole file, or returns all its errors.
    pub fn parse(bytes: &[u8]) -> Result<Self, PlaceFileError> {
        if bytes.len() > MAX_PLACE_FILE_BYTES {
            return Err(PlaceFileError::TooLarge);
        }
        let mut found = Found::default();
        let text = decode(bytes)?;
        let (rows, repeated) = read_rows(&text, &mut found);
        if found.faults.is_empty() {
            Ok(Self { rows, repeated })
        } else {
            Err(PlaceFileError::Faults {
                faults: found.faults,
                more: found.more,
            })
        }
    }
}

fn read_rows(text: &str, found: &mut Found) -> (Vec<PlaceRow>, Vec<Repeated>) {
    // Allows one more column than expected, so that a fourth column is detected.
    let mut records = Records::new(text, PLACE_COLUMNS.len() + 1);
    let heading = match records.next() {
        Some(Ok(heading)) => Some(heading),
        Some(Err(UnclosedQuote { .. })) | None => None,
    };
    let Some(order) = heading.as_ref().and_then(order_of) else {
        let names = heading.map_or_else(String::new, |heading| names_of(&heading));
        found.add(
            1,
            None,
            format!(
                "The first line must name the three columns region, district and facility, with commas, semicolons or tabs between \
                 them.{names}"
            ),
        );
        return (Vec::new(), Vec::new());
    };
    let (mut rows, mut repeated) = (Vec::new(), Vec::new());
    let mut lines_of: HashMap<[String; 3], u64> = HashMap::new();
    let mut count = 0;
    for record in records {
        let record = match record {
            Ok(record) => record,
            Err(unclosed) => {
                found.add(unclosed.line, None, unclosed.to_string());
                break;
            }
        };
        count += 1;
        if count > MAX_PLACE_ROWS {
            found.add(
                record.line,
                None,
                format!("A file must not have more than {MAX_PLACE_ROWS} facilities. Split it."),
            );
            break;
        }
        let Some(row) = row_of(&record, order, found) else {
            continue;
        };
        let key = [&row.region, &row.district, &row.facility].map(|name| fold(name.as_str()));
        if let Some(first) = lines_of.get(&key) {
            repeated.push(Repeated {
                line: record.line,
                first: *first,
            });
        } else {
            lines_of.insert(key, record.line);
            rows.push(row);
        }
    }
    if count == 0 {
        found.add(1, None, "The file has no facilities.");
    }
    (rows, repeated)
}

// Lists the actual column names in the error message, so that a misspelt or additional one is
// visible.
fn names_of(heading: &Record) -> String {
    let names: Vec<String> = heading.fields.iter().map(|name| shortened(name.trim())).collect();
    let more = match heading.count - names.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!(
        " It names {}{more}. Correct the names, and remove other columns.",
        names.join(", ")
    )
}

// The indexes of the columns in the file. Order and case are free.
fn order_of(heading: &Record) -> Option<[usize; 3]> {
    let names: Vec<String> = heading
        .fields
        .iter()
        .map(|name| name.trim().to_lowercase())
        .collect();
    if heading.count != PLACE_COLUMNS.len() {
        return None;
    }
    let place = |column: &str| names.iter().position(|name| name == column);
    Some([place("region")?, place("district")?, place("facility")?])
}

fn row_of(record: &Record, order: [usize; 3], found: &mut Found) -> Option<PlaceRow> {
    if record.count != PLACE_COLUMNS.len() {
        found.add(
            record.line,
            None,
            format!("The line has {} cells instead of 3.", record.count),
        );
        return None;
    }
    let mut name = |index: usize, level| {
        let cell = order
            .get(index)
            .and_then(|place| record.fields.get(*place))
            .map_or("", String::as_str);
        let column = PLACE_COLUMNS.get(index).copied();
        PlaceName::parse(level, cell)
            .map_err(|error| found.add(record.line, column, error.to_string()))
            .ok()
    };
    let region = name(0, Level::Region);
    let district = name(1, Level::District);
    let facility = name(2, Level::Facility);
    Some(PlaceRow {
        region: region?,
        district: district?,
        facility: facility?,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn faults(text: &[u8]) -> Vec<(u64, Option<&'static str>, String)> {
        match PlaceFile::parse(text) {
            Err(PlaceFileError::Faults { faults, .. }) => faults
                .into_iter()
                .map(|fault| (fault.line, fault.column, fault.message))
                .collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn columns_may_be_in_any_order() {
        let text = "\u{feff}Facility, REGION ,district\r\n\"Port, East\",South,Coast\r\n";
        let file = PlaceFile::parse(text.as_bytes()).unwrap();
        let [row] = file.rows() else { panic!("{file:?}") };
        let names = [&row.region, &row.district, &row.facility].map(PlaceName::as_str);
        assert_eq!(names, ["South", "Coast", "Port, East"]);
    }

    #[test]
    fn a_repeated_facility_is_imported_once_and_reported() {
        let text = "\u{feff}region;district;facility\r\nLake Region;Ormeda;0042 Ward\r\n\
             Lake Region;Ormeda ;0042 \u{a0}Ward\r\nLake Region;Ormeda;St. Mary's, Annex\r\n";
        let file = PlaceFile::parse(text.as_bytes()).unwrap();
        let names: Vec<&str> = file.rows().iter().map(|row| row.facility.as_str()).collect();
        assert_eq!(names, ["0042 Ward", "St. Mary's, Annex"]);
        assert_eq!(file.repeated(), [Repeated { line: 3, first: 2 }]);
    }

    #[test]
    fn errors_are_reported_with_line_and_column() {
        let text = "region,district,facility\nNorth,,\n=1+1,Hills,Clinic\nNorth,Hills\nNorth,Hills,Clinic\n\nNORTH,hills,CLINIC\nNorth,Hills,\"Lake";
        let found = faults(text.as_bytes());
        let formula = "A name must not begin with =, +, - or @: spreadsheets would read it as a formula.";
        let expected = [
            (2, Some("district"), "Please enter the District Name."),
            (2, Some("facility"), "Please enter the Facility Name."),
            (3, Some("region"), formula),
            (4, None, "The line has 2 cells instead of 3."),
            (
                8,
                None,
                "The quotation mark that opens here is not closed. Is the file complete?",
            ),
        ];
        let expected = expected.map(|(line, column, message)| (line, column, message.to_owned()));
        assert_eq!(found, expected);
        let error = PlaceFile::parse(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(
            error,
            "The file was not imported: 5 lines or cells have errors. line 2: Please enter the District Name."
        );
    }

    #[test]
    fn an_invalid_heading_is_the_only_reported_error() {
        for heading in [
            "",
            "region,district",
            "region,district,facility,level",
            "region,region,facility",
            "name,district,facility",
            "\"region,district,facility",
        ] {
            let found = faults(format!("{heading}\nNorth,Hills,Clinic").as_bytes());
            assert_eq!(found.len(), 1, "{heading}: {found:?}");
            assert!(
                found[0]
                    .2
                    .starts_with("The first line must name the three columns")
            );
        }
        let found = faults(b"region,distric,facility,beds,level\nNorth,Hills,Clinic,4,Ward");
        assert!(
            found[0].2.ends_with(
                "It names region, distric, facility, beds and 1 more. Correct the names, and remove other columns."
            ),
            "{found:?}"
        );
        let wide = faults(",".repeat(1_000_000).as_bytes());
        assert_eq!(wide.len(), 1);
        assert_eq!(
            faults(b"region,district,facility\n")[0].2,
            "The file has no facilities."
        );
    }

    #[test]
    fn too_large_and_undecodable_files_are_rejected() {
        let large = vec![b'a'; MAX_PLACE_FILE_BYTES + 1];
        assert_eq!(PlaceFile::parse(&large), Err(PlaceFileError::TooLarge));
        assert_eq!(
            PlaceFileError::TooLarge.to_string(),
            "The file is too large. The limit is 10 MB."
        );
        for bytes in [
            &b"PK\x03\x04"[..],
            b"a\0b\0",
            b"region,district,facility\nS\xe3o,a,b",
        ] {
            assert!(matches!(
                PlaceFile::parse(bytes),
                Err(PlaceFileError::Undecodable(_))
            ));
        }
        let cell = format!(
            "region,district,facility\nNorth,Hills,{}",
            "a".repeat(1024 * 1024)
        );
        assert_eq!(
            faults(cell.as_bytes()),
            [(
                2,
                Some("facility"),
                "The Facility Name must not be longer than 255 characters.".to_owned()
            )]
        );
    }

    #[test]
    fn errors_beyond_the_limit_are_counted() {
        let text = format!(
            "region,district,facility\n{}",
            "a,b\n".repeat(MAX_PLACE_FAULTS + 7)
        );
        let Err(PlaceFileError::Faults { faults, more }) = PlaceFile::parse(text.as_bytes()) else {
            panic!("it has faults")
        };
        assert_eq!((faults.len(), more), (MAX_PLACE_FAULTS, 7));
    }

    proptest! {
        #[test]
        fn parsing_never_panics(text in "(region,district,facility\n)?[a\",=\n]{0,60}") {
            let _ = PlaceFile::parse(text.as_bytes());
        }
    }
}

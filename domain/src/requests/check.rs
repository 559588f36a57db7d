//! Checks for single fields. Each function returns the parsed value, or adds a fault and returns
//! none.

use chrono::{Datelike, NaiveDate};

use super::{DetectedFile, DocumentKind, Faults, FileType};
use crate::text::{self, Unusable};

/// Maximum length of a single-line text, in characters.
pub const LINE: usize = 255;
/// Maximum length of a multi-line text, in characters.
pub const PROSE: usize = 5000;
/// Maximum length of a free text of a draft, in characters. It exceeds the limits of a submission,
/// so that a text that is too long is kept until the requester shortens it. Devices, staff,
/// purposes and facilities have the limits of a submission.
pub const TYPED_SO_FAR: usize = 20_000;
/// Maximum number of devices, and of staff members.
pub const MAX_ROWS: usize = 200;

/// Parses a required single-line text.
pub(super) fn line(
    faults: &mut Faults,
    field: &str,
    value: Option<&str>,
    missing: &'static str,
) -> Option<String> {
    let text = optional_text(faults, field, value, LINE, text::line);
    required(faults, field, text, missing)
}

/// Parses an optional single-line text.
pub(super) fn optional_line(faults: &mut Faults, field: &str, value: Option<&str>) -> Option<String> {
    optional_text(faults, field, value, LINE, text::line)
        .ok()
        .flatten()
}

/// Parses a required multi-line text.
pub(super) fn prose(
    faults: &mut Faults,
    field: &str,
    value: Option<&str>,
    missing: &'static str,
) -> Option<String> {
    let text = optional_text(faults, field, value, PROSE, text::prose);
    required(faults, field, text, missing)
}

/// Parses an optional multi-line text.
pub(super) fn optional_prose(faults: &mut Faults, field: &str, value: Option<&str>) -> Option<String> {
    optional_text(faults, field, value, PROSE, text::prose)
        .ok()
        .flatten()
}

/// Parses a required date.
pub(super) fn date(
    faults: &mut Faults,
    field: &str,
    value: Option<&str>,
    missing: &'static str,
) -> Option<NaiveDate> {
    let date = optional_date(faults, field, value);
    required(faults, field, date, missing)
}

/// Parses an optional date. The error means that a fault was added.
pub(super) fn optional_date(
    faults: &mut Faults,
    field: &str,
    value: Option<&str>,
) -> Result<Option<NaiveDate>, Reported> {
    let Some(text) = value.map(str::trim).filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let day = text.split_once('T').map_or(text, |(day, _)| day);
    NaiveDate::parse_from_str(day, "%Y-%m-%d")
        .ok()
        .filter(|date| has_four_digit_year(*date))
        .map(Some)
        .ok_or_else(|| {
            faults.add(field, "The date must have the form YYYY-MM-DD.");
            Reported
        })
}

/// Checks a required id. Ids are positive.
pub(super) fn id(faults: &mut Faults, field: &str, value: Option<i64>, missing: &'static str) -> Option<i64> {
    let id = value.filter(|id| *id > 0);
    if id.is_none() {
        faults.add(field, missing);
    }
    id
}

/// Checks a required document: its type and its size.
pub(super) fn document(
    faults: &mut Faults,
    field: &str,
    kind: DocumentKind,
    file: Option<DetectedFile>,
    missing: &'static str,
) -> Option<FileType> {
    if file.is_none() {
        faults.add(field, missing);
    }
    optional_document(faults, field, kind, file)
}

/// Checks an optional document: its type and its size.
pub(super) fn optional_document(
    faults: &mut Faults,
    field: &str,
    kind: DocumentKind,
    file: Option<DetectedFile>,
) -> Option<FileType> {
    match kind.check(file?) {
        Ok(file_type) => Some(file_type),
        Err(error) => {
            faults.push(field, error.to_string(), error.reason());
            None
        }
    }
}

/// Checks the rows of a table that must not be empty. The faults of a row have its path, such as
/// `list_of_staff[0].`.
pub(super) fn check_rows<Raw, Row>(
    faults: &mut Faults,
    field: &str,
    missing: &'static str,
    rows: &[Raw],
    check: impl Fn(&Raw, &str, &mut Faults) -> Option<Row>,
) -> Vec<Row> {
    if rows.is_empty() {
        faults.add(field, missing);
    } else if rows.len() > MAX_ROWS {
        faults.add(
            field,
            format!("The list must not have more than {MAX_ROWS} rows."),
        );
        return Vec::new();
    }
    rows.iter()
        .enumerate()
        .filter_map(|(index, row)| check(row, &format!("{field}[{index}]."), faults))
        .collect()
}

/// Marks that the field already has a fault, so that no second one is added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reported;

fn required<T>(
    faults: &mut Faults,
    field: &str,
    value: Result<Option<T>, Reported>,
    missing: &'static str,
) -> Option<T> {
    let value = value.ok()?;
    if value.is_none() {
        faults.add(field, missing);
    }
    value
}

fn optional_text(
    faults: &mut Faults,
    field: &str,
    value: Option<&str>,
    longest: usize,
    rule: impl Fn(&str) -> Result<String, Unusable>,
) -> Result<Option<String>, Reported> {
    let text = rule(value.unwrap_or_default()).map_err(|why| {
        faults.add(field, format!("The text {why}"));
        Reported
    })?;
    check_length(faults, field, &text, longest)?;
    Ok((!text.is_empty()).then_some(text))
}

/// Checks only the length of a text of a draft.
pub(super) fn check_typed(faults: &mut Faults, field: &str, value: Option<&str>, longest: usize) {
    // `check_length` added the fault. The text itself is not used.
    let _noted = value.map(|text| check_length(faults, field, text, longest));
}

fn check_length(faults: &mut Faults, field: &str, text: &str, longest: usize) -> Result<(), Reported> {
    if text.chars().count() > longest {
        faults.add(
            field,
            format!("The text must not be longer than {longest} characters."),
        );
        return Err(Reported);
    }
    Ok(())
}

/// Rejects years without exactly four digits. They are typing errors, and some databases cannot
/// store them.
fn has_four_digit_year(date: NaiveDate) -> bool {
    (1000..=9999).contains(&date.year())
}

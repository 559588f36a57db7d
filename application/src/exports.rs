//! Exported documents and their file names.

use aditus_domain::audit::Act;
use aditus_domain::limits::Limit;

use crate::access::Caller;
use crate::audit;
use crate::limits::{self, Counter, LimitError};
use crate::ports::{Ports, StoreError};

/// A document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// Its file name, created by [`file_name`].
    pub file_name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// Counts an export against the limit, before the document is created.
pub(crate) fn limit(ports: &Ports, caller: &Caller) -> Result<(), LimitError> {
    limits::spend(ports, &exports_of(ports, caller))
}

fn exports_of(ports: &Ports, caller: &Caller) -> Counter {
    limits::caller_counter(ports, Limit::Export, Some(caller), "")
}

fn openings_of(ports: &Ports, caller: &Caller) -> Counter {
    limits::caller_counter(ports, Limit::Opening, Some(caller), "")
}

/// Adds the audit entry of an export or read before the document is returned. If the entry cannot
/// be added, the document is not returned (decisions P1).
pub(crate) fn record(ports: &Ports, caller: &Caller, act: Act) -> Result<(), StoreError> {
    let mut transaction = ports.database.begin()?;
    transaction
        .limited_events()
        .lock_exclusive(&[exports_of(ports, caller)])?;
    let recorded = audit::record_counted(ports, transaction.as_mut(), caller, act)?;
    transaction.commit(recorded)
}

/// Refuses early, before the document is read, if [`record_opening`] would refuse.
pub(crate) fn refuse_opening(ports: &Ports, caller: &Caller) -> Result<(), LimitError> {
    limits::refuse_early(ports, &openings_of(ports, caller))
}

/// Adds the audit entry like [`record`] for an uploaded document that is opened, and counts it
/// against the limit.
pub(crate) fn record_opening(ports: &Ports, caller: &Caller, opened: Act) -> Result<(), LimitError> {
    let mut transaction = ports.database.begin()?;
    limits::spend_within(ports, transaction.limited_events(), &openings_of(ports, caller))?;
    let recorded = audit::record_counted(ports, transaction.as_mut(), caller, opened)?;
    Ok(transaction.commit(recorded)?)
}

/// The maximum length of a file name in bytes. File systems allow 255, and browsers append a number
/// if the name exists.
pub const LONGEST_NAME: usize = 240;

/// Builds a file name from a stem in any script and an ending, which is kept whole. Characters that
/// are invalid in file names or headers, or that change the direction of text, are replaced in the
/// stem. A stem that is too long is cut at a character boundary.
pub fn file_name(stem: &str, ending: &str) -> String {
    let stem: String = stem
        .chars()
        .map(|c| if is_fit_for_name(c) { c } else { '_' })
        .collect();
    let room = LONGEST_NAME.saturating_sub(ending.len());
    let stem = &stem[..stem.floor_char_boundary(room)];
    format!("{}{ending}", stem.trim_start_matches('.'))
}

fn is_fit_for_name(c: char) -> bool {
    let turns_direction =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !c.is_control() && !turns_direction && !matches!(c, '/' | '\\' | '"' | ':' | '*' | '?' | '<' | '>' | '|')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_is_cut_at_a_character_and_keeps_its_ending() {
        for letter in ["a", "é", "ሀ", "😀"] {
            let name = file_name(&letter.repeat(255), "_requested_variables.csv");
            assert!(name.len() <= LONGEST_NAME, "{letter}: {}", name.len());
            assert!(name.len() > LONGEST_NAME - 4, "{letter}: {}", name.len());
            let stem = name.strip_suffix("_requested_variables.csv").unwrap_or_default();
            assert!(stem.chars().all(|c| c.to_string() == letter), "{name}");
        }
        assert_eq!(file_name("Waiting times", ".csv"), "Waiting times.csv");
    }

    #[test]
    fn no_path_quotation_mark_or_control_character_survives() {
        assert_eq!(
            file_name("../a\\b\"c\r\n:d\u{202e}fdp", ".pdf"),
            "_a_b_c___d_fdp.pdf"
        );
    }
}

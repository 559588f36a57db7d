//! Documents that are made to be taken away, and their names.

use aditus_domain::audit::Act;
use aditus_domain::limits::Limit;

use crate::access::Caller;
use crate::audit;
use crate::limits::{self, Counter, LimitError};
use crate::ports::{Ports, StoreError};

/// A document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// Its file name, as [`file_name`] makes it.
    pub file_name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// Counts that somebody takes something out, before it is made.
pub(crate) fn limit(ports: &Ports, caller: &Caller) -> Result<(), LimitError> {
    limits::spend(ports, &exports_of(ports, caller))
}

fn exports_of(ports: &Ports, caller: &Caller) -> Counter {
    limits::of_caller(ports, Limit::Export, Some(caller), "")
}

fn openings_of(ports: &Ports, caller: &Caller) -> Counter {
    limits::of_caller(ports, Limit::Opening, Some(caller), "")
}

/// Records that something is read out, before anybody gets it: what cannot be recorded is not handed out (design P1).
pub(crate) fn record(ports: &Ports, caller: &Caller, read_out: Act) -> Result<(), StoreError> {
    let mut transaction = ports.database.begin()?;
    transaction
        .limited_events()
        .take_turns(&[exports_of(ports, caller)])?;
    let recorded = audit::record_read_out(ports, transaction.as_mut(), caller, read_out)?;
    transaction.commit(recorded)
}

/// Refuses an opening that [`record_opening`] would refuse, before the document is read.
pub(crate) fn refuse_opening(ports: &Ports, caller: &Caller) -> Result<(), LimitError> {
    limits::refuse_early(ports, &openings_of(ports, caller))
}

/// As [`record`], of an uploaded document that is opened; counts it against the limit.
pub(crate) fn record_opening(ports: &Ports, caller: &Caller, opened: Act) -> Result<(), LimitError> {
    let mut transaction = ports.database.begin()?;
    limits::spend_within(ports, transaction.limited_events(), &openings_of(ports, caller))?;
    let recorded = audit::record_read_out(ports, transaction.as_mut(), caller, opened)?;
    Ok(transaction.commit(recorded)?)
}

/// The most bytes of a file's name: file systems take 255, and browsers add a number to a name that exists.
pub const LONGEST_NAME: usize = 240;

/// The name of a file, of a stem in any script and an ending that is kept whole. The stem loses what a file's name or a header cannot
/// hold, or what would show the name in another order than it has, and is cut at a character where the name becomes too long.
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

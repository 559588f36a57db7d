//! Search for requests by their references. References follow from ids, so that the database stores
//! no text for them.

use std::ops::RangeInclusive;

use crate::ids::RequestId;

/// Minimum length of a term that can match inside a word. Shorter terms match only at the start of
/// words.
pub const FOUND_WITHIN_WORDS: usize = 3;

/// The requests whose id or one of whose references contains a term, or begins with a short one
/// (2 §5, "List search").
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FoundByReference {
    /// No reference contains the term.
    None,
    /// Requests with ids in these ranges, which are in ascending order.
    Ids(Vec<RangeInclusive<i64>>),
    /// Requests whose [`reference_digits`] contain the term, which has at least three digits.
    Digits,
    /// Every reference contains the term.
    All,
}

/// Returns the digits of the longer of the tracking id and the staff reference. They contain a term
/// of digits if, and only if, one of the two references contains it.
pub fn reference_digits(request: RequestId) -> String {
    let id = request.0.to_string();
    format!("{id:0>width$}", width = (id.len() + 2).max(6))
}

impl FoundByReference {
    /// Reads a term that is already folded to lower case.
    pub fn from_term(term: &str) -> Self {
        let letters = term.trim_end_matches(|c: char| c.is_ascii_digit());
        let digits = &term[letters.len()..];
        let is_short = term.chars().count() < FOUND_WITHIN_WORDS;
        let ends = |word: &str| {
            if is_short {
                letters == word
            } else {
                word.ends_with(letters)
            }
        };
        match (letters, digits) {
            ("", "") => Self::None,
            ("", _) if is_short => Self::ids(ids_beginning_with(digits, 1)),
            ("", _) => Self::Digits,
            (_, "") if "req".starts_with(letters) || "dac".starts_with(letters) => Self::All,
            (_, "") => Self::None,
            _ if ends("req") => Self::ids(tracking_ids(digits)),
            _ if ends("dac") => Self::ids(staff_ids(digits)),
            _ => Self::None,
        }
    }

    fn ids(ranges: Vec<RangeInclusive<i64>>) -> Self {
        match ranges.as_slice() {
            [] => Self::None,
            [all] if *all == EVERY_ID => Self::All,
            _ => Self::Ids(ranges),
        }
    }
}

const EVERY_ID: RangeInclusive<i64> = 1..=i64::MAX;

/// The number of digits of the largest id.
const MAX_DIGITS: usize = 19;

/// The number of digits to which tracking ids are padded.
const PADDED: usize = 6;

/// Returns the ids whose tracking ids begin with these digits.
fn tracking_ids(digits: &str) -> Vec<RangeInclusive<i64>> {
    let mut ids: Vec<_> = ids_of_length(digits, PADDED).into_iter().collect();
    ids.extend(ids_beginning_with(digits, PADDED + 1));
    ids
}

/// Returns the ids whose staff references begin with these digits.
fn staff_ids(digits: &str) -> Vec<RangeInclusive<i64>> {
    match digits {
        "0" | "00" => vec![EVERY_ID],
        _ => digits
            .strip_prefix("00")
            .map(|digits| ids_beginning_with(digits, 1))
            .unwrap_or_default(),
    }
}

/// Returns the ids of at least `least` digits that begin with these digits.
fn ids_beginning_with(digits: &str, least: usize) -> Vec<RangeInclusive<i64>> {
    if digits.starts_with('0') {
        return Vec::new();
    }
    (least.max(digits.len())..=MAX_DIGITS)
        .filter_map(|length| ids_of_length(digits, length))
        .collect()
}

/// Returns the ids that begin with these digits when they are padded to `length` digits.
fn ids_of_length(digits: &str, length: usize) -> Option<RangeInclusive<i64>> {
    let rest = length.checked_sub(digits.len())?;
    let each = 10_u128.checked_pow(u32::try_from(rest).ok()?)?;
    let first = digits.parse::<u128>().ok()?.checked_mul(each)?;
    let last = i64::try_from(first + (each - 1)).unwrap_or(i64::MAX);
    let first = i64::try_from(first.max(1)).ok()?;
    (first <= last).then_some(first..=last)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{StaffReference, TrackingId};
    use super::*;

    /// The rule, implemented directly: terms of three or more characters match anywhere in a
    /// reference, and shorter ones at its start.
    fn is_found(term: &str, id: i64) -> bool {
        let request = RequestId(id);
        [
            TrackingId(request).to_string().to_lowercase(),
            StaffReference(request).to_string().to_lowercase(),
            id.to_string(),
        ]
        .iter()
        .any(|text| {
            if term.chars().count() < FOUND_WITHIN_WORDS {
                text.starts_with(term)
            } else {
                text.contains(term)
            }
        })
    }

    fn finds(term: &str, id: i64) -> bool {
        match FoundByReference::from_term(term) {
            FoundByReference::None => false,
            FoundByReference::Ids(ranges) => ranges.iter().any(|range| range.contains(&id)),
            FoundByReference::Digits => reference_digits(RequestId(id)).contains(term),
            FoundByReference::All => true,
        }
    }

    #[test]
    fn a_term_is_read_as_ranges_of_ids_as_digits_as_all_or_as_none() {
        for term in ["req000012", "eq000012", "q000012"] {
            assert_eq!(
                FoundByReference::from_term(term),
                FoundByReference::Ids(vec![12..=12]),
                "{term}"
            );
        }
        let FoundByReference::Ids(ids) = FoundByReference::from_term("dac0012") else {
            panic!("no ids");
        };
        assert_eq!(ids[..2], [12..=12, 120..=129]);
        assert_eq!(FoundByReference::from_term("malaria"), FoundByReference::None);
        assert_eq!(FoundByReference::from_term("req"), FoundByReference::All);
        assert_eq!(FoundByReference::from_term("0123"), FoundByReference::Digits);
    }

    fn any_id() -> impl Strategy<Value = i64> {
        prop_oneof![1..2_000_i64, 90_000..1_100_000_i64, 1..i64::MAX, Just(i64::MAX)]
    }

    proptest! {
        #[test]
        fn a_term_finds_the_requests_that_contain_it(term in "(r|re|req|eq|q|d|da|dac|ac|c|x)?[0-9]{0,9}[a-z ]?", id in any_id()) {
            prop_assume!(!term.trim().is_empty());
            let term = term.trim();
            prop_assert_eq!(finds(term, id), is_found(term, id), "{} {}", term, id);
        }

        #[test]
        fn parts_of_a_reference_find_it_if_they_are_long_or_at_its_start(id in any_id(), of_staff: bool, from in 0..20_usize, length in 1..24_usize) {
            let request = RequestId(id);
            let reference = if of_staff { StaffReference(request).to_string() } else { TrackingId(request).to_string() };
            let reference = reference.to_lowercase();
            let term: String = reference.chars().skip(from).take(length).collect();
            prop_assume!(!term.is_empty());
            prop_assert_eq!(finds(&term, id), is_found(&term, id), "{} {}", term, id);
        }

        #[test]
        fn never_panics(term in "\\PC{0,60}|[0-9]{0,60}|req[0-9]{15,60}") {
            let _ = FoundByReference::from_term(&term);
        }
    }
}

//! Validation of texts in the forms of the dictionary.

use crate::text::{Unusable, line, prose as read_prose};

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 255;
/// The longest description or message, in characters.
pub const LONGEST_TEXT: usize = 5000;
/// The longest description of a table or meaning of a variable, in characters. The same limit as
/// for imports.
pub const LONGEST_PROSE: usize = super::row::PROSE;

/// Parses a required name of one line. `missing` is the message if it is empty.
pub(super) fn name(typed: &str, label: &str, missing: &str) -> Result<String, String> {
    required(line(typed), label, missing, LONGEST_NAME)
}

/// Parses a required text of several lines. `missing` is the message if it is empty.
pub(super) fn text(typed: &str, label: &str, missing: &str) -> Result<String, String> {
    required(read_prose(typed), label, missing, LONGEST_TEXT)
}

/// Parses a required description, with the same limit as imports. `missing` is the message if it is
/// empty.
pub(super) fn prose(typed: &str, label: &str, missing: &str) -> Result<String, String> {
    required(read_prose(typed), label, missing, LONGEST_PROSE)
}

pub(super) fn optional(typed: &str, label: &str) -> Result<Option<String>, String> {
    let text = line(typed).map_err(|why| format!("{label} {why}"))?;
    check_length(&text, label, LONGEST_NAME)?;
    Ok((!text.is_empty()).then_some(text))
}

pub(super) fn check_length(text: &str, label: &str, longest: usize) -> Result<(), String> {
    if text.chars().count() > longest {
        return Err(format!("{label} must not be longer than {longest} characters."));
    }
    Ok(())
}

fn required(
    read: Result<String, Unusable>,
    label: &str,
    missing: &str,
    longest: usize,
) -> Result<String, String> {
    let text = read.map_err(|why| format!("{label} {why}"))?;
    if text.is_empty() {
        return Err(missing.to_owned());
    }
    check_length(&text, label, longest)?;
    Ok(text)
}

// The largest integer that clients read exactly, because most parse JSON numbers as doubles.
const MAX_COUNT: u64 = (1 << 53) - 1;

/// Checks that a typed number is neither negative nor too large.
pub(super) fn read_count(
    typed: Option<i64>,
    negative: &'static str,
    too_large: &'static str,
) -> Result<Option<u64>, &'static str> {
    let Some(typed) = typed else { return Ok(None) };
    let count = u64::try_from(typed).map_err(|_| negative)?;
    if count > MAX_COUNT {
        return Err(too_large);
    }
    Ok(Some(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_neither_negative_nor_too_large() {
        let count = |typed| read_count(typed, "negative", "too large");
        assert_eq!(count(None), Ok(None));
        assert_eq!(count(Some(0)), Ok(Some(0)));
        assert_eq!(count(Some(-1)), Err("negative"));
        assert_eq!(
            count(Some(9_007_199_254_740_991)),
            Ok(Some(9_007_199_254_740_991))
        );
        assert_eq!(count(Some(9_007_199_254_740_992)), Err("too large"));
    }
}

//! Texts of the forms about the dictionary.

use crate::plain_name::plain_name;

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 255;
/// The longest description or message, in characters.
pub const LONGEST_TEXT: usize = 5000;
/// The longest description of a table and meaning of a variable, in characters: as long as an import may bring them.
pub const LONGEST_PROSE: usize = super::row::PROSE;

/// A name on one line, without spaces at its ends or several in a row; `missing` is said when there is none.
pub(super) fn name(typed: &str, label: &str, missing: &str) -> Result<String, String> {
    let plain = plain_name(typed).map_err(|disguised| format!("{label} {disguised}"))?;
    let name = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    required(&name, label, missing, LONGEST_NAME)
}

/// A text of several lines; `missing` is said when there is none.
pub(super) fn text(typed: &str, label: &str, missing: &str) -> Result<String, String> {
    required(typed.trim(), label, missing, LONGEST_TEXT)
}

/// A description as an import may bring it: several lines with alike ends, and no other control characters but tabs.
pub(super) fn prose(typed: &str, label: &str, missing: &str) -> Result<String, String> {
    let text = typed.replace("\r\n", "\n").replace('\r', "\n");
    let text = required(text.trim(), label, missing, LONGEST_PROSE)?;
    if text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')) {
        return Err(format!("{label} must not contain control characters."));
    }
    Ok(text)
}

/// A name on one line that may be left out; none where it is empty.
pub(super) fn optional_name(typed: &str, label: &str) -> Result<Option<String>, String> {
    if typed.trim().is_empty() {
        return Ok(None);
    }
    name(typed, label, "").map(Some)
}

/// A name that may be left out.
pub(super) fn optional(typed: &str, label: &str) -> Result<Option<String>, String> {
    let name = typed.trim();
    within(name, label, LONGEST_NAME)?;
    Ok((!name.is_empty()).then(|| name.to_owned()))
}

/// Refuses a text that is longer than this many characters.
pub(super) fn within(text: &str, label: &str, longest: usize) -> Result<(), String> {
    if text.chars().count() > longest {
        return Err(format!("{label} must not be longer than {longest} characters."));
    }
    Ok(())
}

fn required(text: &str, label: &str, missing: &str, longest: usize) -> Result<String, String> {
    if text.is_empty() {
        return Err(missing.to_owned());
    }
    within(text, label, longest)?;
    Ok(text.to_owned())
}

/// The largest number that every client reads exactly: JSON numbers are doubles to most of them.
const MOST_COUNTED: u64 = (1 << 53) - 1;

/// A number of things, or none where nothing was counted.
pub(super) fn counted(
    typed: Option<i64>,
    negative: &'static str,
    too_large: &'static str,
) -> Result<Option<u64>, &'static str> {
    let Some(typed) = typed else { return Ok(None) };
    let count = u64::try_from(typed).map_err(|_| negative)?;
    if count > MOST_COUNTED {
        return Err(too_large);
    }
    Ok(Some(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_is_neither_negative_nor_too_large() {
        let count = |typed| counted(typed, "negative", "too large");
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

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

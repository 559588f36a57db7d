//! Texts of the forms about the dictionary.

use crate::plain_name::plain_name;

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 255;
/// The longest description or message, in characters.
pub const LONGEST_TEXT: usize = 5000;

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

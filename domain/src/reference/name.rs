//! Names of reference data, a single line each.

use thiserror::Error;

use crate::text::{Unusable, line};

/// The longest name, in characters.
pub const LONGEST_REFERENCE_NAME: usize = 255;

/// The reason why a text is not a valid name. The field is the label of the name in messages, such
/// as "Ethics Committee Name".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NameError {
    /// Nothing was entered.
    #[error("Please enter the {0}.")]
    Missing(&'static str),
    /// It is too long.
    #[error("The {0} must not be longer than {LONGEST_REFERENCE_NAME} characters.")]
    TooLong(&'static str),
    /// It contains characters that are not allowed in names.
    #[error("The {0} {1}")]
    Unusable(&'static str, Unusable),
    /// It looks like a formula.
    #[error("A name must not begin with =, +, - or @: spreadsheets would read it as a formula.")]
    Formula,
}

// First characters that make a spreadsheet interpret a cell as a formula.
const FORMULAS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

// Parses the active flag of a form: 0, 1 or absent.
pub(super) fn read_active(typed: Option<i64>) -> Result<Option<bool>, &'static str> {
    match typed {
        None => Ok(None),
        Some(0) => Ok(Some(false)),
        Some(1) => Ok(Some(true)),
        Some(_) => Err("Active must be 1 or 0."),
    }
}

// Parses a name that is exported to files for spreadsheets.
pub(super) fn read_for_spreadsheets(typed: &str, called: &'static str) -> Result<String, NameError> {
    let name = read(typed, called)?;
    if name.starts_with(FORMULAS) {
        Err(NameError::Formula)
    } else {
        Ok(name)
    }
}

// Parses a name. `called` is its label in messages.
pub(super) fn read(typed: &str, called: &'static str) -> Result<String, NameError> {
    let name = line(typed).map_err(|why| NameError::Unusable(called, why))?;
    if name.is_empty() {
        Err(NameError::Missing(called))
    } else if name.chars().count() > LONGEST_REFERENCE_NAME {
        Err(NameError::TooLong(called))
    } else {
        Ok(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_single_trimmed_line() {
        let read = |typed: &str| read(typed, "Region Name").map_err(|error| error.to_string());
        assert_eq!(read("  Lake   Region ").as_deref(), Ok("Lake Region"));
        assert_eq!(read(" "), Err("Please enter the Region Name.".to_owned()));
        assert_eq!(
            read(&"é".repeat(256)),
            Err("The Region Name must not be longer than 255 characters.".to_owned())
        );
        assert!(read(&"é".repeat(255)).is_ok());
        assert_eq!(
            read("Lake\u{1b}Region"),
            Err("The Region Name must not contain control characters.".to_owned())
        );
        assert!(
            read("Lake\u{202e} Region")
                .unwrap_err()
                .starts_with("The Region Name must not contain invisible characters")
        );
    }
}

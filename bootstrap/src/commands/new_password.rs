//! Reads a new password for the commands that set one.

use std::io::{BufRead, IsTerminal};

use crate::clean_failure::CleanFailure;
use crate::configuration::Environment;
use crate::terminal::HiddenInput;

/// The variable that holds the password, so that it appears in no list of processes.
const PASSWORD_VARIABLE: &str = "ADITUS_NEW_PASSWORD";

/// Returns the password from the variable. Otherwise asks twice at the terminal with hidden input,
/// or reads a line of standard input.
pub(super) fn read(environment: &Environment) -> Result<String, CleanFailure> {
    if let Some(password) = environment.get(PASSWORD_VARIABLE) {
        return Ok(password.to_owned());
    }
    let input = std::io::stdin();
    let unreadable = |error: std::io::Error| {
        if error.kind() == std::io::ErrorKind::Interrupted {
            CleanFailure::new("interrupted; nothing was changed")
        } else {
            CleanFailure::because("the password cannot be read", &error)
        }
    };
    if !input.is_terminal() {
        let mut line = String::new();
        input.lock().read_line(&mut line).map_err(unreadable)?;
        return Ok(line.trim_end_matches(['\n', '\r']).to_owned());
    }
    let hidden = HiddenInput::begin().map_err(unreadable)?;
    let password = hidden.ask("New password (not shown): ").map_err(unreadable)?;
    let repeated = hidden.ask("Repeat it: ").map_err(unreadable)?;
    if password == repeated {
        Ok(password)
    } else {
        Err(CleanFailure::new("the two passwords differ; nothing was changed"))
    }
}

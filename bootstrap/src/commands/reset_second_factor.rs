//! `aditus reset-second-factor`: lets the owner of an account sign in whose authenticator app and
//! recovery codes are lost, such as the last Super User.

use std::process::ExitCode;

use aditus_application::accounts::second_factor::reset;
use aditus_application::accounts::set_password;

use crate::clean_failure::{CleanFailure, chain};
use crate::console;
use crate::setup::Setup;
use crate::wiring::{MissingKey, Wiring};

/// Resets the second factor of the account with this email address or phone number. A server may run
/// meanwhile.
pub(crate) fn run(setup: &Setup, username: &str) -> Result<ExitCode, CleanFailure> {
    let ports = Wiring::without_migrating(setup, MissingKey::Create)?.ports;
    let failed = |error: &dyn std::error::Error| {
        CleanFailure::new(format!(
            "no second factor was reset: {}",
            setup.redacted(&chain(error))
        ))
    };
    let account = set_password::find(&ports, username).map_err(|error| failed(&error))?;
    let account = account.ok_or_else(|| {
        CleanFailure::new(format!(
            "there is no account with the email address or phone number {username}; nothing was changed"
        ))
    })?;
    reset::execute_as_operator(&ports, account.id).map_err(|error| failed(&error))?;
    tracing::info!(
        command = "reset-second-factor",
        user_id = account.id.0,
        outcome = "done",
        "second factor reset"
    );
    console::print(&format!(
        "The second factor of {username} was reset, and every session of the account has ended."
    ));
    match &account.org_email {
        Some(address) => console::print(&format!("An email to {} reports this.", address.as_str())),
        None => console::print("The account has no email address: inform its owner."),
    }
    Ok(ExitCode::SUCCESS)
}

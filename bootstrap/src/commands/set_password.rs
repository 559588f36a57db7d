//! `aditus set-password`: restores access to an account whose owner can no longer reset the
//! password.

use std::process::ExitCode;

use aditus_application::accounts::set_password;

use super::new_password;
use crate::clean_failure::{CleanFailure, chain};
use crate::configuration::Environment;
use crate::console;
use crate::setup::Setup;
use crate::wiring::{MissingKey, Wiring};

/// Sets the password of the account with this email address or phone number. A server may run
/// meanwhile.
pub(crate) fn run(
    setup: &Setup,
    username: &str,
    environment: &Environment,
) -> Result<ExitCode, CleanFailure> {
    let ports = Wiring::without_migrating(setup, MissingKey::Create)?.ports;
    let failed = |error: &dyn std::error::Error| {
        CleanFailure::new(format!("no password was set: {}", setup.redacted(&chain(error))))
    };
    let account = set_password::find(&ports, username).map_err(|error| failed(&error))?;
    let account = account.ok_or_else(|| {
        CleanFailure::new(format!(
            "there is no account with the email address or phone number {username}; nothing was changed"
        ))
    })?;
    let command = set_password::Command {
        user: account.id,
        password: new_password::read(environment)?,
    };
    set_password::execute(&ports, &command).map_err(|error| failed(&error))?;
    tracing::info!(
        command = "set-password",
        user_id = account.id.0,
        outcome = "done",
        "password set"
    );
    console::print(&format!(
        "The password of {username} was set, and every session of the account has ended."
    ));
    match &account.org_email {
        Some(address) => console::print(&format!("An email to {} reports this.", address.as_str())),
        None => console::print("The account has no email address: inform its owner."),
    }
    if !account.state.may_sign_in() {
        console::print("The account is disabled and cannot sign in until a Super User activates it.");
    }
    Ok(ExitCode::SUCCESS)
}

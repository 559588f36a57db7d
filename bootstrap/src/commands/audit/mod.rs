//! `aditus audit …`: proves the record of acts (design P2, P4, P5).

mod check;
mod export;
mod keys;
mod verify;

use std::process::ExitCode;

use crate::clean_failure::CleanFailure;
use crate::command_line::Audit;
use crate::setup::Setup;

pub(crate) use check::run as check;

/// The exit code of what is not as it was recorded.
const NOT_PROVED: u8 = 1;

/// Carries out what needs the installation.
pub(crate) fn run(setup: &Setup, command: Audit) -> Result<ExitCode, CleanFailure> {
    match command {
        Audit::Verify { checkpoint, json } => verify::run(setup, &checkpoint, json),
        Audit::Export { folder, json } => export::run(setup, &folder, json),
        Audit::Keys { rotate, json } => keys::run(setup, rotate, json),
        Audit::Check(arguments) => check::run(&arguments),
    }
}

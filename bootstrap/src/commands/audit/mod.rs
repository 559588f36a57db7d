//! `aditus audit …`: proves the audit log (decisions P2, P4, P5).

mod check;
mod export;
mod keys;
mod verify;

use std::process::ExitCode;

use crate::clean_failure::CleanFailure;
use crate::command_line::Audit;
use crate::setup::Setup;

pub(crate) use check::run as check;

/// The exit code when stored data differs from the audit log, or evidence is not proved.
const NOT_PROVED: u8 = 1;

/// Runs the subcommand.
pub(crate) fn run(setup: &Setup, command: Audit) -> Result<ExitCode, CleanFailure> {
    match command {
        Audit::Verify { checkpoint, json } => verify::run(setup, &checkpoint, json),
        Audit::Export { folder, json } => export::run(setup, &folder, json),
        Audit::Keys { rotate, json } => keys::run(setup, rotate, json),
        Audit::Check(arguments) => check::run(&arguments),
    }
}

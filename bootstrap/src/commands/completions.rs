//! `aditus completions`: prints the shell completions, generated from the command line.

use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::clean_failure::CleanFailure;
use crate::command_line::CommandLine;
use crate::console;

/// Prints the script of a shell. It needs neither configuration nor database.
pub(crate) fn run(shell: Shell) -> Result<ExitCode, CleanFailure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut CommandLine::command(), "aditus", &mut script);
    let script = String::from_utf8(script)
        .map_err(|error| CleanFailure::because("the completions cannot be written", &error))?;
    console::print(script.trim_end());
    Ok(ExitCode::SUCCESS)
}

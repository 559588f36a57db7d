//! The binary: reads the configuration, wires the adapters to the ports, and runs one command.

mod clean_failure;
mod command_line;
mod commands;
mod configuration;
mod console;
mod data_folder;
mod demo;
mod first_start;
mod logging;
mod push_gate;
mod wiring;
mod workers;

use std::process::ExitCode;

use clap::Parser;

use crate::clean_failure::CleanFailure;
use crate::command_line::{Command, CommandLine};
use crate::configuration::{Configuration, Environment};

/// Gives memory back to the system sooner, and takes less of it, than the allocator of the C library.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let command_line = CommandLine::parse();
    match run(command_line) {
        Ok(code) => code,
        Err(failure) => {
            console::complain(&format!("aditus: {failure}"));
            ExitCode::from(CleanFailure::EXIT_CODE)
        }
    }
}

fn run(command_line: CommandLine) -> Result<ExitCode, CleanFailure> {
    match command_line.command {
        Command::Openapi => return commands::openapi::run(),
        Command::Completions { shell } => return commands::completions::run(shell),
        Command::Man { folder } => return commands::man::run(&folder),
        Command::InspectDocument { limited } => return commands::inspect_document::run(limited),
        _ => {}
    }
    let environment = Environment::of_process();
    let configuration = Configuration::load(command_line.config.as_deref(), &environment)?;
    let _log = logging::start(configuration.log_format);
    match command_line.command {
        Command::Serve { demo } => commands::serve::run(&configuration, demo),
        Command::Migrate => commands::migrate::run(&configuration),
        Command::ImportDictionary(arguments) => commands::import_dictionary::run(&configuration, &arguments),
        Command::CreateSuperUser(arguments) => {
            commands::create_super_user::run(&configuration, &arguments, &environment)
        }
        Command::Check => Ok(commands::check::run(&configuration)),
        Command::Health => commands::health::run(&configuration),
        Command::Openapi
        | Command::InspectDocument { .. }
        | Command::Completions { .. }
        | Command::Man { .. } => Ok(ExitCode::SUCCESS),
    }
}

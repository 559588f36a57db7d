//! `aditus man`: the manual pages, generated from the command line.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::clean_failure::CleanFailure;
use crate::command_line::CommandLine;

/// The manual section of administration commands.
const SECTION: &str = "8";

/// Sections of the main page beside its options and commands.
const MORE: [(&str, &[(&str, &str)]); 4] = [
    (
        "EXIT STATUS",
        &[
            ("0", "Success."),
            (
                "1",
                "check or audit found something wrong; health found no server that is ready; verify-backup found damage; backup or restore lacks some documents; or an import accepted not a single row of a file.",
            ),
            (
                "2",
                "The command could not start or finish its work. One message on standard error gives the reason.",
            ),
        ],
    ),
    (
        "ENVIRONMENT",
        &[
            (
                "ADITUS_CONFIG",
                "The configuration file, unless --config names one.",
            ),
            (
                "ADITUS_*",
                "Each key of the configuration has a variable, which overrides the file: product.name is ADITUS_PRODUCT_NAME.",
            ),
            (
                "ADITUS_NEW_PASSWORD",
                "The new password for create-super-user and set-password.",
            ),
            (
                "ADITUS_NEW_DATABASE_URL, ADITUS_NEW_DATABASE_URL_FILE",
                "The address of the new database for migrate-database, or the file that contains it.",
            ),
            ("RUST_LOG", "The log level on standard error. Default: info."),
        ],
    ),
    (
        "FILES",
        &[
            (
                "/etc/aditus/aditus.toml",
                "The configuration, if neither --config nor ADITUS_CONFIG names a file and there is no aditus.toml in the \
                 working directory.",
            ),
            (
                "/var/lib/aditus",
                "The data folder of the Debian package: the database of a single node, uploaded documents, mails, and \
                 secrets.",
            ),
            (
                "/usr/share/doc/aditus",
                "The documents of the Debian package, each under the name used in messages, such as KEYS.md.gz for KEYS.md.",
            ),
        ],
    ),
    (
        "NOTES",
        &[(
            "Account",
            "Run commands that open the data folder as the account that owns it, on Debian aditus: \
             sudo -u aditus aditus check",
        )],
    ),
];

/// Writes a page for the program and for each of its commands. It needs neither configuration nor
/// database.
pub(crate) fn run(folder: &Path) -> Result<ExitCode, CleanFailure> {
    write_all(folder).map_err(|error| {
        CleanFailure::because(
            &format!("the manual pages cannot be written into {}", folder.display()),
            &error,
        )
    })?;
    Ok(ExitCode::SUCCESS)
}

fn write_all(folder: &Path) -> io::Result<()> {
    let mut program = CommandLine::command().disable_help_subcommand(true);
    program.build();
    write_commands_of(folder, &program)?;
    let mut more = Roff::new();
    for (heading, entries) in MORE {
        more.control("SH", [heading]);
        for (term, meaning) in entries {
            more.control("TP", []);
            more.text([bold(*term)]);
            more.text([roman(*meaning)]);
        }
    }
    write(folder, program, &more)
}

/// Writes the pages of all subcommands, recursively.
fn write_commands_of(folder: &Path, program: &Command) -> io::Result<()> {
    let is_ours = |command: &&Command| !command.is_hide_set() && command.get_name() != "help";
    for command in program.get_subcommands().filter(is_ours) {
        write(folder, command.clone(), &Roff::new())?;
        write_commands_of(folder, command)?;
    }
    Ok(())
}

fn write(folder: &Path, mut command: Command, more: &Roff) -> io::Result<()> {
    // Takes the usage of `--help`, because the page generator leaves out the values of options.
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").to_owned();
    let command = command.override_usage(usage);
    let page = Man::new(command).section(SECTION).manual("Aditus");
    let mut file = File::create(folder.join(page.get_filename()))?;
    page.render(&mut file)?;
    more.to_writer(&mut file)?;
    file.flush()
}

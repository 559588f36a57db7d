//! The program: reads the command line and the configuration, installs the program's own adapters,
//! and runs the command.

use std::cell::Cell;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use aditus_application::backup::restore::Documents;
use aditus_application::ports::{self, Clock, FileScanner, Mailer, MigratableDatabase, TextMessages};
use aditus_system::SystemClock;
use aditus_watching::Traces;
use clap::Parser;
use rustix::fs::Mode;
use serde::de::DeserializeOwned;

use crate::adapters::{AdapterContext, DatabaseContext, Files, Own, OwnAdapters, Worker};
use crate::clean_failure::{BoxError, CleanFailure};
use crate::command_line::{Audit, Command, CommandLine};
use crate::configuration::{Configuration, Environment, LogFormat, Reader};
use crate::setup::Setup;
use crate::{commands, console, logging};

/// The program before it runs its command: its configuration and its own adapters.
///
/// Each `with_…` takes the adapter's name and a function that creates it. The name appears in
/// `check` and in failures, and MUST NOT contain secrets. The adapter is created when a command
/// needs it. [`Application::with_clock`] differs: a clock needs no name and is created at once.
pub struct Application {
    reader: Reader,
    configuration: Configuration,
    extension_is_read: Cell<bool>,
    own: OwnAdapters,
}

/// The `main` of a program: runs the command of the command line with the adapters that `adapt`
/// installs, and returns the exit code.
///
/// `adapt` is called once, and not at all by commands that need no configuration. If it returns its
/// argument unchanged, the program is the binary `aditus`. Its error is printed on the terminal,
/// and the program ends with code 2.
pub fn run(adapt: impl FnOnce(Application) -> Result<Application, BoxError>) -> ExitCode {
    match carry_out(CommandLine::parse(), adapt) {
        Ok(code) => code,
        Err(failure) => {
            console::print_error(&format!("aditus: {failure}"));
            ExitCode::from(CleanFailure::EXIT_CODE)
        }
    }
}

fn carry_out(
    command_line: CommandLine,
    adapt: impl FnOnce(Application) -> Result<Application, BoxError>,
) -> Result<ExitCode, CleanFailure> {
    match command_line.command {
        Command::Openapi => return commands::openapi::run(),
        Command::Completions { shell } => return commands::completions::run(shell),
        Command::Man { folder } => return commands::man::run(&folder),
        Command::VerifyBackup { folder } => return commands::verify_backup::run(&folder),
        Command::Audit(Audit::Check(arguments)) => return commands::audit::check(&arguments),
        // The inspecting process reads untrusted files, so it MUST NOT read the configuration or
        // the environment.
        Command::InspectDocument { limited } => return commands::inspect_document::run(limited),
        _ => {}
    }
    // Set before anything is written: files of this process are for its own account alone.
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
    let environment = Environment::from_process();
    let application = Application::read(command_line.config.as_deref(), &environment)?;
    let is_server = matches!(command_line.command, Command::Serve { .. });
    let (traces, fault) = match &application.configuration.traces {
        Some(settings) if is_server => match Traces::start(settings, env!("CARGO_PKG_VERSION")) {
            Ok(traces) => (Some(traces), None),
            Err(error) => (
                None,
                Some(CleanFailure::because("ADITUS_TRACES_ENDPOINT", &error)),
            ),
        },
        _ => (None, None),
    };
    // Dropped before the log, so that failures of the last spans are logged.
    let log = logging::start(application.configuration.log_format, traces.as_ref());
    let is_for_machines = is_server && application.configuration.log_format == LogFormat::Json;
    let done = match run_command(application, command_line, &environment, adapt, fault) {
        // A failure goes into the same stream as the log.
        Err(failure) if is_for_machines => {
            tracing::error!("{failure}");
            Ok(ExitCode::from(CleanFailure::EXIT_CODE))
        }
        done => done,
    };
    drop(traces);
    drop(log);
    done
}

fn run_command(
    application: Application,
    command_line: CommandLine,
    environment: &Environment,
    adapt: impl FnOnce(Application) -> Result<Application, BoxError>,
    fault: Option<CleanFailure>,
) -> Result<ExitCode, CleanFailure> {
    let setup = adapt(application).map_err(CleanFailure::from_error)?.finish()?;
    // Errors of the configuration as a whole were reported before this one.
    if let Some(fault) = fault {
        return Err(fault);
    }
    match command_line.command {
        Command::Serve { demo } => commands::serve::run(setup, demo),
        Command::Migrate => commands::migrate::run(&setup),
        Command::MigrateDatabase { to } => commands::migrate_database::run(&setup, to, environment),
        Command::Backup { folder } => commands::backup::run(&setup, &folder),
        Command::Restore {
            folder,
            without_key,
            except_damaged,
        } => {
            let documents = if except_damaged {
                Documents::ExceptDamaged
            } else {
                Documents::All
            };
            commands::restore::run(&setup, &folder, without_key, documents)
        }
        Command::ImportDictionary(arguments) => commands::import_dictionary::run(&setup, &arguments),
        Command::CreateSuperUser(arguments) => {
            commands::create_super_user::run(&setup, &arguments, environment)
        }
        Command::SetPassword { username } => commands::set_password::run(&setup, &username, environment),
        Command::ResetSecondFactor { username } => commands::reset_second_factor::run(&setup, &username),
        Command::SendTestMail { address } => commands::send_test_mail::run(&setup, &address),
        Command::Check(arguments) => Ok(commands::check::run(&setup, arguments)),
        Command::Audit(command) => commands::audit::run(&setup, command),
        Command::Keys(command) => commands::keys::run(&setup, command),
        Command::Retention(arguments) => commands::retention::run(&setup, &arguments),
        Command::Health => commands::health::run(&setup.configuration),
        // `carry_out` has run these already.
        Command::Openapi
        | Command::InspectDocument { .. }
        | Command::Completions { .. }
        | Command::VerifyBackup { .. }
        | Command::Man { .. } => Ok(ExitCode::SUCCESS),
    }
}

impl Application {
    /// Reads the file and the variables. Their errors are collected, and reported together later.
    pub(crate) fn read(file: Option<&Path>, environment: &Environment) -> Result<Self, CleanFailure> {
        let failed = |error: crate::configuration::ConfigurationError| CleanFailure::new(error.to_string());
        let reader = Reader::open(file, environment).map_err(failed)?;
        Ok(Self {
            configuration: Configuration::from_reader(&reader),
            reader,
            extension_is_read: Cell::new(false),
            own: OwnAdapters::default(),
        })
    }

    /// Returns the program's own configuration: the table `[extension]`, overridden by the
    /// variables `ADITUS_EXTENSION_*` for the keys directly in it.
    ///
    /// Fails with every error of the whole configuration: keys of `T` that are missing or of
    /// another type, keys in the table that `T` does not have, and errors outside of the table. A
    /// program reads the whole table once. A program that never reads it refuses it.
    pub fn extension<T: DeserializeOwned>(&self) -> Result<T, CleanFailure> {
        self.extension_is_read.set(true);
        let read = self.reader.extension();
        self.reader
            .finish()
            .map_err(|error| CleanFailure::new(error.to_string()))?;
        read.ok_or_else(|| CleanFailure::new("the table [extension] of the configuration cannot be read"))
    }

    /// Returns the data folder of this node. It may not exist yet.
    pub fn data_dir(&self) -> &Path {
        &self.configuration.data_dir
    }

    /// Returns the public address of this installation, without a slash at the end.
    pub fn public_url(&self) -> &str {
        &self.configuration.settings.public_url
    }

    /// Stores everything in the program's own database, or in a wrapper around the built-in one
    /// ([`DatabaseContext::built_in`]). It MUST fulfil the contract of
    /// [`Database`](aditus_application::ports::Database) and of [`MigratableDatabase`].
    #[must_use]
    pub fn with_database(
        mut self,
        name: impl Into<String>,
        open: impl Fn(&DatabaseContext<'_>) -> Result<Arc<dyn MigratableDatabase>, BoxError> + 'static,
    ) -> Self {
        self.own.database = Some(Own::new(name, Box::new(open)));
        self
    }

    /// Sends mails with the program's own mailer. It MUST fulfil the contract of [`Mailer`].
    #[must_use]
    pub fn with_mailer(
        mut self,
        name: impl Into<String>,
        make: impl Fn(&AdapterContext<'_, Arc<dyn Mailer>>) -> Result<Arc<dyn Mailer>, BoxError> + 'static,
    ) -> Self {
        self.own.mailer = Some(Own::new(name, Box::new(make)));
        self
    }

    /// Sends text messages with the program's own gateway, or with none: codes for phone numbers
    /// are then sent by email. It MUST fulfil the contract of [`TextMessages`]. A demonstration
    /// sends no text messages, because its phone numbers are invented.
    #[must_use]
    pub fn with_text_messages(
        mut self,
        name: impl Into<String>,
        make: impl Fn(
            &AdapterContext<'_, Option<Arc<dyn TextMessages>>>,
        ) -> Result<Option<Arc<dyn TextMessages>>, BoxError>
        + 'static,
    ) -> Self {
        self.own.text_messages = Some(Own::new(name, Box::new(make)));
        self
    }

    /// Stores uploaded documents in the program's own file store. It MUST fulfil the contract of
    /// [`FileStore`](aditus_application::ports::FileStore).
    #[must_use]
    pub fn with_files(
        mut self,
        name: impl Into<String>,
        make: impl Fn(&AdapterContext<'_, Files>) -> Result<Files, BoxError> + 'static,
    ) -> Self {
        self.own.files = Some(Own::new(name, Box::new(make)));
        self
    }

    /// Scans uploaded documents for viruses with the program's own scanner, or not at all. It MUST
    /// fulfil the contract of [`FileScanner`].
    #[must_use]
    pub fn with_virus_scanner(
        mut self,
        name: impl Into<String>,
        make: impl Fn(
            &AdapterContext<'_, Option<Arc<dyn FileScanner>>>,
        ) -> Result<Option<Arc<dyn FileScanner>>, BoxError>
        + 'static,
    ) -> Self {
        self.own.scanner = Some(Own::new(name, Box::new(make)));
        self
    }

    /// Creates requests, letters, public documents and CSV exports with the program's own adapter.
    /// It MUST fulfil the contract of [`Documents`](ports::Documents). Aditus calls it on a few
    /// threads of low priority, as it calls the built-in one.
    #[must_use]
    pub fn with_documents(
        mut self,
        name: impl Into<String>,
        make: impl Fn(
            &AdapterContext<'_, Arc<dyn ports::Documents>>,
        ) -> Result<Arc<dyn ports::Documents>, BoxError>
        + 'static,
    ) -> Self {
        self.own.documents = Some(Own::new(name, Box::new(make)));
        self
    }

    /// Takes the time from the program's own clock. `make` gets the clock of the machine, to wrap it.
    /// It MUST fulfil the contract of [`Clock`]. Lines of the log, waits between two runs of a worker
    /// and the `Date` header of answers keep to the machine.
    #[must_use]
    pub fn with_clock(mut self, make: impl FnOnce(Arc<dyn Clock>) -> Arc<dyn Clock>) -> Self {
        self.own.clock = Some(make(Arc::new(SystemClock)));
        self
    }

    /// Adds a worker that `serve` runs beside its own. There is no built-in one: [`AdapterContext::built_in`]
    /// returns `()`. `check` reports for each worker whether the systems it needs can be reached;
    /// other commands create no workers.
    #[must_use]
    pub fn with_worker(
        mut self,
        name: impl Into<String>,
        make: impl Fn(&AdapterContext<'_, ()>) -> Result<Arc<dyn Worker>, BoxError> + 'static,
    ) -> Self {
        self.own.workers.push(Own::new(name, Box::new(make)));
        self
    }

    /// Returns the setup of the command, or the errors of the configuration.
    pub(crate) fn finish(self) -> Result<Setup, CleanFailure> {
        if !self.extension_is_read.get() {
            self.reader.refuse_extension();
        }
        self.reader
            .finish()
            .map_err(|error| CleanFailure::new(error.to_string()))?;
        Ok(Setup {
            configuration: self.configuration,
            own: self.own,
            configured_keys: self.reader.configured_keys(),
            warnings: self.reader.warnings(),
            sends_text_messages: true,
        })
    }
}

#[cfg(test)]
mod tests;

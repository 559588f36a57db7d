//! The commands and their arguments.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// The command by which the server inspects documents.
pub(crate) const INSPECT_DOCUMENT: &str = "inspect-document";

/// A platform for requesting access to health data, with transparent decisions.
#[derive(Debug, Parser)]
#[command(name = "aditus", version = VERSION, about, arg_required_else_help = true)]
pub(crate) struct CommandLine {
    /// The configuration file. By default the file named by `ADITUS_CONFIG`, else `aditus.toml` if it exists, else
    /// `/etc/aditus/aditus.toml` if it exists.
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// The command to run.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The version, with the commit of the build if it is known.
pub(crate) const VERSION: &str = match option_env!("ADITUS_VERSION") {
    Some(version) => version,
    None => env!("CARGO_PKG_VERSION"),
};

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the server until it receives a termination signal.
    Serve {
        /// Fill an empty database with invented people, data and requests, and show the sent emails in the browser.
        #[arg(long)]
        demo: bool,
    },
    /// Migrate the database to the schema of this version.
    Migrate,
    /// Move an installation from SQLite to PostgreSQL. Stop the server first. Documents and secrets stay where they are.
    MigrateDatabase {
        /// The address of the new, empty database, with the role that owns it, such as `postgres://aditus@db.example/aditus`. Other accounts
        /// on this machine can read it, so pass an address with a password in `ADITUS_NEW_DATABASE_URL`, or in the file named by
        /// `ADITUS_NEW_DATABASE_URL_FILE`.
        #[arg(long, value_name = "URL")]
        to: Option<String>,
    },
    /// Back up the database and the documents while the server runs. The secrets of the installation are not included.
    Backup {
        /// The folder to create, or an empty one.
        folder: PathBuf,
    },
    /// Restore a backup into an empty installation. Stop the server first.
    Restore {
        /// The folder of the backup.
        folder: PathBuf,
        /// Restore even if `secrets/master.key` is not that of the backed-up installation: sessions end, and the database passwords of data
        /// sources must be entered again.
        #[arg(long)]
        without_key: bool,
        /// Skip documents that are missing or damaged in the backup, list them, and exit with code 1. The database must be complete.
        #[arg(long)]
        except_damaged: bool,
    },
    /// Check that a backup is complete and unchanged, by reading all of it. Needs no configuration.
    VerifyBackup {
        /// The folder of the backup.
        folder: PathBuf,
    },
    /// Import a data dictionary from CSV files.
    ImportDictionary(ImportDictionary),
    /// Create a Super User, the first one or another. The password is read from `ADITUS_NEW_PASSWORD`, the terminal or standard input.
    CreateSuperUser(CreateSuperUser),
    /// Set the password of an account, and end all of its sessions. The password is read as by create-super-user. The server may keep
    /// running.
    SetPassword {
        /// The email address or phone number that the account signs in with.
        username: String,
    },
    /// Reset the second factor of an account whose owner lost it, and end all of its sessions. The server may keep running.
    ResetSecondFactor {
        /// The email address or phone number that the account signs in with.
        username: String,
    },
    /// Check the configuration and everything it points to.
    Check(Check),
    /// Send a test mail right away.
    SendTestMail {
        /// The email address to send it to.
        address: String,
    },
    /// Verify the audit log, check evidence, list or change the keys of the log, or export the log as files.
    #[command(subcommand)]
    Audit(Audit),
    /// Rotate the master secret of the installation (`secrets/master.key`) without losing the data that it encrypts.
    #[command(subcommand)]
    Keys(Keys),
    /// List data whose retention period is over, or delete it. The server deletes it every hour.
    Retention(Retention),
    /// Check whether the server with this configuration is ready.
    Health,
    /// Print the `OpenAPI` document as JSON.
    Openapi,
    /// Print a script that completes commands and options in a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Write the manual pages into a folder, one for each command.
    Man {
        /// An existing folder.
        folder: PathBuf,
    },
    /// Inspect a file on standard input with limited memory and time. The server runs this itself.
    #[command(name = INSPECT_DOCUMENT, hide = true)]
    InspectDocument {
        /// Memory and time are already limited.
        #[arg(long)]
        limited: bool,
    },
}

/// The arguments of `retention`.
#[derive(Debug, Args)]
pub(crate) struct Retention {
    /// List the data, and change nothing. This is the default.
    #[arg(long, conflicts_with = "apply")]
    pub(crate) dry_run: bool,
    /// Delete the data now.
    #[arg(long)]
    pub(crate) apply: bool,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The commands about the audit log and its transparency log.
#[derive(Debug, Subcommand)]
pub(crate) enum Audit {
    /// Compare every entry, checkpoint, version and document with the log, and report differences. The server may keep running.
    Verify {
        /// A saved checkpoint, such as `/log/checkpoint` of last year, that the log must begin with. Can be repeated.
        #[arg(long, value_name = "FILE")]
        checkpoint: Vec<PathBuf>,
        /// Print the result as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Check a file of evidence against keys that you trust. Needs no installation and no configuration.
    Check(CheckEvidence),
    /// Export the log as static files with the paths of C2SP tlog-tiles: checkpoint, hashes and keys, without the entries.
    Export {
        /// The folder to create, or an empty one.
        folder: PathBuf,
        /// Print the result as JSON.
        #[arg(long)]
        json: bool,
    },
    /// List the keys that sign the log.
    Keys {
        /// Create a new signing key, and delete the secret of the previous one.
        #[arg(long)]
        rotate: bool,
        /// Print the result as JSON.
        #[arg(long)]
        json: bool,
    },
}

/// Commands about the master secret.
#[derive(Debug, Clone, Copy, Subcommand)]
pub(crate) enum Keys {
    /// Show which secrets are valid, and whether the former one is still needed.
    Status,
    /// Create the next secret, `secrets/master.key.next`. It is not used until `aditus keys rotate`: first copy it to every node, and restart
    /// every server. The server may keep running.
    Prepare,
    /// Put the prepared secret into use and re-encrypt everything with it. The former one stays valid as `secrets/master.key.old` until you
    /// delete that file. Run it again to continue after an interruption. Servers that were restarted after `prepare` may keep running.
    Rotate,
    /// Create a new secret if that of an installation in use is permanently lost, and list what is lost with it. Stop the server first.
    ReplaceLost,
}

/// The arguments of `audit check`.
#[derive(Debug, Args)]
pub(crate) struct CheckEvidence {
    /// The file, such as `entry-345.evidence.json`.
    pub(crate) file: PathBuf,
    /// A key that you trust, as `GET audit/log/` of the installation returns it. Can be repeated.
    #[arg(long, required = true, value_name = "KEY")]
    pub(crate) key: Vec<String>,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The arguments of `check`.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Check {
    /// Also check all stored data: every request with its chain and versions, counters, search texts, the dictionary, drafts and every
    /// document. The server may keep running.
    #[arg(long)]
    pub(crate) deep: bool,
    /// Recompute counters, search texts and other derived data that is wrong.
    #[arg(long, alias = "mend", requires = "deep")]
    pub(crate) repair: bool,
    /// Print the result as JSON, at the end.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The arguments of `import-dictionary`.
#[derive(Debug, Args)]
pub(crate) struct ImportDictionary {
    /// The name of the data source. If there is none with this name, it is added, unpublished.
    #[arg(long, value_name = "NAME")]
    pub(crate) source: String,
    /// The format of the files.
    #[arg(long, value_enum, default_value_t = Format::Aditus)]
    pub(crate) format: Format,
    /// The CSV file of tables. Not for the format redcap.
    #[arg(long, value_name = "FILE", required_unless_present_any = ["format"], required_if_eq_any = [("format", "aditus"), ("format", "omop")])]
    pub(crate) tables: Option<PathBuf>,
    /// The CSV file of variables.
    #[arg(long, value_name = "FILE")]
    pub(crate) variables: PathBuf,
    /// Show what would be added, changed and rejected, and change nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Ignore columns that the format does not know, instead of rejecting the files.
    #[arg(long)]
    pub(crate) leave_unknown: bool,
    /// Publish the data source if the import adds it.
    #[arg(long)]
    pub(crate) publish: bool,
}

/// The formats of dictionary files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The columns of Aditus.
    Aditus,
    /// The two files that describe the OMOP Common Data Model.
    Omop,
    /// The data dictionary of a REDCap project, which is one file.
    Redcap,
}

/// The arguments of `create-super-user`.
#[derive(Debug, Args)]
pub(crate) struct CreateSuperUser {
    /// The email address to sign in with.
    #[arg(long)]
    pub(crate) email: String,
    /// First name.
    #[arg(long)]
    pub(crate) fname: String,
    /// Surname.
    #[arg(long)]
    pub(crate) sname: String,
    /// Phone number with the country's dial prefix, such as +12125550123.
    #[arg(long)]
    pub(crate) phone: String,
}

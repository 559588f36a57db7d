//! The commands and their arguments.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// The command by which the server inspects documents.
pub(crate) const INSPECT_DOCUMENT: &str = "inspect-document";

/// Requesting access to health data, and deciding on it in the open.
#[derive(Debug, Parser)]
#[command(name = "aditus", version = VERSION, about, arg_required_else_help = true)]
pub(crate) struct CommandLine {
    /// The configuration file, else the one that `ADITUS_CONFIG` names, else `aditus.toml` when there is one, else
    /// `/etc/aditus/aditus.toml` when there is one.
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The version, with the commit of the build if it is known.
pub(crate) const VERSION: &str = match option_env!("ADITUS_VERSION") {
    Some(version) => version,
    None => env!("CARGO_PKG_VERSION"),
};

/// What the binary can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve the product until a termination signal comes.
    Serve {
        /// Fill an empty database with invented people, data and requests, and show the mails that are sent.
        #[arg(long)]
        demo: bool,
    },
    /// Bring the database to the schema of this version.
    Migrate,
    /// Move an installation from SQLite to PostgreSQL. No server may run meanwhile; documents and secrets stay where they are.
    MigrateDatabase {
        /// The address of the new, empty database, by the role that owns it, such as `postgres://aditus@db.example/aditus`. Others on this
        /// machine can read it: an address with a password comes from `ADITUS_NEW_DATABASE_URL`, or from the file that
        /// `ADITUS_NEW_DATABASE_URL_FILE` names.
        #[arg(long, value_name = "URL")]
        to: Option<String>,
    },
    /// Back up the database and the documents while the server runs. The secrets of the installation are no part of it.
    Backup {
        /// The folder to make: one that is not there yet, or empty.
        folder: PathBuf,
    },
    /// Make an empty installation what a backup was made of. No server may run meanwhile.
    Restore {
        /// The folder of the backup.
        folder: PathBuf,
        /// Go on although `secrets/master.key` is not the one of the installation that was backed up: sessions end, and passwords of data
        /// sources' databases have to be typed again.
        #[arg(long)]
        without_key: bool,
        /// Leave out documents that are missing or damaged in the backup, name each, and end with the code 1. The database has to be whole.
        #[arg(long)]
        except_damaged: bool,
    },
    /// Read a backup whole and say whether all of it is there and as it was. Needs no configuration.
    VerifyBackup {
        /// The folder of the backup.
        folder: PathBuf,
    },
    /// Import a data dictionary from two CSV files.
    ImportDictionary(ImportDictionary),
    /// Create a Super User, the first one or another. The password is read from `ADITUS_NEW_PASSWORD`, from the terminal or from standard
    /// input.
    CreateSuperUser(CreateSuperUser),
    /// Set the password of an account, and end all of its sessions. The password is read as by create-super-user. A server may run
    /// meanwhile.
    SetPassword {
        /// The e-mail address or phone number that the account signs in with.
        username: String,
    },
    /// Check the configuration and everything that it points to.
    Check(Check),
    /// Send one mail at once, to find out whether mails leave and arrive.
    SendTestMail {
        /// The e-mail address to send it to.
        address: String,
    },
    /// Prove the audit log: verify it, check evidence, list or change the keys of its log, write the log as files.
    #[command(subcommand)]
    Audit(Audit),
    /// Change the master secret of the installation (`secrets/master.key`), and lose nothing that is sealed with it.
    #[command(subcommand)]
    Keys(Keys),
    /// List what was kept for as long as the configuration says, and remove it where that is asked for. A server does so every hour.
    Retention(Retention),
    /// Ask the server that runs with this configuration whether it is ready.
    Health,
    /// Print the `OpenAPI` document as JSON.
    Openapi,
    /// Print what a shell needs to complete the commands and their options.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Write the manual pages into a folder, one for each command.
    Man {
        /// The folder; it has to be there.
        folder: PathBuf,
    },
    /// Say what a file on standard input is, for the server itself, with little memory and time.
    #[command(name = INSPECT_DOCUMENT, hide = true)]
    InspectDocument {
        /// Whether memory and time are limited already.
        #[arg(long)]
        limited: bool,
    },
}

/// What to do with what was kept for long enough.
#[derive(Debug, Args)]
pub(crate) struct Retention {
    /// List what would go, and change nothing. It is what happens without any option.
    #[arg(long, conflicts_with = "apply")]
    pub(crate) dry_run: bool,
    /// Remove it now.
    #[arg(long)]
    pub(crate) apply: bool,
    /// Answer as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// What to do about the audit log.
#[derive(Debug, Subcommand)]
pub(crate) enum Audit {
    /// Look at every entry, checkpoint, version and document, and say what is not what was recorded. A server may run meanwhile.
    Verify {
        /// A checkpoint that somebody has kept, such as `/log/checkpoint` of last year: the log has to begin with it. May be given more than
        /// once.
        #[arg(long, value_name = "FILE")]
        checkpoint: Vec<PathBuf>,
        /// Answer as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Check a file of evidence against keys that you trust. Needs no installation and no configuration.
    Check(CheckEvidence),
    /// Write the log as static files by the paths of C2SP tlog-tiles: checkpoint, hashes and keys. The entries are no part of it.
    Export {
        /// The folder to make: one that is not there yet, or empty.
        folder: PathBuf,
        /// Answer as JSON.
        #[arg(long)]
        json: bool,
    },
    /// List the keys that sign the log.
    Keys {
        /// Make a key that signs from now on, and forget the secret of the one before.
        #[arg(long)]
        rotate: bool,
        /// Answer as JSON.
        #[arg(long)]
        json: bool,
    },
}

/// Commands about the master secret.
#[derive(Debug, Clone, Copy, Subcommand)]
pub(crate) enum Keys {
    /// Say which secrets are valid, and whether the former one is still needed.
    Status,
    /// Make the next secret, `secrets/master.key.next`. Nothing is sealed with it yet: it has to be on every node first, and every server
    /// restarted. A server may run meanwhile.
    Prepare,
    /// Put the prepared secret into use and seal everything anew with it. The former one stays valid as `secrets/master.key.old` until that
    /// file is removed. What was interrupted goes on. Servers that know the next secret may run meanwhile.
    Rotate,
    /// Make a new secret where that of an installation in use is lost for good. It says what is lost with it. No server may run meanwhile.
    ReplaceLost,
}

/// Which evidence to check.
#[derive(Debug, Args)]
pub(crate) struct CheckEvidence {
    /// The file, such as `entry-345.evidence.json`.
    pub(crate) file: PathBuf,
    /// A key that you trust, such as `GET audit/log/` of the installation tells it. May be given more than once.
    #[arg(long, required = true, value_name = "KEY")]
    pub(crate) key: Vec<String>,
    /// Answer as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// What to check.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Check {
    /// Look through everything that is stored as well: every request with its chain and versions, counters, search texts, the
    /// dictionary, drafts and every document. A server may run meanwhile.
    #[arg(long)]
    pub(crate) deep: bool,
    /// Recompute counters, search texts and other derived data that is wrong.
    #[arg(long, alias = "mend", requires = "deep")]
    pub(crate) repair: bool,
    /// Answer as JSON, in the end.
    #[arg(long)]
    pub(crate) json: bool,
}

/// What to import.
#[derive(Debug, Args)]
pub(crate) struct ImportDictionary {
    /// The name of the data source; it is added, unpublished, when there is none of this name.
    #[arg(long, value_name = "NAME")]
    pub(crate) source: String,
    /// The format of the files.
    #[arg(long, value_enum, default_value_t = Format::Aditus)]
    pub(crate) format: Format,
    /// The CSV file of tables; the format redcap has none.
    #[arg(long, value_name = "FILE", required_unless_present_any = ["format"], required_if_eq_any = [("format", "aditus"), ("format", "omop")])]
    pub(crate) tables: Option<PathBuf>,
    /// The CSV file of variables.
    #[arg(long, value_name = "FILE")]
    pub(crate) variables: PathBuf,
    /// Say what would be added, altered and refused, and change nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Leave columns aside that the format does not know, instead of refusing the files.
    #[arg(long)]
    pub(crate) leave_unknown: bool,
    /// Publish the data source if the import adds it.
    #[arg(long)]
    pub(crate) publish: bool,
}

/// The formats of dictionary files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The product's own columns.
    Aditus,
    /// The two files that describe the OMOP Common Data Model.
    Omop,
    /// The data dictionary of a REDCap project, which is one file.
    Redcap,
}

/// Who becomes a Super User.
#[derive(Debug, Args)]
pub(crate) struct CreateSuperUser {
    /// The e-mail address to sign in with.
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

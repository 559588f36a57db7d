//! Measures speed and size of the release build on SQLite and PostgreSQL. See docs/BENCHMARKS.md
//! for the measurements and how to read them. This tool is for developers and is not part of the
//! product.

mod administration;
mod alternating;
mod browser;
mod connections;
mod console;
mod crash;
mod database;
mod deadlines;
mod decisions;
mod drift;
mod fill;
mod flood;
mod imports;
mod load;
mod long_request;
mod mailbox;
mod measure;
mod moving;
mod plans;
mod record;
mod recording;
mod report;
mod scale;
mod server;
mod sign_ins;
mod site;
mod sockets;
mod statements;
mod tabs;
mod versions;
mod watching;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, ValueEnum};

/// A result whose error is a message for the terminal.
pub(crate) type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Measures the release build of Aditus.
#[derive(Debug, Clone, Parser)]
#[command(name = "aditus-bench")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Arguments {
    /// The database to measure with.
    #[arg(long, value_enum)]
    pub(crate) database: Kind,

    /// An empty PostgreSQL database whose owner may create others.
    #[arg(long, default_value = "")]
    pub(crate) postgres: String,

    /// The binary to measure.
    #[arg(long, default_value = "target/release/aditus")]
    pub(crate) binary: PathBuf,

    /// The folder for data. It is emptied first, and removed at the end unless something failed.
    #[arg(long, default_value = "target/bench/data")]
    pub(crate) folder: PathBuf,

    /// The file to which the tables are added.
    #[arg(long, default_value = "target/bench/report.md")]
    pub(crate) report: PathBuf,

    /// The number of requests, and of variables, of the large database.
    #[arg(long, default_value_t = 100_000)]
    pub(crate) size: u32,

    /// The same of the small one, against which growth is measured.
    #[arg(long, default_value_t = 1_000)]
    pub(crate) small: u32,

    /// How many connections send calls at the same time.
    #[arg(long, default_value_t = 32)]
    pub(crate) connections: usize,

    /// How often each measurement is repeated. Measurements that are compared alternate.
    #[arg(long, default_value_t = 3)]
    pub(crate) rounds: u32,

    /// How long each repetition takes, in milliseconds.
    #[arg(long, default_value_t = 1_700)]
    pub(crate) milliseconds: u64,

    /// How many decisions are measured at most.
    #[arg(long, default_value_t = 640)]
    pub(crate) decisions: usize,

    /// How many people sign in, and how many websockets are open at once; at most 10,000.
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u16).range(20..=10_000))]
    pub(crate) people: u16,

    /// Attacks the server instead, and measures the calls of other people and the memory of the
    /// server meanwhile.
    #[arg(long, group = "instead")]
    pub(crate) flood: bool,

    /// Measures a request as large as they get, and nothing else.
    #[arg(long, group = "instead")]
    pub(crate) long_request: bool,

    /// Measures versions of a data source with all variables, and nothing else.
    #[arg(long, group = "instead")]
    pub(crate) versions: bool,

    /// Measures the import of a dictionary of `--size` variables, and nothing else.
    #[arg(long, group = "instead")]
    pub(crate) import: bool,

    /// Measures the list of a table's variables as Super Users have it, and nothing else.
    #[arg(long, group = "instead")]
    pub(crate) administration: bool,

    /// Measures lists, counts and searches with `--size` requests and variables beside `--small`, and nothing else. Of requests there is
    /// no more than these read.
    #[arg(long, group = "instead")]
    pub(crate) scale: bool,

    /// Moves an installation of `--size` requests and variables from SQLite to PostgreSQL, and measures nothing else.
    #[arg(long = "move", group = "instead")]
    pub(crate) moving: bool,

    /// Measures the audit log with `--entries` entries, and nothing else.
    #[arg(long, group = "instead")]
    pub(crate) record: bool,

    /// With --record: how many entries.
    #[arg(long, default_value_t = 1_000_000, requires = "record")]
    pub(crate) entries: u32,

    /// Measures what recording costs decisions, and nothing else; a seventh of `--size` requests are decided on.
    #[arg(long, group = "instead")]
    pub(crate) recording: bool,

    /// Measures what metrics and traces cost the list, and nothing else.
    #[arg(long, group = "instead")]
    pub(crate) watching: bool,

    /// Measures due dates of `--size` open requests, and nothing else.
    #[arg(long, group = "instead")]
    pub(crate) deadlines: bool,

    /// Kills the server again and again while it works, and checks that every acknowledged change
    /// is stored.
    #[arg(long, group = "instead")]
    pub(crate) crash: bool,

    /// With --crash: how often the server is killed.
    #[arg(long, default_value_t = 1_000, requires = "crash")]
    pub(crate) kills: u32,

    /// With --crash: the seed of the random moments of the kills. It is printed; the same seed
    /// gives the same moments.
    #[arg(long, requires = "crash")]
    pub(crate) seed: Option<u64>,

    /// With --crash on PostgreSQL: the folder in which `scripts/postgres` created the database
    /// server, which then crashes as well in one of ten rounds.
    #[arg(long, requires = "crash")]
    pub(crate) postgres_folder: Option<PathBuf>,

    /// With --flood, on PostgreSQL: another binary, whose rates this one is compared with. A file of SQLite takes one server only.
    #[arg(long)]
    pub(crate) baseline: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    Sqlite,
    Postgres,
}

impl Arguments {
    /// Returns the duration of each repetition.
    pub(crate) fn time(&self) -> Duration {
        Duration::from_millis(self.milliseconds)
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let measured = if arguments.crash {
        crash::run(&arguments)
    } else if arguments.flood {
        flood::run(&arguments)
    } else if arguments.long_request {
        long_request::run(&arguments)
    } else if arguments.versions {
        versions::run(&arguments)
    } else if arguments.import {
        imports::run(&arguments)
    } else if arguments.scale {
        scale::run(&arguments)
    } else if arguments.moving {
        moving::run(&arguments)
    } else if arguments.record {
        record::run(&arguments)
    } else if arguments.recording {
        recording::run(&arguments)
    } else if arguments.watching {
        watching::run(&arguments)
    } else if arguments.deadlines {
        deadlines::run(&arguments)
    } else if arguments.administration {
        administration::run(&arguments)
    } else {
        measure::run(&arguments)
    };
    match measured {
        Ok(faults) if faults.is_empty() => ExitCode::SUCCESS,
        Ok(faults) => {
            for fault in faults {
                console::progress(&format!("bench: {fault}"));
            }
            ExitCode::FAILURE
        }
        Err(error) => {
            console::progress(&format!("bench: {error}"));
            ExitCode::FAILURE
        }
    }
}

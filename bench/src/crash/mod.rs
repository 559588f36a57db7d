//! Crash tests. Kills the server again and again while workers submit, edit, decide, draft, upload
//! and import. After each restart, every acknowledged change has to be stored, and every
//! unacknowledged one has to be stored completely or not at all. `aditus check --deep` and
//! `aditus audit verify` check the whole installation from time to time.

mod deciding;
mod drafting;
mod editing;
mod importing;
mod submitting;
mod uploading;

use std::collections::hash_map::RandomState;
use std::fmt::Write as _;
use std::fs;
use std::hash::BuildHasher;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::browser::{Answer, Browser};
use crate::database::{Address, Link};
use crate::long_request::Person;
use crate::server::{Installation, Server};
use crate::{Arguments, Kind, Outcome, console};

const REQUESTER: &str = "data-requester@aditus.example";
const REVIEWER: &str = "data-access-reviewer@aditus.example";
const SUPER_USER: &str = "super-user@aditus.example";

/// Raised limits: a few accounts make more calls here than a real installation gets in a year.
const LIMITS: [(&str, &str); 9] = [
    ("ADITUS_LIMITS_CODE", "1000000 in 1 hour"),
    ("ADITUS_LIMITS_SUBMISSION", "1000000 in 1 hour"),
    ("ADITUS_LIMITS_DAILY_SUBMISSION", "1000000 in 1 day"),
    ("ADITUS_LIMITS_COMMENT", "1000000 in 1 hour"),
    ("ADITUS_LIMITS_STORED_MIB", "1048576"),
    ("ADITUS_LIMITS_EDIT", "1000000 in 1 hour"),
    ("ADITUS_LIMITS_UPLOAD", "1000000 in 1 hour"),
    ("ADITUS_INSPECTIONS_PER_ACCOUNT", "100"),
    ("ADITUS_SHUTDOWN_SECONDS", "1"),
];

/// Time in milliseconds until the server is killed.
const KILL_AFTER_MS: std::ops::Range<u64> = 20..400;

/// PostgreSQL crashes as well in one of this many rounds.
const DATABASE_CRASHES_IN_ONE_OF: u32 = 10;

/// Maximum time for PostgreSQL to finish the statements of a killed server.
const STATEMENTS_END_WITHIN: Duration = Duration::from_mins(1);

/// Number of kills between two checks of the whole installation.
const CHECK_EVERY: u32 = 100;

/// One round: from a start of the server until it is killed.
pub(crate) struct Round<'a> {
    host: &'a str,
    /// True once the server is about to be killed.
    is_over: &'a AtomicBool,
    /// True if the server loses its database before it is killed.
    loses_database: bool,
}

impl Round<'_> {
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}

/// A client that works without a pause. A call that was not answered before the server died is in
/// doubt.
trait Worker: Send {
    /// The name in the report.
    fn name(&self) -> &'static str;
    /// Works until the round is over or the server has stopped. An error is a fault of the product
    /// or of this tool.
    fn work(&mut self, round: &Round<'_>) -> Outcome<()>;
    /// Checks the database after a restart. Acknowledged changes must be stored; changes in doubt
    /// may or may not be.
    fn verify(&mut self, host: &str, link: &mut Link) -> Outcome<()>;
    fn tally(&self) -> Tally;
}

#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    acknowledged: u64,
    /// Changes in doubt, and how many of them turned out to be stored.
    in_doubt: u64,
    found: u64,
}

impl Tally {
    fn settle(&mut self, found: bool) {
        self.in_doubt += 1;
        self.found += u64::from(found);
    }
}

enum Sent {
    /// The server confirmed the change.
    Acknowledged(Answer),
    /// Unknown: there was no response, or a server error.
    InDoubt,
}

/// Sends a call. Treats 5xx as in doubt: without its database the server answers 5xx, but may have
/// committed before. Returns an error for 3xx and 4xx.
fn send(browser: &mut Browser, call: &[u8]) -> Outcome<Sent> {
    match browser.send(call) {
        Err(_) => Ok(Sent::InDoubt),
        Ok(answer) if answer.status >= 500 => Ok(Sent::InDoubt),
        Ok(answer) if answer.status < 300 => Ok(Sent::Acknowledged(answer)),
        Ok(answer) => answer.json().map(|_| Sent::InDoubt),
    }
}

/// The installation, and the folder of its PostgreSQL if there is one.
struct CrashTarget {
    installation: Installation,
    postgres: Option<PathBuf>,
}

/// Kills the server `arguments.kills` times, or until a fault is found. Returns the faults.
pub(crate) fn run(arguments: &Arguments) -> Outcome<Vec<String>> {
    let seed = arguments
        .seed
        .unwrap_or_else(|| RandomState::new().hash_one("seed") % 1_000_000_000);
    console::print(&format!(
        "{:?}: killing {} times; the seed is {seed}",
        arguments.database, arguments.kills
    ));
    if arguments.folder.exists() {
        fs::remove_dir_all(&arguments.folder)?;
    }
    let begun = Instant::now();
    let target = CrashTarget::prepare(arguments)?;
    let mut chance = StdRng::seed_from_u64(seed);
    let mut server = target.installation.start(&[])?;
    let mut workers = workers(&target, &server)?;
    let mut faults = Vec::new();
    let mut database_crashes = 0;
    for kill in 1..=arguments.kills {
        let lasts = Duration::from_millis(chance.random_range(KILL_AFTER_MS));
        let with_database = target.postgres.is_some() && chance.random_ratio(1, DATABASE_CRASHES_IN_ONE_OF);
        database_crashes += u32::from(with_database);
        faults.extend(target.round(&mut server, &mut workers, lasts, with_database)?);
        target.wait_for_statements()?;
        target.expire_leases()?;
        server = target.installation.start(&[])?;
        let mut link = target.installation.database.connect()?;
        for worker in &mut workers {
            if let Err(error) = worker.verify(&server.host, &mut link) {
                faults.push(format!("after kill {kill}, {}: {error}", worker.name()));
            }
        }
        if kill % CHECK_EVERY == 0 {
            console::progress(&format!("{kill} kills, {:.0} s", begun.elapsed().as_secs_f64()));
            faults.extend(target.check_installation()?);
        }
        if !faults.is_empty() {
            faults.push(format!("stopped at kill {kill} with the seed {seed}"));
            break;
        }
    }
    faults.extend(target.check_under_load(&server, &mut workers)?);
    server.stop()?;
    console::print(&summary(&workers, database_crashes, begun.elapsed()));
    if faults.is_empty() {
        fs::remove_dir_all(&arguments.folder)?;
    } else {
        console::progress(&format!(
            "the data of the failed run is in {}",
            arguments.folder.display()
        ));
    }
    Ok(faults)
}

fn workers(target: &CrashTarget, server: &Server) -> Outcome<Vec<Box<dyn Worker>>> {
    let host = &server.host;
    let mut link = target.installation.database.connect()?;
    let requester = Person::sign_in_at(host, REQUESTER)?;
    let reviewer = Person::sign_in_at(host, REVIEWER)?;
    let super_user = Person::sign_in_at(host, SUPER_USER)?;
    let payload = submitting::payload(&mut link, &requester)?;
    let mails = target.installation.data.join("mail");
    Ok(vec![
        Box::new(submitting::Submitter::new(&requester, &payload)),
        Box::new(editing::Editor::new(host, &requester, &payload)?),
        Box::new(deciding::Decider::new(
            &reviewer,
            target.installation.database.clone(),
            mails,
        )),
        Box::new(drafting::Drafter::new(host, &requester, &payload)?),
        Box::new(uploading::Uploader::new(host, &requester, &payload)?),
        Box::new(importing::Importer::new(&super_user)),
    ])
}

impl CrashTarget {
    /// Creates an installation with the accounts and the dictionary of the demonstration.
    fn prepare(arguments: &Arguments) -> Outcome<Self> {
        let data = std::path::absolute(&arguments.folder)?.join("data");
        let database = match arguments.database {
            Kind::Sqlite => Address::Sqlite(data.join("aditus.db").to_string_lossy().into_owned()),
            Kind::Postgres => Address::Postgres(arguments.postgres.clone()),
        };
        let installation = Installation {
            binary: std::path::absolute(&arguments.binary)?,
            data,
            database,
            environment: crate::site::variables(&LIMITS),
        };
        installation.start(&["--demo"])?.stop()?;
        let target = Self {
            installation,
            postgres: arguments.postgres_folder.clone(),
        };
        target.set_demonstration_mark("NULL")?;
        Ok(target)
    }

    fn round(
        &self,
        server: &mut Server,
        workers: &mut [Box<dyn Worker>],
        lasts: Duration,
        with_database: bool,
    ) -> Outcome<Vec<String>> {
        let host = server.host.clone();
        let (killed, faults) = with_running_workers(&host, workers, with_database, || {
            thread::sleep(lasts);
            let ended = if with_database {
                self.crash_database()
            } else {
                Ok(())
            };
            let killed = server.kill();
            ended.and(killed)
        });
        killed.map(|()| faults)
    }

    /// Crashes PostgreSQL and starts it again with durable commits.
    fn crash_database(&self) -> Outcome<()> {
        let Some(folder) = &self.postgres else {
            return Ok(());
        };
        let ended = Command::new("scripts/postgres")
            .arg("crash")
            .arg(folder)
            .arg("durable")
            .status()?;
        if ended.success() {
            Ok(())
        } else {
            Err("PostgreSQL could not be crashed and started again".into())
        }
    }

    /// Waits for the statements of the killed server. PostgreSQL continues them, and they may still
    /// commit.
    fn wait_for_statements(&self) -> Outcome<()> {
        let mut link = self.installation.database.connect()?;
        if !link.is_postgres() {
            return Ok(());
        }
        let of_others = "SELECT CAST(COUNT(*) AS TEXT) FROM pg_stat_activity WHERE datname = current_database() \
             AND backend_type = 'client backend' AND pid <> pg_backend_pid()";
        let begun = Instant::now();
        while link.number(of_others)? > 0 {
            if begun.elapsed() > STATEMENTS_END_WITHIN {
                return Err("a statement of a killed server does not end".into());
            }
            thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }

    /// Expires the leases of the killed server by setting their times back three minutes, which
    /// saves waiting. An import is taken over one minute after its process died, and a call with
    /// the same idempotency key after two minutes.
    ///
    /// Also deletes the answered keys, because a person may have only a thousand a day. Keeps the
    /// latest ones: their stored responses may not have reached the client.
    fn expire_leases(&self) -> Outcome<()> {
        let mut link = self.installation.database.connect()?;
        let long_ago = if link.is_postgres() {
            "now() - interval '3 minutes'"
        } else {
            "strftime('%Y-%m-%dT%H:%M:%f000Z', 'now', '-3 minutes')"
        };
        link.run(&format!(
            "UPDATE dictionary_imports SET held_until = {long_ago} WHERE state IN ('comparing', 'storing'); \
             DELETE FROM idempotency_keys WHERE sealed_answer IS NOT NULL \
             AND key_hash NOT IN (SELECT key_hash FROM idempotency_keys ORDER BY claimed_at DESC LIMIT 10); \
             UPDATE idempotency_keys SET claimed_at = {long_ago}"
        ))
    }

    /// Returns the faults that `aditus check --deep` and `aditus audit verify` find.
    fn check_installation(&self) -> Outcome<Vec<String>> {
        let mut faults = self.run_check(&["check", "--deep"], "Data Requests: ")?;
        // The history of a demonstration is invented and backdated. `audit verify` accepts this
        // only in an installation that is marked as a demonstration.
        self.set_demonstration_mark("'complete'")?;
        let found = self.run_check(&["audit", "verify"], "entries in the log: ");
        self.set_demonstration_mark("NULL")?;
        faults.extend(found?);
        Ok(faults)
    }

    /// Sets or clears the demonstration mark. A marked installation is served as a demonstration
    /// and does not write mails to files.
    fn set_demonstration_mark(&self, mark: &str) -> Outcome<()> {
        let mut link = self.installation.database.connect()?;
        link.run(&format!("UPDATE installation SET demonstration = {mark}"))
    }

    /// Returns the faults that a command reports. Its output must mention `subject`, as evidence
    /// that it was checked.
    fn run_check(&self, arguments: &[&str], subject: &str) -> Outcome<Vec<String>> {
        let name = arguments.join(" ");
        let checked = self.installation.command(arguments).output()?;
        let stdout = String::from_utf8_lossy(&checked.stdout).into_owned();
        let mut faults = Vec::new();
        let mut is_wrong = false;
        for line in stdout.lines() {
            if !line.starts_with(' ') {
                is_wrong = line.starts_with("WRONG");
            }
            if is_wrong {
                faults.push(format!("{name}: {line}"));
            }
        }
        if faults.is_empty() && !checked.status.success() {
            let stderr = String::from_utf8_lossy(&checked.stderr);
            faults.push(format!("{name} ended with {}: {stderr}", checked.status));
        }
        if faults.is_empty() && !stdout.contains(subject) {
            faults.push(format!("{name} did not mention {subject:?}"));
        }
        Ok(faults)
    }

    /// Checks the whole installation while all workers work.
    fn check_under_load(&self, server: &Server, workers: &mut [Box<dyn Worker>]) -> Outcome<Vec<String>> {
        let (checked, worker_faults) =
            with_running_workers(&server.host, workers, false, || self.check_installation());
        let mut faults = checked?;
        faults.extend(worker_faults);
        Ok(faults)
    }
}

/// Calls `action` while all workers work, and stops them when it returns. Returns its result,
/// and the faults that the workers found.
fn with_running_workers<T>(
    host: &str,
    workers: &mut [Box<dyn Worker>],
    loses_database: bool,
    action: impl FnOnce() -> T,
) -> (T, Vec<String>) {
    let is_over = AtomicBool::new(false);
    let round = Round {
        host,
        is_over: &is_over,
        loses_database,
    };
    thread::scope(|scope| {
        let working: Vec<_> = workers
            .iter_mut()
            .map(|worker| {
                let round = &round;
                scope.spawn(move || {
                    let name = worker.name();
                    worker.work(round).map_err(|error| format!("{name}: {error}"))
                })
            })
            .collect();
        let done = action();
        is_over.store(true, Ordering::Relaxed);
        let mut faults = Vec::new();
        for worker in working {
            match worker.join() {
                Ok(Ok(())) => {}
                Ok(Err(fault)) => faults.push(fault),
                Err(_) => faults.push("a thread of this tool died".to_owned()),
            }
        }
        (done, faults)
    })
}

fn summary(workers: &[Box<dyn Worker>], database_crashes: u32, took: Duration) -> String {
    let mut text = String::new();
    for worker in workers {
        let tally = worker.tally();
        let _ = writeln!(
            text,
            "{:>8} {} acknowledged and stored; {} in doubt, of which {} were stored completely",
            tally.acknowledged,
            worker.name(),
            tally.in_doubt,
            tally.found
        );
    }
    let _ = write!(
        text,
        "{database_crashes} times PostgreSQL crashed as well; {:.0} s in all",
        took.as_secs_f64()
    );
    text
}

/// Reads and deletes the mails in a folder.
fn take_new_mails(folder: &Path) -> Outcome<Vec<String>> {
    let mut mails = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "eml") {
            mails.push(fs::read_to_string(&path)?);
            fs::remove_file(&path)?;
        }
    }
    Ok(mails)
}

/// Returns the first column of the first row as text. Returns none if there is no row.
fn first_text(link: &mut Link, query: &str) -> Outcome<Option<String>> {
    Ok(link.texts(query)?.into_iter().flatten().next())
}

//! Kills the server again and again while people submit, edit, decide, draft, upload and import, and looks each time whether all that it
//! had acknowledged is there, and what it had not is there whole or not at all. `aditus check --deep` and `aditus audit verify` look at the
//! whole now and then.

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

/// Few people do here what a country does in a year.
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

/// The server works at least and at most so long before it is killed, in milliseconds.
const WORKS_FOR: std::ops::Range<u64> = 20..400;

/// In one of so many rounds PostgreSQL ends at once, too.
const DATABASE_ENDS_IN_ONE_OF: u32 = 10;

/// What a killed server had asked PostgreSQL for takes no longer.
const STATEMENTS_END_WITHIN: Duration = Duration::from_mins(1);

/// So often everything is looked through.
const LOOK_THROUGH_EVERY: u32 = 100;

/// One round: from a start of the server until it is killed.
pub(crate) struct Round<'a> {
    host: &'a str,
    /// Whether the server is about to be killed, or was.
    is_over: &'a AtomicBool,
}

impl Round<'_> {
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}

/// Somebody who works without a pause. What was sent and not answered when the server died is in doubt.
trait Worker: Send {
    /// What it is called in the report.
    fn name(&self) -> &'static str;
    /// Works until the round is over or the server is gone. An error is a fault of the product, or of this tool.
    fn work(&mut self, round: &Round<'_>) -> Outcome<()>;
    /// After the restart: what was acknowledged has to be there; what is in doubt is found or not.
    fn prove(&mut self, host: &str, link: &mut Link) -> Outcome<()>;
    /// What it has done.
    fn tally(&self) -> Tally;
}

/// The acts of a worker.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    acknowledged: u64,
    /// Those that nobody was told about, and how many of these were there.
    in_doubt: u64,
    found: u64,
}

impl Tally {
    fn settle(&mut self, found: bool) {
        self.in_doubt += 1;
        self.found += u64::from(found);
    }
}

/// What became of a call.
enum Sent {
    /// The server said that it is done.
    Acknowledged(Answer),
    /// Nobody knows: there was no answer, or one that says so.
    InDoubt,
}

/// Sends a call. Where the database is gone the server answers 5xx, and may have committed before.
fn send(browser: &mut Browser, call: &[u8]) -> Outcome<Sent> {
    match browser.send(call) {
        Err(_) => Ok(Sent::InDoubt),
        Ok(answer) if answer.status >= 500 => Ok(Sent::InDoubt),
        Ok(answer) if answer.status < 300 => Ok(Sent::Acknowledged(answer)),
        Ok(answer) => answer.json().map(|_| Sent::InDoubt),
    }
}

/// Where the server, its data and its database are.
struct Place {
    installation: Installation,
    postgres: Option<PathBuf>,
}

/// Kills so often, and answers what was wrong.
pub(crate) fn run(arguments: &Arguments) -> Outcome<Vec<String>> {
    let seed = arguments
        .seed
        .unwrap_or_else(|| RandomState::new().hash_one("seed") % 1_000_000_000);
    console::say(&format!(
        "{:?}: killing {} times; the seed is {seed}",
        arguments.database, arguments.kills
    ));
    if arguments.folder.exists() {
        fs::remove_dir_all(&arguments.folder)?;
    }
    let begun = Instant::now();
    let place = Place::prepare(arguments)?;
    let mut chance = StdRng::seed_from_u64(seed);
    let mut server = place.installation.start(&[])?;
    let mut workers = workers(&place, &server)?;
    let mut faults = Vec::new();
    let mut database_ends = 0;
    for kill in 1..=arguments.kills {
        let lasts = Duration::from_millis(chance.random_range(WORKS_FOR));
        let with_database = place.postgres.is_some() && chance.random_ratio(1, DATABASE_ENDS_IN_ONE_OF);
        database_ends += u32::from(with_database);
        faults.extend(place.round(&mut server, &mut workers, lasts, with_database)?);
        place.let_statements_end()?;
        place.let_leases_run_out()?;
        server = place.installation.start(&[])?;
        let mut link = place.installation.database.connect()?;
        for worker in &mut workers {
            if let Err(error) = worker.prove(&server.host, &mut link) {
                faults.push(format!("after kill {kill}, {}: {error}", worker.name()));
            }
        }
        if kill % LOOK_THROUGH_EVERY == 0 {
            console::note(&format!("{kill} kills, {:.0} s", begun.elapsed().as_secs_f64()));
            faults.extend(place.look_through()?);
        }
        if !faults.is_empty() {
            faults.push(format!("stopped at kill {kill} with the seed {seed}"));
            break;
        }
    }
    faults.extend(place.look_through_at_work(&server, &mut workers)?);
    server.stop()?;
    console::say(&told(&workers, database_ends, begun.elapsed()));
    if faults.is_empty() {
        fs::remove_dir_all(&arguments.folder)?;
    } else {
        console::note(&format!("what is left is in {}", arguments.folder.display()));
    }
    Ok(faults)
}

fn workers(place: &Place, server: &Server) -> Outcome<Vec<Box<dyn Worker>>> {
    let host = &server.host;
    let mut link = place.installation.database.connect()?;
    let requester = Person::sign_in_at(host, REQUESTER)?;
    let reviewer = Person::sign_in_at(host, REVIEWER)?;
    let super_user = Person::sign_in_at(host, SUPER_USER)?;
    let payload = submitting::payload(&mut link, &requester)?;
    let mails = place.installation.data.join("mail");
    Ok(vec![
        Box::new(submitting::Submitter::new(&requester, &payload)),
        Box::new(editing::Editor::new(host, &requester, &payload)?),
        Box::new(deciding::Decider::new(
            &reviewer,
            place.installation.database.clone(),
            mails,
        )),
        Box::new(drafting::Drafter::new(host, &requester, &payload)?),
        Box::new(uploading::Uploader::new(host, &requester, &payload)?),
        Box::new(importing::Importer::new(&super_user)),
    ])
}

impl Place {
    /// Makes an installation with the people and the dictionary of the demonstration.
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
        let place = Self {
            installation,
            postgres: arguments.postgres_folder.clone(),
        };
        place.marked("NULL")?;
        Ok(place)
    }

    /// Has everybody work, and kills the server in the midst of it.
    fn round(
        &self,
        server: &mut Server,
        workers: &mut [Box<dyn Worker>],
        lasts: Duration,
        with_database: bool,
    ) -> Outcome<Vec<String>> {
        let host = server.host.clone();
        let (killed, faults) = while_all_work(&host, workers, || {
            thread::sleep(lasts);
            let ended = if with_database {
                // The server is still there and has to live with it, until it is killed as well.
                self.end_database()
            } else {
                Ok(())
            };
            let killed = server.kill();
            ended.and(killed)
        });
        killed.map(|()| faults)
    }

    /// Ends PostgreSQL at once, and starts it again; from then on its commits wait for the disk.
    fn end_database(&self) -> Outcome<()> {
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
            Err("PostgreSQL could not be ended and started again".into())
        }
    }

    /// Waits for what the killed server had asked PostgreSQL for: it goes on there, and may be committed yet.
    fn let_statements_end(&self) -> Outcome<()> {
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

    /// An import is taken over a minute after its process has died, and a call under the same key two minutes after. Nobody waits so long
    /// here: the time is over. A person may have a thousand keys a day, so that those whose calls were answered are forgotten, but for the latest:
    /// an answer that is kept may not have reached anybody.
    fn let_leases_run_out(&self) -> Outcome<()> {
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

    /// What `aditus check --deep` and `aditus audit verify` find wrong.
    fn look_through(&self) -> Outcome<Vec<String>> {
        let mut faults = self.found_by(&["check", "--deep"], "Data Requests: ")?;
        // The past of a demonstration is made up, and dated so: that is no fault of it.
        self.marked("'complete'")?;
        let found = self.found_by(&["audit", "verify"], "entries in the log: ");
        self.marked("NULL")?;
        faults.extend(found?);
        Ok(faults)
    }

    /// Whether it says that it holds a demonstration: then it is served as one, and mails are no files.
    fn marked(&self, mark: &str) -> Outcome<()> {
        let mut link = self.installation.database.connect()?;
        link.run(&format!("UPDATE installation SET demonstration = {mark}"))
    }

    /// What a command finds wrong, which has to say that it has looked at a subject.
    fn found_by(&self, arguments: &[&str], subject: &str) -> Outcome<Vec<String>> {
        let name = arguments.join(" ");
        let looked = self.installation.command(arguments).output()?;
        let told = String::from_utf8_lossy(&looked.stdout).into_owned();
        let mut faults = Vec::new();
        let mut is_wrong = false;
        for line in told.lines() {
            if !line.starts_with(' ') {
                is_wrong = line.starts_with("WRONG");
            }
            if is_wrong {
                faults.push(format!("{name}: {line}"));
            }
        }
        if faults.is_empty() && !looked.status.success() {
            let complained = String::from_utf8_lossy(&looked.stderr);
            faults.push(format!("{name} ended with {}: {complained}", looked.status));
        }
        if faults.is_empty() && !told.contains(subject) {
            faults.push(format!("{name} did not tell of {subject:?}"));
        }
        Ok(faults)
    }

    /// The same while everybody works.
    fn look_through_at_work(&self, server: &Server, workers: &mut [Box<dyn Worker>]) -> Outcome<Vec<String>> {
        let (looked, of_workers) = while_all_work(&server.host, workers, || self.look_through());
        let mut faults = looked?;
        faults.extend(of_workers);
        Ok(faults)
    }
}

/// Does something while everybody works, who stop when it is done; answers what came of it, and what the workers found wrong.
fn while_all_work<T>(
    host: &str,
    workers: &mut [Box<dyn Worker>],
    meanwhile: impl FnOnce() -> T,
) -> (T, Vec<String>) {
    let is_over = AtomicBool::new(false);
    let round = Round {
        host,
        is_over: &is_over,
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
        let done = meanwhile();
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

fn told(workers: &[Box<dyn Worker>], database_ends: u32, took: Duration) -> String {
    let mut text = String::new();
    for worker in workers {
        let tally = worker.tally();
        let _ = writeln!(
            text,
            "{:>8} {} acknowledged and there, {} in doubt, of which {} were there whole",
            tally.acknowledged,
            worker.name(),
            tally.in_doubt,
            tally.found
        );
    }
    let _ = write!(
        text,
        "{database_ends} times PostgreSQL ended as well; {:.0} s in all",
        took.as_secs_f64()
    );
    text
}

/// Reads the mails of a folder and removes them.
fn take_mails(folder: &Path) -> Outcome<Vec<String>> {
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

/// The first column of the first row, as text; none where there is no row.
fn first_text(link: &mut Link, query: &str) -> Outcome<Option<String>> {
    Ok(link.texts(query)?.into_iter().flatten().next())
}

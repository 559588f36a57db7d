//! Measures the import of a large dictionary: its duration, the memory that it takes, and its
//! effect on other users.

use std::fmt::Write as _;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::load::{Measured, Until};
use crate::report::{self, judged, mebibytes};
use crate::site::{PASSWORD, Site};
use crate::{Arguments, Outcome, console};

const SUPER_USER: &str = "super-user@aditus.example";
const PATH: &str = "/api/v1/data_dictionary/import/";
const SOURCE: &str = "Imported by the bench";
/// Number of tables over which the variables are distributed.
const TABLES: u32 = 500;
/// Number of other clients, which pause after each response. They make 400 calls a second, more
/// than a real installation gets. Without the pause they would occupy all processors, and the
/// result would depend on how the operating system shares these out.
const CONNECTIONS: usize = 8;
const PAUSE: Duration = Duration::from_millis(20);
/// Polling interval of the import.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
const TIMEOUT: Duration = Duration::from_mins(5);

/// The aims of the product. Memory is in KiB.
const MAX_PREVIEW_TIME: Duration = Duration::from_secs(3);
const MAX_IMPORT_TIME: Duration = Duration::from_secs(15);
const MAX_MEMORY: u64 = 200 * 1024;
const MAX_SLOWDOWN: f64 = 2.0;

struct Imported {
    /// Size of both files together.
    bytes: usize,
    preview: Duration,
    /// From the call until everything is stored.
    import: Duration,
    /// The same import again, which changes nothing.
    again: Duration,
    /// Resident memory of the idle server, in KiB.
    idle: u64,
    /// Peak memory from the preview to the last import, in KiB.
    peak: u64,
    /// A reviewer's list before and during the import.
    quiet: Measured,
    meanwhile: Measured,
}

/// Measures one database and writes the report. A missed aim is not a fault.
pub(crate) fn run(arguments: &Arguments) -> Outcome<Vec<String>> {
    if arguments.folder.exists() {
        fs::remove_dir_all(&arguments.folder)?;
    }
    let site = Site::prepare(arguments, arguments.small)?;
    let imported = measure(arguments, &site)?;
    let text = text(arguments, &imported);
    console::print(&text);
    report::append(&arguments.report, &text)?;
    site.server.stop()?;
    fs::remove_dir_all(&arguments.folder)?;
    Ok(Vec::new())
}

fn measure(arguments: &Arguments, site: &Site) -> Outcome<Imported> {
    let credentials = json!({ "username": SUPER_USER, "password": PASSWORD });
    let answer = site
        .anonymous_browser()?
        .call("POST", "/api/v1/users/signin/", &credentials)?
        .json()?;
    let token = answer["user"]["token"]
        .as_str()
        .ok_or("the sign-in gave no token")?;
    let mut super_user = site.anonymous_browser()?.with_token(token);
    super_user.wait_up_to(TIMEOUT)?;
    let (tables, variables) = files(arguments.size);
    let bytes = tables.len() + variables.len();
    let post = |super_user: &Browser, dry_run: bool| form(super_user, SOURCE, dry_run, &tables, &variables);
    // Prepared once, because preparing the calls queries the database and would take processor time
    // from the import.
    let list = site
        .calls()?
        .into_iter()
        .next()
        .ok_or("there is no call to measure")?;
    let listed = || {
        list.over_http(
            site,
            CONNECTIONS,
            Until::PassedWithPauses(arguments.time(), PAUSE),
        )
    };

    console::progress("measuring: the list, while nothing is imported");
    let quiet = listed()?;
    let idle = site.server.forget_peak()?;
    console::progress("measuring: the preview");
    let call = post(&super_user, true);
    let begun = Instant::now();
    super_user.send(&call)?.json()?;
    let preview = begun.elapsed();

    console::progress("measuring: the import, and the list meanwhile");
    let call = post(&super_user, false);
    let has_ended = AtomicBool::new(false);
    let (import, meanwhile) = thread::scope(|scope| {
        let others = scope.spawn(|| {
            let mut meanwhile = Measured::default();
            while !has_ended.load(Ordering::Relaxed) {
                meanwhile.add(listed()?);
            }
            Ok::<_, Box<dyn std::error::Error + Send + Sync>>(meanwhile)
        });
        let imported = run_import(&mut super_user, &call);
        has_ended.store(true, Ordering::Relaxed);
        let meanwhile = others.join().unwrap_or_else(|_| Err("a thread died".into()))?;
        Ok::<_, Box<dyn std::error::Error + Send + Sync>>((imported?, meanwhile))
    })?;
    console::progress("measuring: the same import again");
    let again = run_import(&mut super_user, &call)?;
    Ok(Imported {
        bytes,
        preview,
        import,
        again,
        idle,
        peak: site.server.peak_memory()?,
        quiet,
        meanwhile,
    })
}

/// Returns the two files of a dictionary with this many variables. One in ten depends on another
/// variable.
fn files(size: u32) -> (Vec<u8>, Vec<u8>) {
    let mut tables = "tbl_name,table_type,tbl_description\n".to_owned();
    for table in 0..TABLES {
        let _ = writeln!(
            tables,
            "register_{table},Event,What register {table} holds of each visit"
        );
    }
    let mut variables =
        "tbl_name,ids_column_name,var_name,data_type,meaning,synonyms,input_values,dependencies,is_identifiable\n".to_owned();
    for number in 0..size {
        let (table, other) = (number % TABLES, (number + 1) % size);
        let depends = if number % 10 == 0 {
            format!("register_{}.column_{other}", other % TABLES)
        } else {
            String::new()
        };
        let _ = writeln!(
            variables,
            "register_{table},column_{number},Variable {number},Text,\"Answer {number} of the form, as the nurse wrote it\",\
             answer {number};reply {number},yes;no;unknown,{depends},No"
        );
    }
    (tables.into_bytes(), variables.into_bytes())
}

/// Returns the call with which a Super User imports two files into a source.
pub(crate) fn form(
    super_user: &Browser,
    source: &str,
    dry_run: bool,
    tables: &[u8],
    variables: &[u8],
) -> Vec<u8> {
    let mut body = Vec::with_capacity(tables.len() + variables.len() + 1024);
    let head = |name: &str| format!("--bench\r\ncontent-disposition: form-data; name=\"{name}\"");
    for (name, value) in [
        ("source", source),
        ("dry_run", if dry_run { "true" } else { "false" }),
    ] {
        body.extend(format!("{}\r\n\r\n{value}\r\n", head(name)).into_bytes());
    }
    for (name, content) in [("tables", tables), ("variables", variables)] {
        body.extend(format!("{}; filename=\"{name}.csv\"\r\n\r\n", head(name)).into_bytes());
        body.extend(content);
        body.extend(b"\r\n");
    }
    body.extend(b"--bench--\r\n");
    super_user.prepare_as("POST", PATH, "multipart/form-data; boundary=bench", &body)
}

/// Starts the import and waits until it is done. Returns the duration.
fn run_import(super_user: &mut Browser, call: &[u8]) -> Outcome<Duration> {
    let begun = Instant::now();
    let answer = super_user.send(call)?;
    if answer.status != 202 {
        return answer.json().map(|_| Duration::ZERO);
    }
    let id = &serde_json::from_slice::<Value>(&answer.body)?["data"]["import_id"];
    let path = format!("{PATH}{id}/");
    loop {
        thread::sleep(POLL_INTERVAL);
        let import = super_user.get(&path)?.json()?;
        match import["data"]["state"].as_str() {
            Some("comparing" | "storing") if begun.elapsed() < TIMEOUT => {}
            Some("done") => return Ok(begun.elapsed()),
            _ => return Err(format!("the import ended otherwise: {}", import["data"]).into()),
        }
    }
}

fn text(arguments: &Arguments, imported: &Imported) -> String {
    let Imported {
        bytes,
        preview,
        import,
        again,
        idle,
        peak,
        quiet,
        meanwhile,
    } = imported;
    let taken = peak.saturating_sub(*idle);
    let (before, during) = (quiet.percentile(99), meanwhile.percentile(99));
    let slower = during / before.max(f64::EPSILON);
    let row = |name: &str, figure: String, aim: String, is_met: bool| {
        format!("| {name} | {figure} | {aim}: {} |\n", judged(is_met))
    };
    let seconds = |time: &Duration| format!("{:.1} s", time.as_secs_f64());
    let mut text = format!(
        "\n### An import of {} variables in {TABLES} tables ({:.1} MiB), {:?}\n\n| Measure | Figure | Aim |\n| --- | ---: | --- |\n",
        arguments.size,
        mebibytes(u64::try_from(*bytes).unwrap_or_default() / 1024),
        arguments.database,
    );
    text += &row(
        "preview",
        seconds(preview),
        "3 s or less".to_owned(),
        *preview <= MAX_PREVIEW_TIME,
    );
    text += &row(
        "import",
        seconds(import),
        "15 s or less".to_owned(),
        *import <= MAX_IMPORT_TIME,
    );
    let _ = writeln!(text, "| the same again | {} | |", seconds(again));
    text += &row(
        "memory above idle",
        format!("{:.0} MiB", mebibytes(taken)),
        "200 MiB or less".to_owned(),
        taken <= MAX_MEMORY,
    );
    text += &row(
        &format!("a list of others, p99: {before:.1} ms quiet, {during:.1} ms meanwhile"),
        format!("{slower:.1} times"),
        "2 times or less".to_owned(),
        slower <= MAX_SLOWDOWN,
    );
    text
}

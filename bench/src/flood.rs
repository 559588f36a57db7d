//! Attacks on the server.
//!
//! - Readers that read nothing.
//! - Simultaneous bodies that never end, exports of the largest possible request, and wrong
//!   passwords. Measured are another person's list and the server's memory.
//! - Files that are expensive to inspect, while sign-ins are measured.
//! - Repeated openings of one document.
//! - Idle connections.

mod inspections;
mod openings;
mod readers;

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::browser::Browser;
use crate::connections::{self, HALF_OPEN, IDLE_CONNECTIONS, IDLE_TIME, IdleConnections};
use crate::fill::people;
use crate::load::{Measured, Until};
use crate::report;
use crate::site::{Call, PASSWORD, Site};
use crate::{Arguments, Kind, Outcome, console};

const MAX_SLOWDOWN: f64 = 3.0;
const MAX_MEMORY_MIB: u64 = 512;
const MIN_RATE: f64 = 0.95;
const MAX_PAGE_TIME: Duration = Duration::from_secs(1);

const BODIES: usize = 3_000;
const EXPORTS: usize = 32;
const SIGN_INS: usize = 64;
/// The passwords of the first this many accounts are guessed.
const GUESSED: usize = 2_000;
/// Maximum number of variables in a submission.
const MAX_VARIABLES: usize = 10_000;
/// The announced length of a body, and the lengths that are sent. One in three bodies is sent
/// almost completely.
const ANNOUNCED: usize = 64 * 1024;
const SENT: [usize; 3] = [60 * 1024, 16 * 1024, 16 * 1024];
/// Pause before the next attempt after a refusal.
const PAUSE: Duration = Duration::from_secs(1);
const SHORT_PAUSE: Duration = Duration::from_millis(200);
const TIMEOUT: Duration = Duration::from_mins(2);

/// Accounts that may read the exported request.
const READERS: [&str; 7] = [
    "data-access-reviewer",
    "data-access-approver",
    "data-security-reviewer",
    "data-security-approver",
    "data-custodian",
    "data-officer",
    "super-user",
];

#[derive(Debug, Default)]
struct Attack {
    ended: AtomicBool,
    held: AtomicUsize,
    max_held: AtomicUsize,
    aborted: AtomicUsize,
    no_room: AtomicUsize,
    exported: AtomicUsize,
    exports_refused: AtomicUsize,
    wrong: AtomicUsize,
    sign_ins_refused: AtomicUsize,
    failed: AtomicUsize,
}

impl Attack {
    fn is_running(&self) -> bool {
        !self.ended.load(Ordering::Relaxed)
    }
}

fn count(counter: &AtomicUsize) {
    counter.fetch_add(1, Ordering::Relaxed);
}

fn counted(counter: &AtomicUsize) -> usize {
    counter.load(Ordering::Relaxed)
}

/// Measures one database. Returns the aims that were missed, and wrong answers.
pub(crate) fn run(arguments: &Arguments) -> Outcome<Vec<String>> {
    if arguments.folder.exists() {
        std::fs::remove_dir_all(&arguments.folder)?;
    }
    let requests = arguments.size.max(u32::try_from(MAX_VARIABLES)?);
    let mut site = Site::prepare(arguments, requests)?;
    let mut faults = Vec::new();
    let mut text = format!("### {:?}\n\n", arguments.database);
    if arguments.baseline.is_some() && arguments.database == Kind::Postgres {
        compare(arguments, &site, &mut text, &mut faults)?;
    }
    let request = largest_request(&site)?;
    site.restart()?;
    let tokens = READERS
        .iter()
        .map(|name| token(&site, name))
        .collect::<Outcome<Vec<_>>>()?;
    let calls = site.calls()?;
    let list = calls.first().ok_or("there is no list")?;

    console::progress("measuring: the list while nothing else happens");
    let quiet = measured(arguments, &site, list)?;
    let reader = tokens.last().ok_or("there is no reader")?;
    readers::run(arguments, &site, reader, (list, &quiet), (&mut text, &mut faults))?;
    site.restart()?;
    console::progress("measuring: the list during the attack");
    let attack = Attack::default();
    let host = site.server.host.clone();
    let flooded = thread::scope(|scope| {
        scope.spawn(|| hold_bodies(&host, &attack));
        for number in 0..EXPORTS {
            let token = &tokens[number % tokens.len()];
            let (host, attack) = (&host, &attack);
            scope.spawn(move || export(host, token, request, attack));
        }
        for number in 0..SIGN_INS {
            let (host, attack) = (&host, &attack);
            scope.spawn(move || sign_in_wrongly(host, number, attack));
        }
        let flooded = wait_until_held(&attack).and_then(|()| measured(arguments, &site, list));
        attack.ended.store(true, Ordering::Relaxed);
        flooded
    })?;
    let memory = site.server.peak_memory()? / 1024;

    let slowdown = flooded.percentile(99) / quiet.percentile(99);
    text.push_str(&summary(&quiet, &flooded, slowdown, memory, &attack));
    if slowdown > MAX_SLOWDOWN {
        faults.push(format!("the list's p99 is {slowdown:.1} times its quiet value"));
    }
    if memory > MAX_MEMORY_MIB {
        faults.push(format!("the server took {memory} MiB"));
    }
    if counted(&attack.failed) > 0 {
        faults.push(format!("{} calls were answered wrongly", counted(&attack.failed)));
    }
    inspections::measure(arguments, &site, &mut text, &mut faults)?;
    openings::measure(&site, reader, &mut text, &mut faults)?;
    site.restart()?;
    console::progress("measuring: connections that rest");
    let idle = connections::measure_idle(&site.server)?;
    text.push_str(&describe_idle("this binary", &idle));
    if idle.usable < IDLE_CONNECTIONS {
        faults.push(format!(
            "{} of {IDLE_CONNECTIONS} connections that rested could be used",
            idle.usable
        ));
    }
    site.server.stop()?;
    console::progress("measuring: a page beside half-open handshakes of TLS");
    let longest = connections::longest_page(&site.installation)?;
    writeln!(
        text,
        "{HALF_OPEN} half-open handshakes of TLS: a page by another took {} ms at most (aim: {}).\n",
        longest.as_millis(),
        MAX_PAGE_TIME.as_millis()
    )?;
    if longest > MAX_PAGE_TIME {
        faults.push(format!("a page beside half-open handshakes took {longest:?}"));
    }
    console::print(&text);
    report::append(&arguments.report, &text)?;
    std::fs::remove_dir_all(&arguments.folder)?;
    Ok(faults)
}

fn describe_idle(binary: &str, idle: &IdleConnections) -> String {
    format!(
        "Of {IDLE_CONNECTIONS} connections that rested for {} s {} could be used ({binary}); each takes {} KiB.\n\n",
        IDLE_TIME.as_secs(),
        idle.usable,
        idle.memory
    )
}

fn summary(quiet: &Measured, flooded: &Measured, slowdown: f64, memory: u64, attack: &Attack) -> String {
    let row = |name: &str, measured: &Measured| {
        format!(
            "| {name} | {:.0} | {:.1} | {:.1} |\n",
            measured.per_second(),
            measured.percentile(50),
            measured.percentile(99)
        )
    };
    format!(
        "| List, page of ten | Calls/s | p50 ms | p99 ms |\n| --- | ---: | ---: | ---: |\n{}{}\n\
         p99 {slowdown:.1} times as long (aim: {MAX_SLOWDOWN}); {memory} MiB at most (aim: {MAX_MEMORY_MIB}).\n\
         Bodies: {} held at once, {} given up as too slow, {} without room. Exports: {} made, {} refused. \
         Sign-ins: {} wrong, {} refused.\n\n",
        row("quiet", quiet),
        row("attacked", flooded),
        counted(&attack.max_held),
        counted(&attack.aborted),
        counted(&attack.no_room),
        counted(&attack.exported),
        counted(&attack.exports_refused),
        counted(&attack.wrong),
        counted(&attack.sign_ins_refused),
    )
}

fn measured(arguments: &Arguments, site: &Site, list: &Call) -> Outcome<Measured> {
    let mut sum = Measured::default();
    for _ in 0..arguments.rounds {
        sum.add(list.over_http(site, arguments.connections, Until::Passed(arguments.time()))?);
    }
    Ok(sum)
}

fn wait_until_held(attack: &Attack) -> Outcome<()> {
    let patience = Instant::now() + TIMEOUT;
    while Instant::now() < patience {
        let all = counted(&attack.held) + counted(&attack.no_room);
        if all >= BODIES && counted(&attack.exported) > 0 && counted(&attack.wrong) > 0 {
            return Ok(());
        }
        thread::sleep(SHORT_PAUSE);
    }
    Err(format!("the attack does not come about: {attack:?}").into())
}

/// Adds the maximum number of variables to a request that all readers can see.
fn largest_request(site: &Site) -> Outcome<i64> {
    let mut link = site.connect()?;
    let request = link.number(&format!(
        "SELECT CAST(MAX(request_id) AS TEXT) FROM request_bindings WHERE org_role_id = {}",
        site.org_role
    ))?;
    let dataset = link.number(&format!(
        "SELECT CAST(MIN(id) AS TEXT) FROM requested_datasets WHERE request_id = {request}"
    ))?;
    link.run(&format!(
        "DELETE FROM dataset_variables WHERE dataset_id = {dataset}; \
         INSERT INTO dataset_variables (dataset_id, variable_id, is_distinct) \
         SELECT {dataset}, id, FALSE FROM variables ORDER BY id DESC LIMIT {MAX_VARIABLES}"
    ))?;
    Ok(request)
}

fn token(site: &Site, name: &str) -> Outcome<String> {
    let credentials = json!({ "username": format!("{name}@aditus.example"), "password": PASSWORD });
    let answer = site
        .anonymous_browser()?
        .call("POST", "/api/v1/users/signin/", &credentials)?
        .json()?;
    let token = answer["user"]["token"].as_str();
    Ok(token.ok_or("the sign-in gave no token")?.to_owned())
}

/// Holds [`BODIES`] connections open in the middle of a body.
fn hold_bodies(host: &str, attack: &Attack) {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else {
        return;
    };
    runtime.block_on(async {
        let bodies = (0..BODIES).map(|number| hold_body(host, SENT[number % SENT.len()], attack));
        let all = futures_util::future::join_all(bodies);
        let ended = async {
            while attack.is_running() {
                tokio::time::sleep(SHORT_PAUSE).await;
            }
        };
        tokio::select! {
            _ = all => {}
            () = ended => {}
        }
    });
}

async fn hold_body(host: &str, sent: usize, attack: &Attack) {
    let mut call = format!(
        "POST /api/v1/users/signin HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: {ANNOUNCED}\r\n\r\n"
    )
    .into_bytes();
    call.resize(call.len() + sent, b' ');
    let call: Arc<[u8]> = call.into();
    while attack.is_running() {
        match one_body(host, &call, attack).await.as_deref() {
            Ok("408") => count(&attack.aborted),
            Ok("503") => {
                count(&attack.no_room);
                tokio::time::sleep(PAUSE).await;
            }
            Ok(_) => count(&attack.failed),
            // The server did not accept the connection in time, or closed it.
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

/// Sends most of a body and waits for the response. Returns the status.
async fn one_body(host: &str, call: &[u8], attack: &Attack) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(host).await?;
    stream.write_all(call).await?;
    let held = attack.held.fetch_add(1, Ordering::Relaxed) + 1;
    attack.max_held.fetch_max(held, Ordering::Relaxed);
    let mut answer = [0; 12];
    let read = stream.read_exact(&mut answer).await;
    attack.held.fetch_sub(1, Ordering::Relaxed);
    read?;
    Ok(String::from_utf8_lossy(&answer[9..]).into_owned())
}

fn export(host: &str, token: &str, request: i64, attack: &Attack) {
    let path = format!("/api/v1/data_requests/download-request/{request}");
    repeat(host, attack, |browser, _| {
        let mut call = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\n");
        call.push_str("authorization: Token ");
        call.push_str(token);
        call.push_str("\r\n\r\n");
        match browser.send(call.as_bytes())?.status {
            200 => count(&attack.exported),
            429 => {
                count(&attack.exports_refused);
                thread::sleep(SHORT_PAUSE);
            }
            _ => count(&attack.failed),
        }
        Ok(())
    });
}

/// Each attempt uses another account and, by the header of the proxy, another network, so that rate
/// limits do not stop it early.
fn sign_in_wrongly(host: &str, number: usize, attack: &Attack) {
    repeat(host, attack, |browser, turn| {
        let body =
            json!({ "username": people::address(turn % GUESSED), "password": "Wrong-2026!" }).to_string();
        let call = format!(
            "POST /api/v1/users/signin HTTP/1.1\r\nhost: {host}\r\nx-forwarded-for: 10.{number}.{}.{}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            turn / 256 % 256,
            turn % 256,
            body.len()
        );
        match browser.send(call.as_bytes())?.status {
            401 => count(&attack.wrong),
            429 => {
                count(&attack.sign_ins_refused);
                thread::sleep(SHORT_PAUSE);
            }
            _ => count(&attack.failed),
        }
        Ok(())
    });
}

/// Calls `turn` until the attack ends, and reconnects after an error.
fn repeat(host: &str, attack: &Attack, mut turn: impl FnMut(&mut Browser, usize) -> Outcome<()>) {
    let mut number = 0;
    while attack.is_running() {
        let Ok(mut browser) = Browser::connect(host) else {
            thread::sleep(SHORT_PAUSE);
            continue;
        };
        while attack.is_running() {
            number += 1;
            if let Err(error) = turn(&mut browser, number) {
                if attack.is_running() {
                    console::progress(&format!("an attacker's call failed: {error}"));
                    count(&attack.failed);
                }
                break;
            }
        }
    }
}

/// Compares the rate of two calls with that of another binary, which serves the same database in
/// turn.
fn compare(arguments: &Arguments, site: &Site, text: &mut String, faults: &mut Vec<String>) -> Outcome<()> {
    let Some(binary) = &arguments.baseline else {
        return Ok(());
    };
    console::progress("measuring: the same calls by the other binary");
    let mut installation = site.installation.clone();
    installation.binary = std::path::absolute(binary)?;
    installation.environment.clear();
    let other = installation.start(&[])?;
    let list = format!(
        "/api/v1/data_requests/?org_role_id={}&status=%5B%22Unattended%22%5D",
        site.org_role
    );
    // The sign-in has a body and is rejected as soon as the body was read.
    let calls = [
        ("List, page of ten", "GET", list.as_str(), ""),
        ("Sign-in without a name", "POST", "/api/v1/users/signin", "{}"),
    ];
    text.push_str("| | Calls/s | Calls/s of the other binary | Ratio |\n| --- | ---: | ---: | ---: |\n");
    for (name, method, path, body) in calls {
        let (mut own, mut others) = (Measured::default(), Measured::default());
        for _ in 0..arguments.rounds {
            for (host, sum) in [(&site.server.host, &mut own), (&other.host, &mut others)] {
                let until = Until::Passed(arguments.time());
                sum.add(crate::load::run(arguments.connections, until, &|_| {
                    let mut browser = Browser::connect(host)?.with_token(&site.token);
                    let call = browser.prepare(method, path, body);
                    Ok(Box::new(move |_| browser.send(&call).map(drop)))
                })?);
            }
        }
        let ratio = own.per_second() / others.per_second();
        writeln!(
            text,
            "| {name} | {:.0} | {:.0} | {ratio:.3} |",
            own.per_second(),
            others.per_second()
        )?;
        if ratio < MIN_RATE {
            faults.push(format!("{name}: {ratio:.3} of the rate of the other binary"));
        }
    }
    text.push('\n');
    text.push_str(&describe_idle(
        "the other binary",
        &connections::measure_idle(&other)?,
    ));
    other.stop()
}

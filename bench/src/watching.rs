//! Measures the cost of metrics and traces for a reviewer's list, in turns with a server that has
//! neither.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use crate::alternating::Rates;
use crate::browser::Browser;
use crate::load::Until;
use crate::report::{self, judged};
use crate::site::{Call, Site};
use crate::{Arguments, Outcome, console};

/// The aim of the product: the maximum share of the list's rate that they may cost.
const MAX_COST: f64 = 0.05;

/// Number of turns. Each measurement takes half of the usual time.
const TURNS: usize = 60;

/// Scrape interval. Prometheus scrapes every 15 seconds by default, or as configured.
const SCRAPED_EVERY: Duration = Duration::from_secs(1);

/// The default log level. Lower levels create no traces.
const LEVEL: (&str, &str) = ("RUST_LOG", "info");

/// Measures one database and writes the report. Returns a fault if no traces were sent.
pub(crate) fn run(arguments: &Arguments) -> Outcome<Vec<String>> {
    if arguments.folder.exists() {
        fs::remove_dir_all(&arguments.folder)?;
    }
    // The sizes differ by one, because they name the databases.
    let mut watched_site = Site::prepare(arguments, arguments.size)?;
    let mut other_site = Site::prepare(arguments, arguments.size + 1)?;
    let collector = Collector::start()?;
    let metrics = free_address()?;
    let watched = [
        LEVEL,
        ("ADITUS_METRICS_ADDRESS", metrics.as_str()),
        ("ADITUS_TRACES_ENDPOINT", collector.endpoint.as_str()),
        ("ADITUS_TRACES_PERCENT", "10"),
    ];
    watched_site.restart_with(&watched)?;
    other_site.restart_with(&[LEVEL])?;
    let watched_list = watched_site.calls()?.remove(0);
    let other_list = other_site.calls()?.remove(0);
    let rate = |list: &Call, site: &Site| -> Outcome<f64> {
        let until = Until::Passed(arguments.time() / 2);
        Ok(list.over_http(site, arguments.connections, until)?.per_second())
    };
    let (rates, scrapes) = scraped(&metrics, || {
        Rates::measure(
            TURNS,
            || rate(&watched_list, &watched_site),
            || rate(&other_list, &other_site),
        )
    })?;
    let spans = collector.bytes.load(Ordering::Relaxed);
    let text = text(arguments, &rates, scrapes, spans);
    console::print(&text);
    report::append(&arguments.report, &text)?;
    watched_site.server.stop()?;
    other_site.server.stop()?;
    fs::remove_dir_all(&arguments.folder)?;
    Ok(if spans == 0 {
        vec!["the server has sent no traces".to_owned()]
    } else {
        Vec::new()
    })
}

fn text(arguments: &Arguments, rates: &Rates, scrapes: usize, spans: usize) -> String {
    let left = rates.remaining_share();
    let mut text = format!(
        "\n### What watching costs the list, {} requests, {:?}, {TURNS} turns\n\n| | | Aim |\n| --- | ---: | --- |\n",
        arguments.size, arguments.database
    );
    // Writing to a `String` cannot fail.
    let _ = writeln!(
        text,
        "| Lists a second with metrics and a tenth of all calls traced | {} | |",
        rates.with()
    );
    let _ = writeln!(text, "| … without | {} | |", rates.without());
    let _ = writeln!(
        text,
        "| The part that is left, of the two of a turn | {left:.2} | {:.2} or more: {} |",
        1.0 - MAX_COST,
        judged(left.median >= 1.0 - MAX_COST)
    );
    let _ = writeln!(
        text,
        "\nMetrics were read {scrapes} times, and {spans} bytes of traces were taken."
    );
    text
}

/// Calls `measure` while metrics are scraped. Returns the number of scrapes as well.
fn scraped<T>(address: &str, measure: impl FnOnce() -> Outcome<T>) -> Outcome<(T, usize)> {
    let ended = AtomicBool::new(false);
    thread::scope(|scope| {
        let scraper = scope.spawn(|| -> Outcome<usize> {
            let mut times = 0;
            while !ended.load(Ordering::Relaxed) {
                let status = Browser::connect(address)?.get("/metrics")?.status;
                if status != 200 {
                    return Err(format!("the metrics were answered with {status}").into());
                }
                times += 1;
                thread::sleep(SCRAPED_EVERY);
            }
            Ok(times)
        });
        let measured = measure();
        ended.store(true, Ordering::Relaxed);
        let times = scraper.join().unwrap_or_else(|_| Err("a thread died".into()))?;
        Ok((measured?, times))
    })
}

/// Returns a free local address.
fn free_address() -> Outcome<String> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string())
}

/// A trace collector that discards what it receives, so that it hardly uses the processors.
struct Collector {
    endpoint: String,
    bytes: Arc<AtomicUsize>,
}

impl Collector {
    fn start() -> Outcome<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let endpoint = format!("http://{}", listener.local_addr()?);
        let bytes = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&bytes);
        // The thread ends with the process.
        thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                let counted = Arc::clone(&counted);
                thread::spawn(move || take(connection, &counted));
            }
        });
        Ok(Self { endpoint, bytes })
    }
}

/// Answers all calls of a connection until it is closed.
fn take(connection: TcpStream, counted: &AtomicUsize) -> Outcome<()> {
    let mut answers = connection.try_clone()?;
    let mut calls = BufReader::new(connection);
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if calls.read_line(&mut line)? == 0 {
                return Ok(());
            }
            let line = line.trim_end().to_ascii_lowercase();
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse()?;
            }
            if line.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        calls.read_exact(&mut body)?;
        counted.fetch_add(length, Ordering::Relaxed);
        answers.write_all(
            b"HTTP/1.1 200 OK\r\nContent-Type: application/x-protobuf\r\nContent-Length: 0\r\n\r\n",
        )?;
    }
}

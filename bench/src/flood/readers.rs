//! Readers that read nothing: 500 connections request a document of 10 MiB, half of them by a
//! signed address and half as JSON. Measures the server memory that they take and the list of
//! another person meanwhile. The server has to disconnect all of the readers.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;

use super::{MAX_SLOWDOWN, measured};
use crate::load::Measured;
use crate::site::{Call, Site};
use crate::{Arguments, Outcome, console};

const MAX_MEMORY_MIB: u64 = 100;

const READERS: usize = 500;
/// Maximum size of a document, in bytes.
const DOCUMENT: usize = 10 * 1024 * 1024;
/// The server disconnects a client that reads nothing after a minute, at its next check.
const CUT_WITHIN: Duration = Duration::from_secs(75);

/// Measures the readers. Adds their cost to the report and missed aims to the faults.
pub(super) fn run(
    arguments: &Arguments,
    site: &Site,
    token: &str,
    (list, quiet): (&Call, &Measured),
    (text, faults): (&mut String, &mut Vec<String>),
) -> Outcome<()> {
    let calls = calls(site, token)?;
    console::progress("measuring: the list while readers read nothing");
    let before = site.server.forget_peak()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let begun = Instant::now();
    let readers = runtime.block_on(async {
        let host = &site.server.host;
        let all = (0..READERS).map(|number| begin(host, &calls[number % calls.len()]));
        futures_util::future::try_join_all(all).await
    })?;
    let memory = site.server.peak_memory()?.saturating_sub(before) / 1024;
    let held = measured(arguments, site, list)?;
    let cut = cut(&runtime, readers, begun);

    let slowdown = held.percentile(99) / quiet.percentile(99);
    writeln!(
        text,
        "Readers that read nothing: {READERS}, which took {memory} MiB (aim: {MAX_MEMORY_MIB}); {cut} were cut within {} s. The list's p99 \
         was {:.1} ms meanwhile, {slowdown:.1} times as long (aim: {MAX_SLOWDOWN}).\n",
        CUT_WITHIN.as_secs(),
        held.percentile(99),
    )?;
    if memory > MAX_MEMORY_MIB {
        faults.push(format!("{READERS} readers that read nothing took {memory} MiB"));
    }
    if slowdown > MAX_SLOWDOWN {
        faults.push(format!(
            "the list's p99 is {slowdown:.1} times its quiet value while readers read nothing"
        ));
    }
    if cut < READERS {
        faults.push(format!(
            "{} readers that read nothing were not cut",
            READERS - cut
        ));
    }
    Ok(())
}

/// Replaces a document by one of maximum size. Returns the two calls that download it.
fn calls(site: &Site, token: &str) -> Outcome<[Vec<u8>; 2]> {
    let key = stored_document(site)?;
    fs::write(files(site).join(&key), vec![7; DOCUMENT])?;
    let mut browser = site.anonymous_browser()?.with_token(token);
    let address: Value = browser
        .get(&format!("/api/v1/data_requests/file_access/{key}"))?
        .json()?;
    let address = address["data"]["url"]
        .as_str()
        .ok_or("the document has no address")?;
    let retrieved = format!("/api/v1/data_requests/retrieve_file/{key}");
    Ok([
        browser.prepare("GET", address, ""),
        browser.prepare("GET", &retrieved, ""),
    ])
}

/// Returns the key of a document of a request whose file is stored.
pub(super) fn stored_document(site: &Site) -> Outcome<String> {
    let files = files(site);
    let keys = site
        .connect()?
        .texts("SELECT file_key FROM request_documents ORDER BY id")?;
    let key = keys.into_iter().flatten().find(|key| files.join(key).exists());
    Ok(key.ok_or("no document is stored")?)
}

fn files(site: &Site) -> PathBuf {
    site.installation.data.join("files")
}

/// Sends a call and reads only the status of its response.
async fn begin(host: &str, call: &[u8]) -> Outcome<TcpStream> {
    let mut stream = TcpStream::connect(host).await?;
    stream.write_all(call).await?;
    let mut status = [0; 12];
    stream.read_exact(&mut status).await?;
    if status.ends_with(b" 200") {
        Ok(stream)
    } else {
        Err(format!("a reader was answered {}", String::from_utf8_lossy(&status)).into())
    }
}

/// Waits until all readers should be disconnected. Returns the number of readers that received less
/// than the whole document.
fn cut(runtime: &Runtime, readers: Vec<TcpStream>, begun: Instant) -> usize {
    std::thread::sleep(CUT_WITHIN.saturating_sub(begun.elapsed()));
    let mut cut = 0;
    for mut reader in readers {
        let mut rest = Vec::new();
        // The read fails if the connection was reset. An intact connection stays open, so the read
        // is limited.
        let _ = runtime.block_on((&mut reader).take(DOCUMENT as u64).read_to_end(&mut rest));
        if rest.len() < DOCUMENT {
            cut += 1;
        }
    }
    cut
}

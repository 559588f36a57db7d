//! Uploads of files that are expensive to inspect: small PDFs whose object streams decompress to
//! gigabytes. Measures the sign-ins of other people meanwhile.

use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::json;

use super::{GUESSED, MAX_SLOWDOWN, SHORT_PAUSE, TIMEOUT, count, counted};
use crate::browser::Browser;
use crate::fill::people;
use crate::load::{self, Measured, Until};
use crate::long_request::fill::pdf_with;
use crate::site::{PASSWORD, Site};
use crate::{Arguments, Outcome, console};

/// Number of accounts that upload, each to its own draft.
const ATTACKERS: usize = 30;
/// Number of simultaneous uploads per account, which makes 60 in total.
const AT_ONCE: usize = 2;
/// Number of people who sign in meanwhile. They are few, so that they do not wait for each other.
const SIGNING_IN: usize = 2;

/// Number of object streams in a bomb, and the decompressed size of each.
const STREAMS: usize = 130;
const UNPACKED: usize = 31 * 1024 * 1024;

#[derive(Debug, Default)]
struct Uploads {
    ended: AtomicBool,
    inspected: AtomicUsize,
    put_off: AtomicUsize,
    failed: AtomicUsize,
}

impl Uploads {
    fn is_running(&self) -> bool {
        !self.ended.load(Ordering::Relaxed)
    }
}

struct Attacker {
    token: String,
    draft: i64,
}

/// Measures sign-ins without and with the uploads. Adds the missed aims to the faults.
pub(super) fn measure(
    arguments: &Arguments,
    site: &Site,
    text: &mut String,
    faults: &mut Vec<String>,
) -> Outcome<()> {
    people::add(&mut site.connect()?, GUESSED + SIGNING_IN + ATTACKERS)?;
    let attackers = (GUESSED + SIGNING_IN..)
        .take(ATTACKERS)
        .map(|number| attacker(site, number))
        .collect::<Outcome<Vec<_>>>()?;
    let bomb = bomb()?;
    console::progress("measuring: sign-ins while nothing else happens");
    let quiet = signing_in(arguments, site)?;
    console::progress("measuring: sign-ins while files are inspected");
    let uploads = Uploads::default();
    let attacked = thread::scope(|scope| {
        let (host, bomb, uploads) = (&site.server.host, &bomb, &uploads);
        for attacker in &attackers {
            for _ in 0..AT_ONCE {
                scope.spawn(move || upload_again(host, attacker, bomb, uploads));
            }
        }
        let attacked = wait_until_inspected(uploads).and_then(|()| signing_in(arguments, site));
        uploads.ended.store(true, Ordering::Relaxed);
        attacked
    })?;

    let slowdown = attacked.percentile(99) / quiet.percentile(99);
    text.push_str("| Sign-ins | Calls/s | p50 ms | p99 ms |\n| --- | ---: | ---: | ---: |\n");
    for (name, measured) in [("quiet", &quiet), ("during inspections", &attacked)] {
        writeln!(
            text,
            "| {name} | {:.0} | {:.1} | {:.1} |",
            measured.per_second(),
            measured.percentile(50),
            measured.percentile(99)
        )?;
    }
    writeln!(
        text,
        "\np99 {slowdown:.1} times as long (aim: {MAX_SLOWDOWN}). Uploads of {} bytes, {} at once: {} inspected and \
         refused, {} put off.\n",
        bomb.len(),
        ATTACKERS * AT_ONCE,
        counted(&uploads.inspected),
        counted(&uploads.put_off),
    )?;
    if slowdown > MAX_SLOWDOWN {
        faults.push(format!(
            "during inspections the p99 of sign-ins is {slowdown:.1} times its quiet value"
        ));
    }
    if counted(&uploads.failed) > 0 {
        faults.push(format!(
            "{} uploads were answered wrongly",
            counted(&uploads.failed)
        ));
    }
    Ok(())
}

fn attacker(site: &Site, number: usize) -> Outcome<Attacker> {
    let credentials = json!({ "username": people::address(number), "password": PASSWORD });
    let mut browser = site.anonymous_browser()?;
    let signed_in = browser
        .call("POST", "/api/v1/users/signin/", &credentials)?
        .json()?;
    let token = signed_in["user"]["token"]
        .as_str()
        .ok_or("the sign-in gave no token")?
        .to_owned();
    let begun = browser
        .with_token(&token)
        .call("POST", "/api/v1/data_requests/", &json!({ "title": "A draft" }))?
        .json()?;
    let draft = begun["data"]["draft_id"].as_i64().ok_or("a draft has no id")?;
    Ok(Attacker { token, draft })
}

/// Returns a PDF of some 50 KB. Its object streams are compressed twice and contain only spaces,
/// which are parsed as a list of numbers.
fn bomb() -> Outcome<Vec<u8>> {
    let packed = packed(&packed(&vec![b' '; UNPACKED])?)?;
    let head = format!(
        "<</Type/ObjStm/N 0/First {UNPACKED}/Filter[/FlateDecode/FlateDecode]/Length {}>>\nstream\n",
        packed.len()
    );
    let stream = [head.as_bytes(), &packed, b"\nendstream"].concat();
    Ok(pdf_with(100, &vec![stream; STREAMS]))
}

fn packed(bytes: &[u8]) -> Outcome<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

fn upload_again(host: &str, attacker: &Attacker, bomb: &[u8], uploads: &Uploads) {
    let head = b"--flood\r\ncontent-disposition: form-data; name=\"field\"\r\n\r\nfile_path\r\n--flood\r\n\
        content-disposition: form-data; name=\"file\"; filename=\"agreement.pdf\"\r\n\r\n";
    let body = [head.as_slice(), bomb, b"\r\n--flood--\r\n"].concat();
    while uploads.is_running() {
        match upload(host, attacker, &body) {
            Ok(415) => count(&uploads.inspected),
            Ok(429) => {
                count(&uploads.put_off);
                thread::sleep(SHORT_PAUSE);
            }
            Ok(status) => {
                console::progress(&format!("an upload was answered {status}"));
                count(&uploads.failed);
            }
            Err(error) => {
                console::progress(&format!("an upload failed: {error}"));
                count(&uploads.failed);
            }
        }
    }
}

/// Uploads the file on a new connection. Returns the status.
fn upload(host: &str, attacker: &Attacker, body: &[u8]) -> Outcome<u16> {
    let mut browser = Browser::connect(host)?.with_token(&attacker.token);
    browser.wait_up_to(TIMEOUT)?;
    let path = format!("/api/v1/data_requests/drafts/{}/files", attacker.draft);
    let call = browser.prepare_as("POST", &path, "multipart/form-data; boundary=flood", body);
    Ok(browser.send(&call)?.status)
}

fn wait_until_inspected(uploads: &Uploads) -> Outcome<()> {
    let patience = Instant::now() + TIMEOUT;
    while Instant::now() < patience {
        if counted(&uploads.inspected) > 0 && counted(&uploads.put_off) > 0 {
            return Ok(());
        }
        thread::sleep(SHORT_PAUSE);
    }
    Err(format!("no file is inspected: {uploads:?}").into())
}

/// Measures people who sign in repeatedly from browsers known to their accounts, as most people do.
fn signing_in(arguments: &Arguments, site: &Site) -> Outcome<Measured> {
    let mut sum = Measured::default();
    for _ in 0..arguments.rounds {
        let until = Until::Passed(arguments.time());
        sum.add(load::run(SIGNING_IN, until, &|number| {
            let mut browser = site.anonymous_browser()?;
            let body = json!({ "username": people::address(GUESSED + number), "password": PASSWORD });
            browser.call("POST", "/api/v1/users/signin/", &body)?.json()?;
            let call = browser.prepare("POST", "/api/v1/users/signin/", &body.to_string());
            Ok(Box::new(move |_| browser.send(&call)?.json().map(drop)))
        })?);
    }
    Ok(sum)
}

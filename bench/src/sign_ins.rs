//! Measures sign-ins in comparison with argon2 alone, and the staff list while many people sign in.

use std::thread;

use argon2::Argon2;
use argon2::password_hash::PasswordVerifier;
use argon2::password_hash::phc::PasswordHash;
use serde_json::json;

use crate::browser::Browser;
use crate::fill::people;
use crate::load::{self, Measured, Until};
use crate::site::{Call, PASSWORD, Site};
use crate::{Arguments, Outcome, console};

/// Maximum number of threads on which argon2 runs alone, the same as the server's `MAX_HASHING`
/// (`adapters/http/src/load.rs`).
const MAX_HASHING: usize = 4;

#[derive(Debug, Default)]
pub(crate) struct SignIns {
    /// Sign-ins over HTTP.
    pub(crate) served: Measured,
    /// Argon2 alone, with the same password and hash.
    pub(crate) alone: Measured,
    /// Number of threads on which argon2 ran alone.
    pub(crate) threads: usize,
    /// The beginning of a hash: algorithm and parameters.
    pub(crate) parameters: String,
    /// The staff list without simultaneous sign-ins.
    pub(crate) quiet: Measured,
    /// The staff list during a storm of sign-ins.
    pub(crate) stormy: Measured,
    /// The sign-ins of that storm.
    pub(crate) storm: Measured,
}

impl SignIns {
    /// Returns the rate of sign-ins as a share of the rate of argon2 alone.
    pub(crate) fn share(&self) -> f64 {
        self.served.per_second() / self.alone.per_second()
    }

    /// Returns the p99 of the list during a storm, as a multiple of its quiet value.
    pub(crate) fn slowdown(&self) -> f64 {
        self.stormy.percentile(99) / self.quiet.percentile(99)
    }
}

/// Measures with the accounts that [`people::add`] has added. The measurements take turns.
pub(crate) fn measure(arguments: &Arguments, site: &Site, list: &Call) -> Outcome<SignIns> {
    console::progress("measuring: sign-ins, and the list during a storm of them");
    let hash = stored_hash(site)?;
    let processors = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut measured = SignIns {
        threads: processors.min(MAX_HASHING),
        parameters: hash.rsplitn(3, '$').last().unwrap_or_default().to_owned(),
        ..SignIns::default()
    };
    let (connections, until) = (arguments.connections, Until::Passed(arguments.time()));
    for _ in 0..arguments.rounds {
        measured.served.add(signing_in(arguments, site, until)?);
        measured.alone.add(hashing(&hash, measured.threads, until)?);
        measured.quiet.add(list.over_http(site, connections, until)?);
        let (storm, stormy) = thread::scope(|scope| {
            let storm = scope.spawn(|| signing_in(arguments, site, until));
            let stormy = list.over_http(site, connections, until);
            let storm = storm.join().unwrap_or_else(|_| Err("a thread died".into()));
            (storm, stormy)
        });
        measured.storm.add(storm?);
        measured.stormy.add(stormy?);
    }
    Ok(measured)
}

/// Signs in people on all connections. Each connection has its own people, who take turns, and a
/// browser that was used for a sign-in before, as most people have. Rate limits count only
/// failures, so that all sign-ins may come from one address.
fn signing_in(arguments: &Arguments, site: &Site, until: Until) -> Outcome<Measured> {
    let connections = arguments.connections;
    load::run(connections, until, &|number| {
        let mut browser = site.anonymous_browser()?;
        let bodies: Vec<String> = (number..usize::from(arguments.people))
            .step_by(connections)
            .map(|person| json!({ "username": people::address(person), "password": PASSWORD }).to_string())
            .collect();
        let first = bodies.first().ok_or("there are fewer people than connections")?;
        let call = |browser: &Browser, body: &String| browser.prepare("POST", "/api/v1/users/signin/", body);
        let first = call(&browser, first);
        browser.send(&first)?.json()?;
        let calls: Vec<Vec<u8>> = bodies.iter().map(|body| call(&browser, body)).collect();
        Ok(Box::new(move |turn| {
            browser.send(&calls[turn % calls.len()])?.json().map(drop)
        }))
    })
}

/// Returns a stored hash, so that the parameters need not be known here.
fn stored_hash(site: &Site) -> Outcome<String> {
    let found = site.connect()?.texts(&format!(
        "SELECT password_hash FROM users WHERE email_key = '{}'",
        people::address(0)
    ))?;
    found
        .into_iter()
        .flatten()
        .next()
        .ok_or_else(|| "nobody was added".into())
}

fn hashing(hash: &str, threads: usize, until: Until) -> Outcome<Measured> {
    load::run(threads, until, &|_| {
        let hash = hash.to_owned();
        Ok(Box::new(move |_| {
            let hash = PasswordHash::new(&hash).map_err(|error| error.to_string())?;
            Argon2::default()
                .verify_password(PASSWORD.as_bytes(), &hash)
                .map_err(|error| error.to_string().into())
        }))
    })
}

//! Sign-ins beside what argon2 alone does, and the staff list while many sign in.

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

/// The server hashes on as many threads as there are processors, and on no more than these (`adapters/http/src/limits.rs`).
const MOST_HASHING: usize = 4;

/// What was measured.
#[derive(Debug, Default)]
pub(crate) struct SignIns {
    /// Sign-ins over HTTP.
    pub(crate) served: Measured,
    /// The same password and hash, by argon2 and nothing else.
    pub(crate) alone: Measured,
    /// On how many threads argon2 ran alone.
    pub(crate) threads: usize,
    /// What a hash begins with: algorithm and parameters.
    pub(crate) parameters: String,
    /// The staff list while nobody signs in.
    pub(crate) quiet: Measured,
    /// The staff list during a storm.
    pub(crate) stormy: Measured,
    /// The storm: the sign-ins meanwhile.
    pub(crate) storm: Measured,
}

impl SignIns {
    /// Which part of what argon2 alone does the server does.
    pub(crate) fn share(&self) -> f64 {
        self.served.per_second() / self.alone.per_second()
    }

    /// How many times its quiet value the slowest of a hundred lists takes during a storm.
    pub(crate) fn slowdown(&self) -> f64 {
        self.stormy.percentile(99) / self.quiet.percentile(99)
    }
}

/// Measures with people that [`people::add`] has added. Everything takes turns.
pub(crate) fn measure(arguments: &Arguments, site: &Site, list: &Call) -> Outcome<SignIns> {
    console::note("measuring: sign-ins, and the list during a storm of them");
    let hash = stored_hash(site)?;
    let processors = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut measured = SignIns {
        threads: processors.min(MOST_HASHING),
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

/// Each of the connections signs in others than the others do, in turn, in a browser in which somebody signed in before: that is
/// what most people have. Only failures are limited, so that all may come from one address.
fn signing_in(arguments: &Arguments, site: &Site, until: Until) -> Outcome<Measured> {
    let connections = arguments.connections;
    load::run(connections, until, &|number| {
        let mut browser = site.stranger()?;
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

/// The hash that the server verifies, so that parameters need not be known here.
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

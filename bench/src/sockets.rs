//! Measures many open websockets: the memory that each takes, and the time until all of them have
//! received a notification.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::decisions::{self, PendingStage};
use crate::fill::people;
use crate::load::{self, Until};
use crate::mailbox::{Codes, Mailbox};
use crate::site::{PASSWORD, Site};
use crate::tabs::{Person, Tabs};
use crate::{Arguments, Outcome, console};

/// Maximum number of tabs per person (`adapters/push/src/settings.rs`).
const TABS: usize = 20;
/// Polling interval of the commit. The pauses keep the query from slowing down the server.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// Websockets of a few people with many tabs, or of many people with one tab.
#[derive(Debug)]
pub(crate) struct Crowd {
    pub(crate) people: usize,
    pub(crate) tabs: usize,
    /// Resident memory with one open websocket, in KiB.
    pub(crate) memory_before: u64,
    /// Resident memory with all websockets open, in KiB.
    pub(crate) memory_with: u64,
    pub(crate) decisions: Vec<NotificationTimes>,
}

/// Times until all websockets were notified of one decision.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NotificationTimes {
    /// From the call to the commit.
    pub(crate) deciding: Duration,
    /// From the commit until half of the websockets were notified.
    pub(crate) half: Duration,
    /// From the commit until the last one was notified.
    pub(crate) last: Duration,
}

impl Crowd {
    pub(crate) fn sockets(&self) -> usize {
        self.people * self.tabs
    }

    /// Returns the memory of a websocket, in KiB.
    pub(crate) fn memory_of_one(&self) -> f64 {
        let grown = u32::try_from(self.memory_with.saturating_sub(self.memory_before)).unwrap_or(u32::MAX);
        let others = u32::try_from(self.sockets().saturating_sub(1)).unwrap_or(u32::MAX);
        f64::from(grown) / f64::from(others.max(1))
    }

    /// Returns the decision with the slowest last notification.
    pub(crate) fn slowest(&self) -> Option<&NotificationTimes> {
        self.decisions.iter().max_by_key(|times| times.last)
    }
}

/// Measures with accounts that [`people::add`] has added: first a few people with many tabs each,
/// then many people with one. All of them are approvers, so that each is notified of a reviewer's
/// decision.
pub(crate) fn measure(arguments: &Arguments, site: &mut Site) -> Outcome<Vec<Crowd>> {
    let many = usize::from(arguments.people);
    let few = many / TABS;
    console::progress(&format!("signing in {many} people"));
    let signed_in_people = sign_in(arguments, site)?;
    let mut crowds = Vec::new();
    let mut appointed = 0;
    for (people, tabs) in [(few, TABS), (many, 1)] {
        console::progress(&format!("opening {tabs} websockets for each of {people} people"));
        people::appoint(&mut site.connect()?, appointed, people)?;
        appointed = people;
        crowds.push(gather(arguments, site, &signed_in_people[..people], tabs)?);
    }
    Ok(crowds)
}

fn sign_in(arguments: &Arguments, site: &Site) -> Outcome<Vec<Person>> {
    let connections = arguments.connections;
    let many = usize::from(arguments.people);
    let each = many.div_ceil(connections);
    let (sender, signed_in) = mpsc::channel();
    load::run(connections, Until::Turns(each), &|number| {
        let mut browser = site.anonymous_browser()?;
        let sender = sender.clone();
        let places = (number * each..).take_while(move |place| *place < many);
        let mut places = places.take(each);
        Ok(Box::new(move |_| {
            let Some(place) = places.next() else { return Ok(()) };
            let credentials = json!({ "username": people::address(place), "password": PASSWORD });
            let answer = browser
                .call("POST", "/api/v1/users/signin/", &credentials)?
                .json()?;
            let user = &answer["user"];
            let person = Person {
                user: user["user_id"].as_i64().ok_or("a person without an id")?,
                token: user["token"]
                    .as_str()
                    .ok_or("a sign-in without a token")?
                    .to_owned(),
            };
            Ok(sender.send((place, person))?)
        }))
    })?;
    drop(sender);
    let mut signed_in_people: Vec<_> = signed_in.into_iter().collect();
    signed_in_people.sort_unstable_by_key(|(place, _)| *place);
    Ok(signed_in_people.into_iter().map(|(_, person)| person).collect())
}

fn gather(arguments: &Arguments, site: &mut Site, people: &[Person], tabs: usize) -> Outcome<Crowd> {
    // Memory that other calls have freed would hide the memory of the websockets.
    site.restart()?;
    let stages = decisions::waiting(site, usize::try_from(arguments.rounds)?)?;
    if stages.is_empty() {
        return Err("no request waits for a decision".into());
    }
    let mut mailbox = Mailbox::open(site)?;
    let mut browser = site.browser()?;
    for stage in &stages {
        decisions::request_code(&mut browser, *stage)?;
    }
    let codes = mailbox.codes(&stages)?;
    let first = Tabs::open(&site.server.host, &people[..1], 1)?;
    let memory_before = site.server.resident_memory()?;
    drop(first);
    let open = Tabs::open(&site.server.host, people, tabs)?;
    let mut crowd = Crowd {
        people: people.len(),
        tabs,
        memory_before,
        memory_with: site.server.resident_memory()?,
        decisions: Vec::new(),
    };
    for stage in stages {
        let mut link = site.connect()?;
        let newest = "SELECT CAST(COALESCE(MAX(id), 0) AS TEXT) FROM notifications";
        let before = link.number(newest)?;
        crowd.decisions.push(decide(site, &open, stage, &codes)?);
        // Wait until all mails have arrived, so that the server is idle before the next decision.
        let mails = link.number(&format!(
            "SELECT CAST(COUNT(*) AS TEXT) FROM notifications WHERE id > {before}"
        ))?;
        mailbox.count_to(usize::try_from(mails)?)?;
    }
    Ok(crowd)
}

/// Decides, watches the database for the commit, and waits until every websocket was notified.
fn decide(site: &Site, open: &Tabs, stage: PendingStage, codes: &Codes) -> Outcome<NotificationTimes> {
    let mut browser = site.browser()?;
    let call = decisions::approval(site, &browser, stage, codes);
    let mut link = site.connect()?;
    let newest = "SELECT CAST(COALESCE(MAX(id), 0) AS TEXT) FROM notifications";
    let before = link.number(newest)?;
    let failed = AtomicBool::new(false);
    thread::scope(|scope| {
        // Returns the time of the last query before the commit became visible. The commit was
        // later, so no push time is underestimated.
        let commit_watch = scope.spawn(|| -> Outcome<Instant> {
            let mut last_query = Instant::now();
            loop {
                let queried = Instant::now();
                if link.number(newest)? > before || failed.load(Ordering::Relaxed) {
                    return Ok(last_query);
                }
                last_query = queried;
                thread::sleep(POLL_INTERVAL);
            }
        });
        let called = Instant::now();
        let arrivals = browser
            .send(&call)
            .and_then(|answer| answer.json())
            .and_then(|_| open.wait_for_notifications());
        failed.store(arrivals.is_err(), Ordering::Relaxed);
        let committed = commit_watch
            .join()
            .unwrap_or_else(|_| Err("a thread died".into()))?;
        let arrivals = arrivals?;
        let after = |place: usize| {
            arrivals
                .get(place)
                .map_or(Duration::ZERO, |at| at.duration_since(committed))
        };
        Ok(NotificationTimes {
            deciding: committed.duration_since(called),
            half: after(arrivals.len() / 2),
            last: after(arrivals.len().saturating_sub(1)),
        })
    })
}

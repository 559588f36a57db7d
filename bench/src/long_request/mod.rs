//! Measures a request of maximum size: reading, comparing and drafting it, and the memory that its
//! submission takes.

mod draft;
pub(crate) mod fill;
mod memory;
mod page;

use std::fs;
use std::time::Duration;

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::load::{self, Measured, Until};
use crate::site::{PASSWORD, Site};
use crate::{Arguments, Outcome, console, report};

pub(crate) use draft::content as draft_content;
use fill::Made;
pub(crate) use memory::Payload;
pub(crate) use page::Page;

/// The size of the request.
pub(crate) const VARIABLES: usize = 5_000;
pub(crate) const DATASETS: usize = 3;
pub(crate) const DEVICES: usize = 40;
pub(crate) const STAFF: usize = 60;
pub(crate) const COMMENTS: usize = 300;
pub(crate) const VERSIONS: usize = 25;

/// Number of submissions that are timed.
const SUBMISSIONS: usize = 7;
/// Number of simultaneous connections.
pub(crate) const CONNECTIONS: usize = 8;

const REVIEWER: &str = "data-access-reviewer@aditus.example";
const REQUESTER: &str = "data-requester@aditus.example";

/// A signed-in person.
#[derive(Clone)]
pub(crate) struct Person {
    token: String,
    /// The session in the format that the frontend stores.
    session: Value,
    pub(crate) assigned_role: i64,
    pub(crate) org_role: i64,
}

/// A measured call, which is a line of the report.
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) connections: usize,
    /// Size of the request or response, in bytes.
    pub(crate) size: usize,
    pub(crate) measured: Measured,
    /// The 95th percentile to aim for, in milliseconds.
    pub(crate) aim: Option<f64>,
}

pub(crate) struct LongRequest {
    /// Number of variables. Lower than [`VARIABLES`] if the dictionary has fewer.
    pub(crate) variables: usize,
    pub(crate) lines: Vec<Line>,
    pub(crate) payload: Payload,
    /// A submission with 10 MiB of documents, and the durations of several of them.
    pub(crate) usual: Payload,
    pub(crate) usual_took: Vec<Duration>,
    /// None if there is no browser.
    pub(crate) pages: Option<Vec<Page>>,
}

impl Person {
    pub(crate) fn sign_in(site: &Site, address: &str) -> Outcome<Self> {
        Self::sign_in_at(&site.server.host, address)
    }

    pub(crate) fn sign_in_at(host: &str, address: &str) -> Outcome<Self> {
        let credentials = json!({ "username": address, "password": PASSWORD });
        let answer = Browser::connect(host)?
            .call("POST", "/api/v1/users/signin/", &credentials)?
            .json()?;
        let user = &answer["user"];
        let role = &user["assigned_roles"][0];
        let token = user["token"].as_str().ok_or("the sign-in gave no token")?;
        Ok(Self {
            token: token.to_owned(),
            session: json!({ "token": token, "user": user, "role": role }),
            assigned_role: id(&role["assigned_role_id"])?,
            org_role: id(&role["org_role_id"])?,
        })
    }

    pub(crate) fn browser(&self, site: &Site) -> Outcome<Browser> {
        self.browser_at(&site.server.host)
    }

    /// Returns a client for the server at this host.
    pub(crate) fn browser_at(&self, host: &str) -> Outcome<Browser> {
        Ok(Browser::connect(host)?.with_token(&self.token))
    }
}

fn id(value: &Value) -> Outcome<i64> {
    value.as_i64().ok_or_else(|| format!("{value} is no id").into())
}

/// Measures one database and writes the report. A missed aim is not a fault.
pub(crate) fn run(arguments: &Arguments) -> Outcome<Vec<String>> {
    if arguments.folder.exists() {
        fs::remove_dir_all(&arguments.folder)?;
    }
    let mut site = Site::prepare(arguments, arguments.size)?;
    let text = report::long_request(arguments, &measure(arguments, &mut site)?);
    console::print(&text);
    report::append(&arguments.report, &text)?;
    site.server.stop()?;
    fs::remove_dir_all(&arguments.folder)?;
    Ok(Vec::new())
}

/// Creates the request through the API and measures it. Restarts the server several times.
pub(crate) fn measure(arguments: &Arguments, site: &mut Site) -> Outcome<LongRequest> {
    console::progress("making a long request");
    let requester = Person::sign_in(site, REQUESTER)?;
    let reviewer = Person::sign_in(site, REVIEWER)?;
    let made = fill::make(site, &requester, &reviewer)?;

    let mut lines = reads(arguments, site, &made, &reviewer, &requester)?;
    lines.extend(draft::measure(arguments, site, &requester, &made)?);
    site.restart_lean()?;
    let payload = memory::measure(site, &requester, &made.payload, memory::MAX_BODY_BYTES)?;
    site.restart_lean()?;
    let submission = fill::shortened(&made.payload, fill::ROWS, &made.first(fill::FEW));
    let usual = memory::measure(site, &requester, &submission, memory::TYPICAL_BODY_BYTES)?;
    site.restart()?;
    let usual_took = memory::time(
        site,
        &requester,
        &submission,
        memory::TYPICAL_BODY_BYTES,
        SUBMISSIONS,
    )?;
    // Report the other results even if the browser fails.
    let pages = page::measure(site, &made, &reviewer, &requester).unwrap_or_else(|error| {
        console::progress(&format!("the page is not measured: {error}"));
        None
    });
    Ok(LongRequest {
        variables: made.variables.iter().map(Vec::len).sum(),
        lines,
        payload,
        usual,
        usual_took,
        pages,
    })
}

/// Measures the calls that the page of the request makes.
fn reads(
    arguments: &Arguments,
    site: &Site,
    made: &Made,
    reviewer: &Person,
    requester: &Person,
) -> Outcome<Vec<Line>> {
    let path = |person: &Person, rest: &str| {
        let (request, role) = (made.request, person.org_role);
        format!("/api/v1/data_requests/?request_id={request}&org_role_id={role}{rest}")
    };
    let list = format!(
        "/api/v1/data_requests/?org_role_id={}&status=%5B%22Unattended%22%5D",
        reviewer.org_role
    );
    let comments = format!("/api/v1/data_requests/statecomment/list/{}/", made.request);
    let changes = format!(
        "/api/v1/data_requests/{}/changes/?from=1&to={VERSIONS}",
        made.request
    );
    let reads = [
        (
            "list, page of ten, to compare with",
            reviewer,
            CONNECTIONS,
            list,
            None,
        ),
        (
            "the request, without its variables, to a reviewer",
            reviewer,
            CONNECTIONS,
            path(reviewer, "&variables=false"),
            Some(60.0),
        ),
        (
            "the request, without its variables, to its requester",
            requester,
            CONNECTIONS,
            path(requester, "&variables=false"),
            Some(60.0),
        ),
        (
            "the request with all variables",
            reviewer,
            CONNECTIONS,
            path(reviewer, ""),
            None,
        ),
        (
            "the request with all variables",
            reviewer,
            1,
            path(reviewer, ""),
            None,
        ),
        ("its comments", reviewer, CONNECTIONS, comments, None),
        (
            "what changed from version 1 to the last",
            reviewer,
            CONNECTIONS,
            changes.clone(),
            None,
        ),
        (
            "what changed from version 1 to the last",
            reviewer,
            1,
            changes,
            Some(50.0),
        ),
    ];
    let mut lines = Vec::new();
    for (name, person, connections, path, aim) in reads {
        let mut browser = person.browser(site)?;
        let answer = browser.get(&path)?;
        answer.json()?;
        let mut measured = Measured::default();
        console::progress(&format!("measuring: {name}, {connections} connections"));
        for _ in 0..arguments.rounds {
            measured.add(reading(arguments, site, person, connections, &path)?);
        }
        lines.push(Line {
            name: name.to_owned(),
            connections,
            size: answer.body.len(),
            measured,
            aim,
        });
    }
    Ok(lines)
}

fn reading(
    arguments: &Arguments,
    site: &Site,
    person: &Person,
    connections: usize,
    path: &str,
) -> Outcome<Measured> {
    load::run(connections, Until::Passed(arguments.time()), &|_| {
        let mut browser = person.browser(site)?;
        let call = browser.prepare("GET", path, "");
        Ok(Box::new(move |_| {
            let answer = browser.send(&call)?;
            if answer.status == 200 {
                Ok(())
            } else {
                answer.json().map(drop)
            }
        }))
    })
}

//! Measures versions of a data source with many variables: committing one, and comparing two.

use std::fs;
use std::time::Duration;

use serde_json::json;

use crate::browser::{Answer, Browser};
use crate::database::Link;
use crate::load::{self, Measured, Until};
use crate::long_request::{Line, Person};
use crate::site::Site;
use crate::{Arguments, Outcome, console, report};

const SUPER_USER: &str = "super-user@aditus.example";

/// A commit may take long.
const TIMEOUT: Duration = Duration::from_mins(2);

const MAX_COMMIT_TIME: f64 = 5_000.0;
const MAX_PAGE_TIME: f64 = 1_000.0;

/// One in this many variables is changed between two versions.
const CHANGED: u32 = 10;

pub(crate) struct Versions {
    /// Number of variables per version.
    pub(crate) variables: i64,
    /// Number of variables that differ between the compared versions.
    pub(crate) changed: i64,
    pub(crate) lines: Vec<Line>,
}

/// Measures one database and writes the report. A missed aim is not a fault.
pub(crate) fn run(arguments: &Arguments) -> Outcome<Vec<String>> {
    if arguments.folder.exists() {
        fs::remove_dir_all(&arguments.folder)?;
    }
    let site = Site::prepare(arguments, arguments.size)?;
    let text = report::versions(arguments, &measure(arguments, &site)?);
    console::print(&text);
    report::append(&arguments.report, &text)?;
    site.server.stop()?;
    fs::remove_dir_all(&arguments.folder)?;
    Ok(Vec::new())
}

/// Commits versions of the source with the most variables and compares them.
pub(crate) fn measure(arguments: &Arguments, site: &Site) -> Outcome<Versions> {
    console::progress("committing and comparing versions");
    let person = Person::sign_in(site, SUPER_USER)?;
    let mut link = site.connect()?;
    let source = link.number(
        "SELECT CAST(data_source_id AS TEXT) FROM variables GROUP BY data_source_id ORDER BY COUNT(*) DESC LIMIT 1",
    )?;
    let variables = link.number(&format!(
        "SELECT CAST(COUNT(*) AS TEXT) FROM variables WHERE data_source_id = {source}"
    ))?;

    let commit = |turns| commit(site, &person, source, turns);
    let rounds = usize::try_from(arguments.rounds)?.max(1);
    let mut committed = commit(1)?;
    let older = latest(&mut link)?;
    change_some(&mut link)?;
    committed.add(commit(rounds)?);
    let newer = latest(&mut link)?;
    if link.is_postgres() {
        // The next query names versions for which PostgreSQL has no statistics yet. It would expect
        // one row of each.
        link.run("ANALYZE version_revisions")?;
    }
    let changed = link.number(&format!(
        "SELECT CAST(COUNT(*) AS TEXT) FROM version_revisions a JOIN version_revisions b \
         ON b.version_id = {newer} AND b.record = a.record AND b.record_id = a.record_id \
         WHERE a.version_id = {older} AND a.revision_id <> b.revision_id"
    ))?;

    let mut lines = vec![Line {
        name: "committing a version".to_owned(),
        connections: 1,
        size: 0,
        measured: committed,
        aim: Some(MAX_COMMIT_TIME),
    }];
    let last = u64::try_from(changed)?.div_ceil(20).max(1);
    for (name, rest, aim) in [
        ("comparing two, first page", String::new(), Some(MAX_PAGE_TIME)),
        (
            "comparing two, last page",
            format!("&page={last}"),
            Some(MAX_PAGE_TIME),
        ),
        ("comparing two as CSV", String::new(), None),
    ] {
        let call = if name.ends_with("CSV") {
            "compare/export/"
        } else {
            "compare/"
        };
        let path = format!("/api/v1/data_dictionary/version/{newer}/{call}?with={older}{rest}");
        let answer = patient_browser(site, &person)?.get(&path)?;
        let measured = load::run(1, Until::Turns(rounds), &|_| {
            let mut browser = patient_browser(site, &person)?;
            let path = path.clone();
            Ok(Box::new(move |_| require_ok(&browser.get(&path)?)))
        })?;
        lines.push(Line {
            name: name.to_owned(),
            connections: 1,
            size: answer.body.len(),
            measured,
            aim,
        });
    }
    Ok(Versions {
        variables,
        changed,
        lines,
    })
}

fn require_ok(answer: &Answer) -> Outcome<()> {
    if answer.status == 200 {
        return Ok(());
    }
    Err(format!("answered {}", answer.status).into())
}

fn patient_browser(site: &Site, person: &Person) -> Outcome<Browser> {
    let browser = person.browser(site)?;
    browser.wait_up_to(TIMEOUT)?;
    Ok(browser)
}

fn commit(site: &Site, person: &Person, source: i64, turns: usize) -> Outcome<Measured> {
    load::run(1, Until::Turns(turns), &|_| {
        let mut browser = patient_browser(site, person)?;
        Ok(Box::new(move |turn| {
            let version = json!({ "data_source": source, "message": format!("As it is, {turn}") });
            browser
                .call("POST", "/api/v1/data_dictionary/version/", &version)?
                .json()
                .map(drop)
        }))
    })
}

fn latest(link: &mut Link) -> Outcome<i64> {
    link.number("SELECT CAST(MAX(id) AS TEXT) FROM data_source_versions")
}

/// Changes the meaning of some variables as the server would: each gets a new revision, which
/// becomes the present one.
fn change_some(link: &mut Link) -> Outcome<()> {
    link.run(&format!(
        "BEGIN;
         INSERT INTO dictionary_revisions (record, record_id, number, kind, author_id, created_on, table_id, content, \
             column_key, name_key, data_type, meaning_key, search_text) \
         SELECT r.record, r.record_id, r.number + 1, 'changed', NULL, r.created_on, r.table_id, \
             REPLACE(r.content, '\"meaning\":\"', '\"meaning\":\"In grams. '), \
             r.column_key, r.name_key, r.data_type, r.meaning_key, r.search_text \
         FROM dictionary_revisions r JOIN present_revisions p ON p.revision_id = r.id \
         WHERE r.record = 'variable' AND r.record_id % {CHANGED} = 0;
         UPDATE present_revisions SET revision_id = (SELECT MAX(r.id) FROM dictionary_revisions r \
             WHERE r.record = present_revisions.record AND r.record_id = present_revisions.record_id) \
         WHERE record = 'variable' AND record_id % {CHANGED} = 0;
         COMMIT"
    ))
}

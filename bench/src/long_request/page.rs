//! Measures the page of the request in Chromium, with the processor slowed down to a quarter.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::Person;
use super::fill::Made;
use crate::site::Site;
use crate::{Outcome, console};

/// Script that drives the browser. It prints its measurements as JSON.
const SCRIPT: &str = "bench/page.mjs";

/// Times until the page is usable for one reader, in milliseconds.
pub(crate) struct Page {
    pub(crate) reader: &'static str,
    /// Opened by a link in a browser with an empty cache.
    pub(crate) by_link: f64,
    /// Opened by the link again, with scripts and fonts in the cache.
    pub(crate) again: f64,
    /// Opened from the list.
    pub(crate) from_list: f64,
    /// From the click on the section with the variables until they are visible.
    pub(crate) variables: f64,
}

/// Returns none if there is no browser.
pub(super) fn measure(
    site: &Site,
    made: &Made,
    reviewer: &Person,
    requester: &Person,
) -> Outcome<Option<Vec<Page>>> {
    if !Path::new("frontend/node_modules/@playwright/test").exists() {
        console::progress("the page is not measured: there is no Playwright in frontend/node_modules");
        return Ok(None);
    }
    let mut pages = Vec::new();
    let title = &made.payload["title"];
    let readers = [
        (
            "a reviewer",
            reviewer,
            json!({
                "path": format!("/datarequest?request_id={}", made.request), "list": "/datarequests",
                "texts": [title, "Approve", "Remark 1:"], "table": "Requested variables",
                "opener": { "role": "button", "name": "Has the Data Specification Form been filed?" },
            }),
        ),
        (
            "its requester",
            requester,
            json!({
                "path": format!("/requester/singlerequest?request_id={}", made.request), "list": "/requester/myrequests",
                "texts": [title, "Submitted Data Request", "Devices & Staff"], "table": "Requested variables",
                "opener": { "role": "tab", "name": "Variables" },
            }),
        ),
    ];
    for (reader, person, mut wanted) in readers {
        console::progress(&format!("measuring: the page in a slow browser, for {reader}"));
        wanted["origin"] = json!(format!("http://{}", site.server.host));
        wanted["session"] = person.session.clone();
        let done = Command::new("node")
            .arg(SCRIPT)
            .arg(wanted.to_string())
            .stderr(Stdio::inherit())
            .output()?;
        if !done.status.success() {
            return Err(format!("{SCRIPT} ended with {}", done.status).into());
        }
        let told: Value = serde_json::from_slice(&done.stdout)?;
        let time = |name: &str| {
            told[name]
                .as_f64()
                .ok_or_else(|| format!("{SCRIPT} does not tell {name}"))
        };
        pages.push(Page {
            reader,
            by_link: time("by_link")?,
            again: time("again")?,
            from_list: time("from_list")?,
            variables: time("variables")?,
        });
    }
    Ok(Some(pages))
}

//! Whole decisions: the code redeemed, states, bindings, counters, notifications and mails written, and committed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::load::{self, Measured, Until};
use crate::site::Site;
use crate::{Arguments, Outcome, console};

/// A stage whose turn it is.
#[derive(Debug, Clone, Copy)]
struct Turn {
    request: i64,
    state: i64,
}

/// Decides on requests that wait for the reviewer, each with a code of its own that was mailed before time is taken.
pub(crate) fn measure(arguments: &Arguments, site: &Site) -> Outcome<Measured> {
    let connections = arguments.connections;
    let turns = waiting(site, arguments.decisions)?;
    let each = turns.len() / connections;
    if each == 0 {
        return Err("too few requests wait for a decision".into());
    }
    console::note(&format!("deciding on {} requests", each * connections));
    let path = |turn: Turn| format!("/api/v1/data_requests/request_state/{}/", turn.state);
    load::run(connections, Until::Turns(each), &|number| {
        let mut browser = site.browser()?;
        let turns = turns[number * each..][..each].to_vec();
        Ok(Box::new(move |place| {
            let path = format!("{}otp/", path(turns[place]));
            browser
                .call("POST", &path, &json!({ "status": true }))?
                .json()
                .map(drop)
        }))
    })?;
    let turns = &turns[..each * connections];
    let codes = mailed_codes(&site.installation.data.join("mail"), turns)?;
    load::run(connections, Until::Turns(each), &|number| {
        let mut browser = site.browser()?;
        let mut calls = Vec::with_capacity(each);
        for turn in &turns[number * each..][..each] {
            let body = json!({
                "status": true,
                "otp": codes[&turn.request],
                "reason": "Looked at every document",
                "recommendation": "Store the data encrypted",
                "assigned_role": site.assigned_role,
                "org_role": site.org_role,
                "request": turn.request,
                "state_id": turn.state,
            });
            calls.push(browser.prepare("PUT", &path(*turn), &body.to_string()));
        }
        Ok(Box::new(move |place| {
            browser.send(&calls[place])?.json().map(drop)
        }))
    })
}

/// Requests that wait for the reviewer and that no comment blocks.
fn waiting(site: &Site, most: usize) -> Outcome<Vec<Turn>> {
    let rows = site.connect()?.texts(&format!(
        "SELECT CAST(request_id AS TEXT), CAST(own_state_id AS TEXT) FROM request_bindings b \
         WHERE org_role_id = {} AND own_state = 'Unattended' AND status_tab = 'Pending' \
         AND NOT EXISTS (SELECT 1 FROM state_comments c WHERE c.request_id = b.request_id) \
         ORDER BY date_created, request_id LIMIT {most}",
        site.org_role
    ))?;
    rows.iter()
        .map(|row| match row.as_slice() {
            [request, state] => Ok(Turn {
                request: request.parse()?,
                state: state.parse()?,
            }),
            _ => Err("a stage without a request".into()),
        })
        .collect()
}

/// Waits for the mails with the codes, which the server puts into its data folder.
fn mailed_codes(folder: &Path, turns: &[Turn]) -> Outcome<BTreeMap<i64, String>> {
    let mut codes = BTreeMap::new();
    let deadline = Instant::now() + Duration::from_mins(4);
    loop {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "eml") {
                codes.extend(code_of(&fs::read_to_string(&path)?));
                // A mail that was read is not read again at the next look.
                fs::remove_file(&path)?;
            }
        }
        if turns.iter().all(|turn| codes.contains_key(&turn.request)) {
            return Ok(codes);
        }
        if Instant::now() > deadline {
            return Err(format!(
                "only {} of {} codes were mailed in time",
                codes.len(),
                turns.len()
            )
            .into());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The request that a mail's code is for, and the code.
fn code_of(mail: &str) -> Option<(i64, String)> {
    let text = mail.replace("=\r\n", "");
    let (_, behind) = text.split_once("Data Request DAC00")?;
    let digits: String = behind.chars().take_while(char::is_ascii_digit).collect();
    let is_code = |line: &&str| line.len() == 6 && line.bytes().all(|byte| byte.is_ascii_digit());
    let code = behind.lines().map(str::trim).find(is_code)?;
    Some((digits.parse().ok()?, code.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_of_a_mail_is_found() {
        let mail = "Hello Tobias,\r\n\r\nEnter this code to approve Data Request DAC0=\r\n0117.\r\n\r\n    048151\r\n";
        assert_eq!(code_of(mail), Some((117, "048151".to_owned())));
        assert_eq!(code_of("Hello Tobias,\r\n\r\n    048151\r\n"), None);
    }
}

//! Approves requests as a reviewer, each with its mailed decision code.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use serde_json::json;

use super::{Round, Sent, Tally, Worker, first_text, send, take_new_mails};
use crate::Outcome;
use crate::database::{Address, Link};
use crate::long_request::Person;
use crate::mailbox::code_of;

/// Polling interval for requests and mails.
const POLL_INTERVAL: Duration = Duration::from_millis(3);

pub(super) struct Decider {
    reviewer: Person,
    database: Address,
    mails: PathBuf,
    codes: BTreeMap<i64, String>,
    /// The last request for which a code was requested. Each request is tried only once.
    last: i64,
    /// Stages whose approval was acknowledged since the last check.
    acknowledged: Vec<i64>,
    in_doubt: Option<i64>,
    tally: Tally,
}

impl Decider {
    pub(super) fn new(reviewer: &Person, database: Address, mails: PathBuf) -> Self {
        Self {
            reviewer: reviewer.clone(),
            database,
            mails,
            codes: BTreeMap::new(),
            last: 0,
            acknowledged: Vec::new(),
            in_doubt: None,
            tally: Tally::default(),
        }
    }

    /// Returns the next request that waits for the reviewer, with its stage.
    fn next(&self, link: &mut Link) -> Outcome<Option<(i64, i64)>> {
        let rows = link.texts(&format!(
            "SELECT CAST(request_id AS TEXT), CAST(own_state_id AS TEXT) FROM request_bindings b \
             WHERE org_role_id = {} AND own_state = 'Unattended' AND status_tab = 'Pending' AND request_id > {} \
             AND NOT EXISTS (SELECT 1 FROM state_comments c WHERE c.request_id = b.request_id) \
             ORDER BY request_id LIMIT 1",
            self.reviewer.org_role, self.last
        ))?;
        rows.first()
            .map(|row| Ok((row[0].parse()?, row[1].parse()?)))
            .transpose()
    }

    /// Waits for the code of this request. Returns none if the round ends first.
    fn code(&mut self, request: i64, round: &Round<'_>) -> Outcome<Option<String>> {
        loop {
            self.codes.extend(
                take_new_mails(&self.mails)?
                    .iter()
                    .filter_map(|mail| code_of(mail)),
            );
            if let Some(code) = self.codes.remove(&request) {
                return Ok(Some(code));
            }
            if round.is_over() {
                return Ok(None);
            }
            thread::sleep(POLL_INTERVAL);
        }
    }
}

impl Worker for Decider {
    fn name(&self) -> &'static str {
        "decisions"
    }

    fn work(&mut self, round: &Round<'_>) -> Outcome<()> {
        let Ok(mut browser) = self.reviewer.browser_at(round.host) else {
            return Ok(());
        };
        // PostgreSQL may have been stopped as well.
        let Ok(mut link) = self.database.connect() else {
            return Ok(());
        };
        while !round.is_over() {
            let Ok(found) = self.next(&mut link) else {
                return Ok(());
            };
            let Some((request, state)) = found else {
                thread::sleep(POLL_INTERVAL);
                continue;
            };
            self.last = request;
            let path = format!("/api/v1/data_requests/request_state/{state}/");
            let ask = browser.prepare(
                "POST",
                &format!("{path}otp/"),
                &json!({ "status": true }).to_string(),
            );
            if let Sent::InDoubt = send(&mut browser, &ask)? {
                return Ok(());
            }
            let Some(code) = self.code(request, round)? else {
                return Ok(());
            };
            let body = json!({
                "status": true, "otp": code, "reason": "Looked at every document",
                "recommendation": "Store the data encrypted", "assigned_role": self.reviewer.assigned_role,
                "org_role": self.reviewer.org_role, "request": request, "state_id": state,
            });
            let call = browser.prepare("PUT", &path, &body.to_string());
            match send(&mut browser, &call)? {
                Sent::InDoubt => {
                    self.in_doubt = Some(state);
                    return Ok(());
                }
                Sent::Acknowledged(_) => self.acknowledged.push(state),
            }
        }
        Ok(())
    }

    fn verify(&mut self, _: &str, link: &mut Link) -> Outcome<()> {
        let mut state_of = |state: i64| {
            first_text(
                link,
                &format!("SELECT state FROM request_states WHERE id = {state}"),
            )
        };
        if let Some(state) = self.in_doubt.take() {
            let is_there = state_of(state)?.as_deref() == Some("Approved");
            self.tally.settle(is_there);
        }
        for state in std::mem::take(&mut self.acknowledged) {
            let found = state_of(state)?;
            if found.as_deref() != Some("Approved") {
                return Err(format!("stage {state} was approved, and is {found:?}").into());
            }
            self.tally.acknowledged += 1;
        }
        Ok(())
    }

    fn tally(&self) -> Tally {
        self.tally
    }
}

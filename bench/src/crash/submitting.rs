//! Submits requests with documents, each with its own idempotency key. A submission in doubt is
//! sent again and must be stored exactly once.

use serde_json::{Value, json};

use super::{Round, Sent, Tally, Worker, first_text, send};
use crate::Outcome;
use crate::database::Link;
use crate::long_request::Person;
use crate::long_request::fill::{payload as whole_payload, shortened};

const PATH: &str = "/api/v1/data_requests/submit/";

/// Returns a submission with one device and one member of staff.
pub(super) fn payload(link: &mut Link, requester: &Person) -> Outcome<Value> {
    let source = link.number(
        "SELECT CAST(MIN(t.data_source_id) AS TEXT) FROM dictionary_tables t JOIN data_sources d \
         ON d.id = t.data_source_id WHERE t.publish AND d.publish",
    )?;
    let variables = link.numbers(&format!(
        "SELECT CAST(v.id AS TEXT) FROM variables v JOIN dictionary_tables t ON t.id = v.table_id \
         WHERE t.publish AND t.data_source_id = {source} ORDER BY v.id LIMIT 10"
    ))?;
    let payload = whole_payload(link, requester, source, &variables)?;
    Ok(shortened(&payload, 1, &variables))
}

pub(super) struct Submitter {
    requester: Person,
    payload: Value,
    sent: u64,
    in_doubt: Option<(String, String)>,
    /// Submissions acknowledged since the last check.
    acknowledged: Vec<(i64, String)>,
    tally: Tally,
}

impl Submitter {
    pub(super) fn new(requester: &Person, payload: &Value) -> Self {
        Self {
            requester: requester.clone(),
            payload: payload.clone(),
            sent: 0,
            in_doubt: None,
            acknowledged: Vec::new(),
            tally: Tally::default(),
        }
    }
}

impl Worker for Submitter {
    fn name(&self) -> &'static str {
        "submissions"
    }

    fn work(&mut self, round: &Round<'_>) -> Outcome<()> {
        let Ok(mut browser) = self.requester.browser_at(round.host) else {
            return Ok(());
        };
        while !round.is_over() {
            self.sent += 1;
            let title = format!("Submitted while killed, number {}", self.sent);
            self.payload["title"] = json!(title);
            let body = self.payload.to_string();
            let call = browser.prepare_once(PATH, &format!("submission-{}", self.sent), &body);
            self.in_doubt = Some((title.clone(), body));
            match send(&mut browser, &call)? {
                Sent::InDoubt => return Ok(()),
                Sent::Acknowledged(answer) => {
                    let id = answer.json()?["request_id"]
                        .as_i64()
                        .ok_or("a submission has no id")?;
                    self.acknowledged.push((id, title));
                    self.in_doubt = None;
                }
            }
        }
        Ok(())
    }

    fn verify(&mut self, host: &str, link: &mut Link) -> Outcome<()> {
        if let Some((title, body)) = self.in_doubt.take() {
            let was_there = first_text(link, &by_title(&title))?.is_some();
            self.tally.settle(was_there);
            let mut browser = self.requester.browser_at(host)?;
            let call = browser.prepare_once(PATH, &format!("submission-{}", self.sent), &body);
            let answer = browser.send(&call)?;
            // Either it was carried out before and its response is lost (409), or it is carried out
            // now.
            if !(was_there && answer.status == 409) {
                answer.json()?;
            }
            let found = first_text(link, &by_title(&title))?
                .ok_or("a submission that was sent again is not there")?;
            self.acknowledged.push((found.parse()?, title));
        }
        for (id, title) in std::mem::take(&mut self.acknowledged) {
            let there = link.texts(&by_title(&title))?;
            if there != [[id.to_string()]] {
                return Err(format!("request {id} was acknowledged and there is {there:?}").into());
            }
            for (table, number) in [
                ("data_handling_devices", 1),
                ("staff_shared", 1),
                ("request_documents", 3),
            ] {
                let found = link.number(&format!(
                    "SELECT CAST(COUNT(*) AS TEXT) FROM {table} WHERE request_id = {id}"
                ))?;
                if found != number {
                    return Err(
                        format!("request {id} has {found} rows of {table} instead of {number}").into(),
                    );
                }
            }
            self.tally.acknowledged += 1;
        }
        Ok(())
    }

    fn tally(&self) -> Tally {
        self.tally
    }
}

fn by_title(title: &str) -> String {
    format!("SELECT CAST(id AS TEXT) FROM data_requests WHERE title = '{title}'")
}

//! Edits a request that its owner has recalled. Each edit creates a version.

use serde_json::{Value, json};

use super::{Round, Sent, Tally, Worker, send};
use crate::Outcome;
use crate::database::Link;
use crate::long_request::Person;

pub(super) struct Editor {
    requester: Person,
    request: i64,
    /// The number in the last acknowledged edit, and the version that it created.
    last: u64,
    version: u64,
    in_doubt: bool,
    tally: Tally,
}

impl Editor {
    pub(super) fn new(host: &str, requester: &Person, payload: &Value) -> Outcome<Self> {
        let mut browser = requester.browser_at(host)?;
        let mut payload = payload.clone();
        payload["title"] = json!("Edited while killed");
        let made = browser
            .call("POST", "/api/v1/data_requests/submit/", &payload)?
            .json()?;
        let request = made["request_id"].as_i64().ok_or("a submission has no id")?;
        // After recalling a request, its owner may edit every section.
        let recall = json!({ "request_id": request });
        browser
            .call("PUT", "/api/v1/data_requests/cancel_request/", &recall)?
            .json()?;
        Ok(Self {
            requester: requester.clone(),
            request,
            last: 0,
            version: 1,
            in_doubt: false,
            tally: Tally::default(),
        })
    }

    fn edit(number: u64) -> Value {
        json!({
            "principal_fname": "Leonora", "principal_sname": "Abernathy",
            "principal_phone": "+12125550142", "principal_email": "leonora@halden-university.example",
            "principal_occupation": occupation(number),
            "principal_institution": "Halden University",
        })
    }
}

fn occupation(number: u64) -> String {
    format!("Professor of epidemiology, chair {number}")
}

impl Worker for Editor {
    fn name(&self) -> &'static str {
        "edits"
    }

    fn work(&mut self, round: &Round<'_>) -> Outcome<()> {
        let Ok(mut browser) = self.requester.browser_at(round.host) else {
            return Ok(());
        };
        let path = format!("/api/v1/data_requests/patch/data_request/{}/", self.request);
        while !round.is_over() {
            let call = browser.prepare("PATCH", &path, &Self::edit(self.last + 1).to_string());
            match send(&mut browser, &call)? {
                Sent::InDoubt => {
                    self.in_doubt = true;
                    return Ok(());
                }
                Sent::Acknowledged(answer) => {
                    self.version = answer.json()?["data"]["version"]
                        .as_u64()
                        .ok_or("an edit has no version")?;
                    self.last += 1;
                    self.tally.acknowledged += 1;
                }
            }
        }
        Ok(())
    }

    fn verify(&mut self, _: &str, link: &mut Link) -> Outcome<()> {
        let found = link.texts(&format!(
            "SELECT a.principal_occupation, CAST(r.content_version AS TEXT) FROM data_requests r \
             JOIN request_answers a ON a.request_id = r.id WHERE r.id = {}",
            self.request
        ))?;
        let row = found.first().ok_or("the edited request is gone")?;
        let version: u64 = row[1].parse()?;
        if std::mem::take(&mut self.in_doubt) {
            let is_there = row[0] == occupation(self.last + 1);
            self.tally.settle(is_there);
            if is_there {
                self.last += 1;
                self.version += 1;
            }
        }
        let is_untouched = self.last == 0;
        if (!is_untouched && row[0] != occupation(self.last)) || version != self.version {
            return Err(format!(
                "edit {} was acknowledged as version {}, and there is {} in version {version}",
                self.last, self.version, row[0]
            )
            .into());
        }
        Ok(())
    }

    fn tally(&self) -> Tally {
        self.tally
    }
}

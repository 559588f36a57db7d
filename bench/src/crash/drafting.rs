//! Saves a draft again and again, each time from the previous version.

use serde_json::{Value, json};

use super::{Round, Sent, Tally, Worker, send};
use crate::Outcome;
use crate::database::Link;
use crate::long_request::Person;
use crate::long_request::draft_content;
use crate::long_request::fill::shortened;

pub(super) struct Drafter {
    requester: Person,
    draft: i64,
    content: Value,
    /// The last version that was acknowledged. The title contains it.
    version: u64,
    in_doubt: bool,
    tally: Tally,
}

/// Creates a draft and returns its id.
pub(super) fn begin(host: &str, requester: &Person, content: &Value) -> Outcome<i64> {
    let made = requester
        .browser_at(host)?
        .call("POST", "/api/v1/data_requests/", content)?
        .json()?;
    made["data"]["draft_id"]
        .as_i64()
        .ok_or_else(|| "a draft has no id".into())
}

impl Drafter {
    pub(super) fn new(host: &str, requester: &Person, payload: &Value) -> Outcome<Self> {
        let variables = payload["dataset_variables"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let variables: Vec<i64> = variables.iter().filter_map(Value::as_i64).collect();
        let mut content = draft_content(shortened(payload, 1, &variables));
        content["title"] = json!(title(1));
        Ok(Self {
            draft: begin(host, requester, &content)?,
            requester: requester.clone(),
            content,
            version: 1,
            in_doubt: false,
            tally: Tally::default(),
        })
    }
}

fn title(version: u64) -> String {
    format!("Drafted while killed, version {version}")
}

impl Worker for Drafter {
    fn name(&self) -> &'static str {
        "saves of a draft"
    }

    fn work(&mut self, round: &Round<'_>) -> Outcome<()> {
        let Ok(mut browser) = self.requester.browser_at(round.host) else {
            return Ok(());
        };
        let path = format!("/api/v1/data_requests/drafts/{}/", self.draft);
        while !round.is_over() {
            self.content["version"] = json!(self.version);
            self.content["title"] = json!(title(self.version + 1));
            let call = browser.prepare("PUT", &path, &self.content.to_string());
            match send(&mut browser, &call)? {
                Sent::InDoubt => {
                    self.in_doubt = true;
                    return Ok(());
                }
                Sent::Acknowledged(_) => {
                    self.version += 1;
                    self.tally.acknowledged += 1;
                }
            }
        }
        Ok(())
    }

    fn verify(&mut self, _: &str, link: &mut Link) -> Outcome<()> {
        let found = link.texts(&format!(
            "SELECT title, CAST(version AS TEXT) FROM request_drafts WHERE id = {}",
            self.draft
        ))?;
        let row = found.first().ok_or("the draft is gone")?;
        let version: u64 = row[1].parse()?;
        if std::mem::take(&mut self.in_doubt) {
            let is_there = version == self.version + 1;
            self.tally.settle(is_there);
            self.version += u64::from(is_there);
        }
        if version != self.version || row[0] != title(version) {
            return Err(format!(
                "version {} of a draft was acknowledged, and there is version {version}, \"{}\"",
                self.version, row[0]
            )
            .into());
        }
        Ok(())
    }

    fn tally(&self) -> Tally {
        self.tally
    }
}

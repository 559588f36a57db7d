//! Uploads files to a draft. Regularly removes the oldest one, so that the draft does not become
//! too large.

use serde_json::{Value, json};

use super::{Round, Sent, Tally, Worker, drafting, first_text, send};
use crate::Outcome;
use crate::database::Link;
use crate::long_request::fill::pdf;
use crate::long_request::fill::shortened;
use crate::long_request::{Person, draft_content};

/// The oldest file is removed after every this many uploads.
const REMOVED_EVERY: u64 = 2;

pub(super) struct Uploader {
    requester: Person,
    draft: i64,
    sent: u64,
    /// Stored files, except one whose removal is in doubt.
    files: Vec<i64>,
    /// A file whose removal was not acknowledged when the server died.
    removal_in_doubt: Option<i64>,
    upload_in_doubt: bool,
    tally: Tally,
}

impl Uploader {
    pub(super) fn new(host: &str, requester: &Person, payload: &Value) -> Outcome<Self> {
        let mut content = draft_content(shortened(payload, 1, &[]));
        content["title"] = json!("Uploaded for while killed");
        Ok(Self {
            draft: drafting::begin(host, requester, &content)?,
            requester: requester.clone(),
            sent: 0,
            files: Vec::new(),
            removal_in_doubt: None,
            upload_in_doubt: false,
            tally: Tally::default(),
        })
    }

    fn number_there(&self, link: &mut Link) -> Outcome<usize> {
        let number = link.number(&format!(
            "SELECT CAST(COUNT(*) AS TEXT) FROM draft_files WHERE draft_id = {}",
            self.draft
        ))?;
        Ok(usize::try_from(number)?)
    }
}

impl Worker for Uploader {
    fn name(&self) -> &'static str {
        "uploads and removals"
    }

    fn work(&mut self, round: &Round<'_>) -> Outcome<()> {
        let Ok(mut browser) = self.requester.browser_at(round.host) else {
            return Ok(());
        };
        let path = format!("/api/v1/data_requests/drafts/{}/files", self.draft);
        while !round.is_over() {
            self.sent += 1;
            let mut body =
                b"--crash\r\ncontent-disposition: form-data; name=\"field\"\r\n\r\nfile_path\r\n--crash\r\n"
                    .to_vec();
            body.extend(b"content-disposition: form-data; name=\"file\"; filename=\"agreement.pdf\"\r\n\r\n");
            body.extend(pdf(usize::try_from(self.sent % 5_000)?));
            body.extend(b"\r\n--crash--\r\n");
            let call = browser.prepare_as("POST", &path, "multipart/form-data; boundary=crash", &body);
            match send(&mut browser, &call)? {
                Sent::InDoubt => {
                    self.upload_in_doubt = true;
                    return Ok(());
                }
                Sent::Acknowledged(answer) => {
                    let id = answer.json()?["data"]["file_id"]
                        .as_i64()
                        .ok_or("a file has no id")?;
                    self.files.push(id);
                    self.tally.acknowledged += 1;
                }
            }
            if self.sent.is_multiple_of(REMOVED_EVERY) {
                let gone = self.files.remove(0);
                let call = browser.prepare("DELETE", &format!("{path}/{gone}"), "");
                match send(&mut browser, &call)? {
                    Sent::InDoubt => {
                        self.removal_in_doubt = Some(gone);
                        return Ok(());
                    }
                    Sent::Acknowledged(_) => self.tally.acknowledged += 1,
                }
            }
        }
        Ok(())
    }

    fn verify(&mut self, _: &str, link: &mut Link) -> Outcome<()> {
        for id in &self.files {
            if first_text(link, &format!("SELECT file_key FROM draft_files WHERE id = {id}"))?.is_none() {
                return Err(format!("file {id} was taken, and is not there").into());
            }
        }
        if let Some(id) = self.removal_in_doubt.take() {
            let is_there =
                first_text(link, &format!("SELECT file_key FROM draft_files WHERE id = {id}"))?.is_some();
            self.tally.settle(!is_there);
            if is_there {
                self.files.push(id);
            }
        }
        let there = self.number_there(link)?;
        if std::mem::take(&mut self.upload_in_doubt) {
            let is_there = there == self.files.len() + 1;
            self.tally.settle(is_there);
            if is_there {
                let query = format!(
                    "SELECT CAST(MAX(id) AS TEXT) FROM draft_files WHERE draft_id = {}",
                    self.draft
                );
                self.files.push(link.number(&query)?);
            }
        }
        if there == self.files.len() {
            return Ok(());
        }
        Err(format!(
            "{} files were taken and not removed, and {there} are there",
            self.files.len()
        )
        .into())
    }

    fn tally(&self) -> Tally {
        self.tally
    }
}

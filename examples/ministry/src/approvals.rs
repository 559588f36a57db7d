//! Posts each approval to the ministry's register, at least once.
//!
//! The log of audit entries serves as the outbox. It contains an approval from the commit of the
//! last decision on, in an order that never changes. A file in the data folder stores the last
//! processed entry. If the process dies after a post and before the file is updated, the approval
//! is posted again under the same id, and the register drops it.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use aditus::{BoxError, Worker};
use aditus_application::access::RequestScope;
use aditus_application::audit::log::views::AuditLogViews;
use aditus_application::ports::{Database, DemonstrationMark};
use aditus_domain::audit::log::Node;
use aditus_domain::ids::RequestId;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Pause once every entry was processed.
const EVERY: Duration = Duration::from_secs(1);

/// Number of entries in one read.
const AT_ONCE: u32 = 200;

/// Posts approvals to a register.
pub struct Approvals {
    agent: ureq::Agent,
    address: String,
    cursor: PathBuf,
}

/// The message to the register. It contains no personal data.
#[derive(Serialize)]
struct Approval {
    /// Hash of the entry's leaf in the log, which is the same at each attempt and in evidence of
    /// the entry.
    id: String,
    request: i64,
    title: String,
    /// Name of the requester's organisation.
    organisation: String,
    outcome: &'static str,
    /// Day of the approval in UTC.
    day: String,
    /// True if the installation is a demonstration with invented data.
    demonstration: bool,
}

/// The last processed entry.
#[derive(Serialize, Deserialize)]
struct Cursor {
    index: u64,
    leaf: String,
}

impl Approvals {
    /// Posts to this address, and stores the cursor in this folder.
    pub fn posted_to(address: &str, folder: &Path) -> Self {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(10)))
            .build();
        Self {
            agent: config.into(),
            address: address.to_owned(),
            cursor: folder.join("approvals.cursor"),
        }
    }

    /// Reads entries after the cursor, up to the next approval. Returns the new cursor and the
    /// approval, or no approval if none was reached or its request was removed since. Returns none
    /// if no entry follows the cursor.
    fn next(&self, database: &dyn Database) -> Result<Option<(Cursor, Option<Approval>)>, BoxError> {
        let mut views = database.read()?;
        let from = self.next_index(views.audit_log())?;
        let mut passed = None;
        let mut approved = None;
        for leaf in views.audit_log().logged(from, AT_ONCE)? {
            passed = Some(leaf.index);
            // `None` if the entry was removed by hand, which `aditus audit verify` reports.
            approved = leaf.entry.and_then(|entry| approval_in(&entry.canonical));
            if approved.is_some() {
                break;
            }
        }
        let Some(index) = passed else {
            return Ok(None);
        };
        let leaf = leaf_at(views.audit_log(), index)?.ok_or("the log lacks the hash of a leaf")?;
        let id = leaf.clone();
        let cursor = Cursor { index, leaf };
        let Some((request, day)) = approved else {
            return Ok(Some((cursor, None)));
        };
        let detail = views
            .requests()
            .detail_without_variables(&RequestScope::Everything, RequestId(request))?;
        drop(views);
        let mark = database.begin()?.installation().demonstration()?;
        let approval = detail.map(|detail| Approval {
            id,
            request,
            title: detail.details.title,
            organisation: detail.organization,
            outcome: "Approved",
            day,
            demonstration: mark != DemonstrationMark::None,
        });
        Ok(Some((cursor, approval)))
    }

    /// Returns the index after the cursor, or 0 if the cursor belongs to another log, as after a
    /// restore of an older backup. All approvals are posted again then.
    fn next_index(&self, log: &mut dyn AuditLogViews) -> Result<u64, BoxError> {
        let Some(cursor) = self.cursor()? else {
            return Ok(0);
        };
        if leaf_at(log, cursor.index)? == Some(cursor.leaf) {
            return Ok(cursor.index + 1);
        }
        tracing::warn!(
            "the cursor does not fit the audit log, so all approvals are posted again; the register drops those that it has"
        );
        Ok(0)
    }

    fn cursor(&self) -> Result<Option<Cursor>, BoxError> {
        match fs::read(&self.cursor) {
            Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes)?)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Stores the cursor. Replaces the file atomically.
    fn store_cursor(&self, cursor: &Cursor) -> io::Result<()> {
        let unfinished = self.cursor.with_extension("unfinished");
        let mut file = File::create(&unfinished)?;
        file.write_all(&serde_json::to_vec(cursor)?)?;
        file.sync_all()?;
        fs::rename(&unfinished, &self.cursor)
    }

    /// Posts an approval. Any answer other than success is retried, in order: an approval that the
    /// register refuses delays those after it, and none is lost.
    fn post(&self, approval: &Approval) -> Result<(), BoxError> {
        let posted = self.agent.post(&self.address).send_json(approval)?;
        match posted.status().as_u16() {
            200..=299 => Ok(()),
            status => {
                let request = approval.request;
                Err(format!("the register answered {status} to the approval of request {request}").into())
            }
        }
    }
}

impl Worker for Approvals {
    fn work(&self, database: &dyn Database) -> Result<Duration, BoxError> {
        let Some((cursor, approval)) = self.next(database)? else {
            return Ok(EVERY);
        };
        if let Some(approval) = approval {
            self.post(&approval)?;
        }
        self.store_cursor(&cursor)?;
        Ok(Duration::ZERO)
    }

    fn check(&self) -> Result<(), BoxError> {
        match self.agent.get(&self.address).call()?.status().as_u16() {
            status @ 500.. => Err(format!("the register answered {status}").into()),
            _ => Ok(()),
        }
    }
}

/// Returns the request and the day if this entry is the decision that approved a request. PROOF.md
/// describes the format of entries.
fn approval_in(canonical: &str) -> Option<(i64, String)> {
    let entry: Value = serde_json::from_str(canonical).ok()?;
    let act = entry.get("act")?;
    if entry.get("kind")? != "request.decided" || act.get("status")? != "Approved" {
        return None;
    }
    let (day, _) = entry.get("at")?.as_str()?.split_once('T')?;
    Some((act.get("request")?.as_i64()?, day.to_owned()))
}

/// Returns the hash of the leaf at this index, in hexadecimal digits.
fn leaf_at(log: &mut dyn AuditLogViews, place: u64) -> Result<Option<String>, BoxError> {
    let node = Node { level: 0, place };
    let there = log.present_hashes(&[node])?;
    Ok(there
        .get(&node)
        .copied()
        .flatten()
        .map(|hash| hex::encode(hash.0)))
}

//! Verifies the states of each request against the entries that led to them.

use aditus_domain::audit::states::{RequestEntry, check};
use aditus_domain::ids::RequestId;

use super::{Error, Told};
use crate::integrity::examine::{self, Finding};
use crate::integrity::{AboutRequest, ReviewedRequest};
use crate::ports::{EncodingError, Ports, SaltedValue};

/// The number of requests in memory at once. Each batch is read in one snapshot, so that no request
/// is seen in the middle of a change and writers are not blocked.
const AT_ONCE: u32 = 100;

/// Compares each request with its entries.
pub fn look(ports: &Ports, tell: &mut dyn FnMut(Told)) -> Result<Finding, Error> {
    let mut finding = Finding::of("states of Data Requests");
    let mut after = RequestId(i64::MIN);
    loop {
        let mut snapshot = ports.database.examine()?.ok_or(examine::Error::NotOffered)?;
        let some = snapshot.reviewed(after, AT_ONCE)?;
        drop(snapshot);
        let Some(last) = some.last() else { break };
        after = last.request;
        for request in &some {
            finding.looked_at += 1;
            for fault in faults_of(ports, request) {
                finding.is_wrong(format_args!("request {}: {fault}", request.request));
            }
        }
        tell(Told::Progress {
            subject: finding.subject,
            done: finding.looked_at,
            all: None,
        });
    }
    let mut snapshot = ports.database.examine()?.ok_or(examine::Error::NotOffered)?;
    for lost in snapshot.lost_requests(AT_ONCE)? {
        finding.is_wrong(format_args!(
            "request {lost}: it is in the audit log, but it no longer exists"
        ));
    }
    let removed = snapshot.removed_requests()?;
    if removed > 0 {
        finding.remarks.push(format!(
            "{removed} were removed when their retention period was over"
        ));
    }
    Ok(finding)
}

fn faults_of(ports: &Ports, request: &ReviewedRequest) -> Vec<String> {
    let stored = match &request.stored {
        Ok(stored) => stored,
        Err(why) => return vec![format!("it cannot be read: {why}")],
    };
    let mut faults = Vec::new();
    let mut entries = Vec::with_capacity(request.entries.len());
    for entry in &request.entries {
        match read(ports, entry) {
            Ok(entry) => entries.push(entry),
            Err(why) => faults.push(format!("entry {}: {why}", entry.id)),
        }
    }
    let found = check(stored, &entries);
    faults.extend(found.iter().map(ToString::to_string));
    faults
}

fn read(ports: &Ports, entry: &AboutRequest) -> Result<RequestEntry, String> {
    let unread = |error: EncodingError| error.to_string();
    let facts = ports.encoding.entry_facts(&entry.canonical).map_err(unread)?;
    let act = match ports.encoding.request_act(&entry.canonical, &entry.values) {
        // The verification of texts reports the altered text. The rest of the entry is still sound.
        Err(EncodingError::Altered) => ports.encoding.request_act(&entry.canonical, &sound(ports, entry)),
        read => read,
    };
    let act = act.map_err(unread)?.ok_or("it says nothing of a request")?;
    Ok(RequestEntry {
        id: entry.id,
        at: facts.found_by.at,
        user: facts.found_by.user,
        role: facts.role,
        act,
    })
}

/// Returns the texts beside an entry that match its commitments.
fn sound(ports: &Ports, entry: &AboutRequest) -> Vec<SaltedValue> {
    let is_sound = |value: &&SaltedValue| ports.encoding.check_value(&entry.canonical, value).is_ok();
    entry.values.iter().filter(is_sound).cloned().collect()
}

//! Verifies the states of each request against the entries that led to them.

use aditus_domain::audit::states::{RequestEntry, check};
use aditus_domain::ids::RequestId;

use super::{Error, VerifyEvent};
use crate::integrity::scan::{self, Finding};
use crate::integrity::{RequestEntryRow, ScannedRequest};
use crate::ports::{EncodingError, Ports, SaltedValue};

/// The number of requests in memory at once. Each batch is read in one snapshot, so that no request
/// is seen in the middle of a change and writers are not blocked.
const AT_ONCE: u32 = 100;

/// Compares each request with its entries.
pub fn verify(ports: &Ports, report: &mut dyn FnMut(VerifyEvent)) -> Result<Finding, Error> {
    let mut finding = Finding::new("states of Data Requests");
    let mut after = RequestId(i64::MIN);
    loop {
        let mut snapshot = ports.database.begin_integrity_scan()?.ok_or(scan::Error::NotOffered)?;
        let some = snapshot.requests(after, AT_ONCE)?;
        drop(snapshot);
        let Some(last) = some.last() else { break };
        after = last.request;
        for request in &some {
            finding.checked += 1;
            for fault in faults_of(ports, request) {
                finding.add_fault(format_args!("request {}: {fault}", request.request));
            }
        }
        report(VerifyEvent::Progress {
            subject: finding.subject,
            done: finding.checked,
            all: None,
        });
    }
    let mut snapshot = ports.database.begin_integrity_scan()?.ok_or(scan::Error::NotOffered)?;
    for lost in snapshot.lost_requests(AT_ONCE)? {
        finding.add_fault(format_args!(
            "request {lost}: it is in the record and not there any more"
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

fn faults_of(ports: &Ports, request: &ScannedRequest) -> Vec<String> {
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

fn read(ports: &Ports, entry: &RequestEntryRow) -> Result<RequestEntry, String> {
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
        at: facts.indexed.at,
        user: facts.indexed.user,
        role: facts.role,
        act,
    })
}

/// Returns the texts beside an entry that match its commitments.
fn sound(ports: &Ports, entry: &RequestEntryRow) -> Vec<SaltedValue> {
    let is_sound = |value: &&SaltedValue| ports.encoding.check_value(&entry.canonical, value).is_ok();
    entry.values.iter().filter(is_sound).cloned().collect()
}

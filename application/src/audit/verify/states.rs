//! The states of each request against the entries that led to them.

use aditus_domain::audit::may_be_from_before;
use aditus_domain::audit::states::{
    Fault, RequestAct, RequestEntry, StoredRequest, TakenOver, came_later, check,
};
use aditus_domain::ids::RequestId;
use chrono::{DateTime, Utc};

use super::{Error, Told, taking_over_began};
use crate::integrity::examine::{self, Finding};
use crate::integrity::{AboutRequest, ReviewedRequest};
use crate::ports::{EncodingError, Ports, SaltedValue};

/// As many requests are in memory at once. They are read in a snapshot of their own, so that none is seen in the middle of a change, and
/// none holds up who writes meanwhile.
const AT_ONCE: u32 = 100;

/// Compares each request with its entries. What was there before the record, and is not taken over yet, is remarked.
pub fn look(ports: &Ports, tell: &mut dyn FnMut(Told)) -> Result<Finding, Error> {
    let mut finding = Finding::of("states of Data Requests");
    let mut not_yet: u64 = 0;
    let mut unsaid = Unsaid::default();
    let began = taking_over_began(ports)?;
    let may_be_to_come = may_be_from_before(began, ports.clock.now());
    let mut after = RequestId(i64::MIN);
    loop {
        let mut snapshot = ports.database.examine()?.ok_or(examine::Error::NotOffered)?;
        let taken_over = snapshot.taken_over()?;
        let some = snapshot.reviewed(after, AT_ONCE)?;
        drop(snapshot);
        let Some(last) = some.last() else { break };
        after = last.request;
        for request in &some {
            finding.looked_at += 1;
            let may_wait = may_be_to_come && request.request > taken_over;
            match faults_of(ports, request, may_wait, began, &mut unsaid) {
                Some(faults) => {
                    for fault in faults {
                        finding.is_wrong(format_args!("request {}: {fault}", request.request));
                    }
                }
                None => not_yet += 1,
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
            "request {lost}: it is in the record and not there any more"
        ));
    }
    let removed = snapshot.removed_requests()?;
    if removed > 0 {
        finding.remarks.push(format!(
            "{removed} were removed when their retention period was over"
        ));
    }
    if not_yet > 0 {
        finding.remarks.push(format!(
            "{not_yet} are from before the record and not taken over yet, which a server does while it runs"
        ));
    }
    unsaid.tell(&mut finding);
    Ok(finding)
}

/// What entries of an earlier version of the product do not say.
#[derive(Default)]
struct Unsaid {
    letters: u64,
    resubmissions: u64,
}

impl Unsaid {
    fn note(&mut self, act: &RequestAct) {
        match act {
            RequestAct::LetterIssued { letter: None } => self.letters += 1,
            RequestAct::Resubmitted { anew: None, .. } => self.resubmissions += 1,
            _ => {}
        }
    }

    fn tell(&self, finding: &mut Finding) {
        if self.letters > 0 {
            finding.remarks.push(format!(
                "{} of the letters of approval are from before entries committed to their words, which nothing proves",
                self.letters
            ));
        }
        if self.resubmissions > 0 {
            finding.remarks.push(format!(
                "{} of the resubmissions are from before entries said whether earlier approvals stood: either was held right",
                self.resubmissions
            ));
        }
    }
}

/// What is wrong with a request, in words; none where it waits to be taken over.
fn faults_of(
    ports: &Ports,
    request: &ReviewedRequest,
    may_wait: bool,
    began: Option<DateTime<Utc>>,
    unsaid: &mut Unsaid,
) -> Option<Vec<String>> {
    let stored = match &request.stored {
        Ok(stored) => stored,
        Err(why) => return Some(vec![format!("it cannot be read: {why}")]),
    };
    let mut faults = Vec::new();
    let mut entries = Vec::with_capacity(request.entries.len());
    for entry in &request.entries {
        match read(ports, request.request, stored, entry) {
            Ok(entry) => {
                unsaid.note(&entry.act);
                entries.push(entry);
            }
            Err(why) => faults.push(format!("entry {}: {why}", entry.id)),
        }
    }
    let found = check(stored, &entries);
    if may_wait && found == [Fault::NotBegun] {
        return None;
    }
    faults.extend(found.iter().map(ToString::to_string));
    faults.extend(came_later(&entries, began).map(|fault| fault.to_string()));
    Some(faults)
}

/// What an entry says. That of a request that was taken over has to be of the digest of what it lists.
fn read(
    ports: &Ports,
    request: RequestId,
    stored: &StoredRequest,
    entry: &AboutRequest,
) -> Result<RequestEntry, String> {
    let unread = |error: EncodingError| error.to_string();
    let facts = ports.encoding.entry_facts(&entry.canonical).map_err(unread)?;
    let act = match ports.encoding.request_act(&entry.canonical, &entry.values) {
        // That a text beside it was altered is told where those are looked at. What else it says is as sound as before.
        Err(EncodingError::Altered) => ports.encoding.request_act(&entry.canonical, &sound(ports, entry)),
        read => read,
    };
    let act = act.map_err(unread)?.ok_or("it says nothing of a request")?;
    if let RequestAct::TakenOver(taken) = &act {
        let chain = taken.chain(stored).map_err(|broken| broken.to_string())?;
        let states = ports.encoding.digest(&TakenOver::states_of(request, &chain));
        if states.map_err(|error| error.to_string())? != taken.states {
            return Err("its digest is not that of the states that it lists".to_owned());
        }
    }
    Ok(RequestEntry {
        id: entry.id,
        at: facts.found_by.at,
        user: facts.found_by.user,
        role: facts.role,
        act,
    })
}

/// The texts beside an entry that it commits to.
fn sound(ports: &Ports, entry: &AboutRequest) -> Vec<SaltedValue> {
    let is_sound = |value: &&SaltedValue| ports.encoding.check_value(&entry.canonical, value).is_ok();
    entry.values.iter().filter(is_sound).cloned().collect()
}

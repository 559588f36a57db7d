//! Verifies the audit log against its signatures: `aditus audit verify` (decisions P5).

mod checkpoints;
mod dates;
mod entries;
pub mod kept;
mod roles;
pub mod states;
mod stored;
mod tree;

use std::panic::resume_unwind;
use std::sync::mpsc;
use std::thread;

use aditus_domain::ids::AuditEntryId;
use thiserror::Error;

use crate::integrity::scan::{self, Finding};
use crate::ports::{EncodingError, LogError, Ports, StoreError};

/// The number of entries or checkpoints that are in memory at once.
const AT_ONCE: u32 = 1_000;

/// Errors that interrupt the verification.
#[derive(Debug, Error)]
pub enum Error {
    /// The tree cannot be read.
    #[error("the transparency log cannot be read")]
    Log(#[source] LogError),
    /// Versions and documents cannot be scanned.
    #[error(transparent)]
    IntegrityScan(#[from] scan::Error),
    /// The database refused.
    #[error("the database failed while the audit log was verified")]
    Store(#[from] StoreError),
}

impl From<LogError> for Error {
    fn from(error: LogError) -> Self {
        match error {
            LogError::Store(error) => Self::Store(error),
            error => Self::Log(error),
        }
    }
}

/// The events of a verification.
#[derive(Debug)]
pub enum VerifyEvent {
    /// The progress within a subject.
    Progress {
        /// The subject.
        subject: &'static str,
        /// The number of items checked so far.
        done: u64,
        /// The number of all items, if known.
        all: Option<u64>,
    },
    /// The finding of a completed subject.
    Done(Finding),
}

/// Verifies the audit log and the data that it covers. A server may run meanwhile.
///
/// The subjects are:
/// - each entry against its leaf, and the tree against its leaves;
/// - each checkpoint against the tree and its keys;
/// - the texts to which entries commit;
/// - the versions and documents of requests against their digests;
/// - accounts and administrative records against the entries that changed them;
/// - the roles of people against the entries that gave and took them;
/// - the states of requests against the entries that led to them.
///
/// Findings about data beside the log are held back until the log is verified, so that findings
/// always come in the same order.
pub fn execute(ports: &Ports, report: &mut dyn FnMut(VerifyEvent)) -> Result<(), Error> {
    let (sender, events) = mpsc::channel();
    thread::scope(|scope| {
        let beside = scope.spawn(move || {
            // The receiver is gone if verifying the log failed.
            verify_stored_data(ports, &mut |event| drop(sender.send(event)))
        });
        let mut found = Vec::new();
        verify_log(ports, &mut |event| {
            report(event);
            for event in events.try_iter() {
                match event {
                    VerifyEvent::Progress { .. } => report(event),
                    VerifyEvent::Done(_) => found.push(event),
                }
            }
        })?;
        found.into_iter().chain(events).for_each(report);
        beside.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

fn verify_log(ports: &Ports, report: &mut dyn FnMut(VerifyEvent)) -> Result<(), Error> {
    let done = entries::verify(ports, report)?;
    report(VerifyEvent::Done(done));
    let done = checkpoints::verify(ports, report)?;
    report(VerifyEvent::Done(done));
    Ok(())
}

fn verify_stored_data(ports: &Ports, report: &mut dyn FnMut(VerifyEvent)) -> Result<(), Error> {
    let done = values(ports, report)?;
    report(VerifyEvent::Done(done));
    let proofs = scan::proofs(ports, &mut |subject, done| {
        report(VerifyEvent::Progress {
            subject,
            done,
            all: None,
        });
    })?;
    for finding in proofs {
        report(VerifyEvent::Done(finding));
    }
    let done = stored::verify(ports, report)?;
    report(VerifyEvent::Done(done));
    let done = roles::verify(ports, report)?;
    report(VerifyEvent::Done(done));
    let done = states::verify(ports, report)?;
    report(VerifyEvent::Done(done));
    Ok(())
}

/// Verifies that the texts beside entries match their commitments.
fn values(ports: &Ports, report: &mut dyn FnMut(VerifyEvent)) -> Result<Finding, Error> {
    let mut finding = Finding::new("texts beside entries");
    let mut views = ports.database.read()?;
    let mut after = AuditEntryId(i64::MIN);
    loop {
        let some = views.audit_log().committed(after, AT_ONCE)?;
        let Some(last) = some.last() else {
            return Ok(finding);
        };
        after = last.id;
        for entry in some {
            for _ in 0..entry.unreadable {
                finding.checked += 1;
                finding.add_fault(format_args!(
                    "entry {}: what is kept beside it has a salt or a commitment of another length, and is no text that it commits to",
                    entry.id
                ));
            }
            for value in &entry.values {
                finding.checked += 1;
                if let Err(EncodingError::Altered) = ports.encoding.check_value(&entry.canonical, value) {
                    finding.add_fault(format_args!(
                        "entry {}: a text is not the one that it commits to",
                        entry.id
                    ));
                }
            }
        }
        report(VerifyEvent::Progress {
            subject: finding.subject,
            done: finding.checked,
            all: None,
        });
    }
}

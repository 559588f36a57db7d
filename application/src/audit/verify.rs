//! Whether the record is what was signed: `aditus audit verify` (design P5).

pub mod kept;
pub mod states;

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc;
use std::thread;

use aditus_domain::audit::log::{Node, TreeHash, TreeHead, complete_subtrees};
use aditus_domain::ids::AuditEntryId;
use thiserror::Error;

use super::log::views::{CheckpointId, LoggedEntry};
use super::log::{Checkpoint, Generations};
use crate::integrity::examine::{self, Finding};
use crate::ports::{EncodingError, LogError, Ports, StoreError, Views};

/// As many entries, or checkpoints, are in memory at once.
const AT_ONCE: u32 = 1_000;

/// Why not everything was verified.
#[derive(Debug, Error)]
pub enum Error {
    /// The tree cannot be read.
    #[error("the transparency log cannot be read")]
    Log(#[source] LogError),
    /// What versions and documents are cannot be looked through.
    #[error(transparent)]
    Examination(#[from] examine::Error),
    /// The database refused.
    #[error("the database failed while the record was verified")]
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

/// What is told while the work goes on.
#[derive(Debug)]
pub enum Told {
    /// So many of these were looked at.
    Progress {
        /// What they are.
        subject: &'static str,
        /// How many, of how many.
        done: u64,
        /// All of them, where that is known.
        all: Option<u64>,
    },
    /// All of a subject was looked at.
    Done(Finding),
}

/// Looks at each entry against its leaf, the tree against its leaves, each checkpoint against the tree and its keys, what entries commit
/// to, the versions of requests against their digests, the documents against theirs, and the states of requests against the entries that
/// led to them. A server may run meanwhile.
///
/// What is told of requests waits until the log was looked at, so that findings always come in the same order.
pub fn execute(ports: &Ports, tell: &mut dyn FnMut(Told)) -> Result<(), Error> {
    let (sender, told) = mpsc::channel();
    thread::scope(|scope| {
        let requests = scope.spawn(move || {
            // Nobody listens any more where the log could not be looked at.
            requests(ports, &mut |told| drop(sender.send(told)))
        });
        log(ports, tell)?;
        told.into_iter().for_each(tell);
        requests.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// The log itself.
fn log(ports: &Ports, tell: &mut dyn FnMut(Told)) -> Result<(), Error> {
    let newest = ports.database.read()?.audit_log().newest()?;
    let size = newest.map_or(0, |newest| newest.head.size);
    let done = entries(ports, size, tell)?;
    tell(Told::Done(done));
    let done = checkpoints(ports, tell)?;
    tell(Told::Done(done));
    Ok(())
}

/// What is stored beside the log.
fn requests(ports: &Ports, tell: &mut dyn FnMut(Told)) -> Result<(), Error> {
    tell(Told::Done(values(ports)?));
    for finding in examine::proofs(ports)? {
        tell(Told::Done(finding));
    }
    let done = states::look(ports, tell)?;
    tell(Told::Done(done));
    Ok(())
}

/// Each entry against its leaf and the columns beside it, and each hash of the tree against the two below it.
fn entries(ports: &Ports, size: u64, tell: &mut dyn FnMut(Told)) -> Result<Finding, Error> {
    let mut finding = Finding::of("entries in the log");
    let mut from = 0;
    while from < size {
        let mut views = ports.database.read()?;
        let most = u32::try_from(size - from).unwrap_or(AT_ONCE).min(AT_ONCE);
        let logged = views.audit_log().logged(from, most)?;
        if logged.len() < most as usize || (from..).zip(&logged).any(|(index, entry)| entry.index != index) {
            finding.is_wrong(format_args!(
                "a leaf between {from} and {} has no entry",
                from + u64::from(most)
            ));
            return Ok(finding);
        }
        for entry in &logged {
            finding.looked_at += 1;
            if let Some(fault) = fault_of(ports, entry) {
                finding.is_wrong(format_args!("entry {} (leaf {}): {fault}", entry.id, entry.index));
            }
        }
        if compare(ports, views.as_mut(), from, &logged, &mut finding)?.is_break() {
            return Ok(finding);
        }
        from += u64::from(most);
        tell(Told::Progress {
            subject: finding.subject,
            done: from,
            all: Some(size),
        });
    }
    let mut views = ports.database.read()?;
    for lost in views.audit_log().unlogged(AT_ONCE)? {
        finding.is_wrong(format_args!(
            "entry {lost}: it is not in the log, and does not wait for it"
        ));
    }
    let waiting = views.audit_log().pending()?.entries;
    if waiting > 0 {
        finding.remarks.push(format!("{waiting} are not in the log yet"));
    }
    Ok(finding)
}

/// What columns say that an entry is found by stands in its canonical form.
fn fault_of(ports: &Ports, entry: &LoggedEntry) -> Option<String> {
    let facts = match ports.encoding.entry_facts(&entry.canonical) {
        Ok(facts) => facts,
        Err(error) => return Some(error.to_string()),
    };
    let found_by = &entry.found_by;
    (facts.found_by != *found_by).then(|| format!("it is found by something else than it says: {found_by:?}"))
}

/// The hashes that these entries add to a tree whose other hashes were compared before. After the first that differs, all above differ.
fn compare(
    ports: &Ports,
    views: &mut dyn Views,
    from: u64,
    logged: &[LoggedEntry],
    finding: &mut Finding,
) -> Result<ControlFlow<()>, Error> {
    let leaves: Vec<_> = logged
        .iter()
        .map(|entry| ports.log.leaf(entry.canonical.as_bytes()))
        .collect();
    let log = views.audit_log();
    let growth = ports.log.grow(from, &leaves, &mut |nodes| log.hashes(nodes))?;
    let nodes: Vec<_> = growth.nodes.iter().map(|(node, _)| *node).collect();
    let stored = log.hashes(&nodes)?;
    for ((node, computed), stored) in growth.nodes.iter().zip(stored) {
        if *computed == stored {
            continue;
        }
        if node.level > 0 {
            finding.is_wrong(format_args!(
                "the hash at level {}, place {}, is not that of the two below it",
                node.level, node.place
            ));
        } else {
            let entry = logged.iter().find(|entry| entry.index == node.place);
            let id = entry.map_or(AuditEntryId(0), |entry| entry.id);
            finding.is_wrong(format_args!(
                "entry {id} (leaf {}): it is not what was logged",
                node.place
            ));
        }
        return Ok(ControlFlow::Break(()));
    }
    Ok(ControlFlow::Continue(()))
}

/// Each is signed by a key of the log, and of the tree as it is stored.
fn checkpoints(ports: &Ports, tell: &mut dyn FnMut(Told)) -> Result<Finding, Error> {
    let mut finding = Finding::of("checkpoints");
    let mut views = ports.database.read()?;
    let keys = views.audit_log().keys()?;
    let origins: BTreeSet<&str> = keys.iter().map(|key| key.origin.as_str()).collect();
    let mut generations = Generations::of(&keys);
    let mut after: Option<CheckpointId> = None;
    let mut computed: Option<TreeHead> = None;
    loop {
        let some = views.audit_log().checkpoints(after, AT_ONCE)?;
        let Some((last, _)) = some.last() else {
            return Ok(finding);
        };
        after = Some(*last);
        let subtrees = subtrees(views.as_mut(), &some)?;
        for (id, checkpoint) in &some {
            finding.looked_at += 1;
            let name = format!("checkpoint {} of {} entries", id.0, checkpoint.head.size);
            match generations.next(ports.log.as_ref(), &checkpoint.note) {
                Err(error) => finding.is_wrong(format_args!("{name}: {error}")),
                Ok(signed) if !origins.contains(signed.origin.as_str()) => {
                    finding.is_wrong(format_args!("{name}: it is of another log, {}", signed.origin));
                }
                Ok(signed) if signed.head != checkpoint.head => {
                    finding.is_wrong(format_args!("{name}: what was signed is another tree"));
                }
                Ok(_) => {}
            }
            let size = checkpoint.head.size;
            let head = match computed {
                Some(head) if head.size == size => head,
                _ => {
                    let log = views.audit_log();
                    ports.log.head(size, &mut |nodes| {
                        let known = nodes.iter().map(|node| subtrees.get(node).copied());
                        known.collect::<Option<_>>().map_or_else(|| log.hashes(nodes), Ok)
                    })?
                }
            };
            computed = Some(head);
            if head != checkpoint.head {
                finding.is_wrong(format_args!("{name}: the tree that is stored has another root"));
            }
        }
        tell(Told::Progress {
            subject: finding.subject,
            done: finding.looked_at,
            all: None,
        });
    }
}

/// The hashes that the heads of these checkpoints follow from, read at once.
fn subtrees(
    views: &mut dyn Views,
    checkpoints: &[(CheckpointId, Checkpoint)],
) -> Result<HashMap<Node, TreeHash>, StoreError> {
    let sizes: BTreeSet<u64> = checkpoints
        .iter()
        .map(|(_, checkpoint)| checkpoint.head.size)
        .collect();
    let nodes: BTreeSet<Node> = sizes.into_iter().flat_map(complete_subtrees).collect();
    let nodes: Vec<Node> = nodes.into_iter().collect();
    let hashes = views.audit_log().hashes(&nodes)?;
    Ok(nodes.into_iter().zip(hashes).collect())
}

/// The texts that are kept beside entries are those that the entries commit to.
fn values(ports: &Ports) -> Result<Finding, Error> {
    let mut finding = Finding::of("texts beside entries");
    let mut views = ports.database.read()?;
    let mut after = AuditEntryId(i64::MIN);
    loop {
        let some = views.audit_log().committed(after, AT_ONCE)?;
        let Some(last) = some.last() else {
            return Ok(finding);
        };
        after = last.id;
        for entry in some {
            for value in &entry.values {
                finding.looked_at += 1;
                if let Err(EncodingError::Altered) = ports.encoding.check_value(&entry.canonical, value) {
                    finding.is_wrong(format_args!(
                        "entry {}: a text is not the one that it commits to",
                        entry.id
                    ));
                }
            }
        }
    }
}

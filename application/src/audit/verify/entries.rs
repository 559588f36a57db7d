//! Verifies each entry against its leaf, its columns and the times of earlier entries, and the tree
//! against its leaves.

use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;

use aditus_domain::audit::log::{Node, TreeHash};
use aditus_domain::ids::AuditEntryId;

use super::dates::{BackDated, Dated, Dates};
use super::tree::{Fault, Stored, Tree, completed_nodes};
use super::{AT_ONCE, Error, VerifyEvent};
use crate::audit::log::macs::foreign;
use crate::audit::log::views::{AuditLogViews, Extent, LoggedEntry, LoggedLeaf};
use crate::integrity::scan::Finding;
use crate::ports::{DemonstrationMark, IndexedFacts, Ports, StoreError};

/// The number of altered or missing entries to remember, in order to find out where they were
/// logged.
const MAX_REMEMBERED: usize = 1_000;

/// Verifies the log up to its size at the start. Entries that a server adds meanwhile are left to
/// the next run.
pub(super) fn verify(ports: &Ports, report: &mut dyn FnMut(VerifyEvent)) -> Result<Finding, Error> {
    let mut views = ports.database.read()?;
    let rightmost_hashes = views.audit_log().rightmost_hashes()?;
    let extent = views.audit_log().extent()?;
    drop(views);
    let stop = extent.leaves.max(extent.signed);
    let mut walk = Walk::new(ports, extent);
    let mut from = 0;
    while from < stop {
        let mut views = ports.database.read()?;
        let log = views.audit_log();
        let most = u32::try_from(stop - from).unwrap_or(AT_ONCE).min(AT_ONCE);
        let leaves = log.logged(from, most)?;
        let hashes = log.present_hashes(&completed_nodes(from, from + u64::from(most)))?;
        let places = leaves.iter().map(|leaf| leaf.index);
        let of_leaves = hashes.keys().filter(|node| node.level == 0);
        if let Some(last) = places.chain(of_leaves.map(|node| node.place)).max() {
            walk.verify(from..=last, leaves, &hashes)?;
            from = last + 1;
        } else {
            let next = log.next_index(from)?.map_or(stop, |next| next.min(stop));
            walk.skip(from, next);
            from = next;
        }
        report(VerifyEvent::Progress {
            subject: walk.finding.subject,
            done: from,
            all: Some(stop),
        });
    }
    let mut views = ports.database.read()?;
    walk.end(views.audit_log(), &rightmost_hashes)
}

/// An entry that differs from what was logged in its leaf.
struct Altered {
    id: AuditEntryId,
    computed: TreeHash,
}

/// The state of a pass over the leaves, from left to right.
struct Walk<'a> {
    ports: &'a Ports,
    finding: Finding,
    extent: Extent,
    tree: Tree<'a>,
    dates: Dates,
    /// Altered entries by leaf index.
    altered: BTreeMap<u64, Altered>,
    missing: Vec<u64>,
    /// The hashes that were logged in altered or missing leaves.
    expected_hashes: HashMap<TreeHash, u64>,
    /// The first and the last of consecutive leaves that are in no checkpoint.
    unsigned: Option<(u64, u64)>,
    /// The number of backdated runs in a demonstration.
    demonstration_runs: u64,
    is_demonstration: Option<bool>,
}

impl<'a> Walk<'a> {
    fn new(ports: &'a Ports, extent: Extent) -> Self {
        Self {
            ports,
            finding: Finding::new("entries in the log"),
            extent,
            tree: Tree::new(ports.log.as_ref()),
            dates: Dates::default(),
            altered: BTreeMap::new(),
            missing: Vec::new(),
            expected_hashes: HashMap::new(),
            unsigned: None,
            demonstration_runs: 0,
            is_demonstration: None,
        }
    }

    /// Reports the leaves from one index up to (not including) another as missing.
    fn skip(&mut self, from: u64, until: u64) {
        let until = until.min(self.extent.signed);
        if from < until {
            self.finding
                .add_fault(format_args!("{} not there", leaves(from, until - 1)));
        }
        self.tree.forget();
    }

    fn verify(
        &mut self,
        places: RangeInclusive<u64>,
        leaves: Vec<LoggedLeaf>,
        hashes: &Stored,
    ) -> Result<(), Error> {
        let mut leaves = leaves.into_iter().peekable();
        for index in places {
            let stored = hashes
                .get(&Node {
                    level: 0,
                    place: index,
                })
                .copied()
                .flatten();
            let computed = if let Some(leaf) = leaves.next_if(|leaf| leaf.index == index) {
                self.verify_leaf(&leaf, stored)?
            } else {
                self.add_missing(index, stored);
                None
            };
            self.tree.add(index, computed, hashes);
        }
        for fault in self.tree.faults() {
            match fault {
                Fault::Leaf(index) if self.altered.remove(&index).is_none() => {}
                fault => self.finding.add_fault(fault),
            }
        }
        Ok(())
    }

    /// Verifies a leaf with its entry. Returns the hash of the entry.
    fn verify_leaf(
        &mut self,
        leaf: &LoggedLeaf,
        stored: Option<TreeHash>,
    ) -> Result<Option<TreeHash>, Error> {
        let LoggedLeaf { index, id, entry } = leaf;
        if *index >= self.extent.signed {
            self.add_unsigned(*index);
        }
        let Some(entry) = entry else {
            self.finding
                .add_fault(format_args!("entry {id} (leaf {index}): it no longer exists"));
            return Ok(None);
        };
        self.finding.checked += 1;
        match faults_of(self.ports, entry) {
            Ok((facts, fault)) => {
                if let Some(fault) = fault {
                    self.finding
                        .add_fault(format_args!("entry {id} (leaf {index}): {fault}"));
                }
                let dated = Dated {
                    id: *id,
                    index: *index,
                    at: facts.at,
                };
                if let Some(back_dated) = self.dates.add(dated) {
                    self.add_back_dated(back_dated)?;
                }
            }
            Err(fault) => {
                self.finding
                    .add_fault(format_args!("entry {id} (leaf {index}): {fault}"));
            }
        }
        let computed = self.ports.log.leaf(entry.canonical.as_bytes());
        if let Some(stored) = stored.filter(|stored| *stored != computed) {
            self.add_altered(*index, Altered { id: *id, computed }, stored);
        }
        Ok(Some(computed))
    }

    /// Altered entries are reported at the end, when all leaves are known from which they may have
    /// come.
    fn add_altered(&mut self, index: u64, altered: Altered, stored: TreeHash) {
        if self.altered.len() < MAX_REMEMBERED {
            self.altered.insert(index, altered);
            self.expected_hashes.insert(stored, index);
        } else {
            self.finding
                .add_fault(format_args!("entry {} (leaf {index}): {NOT_LOGGED}", altered.id));
        }
    }

    fn add_missing(&mut self, index: u64, stored: Option<TreeHash>) {
        if index >= self.extent.signed {
            return;
        }
        if self.missing.len() < MAX_REMEMBERED {
            self.missing.push(index);
            self.expected_hashes.extend(stored.map(|stored| (stored, index)));
        } else {
            self.finding
                .add_fault(format_args!("{} not there", leaves(index, index)));
        }
    }

    fn add_unsigned(&mut self, index: u64) {
        match &mut self.unsigned {
            Some((_, last)) if *last + 1 == index => *last = index,
            _ => {
                self.report_unsigned();
                self.unsigned = Some((index, index));
            }
        }
    }

    fn report_unsigned(&mut self) {
        if let Some((first, last)) = self.unsigned.take() {
            self.finding.add_fault(format_args!(
                "{} in no checkpoint: the largest that is stored has {} entries; later ones were removed, or what is behind it was added",
                leaves(first, last),
                self.extent.signed
            ));
        }
    }

    /// A demonstration has an invented history, with separate times for each request.
    fn add_back_dated(&mut self, back_dated: BackDated) -> Result<(), StoreError> {
        if self.is_demonstration.is_none() {
            let mut transaction = self.ports.database.begin()?;
            let mark = transaction.installation().demonstration()?;
            self.is_demonstration = Some(mark != DemonstrationMark::None);
        }
        if self.is_demonstration == Some(true) {
            self.demonstration_runs += 1;
        } else {
            self.finding.add_fault(back_dated);
        }
        Ok(())
    }

    fn end(mut self, log: &mut dyn AuditLogViews, rightmost_hashes: &[Node]) -> Result<Finding, Error> {
        if let Some(back_dated) = self.dates.end() {
            self.add_back_dated(back_dated)?;
        }
        self.report_unsigned();
        for (index, altered) in &self.altered {
            let elsewhere = self.expected_hashes.get(&altered.computed);
            let but = elsewhere.map_or_else(String::new, |leaf| {
                format!(", but what was logged in leaf {leaf}")
            });
            self.finding.add_fault(format_args!(
                "entry {} (leaf {index}): {NOT_LOGGED}{but}",
                altered.id
            ));
        }
        self.report_missing(log)?;
        let stop = self.extent.leaves.max(self.extent.signed);
        for node in rightmost_hashes.iter().filter(|node| end_of(**node) > stop) {
            self.finding.add_fault(format_args!(
                "the hash at level {}, place {}, is of leaves that are not there",
                node.level, node.place
            ));
        }
        let stuck = log.stuck(AT_ONCE)?;
        for entry in &stuck {
            let id = entry.id;
            self.finding.add_fault(if entry.is_logged {
                format!("entry {id}: it waits for the log and is in it already")
            } else {
                format!("entry {id}: it waits for the log, but it no longer exists")
            });
        }
        let foreign = foreign(self.ports.keys.as_ref(), log)?;
        for id in foreign
            .into_iter()
            .filter(|id| stuck.iter().all(|entry| entry.id != *id))
        {
            self.finding.add_fault(format_args!(
                "entry {id}: it waits for the log and was not written with the secrets of this installation, so that the log does not take it"
            ));
        }
        let mut finding = self.finding;
        if self.demonstration_runs > 0 {
            finding.remarks.push(format!(
                "{} times entries are dated before what was logged earlier: this is a demonstration, whose past is made up",
                self.demonstration_runs
            ));
        }
        let waiting = log.pending()?.entries;
        if waiting > 0 {
            finding.remarks.push(format!("{waiting} are not in the log yet"));
        }
        Ok(finding)
    }

    /// Reports missing leaves, each with the entry that was logged in it, and entries that are in
    /// no leaf.
    fn report_missing(&mut self, log: &mut dyn AuditLogViews) -> Result<(), Error> {
        let mut lost: BTreeMap<u64, AuditEntryId> = BTreeMap::new();
        for (id, canonical) in log.unlogged(AT_ONCE)? {
            let leaf = self.ports.log.leaf(canonical.as_bytes());
            match self.expected_hashes.get(&leaf) {
                Some(index) if self.missing.binary_search(index).is_ok() && !lost.contains_key(index) => {
                    lost.insert(*index, id);
                }
                _ => self.finding.add_fault(format_args!(
                    "entry {id}: it is not in the log, and does not wait for it"
                )),
            }
        }
        for index in std::mem::take(&mut self.missing) {
            let missing = leaves(index, index);
            match lost.get(&index) {
                Some(id) => self.finding.add_fault(format_args!(
                    "{missing} not there, in which entry {id} was logged, which is in no other"
                )),
                None => self.finding.add_fault(format_args!("{missing} not there")),
            }
        }
        Ok(())
    }
}

const NOT_LOGGED: &str = "it is not what was logged";

fn leaves(first: u64, last: u64) -> String {
    if first == last {
        format!("leaf {first} is")
    } else {
        format!("leaves {first} to {last} are")
    }
}

/// Returns one more than the last leaf below the node; `u64::MAX` if that overflows.
fn end_of(node: Node) -> u64 {
    let end = (node.place + 1).checked_mul(1_u64.checked_shl(node.level.into()).unwrap_or(u64::MAX));
    end.unwrap_or(u64::MAX)
}

/// Returns the indexed facts of an entry, and the differences of its columns from them.
fn faults_of(ports: &Ports, entry: &LoggedEntry) -> Result<(IndexedFacts, Option<String>), String> {
    let facts = ports.encoding.entry_facts(&entry.canonical);
    let indexed = facts.map_err(|error| error.to_string())?.indexed;
    let Some(columns) = &entry.indexed else {
        return Ok((indexed, Some("its column at holds no time".to_owned())));
    };
    if indexed == *columns {
        return Ok((indexed, None));
    }
    let id = |id: Option<i64>| id.map_or_else(|| "nothing".to_owned(), |id| id.to_string());
    let pairs = [
        ("at", columns.at.to_string(), indexed.at.to_string()),
        ("kind", columns.kind.clone(), indexed.kind.clone()),
        (
            "user_id",
            id(columns.user.map(|user| user.0)),
            id(indexed.user.map(|user| user.0)),
        ),
        (
            "concerns_id",
            id(columns.concerns.map(|user| user.0)),
            id(indexed.concerns.map(|user| user.0)),
        ),
        (
            "request_id",
            id(columns.request.map(|request| request.0)),
            id(indexed.request.map(|request| request.0)),
        ),
    ];
    let differing = pairs
        .into_iter()
        .filter(|(_, column, fact)| column != fact)
        .map(|(name, column, fact)| format!("its column {name} is {column}, and it says {fact}"));
    Ok((indexed, Some(differing.collect::<Vec<_>>().join("; "))))
}

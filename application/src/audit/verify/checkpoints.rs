//! Verifies that each checkpoint is signed by a key of the log, and matches the stored tree.

use std::collections::{BTreeSet, HashMap};

use aditus_domain::audit::log::{Node, TreeHash, TreeHead, complete_subtrees};

use super::tree::subtrees;
use super::{AT_ONCE, Error, VerifyEvent};
use crate::audit::log::views::{AuditLogViews, CheckpointId};
use crate::audit::log::{Checkpoint, KeyGenerations};
use crate::integrity::scan::Finding;
use crate::ports::{LogError, Ports};

pub(super) fn verify(ports: &Ports, report: &mut dyn FnMut(VerifyEvent)) -> Result<Finding, Error> {
    let mut finding = Finding::new("checkpoints");
    let mut views = ports.database.read()?;
    let log = views.audit_log();
    let keys = log.keys()?;
    let origins: BTreeSet<&str> = keys.iter().map(|key| key.origin.as_str()).collect();
    let mut generations = KeyGenerations::new(&keys);
    let mut after: Option<CheckpointId> = None;
    let mut computed: Option<TreeHead> = None;
    // The number of entries of the last checkpoint that matches the stored tree.
    let mut whole = 0;
    let mut not_compared: u64 = 0;
    loop {
        let some = log.checkpoints(after, AT_ONCE)?;
        let Some((last, _)) = some.last() else { break };
        after = Some(*last);
        let sizes = some.iter().filter_map(|(_, checkpoint)| checkpoint.as_ref());
        let known = subtrees(
            ports.log.as_ref(),
            log,
            sizes.map(|checkpoint| checkpoint.head.size).collect(),
        )?;
        for (id, checkpoint) in &some {
            finding.checked += 1;
            let Some(checkpoint) = checkpoint else {
                finding.add_fault(format_args!("checkpoint {}: its row holds none", id.0));
                continue;
            };
            let size = checkpoint.head.size;
            let name = format!("checkpoint {} of {size} entries", id.0);
            if let Some(fault) = fault_of_note(ports, checkpoint, &mut generations, &origins) {
                finding.add_fault(format_args!("{name}: {fault}"));
            }
            if computed.is_none_or(|head| head.size != size) {
                computed = head(ports, log, size, &known)?;
            }
            match computed {
                None => not_compared += 1,
                Some(head) if head == checkpoint.head => whole = size,
                Some(_) => finding.add_fault(format_args!(
                    "{name}: the tree that is stored has another root; up to {whole} entries it has the right one"
                )),
            }
        }
        report(VerifyEvent::Progress {
            subject: finding.subject,
            done: finding.checked,
            all: None,
        });
    }
    if not_compared > 0 {
        finding.remarks.push(format!(
            "{not_compared} could not be compared with the tree, of which hashes are missing"
        ));
    }
    Ok(finding)
}

fn fault_of_note(
    ports: &Ports,
    checkpoint: &Checkpoint,
    generations: &mut KeyGenerations<'_>,
    origins: &BTreeSet<&str>,
) -> Option<String> {
    match generations.next(ports.log.as_ref(), &checkpoint.note) {
        Err(error) => Some(error.to_string()),
        Ok(signed) if !origins.contains(signed.origin.as_str()) => {
            Some(format!("it is of another log, {}", signed.origin))
        }
        Ok(signed) if signed.head != checkpoint.head => Some("what was signed is another tree".to_owned()),
        Ok(_) => None,
    }
}

/// Returns the head of the stored tree of this size, or `None` if hashes are missing.
pub(super) fn head(
    ports: &Ports,
    log: &mut dyn AuditLogViews,
    size: u64,
    known: &HashMap<Node, TreeHash>,
) -> Result<Option<TreeHead>, LogError> {
    if !complete_subtrees(size)
        .iter()
        .all(|node| known.contains_key(node))
    {
        return Ok(None);
    }
    let head = ports.log.head(size, &mut |nodes| {
        let found = nodes.iter().map(|node| known.get(node).copied());
        found.collect::<Option<_>>().map_or_else(|| log.hashes(nodes), Ok)
    })?;
    Ok(Some(head))
}

//! The size of the log at the retirement of a key. A larger tree signed by that key is forged.

use super::repository::Checkpoint;
use super::views::{AuditLogViews, CheckpointId, LogKeyView};
use crate::ports::{StoreError, TransparencyLog};

/// Returns the number of entries of the last checkpoint that we signed with the key at this index.
/// `keys` is newest first, and the key has a successor.
///
/// Once a newer key has signed, older keys do not sign any more. A search over few checkpoints
/// therefore finds the boundary in a log of any length.
pub(in crate::audit) fn retired_size(
    tree: &dyn TransparencyLog,
    log: &mut dyn AuditLogViews,
    keys: &[LogKeyView],
    place: usize,
) -> Result<u64, StoreError> {
    let newer: Vec<&str> = keys[..place]
        .iter()
        .map(|key| key.verifier_key.as_str())
        .collect();
    let is_before = |checkpoint: &Checkpoint| tree.open(&checkpoint.note, &newer).is_err();
    let mut next = |mut after: i64| -> Result<Option<(i64, Checkpoint)>, StoreError> {
        while let Some((id, checkpoint)) = log.checkpoints(Some(CheckpointId(after)), 1)?.pop() {
            if let Some(checkpoint) = checkpoint {
                return Ok(Some((id.0, checkpoint)));
            }
            // This row was altered.
            after = id.0;
        }
        Ok(None)
    };
    // `last` is the last checkpoint known to precede those of newer keys; `end` is an id after
    // which none does.
    let (mut last, mut size, mut end) = (0, 0, 1);
    while let Some((id, checkpoint)) = next(end)?
        && is_before(&checkpoint)
    {
        (last, size, end) = (id, checkpoint.head.size, id.saturating_mul(2));
    }
    while last < end {
        let middle = last + (end - last) / 2;
        match next(middle)? {
            Some((id, checkpoint)) if is_before(&checkpoint) => (last, size) = (id, checkpoint.head.size),
            _ => end = middle,
        }
    }
    // The first checkpoint of a newer key is also signed by its predecessor, if that could be
    // opened.
    let by_both = next(last)?.filter(|(_, checkpoint)| {
        let key = &keys[place].verifier_key;
        tree.open(&checkpoint.note, &[key]).is_ok()
    });
    Ok(by_both.map_or(size, |(_, checkpoint)| checkpoint.head.size))
}

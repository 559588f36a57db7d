//! How large the log was when a key of it was retired: a larger tree that it has signed is forged.

use super::repository::Checkpoint;
use super::views::{AuditLogViews, CheckpointId, LogKeyView};
use crate::ports::{StoreError, TransparencyLog};

/// The entries of the last checkpoint that the key at this place has signed for us. The keys come newest first, and one has followed it.
///
/// What a newer key has begun to sign, no former one signs any more: a few of the checkpoints tell where that was, however many there are.
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
            // Somebody has altered it.
            after = id.0;
        }
        Ok(None)
    };
    // The last that is known to come before those of newer keys, and a place behind which none does.
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
    // The first of a newer key is signed by the former as well, if that could be opened.
    let by_both = next(last)?.filter(|(_, checkpoint)| {
        let key = &keys[place].verifier_key;
        tree.open(&checkpoint.note, &[key]).is_ok()
    });
    Ok(by_both.map_or(size, |(_, checkpoint)| checkpoint.head.size))
}

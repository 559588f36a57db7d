//! Checkpoints with the cosignatures of witnesses.

use super::NamedWitness;
use crate::audit::log::Checkpoint;
use crate::ports::TransparencyLog;

/// Returns the checkpoint with the cosignature of each witness that signed this one.
pub fn with_cosignatures(note: &str, witnesses: &[NamedWitness]) -> String {
    let lines = witnesses
        .iter()
        .filter_map(|(_, state)| state.agreed.as_ref()?.note.strip_prefix(note));
    std::iter::once(note).chain(lines).collect()
}

/// Returns the size and the note of the checkpoint to prove a leaf with.
///
/// This is the newest cosigned checkpoint, if its tree contains the leaf and the current key signed
/// it, too; else the newest of all.
pub fn checkpoint_for_leaf(
    log: &dyn TransparencyLog,
    index: u64,
    newest: &Checkpoint,
    key: &str,
    witnesses: &[NamedWitness],
) -> (u64, String) {
    let agreed = witnesses.iter().filter_map(|(_, state)| state.agreed.as_ref());
    let has_leaf = agreed.filter(|agreed| (index + 1..=newest.head.size).contains(&agreed.size));
    let by_size = has_leaf.max_by_key(|agreed| agreed.size);
    match by_size.filter(|agreed| log.open(&agreed.note, &[key]).is_ok()) {
        Some(agreed) => (agreed.size, agreed.note.clone()),
        None => (newest.head.size, newest.note.clone()),
    }
}

//! Adds the audit entries of the seeded rows, once in a new installation.

use aditus_domain::audit::stored::{Subject, SubjectKind};
use aditus_domain::audit::{Act, Actor, Kind};
use aditus_domain::organisations::DATA_REQUESTER_ORGANISATION;
use aditus_domain::reference::ReferenceList;

use super::record_all;
use crate::ports::{Ports, StoreError};

/// The kinds of seeded rows. Accounts and data sources are never seeded.
pub(super) const SEEDED: [SubjectKind; 6] = [
    SubjectKind::Organisation,
    SubjectKind::StageType,
    SubjectKind::Procedure,
    SubjectKind::Entry(ReferenceList::EthicsCommittees),
    SubjectKind::Entry(ReferenceList::Purposes),
    SubjectKind::Entry(ReferenceList::EquipmentTypes),
];

/// Adds an entry for each seeded row, unless the audit log has entries of added records already.
/// Returns the number of entries.
///
/// A server calls it before it starts serving, and so does every command that adds records.
pub fn execute(ports: &Ports) -> Result<usize, StoreError> {
    let mut transaction = ports.database.begin()?;
    // Locks the row until the commit: if several nodes start at once, one adds the entries and the
    // others find them.
    transaction.stored_rows().state(Subject {
        kind: SubjectKind::Organisation,
        id: DATA_REQUESTER_ORGANISATION.0,
    })?;
    if transaction.audit().has_any(Kind::RecordAdded)? {
        return Ok(0);
    }
    let mut acts = Vec::new();
    for kind in SEEDED {
        let ids = transaction.stored_rows().ids(kind)?;
        let record = kind.name();
        acts.extend(ids.into_iter().map(|id| Act::RecordAdded { record, id }));
    }
    let added = acts.len();
    let recorded = record_all(ports, transaction.as_mut(), Actor::System, acts)?;
    transaction.commit(recorded)?;
    Ok(added)
}

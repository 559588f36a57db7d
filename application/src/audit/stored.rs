//! Digests of accounts and administrative records, as contained in entries (decisions P5).

use std::collections::BTreeSet;

use aditus_domain::audit::stored::{Part, RowDigests, Subject, SubjectKind};
use aditus_domain::audit::{Act, Field};
use aditus_domain::ids::OrganisationRoleId;
use aditus_domain::requests::content::Sha256;

pub use super::row_state::{Line, RowState};
use crate::ports::{ContentEncoding, EncodingError, Ports, StoreError, Transaction};
use crate::records::Record;

/// The rows of which entries contain digests.
pub trait StoredRows {
    /// Returns the state of a row within this transaction; `None` if there is no such row, or if it
    /// is an erased account.
    ///
    /// The row and everything that belongs to it MUST stay locked until the transaction ends, so
    /// that its entries come in the order of the changes. A line of an account MUST contain its
    /// password hash, which salts the digests: it is random, and is deleted when the account is
    /// erased. Derived columns MUST be left out.
    fn state(&mut self, subject: Subject) -> Result<Option<RowState>, StoreError>;

    /// Returns the ids of all rows of a kind, in order, without erased accounts. Only for small
    /// tables.
    fn ids(&mut self, kind: SubjectKind) -> Result<Vec<i64>, StoreError>;
}

/// Returns the digest of each part.
pub fn digests(
    encoding: &dyn ContentEncoding,
    state: &RowState,
) -> Result<Vec<(Part, Sha256)>, EncodingError> {
    let column = |column: &Option<String>| match column {
        Some(text) => Field::Digest(encoding.sha256(text.as_bytes())),
        None => Field::Flag(false),
    };
    let line = |line: &Line| Field::List(line.iter().map(column).collect());
    let parts = state.parts.iter().map(|(part, lines)| {
        let lines = Field::List(lines.iter().map(line).collect());
        Ok((*part, encoding.digest(&[(part.name(), lines)])?))
    });
    parts.collect()
}

/// Returns the rows that an act changes: the act's own subject, and the rows that the use case
/// names.
pub(super) fn changed_by(
    transaction: &mut dyn Transaction,
    act: &Act,
    named: &BTreeSet<Subject>,
) -> Result<BTreeSet<Subject>, StoreError> {
    let mut changed = named.clone();
    changed.extend(act.subject());
    if let Act::RecordAdded { record, id } | Act::RecordChanged { record, id } = act
        && *record == Record::OrganisationRole.name()
    {
        let role = transaction.organisations().role_by_id(OrganisationRoleId(*id))?;
        changed.extend(role.map(|role| Subject {
            kind: SubjectKind::Organisation,
            id: role.organisation.0,
        }));
    }
    Ok(changed)
}

/// Returns the digests of rows for an entry.
pub(super) fn row_digests(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    subjects: BTreeSet<Subject>,
) -> Result<Vec<RowDigests>, StoreError> {
    let rows = subjects.into_iter().map(|subject| {
        let row = match transaction.stored_rows().state(subject)? {
            Some(state) => digests(ports.encoding.as_ref(), &state).map_err(StoreError::internal)?,
            None => Vec::new(),
        };
        Ok(RowDigests { subject, parts: row })
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use aditus_domain::reference::ReferenceList;

    use super::*;

    #[test]
    fn rows_and_records_have_the_same_names() {
        let records = [
            (Record::Organisation, SubjectKind::Organisation),
            (Record::Procedure, SubjectKind::Procedure),
            (Record::Source, SubjectKind::Source),
            (Record::StageType, SubjectKind::StageType),
        ];
        for (record, kind) in records {
            assert_eq!(record.name(), kind.name());
        }
        for list in ReferenceList::ALL {
            assert_eq!(Record::Entry(list).name(), SubjectKind::Entry(list).name());
        }
    }
}

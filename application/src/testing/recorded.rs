//! Audit entries for rows that tests add without use cases.

use std::collections::BTreeSet;

use aditus_domain::audit::stored::{Subject, SubjectKind};
use aditus_domain::audit::{Act, Actor};
use aditus_domain::ids::{AssignedRoleId, AuditEntryId, UserId};

use crate::audit::record_all;
use crate::integrity::{IntegrityScan, ScannedPerson};
use crate::ports::{Ports, StoreError, Transaction};

/// Adds an audit entry for each account, administrative record and assigned role that has none, so
/// that `aditus audit verify` has no findings for rows prepared by a test.
///
/// # Panics
/// Panics if the database fails.
#[expect(clippy::expect_used, reason = "a panic is how a test ends")]
pub fn record_rows(ports: &Ports) {
    let missing = MissingEntries::read(ports).expect("the rows and their entries are read");
    let mut transaction = ports.database.begin().expect("a transaction");
    let mut acts = missing.roles;
    for row in missing.rows {
        acts.push(added(transaction.as_mut(), row).expect("the row is read"));
    }
    let recorded = record_all(ports, transaction.as_mut(), Actor::System, acts).expect("entries");
    transaction.commit(recorded).expect("the entries are committed");
}

/// Returns the act by which the row would have been added.
fn added(transaction: &mut dyn Transaction, row: Subject) -> Result<Act, StoreError> {
    if row.kind != SubjectKind::Account {
        return Ok(Act::RecordAdded {
            record: row.kind.name(),
            id: row.id,
        });
    }
    let user = UserId(row.id);
    let account = transaction.accounts().by_id(user)?;
    let account = account.ok_or_else(|| StoreError::internal("the account was there before"))?;
    Ok(Act::AccountRegistered {
        user,
        organisation: account.organisation,
    })
}

/// What the audit log does not contain.
#[derive(Default)]
struct MissingEntries {
    /// Accounts and records that no entry names.
    rows: Vec<Subject>,
    /// Acts that would have granted the roles.
    roles: Vec<Act>,
}

impl MissingEntries {
    fn read(ports: &Ports) -> Result<Self, StoreError> {
        let mut snapshot = ports
            .database
            .begin_integrity_scan()?
            .ok_or_else(|| StoreError::internal("this database offers no integrity scan"))?;
        let recorded = recorded_subjects(ports, snapshot.as_mut())?;
        let mut missing = Self::default();
        for kind in SubjectKind::ALL {
            let rows = snapshot.row_states(kind, i64::MIN, u32::MAX)?;
            let rows = rows.into_iter().map(|row| Subject { kind, id: row.id });
            missing.rows.extend(rows.filter(|row| !recorded.contains(row)));
        }
        for person in snapshot.people(UserId(i64::MIN), u32::MAX)? {
            missing.roles.extend(roles_without_entry(ports, &person)?);
        }
        Ok(missing)
    }
}

/// Returns the accounts and records that entries name.
fn recorded_subjects(
    ports: &Ports,
    snapshot: &mut dyn IntegrityScan,
) -> Result<BTreeSet<Subject>, StoreError> {
    let mut recorded = BTreeSet::new();
    for entry in snapshot.digest_entries(AuditEntryId(i64::MIN), u32::MAX)? {
        let digests = ports.encoding.row_digests(&entry.canonical);
        let digests = digests.map_err(StoreError::internal)?;
        recorded.extend(digests.into_iter().map(|row| row.subject));
    }
    Ok(recorded)
}

/// Returns the acts that would have granted the person's roles without an audit entry.
fn roles_without_entry(ports: &Ports, person: &ScannedPerson) -> Result<Vec<Act>, StoreError> {
    let mut recorded: BTreeSet<AssignedRoleId> = BTreeSet::new();
    for entry in &person.entries {
        let role = ports.encoding.recorded_role(&entry.canonical);
        recorded.extend(role.map_err(StoreError::internal)?.map(|role| role.identity.id));
    }
    let roles = person.roles.clone().map_err(StoreError::internal)?;
    let without_entry = roles.iter().filter(|role| !recorded.contains(&role.identity.id));
    let acts = without_entry.map(|role| Act::RoleDecided {
        user: person.user,
        assigned_role: role.identity.id,
        role: role.identity.role,
        organisation: role.identity.organisation,
        status: role.status,
        reason: None,
    });
    Ok(acts.collect())
}

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
    let unnamed = Unnamed::read(ports).expect("the rows and their entries are read");
    let mut transaction = ports.database.begin().expect("a transaction");
    let mut acts = unnamed.roles;
    for row in unnamed.rows {
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

#[derive(Default)]
struct Unnamed {
    rows: Vec<Subject>,
    /// Acts that would have granted the roles.
    roles: Vec<Act>,
}

impl Unnamed {
    fn read(ports: &Ports) -> Result<Self, StoreError> {
        let mut snapshot = ports
            .database
            .begin_integrity_scan()?
            .ok_or_else(|| StoreError::internal("this database offers no integrity scan"))?;
        let named = named(ports, snapshot.as_mut())?;
        let mut unnamed = Self::default();
        for kind in SubjectKind::ALL {
            let rows = snapshot.row_states(kind, i64::MIN, u32::MAX)?;
            let rows = rows.into_iter().map(|row| Subject { kind, id: row.id });
            unnamed.rows.extend(rows.filter(|row| !named.contains(row)));
        }
        for person in snapshot.people(UserId(i64::MIN), u32::MAX)? {
            unnamed.roles.extend(ungiven(ports, &person)?);
        }
        Ok(unnamed)
    }
}

fn named(ports: &Ports, snapshot: &mut dyn IntegrityScan) -> Result<BTreeSet<Subject>, StoreError> {
    let mut named = BTreeSet::new();
    for entry in snapshot.digest_entries(AuditEntryId(i64::MIN), u32::MAX)? {
        let said = ports.encoding.row_digests(&entry.canonical);
        let said = said.map_err(StoreError::internal)?;
        named.extend(said.into_iter().map(|said| said.subject));
    }
    Ok(named)
}

/// Returns the acts that would have granted a person's roles that have no audit entry.
fn ungiven(ports: &Ports, person: &ScannedPerson) -> Result<Vec<Act>, StoreError> {
    let mut given: BTreeSet<AssignedRoleId> = BTreeSet::new();
    for entry in &person.entries {
        let said = ports.encoding.recorded_role(&entry.canonical);
        given.extend(said.map_err(StoreError::internal)?.map(|role| role.identity.id));
    }
    let roles = person.roles.clone().map_err(StoreError::internal)?;
    let ungiven = roles.iter().filter(|role| !given.contains(&role.identity.id));
    let acts = ungiven.map(|role| Act::RoleDecided {
        user: person.user,
        assigned_role: role.identity.id,
        role: role.identity.role,
        organisation: role.identity.organisation,
        status: role.status,
        reason: None,
    });
    Ok(acts.collect())
}

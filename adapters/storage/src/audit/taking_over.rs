//! What was there before the record, and how far it was taken over.

use aditus_application::audit::take_over::{Taken, TakingOver};
use aditus_application::ports::StoreError;
use aditus_application::records::Record;
use aditus_domain::audit::states::RequestAct;
use aditus_domain::audit::stored::SubjectKind;
use aditus_domain::audit::{Act, Kind};
use aditus_domain::ids::RequestId;
use aditus_domain::reference::ReferenceList;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::BigInt;

use super::stored::table_of;
use crate::connection::AnyConnection;
use crate::error::{Outcome, missing};
use crate::schema::{
    approval_procedures, assigned_roles, audit_entries, audit_taken_over, data_requests, data_sources,
    equipment_types, ethics_committees, organisations, purposes, request_history, stage_types, users,
};
use crate::times::At;
use crate::transaction::UnitOfWork;

impl TakingOver for UnitOfWork {
    fn take_turn(&mut self, of: Taken) -> Result<i64, StoreError> {
        self.run(|connection| {
            // Written to be locked: whoever comes second reads how far the first has come.
            let last: Option<i64> = diesel::update(audit_taken_over::table.find(of.name()))
                .set(audit_taken_over::last_id.eq(audit_taken_over::last_id))
                .returning(audit_taken_over::last_id)
                .get_result(connection)
                .optional()?;
            last.ok_or_else(missing("mark of what was taken over"))
        })
    }

    fn behind(
        &mut self,
        of: Taken,
        last: i64,
        settled: DateTime<Utc>,
        most: u32,
    ) -> Result<Vec<i64>, StoreError> {
        self.run(|connection| behind(connection, of, last, settled, most))
    }

    fn may_begin(&mut self, of: Taken, ids: &[i64]) -> Result<Vec<String>, StoreError> {
        self.run(|connection| may_begin(connection, of, ids))
    }

    fn hold(&mut self, of: Taken, ids: &[i64]) -> Result<Vec<i64>, StoreError> {
        self.run(|connection| hold(connection, of, ids))
    }

    fn looked_at(&mut self, of: Taken, last: i64) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::update(audit_taken_over::table.find(of.name()))
                .set(audit_taken_over::last_id.eq(last))
                .execute(connection)?;
            Ok(())
        })
    }

    fn lines_of(&mut self, request: RequestId) -> Result<i64, StoreError> {
        self.run(|connection| {
            Ok(request_history::table
                .filter(request_history::request_id.eq(request.0))
                .count()
                .get_result(connection)?)
        })
    }
}

/// The next ids of a table.
macro_rules! next_ids {
    ($connection:expr, $table:ident, $last:expr, $most:expr) => {
        $table::table
            .filter($table::id.gt($last))
            .order($table::id)
            .limit(i64::from($most))
            .select($table::id)
            .load::<i64>($connection)?
    };
}

fn behind(
    connection: &mut AnyConnection,
    of: Taken,
    last: i64,
    settled: DateTime<Utc>,
    most: u32,
) -> Outcome<Vec<i64>> {
    Ok(match of {
        Taken::Organisations => next_ids!(connection, organisations, last, most),
        Taken::Accounts => next_ids!(connection, users, last, most),
        Taken::Roles => next_ids!(connection, assigned_roles, last, most),
        Taken::Procedures => next_ids!(connection, approval_procedures, last, most),
        Taken::Sources => next_ids!(connection, data_sources, last, most),
        Taken::States(kind) => match kind {
            SubjectKind::Account => next_ids!(connection, users, last, most),
            SubjectKind::Organisation => next_ids!(connection, organisations, last, most),
            SubjectKind::Procedure => next_ids!(connection, approval_procedures, last, most),
            SubjectKind::Source => next_ids!(connection, data_sources, last, most),
            SubjectKind::StageType => next_ids!(connection, stage_types, last, most),
            SubjectKind::Entry(ReferenceList::Purposes) => next_ids!(connection, purposes, last, most),
            SubjectKind::Entry(ReferenceList::EthicsCommittees) => {
                next_ids!(connection, ethics_committees, last, most)
            }
            SubjectKind::Entry(ReferenceList::EquipmentTypes) => {
                next_ids!(connection, equipment_types, last, most)
            }
        },
        Taken::Requests => {
            let next: Vec<(i64, At)> = data_requests::table
                .filter(data_requests::id.gt(last))
                .order(data_requests::id)
                .limit(i64::from(most))
                .select((data_requests::id, data_requests::submitted_on))
                .load(connection)?;
            let settled_ones = next
                .into_iter()
                .take_while(|(_, submitted)| submitted.0 <= settled);
            settled_ones.map(|(id, _)| id).collect()
        }
    })
}

fn may_begin(connection: &mut AnyConnection, of: Taken, ids: &[i64]) -> Outcome<Vec<String>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let names = |kinds: &[Kind]| kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>();
    let entries = audit_entries::table.select(audit_entries::canonical).into_boxed();
    let entries = match of {
        Taken::Requests => entries
            .filter(audit_entries::request_id.eq_any(ids.to_vec()))
            .filter(audit_entries::kind.eq_any(names(&RequestAct::BEGINNINGS))),
        Taken::Accounts => entries
            .filter(audit_entries::concerns_id.eq_any(ids.to_vec()))
            .filter(audit_entries::kind.eq_any(names(&[Kind::AccountRegistered, Kind::AccountTakenOver]))),
        Taken::Roles => {
            let holders: Vec<i64> = assigned_roles::table
                .filter(assigned_roles::id.eq_any(ids))
                .select(assigned_roles::user_id)
                .load(connection)?;
            let kinds = [Kind::RoleAsked, Kind::RoleDecided, Kind::RoleTakenOver];
            entries
                .filter(audit_entries::concerns_id.eq_any(holders))
                .filter(audit_entries::kind.eq_any(names(&kinds)))
        }
        Taken::States(SubjectKind::Account) => entries
            .filter(audit_entries::concerns_id.eq_any(ids.to_vec()))
            .filter(audit_entries::kind.eq_any(names(Act::STATING))),
        // Of a stage, for example, it is told that its procedure was changed.
        Taken::States(kind) => entries
            .filter(audit_entries::kind.eq_any(names(Act::STATING)))
            .filter(audit_entries::canonical.like(format!("%\"record\":\"{}\"%", kind.name()))),
        Taken::Organisations | Taken::Procedures | Taken::Sources => {
            let record = of.record().map(Record::name).unwrap_or_default();
            entries
                .filter(audit_entries::kind.eq_any(names(&[Kind::RecordAdded, Kind::RecordTakenOver])))
                .filter(audit_entries::canonical.like(format!("%\"record\":\"{record}\"%")))
        }
    };
    Ok(entries.load(connection)?)
}

#[derive(QueryableByName)]
struct Held {
    #[diesel(sql_type = BigInt)]
    id: i64,
}

/// SQLite has one writer anyway. Whoever refers to a row is not held up.
fn hold(connection: &mut AnyConnection, of: Taken, ids: &[i64]) -> Outcome<Vec<i64>> {
    let AnyConnection::Postgres(c) = connection else {
        return Ok(ids.to_vec());
    };
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let table = match of {
        Taken::Organisations => "organisations",
        Taken::Accounts => "users",
        Taken::Roles => "assigned_roles",
        Taken::Procedures => "approval_procedures",
        Taken::Sources => "data_sources",
        Taken::Requests => "data_requests",
        Taken::States(kind) => table_of(kind),
    };
    let these: Vec<String> = ids.iter().map(ToString::to_string).collect();
    let held: Vec<Held> = diesel::sql_query(format!(
        "SELECT id FROM {table} WHERE id IN ({}) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED",
        these.join(", ")
    ))
    .load(c)?;
    Ok(held.into_iter().map(|held| held.id).collect())
}

//! The record of acts.

mod entries;
mod guard;
mod log;
mod of_requests;
#[cfg(test)]
mod plans;
mod range;
pub(crate) mod reviewed;
mod row;
mod taking_over;
mod verification;
mod witnesses;

use aditus_application::access::RequestScope;
use aditus_application::audit::views::{AuditViews, EntryPage, Place, RequestPart, Wanted, WholeEntry};
use aditus_application::audit::{AuditEntries, NewEntry};
use aditus_application::ports::StoreError;
use aditus_domain::audit::Kind;
use aditus_domain::ids::{AuditEntryId, RequestId, UserId};
use diesel::prelude::*;

use crate::dialect::{insert_rows, per_backend};
use crate::reading::Reading;
use crate::requests::in_scope;
use crate::schema::{audit_entries, audit_values, data_requests};
use crate::times::At;
use crate::transaction::UnitOfWork;

#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false, table_name = audit_values)]
struct NewValue<'a> {
    entry_id: i64,
    commitment: &'a [u8],
    salt: &'a [u8],
    value: &'a str,
}

impl AuditEntries for UnitOfWork {
    fn add(&mut self, entry: &NewEntry) -> Result<(), StoreError> {
        self.run(|connection| {
            let entries = diesel::insert_into(audit_entries::table)
                .values((
                    audit_entries::at.eq(At::from(entry.at)),
                    audit_entries::kind.eq(entry.kind.name()),
                    audit_entries::user_id.eq(entry.user.map(|user| user.0)),
                    audit_entries::concerns_id.eq(entry.concerns.map(|user| user.0)),
                    audit_entries::request_id.eq(entry.request.map(|request| request.0)),
                    audit_entries::canonical.eq(&entry.encoded.canonical),
                ))
                .returning(audit_entries::id);
            let id: i64 = per_backend!(connection, c => entries.get_result(c))?;
            let values: Vec<NewValue<'_>> = entry
                .encoded
                .values
                .iter()
                .map(|value| NewValue {
                    entry_id: id,
                    commitment: &value.commitment.0,
                    salt: &value.salt,
                    value: &value.value,
                })
                .collect();
            insert_rows!(connection, audit_values::table, &values)?;
            Ok(())
        })
    }
}

impl AuditViews for Reading {
    fn page(&mut self, wanted: &Wanted, place: Place, most: u32) -> Result<EntryPage, StoreError> {
        self.run(|connection| entries::page(connection, wanted, place, most))
    }

    fn of_request(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
        kinds: &[Kind],
        place: Place,
        most: u32,
    ) -> Result<Option<RequestPart>, StoreError> {
        self.run(|connection| {
            let owner: Option<i64> = data_requests::table
                .filter(data_requests::id.eq(request.0))
                .filter(in_scope(scope))
                .select(data_requests::owner_id)
                .first(connection)
                .optional()?;
            let Some(owner) = owner else { return Ok(None) };
            let wanted = Wanted {
                request: Some(request),
                kinds: kinds.to_vec(),
                ..Wanted::default()
            };
            Ok(Some(RequestPart {
                owner: UserId(owner),
                page: entries::page(connection, &wanted, place, most)?,
            }))
        })
    }

    fn whole(&mut self, scope: &RequestScope, entry: AuditEntryId) -> Result<Option<WholeEntry>, StoreError> {
        self.run(|connection| entries::one(connection, scope, entry))
    }
}

//! Reads the audit entries from which the states of requests can be derived.

use std::collections::BTreeMap;

use aditus_application::integrity::RequestEntryRow;
use aditus_application::ports::SaltedValue;
use aditus_domain::audit::Kind;
use aditus_domain::audit::states::RequestAct;
use aditus_domain::ids::AuditEntryId;
use diesel::prelude::*;

use super::reviewed::grouped;
use super::row::{Rows, salted};
use crate::connection::AnyConnection;
use crate::dialect::VALUES_AT_ONCE;
use crate::error::DbResult;
use crate::schema::{audit_entries, audit_values};

/// Returns the entries about acts on these requests, by request, in the order in which they were
/// added. This is also the order of the acts, because changes of one request are serialised.
pub(super) fn entries(
    connection: &mut AnyConnection,
    requests: &[i64],
) -> DbResult<BTreeMap<i64, Vec<RequestEntryRow>>> {
    let mut found: Vec<(Option<i64>, i64, String, String)> = about(requests)
        .select((
            audit_entries::request_id,
            audit_entries::id,
            audit_entries::kind,
            audit_entries::canonical,
        ))
        .load(connection)?;
    found.sort_unstable_by_key(|(_, id, ..)| *id);
    let with_texts = RequestAct::WITH_TEXTS.map(Kind::name);
    let with_texts = found
        .iter()
        .filter(|(_, _, kind, _)| with_texts.contains(&kind.as_str()));
    let with_texts: Vec<i64> = with_texts.map(|(_, id, ..)| *id).collect();
    let mut values = values_beside(connection, &with_texts)?;
    let about = found.into_iter().filter_map(|(request, id, _, canonical)| {
        let entry = RequestEntryRow {
            id: AuditEntryId(id),
            canonical,
            values: values.remove(&id).unwrap_or_default(),
        };
        Some((request?, entry))
    });
    Ok(grouped(about.collect()))
}

/// Selects the entries about acts on these requests.
pub(super) fn about(requests: &[i64]) -> Rows<'static> {
    audit_entries::table
        .filter(audit_entries::request_id.eq_any(requests.to_vec()))
        .filter(audit_entries::kind.eq_any(RequestAct::KINDS.map(Kind::name)))
        .into_boxed()
}

/// Returns the texts beside these entries, by entry.
fn values_beside(
    connection: &mut AnyConnection,
    entries: &[i64],
) -> DbResult<BTreeMap<i64, Vec<SaltedValue>>> {
    let mut values: Vec<(i64, SaltedValue)> = Vec::new();
    for some in entries.chunks(VALUES_AT_ONCE) {
        let found: Vec<(i64, Vec<u8>, Vec<u8>, String)> = audit_values::table
            .filter(audit_values::entry_id.eq_any(some))
            .select((
                audit_values::entry_id,
                audit_values::commitment,
                audit_values::salt,
                audit_values::value,
            ))
            .load(connection)?;
        // Rows that are not a valid commitment and salt prove nothing. The check of all such rows
        // reports them.
        let readable = found.into_iter().filter_map(|(id, commitment, salt, value)| {
            let value = salted(&commitment, &salt, value).ok()?;
            Some((id, value))
        });
        values.extend(readable);
    }
    Ok(grouped(values))
}

/// Returns the entries about these people that affect their requests, by person.
pub(super) fn entries_of_owners(
    connection: &mut AnyConnection,
    owners: &[i64],
) -> DbResult<BTreeMap<i64, Vec<RequestEntryRow>>> {
    let about = entries_about(connection, owners, RequestAct::OWNER_ERASED)?;
    let about = about.into_iter().map(|(owner, id, canonical)| {
        let entry = RequestEntryRow {
            id,
            canonical,
            values: Vec::new(),
        };
        (owner, entry)
    });
    Ok(grouped(about.collect()))
}

/// Returns for each entry the person it concerns, its id and its canonical form.
pub(super) fn entries_about(
    connection: &mut AnyConnection,
    people: &[i64],
    kind: Kind,
) -> DbResult<Vec<(i64, AuditEntryId, String)>> {
    let found: Vec<(Option<i64>, i64, String)> = about_people(people, kind)
        .select((
            audit_entries::concerns_id,
            audit_entries::id,
            audit_entries::canonical,
        ))
        .load(connection)?;
    let about = found
        .into_iter()
        .filter_map(|(person, id, canonical)| Some((person?, AuditEntryId(id), canonical)));
    Ok(about.collect())
}

/// Selects the entries of one kind about these people. With several kinds in one statement,
/// PostgreSQL might choose a less selective index.
pub(super) fn about_people(people: &[i64], kind: Kind) -> Rows<'static> {
    audit_entries::table
        .filter(audit_entries::concerns_id.eq_any(people.to_vec()))
        .filter(audit_entries::kind.eq(kind.name()))
        .into_boxed()
}

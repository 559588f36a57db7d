//! State of the witnesses of the log and their signatures.

use aditus_application::audit::log::WitnessLease;
use aditus_application::audit::log::witness::{
    CosignedCheckpoint, NamedWitness, Trouble, TroubleKind, WitnessState,
};
use diesel::prelude::*;

use super::log::{count, number};
use crate::connection::AnyConnection;
use crate::dialect::per_backend;
use crate::error::{DbResult, missing};
use crate::schema::audit_witnesses::{self, dsl};
use crate::times::Timestamp;

/// The initial state of a witness that was never contacted.
#[derive(Insertable)]
#[diesel(table_name = audit_witnesses)]
struct Unknown<'a> {
    name: &'a str,
    next_at: Timestamp,
    failures: i64,
}

#[derive(Queryable, Selectable, AsChangeset)]
#[diesel(table_name = audit_witnesses, treat_none_as_null = true)]
struct Row {
    next_at: Timestamp,
    failures: i64,
    agreed_size: Option<i64>,
    agreed_note: Option<String>,
    agreed_at: Option<Timestamp>,
    trouble: Option<String>,
    trouble_told: Option<String>,
    trouble_since: Option<Timestamp>,
}

/// Leases a witness whose next attempt is due, or was stored by a clock that was ahead. Returns
/// false otherwise. The update locks the row, so that a concurrent caller sees the result.
pub(super) fn try_lease(connection: &mut AnyConnection, name: &str, lease: WitnessLease) -> DbResult<bool> {
    add_unknown(connection, name, lease.now.into())?;
    let is_free = dsl::next_at
        .le(Timestamp::from(lease.now))
        .or(dsl::next_at.gt(Timestamp::from(lease.latest)));
    let taken = diesel::update(dsl::audit_witnesses.filter(dsl::name.eq(name)).filter(is_free))
        .set(dsl::next_at.eq(Timestamp::from(lease.until)))
        .execute(connection)?;
    Ok(taken == 1)
}

pub(super) fn save(connection: &mut AnyConnection, name: &str, state: &WitnessState) -> DbResult<()> {
    add_unknown(connection, name, state.next.into())?;
    let agreed = state.agreed.as_ref();
    let trouble = state.trouble.as_ref();
    let row = Row {
        next_at: state.next.into(),
        failures: i64::from(state.failures),
        agreed_size: agreed.map(|agreed| number(agreed.size)).transpose()?,
        agreed_note: agreed.map(|agreed| agreed.note.clone()),
        agreed_at: agreed.map(|agreed| agreed.at.into()),
        trouble: trouble.map(|trouble| trouble.kind.name().to_owned()),
        trouble_told: trouble.map(|trouble| trouble.message.clone()),
        trouble_since: trouble.map(|trouble| trouble.since.into()),
    };
    diesel::update(dsl::audit_witnesses.find(name))
        .set(row)
        .execute(connection)?;
    Ok(())
}

pub(super) fn all(connection: &mut AnyConnection) -> DbResult<Vec<NamedWitness>> {
    let found: Vec<(String, Row)> = dsl::audit_witnesses
        .order(dsl::name)
        .select((dsl::name, Row::as_select()))
        .load(connection)?;
    found
        .into_iter()
        .map(|(name, row)| Ok((name, row.state()?)))
        .collect()
}

fn add_unknown(connection: &mut AnyConnection, name: &str, next_at: Timestamp) -> DbResult<()> {
    let unknown = Unknown {
        name,
        next_at,
        failures: 0,
    };
    per_backend!(connection, c => diesel::insert_into(dsl::audit_witnesses)
        .values(unknown)
        .on_conflict_do_nothing()
        .execute(c))?;
    Ok(())
}

impl Row {
    fn state(self) -> DbResult<WitnessState> {
        let agreed = match (self.agreed_size, self.agreed_note, self.agreed_at) {
            (Some(size), Some(note), Some(at)) => Some(CosignedCheckpoint {
                size: count(size)?,
                note,
                at: at.0,
            }),
            _ => None,
        };
        let trouble = match (self.trouble, self.trouble_told, self.trouble_since) {
            (Some(kind), Some(message), Some(since)) => Some(Trouble {
                kind: TroubleKind::named(&kind).ok_or_else(missing("kind of trouble with a witness"))?,
                message,
                since: since.0,
            }),
            _ => None,
        };
        Ok(WitnessState {
            agreed,
            trouble,
            failures: u32::try_from(self.failures).unwrap_or(u32::MAX),
            next: self.next_at.0,
        })
    }
}

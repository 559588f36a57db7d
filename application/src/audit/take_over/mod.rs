//! What was there before the record gets its place in it: an entry that says how it was when it was taken over (design P1). A server does
//! it while it serves, in small transactions, and keeps how far it has come. Where there is nothing left, the last ones that were looked at are
//! looked at again: a node of the version before may have committed one between them since.

mod records;
mod repository;
mod requests;

use std::collections::BTreeSet;

use aditus_domain::audit::stored::Subject;
use aditus_domain::audit::{Act, By};
use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

pub use repository::{Taken, TakingOver};

use super::record_all;
use crate::failure::causes;
use crate::ports::{EncodingError, Ports, StoreError, Transaction};
use crate::requests::versions::RecordError;

/// As many are looked at in one transaction. Nobody else changes them until it ends.
const AT_ONCE: u32 = 50;

/// A request that is younger may be of a node of the version before, which records nothing, and whose transaction may still be open: those
/// behind it wait with it.
const SETTLED_AFTER: TimeDelta = TimeDelta::hours(1);

/// So many ids before the last one are looked at again. Ids are handed out when a row is written and are seen when it is committed: one that
/// a node of the version before, which records nothing, commits late has a lower id than others that were seen before it.
const AGAIN: u32 = 500;

/// Why not everything was taken over. What was stays.
#[derive(Debug, Error)]
pub enum Error {
    /// The database refused.
    #[error("the database failed while what was there before the record was taken over")]
    Store(#[from] StoreError),
    /// The first version of a request could not be kept.
    #[error("the first version of a request could not be kept")]
    Version(#[from] RecordError),
    /// An entry cannot be written or read.
    #[error("an entry of the record cannot be written or read")]
    Encoding(#[from] EncodingError),
}

impl Error {
    /// Whether another try would end the same way, because something is stored that cannot be read.
    const fn is_of_what_is_stored(&self) -> bool {
        matches!(
            self,
            Self::Store(StoreError::Internal(_))
                | Self::Version(RecordError::Store(StoreError::Internal(_)) | RecordError::Encoding(_))
                | Self::Encoding(_)
        )
    }
}

/// What became of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// How many were taken over.
    pub taken: u64,
    /// What comes next.
    pub next: Next,
}

/// What comes after a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// There may be more.
    More,
    /// Somebody changes the next one at this moment.
    Busy,
    /// There is nothing left, or nothing that has settled.
    Done,
}

/// Looks at the next ones of a kind, and takes over those that no entry begins. Of several nodes each does a part, and none does it twice.
///
/// What cannot be read is left out with a warning: `aditus audit verify` names it.
pub fn step(ports: &Ports, of: Taken) -> Result<Step, Error> {
    match part(ports, of, AT_ONCE) {
        Err(error) if error.is_of_what_is_stored() => alone(ports, of),
        done => done,
    }
}

/// One by one, because something cannot be read.
fn alone(ports: &Ports, of: Taken) -> Result<Step, Error> {
    match part(ports, of, 1) {
        Err(error) if error.is_of_what_is_stored() => {
            let mut transaction = ports.database.begin()?;
            let last = transaction.taking_over().take_turn(of)?;
            let settled = ports.clock.now() - SETTLED_AFTER;
            let next = transaction.taking_over().behind(of, last, settled, 1)?;
            let Some(id) = next.first() else {
                return Ok(Step {
                    taken: 0,
                    next: Next::Done,
                });
            };
            tracing::warn!(
                kind = of.name(),
                id,
                error = causes(&error),
                "something from before the record cannot be read, and is not taken over"
            );
            transaction.taking_over().looked_at(of, *id)?;
            transaction.commit(super::unrecorded(super::Unrecorded::Housekeeping))?;
            Ok(Step {
                taken: 0,
                next: Next::More,
            })
        }
        done => done,
    }
}

fn part(ports: &Ports, of: Taken, most: u32) -> Result<Step, Error> {
    let mut transaction = ports.database.begin()?;
    let last = transaction.taking_over().take_turn(of)?;
    let settled = ports.clock.now() - SETTLED_AFTER;
    let next = transaction.taking_over().behind(of, last, settled, most)?;
    if next.is_empty() {
        return between_the_last(ports, transaction, of, last, settled);
    }
    let missing = not_begun(ports, transaction.as_mut(), of, &next)?;
    let held = transaction.taking_over().hold(of, &missing)?;
    // What somebody changes at this moment waits, and so does what is behind it.
    let busy = missing.iter().find(|id| !held.contains(id)).copied();
    let looked_at: Vec<i64> = next.iter().copied().take_while(|id| Some(*id) != busy).collect();
    let Some(last) = looked_at.last().copied() else {
        let next = if busy.is_some() { Next::Busy } else { Next::Done };
        return Ok(Step { taken: 0, next });
    };
    let mut acts = Vec::new();
    for id in held.into_iter().filter(|id| *id <= last) {
        acts.extend(act(ports, transaction.as_mut(), of, id)?);
    }
    let taken = acts.len() as u64;
    transaction.taking_over().looked_at(of, last)?;
    let recorded = record_all(ports, transaction.as_mut(), By::Product, acts)?;
    transaction.commit(recorded)?;
    Ok(Step {
        taken,
        next: if busy.is_some() { Next::Busy } else { Next::More },
    })
}

/// Takes over what came late between those that were looked at. Requests have waited until none can come.
fn between_the_last(
    ports: &Ports,
    mut transaction: Box<dyn Transaction + '_>,
    of: Taken,
    last: i64,
    settled: DateTime<Utc>,
) -> Result<Step, Error> {
    let done = Step {
        taken: 0,
        next: Next::Done,
    };
    if of == Taken::Requests {
        return Ok(done);
    }
    let from = last.saturating_sub(i64::from(AGAIN)).max(0);
    let mut seen = transaction.taking_over().behind(of, from, settled, AGAIN)?;
    seen.retain(|id| *id <= last);
    let late = not_begun(ports, transaction.as_mut(), of, &seen)?;
    let held = transaction.taking_over().hold(of, &late)?;
    let mut acts = Vec::new();
    for id in &held {
        acts.extend(act(ports, transaction.as_mut(), of, *id)?);
    }
    if acts.is_empty() {
        return Ok(done);
    }
    let taken = acts.len() as u64;
    let recorded = record_all(ports, transaction.as_mut(), By::Product, acts)?;
    transaction.commit(recorded)?;
    Ok(Step {
        taken,
        next: Next::More,
    })
}

/// Those that no entry begins.
fn not_begun(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    of: Taken,
    ids: &[i64],
) -> Result<Vec<i64>, Error> {
    let mut begun = BTreeSet::new();
    for canonical in transaction.taking_over().may_begin(of, ids)? {
        if let Taken::States(kind) = of {
            let said = ports.encoding.states_said(&canonical)?.into_iter();
            begun.extend(
                said.map(|said| said.subject)
                    .filter_map(|row| (row.kind == kind).then_some(row.id)),
            );
            continue;
        }
        let facts = ports.encoding.entry_facts(&canonical)?;
        begun.extend(match of {
            Taken::Requests => facts.found_by.request.map(|id| id.0),
            Taken::Accounts => facts.found_by.concerns.map(|id| id.0),
            Taken::Roles => facts.assigned_role.map(|id| id.0),
            Taken::Procedures | Taken::Organisations | Taken::Sources | Taken::States(_) => {
                // Entries about what belongs to a record name it too.
                let is_it = |record: &str| of.record().is_some_and(|of| of.name() == record);
                facts.record.filter(|(record, _)| is_it(record)).map(|(_, id)| id)
            }
        });
    }
    Ok(ids.iter().copied().filter(|id| !begun.contains(id)).collect())
}

/// That it is taken over, as it is at this moment; none where it is gone.
fn act(ports: &Ports, transaction: &mut dyn Transaction, of: Taken, id: i64) -> Result<Option<Act>, Error> {
    match of {
        Taken::Requests => requests::taken_over(ports, transaction, id.into()),
        Taken::States(kind) => records::state(transaction, Subject { kind, id }),
        Taken::Accounts => records::account(transaction, id.into()),
        Taken::Roles => records::role(transaction, id.into()),
        Taken::Procedures => records::procedure(ports, transaction, id.into()),
        Taken::Organisations => records::organisation(ports, transaction, id.into()),
        Taken::Sources => records::source(ports, transaction, id.into()),
    }
}

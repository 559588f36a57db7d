//! The parts of the tracking screen: the stages of a request, the links between them, and its
//! history (2 §3, §4, §7; decisions C11).

use aditus_domain::ids::RequestId;
use aditus_domain::roles::Role;
use chrono::NaiveDate;
use thiserror::Error;

use super::views::{EdgeView, HistoryView, StateView};
use crate::access::Caller;
use crate::deadlines::views::DueDate;
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// The tracking information cannot be shown.
#[derive(Debug, Error)]
pub enum Error {
    /// The request does not exist, or the caller may not see it.
    #[error("No tracking information found.")]
    NotFound,
    /// The database refused.
    #[error("Error retrieving data request")]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Store;
        NotFound => NotFound, reason: TrackingNotFound;
    }
}

/// Returns the stages, ordered by number.
pub fn states(ports: &Ports, caller: &Caller, request: RequestId) -> Result<Vec<StateView>, Error> {
    let mut views = ports.database.read()?;
    let states = views.review().states(&caller.scope(), request)?;
    let mut states = states.ok_or(Error::NotFound)?;
    let today = views.deadlines().day_of(ports.clock.now())?;
    show_due_dates(&mut states, caller, today);
    Ok(states)
}

/// Sets the due dates of the stages, for Super Users and the people who decide on the request. Others
/// see neither targets nor due dates.
pub(crate) fn show_due_dates(states: &mut [StateView], caller: &Caller, today: NaiveDate) {
    let decides = states
        .iter()
        .any(|state| state.role != Role::DataRequester && caller.at(state.org_role_id).is_some());
    let may_see = decides || caller.holds(Role::SuperUser);
    for state in states {
        if may_see {
            state.due = state.due_dates.map(|dates| DueDate::new(dates, today));
        } else {
            state.target = None;
            state.due_dates = None;
        }
    }
}

/// Returns the links between the stages.
pub fn edges(ports: &Ports, caller: &Caller, request: RequestId) -> Result<Vec<EdgeView>, Error> {
    let edges = ports.database.read()?.review().edges(&caller.scope(), request)?;
    edges.ok_or(Error::NotFound)
}

/// Returns the history of all rounds, oldest first.
pub fn history(ports: &Ports, caller: &Caller, request: RequestId) -> Result<Vec<HistoryView>, Error> {
    let history = ports
        .database
        .read()?
        .review()
        .history(&caller.scope(), request)?;
    history.ok_or(Error::NotFound)
}

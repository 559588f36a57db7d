//! A requester, or a Super User, recalls a pending request (2 §4; decisions C4, C10).

use aditus_domain::audit::{Act, By};
use aditus_domain::ids::RequestId;
use aditus_domain::review::{Attendant, Chain, Event, RecallRefused, StageNumber};
use aditus_domain::roles::Role;
use thiserror::Error;

use super::news;
use crate::access::Caller;
use crate::audit;
use crate::failure::failure;
use crate::notifications::tell::TellError;
use crate::ports::{Ports, StoreError};
use crate::requests::whose::is_visible;

/// Which request.
#[derive(Debug, Clone, Copy)]
pub struct Command {
    /// Its id.
    pub request: RequestId,
}

/// The request is recalled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// What is shown.
    pub message: &'static str,
}

/// Why the request was not recalled.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no such request, or the caller may not know of it.
    #[error("This Data Request does not exist.")]
    NotFound,
    /// The caller may not recall it, or it is not pending any more.
    #[error(transparent)]
    Refused(#[from] RecallRefused),
    /// Somebody else changed the request at the same time.
    #[error("This Data Request has changed since you opened it. Review it again.")]
    Changed,
    /// The database refused.
    #[error("The Data Request could not be recalled. Try again in a moment.")]
    Store(#[source] StoreError),
    /// Somebody could not be told.
    #[error("The Data Request could not be recalled. Try again in a moment.")]
    Tell(#[from] TellError),
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict => Self::Changed,
            other => Self::Store(other),
        }
    }
}

failure! {
    Error {
        forwards Store, Tell;
        NotFound => NotFound, reason: RequestNotFound;
        Refused(RecallRefused::NotAllowed) => Forbidden, reason: RecallNotAllowed;
        Refused(RecallRefused::NotPending(status)) => Conflict,
            reason: RequestNotPending,
            params: { status: status.name() };
        Changed => Conflict, reason: RowChanged;
    }
}

/// Recalls the request, and tells those whose turn it was, and the requester when a Super User did it.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<Answer, Error> {
    let at = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    let mut request = transaction
        .requests()
        .get(command.request)?
        .filter(|request| is_visible(caller, request))
        .ok_or(Error::NotFound)?;
    let (by, acting_as) = recaller(caller, &request.chain).ok_or(RecallRefused::NotAllowed)?;
    let events = request.chain.recall(&by, acting_as, at)?;
    let happened: Vec<_> = events.iter().filter_map(Event::history_entry).collect();
    transaction.requests().save(&request, &happened)?;
    news::tell_events(
        ports,
        transaction.as_mut(),
        request.id,
        &request.chain,
        &events,
        at,
    )?;
    let recalled = Act::RequestRecalled {
        request: request.id,
        round: request.chain.round(),
        stages: events.iter().filter_map(recalled_stage).collect(),
        status: request.chain.status(),
    };
    let by = By::from(caller).in_role(by.assigned_role);
    let recorded = audit::record_at(ports, transaction.as_mut(), at, by, [recalled])?;
    transaction.commit(recorded)?;
    Ok(Answer {
        message: "You have successfully recalled this Data Request.",
    })
}

/// The stage that had its turn when the request was recalled.
const fn recalled_stage(event: &Event) -> Option<StageNumber> {
    match event {
        Event::Recalled { stage, .. } => Some(*stage),
        _ => None,
    }
}

/// Why the caller may not recall the request of this chain now; `None` when they may.
pub(super) fn why_not(chain: &Chain, caller: &Caller) -> Option<RecallRefused> {
    match recaller(caller, chain) {
        Some((by, acting_as)) => chain.why_no_recall(&by, acting_as),
        None => Some(RecallRefused::NotAllowed),
    }
}

/// The caller as the one who recalls: the owner in the role of the submission, or a Super User.
fn recaller(caller: &Caller, chain: &Chain) -> Option<(Attendant, Role)> {
    if chain.is_owner(caller.user) {
        return Some((*chain.requester(), Role::DataRequester));
    }
    let held = caller.role(Role::SuperUser)?;
    Some((
        Attendant {
            user: caller.user,
            assigned_role: held.id,
            org_role: held.org_role,
        },
        Role::SuperUser,
    ))
}

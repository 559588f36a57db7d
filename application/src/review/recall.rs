//! Recalls a pending request for its requester or a Super User (2 §4; decisions C4, C10).

use aditus_domain::audit::{Act, Actor};
use aditus_domain::ids::RequestId;
use aditus_domain::review::{Attendant, Chain, Event, RecallRefused, StageNumber};
use aditus_domain::roles::Role;
use thiserror::Error;

use super::notices;
use crate::access::Caller;
use crate::audit;
use crate::failure::failure;
use crate::notifications::notify::NotifyError;
use crate::ports::{Ports, StoreError};
use crate::requests::visibility::is_visible;

/// Selects the request.
#[derive(Debug, Clone, Copy)]
pub struct Command {
    /// Its id.
    pub request: RequestId,
}

/// The request was recalled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// Message for the user.
    pub message: &'static str,
}

/// The request was not recalled.
#[derive(Debug, Error)]
pub enum Error {
    /// The request does not exist, or the caller may not see it.
    #[error("This Data Request does not exist.")]
    NotFound,
    /// The caller may not recall it, or it is not pending.
    #[error(transparent)]
    Refused(#[from] RecallRefused),
    /// Another person changed the request at the same time.
    #[error("This Data Request has changed since you opened it. Review it again.")]
    Changed,
    /// The database refused.
    #[error("The Data Request could not be recalled. Try again in a moment.")]
    Store(#[source] StoreError),
    /// A notification could not be sent.
    #[error("The Data Request could not be recalled. Try again in a moment.")]
    Notify(#[from] NotifyError),
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
        forwards Store, Notify;
        NotFound => NotFound, reason: RequestNotFound;
        Refused(RecallRefused::NotAllowed) => Forbidden, reason: RecallNotAllowed;
        Refused(RecallRefused::NotPending(status)) => Conflict,
            reason: RequestNotPending,
            params: { status: status.name() };
        Changed => Conflict, reason: RowChanged;
    }
}

/// Recalls the request. Notifies the people whose turn it was, and also the requester if a Super
/// User recalled it.
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
    notices::notify_of_events(
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
        stages: recalled_stages(&events),
        status: request.chain.status(),
        reason: None,
    };
    let by = Actor::from(caller).in_role(by.assigned_role);
    let recorded = audit::record_at(ports, transaction.as_mut(), at, by, [recalled])?;
    transaction.commit(recorded)?;
    Ok(Answer {
        message: "You have successfully recalled this Data Request.",
    })
}

/// Returns the stages whose turn a recall ended.
pub(crate) fn recalled_stages(events: &[Event]) -> Vec<StageNumber> {
    let stages = events.iter().filter_map(|event| match event {
        Event::Recalled { stage, .. } => Some(*stage),
        _ => None,
    });
    stages.collect()
}

/// Returns the reason why the caller may not recall the request now, or `None` if they may.
pub(super) fn why_no_recall(chain: &Chain, caller: &Caller) -> Option<RecallRefused> {
    match recaller(caller, chain) {
        Some((by, acting_as)) => chain.why_no_recall(&by, acting_as),
        None => Some(RecallRefused::NotAllowed),
    }
}

/// Returns the caller in the role in which they recall: for the owner the role of the submission,
/// for others the role of Super User.
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

//! Stores the requester's feedback on an approved request (2 §4, "Feedback"; decisions C3).

use aditus_domain::audit::{Act, Actor};
use aditus_domain::feedback::FeedbackFault;
use aditus_domain::ids::RequestId;
use aditus_domain::limits::Limit;
use aditus_domain::review::{Event, FeedbackRefused};
use thiserror::Error;

use super::answers::{Answers, fields};
use crate::access::Caller;
use crate::audit;
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::notifications::notify::NotifyError;
use crate::ports::{Ports, StoreError};
use crate::requests::visibility::is_visible;
use crate::review::notices;

/// The request and the answers.
#[derive(Debug, Clone)]
pub struct Command {
    /// The request: `data_request_feedback_id` equals its id.
    pub request: RequestId,
    /// The answers.
    pub answers: Answers,
}

/// The stored feedback.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// The id of the request, which is also the id of the feedback.
    pub request_id: RequestId,
    /// The message of the specification (2 §8).
    pub message: &'static str,
}

/// Errors of giving feedback.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no such request, or the caller may not see it.
    #[error("This Data Request does not exist.")]
    NotFound,
    /// An answer is missing or invalid. There is at least one fault, in the order of the form.
    #[error("{}", .0.first().map_or_else(String::new, ToString::to_string))]
    Faults(Vec<FeedbackFault>),
    /// The caller is not the requester, or the request is not ready for feedback.
    #[error(transparent)]
    Refused(#[from] FeedbackRefused),
    /// Another call is changing the request.
    #[error("This Data Request has changed since you opened it. Review it again.")]
    Changed,
    /// The caller gave feedback or comments too often recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The database refused.
    #[error("Failed to created a Data Request Feedback")]
    Store(#[source] StoreError),
    /// A notification could not be queued.
    #[error("Failed to created a Data Request Feedback")]
    Notify(#[from] NotifyError),
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict | StoreError::Duplicate(_) => Self::Changed,
            other => Self::Store(other),
        }
    }
}

failure! {
    Error {
        forwards Limit, Store, Notify;
        NotFound => NotFound, reason: RequestNotFound;
        Faults(faults) => Invalid, reason: InvalidFields, fields: fields(faults);
        Refused(FeedbackRefused::NotOwner) => Forbidden, reason: NotRequester;
        Refused(FeedbackRefused::NotApproved(status)) => Conflict,
            reason: RequestNotApproved,
            params: { status: status.name() };
        Refused(FeedbackRefused::AlreadyGiven { at }) => Conflict,
            reason: FeedbackAlreadyGiven,
            params: { at: *at };
        Changed => Conflict, reason: RowChanged;
    }
}

/// Stores the feedback, approves the terminal stage, and notifies the people who decided.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<Answer, Error> {
    let feedback = command.answers.parse().map_err(Error::Faults)?;
    let at = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    limits::spend_of(ports, transaction.as_mut(), Limit::Comment, caller)?;
    let mut request = transaction
        .requests()
        .get(command.request)?
        .filter(|request| is_visible(caller, request))
        .ok_or(Error::NotFound)?;
    if !request.chain.is_owner(caller.user) {
        return Err(FeedbackRefused::NotOwner.into());
    }
    let requester = *request.chain.requester();
    let events = request.chain.give_feedback(&requester, at)?;
    let happened: Vec<_> = events.iter().filter_map(Event::history_entry).collect();
    transaction.feedback().add(request.id, &feedback, at)?;
    transaction.requests().save(&request, &happened)?;
    notices::notify_of_events(
        ports,
        transaction.as_mut(),
        request.id,
        &request.chain,
        &events,
        at,
    )?;
    let given = events.iter().filter_map(|event| match event {
        Event::FeedbackGiven { round, stage, .. } => Some(Act::FeedbackGiven {
            request: request.id,
            stage: *stage,
            round: *round,
        }),
        _ => None,
    });
    let by = Actor::from(caller).in_role(requester.assigned_role);
    let recorded = audit::record_at(ports, transaction.as_mut(), at, by, given)?;
    transaction.commit(recorded)?;
    Ok(Answer {
        request_id: request.id,
        message: "Successfully created a Data Request Feedback",
    })
}

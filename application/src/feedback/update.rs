//! Updates the requester's feedback (2 §7).

use aditus_domain::audit::{Act, Actor};
use aditus_domain::feedback::FeedbackFault;
use aditus_domain::ids::RequestId;
use aditus_domain::limits::Limit;
use aditus_domain::review::FeedbackRefused;
use thiserror::Error;

use super::answers::{Answers, fields};
use crate::access::Caller;
use crate::audit;
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::ports::{Ports, StoreError};
use crate::requests::visibility::is_visible;

/// The request and the new answers.
#[derive(Debug, Clone)]
pub struct Command {
    /// The request.
    pub request: RequestId,
    /// The complete answers. Only a missing `additional_feedback` keeps its stored value.
    pub answers: Answers,
}

/// The confirmation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// The message to show.
    pub message: &'static str,
}

/// Errors of updating feedback.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no such feedback, or the caller may not see it.
    #[error("This Data Request Feedback does not exist.")]
    NotFound,
    /// An answer is missing or invalid. There is at least one fault, in the order of the form.
    #[error("{}", .0.first().map_or_else(String::new, ToString::to_string))]
    Faults(Vec<FeedbackFault>),
    /// The caller is not the requester.
    #[error(transparent)]
    Refused(#[from] FeedbackRefused),
    /// The caller gave feedback or comments too often recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The database refused.
    #[error("Error updating Data Request Feedback data")]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Limit, Store;
        NotFound => NotFound, reason: FeedbackNotFound;
        Faults(faults) => Invalid, reason: InvalidFields, fields: fields(faults);
        Refused(_) => Forbidden, reason: NotRequester;
    }
}

/// Replaces the feedback.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<Answer, Error> {
    let mut feedback = command.answers.parse().map_err(Error::Faults)?;
    let mut transaction = ports.database.begin()?;
    limits::spend_of(ports, transaction.as_mut(), Limit::Comment, caller)?;
    let request = transaction
        .requests()
        .get(command.request)?
        .filter(|request| is_visible(caller, request))
        .ok_or(Error::NotFound)?;
    if request.owner != caller.user {
        return Err(FeedbackRefused::NotOwner.into());
    }
    let before = transaction
        .feedback()
        .of_request(request.id)?
        .ok_or(Error::NotFound)?;
    if command.answers.additional_feedback.is_none() {
        feedback.additional_feedback = before.additional_feedback;
    }
    if !transaction.feedback().replace(request.id, &feedback)? {
        return Err(Error::NotFound);
    }
    let by = Actor::from(caller).in_role(request.requester_role);
    let changed = Act::FeedbackChanged { request: request.id };
    let recorded = audit::record(ports, transaction.as_mut(), by, changed)?;
    transaction.commit(recorded)?;
    Ok(Answer {
        message: "Successfully updated the Data Request Feedback",
    })
}

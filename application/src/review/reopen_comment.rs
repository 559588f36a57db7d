//! Reopens a resolved comment, up to the next decision on the request (decisions C17).

use aditus_domain::audit::Act;
use aditus_domain::ids::CommentId;
use aditus_domain::limits::Limit;
use aditus_domain::notifications::NotificationKind;
use aditus_domain::review::OverallStatus;
use aditus_domain::review::comments::ReopenError;
use thiserror::Error;

use super::following::announce_comments;
use super::stage_context::as_comment;
use crate::access::Caller;
use crate::audit;
use crate::deadlines::{due_dates, windows};
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::notifications::notify::{NotifyError, notify_of_request};
use crate::ports::{Ports, StoreError};
use crate::requests::visibility::is_visible;

/// Selects the comment.
#[derive(Debug, Clone, Copy)]
pub struct Command {
    /// Its id.
    pub comment: CommentId,
}

/// The comment was reopened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// Message for the user.
    pub message: &'static str,
}

/// The comment was not reopened.
#[derive(Debug, Error)]
pub enum Error {
    /// The comment does not exist, or the caller may not see its request.
    #[error("This State Comment does not exist.")]
    NotFound,
    /// The caller may not reopen it, it is not resolved, or a decision was made since.
    #[error(transparent)]
    Refused(#[from] ReopenError),
    /// The caller resolved, reopened or wrote comments too often recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The database refused.
    #[error("The State Comment could not be reopened. Try again in a moment.")]
    Store(#[from] StoreError),
    /// The notification of the requester could not be sent.
    #[error("The State Comment could not be reopened. Try again in a moment.")]
    Notify(#[from] NotifyError),
}

failure! {
    Error {
        forwards Limit, Store, Notify;
        NotFound => NotFound, reason: CommentNotFound;
        Refused(ReopenError::NotAllowed) => Forbidden, reason: ReopenNotAllowed;
        Refused(ReopenError::NotResolved) => Conflict, reason: CommentNotResolved;
        Refused(ReopenError::Decided) => Conflict, reason: DecidedSince;
    }
}

/// Reopens the comment, and thereby permits edits of its section again. Notifies the requester if
/// the comment requires action, unless the request is approved and can no longer be edited.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<Answer, Error> {
    let at = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    limits::spend_of(ports, transaction.as_mut(), Limit::Comment, caller)?;
    let stored = transaction
        .comments()
        .get(command.comment)?
        .ok_or(Error::NotFound)?;
    let request = transaction
        .requests()
        .get(stored.comment.request)?
        .filter(|request| is_visible(caller, request))
        .ok_or(Error::NotFound)?;
    let last_decision_at = transaction.comments().last_decision_at(request.id)?;
    as_comment(&stored).reopen(caller.user, request.owner, last_decision_at)?;
    if !transaction.comments().reopen(command.comment, at)? {
        return Err(ReopenError::NotResolved.into());
    }
    let status = request.chain.status();
    let is_of_present_round = stored.comment.round == request.chain.round();
    let has_window =
        stored.comment.action_required && status == OverallStatus::Pending && is_of_present_round;
    let answer_by = if has_window {
        windows::begin(transaction.as_mut(), request.id, command.comment, at)?
    } else {
        None
    };
    due_dates::compute(transaction.as_mut(), request.id, at)?;
    let can_act = status != OverallStatus::Approved;
    if stored.comment.action_required && can_act && request.owner != caller.user {
        let kind = NotificationKind::ActionRequired {
            section: stored.comment.section,
            answer_by,
        };
        notify_of_request(
            ports,
            transaction.as_mut(),
            &[request.owner],
            kind,
            request.id,
            at,
        )?;
    }
    announce_comments(transaction.as_mut(), &request.chain)?;
    let reopened = Act::CommentReopened {
        request: request.id,
        comment: command.comment,
    };
    let recorded = audit::record_at(ports, transaction.as_mut(), at, caller, [reopened])?;
    transaction.commit(recorded)?;
    Ok(Answer {
        message: "The State Comment is open again.",
    })
}

//! Marks a comment as resolved (2 §4, §7; decisions, "Requests").

use aditus_domain::audit::Act;
use aditus_domain::ids::CommentId;
use aditus_domain::limits::Limit;
use aditus_domain::notifications::NotificationKind;
use aditus_domain::review::comments::{CommentAuthor, ResolveError};
use aditus_domain::roles::Role;
use thiserror::Error;

use super::following::{announce_comments, settle_demands};
use super::stage_context::as_comment;
use crate::access::Caller;
use crate::audit;
use crate::deadlines::{due_dates, windows};
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::notifications::notify::{NotifyError, notify_of_request};
use crate::ports::{Ports, StoreError, Transaction};
use crate::requests::visibility::is_visible;

/// Selects the comment.
#[derive(Debug, Clone, Copy)]
pub struct Command {
    /// Its id.
    pub comment: CommentId,
}

/// The comment was resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// Message for the user.
    pub message: &'static str,
}

/// The comment was not resolved.
#[derive(Debug, Error)]
pub enum Error {
    /// The comment does not exist, or the caller may not see its request.
    #[error("This State Comment does not exist.")]
    NotFound,
    /// The caller may not resolve it, or it is resolved already.
    #[error(transparent)]
    Refused(#[from] ResolveError),
    /// The request was decided or recalled at the same time.
    #[error("This Data Request has changed since you opened it. Review it again.")]
    Changed,
    /// The caller resolved, reopened or wrote comments too often recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The database refused.
    #[error("The State Comment could not be resolved. Try again in a moment.")]
    Store(#[from] StoreError),
    /// A notification could not be sent.
    #[error("The State Comment could not be resolved. Try again in a moment.")]
    Notify(#[from] NotifyError),
}

failure! {
    Error {
        forwards Limit, Store, Notify;
        NotFound => NotFound, reason: CommentNotFound;
        Changed => Conflict, reason: RowChanged;
        Refused(ResolveError::NotAllowed) => Forbidden, reason: ResolveNotAllowed;
        Refused(ResolveError::AlreadyResolved) => Conflict, reason: CommentResolved;
    }
}

/// Marks the comment as resolved, and notifies its author if another person did it.
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
    as_comment(&stored).resolve(caller.user, request.owner, at)?;
    if !windows::hold(transaction.as_mut(), &request)? {
        return Err(Error::Changed);
    }
    if !transaction.comments().resolve(command.comment, caller.user, at)? {
        return Err(ResolveError::AlreadyResolved.into());
    }
    settle_demands(transaction.as_mut(), request.id)?;
    due_dates::compute(transaction.as_mut(), request.id, at)?;
    let author = stored.comment.author;
    if author != caller.user {
        let role = role_of_author(transaction.as_mut(), &stored)?;
        let kind = NotificationKind::CommentResolved {
            role,
            section: stored.comment.section,
        };
        notify_of_request(ports, transaction.as_mut(), &[author], kind, request.id, at)?;
    }
    announce_comments(transaction.as_mut(), &request.chain)?;
    let resolved = Act::CommentResolved {
        request: request.id,
        comment: command.comment,
    };
    let recorded = audit::record_at(ports, transaction.as_mut(), at, caller, [resolved])?;
    transaction.commit(recorded)?;
    Ok(Answer {
        message: "The State Comment is resolved.",
    })
}

/// Returns the role in which the author commented, or Org User if they no longer have that
/// assignment.
pub(crate) fn role_of_author(
    transaction: &mut dyn Transaction,
    stored: &super::StoredComment,
) -> Result<Role, StoreError> {
    let author = CommentAuthor {
        user: stored.comment.author,
        assigned_role: stored.comment.author_role,
    };
    role_of(transaction, author)
}

/// Returns the role of an author, or Org User if they no longer have that assignment.
pub(super) fn role_of(transaction: &mut dyn Transaction, author: CommentAuthor) -> Result<Role, StoreError> {
    let held = transaction.roles().of_user(author.user)?;
    Ok(held
        .into_iter()
        .find(|held| held.id == author.assigned_role)
        .map_or(Role::OrgUser, |held| held.role))
}

//! Adds a reply to a comment (2 §6, §7).

use aditus_domain::audit::{Act, Actor, Personal};
use aditus_domain::ids::{AssignedRoleId, CommentId, ReplyId, UserId};
use aditus_domain::limits::Limit;
use aditus_domain::notifications::NotificationKind;
use aditus_domain::review::comments::{CommentAuthor, NewReply as ParsedReply, ReplyFault};
use aditus_domain::roles::Role;
use thiserror::Error;

use super::following::announce_comments;
pub use super::replying::ReplyRefused;
use super::replying::reply_as;
use super::resolve_comment::role_of;
use super::stage_context::as_comment;
use super::{NewReply, StoredComment};
use crate::access::{AccessError, Caller};
use crate::audit;
use crate::deadlines::windows;
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::notifications::notify::{NotifyError, notify_of_request};
use crate::ports::{Ports, StoreError, Transaction};
use crate::requests::visibility::is_visible;

/// The reply to add.
#[derive(Debug, Clone)]
pub struct Command {
    /// Id of the comment.
    pub comment: CommentId,
    /// The author's assigned role: `author`.
    pub author: AssignedRoleId,
    /// The text.
    pub reply: String,
}

/// The reply was stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// Its id.
    pub reply_id: ReplyId,
    /// Message for the user.
    pub message: &'static str,
}

/// The reply was not stored.
#[derive(Debug, Error)]
pub enum Error {
    /// The text breaks a rule.
    #[error(transparent)]
    Fault(#[from] ReplyFault),
    /// The comment does not exist, or the caller may not see its request.
    #[error("This State Comment does not exist.")]
    NotFound,
    /// The caller may not reply.
    #[error(transparent)]
    Refused(#[from] ReplyRefused),
    /// The call names a role other than the one in which the caller may reply.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The request was decided or recalled at the same time.
    #[error("This Data Request has changed since you opened it. Review it again.")]
    Changed,
    /// The caller replied too often recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The database refused.
    #[error("The reply could not be stored. Try again in a moment.")]
    Store(#[from] StoreError),
    /// A notification could not be sent.
    #[error("The reply could not be stored. Try again in a moment.")]
    Notify(#[from] NotifyError),
}

failure! {
    Error {
        forwards Refused, Access, Limit, Store, Notify;
        Fault(_) => Invalid, reason: InvalidFields, field: "reply";
        NotFound => NotFound, reason: CommentNotFound;
        Changed => Conflict, reason: RowChanged;
    }
}

/// Stores the reply, which ends the completion window of the comment if the requester wrote it, and
/// notifies all other participants: the requester, the author of the comment,
/// and earlier repliers.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<Answer, Error> {
    let reply = ParsedReply::parse(&command.reply)?;
    let replies = limits::caller_counter(ports, Limit::Reply, Some(caller), "");
    limits::refuse_early(ports, &replies)?;
    let at = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    let stored = transaction
        .comments()
        .get(command.comment)?
        .ok_or(Error::NotFound)?;
    let request = transaction
        .requests()
        .get(stored.comment.request)?
        .filter(|request| is_visible(caller, request))
        .ok_or(Error::NotFound)?;
    let role = reply_as(&request.chain, caller, &as_comment(&stored))?;
    if command.author != role.id {
        let refused = match caller.assignment(command.author) {
            Some(_) => AccessError::Role,
            None => AccessError::NotHeld,
        };
        return Err(refused.into());
    }
    limits::spend_within(ports, transaction.limited_events(), &replies)?;
    let is_answer = stored.comment.action_required && caller.user == request.owner;
    if is_answer && !windows::hold(transaction.as_mut(), &request)? {
        return Err(Error::Changed);
    }
    let others = others(transaction.as_mut(), &stored, request.owner, caller.user)?;
    let text = reply.into_string();
    let reply_id = transaction.comments().add_reply(&NewReply {
        comment: command.comment,
        author: CommentAuthor {
            user: caller.user,
            assigned_role: role.id,
        },
        reply: text.clone(),
        created_on: at,
    })?;
    if is_answer {
        transaction.completion_windows().answer(command.comment, at)?;
    }
    for (user, role) in others {
        let kind = NotificationKind::CommentReplied {
            role,
            section: stored.comment.section,
        };
        notify_of_request(ports, transaction.as_mut(), &[user], kind, request.id, at)?;
    }
    announce_comments(transaction.as_mut(), &request.chain)?;
    let by = Actor::from(caller).in_role(role.id);
    let added = Act::ReplyAdded {
        request: request.id,
        comment: command.comment,
        reply: reply_id,
        text: Personal::new(text),
    };
    let recorded = audit::record_at(ports, transaction.as_mut(), at, by, [added])?;
    transaction.commit(recorded)?;
    Ok(Answer {
        reply_id,
        message: "The reply was added.",
    })
}

/// Returns the participants other than the writer, without duplicates, each with the role in which
/// they take part.
fn others(
    transaction: &mut dyn Transaction,
    stored: &StoredComment,
    owner: UserId,
    writer: UserId,
) -> Result<Vec<(UserId, Role)>, StoreError> {
    let mut others = vec![(owner, Role::DataRequester)];
    let author = CommentAuthor {
        user: stored.comment.author,
        assigned_role: stored.comment.author_role,
    };
    let repliers = transaction.comments().repliers(stored.id)?;
    for person in std::iter::once(author).chain(repliers) {
        if others.iter().all(|(known, _)| *known != person.user) {
            others.push((person.user, role_of(transaction, person)?));
        }
    }
    others.retain(|(user, _)| *user != writer);
    Ok(others)
}

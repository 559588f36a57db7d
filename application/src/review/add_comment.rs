//! Adds a comment of a person whose turn it is to a section of a request (2 §4; decisions C9).

use aditus_domain::audit::{Act, Actor, Personal};
use aditus_domain::ids::{AssignedRoleId, CommentId, RequestId, StateId};
use aditus_domain::limits::Limit;
use aditus_domain::notifications::NotificationKind;
use aditus_domain::review::comments::{CommentFault, NewComment as ParsedComment};
use aditus_domain::review::{DecisionConstraints, DecisionRefused};
use thiserror::Error;

use super::NewComment;
use super::following::announce_comments;
use super::stage_context::{self, StageError};
use crate::access::Caller;
use crate::audit;
use crate::deadlines::{due_dates, windows};
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::notifications::notify::{NotifyError, notify_of_request};
use crate::ports::{Ports, StoreError};

/// The comment to add.
#[derive(Debug, Clone)]
pub struct Command {
    /// The stage at which the author acts: `request_state`.
    pub state: StateId,
    /// The request: `data_request`.
    pub request: RequestId,
    /// The author's assigned role: `author`.
    pub author: AssignedRoleId,
    /// Name of the section.
    pub section: String,
    /// The text.
    pub comment: String,
    /// True if the requester has to act.
    pub action_required: bool,
}

/// The comment was stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// Its id.
    pub comment_id: CommentId,
    /// The message of the specification (2 §8).
    pub message: &'static str,
}

/// The comment was not stored.
#[derive(Debug, Error)]
pub enum Error {
    /// The comment breaks a rule. There is at least one fault.
    #[error("{}", .0.first().map_or_else(String::new, ToString::to_string))]
    Faults(Vec<CommentFault>),
    /// It is not the caller's turn.
    #[error(transparent)]
    Stage(#[from] StageError),
    /// The caller commented too often recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The database refused.
    #[error("State Comment not successfully Created.")]
    Store(#[from] StoreError),
    /// A notification could not be sent.
    #[error("State Comment not successfully Created.")]
    Notify(#[from] NotifyError),
}

failure! {
    Error {
        forwards Stage, Limit, Store, Notify;
        Faults(faults) => Invalid, reason: InvalidFields, fields: faults
            .iter()
            .map(|fault| (fault.field().to_owned(), fault.to_string()))
            .collect();
        // A comment out of turn is forbidden. Only a decision out of turn is a conflict.
        Stage(
            refused @ (StageError::Decided { .. }
            | StageError::Refused(DecisionRefused::NotItsTurn { .. } | DecisionRefused::AlreadyAnswered { .. }))
        ) => Forbidden, reason: (refused.reason()), params: (refused.params());
    }
}

/// Stores the comment, and notifies the requester if it requires action. Comments are possible at a
/// stage whose turn it is, even while another comment blocks its decision.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<Answer, Error> {
    let parsed = ParsedComment::parse(&command.section, &command.comment, command.action_required)
        .map_err(Error::Faults)?;
    let at = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    limits::spend_of(ports, transaction.as_mut(), Limit::Comment, caller)?;
    let context = stage_context::load(transaction.as_mut(), caller, command.state)?;
    context.require_request(command.request)?;
    context.require_assigned_role(caller, command.author)?;
    context.may_act(DecisionConstraints::default())?;
    let comment_id = transaction.comments().add(&NewComment {
        request: command.request,
        round: context.request.chain.round(),
        state: command.state,
        author: caller.user,
        author_role: command.author,
        section: parsed.section(),
        comment: parsed.text().to_owned(),
        action_required: parsed.action_required(),
        created_on: at,
    })?;
    if parsed.action_required() {
        let answer_by = windows::begin(transaction.as_mut(), command.request, comment_id, at)?;
        due_dates::compute(transaction.as_mut(), command.request, at)?;
        let kind = NotificationKind::ActionRequired {
            section: parsed.section(),
            answer_by,
        };
        notify_of_request(
            ports,
            transaction.as_mut(),
            &[context.request.owner],
            kind,
            command.request,
            at,
        )?;
    }
    announce_comments(transaction.as_mut(), &context.request.chain)?;
    let by = Actor::from(caller).in_role(context.attendant.assigned_role);
    let added = Act::CommentAdded {
        request: command.request,
        state: command.state,
        comment: comment_id,
        section: parsed.section(),
        action_required: parsed.action_required(),
        text: Personal::new(parsed.text()),
    };
    let recorded = audit::record_at(ports, transaction.as_mut(), at, by, [added])?;
    transaction.commit(recorded)?;
    Ok(Answer {
        comment_id,
        message: "State Comment Successfully Created.",
    })
}

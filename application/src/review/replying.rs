//! Determines the role in which a person may reply to a comment (2 §6; decisions C10).

use aditus_domain::review::comments::{Comment, ReplierRelation, ReplyError};
use aditus_domain::review::{Attendant, Chain, DecisionConstraints};
use aditus_domain::roles::Role;
use thiserror::Error;

use super::stage_context;
use crate::access::{AccessError, Caller, UsableRole};
use crate::failure::{Failure, Kind, Reason};

/// The reason why the caller may not reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ReplyRefused {
    /// The owner is no longer a Data Requester.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The rules do not allow the caller to reply to this comment.
    #[error(transparent)]
    Refused(#[from] ReplyError),
}

impl Failure for ReplyRefused {
    fn kind(&self) -> Kind {
        Kind::Forbidden
    }

    fn reason(&self) -> Reason {
        match self {
            Self::Access(error) => error.reason(),
            Self::Refused(ReplyError::ReadsOnly) => Reason::ReadsOnly,
            Self::Refused(ReplyError::NotAllowed) => Reason::ReplyNotAllowed,
        }
    }
}

/// Returns the role in which a caller who may read the request replies to this comment. Screens and
/// the call itself use the same check.
pub(super) fn reply_as(
    chain: &Chain,
    caller: &Caller,
    comment: &Comment,
) -> Result<UsableRole, ReplyRefused> {
    let (relation, held) = relation(chain, caller, comment);
    match comment.why_no_reply(caller.user, relation) {
        Some(reason) => Err(reason.into()),
        None => Ok(held.ok_or(AccessError::Role)?),
    }
}

fn relation(chain: &Chain, caller: &Caller, comment: &Comment) -> (ReplierRelation, Option<UsableRole>) {
    if chain.is_owner(caller.user) {
        return (ReplierRelation::Owner, caller.role(Role::DataRequester).copied());
    }
    let own = || {
        chain
            .stages()
            .iter()
            .filter(|stage| !stage.is_requesters())
            .filter_map(|stage| caller.at(stage.org_role).map(|held| (stage, *held)))
    };
    let may_comment = own().find(|(stage, held)| {
        let attendant = Attendant {
            user: caller.user,
            assigned_role: held.id,
            org_role: held.org_role,
        };
        stage_context::why_no_decision(chain, stage.number, &attendant, DecisionConstraints::default())
            .is_none()
    });
    if let Some((_, held)) = may_comment {
        return (ReplierRelation::MayComment, Some(held));
    }
    // Authors of comments reply in the role in which they wrote the comment, if they still hold it.
    let written_in = own().find(|(_, held)| held.id == comment.author.assigned_role);
    match written_in.or_else(|| own().next()) {
        Some((_, held)) => (ReplierRelation::Staff, Some(held)),
        None => (ReplierRelation::ReadsOnly, None),
    }
}

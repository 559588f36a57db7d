//! Whose turn it is at a stage: what asking for a code, deciding and commenting have in common (2 §4, "Acting";
//! decisions C6, C9, C14).

use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{AssignedRoleId, OrganisationRoleId, RequestId, StateId, UserId};
use aditus_domain::review::comments::{Block, Comment, CommentAuthor, open_demands};
use aditus_domain::review::wording::already_decided;
use aditus_domain::review::{Attendant, Chain, ChainStage, Outcome, StageNumber, Terms, WhyNot};
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::StoredComment;
use crate::access::{AccessError, Caller};
use crate::failure::{Params, failure};
use crate::ports::{Ports, StoreError, Transaction};
use crate::requests::Request;
use crate::requests::whose::is_visible;

/// Why the caller cannot act at a stage.
#[derive(Debug, Error)]
pub enum TurnError {
    /// There is no such stage, or the caller may not know of its request.
    #[error("This Data Request does not exist.")]
    NotFound,
    /// The caller does not hold the role that the call names.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// It is not the caller's turn.
    #[error(transparent)]
    Refused(#[from] WhyNot),
    /// The stage was decided, by another holder of the role or by the caller.
    #[error("{}", already_decided(.who, *.outcome, *.at))]
    Decided {
        /// The name of the person; "You" where it was the caller.
        who: String,
        /// Their decision.
        outcome: Outcome,
        /// When.
        at: DateTime<Utc>,
    },
    /// The database refused.
    #[error("Error retrieving data request")]
    Store(#[from] StoreError),
}

failure! {
    TurnError {
        forwards Access, Store;
        NotFound => NotFound, reason: RequestNotFound;
        Refused(WhyNot::UnknownStage) => NotFound, reason: StageNotFound;
        Refused(WhyNot::RequestersStage) => Forbidden, reason: RequestersStage;
        Refused(WhyNot::OwnRequest) => Forbidden, reason: OwnRequest;
        Refused(WhyNot::NoStage) => Forbidden, reason: StageNotPassed;
        Refused(WhyNot::ReadsOnly) => Forbidden, reason: ReadsOnly;
        Refused(WhyNot::NotOwnStage) => Forbidden, reason: NotYourStage;
        Refused(WhyNot::DecidedElsewhere { role }) => Forbidden,
            reason: DecidedElsewhere,
            params: { role: role.name() };
        Refused(WhyNot::AlreadyAnswered { role, outcome, at, .. }) => Conflict,
            reason: AlreadyDecided,
            params: { role: role.name(), outcome: outcome.name(), at: *at };
        Refused(WhyNot::NotItsTurn { state }) => Conflict,
            reason: NotItsTurn,
            params: { state: state.name() };
        Refused(WhyNot::Blocked(block)) => Conflict,
            reason: ActionRequired,
            params: { until: block.until };
        Decided { who, outcome, at } => Conflict,
            reason: AlreadyDecided,
            params: (params_of_decision(who, *outcome, *at));
    }
}

/// The subject of the message where the caller decided.
const YOU: &str = "You";

/// Returns the params of a stage that was decided already; `person` only if it was another person.
fn params_of_decision(who: &str, outcome: Outcome, at: DateTime<Utc>) -> Params {
    let mut params = Params::from([("outcome", outcome.name().into()), ("at", at.into())]);
    if who != YOU {
        params.insert("person", who.into());
    }
    params
}

/// A stage of a request, and the caller in the role in which they act there.
#[derive(Debug)]
pub(super) struct Turn {
    pub request: Request,
    pub stage: StageNumber,
    pub attendant: Attendant,
    /// The name of the person who has decided at the stage, where one has; "You" for the caller.
    decider: Option<String>,
}

/// The stage with this id, for a caller who holds its role in an active account.
pub(super) fn of(transaction: &mut dyn Transaction, caller: &Caller, id: StateId) -> Result<Turn, TurnError> {
    let (request, number) = transaction.requests().locate(id)?.ok_or(TurnError::NotFound)?;
    let request = transaction
        .requests()
        .get(request)?
        .filter(|request| is_visible(caller, request))
        .ok_or(TurnError::NotFound)?;
    let stage = request.chain.stage(number).ok_or(TurnError::NotFound)?;
    if caller.state != AccountState::Active {
        return Err(AccessError::Role.into());
    }
    let attendant = match caller.at(stage.org_role) {
        Some(held) => Attendant {
            user: caller.user,
            assigned_role: held.id,
            org_role: held.org_role,
        },
        None => return Err(stranger(&request, stage, caller).into()),
    };
    let decider = match &stage.answer {
        Some(answer) => name_of(transaction, caller, answer.by.user)?,
        None => None,
    };
    Ok(Turn {
        request,
        stage: number,
        attendant,
        decider,
    })
}

/// The name of a person as the caller reads it; none where the account was erased.
fn name_of(
    transaction: &mut dyn Transaction,
    caller: &Caller,
    user: UserId,
) -> Result<Option<String>, StoreError> {
    if user == caller.user {
        return Ok(Some(YOU.to_owned()));
    }
    let account = transaction.accounts().by_id(user)?;
    Ok(account.map(|account| format!("{} {}", account.fname.as_str(), account.sname.as_str())))
}

/// Why somebody without the stage's role cannot act there, worded as for those who hold it.
fn stranger(request: &Request, stage: &ChainStage, caller: &Caller) -> WhyNot {
    if stage.is_requesters() {
        WhyNot::RequestersStage
    } else if request.chain.is_owner(caller.user) {
        WhyNot::OwnRequest
    } else {
        WhyNot::NotOwnStage
    }
}

impl Turn {
    /// The call names the request of this stage, and no other.
    pub fn must_be_of(&self, request: RequestId) -> Result<(), TurnError> {
        if self.request.id == request {
            Ok(())
        } else {
            Err(TurnError::NotFound)
        }
    }

    /// The call names the role in which the caller acts here.
    pub fn must_be_taken_as(&self, caller: &Caller, role: AssignedRoleId) -> Result<(), TurnError> {
        if caller.assignment(role).is_none() {
            Err(AccessError::NotHeld.into())
        } else if self.attendant.assigned_role == role {
            Ok(())
        } else {
            Err(WhyNot::NotOwnStage.into())
        }
    }

    /// The call names the organisation role of this stage.
    pub fn must_be_at(&self, org_role: OrganisationRoleId) -> Result<(), TurnError> {
        if self.attendant.org_role == org_role {
            Ok(())
        } else {
            Err(WhyNot::NotOwnStage.into())
        }
    }

    /// Whether the caller may act now, on the terms of what they are about to do: those of [`terms`] for a decision, none for
    /// a comment.
    pub fn may_act(&self, terms: Terms) -> Result<(), TurnError> {
        match why_not(&self.request.chain, self.stage, &self.attendant, terms) {
            None => Ok(()),
            Some(reason) => Err(match (reason, &self.decider) {
                (WhyNot::AlreadyAnswered { outcome, at, .. }, Some(who)) => TurnError::Decided {
                    who: who.clone(),
                    outcome,
                    at,
                },
                _ => reason.into(),
            }),
        }
    }
}

/// Why somebody may not act at a stage now, on the terms of what they are about to do: the one place for whoever shows a stage
/// and whoever changes it.
pub(super) fn why_not(chain: &Chain, stage: StageNumber, by: &Attendant, terms: Terms) -> Option<WhyNot> {
    chain.why_not(stage, by, terms)
}

/// What a decision on this request has to heed at this moment (decisions C9, C14).
pub(super) fn terms(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    request: RequestId,
    now: DateTime<Utc>,
) -> Result<Terms, StoreError> {
    Ok(Terms {
        block: block_of(transaction, request, now)?,
        four_eyes: ports.settings.four_eyes,
    })
}

/// The block of decisions on a request by comments that demand action (decisions C9).
fn block_of(
    transaction: &mut dyn Transaction,
    request: RequestId,
    now: DateTime<Utc>,
) -> Result<Option<Block>, StoreError> {
    let demands: Vec<Comment> = transaction
        .comments()
        .open_demands(request)?
        .iter()
        .map(as_comment)
        .collect();
    Ok(open_demands(&demands, now).map(|demands| demands.block()))
}

/// A stored comment, as its rules see it.
pub(crate) fn as_comment(stored: &StoredComment) -> Comment {
    let comment = &stored.comment;
    Comment {
        id: stored.id,
        section: comment.section,
        text: comment.comment.clone(),
        author: CommentAuthor {
            user: comment.author,
            assigned_role: comment.author_role,
        },
        action_required: comment.action_required,
        resolved: stored.resolved,
        created_on: comment.created_on,
    }
}

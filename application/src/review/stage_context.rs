//! The check that a caller may act at a stage, which codes, decisions and comments share (2 §4,
//! "Acting"; decisions C6, C9, C14).

use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{AssignedRoleId, OrganisationRoleId, RequestId, StateId, UserId};
use aditus_domain::review::comments::{Block, Comment, CommentAuthor, open_demands};
use aditus_domain::review::wording::already_decided;
use aditus_domain::review::{Attendant, Chain, ChainStage, Outcome, StageNumber, DecisionConstraints, DecisionRefused};
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::StoredComment;
use crate::access::{AccessError, Caller};
use crate::failure::{Params, failure};
use crate::ports::{Ports, StoreError, Transaction};
use crate::requests::Request;
use crate::requests::visibility::is_visible;

/// The reason why the caller cannot act at a stage.
#[derive(Debug, Error)]
pub enum StageError {
    /// The stage does not exist, or the caller may not see its request.
    #[error("This Data Request does not exist.")]
    NotFound,
    /// The caller does not hold the role that the call names.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// It is not the caller's turn.
    #[error(transparent)]
    Refused(#[from] DecisionRefused),
    /// The stage was decided already, by another holder of the role or by the caller.
    #[error("{}", already_decided(.who, *.outcome, *.at))]
    Decided {
        /// Name of the person. "You" if it was the caller.
        who: String,
        /// Their decision.
        outcome: Outcome,
        /// Time of the decision.
        at: DateTime<Utc>,
    },
    /// The database refused.
    #[error("Error retrieving data request")]
    Store(#[from] StoreError),
}

failure! {
    StageError {
        forwards Access, Store;
        NotFound => NotFound, reason: RequestNotFound;
        Refused(DecisionRefused::UnknownStage) => NotFound, reason: StageNotFound;
        Refused(DecisionRefused::RequestersStage) => Forbidden, reason: RequestersStage;
        Refused(DecisionRefused::OwnRequest) => Forbidden, reason: OwnRequest;
        Refused(DecisionRefused::NoStage) => Forbidden, reason: StageNotPassed;
        Refused(DecisionRefused::ReadsOnly) => Forbidden, reason: ReadsOnly;
        Refused(DecisionRefused::NotOwnStage) => Forbidden, reason: NotYourStage;
        Refused(DecisionRefused::DecidedElsewhere { role }) => Forbidden,
            reason: DecidedElsewhere,
            params: { role: role.name() };
        Refused(DecisionRefused::AlreadyAnswered { role, outcome, at, .. }) => Conflict,
            reason: AlreadyDecided,
            params: { role: role.name(), outcome: outcome.name(), at: *at };
        Refused(DecisionRefused::NotItsTurn { state }) => Conflict,
            reason: NotItsTurn,
            params: { state: state.name() };
        Refused(DecisionRefused::Blocked(block)) => Conflict,
            reason: ActionRequired,
            params: { until: block.until };
        Decided { who, outcome, at } => Conflict,
            reason: AlreadyDecided,
            params: (params_of_decision(who, *outcome, *at));
    }
}

/// The subject of the message if the caller decided.
const YOU: &str = "You";

/// Returns the params of a stage that was decided already. `person` is present only if another
/// person decided.
fn params_of_decision(who: &str, outcome: Outcome, at: DateTime<Utc>) -> Params {
    let mut params = Params::from([("outcome", outcome.name().into()), ("at", at.into())]);
    if who != YOU {
        params.insert("person", who.into());
    }
    params
}

/// A stage of a request, with the caller in the role in which they act there.
#[derive(Debug)]
pub(super) struct StageContext {
    pub request: Request,
    pub stage: StageNumber,
    pub attendant: Attendant,
    /// Name of the person who decided at the stage, if one has. "You" for the caller.
    decider: Option<String>,
}

/// Returns the stage with this id, for a caller with an active account who holds its role.
pub(super) fn load(transaction: &mut dyn Transaction, caller: &Caller, id: StateId) -> Result<StageContext, StageError> {
    let (request, number) = transaction.requests().locate(id)?.ok_or(StageError::NotFound)?;
    let request = transaction
        .requests()
        .get(request)?
        .filter(|request| is_visible(caller, request))
        .ok_or(StageError::NotFound)?;
    let stage = request.chain.stage(number).ok_or(StageError::NotFound)?;
    if caller.state != AccountState::Active {
        return Err(AccessError::Role.into());
    }
    let attendant = match caller.at(stage.org_role) {
        Some(held) => Attendant {
            user: caller.user,
            assigned_role: held.id,
            org_role: held.org_role,
        },
        None => return Err(refusal_without_role(&request, stage, caller).into()),
    };
    let decider = match &stage.answer {
        Some(answer) => name_of(transaction, caller, answer.by.user)?,
        None => None,
    };
    Ok(StageContext {
        request,
        stage: number,
        attendant,
        decider,
    })
}

/// Returns the name of a person for display to the caller. None if the account was erased.
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

/// Returns the reason why a caller without the role of the stage cannot act there. Holders of the
/// role get the same message for the same reason.
fn refusal_without_role(request: &Request, stage: &ChainStage, caller: &Caller) -> DecisionRefused {
    if stage.is_requesters() {
        DecisionRefused::RequestersStage
    } else if request.chain.is_owner(caller.user) {
        DecisionRefused::OwnRequest
    } else {
        DecisionRefused::NotOwnStage
    }
}

impl StageContext {
    /// Refuses a call that names another request than that of the stage.
    pub fn require_request(&self, request: RequestId) -> Result<(), StageError> {
        if self.request.id == request {
            Ok(())
        } else {
            Err(StageError::NotFound)
        }
    }

    /// Refuses a call that names another role than the one in which the caller acts here.
    pub fn require_assigned_role(&self, caller: &Caller, role: AssignedRoleId) -> Result<(), StageError> {
        if caller.assignment(role).is_none() {
            Err(AccessError::NotHeld.into())
        } else if self.attendant.assigned_role == role {
            Ok(())
        } else {
            Err(DecisionRefused::NotOwnStage.into())
        }
    }

    /// Refuses a call that names another organisation role than that of the stage.
    pub fn require_org_role(&self, org_role: OrganisationRoleId) -> Result<(), StageError> {
        if self.attendant.org_role == org_role {
            Ok(())
        } else {
            Err(DecisionRefused::NotOwnStage.into())
        }
    }

    /// Checks that the caller may act now. A decision requires the constraints from
    /// [`constraints`], a comment the default ones.
    pub fn may_act(&self, constraints: DecisionConstraints) -> Result<(), StageError> {
        match why_no_decision(&self.request.chain, self.stage, &self.attendant, constraints) {
            None => Ok(()),
            Some(reason) => Err(match (reason, &self.decider) {
                (DecisionRefused::AlreadyAnswered { outcome, at, .. }, Some(who)) => StageError::Decided {
                    who: who.clone(),
                    outcome,
                    at,
                },
                _ => reason.into(),
            }),
        }
    }
}

/// Returns the reason why a person may not act at a stage now, or `None` if they may. Screens and
/// changes both use this function.
pub(super) fn why_no_decision(chain: &Chain, stage: StageNumber, by: &Attendant, constraints: DecisionConstraints) -> Option<DecisionRefused> {
    chain.why_no_decision(stage, by, constraints)
}

/// Returns the constraints on a decision on this request at this time (decisions C9, C14).
pub(super) fn constraints(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    request: RequestId,
    now: DateTime<Utc>,
) -> Result<DecisionConstraints, StoreError> {
    Ok(DecisionConstraints {
        block: block_of(transaction, request, now)?,
        four_eyes: ports.settings.four_eyes,
    })
}

/// Returns the block of decisions by comments that require action, if there is one (decisions C9).
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

/// Converts a stored comment to the form that the rules use.
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

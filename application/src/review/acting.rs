//! The actions that a person may take on a request now, and the reasons against the others (2 §4,
//! "Acting"; decisions C6, C9, C10).
//!
//! Screens get the answer here. Changes check the same rules again: see [`super::stage_context`].

use aditus_domain::accounts::passkey::ConfirmBy;
use aditus_domain::deadlines::ExtensionRefused;
use aditus_domain::ids::{AssignedRoleId, CommentId, OrganisationRoleId, UserId};
use aditus_domain::requests::DataUnspecified;
use aditus_domain::review::comments::{Comment, CommentFault, OpenDemands, open_demands};
use aditus_domain::review::{
    Attendant, Chain, DecisionConstraints, DecisionRefused, EditRefused, FeedbackRefused, RecallRefused,
    Section, StageNumber, StageState,
};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::views::CommentView;
use super::{confirm_by, recall, resubmit, stage_context};
use crate::access::{Caller, UsableRole};
use crate::deadlines::extend_term::{self, CannotExtend};
use crate::ports::Ports;
use crate::requests::edits;

/// The actions that the caller may take on a request now. Each `why_no…` is the first reason
/// against an action, or `None` if it is allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acting {
    /// The stage at which the caller acts ([`Chain::own_stage`]). None for a requester, for a Super
    /// User, and for a role without a stage in the chain.
    pub stage: Option<OwnStage>,
    /// The reason against approving or denying.
    pub why_no_decision: Option<DecisionRefused>,
    /// The ways in which the installation lets decisions be confirmed.
    pub confirm_by: ConfirmBy,
    /// The reason against commenting. Comments that require action block decisions, but not
    /// comments.
    pub why_no_comment: Option<DecisionRefused>,
    /// The reasons against requiring action from the requester, for each section in the order of
    /// the page.
    pub why_no_demand: Vec<(Section, Option<DemandRefused>)>,
    /// The editable sections in the order of the page. Each is given with the comment that asks for
    /// an edit, if any, or with the reason why it cannot be edited (decisions V3).
    pub edits: Vec<(Section, Result<Option<CommentId>, EditRefused>)>,
    /// The reason against recalling the request.
    pub why_no_recall: Option<RecallRefused>,
    /// The reason against resubmitting the request.
    pub why_no_resubmission: Option<resubmit::ResubmissionRefused>,
    /// The reason against extending the term.
    pub why_no_extension: Option<CannotExtend>,
    /// The reason against giving feedback.
    pub why_no_feedback: Option<FeedbackRefused>,
    /// The comments that block all decisions, if there are any. They are the same for all callers.
    pub demands: Option<OpenDemands>,
}

/// The stage at which a person acts, with the role that they hold there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnStage {
    /// Its number in the chain.
    pub number: StageNumber,
    /// Its state.
    pub state: StageState,
    /// Role that decides there.
    pub role: Role,
    /// Organisation role that the stage is bound to.
    pub org_role: OrganisationRoleId,
    /// The caller's assignment to this organisation role.
    pub assigned_role: AssignedRoleId,
}

/// The reason against requiring action on a section.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DemandRefused {
    /// The person may not comment.
    #[error(transparent)]
    Comment(#[from] DecisionRefused),
    /// Comments on this section cannot require action.
    #[error(transparent)]
    Section(#[from] CommentFault),
}

/// The configured rules of decisions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DecisionRules {
    four_eyes: bool,
    confirm_by: ConfirmBy,
}

impl DecisionRules {
    /// Returns the rules of this installation.
    pub(crate) fn of(ports: &Ports) -> Self {
        Self {
            four_eyes: ports.settings.four_eyes,
            confirm_by: confirm_by::offered(ports),
        }
    }
}

/// The properties of a request on which actions depend.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RequestFacts {
    /// An error if the request does not define the requested data.
    pub specified: Result<(), DataUnspecified>,
    /// The reason why nobody can extend its term now.
    pub why_no_extension: Option<ExtensionRefused>,
}

/// Returns the actions of the caller in this organisation role, or else in the selected role.
pub(crate) fn evaluate(
    chain: &Chain,
    comments: &[CommentView],
    caller: &Caller,
    org_role: Option<OrganisationRoleId>,
    facts: RequestFacts,
    rules: DecisionRules,
    now: DateTime<Utc>,
) -> Acting {
    let DecisionRules {
        four_eyes,
        confirm_by,
    } = rules;
    let comments: Vec<Comment> = comments.iter().map(CommentView::as_comment).collect();
    let demands = open_demands(&comments, now);
    let block = demands.map(|demands| demands.block());
    let (stage, why_no_decision, why_no_comment) = match at_stage(chain, caller, org_role) {
        Ok((stage, attendant)) => (
            Some(stage),
            stage_context::why_no_decision(
                chain,
                stage.number,
                &attendant,
                DecisionConstraints { block, four_eyes },
            ),
            stage_context::why_no_decision(chain, stage.number, &attendant, DecisionConstraints::default()),
        ),
        Err(reason) => (None, Some(reason), Some(reason)),
    };
    Acting {
        stage,
        why_no_decision,
        confirm_by,
        why_no_comment,
        why_no_demand: Section::ALL
            .map(|section| (section, why_no_demand(section, why_no_comment)))
            .into(),
        edits: edits::sections(chain, &comments, caller),
        why_no_recall: recall::why_no_recall(chain, caller),
        why_no_resubmission: resubmit::why_no_resubmission(chain, caller, facts.specified),
        why_no_extension: extend_term::why_not(chain, caller, facts.why_no_extension),
        why_no_feedback: chain.why_no_feedback(caller.user),
        demands,
    }
}

fn why_no_demand(section: Section, why_no_comment: Option<DecisionRefused>) -> Option<DemandRefused> {
    match why_no_comment {
        Some(reason) => Some(reason.into()),
        None if section.may_demand_action() => None,
        None => Some(CommentFault::ActionNotAllowed { section }.into()),
    }
}

/// Returns the stage at which the caller acts, or the reason why there is none.
fn at_stage(
    chain: &Chain,
    caller: &Caller,
    org_role: Option<OrganisationRoleId>,
) -> Result<(OwnStage, Attendant), DecisionRefused> {
    let held = acting_as(caller, org_role);
    if held.is_some_and(|held| held.role == Role::SuperUser) {
        return Err(DecisionRefused::ReadsOnly);
    }
    let found = held.and_then(|held| chain.own_stage(held.org_role).map(|stage| (held, stage)));
    let Some((held, stage)) = found else {
        return Err(why_no_stage(chain, caller.user));
    };
    let own = OwnStage {
        number: stage.number,
        state: stage.state,
        role: stage.role,
        org_role: stage.org_role,
        assigned_role: held.id,
    };
    let attendant = Attendant {
        user: caller.user,
        assigned_role: held.id,
        org_role: held.org_role,
    };
    Ok((own, attendant))
}

fn why_no_stage(chain: &Chain, user: UserId) -> DecisionRefused {
    if chain.is_owner(user) {
        DecisionRefused::OwnRequest
    } else {
        DecisionRefused::NoStage
    }
}

/// Returns the named role if the caller holds it, or else the selected one.
fn acting_as(caller: &Caller, org_role: Option<OrganisationRoleId>) -> Option<&UsableRole> {
    org_role
        .and_then(|named| caller.at(named))
        .or_else(|| caller.selected.and_then(|id| caller.assignment(id)))
        .or_else(|| caller.roles.first())
}

//! What a person may do with a request now, and why not (2 §4, "Acting"; decisions C6, C9, C10).
//!
//! Whoever shows a request asks here, and whoever changes one asks the same rules again: see [`super::turn`].

use aditus_domain::ids::{AssignedRoleId, CommentId, OrganisationRoleId, UserId};
use aditus_domain::requests::DataUnspecified;
use aditus_domain::review::comments::{Comment, CommentFault, OpenDemands, open_demands};
use aditus_domain::review::{
    Attendant, Chain, EditRefused, FeedbackRefused, RecallRefused, Section, StageNumber, StageState, Terms,
    WhyNot,
};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::views::CommentView;
use super::{recall, resubmit, turn};
use crate::access::{Caller, UsableRole};
use crate::requests::edits;

/// What the caller may do with a request now. Each `why_no…` is the first reason against it, or `None` where it may be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acting {
    /// The stage at which the caller acts: the one whose turn has come, else the next one to come, else the last one that was
    /// reached. None for a requester, a Super User, and a role that the request does not pass.
    pub stage: Option<OwnStage>,
    /// Against approving and denying.
    pub why_no_decision: Option<WhyNot>,
    /// Against commenting. A comment that demands action blocks decisions, and no comments.
    pub why_no_comment: Option<WhyNot>,
    /// Against demanding action of the requester, section by section, in the order of the page.
    pub why_no_demand: Vec<(Section, Option<WhyNoDemand>)>,
    /// The sections that can be edited at all, in the order of the page: the comment that asks for the edit, if one does, or why
    /// the section may not be edited (beyond.md V3).
    pub edits: Vec<(Section, Result<Option<CommentId>, EditRefused>)>,
    /// Against recalling the request.
    pub why_no_recall: Option<RecallRefused>,
    /// Against resubmitting it.
    pub why_no_resubmission: Option<resubmit::WhyNot>,
    /// Against giving feedback.
    pub why_no_feedback: Option<FeedbackRefused>,
    /// The comments that block every decision, for all callers; none where there are none.
    pub demands: Option<OpenDemands>,
}

/// The stage at which somebody acts, and the role that they hold there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnStage {
    /// Its number in the chain.
    pub number: StageNumber,
    /// Its state.
    pub state: StageState,
    /// The role that decides there.
    pub role: Role,
    /// The organisation role that it is bound to.
    pub org_role: OrganisationRoleId,
    /// The caller's assignment to it.
    pub assigned_role: AssignedRoleId,
}

/// Why somebody may not demand action on a section.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WhyNoDemand {
    /// They may not comment at all.
    #[error(transparent)]
    Turn(#[from] WhyNot),
    /// Nobody may, on this section.
    #[error(transparent)]
    Section(#[from] CommentFault),
}

/// What the caller may do in this organisation role, or else in the role that is selected. `specified` is whether the request says which
/// data is wanted.
pub(crate) fn of(
    chain: &Chain,
    comments: &[CommentView],
    caller: &Caller,
    org_role: Option<OrganisationRoleId>,
    specified: Result<(), DataUnspecified>,
    four_eyes: bool,
    now: DateTime<Utc>,
) -> Acting {
    let comments: Vec<Comment> = comments.iter().map(CommentView::as_comment).collect();
    let demands = open_demands(&comments, now);
    let block = demands.map(|demands| demands.block());
    let (stage, why_no_decision, why_no_comment) = match at_stage(chain, caller, org_role) {
        Ok((stage, attendant)) => (
            Some(stage),
            turn::why_not(chain, stage.number, &attendant, Terms { block, four_eyes }),
            turn::why_not(chain, stage.number, &attendant, Terms::default()),
        ),
        Err(reason) => (None, Some(reason), Some(reason)),
    };
    Acting {
        stage,
        why_no_decision,
        why_no_comment,
        why_no_demand: Section::ALL
            .map(|section| (section, why_no_demand(section, why_no_comment)))
            .into(),
        edits: edits::sections(chain, &comments, caller),
        why_no_recall: recall::why_not(chain, caller),
        why_no_resubmission: resubmit::why_not(chain, caller, specified),
        why_no_feedback: chain.why_no_feedback(caller.user),
        demands,
    }
}

fn why_no_demand(section: Section, why_no_comment: Option<WhyNot>) -> Option<WhyNoDemand> {
    match why_no_comment {
        Some(reason) => Some(reason.into()),
        None if section.may_demand_action() => None,
        None => Some(CommentFault::NoActionHere { section }.into()),
    }
}

/// The stage at which the caller acts, or why there is none.
fn at_stage(
    chain: &Chain,
    caller: &Caller,
    org_role: Option<OrganisationRoleId>,
) -> Result<(OwnStage, Attendant), WhyNot> {
    let held = acting_as(caller, org_role);
    if held.is_some_and(|held| held.role == Role::SuperUser) {
        return Err(WhyNot::ReadsOnly);
    }
    let found = held.and_then(|held| chain.own_stage(held.org_role).map(|stage| (held, stage)));
    let Some((held, stage)) = found else {
        return Err(missing_stage(chain, caller.user));
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

fn missing_stage(chain: &Chain, user: UserId) -> WhyNot {
    if chain.is_owner(user) {
        WhyNot::OwnRequest
    } else {
        WhyNot::NoStage
    }
}

/// The role that the screen names, where the caller holds it; else the one that is selected.
fn acting_as(caller: &Caller, org_role: Option<OrganisationRoleId>) -> Option<&UsableRole> {
    org_role
        .and_then(|named| caller.at(named))
        .or_else(|| caller.selected.and_then(|id| caller.assignment(id)))
        .or_else(|| caller.roles.first())
}

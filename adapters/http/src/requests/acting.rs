//! The actions that the caller may take on a request (2 §4, "Acting").

use aditus_application::requests::detail::state_id;
use aditus_application::requests::views::RequestDetail;
use aditus_application::review::acting::Acting;
use aditus_domain::accounts::passkey::ConfirmBy;
use aditus_domain::ids::CommentId;
use aditus_domain::review::{DecisionRefused, EditRefused, Section};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// The actions that the caller may take on a request now.
#[derive(Serialize, ToSchema)]
pub(crate) struct ActingBody {
    /// The stage at which the caller acts; null for a requester, a Super User, and a role without a
    /// stage in the request.
    pub stage: Option<OwnStageBody>,
    /// Approving and denying.
    pub decide: DecisionAbilityBody,
    /// Commenting on its sections.
    pub comment: AbilityBody,
    /// Demanding action from the requester, by section in page order.
    pub demand_action: Vec<SectionAbilityBody>,
    /// Editing, by editable section in page order.
    pub edit: Vec<SectionEditBody>,
    pub recall: AbilityBody,
    /// Resubmitting after a denial or recall.
    pub resubmit: AbilityBody,
    /// Extending the term.
    pub extend: AbilityBody,
    pub give_feedback: AbilityBody,
    /// The time until which comments that demand action block all decisions; null if there are
    /// none.
    pub blocked_until: Option<DateTime<Utc>>,
}

/// The permission for an action, and the reason if it is missing.
#[derive(Serialize, ToSchema)]
pub(crate) struct AbilityBody {
    pub allowed: bool,
    /// The reason for the user; null if the action is allowed.
    pub why_not: Option<String>,
}

/// The permission to approve or deny, and the ways to confirm it.
#[derive(Serialize, ToSchema)]
pub(crate) struct DecisionAbilityBody {
    pub allowed: bool,
    /// The reason for the user; null if the action is allowed.
    pub why_not: Option<String>,
    /// The ways in which this installation lets a decision be confirmed: `code` by a mailed code,
    /// `passkey` by a passkey of the caller.
    #[schema(example = json!(["code", "passkey"]))]
    pub confirm_by: Vec<&'static str>,
}

/// The permission for an action on a section.
#[derive(Serialize, ToSchema)]
pub(crate) struct SectionAbilityBody {
    pub section: String,
    pub allowed: bool,
    pub why_not: Option<String>,
}

/// The permission to edit a section.
#[derive(Serialize, ToSchema)]
pub(crate) struct SectionEditBody {
    pub section: String,
    pub may_edit: bool,
    /// The id of the comment that demands the edit, to be sent with the edit; null if none is
    /// needed.
    pub comment_id: Option<i64>,
    /// The reason for the user; null if the section may be edited.
    pub why_not: Option<String>,
}

/// The stage at which the caller acts, and the caller's role there.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnStageBody {
    pub state_id: i64,
    pub state: String,
    pub role: String,
    pub org_role_id: i64,
    pub assigned_role_id: i64,
}

impl ActingBody {
    pub(crate) fn new(acting: Acting, request: &RequestDetail) -> Self {
        let stage = acting.stage.and_then(|stage| {
            Some(OwnStageBody {
                state_id: state_id(request, stage.number)?.0,
                state: stage.state.name().to_owned(),
                role: stage.role.name().to_owned(),
                org_role_id: stage.org_role.0,
                assigned_role_id: stage.assigned_role.0,
            })
        });
        let demand_action = acting.why_no_demand.into_iter().map(|(section, why_not)| {
            let AbilityBody { allowed, why_not } = AbilityBody::unless(why_not);
            SectionAbilityBody {
                section: section.name().to_owned(),
                allowed,
                why_not,
            }
        });
        Self {
            stage,
            decide: DecisionAbilityBody::new(acting.why_no_decision, acting.confirm_by),
            comment: AbilityBody::unless(acting.why_no_comment),
            demand_action: demand_action.collect(),
            edit: acting
                .edits
                .into_iter()
                .map(|(section, may)| SectionEditBody::new(section, may))
                .collect(),
            recall: AbilityBody::unless(acting.why_no_recall),
            resubmit: AbilityBody::unless(acting.why_no_resubmission),
            extend: AbilityBody::unless(acting.why_no_extension),
            give_feedback: AbilityBody::unless(acting.why_no_feedback),
            blocked_until: acting.demands.map(|demands| demands.until),
        }
    }
}

impl SectionEditBody {
    fn new(section: Section, may: Result<Option<CommentId>, EditRefused>) -> Self {
        let section = section.name().to_owned();
        match may {
            Ok(comment) => Self {
                section,
                may_edit: true,
                comment_id: comment.map(|id| id.0),
                why_not: None,
            },
            Err(refused) => Self {
                section,
                may_edit: false,
                comment_id: None,
                why_not: Some(refused.to_string()),
            },
        }
    }
}

impl DecisionAbilityBody {
    fn new(why_not: Option<DecisionRefused>, confirm_by: ConfirmBy) -> Self {
        let AbilityBody { allowed, why_not } = AbilityBody::unless(why_not);
        let ways = [(confirm_by.code, "code"), (confirm_by.passkey, "passkey")];
        let offered = ways.into_iter().filter(|(is_offered, _)| *is_offered);
        Self {
            allowed,
            why_not,
            confirm_by: offered.map(|(_, way)| way).collect(),
        }
    }
}

impl AbilityBody {
    fn unless(why_not: Option<impl std::fmt::Display>) -> Self {
        Self {
            allowed: why_not.is_none(),
            why_not: why_not.map(|reason| reason.to_string()),
        }
    }
}

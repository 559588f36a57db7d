//! Bodies of the calls about review (2 §3, §7).

use aditus_application::review::list_comments::ListedComment;
use aditus_application::review::views::{
    self, AttendantView, EdgeView, HistoryView, ReplyView, SectionCount, StateView,
};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use crate::short_list::fields;
use crate::sort::{Sort, id_parameter, parameters};

/// One stage of one request.
#[derive(Serialize, ToSchema)]
pub(crate) struct StateBody {
    pub request_state_id: i64,
    /// The same as `request_state_id`.
    pub state_id: i64,
    /// Unattended, Incoming, Approved, Denied, Halted or Recalled.
    pub state: String,
    /// Initial, Junction or Terminal.
    pub stage_type: String,
    pub role: String,
    pub org_role_id: i64,
    pub organisation: String,
    pub stage_order: i32,
    pub stage_activity: String,
    /// What the timeline says of it (2 §4).
    pub timeline: String,
    pub icon: String,
    /// The same as `request_state_id`: where the edges of the graph that lead on begin.
    pub current_state: i64,
    /// Where they end.
    pub next: Vec<i64>,
    /// A fraction of the width.
    pub pos_x: f64,
    /// A fraction of the height.
    pub pos_y: f64,
    pub created_on: DateTime<Utc>,
    /// Since when it is this stage's turn, while it is.
    pub unattended_since: Option<DateTime<Utc>>,
    pub responded_on: Option<DateTime<Utc>>,
    pub reason: Option<String>,
    pub recommendation: Option<String>,
    pub attended_by: Option<AttendantBody>,
}

/// Who answered at a stage.
#[derive(Serialize, ToSchema)]
pub(crate) struct AttendantBody {
    pub user_id: i64,
    pub fname: String,
    pub sname: String,
    pub org_email: Option<String>,
    pub phone: String,
    pub org_name: String,
}

/// A line of the graph.
#[derive(Serialize, ToSchema)]
pub(crate) struct EdgeBody {
    pub current_state: i64,
    pub next: i64,
}

/// Something that happened at a stage, in any round.
#[derive(Serialize, ToSchema)]
pub(crate) struct HistoryBody {
    pub round: u32,
    /// The version of the request that it was about.
    pub version: u32,
    pub request_state_id: i64,
    pub role: String,
    pub stage_activity: String,
    pub state: String,
    pub at: DateTime<Utc>,
    pub by: Option<AttendantBody>,
    pub reason: Option<String>,
    pub recommendation: Option<String>,
}

/// A comment on a section.
#[derive(Serialize, ToSchema)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a question of its own about the comment"
)]
pub(crate) struct CommentBody {
    pub comment_id: i64,
    pub request_state: i64,
    pub data_request: i64,
    /// The round of the request in which it was written, from 1.
    pub round: u32,
    pub comment: String,
    pub section: String,
    pub resolved: bool,
    pub resolved_on: Option<DateTime<Utc>>,
    pub action_required: bool,
    /// The version of the request that it was written on.
    pub version: u32,
    pub author: AuthorBody,
    pub created_on: DateTime<Utc>,
    /// Whether its section was changed after that version.
    pub section_changed: bool,
    /// The replies to it, oldest first.
    pub replies: Vec<ReplyBody>,
    /// The caller's assignment in which they may reply: `author` of the call. Null when they may not.
    pub reply_as: Option<i64>,
    /// Whether the caller may mark it as resolved.
    pub may_resolve: bool,
    /// Until when it blocks every decision; null when it does not, or not any more.
    pub blocks_until: Option<DateTime<Utc>>,
}

/// A reply to a comment.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReplyBody {
    pub reply_id: i64,
    pub comment: i64,
    pub reply: String,
    pub author: AuthorBody,
    pub created_on: DateTime<Utc>,
}

/// How much was said on a section.
#[derive(Serialize, ToSchema)]
pub(crate) struct SectionCountBody {
    pub section: String,
    /// How many comments it has.
    pub comments: u64,
    /// Whether one of them demands action and blocks decisions now.
    pub action_required: bool,
}

/// Who wrote a comment, and in which role.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuthorBody {
    pub assigned_role_id: i64,
    pub user: AuthorUserBody,
    pub org_role: AuthorOrgRoleBody,
}

/// The person who wrote a comment.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuthorUserBody {
    pub user_id: i64,
    pub fname: String,
    pub sname: String,
}

/// The organisation role in which a comment was written.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuthorOrgRoleBody {
    pub role: AuthorRoleBody,
}

/// The role in which a comment was written.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuthorRoleBody {
    pub role: String,
}

/// Which request is meant.
#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct OfRequestQuery {
    pub request_id: i64,
}

fields!(SectionField: "section", "comments");

/// Of what the sections are asked for.
#[derive(Deserialize, Validate)]
#[serde(deny_unknown_fields)]
pub(crate) struct SectionsQuery {
    /// Counts the comments on this request; without it those on all requests that the caller may read.
    pub request_id: Option<i64>,
    /// Text in what the list shows.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    pub sort: Option<Sort<SectionField>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

impl IntoParams for SectionsQuery {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let request = id_parameter(
            "request_id",
            "Counts the comments on this request; without it those on all requests that the caller may read.",
            Required::False,
        );
        [vec![request], parameters::<SectionField>()].concat()
    }
}

/// Asks for the code of a decision.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CodeBody {
    /// The outcome that is meant: true to approve, false to deny.
    pub status: bool,
    /// True sends nothing while a code for this very decision is out that would be taken, and answers when that one was sent.
    #[serde(default)]
    pub unless_sent: bool,
}

/// Checks the code of a decision without spending it.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerifyCodeBody {
    /// The outcome that the code was asked for.
    pub status: bool,
    #[validate(length(max = 40, message = "OTP is required"))]
    pub otp: Option<String>,
}

/// When a code was sent and until when it holds.
#[derive(Serialize, ToSchema)]
pub(crate) struct CodeSentBody {
    pub issued_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// From when on another one may be asked for.
    pub resend_at: DateTime<Utc>,
    /// It had been sent before, and no mail was sent now.
    pub before: bool,
}

/// A decision (2 §3).
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DecisionBody {
    /// True to approve, false to deny.
    pub status: bool,
    #[validate(length(max = 40, message = "OTP is required"))]
    pub otp: Option<String>,
    #[validate(length(max = 20_000, message = "The comment is too long."))]
    pub reason: Option<String>,
    #[validate(length(max = 20_000, message = "The recommendation is too long."))]
    pub recommendation: Option<String>,
    /// The caller's assignment; it must be the one that the stage belongs to.
    pub assigned_role: Option<i64>,
    /// The stage's organisation role.
    pub org_role: Option<i64>,
    /// The request; must be the stage's.
    pub request: Option<i64>,
    /// The stage; must be the one of the path.
    pub state_id: Option<i64>,
}

/// Recalls a request.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecallBody {
    pub request_id: i64,
}

/// A comment to be added.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewCommentBody {
    /// The stage at which the author comments.
    pub request_state: i64,
    #[validate(length(max = 20_000, message = "The comment is too long."))]
    pub comment: Option<String>,
    #[validate(length(max = 200, message = "There is no such section."))]
    pub section: String,
    /// A new comment is never resolved; old clients send false.
    #[serde(default)]
    pub resolved: bool,
    /// The caller's assignment.
    pub author: Option<i64>,
    pub data_request: i64,
    #[serde(default)]
    pub action_required: bool,
}

/// A reply to be added.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewReplyBody {
    /// The comment.
    pub comment: i64,
    #[validate(length(max = 20_000, message = "The reply is too long."))]
    pub reply: Option<String>,
    /// The caller's assignment.
    pub author: Option<i64>,
}

/// A reply that was added.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReplyAddedBody {
    pub reply_id: i64,
}

/// Resubmits a request.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResubmitBody {
    /// What the requester tells the reviewers.
    #[validate(length(max = 20_000, message = "The note is too long."))]
    pub note: Option<String>,
    /// A new day on which the data is needed, YYYY-MM-DD; it has to be given when the present one does not pass any more.
    #[validate(length(max = 40, message = "The date must have the form YYYY-MM-DD."))]
    pub needed_on: Option<String>,
}

/// The round that a resubmission began.
#[derive(Serialize, ToSchema)]
pub(crate) struct ResubmittedBody {
    /// Its number.
    pub round: u32,
    /// Approved, Denied, Recalled or Pending.
    pub status: String,
}

/// Marks a comment as resolved.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResolveBody {
    pub resolved: bool,
}

/// A section of a request.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SectionBody {
    pub data_request_id: i64,
    #[validate(length(max = 200, message = "There is no such section."))]
    pub section: String,
}

impl StateBody {
    /// The stages of one request. What the timeline says of one depends on the others.
    pub(crate) fn all(states: Vec<StateView>) -> Vec<Self> {
        let timelines: Vec<_> = states
            .iter()
            .map(|state| views::timeline(&states, state))
            .collect();
        states
            .into_iter()
            .zip(timelines)
            .map(|(state, timeline)| Self::of(state, timeline))
            .collect()
    }

    fn of(view: StateView, timeline: &str) -> Self {
        Self {
            request_state_id: view.request_state_id.0,
            state_id: view.request_state_id.0,
            current_state: view.request_state_id.0,
            next: view.next.into_iter().map(|id| id.0).collect(),
            timeline: timeline.to_owned(),
            state: view.state.name().to_owned(),
            stage_type: view.stage_type.name().to_owned(),
            role: view.role.name().to_owned(),
            org_role_id: view.org_role_id.0,
            organisation: view.organisation,
            stage_order: view.stage_order,
            stage_activity: view.stage_activity,
            icon: view.icon,
            pos_x: view.pos_x,
            pos_y: view.pos_y,
            created_on: view.created_on,
            unattended_since: view.unattended_since,
            responded_on: view.responded_on,
            reason: view.reason,
            recommendation: view.recommendation,
            attended_by: view.attended_by.map(AttendantBody::from),
        }
    }
}

impl From<AttendantView> for AttendantBody {
    fn from(view: AttendantView) -> Self {
        Self {
            user_id: view.user_id.0,
            fname: view.fname,
            sname: view.sname,
            org_email: view.org_email,
            phone: view.phone,
            org_name: view.org_name,
        }
    }
}

impl From<EdgeView> for EdgeBody {
    fn from(view: EdgeView) -> Self {
        Self {
            current_state: view.current_state.0,
            next: view.next.0,
        }
    }
}

impl From<HistoryView> for HistoryBody {
    fn from(view: HistoryView) -> Self {
        Self {
            round: view.round,
            version: view.version.0,
            request_state_id: view.request_state_id.0,
            role: view.role.name().to_owned(),
            stage_activity: view.stage_activity,
            state: view.state.name().to_owned(),
            at: view.at,
            by: view.by.map(AttendantBody::from),
            reason: view.reason,
            recommendation: view.recommendation,
        }
    }
}

impl CommentBody {
    pub(crate) fn of(listed: ListedComment) -> Self {
        let ListedComment {
            comment: view,
            section_changed,
            replies,
            reply_as,
            may_resolve,
            blocks_until,
        } = listed;
        Self {
            blocks_until,
            comment_id: view.comment_id.0,
            request_state: view.request_state.0,
            data_request: view.data_request.0,
            round: view.round,
            comment: view.comment,
            section: view.section.name().to_owned(),
            resolved: view.resolved,
            resolved_on: view.resolved_on,
            action_required: view.action_required,
            version: view.version.0,
            author: AuthorBody {
                assigned_role_id: view.author_role_id.0,
                user: AuthorUserBody {
                    user_id: view.author_user_id.0,
                    fname: view.author_fname,
                    sname: view.author_sname,
                },
                org_role: AuthorOrgRoleBody::of(view.author_role),
            },
            created_on: view.created_on,
            section_changed,
            replies: replies.into_iter().map(ReplyBody::from).collect(),
            reply_as: reply_as.map(|role| role.0),
            may_resolve,
        }
    }
}

impl AuthorOrgRoleBody {
    fn of(role: Role) -> Self {
        Self {
            role: AuthorRoleBody {
                role: role.name().to_owned(),
            },
        }
    }
}

impl From<ReplyView> for ReplyBody {
    fn from(view: ReplyView) -> Self {
        Self {
            reply_id: view.reply_id.0,
            comment: view.comment.0,
            reply: view.reply,
            author: AuthorBody {
                assigned_role_id: view.author_role_id.0,
                user: AuthorUserBody {
                    user_id: view.author_user_id.0,
                    fname: view.author_fname,
                    sname: view.author_sname,
                },
                org_role: AuthorOrgRoleBody::of(view.author_role),
            },
            created_on: view.created_on,
        }
    }
}

impl From<SectionCount> for SectionCountBody {
    fn from(count: SectionCount) -> Self {
        Self {
            section: count.section.name().to_owned(),
            comments: count.comments,
            action_required: count.demands > 0,
        }
    }
}

/// Until when a code that was checked holds.
#[derive(Serialize, ToSchema)]
pub(crate) struct CodeValidBody {
    pub expires_at: DateTime<Utc>,
}

/// What a decision made of the request.
#[derive(Serialize, ToSchema)]
pub(crate) struct DecidedBody {
    /// Approved, Denied, Recalled or Pending.
    pub status: String,
    /// What is said besides the message after an approval.
    pub approved: Option<String>,
}

/// A comment that was added.
#[derive(Serialize, ToSchema)]
pub(crate) struct CommentAddedBody {
    pub comment_id: i64,
}

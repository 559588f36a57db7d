//! Bodies of the calls about stages, codes and decisions (2 §3, §7).

use aditus_application::review::views::{self, AttendantView, EdgeView, HistoryView, StateView};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

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

/// Which request is meant.
#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct OfRequestQuery {
    pub request_id: i64,
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
    #[validate(
        required(message = "OTP is required"),
        length(max = 200, message = "OTP is required")
    )]
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
    #[validate(
        required(message = "OTP is required"),
        length(max = 200, message = "OTP is required")
    )]
    pub otp: Option<String>,
    #[validate(length(max = 20_000, message = "The comment is too long."))]
    pub reason: Option<String>,
    #[validate(length(max = 20_000, message = "The recommendation is too long."))]
    pub recommendation: Option<String>,
    /// The caller's assignment; it must be the one that the stage belongs to.
    pub assigned_role: i64,
    /// The stage's organisation role.
    pub org_role: i64,
    /// The request; must be the stage's.
    pub request: i64,
    /// The stage; must be the one of the path.
    pub state_id: Option<i64>,
}

/// Recalls a request.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecallBody {
    pub request_id: i64,
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

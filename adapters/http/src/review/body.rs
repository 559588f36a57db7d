//! Bodies of the calls about stages, codes and decisions (2 §3, §7).

use aditus_application::review::views::{self, AttendantView, EdgeView, HistoryView, StateView};
use aditus_domain::deadlines::Target;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::{Validate, ValidationError, ValidationErrors};

use crate::deadlines::DueBody;
use crate::passkey::Credential;

/// A stage of a request.
#[derive(Serialize, ToSchema)]
pub(crate) struct StateBody {
    pub request_state_id: i64,
    /// The same as `request_state_id`.
    pub state_id: i64,
    /// One of Unattended, Incoming, Approved, Denied, Halted and Recalled.
    pub state: String,
    /// One of Initial, Junction and Terminal.
    pub stage_type: String,
    pub role: String,
    pub org_role_id: i64,
    pub organisation: String,
    pub stage_order: i32,
    pub stage_activity: String,
    /// The text of the timeline (2 §4).
    pub timeline: String,
    pub icon: String,
    /// The same as `request_state_id`: the start of the outgoing edges of the graph.
    pub current_state: i64,
    /// The ends of the outgoing edges.
    pub next: Vec<i64>,
    /// The horizontal position, as a fraction of the width.
    pub pos_x: f64,
    /// The vertical position, as a fraction of the height.
    pub pos_y: f64,
    pub created_on: DateTime<Utc>,
    /// The time since which the request has been waiting at this stage; null if it is not.
    pub unattended_since: Option<DateTime<Utc>>,
    /// The number of working days in which it should be decided; null without a target, and for
    /// people who do not decide on the request.
    pub target: Option<u16>,
    /// The due date; null if it is not the turn of this stage, and as `target`.
    pub due: Option<DueBody>,
    pub responded_on: Option<DateTime<Utc>>,
    pub reason: Option<String>,
    pub recommendation: Option<String>,
    /// Null also for a recall by the system, whose `reason` is "No answer in time".
    pub attended_by: Option<AttendantBody>,
}

/// The person who answered at a stage.
#[derive(Serialize, ToSchema)]
pub(crate) struct AttendantBody {
    pub user_id: i64,
    pub fname: String,
    pub sname: String,
    pub org_email: Option<String>,
    pub phone: String,
    pub org_name: String,
}

/// An edge of the graph.
#[derive(Serialize, ToSchema)]
pub(crate) struct EdgeBody {
    pub current_state: i64,
    pub next: i64,
}

/// An event at a stage, in any round.
#[derive(Serialize, ToSchema)]
pub(crate) struct HistoryBody {
    pub round: u32,
    /// The version of the request at that time.
    pub version: u32,
    pub request_state_id: i64,
    pub role: String,
    pub stage_activity: String,
    pub state: String,
    pub at: DateTime<Utc>,
    /// Null also for a recall by the system, whose `reason` is "No answer in time".
    pub by: Option<AttendantBody>,
    pub reason: Option<String>,
    pub recommendation: Option<String>,
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct OfRequestQuery {
    pub request_id: i64,
}

/// The request for a decision code.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CodeBody {
    /// The intended decision: true to approve, false to deny.
    pub status: bool,
    /// If true, no new code is sent while there is a valid one for the same decision; the response
    /// then contains the time at which that one was sent.
    #[serde(default)]
    pub unless_sent: bool,
}

/// The check of a decision code, which does not use it up.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerifyCodeBody {
    /// The decision for which the code was requested.
    pub status: bool,
    #[validate(
        required(message = "OTP is required"),
        length(max = 200, message = "OTP is required")
    )]
    pub otp: Option<String>,
}

/// The times of a decision code.
#[derive(Serialize, ToSchema)]
pub(crate) struct CodeSentBody {
    pub issued_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// The earliest time at which another code can be requested.
    pub resend_at: DateTime<Utc>,
    /// True if the code had been sent before and no email was sent now.
    pub before: bool,
}

/// The decision for which a passkey is asked.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DecisionPasskeyBody {
    /// The intended decision: true to approve, false to deny.
    pub status: bool,
}

/// A decision (2 §3), confirmed by a code or by a passkey.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DecisionBody {
    /// True to approve, false to deny.
    pub status: bool,
    /// The code that was mailed. Required without a passkey.
    pub otp: Option<String>,
    /// The response of the passkey in place of a code, `AuthenticationResponseJSON`, at most 16 kB.
    #[schema(value_type = Option<Object>)]
    pub passkey: Option<Credential>,
    pub reason: Option<String>,
    pub recommendation: Option<String>,
    /// The caller's role assignment, which must be that of the stage.
    pub assigned_role: i64,
    /// The organisation role of the stage.
    pub org_role: i64,
    /// The id of the request of the stage.
    pub request: i64,
    /// The id of the stage in the path.
    pub state_id: Option<i64>,
}

impl Validate for DecisionBody {
    /// Validates the lengths, and requires a code or a passkey. The use case validates the rest.
    fn validate(&self) -> Result<(), ValidationErrors> {
        let mut errors = ValidationErrors::new();
        let mut refuse = |field, message: &'static str| {
            errors.add(
                field,
                ValidationError::new("confirmation").with_message(message.into()),
            );
        };
        let is_longer = |text: &Option<String>, max: usize| {
            text.as_ref().is_some_and(|text| text.chars().nth(max).is_some())
        };
        let has_code = self.otp.as_ref().is_some_and(|code| !code.is_empty());
        if is_longer(&self.otp, 200) || self.otp.is_none() && self.passkey.is_none() {
            refuse("otp", "OTP is required");
        }
        if has_code && self.passkey.is_some() {
            refuse("passkey", "Send either a code or a passkey.");
        }
        if is_longer(&self.reason, 20_000) {
            refuse("reason", "The comment is too long.");
        }
        if is_longer(&self.recommendation, 20_000) {
            refuse("recommendation", "The recommendation is too long.");
        }
        if let Some(Err(error)) = self.passkey.as_ref().map(Credential::check_length) {
            errors.add("passkey", error);
        }
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }
}

/// The request to recall.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecallBody {
    pub request_id: i64,
}

/// The form of a resubmission.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResubmitBody {
    /// A note of the requester to the reviewers.
    #[validate(length(max = 20_000, message = "The note is too long."))]
    pub note: Option<String>,
    /// A new date on which the data is needed, in the format YYYY-MM-DD. Required if the current
    /// date is no longer valid.
    #[validate(length(max = 40, message = "The date must have the form YYYY-MM-DD."))]
    pub needed_on: Option<String>,
}

/// The round that a resubmission started.
#[derive(Serialize, ToSchema)]
pub(crate) struct ResubmittedBody {
    /// The number of the round.
    pub round: u32,
    /// One of Approved, Denied, Recalled and Pending.
    pub status: String,
}

impl StateBody {
    /// Converts the stages of one request. The timeline text of a stage depends on the other
    /// stages.
    pub(crate) fn all(states: Vec<StateView>) -> Vec<Self> {
        let timelines: Vec<_> = states
            .iter()
            .map(|state| views::timeline(&states, state))
            .collect();
        states
            .into_iter()
            .zip(timelines)
            .map(|(state, timeline)| Self::from_view(state, timeline))
            .collect()
    }

    fn from_view(view: StateView, timeline: &str) -> Self {
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
            target: view.target.map(Target::working_days),
            due: view.due.map(DueBody::from),
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

/// The expiry of a valid code.
#[derive(Serialize, ToSchema)]
pub(crate) struct CodeValidBody {
    pub expires_at: DateTime<Utc>,
}

/// The result of a decision.
#[derive(Serialize, ToSchema)]
pub(crate) struct DecidedBody {
    /// One of Approved, Denied, Recalled and Pending.
    pub status: String,
    /// An additional message after an approval.
    pub approved: Option<String>,
}

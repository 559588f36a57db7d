//! Bodies of the account calls (1 §3, §7.1).

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use aditus_application::accounts::codes::Sent;
use aditus_application::accounts::sign_in::Pending;
use aditus_application::accounts::sign_out;
use aditus_application::accounts::views::{AssignedRoleView, UserDetail};
use aditus_domain::accounts::AccountState;
use aditus_domain::accounts::second_factor::PendingStep;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use crate::answer::Envelope;

/// The credentials of a sign-in. The use case rejects missing fields, with the messages of the
/// specification.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignInBody {
    /// Email address or phone number.
    #[serde(default)]
    #[validate(length(max = 320, message = "This is too long for a username."))]
    pub username: String,
    #[serde(default)]
    #[validate(length(max = 1024, message = "This is too long for a password."))]
    pub password: String,
    /// The token from `users/signin/provider/return`, if the person signs in to link that sign-in.
    /// People whose organisation signs in with a provider need it.
    #[serde(default)]
    #[validate(length(max = 100, message = "This is no token of a sign-in."))]
    pub identity_token: Option<String>,
}

/// A sign-in that waits for the second factor.
#[derive(Serialize, ToSchema)]
pub(crate) struct PendingSignInBody {
    /// Identifies the pending sign-in in the calls that complete it. It opens nothing by itself.
    pub pending_token: String,
    /// `enter_code` if the second factor is needed: a code or a passkey; `set_up` if the role of the
    /// user needs a second factor and the account has none.
    #[schema(example = "enter_code")]
    pub step: &'static str,
    /// True if a code of an authenticator app completes the step `enter_code`, or if an app can be
    /// set up.
    pub app: bool,
    /// True if a passkey completes the step `enter_code`, or if one can be added.
    pub passkey: bool,
    /// The time by which the sign-in has to be completed.
    pub expires_on: DateTime<Utc>,
}

impl PendingSignInBody {
    pub(crate) const fn message(pending: &Pending) -> &'static str {
        match pending.step {
            PendingStep::EnterCode if pending.app => "Enter a code of your second factor.",
            PendingStep::EnterCode if pending.passkey => "Use your passkey, or enter a recovery code.",
            PendingStep::EnterCode => "Enter a recovery code.",
            PendingStep::SetUp => "Your role needs a second factor. Set one up to sign in.",
        }
    }

    pub(crate) fn answer(pending: Pending) -> HttpResponse {
        let message = Self::message(&pending);
        Envelope::with(StatusCode::ACCEPTED, message, Self::from(pending))
    }
}

impl From<Pending> for PendingSignInBody {
    fn from(pending: Pending) -> Self {
        Self {
            pending_token: pending.token,
            step: pending.step.name(),
            app: pending.app,
            passkey: pending.passkey,
            expires_on: pending.expires_on,
        }
    }
}

/// The result of a sign-out.
#[derive(Serialize, ToSchema)]
pub(crate) struct SignedOutBody {
    /// The provider with which the session began, if the person can sign out there as well.
    pub sign_out_at: Option<ProviderSignOutBody>,
}

/// The place at which a person signs out of a provider.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProviderSignOutBody {
    /// The label of the provider.
    #[schema(example = "Ministry of Health")]
    pub label: String,
    /// The address to open in this browser.
    pub address: String,
}

impl From<sign_out::Answer> for SignedOutBody {
    fn from(answer: sign_out::Answer) -> Self {
        let sign_out_at = answer.provider.map(|provider| ProviderSignOutBody {
            label: provider.label,
            address: provider.address,
        });
        Self { sign_out_at }
    }
}

/// The user to return; defaults to the caller.
#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct UserQuery {
    pub user_id: Option<i64>,
}

/// The role to select.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SelectedRoleBody {
    pub assigned_role_id: i64,
}

/// A user (1 §3).
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct UserBody {
    pub user_id: i64,
    pub fname: String,
    pub middle_name: Option<String>,
    pub sname: String,
    pub phone: String,
    pub org_email: Option<String>,
    pub designation: String,
    pub department: String,
    pub org: OrganisationBody,
    pub tentative_organization: Option<String>,
    /// "Active" or "Disable" (decisions A1).
    #[schema(example = "Active")]
    pub is_active: String,
    /// True while a registered account waits for activation by an administrator.
    pub pending_activation: bool,
    pub email_is_verified: bool,
    /// The time at which the last one-time code about the account itself was sent; null after one
    /// day.
    pub otp: Option<DateTime<Utc>>,
    /// The id of the role assignment that is selected in this session.
    pub selected_role: Option<i64>,
    /// All roles that the user holds or has requested, ordered by rank.
    pub assigned_roles: Vec<AssignedRoleBody>,
    /// The session token; only in the response to a sign-in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// A user's organisation.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct OrganisationBody {
    pub org_id: i64,
    pub name: String,
}

/// A role that a user holds or has requested (1 §3).
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct AssignedRoleBody {
    pub assigned_role_id: i64,
    pub role: String,
    pub role_id: i64,
    pub org_role_id: i64,
    pub organisation: String,
    pub rank: i32,
    pub latest_role_status: Vec<RoleStatusBody>,
}

/// The status of a role. Only an Activated role can be used.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct RoleStatusBody {
    pub role_status_id: i64,
    #[schema(example = "Activated")]
    pub status: String,
}

/// A user, as both `data` and `user` (decisions, "The calls"). After a sign-in it contains the
/// token.
#[derive(Serialize, ToSchema)]
pub(crate) struct UserAnswer {
    pub code: u16,
    pub message: String,
    pub data: UserBody,
    pub user: UserBody,
}

impl UserAnswer {
    pub(crate) fn new(message: impl Into<String>, user: UserBody) -> Self {
        Self {
            code: 200,
            message: message.into(),
            data: user.clone(),
            user,
        }
    }

    pub(crate) fn ok(message: impl Into<String>, user: UserBody) -> HttpResponse {
        HttpResponse::Ok().json(Self::new(message, user))
    }
}

impl UserBody {
    pub(crate) fn new(user: UserDetail, selected_role: Option<i64>, token: Option<String>) -> Self {
        Self {
            user_id: user.user_id.0,
            fname: user.fname,
            middle_name: user.middle_name,
            sname: user.sname,
            phone: user.phone,
            org_email: user.org_email,
            designation: user.designation,
            department: user.department,
            org: OrganisationBody {
                org_id: user.org_id.0,
                name: user.org_name,
            },
            tentative_organization: user.tentative_organization,
            is_active: user.state.is_active().to_owned(),
            pending_activation: user.state == AccountState::Pending,
            email_is_verified: user.email_is_verified,
            otp: user.otp,
            selected_role,
            assigned_roles: user
                .assigned_roles
                .into_iter()
                .map(AssignedRoleBody::from)
                .collect(),
            token,
        }
    }
}

impl From<AssignedRoleView> for AssignedRoleBody {
    fn from(view: AssignedRoleView) -> Self {
        let status = view.status_now();
        Self {
            assigned_role_id: view.assigned_role_id.0,
            role: view.role.name().to_owned(),
            role_id: view.role.id(),
            org_role_id: view.org_role_id.0,
            organisation: view.organisation,
            rank: view.role.rank(),
            latest_role_status: vec![RoleStatusBody {
                role_status_id: status.id(),
                status: status.name().to_owned(),
            }],
        }
    }
}

/// Confirms that a one-time code was sent.
#[derive(Serialize, ToSchema)]
pub(crate) struct CodeSent {
    pub code: u16,
    pub message: String,
    /// The time at which the code was sent. This field and the next two are missing if the call
    /// verified a code instead of sending one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<DateTime<Utc>>,
    /// The time at which the code expires.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime<Utc>>,
    /// The earliest time at which another code can be requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resend_at: Option<DateTime<Utc>>,
}

impl CodeSent {
    pub(crate) fn answer(sent: Sent, message: impl Into<String>) -> HttpResponse {
        HttpResponse::Ok().json(Self {
            code: 200,
            message: message.into(),
            data: Some(sent.issued_at),
            expires_at: Some(sent.expires_at),
            resend_at: Some(sent.resend_at),
        })
    }
}

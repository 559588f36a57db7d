//! Changes the email address or phone number of an account (1 §5.5, §7.1; decisions A4, A5).

use actix_web::{HttpResponse, patch, post, web};
use aditus_application::accounts::{change_email, change_phone, prove_email, send_contact_code};
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use super::body::CodeSent;
use crate::answer::Done;
use crate::api::Api;
use crate::body::Body;
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::signed_in::SignedIn;

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(setting_otp)
        .service(verify_otp)
        .service(update_user_email)
        .service(update_user_phone);
}

/// The contact to verify: either the email address or the phone number.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SettingOtpBody {
    /// The new email address, to which the code is sent.
    #[validate(length(max = 320, message = "Email is invalid"))]
    pub org_email: Option<String>,
    /// The new phone number. The code is sent as a text message, or to the account's email address
    /// if no text messages are sent (decisions A4).
    #[validate(length(
        max = 100,
        message = "The phone number does not exist or is not a real phone number."
    ))]
    pub phone: Option<String>,
}

impl TryFrom<SettingOtpBody> for send_contact_code::Command {
    type Error = Problem;

    fn try_from(body: SettingOtpBody) -> Result<Self, Problem> {
        match (body.org_email, body.phone) {
            (Some(_), Some(_)) => Err(Problem::field("phone", "Send org_email or phone, not both.")),
            (Some(address), None) => Ok(Self::Email(address)),
            (None, Some(phone)) => Ok(Self::Phone(phone)),
            (None, None) => Err(Problem::field("org_email", "New Email Address is required")),
        }
    }
}

/// Sends the code for a new email address or phone number.
///
/// `data` is the time of sending; the message names the destination.
#[utoipa::path(tag = "accounts", security(("token" = [])), request_body = SettingOtpBody, responses(
    (status = 200, body = CodeSent),
    (status = 403, body = ProblemBody, description = "with code 607: confirm the password first"),
    (status = 409, body = ProblemBody, description = "no text messages are sent, and the account has no email address to send the code for a phone number to"),
))]
#[post("/users/setting-otp")]
async fn setting_otp(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<SettingOtpBody>,
) -> Result<HttpResponse, Problem> {
    let command = send_contact_code::Command::try_from(body.0)?;
    let answer = api
        .run(move |ports| send_contact_code::execute(ports, &caller, &command))
        .await?;
    Ok(CodeSent::answer(answer.sent, answer.message))
}

/// A new email address and the code that was sent to it.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerifyOtpBody {
    #[serde(default)]
    #[validate(length(max = 200, message = "You have entered an incorrect otp. Please try again."))]
    pub otp: String,
    /// The email address.
    #[serde(default)]
    #[validate(length(max = 320, message = "Email is invalid"))]
    pub username: String,
}

/// Verifies a new email address.
///
/// The verification is valid for ten minutes.
#[utoipa::path(tag = "accounts", security(("token" = [])), request_body = VerifyOtpBody, responses(
    (status = 200, body = Done),
    (status = 400, body = ProblemBody, description = "something is missing, or, with code 605, the code was not taken"),
))]
#[post("/users/verify-otp")]
async fn verify_otp(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<VerifyOtpBody>,
) -> Result<HttpResponse, Problem> {
    let command = prove_email::Command {
        username: body.0.username,
        otp: body.0.otp,
    };
    api.run(move |ports| prove_email::execute(ports, &caller, &command))
        .await?;
    Ok(Done::ok("The email address is verified."))
}

/// A new email address.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewEmailBody {
    #[serde(default)]
    #[validate(length(max = 320, message = "Email is invalid"))]
    pub org_email: String,
    /// Ignored: only an entered code verifies an address (decisions A5).
    #[serde(default, rename = "email_is_verified")]
    #[schema(rename = "email_is_verified")]
    pub _email_is_verified: Option<bool>,
}

/// Changes the account's email address to one that was verified within the last ten minutes.
#[utoipa::path(tag = "accounts", security(("token" = [])), request_body = NewEmailBody, responses(
    (status = 200, body = Done),
    (status = 400, body = ProblemBody, description = "no address, or one that is not proven"),
    (status = 403, body = ProblemBody, description = "with code 607: confirm the password first"),
    (status = 409, body = ProblemBody, description = "another account has this address"),
))]
#[patch("/users/update-user-email")]
async fn update_user_email(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<NewEmailBody>,
) -> Result<HttpResponse, Problem> {
    let command = change_email::Command {
        org_email: body.0.org_email,
    };
    api.run(move |ports| change_email::execute(ports, &caller, &command))
        .await?;
    Ok(Done::ok("User email information updated successfully."))
}

/// A new phone number and its code.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPhoneBody {
    #[serde(default)]
    #[validate(length(
        max = 100,
        message = "The phone number does not exist or is not a real phone number."
    ))]
    pub phone: String,
    #[serde(default)]
    #[validate(length(max = 200, message = "Failed to verify OTP"))]
    pub otp: String,
}

/// Changes the account's phone number.
#[utoipa::path(tag = "accounts", security(("token" = [])), request_body = NewPhoneBody, responses(
    (status = 200, body = Done),
    (status = 400, body = ProblemBody, description = "no such number, or, with code 605, the code was not taken"),
    (status = 401, body = ProblemBody, description = "not signed in; or another account got this number after the code was sent"),
    (status = 403, body = ProblemBody, description = "with code 607: confirm the password first"),
    (status = 409, body = ProblemBody, description = "another account has this number"),
))]
#[patch("/users/update-user-phone")]
async fn update_user_phone(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<NewPhoneBody>,
) -> Result<HttpResponse, Problem> {
    let command = change_phone::Command {
        phone: body.0.phone,
        otp: body.0.otp,
    };
    api.run(move |ports| change_phone::execute(ports, &caller, &command))
        .await?;
    Ok(Done::ok("User phone information updated successfully."))
}

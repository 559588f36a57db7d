//! Sign-up and verification (1 §4, §5.2, §7.1).

use actix_web::{HttpRequest, HttpResponse, post, web};
use aditus_application::accounts::{register, resend_code, sign_up};
use aditus_domain::accounts::{EmailAddress, RawRegistration};
use serde::Deserialize;
use serde::de::IgnoredAny;
use utoipa::ToSchema;
use validator::Validate;

use super::body::{CodeSent, UserAnswer};
use super::{browser_cookie, network, signed_in};
use crate::api::{AnonymousCaller, Api};
use crate::body::Body;
use crate::caller_address::network_address;
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(sign_up_call)
        .service(resend_sign_up_code)
        .service(verify_sign_up);
}

/// The person who wants to register.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignUpBody {
    /// The email address.
    #[serde(default)]
    #[validate(length(max = 320, message = "Email is invalid"))]
    pub username: String,
}

/// The registration form with the emailed code. The domain rejects missing fields, with the
/// messages of the specification.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerifyBody {
    /// The organisation name that was entered because the organisation is not registered.
    #[serde(default)]
    #[validate(length(max = 1000, message = "The name must not be longer than 200 characters"))]
    pub tentative_organization: Option<String>,
    /// Ignored: a person who registers has no id yet.
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    #[expect(dead_code, reason = "the form of the specification has it")]
    pub user_id: Option<IgnoredAny>,
    /// The email address to which the code was sent.
    #[serde(default)]
    #[validate(length(max = 320, message = "Email is invalid"))]
    pub username: String,
    #[serde(default)]
    #[validate(length(max = 200, message = "Failed to verify OTP"))]
    pub otp: String,
    /// The id of the selected registered organisation.
    pub org: Option<i64>,
    #[serde(default)]
    pub fname: String,
    #[serde(default)]
    pub middle_name: Option<String>,
    #[serde(default)]
    pub sname: String,
    #[serde(default)]
    pub designation: String,
    /// The phone number with the country's dialling prefix.
    #[serde(default)]
    pub phone: String,
    #[serde(default)]
    pub department: String,
    #[serde(default)]
    pub org_email: String,
    #[serde(default)]
    #[validate(length(max = 1024, message = "Maximum 128 characters allowed"))]
    pub password: String,
    /// The token from `users/signin/provider/return`. It links the sign-in to the new account.
    #[serde(default)]
    #[validate(length(max = 100, message = "This is no token of a sign-in."))]
    pub identity_token: Option<String>,
}

impl From<VerifyBody> for RawRegistration {
    fn from(body: VerifyBody) -> Self {
        Self {
            username: body.username,
            fname: body.fname,
            middle_name: body.middle_name.unwrap_or_default(),
            sname: body.sname,
            phone: body.phone,
            org_email: body.org_email,
            org: body.org,
            tentative_organization: body.tentative_organization.unwrap_or_default(),
            designation: body.designation,
            department: body.department,
            password: body.password,
            otp: body.otp,
        }
    }
}

/// Sends the code that verifies an email address before registration.
///
/// `data` is the time of sending. With code 601, an earlier code is still valid and `data` is its
/// time.
#[utoipa::path(tag = "accounts", request_body = SignUpBody, responses(
    (status = 200, body = CodeSent),
    (status = 409, body = ProblemBody, description = "code 601: a code that was sent before is still good; else the address has an account"),
))]
#[post("/users/signup")]
async fn sign_up_call(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<SignUpBody>,
) -> Result<HttpResponse, Problem> {
    let command = sign_up::Command {
        username: body.0.username,
        address: network_address(&request),
    };
    let answer = api.run(move |ports| sign_up::execute(ports, &command)).await?;
    Ok(CodeSent::answer(answer, "OTP sent successfully"))
}

/// Sends the registration code again and invalidates the previous one.
#[utoipa::path(tag = "accounts", request_body = SignUpBody, responses(
    (status = 200, body = CodeSent),
    (status = 409, body = ProblemBody, description = "the address has an account"),
))]
#[post("/users/verify/resend")]
async fn resend_sign_up_code(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<SignUpBody>,
) -> Result<HttpResponse, Problem> {
    let command = resend_code::Command {
        username: body.0.username,
        address: network_address(&request),
    };
    let to =
        EmailAddress::parse(&command.username).map_or_else(|_| String::new(), |address| address.to_string());
    let message = format!("Sent an OTP to {to}");
    let answer = api
        .run(move |ports| resend_code::execute(ports, &command))
        .await?;
    Ok(CodeSent::answer(answer, message))
}

/// Completes a registration and signs the person in.
///
/// The account then waits for activation (decisions A1).
#[utoipa::path(tag = "accounts", request_body = VerifyBody, responses(
    (status = 200, body = UserAnswer),
    (status = 400, body = ProblemBody, description = "something is wrong with the form, or, with code 605, with the code"),
    (status = 401, body = ProblemBody, description = "another account has this address or phone number"),
    (status = 409, body = ProblemBody, description = "the time to link the sign-in has expired, or another account has it"),
))]
#[post("/users/verify")]
async fn verify_sign_up(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<VerifyBody>,
) -> Result<HttpResponse, Problem> {
    let mut body = body.0;
    let account = body.username.clone();
    let command = register::Command {
        identity_token: body.identity_token.take().unwrap_or_default(),
        form: body.into(),
        user_agent: network::user_agent(&request),
        address: network_address(&request),
        browser: browser_cookie::read(&api, &request),
    };
    let browser = command.browser.clone();
    let caller = AnonymousCaller {
        account: &account,
        address: network_address(&request),
        browser: &browser,
    };
    let answer = api
        .run_hashing(caller, move |ports| register::execute(ports, &command))
        .await?;
    Ok(signed_in(
        &api,
        "Your account is registered. An administrator must activate it.",
        answer,
    ))
}

//! Checks that the registration form makes while it is being filled in (1 §5.2, §7.1).

use actix_web::{HttpRequest, HttpResponse, get, post, web};
use aditus_application::accounts::{check_email, check_password, check_phone, countries};
use aditus_domain::accounts::{Country, Password, SPECIAL_CHARACTERS};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::browser_cookie;
use crate::answer::{Envelope, Listing};
use crate::api::{AnonymousCaller, Api};
use crate::body::{Body, Query};
use crate::caller_address::network_address;
use crate::problem::Problem;
use crate::routes::Routes;
use crate::short_list::{ShortQuery, fields};

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(phone_exists)
        .service(phone_is_registered)
        .service(email_is_registered)
        .service(country_codes)
        .service(password_rules)
        .service(password_strength);
}

/// A phone number.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PhoneBody {
    /// The phone number with the country's dialling prefix.
    #[serde(default)]
    #[validate(length(max = 100, message = "The Phone does not exist"))]
    pub phone: String,
}

/// An email address.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EmailBody {
    #[serde(default)]
    #[validate(length(max = 320, message = "Email is invalid"))]
    pub org_email: String,
}

/// The answer to a yes-or-no question.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct VerdictBody {
    pub state: bool,
    pub result_message: String,
}

/// The answer, both in `data` and at the top level.
#[derive(Serialize, ToSchema)]
pub(crate) struct StateAnswer {
    pub code: u16,
    pub message: String,
    pub data: VerdictBody,
    pub state: bool,
    pub result_message: String,
}

fn state(state: bool, result_message: impl Into<String>) -> HttpResponse {
    let data = VerdictBody {
        state,
        result_message: result_message.into(),
    };
    HttpResponse::Ok().json(StateAnswer {
        code: 200,
        message: data.result_message.clone(),
        state,
        result_message: data.result_message.clone(),
        data,
    })
}

fn phone_query(request: &HttpRequest, body: Body<PhoneBody>) -> check_phone::Query {
    check_phone::Query {
        phone: body.0.phone,
        address: network_address(request),
    }
}

/// Checks if a phone number exists (decisions A6).
///
/// The result is in `state`.
#[utoipa::path(tag = "accounts", request_body = PhoneBody, responses(
    (status = 200, body = StateAnswer),
))]
#[post("/users/phone")]
async fn phone_exists(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<PhoneBody>,
) -> Result<HttpResponse, Problem> {
    let query = phone_query(&request, body);
    let answer = api.run(move |ports| check_phone::exists(ports, &query)).await?;
    Ok(state(answer.state, answer.result_message))
}

/// Checks if an account has this phone number.
///
/// The result is in `state`.
#[utoipa::path(tag = "accounts", request_body = PhoneBody, responses(
    (status = 200, body = StateAnswer),
))]
#[post("/users/duplicate")]
async fn phone_is_registered(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<PhoneBody>,
) -> Result<HttpResponse, Problem> {
    let query = phone_query(&request, body);
    let answer = api
        .run(move |ports| check_phone::is_registered(ports, &query))
        .await?;
    Ok(state(answer.state, answer.result_message))
}

/// Checks if an account has this email address.
///
/// The result is in `state`.
#[utoipa::path(tag = "accounts", request_body = EmailBody, responses(
    (status = 200, body = StateAnswer),
))]
#[post("/users/duplicate-email")]
async fn email_is_registered(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<EmailBody>,
) -> Result<HttpResponse, Problem> {
    let query = check_email::Query {
        org_email: body.0.org_email,
        address: network_address(&request),
    };
    let answer = api.run(move |ports| check_email::execute(ports, &query)).await?;
    Ok(state(answer.state, answer.result_message))
}

/// A country and its dialling prefix (1 §3).
#[derive(Serialize, ToSchema)]
pub(crate) struct CountryBody {
    #[schema(example = "UG")]
    pub code: &'static str,
    pub name: &'static str,
    #[schema(example = "+256")]
    pub dial_code: &'static str,
}

impl From<Country> for CountryBody {
    fn from(country: Country) -> Self {
        Self {
            code: country.code,
            name: country.name,
            dial_code: country.dial_code,
        }
    }
}

fields!(CountryField: "code", "name", "dial_code");

type CountriesQuery = ShortQuery<CountryField>;

/// Lists all countries with their dialling prefixes, the caller's own country first (decisions A7).
#[utoipa::path(tag = "accounts", params(CountriesQuery), responses((status = 200, body = Listing<CountryBody>)))]
#[get("/users/country")]
async fn country_codes(
    api: web::Data<Api>,
    request: HttpRequest,
    query: Query<CountriesQuery>,
) -> Result<HttpResponse, Problem> {
    let countries = countries::execute(api.ports(), &network_address(&request));
    let bodies: Vec<CountryBody> = countries.into_iter().map(CountryBody::from).collect();
    query.0.answer(bodies)
}

/// The rules for a new password (decisions A10). It also needs a lower-case letter, an upper-case
/// letter and a digit.
#[derive(Serialize, ToSchema)]
pub(crate) struct PasswordRulesBody {
    pub min_length: usize,
    pub max_length: usize,
    /// The password must contain at least one of these characters.
    pub special_characters: &'static str,
}

/// Returns the rules for a new password, so that client and server use the same list.
#[utoipa::path(tag = "accounts", responses((status = 200, body = Envelope<PasswordRulesBody>)))]
#[get("/users/password-rules")]
async fn password_rules() -> HttpResponse {
    Envelope::read(PasswordRulesBody {
        min_length: Password::MIN_LENGTH,
        max_length: Password::MAX_LENGTH,
        special_characters: SPECIAL_CHARACTERS,
    })
}

/// A new password, and the personal details entered so far.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PasswordStrengthBody {
    #[validate(length(max = 1024, message = "Maximum 128 characters allowed"))]
    pub password: String,
    #[serde(default)]
    #[validate(length(max = 1000, message = "This is too long."))]
    pub fname: String,
    #[serde(default)]
    #[validate(length(max = 1000, message = "This is too long."))]
    pub middle_name: String,
    #[serde(default)]
    #[validate(length(max = 1000, message = "This is too long."))]
    pub sname: String,
    #[serde(default)]
    #[validate(length(max = 320, message = "This is too long."))]
    pub org_email: String,
    /// The organisation's name.
    #[serde(default)]
    #[validate(length(max = 1000, message = "This is too long."))]
    pub organisation: String,
}

/// Checks a new password without storing it.
///
/// `state` is true if it would be accepted; `result_message` names what is missing or suggests a
/// better password.
#[utoipa::path(tag = "accounts", request_body = PasswordStrengthBody, responses(
    (status = 200, body = StateAnswer),
))]
#[post("/users/password-strength")]
async fn password_strength(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<PasswordStrengthBody>,
) -> Result<HttpResponse, Problem> {
    let body = body.0;
    let query = check_password::Query {
        password: body.password,
        names: [body.fname, body.middle_name, body.sname],
        org_email: body.org_email,
        organisation: body.organisation,
        address: network_address(&request),
    };
    let account = query.org_email.clone();
    let caller = AnonymousCaller {
        account: &account,
        address: query.address.clone(),
        browser: &browser_cookie::read(&api, &request),
    };
    // The strength check is as CPU-intensive as hashing.
    let answer = api
        .run_hashing(caller, move |ports| check_password::execute(ports, &query))
        .await?;
    Ok(state(answer.state, answer.result_message))
}

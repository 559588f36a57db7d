//! What the registration form asks while it is filled in (1 §5.2, §7.1).

use actix_web::{HttpRequest, HttpResponse, get, post, web};
use aditus_application::accounts::{check_email, check_password, check_phone, countries};
use aditus_domain::accounts::{Country, Password, SPECIAL_CHARACTERS};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::browser_cookie;
use crate::answer::{Envelope, Listing};
use crate::api::{Api, Stranger};
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
    /// With the country's dial prefix.
    #[serde(default)]
    #[validate(length(max = 100, message = "The Phone does not exist"))]
    pub phone: String,
}

/// An e-mail address.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EmailBody {
    #[serde(default)]
    #[validate(length(max = 320, message = "Email is invalid"))]
    pub org_email: String,
}

/// The answer to a question of yes or no.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct VerdictBody {
    pub state: bool,
    pub result_message: String,
}

/// The same under both ways to find it.
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

/// Whether a phone number exists (decisions A6): `state` says so.
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

/// Whether an account has a phone number: `state` says so.
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

/// Whether an account has an e-mail address: `state` says so.
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

/// A country and what its phone numbers begin with (1 §3).
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

/// Every country with its dial code, the caller's own first (decisions A7).
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

/// What a new password needs (decisions A10). Besides these: a lower-case letter, an upper-case letter and a digit.
#[derive(Serialize, ToSchema)]
pub(crate) struct PasswordRulesBody {
    pub min_length: usize,
    pub max_length: usize,
    /// One of these is needed.
    pub special_characters: &'static str,
}

/// What a new password needs, so that client and server use one list.
#[utoipa::path(tag = "accounts", responses((status = 200, body = Envelope<PasswordRulesBody>)))]
#[get("/users/password-rules")]
async fn password_rules() -> HttpResponse {
    Envelope::read(PasswordRulesBody {
        min_length: Password::MIN_LENGTH,
        max_length: Password::MAX_LENGTH,
        special_characters: SPECIAL_CHARACTERS,
    })
}

/// A new password, and what was typed of the person so far.
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

/// Whether a new password would be taken: `state` says so, and `result_message` what it lacks or how to choose a better one.
/// Nothing is stored.
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
    let whose = query.org_email.clone();
    let stranger = Stranger {
        account: &whose,
        network: query.address.clone(),
        browser: &browser_cookie::of(&api, &request),
    };
    // It takes the processor as hashing does.
    let answer = api
        .run_hashing(stranger, move |ports| check_password::execute(ports, &query))
        .await?;
    Ok(state(answer.state, answer.result_message))
}

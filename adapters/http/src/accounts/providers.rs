//! Signing in with OpenID Connect providers (decisions O5).

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use aditus_application::accounts::identities::finish::{self, NotLinked, Progress};
use aditus_application::accounts::identities::{begin, end_sessions, providers};
use aditus_domain::accounts::identity::ProviderSignIn;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::body::{PendingSignInBody, UserBody};
use super::host_cookie::HostCookie;
use super::{browser_cookie, count_sign_in, network};
use crate::answer::{Done, Envelope};
use crate::api::Api;
use crate::body::{Body, UrlForm};
use crate::caller_address::network_address;
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(sign_in_providers)
        .service(begin_provider_sign_in)
        .service(return_from_provider)
        .service(provider_logout);
}

/// The cookie that binds a sign-in at a provider to the browser that began it. It grants no access.
const PROVIDER_SIGN_IN: HostCookie = HostCookie {
    plain_name: "aditus_provider_sign_in",
    secure_name: "__Host-aditus_provider_sign_in",
};

/// A provider with which people sign in.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProviderBody {
    /// The name of the provider in the other calls.
    #[schema(example = "keycloak")]
    pub provider: String,
    /// The label for the button.
    #[schema(example = "Ministry of Health")]
    pub label: String,
}

impl From<providers::Answer> for ProviderBody {
    fn from(answer: providers::Answer) -> Self {
        Self {
            provider: answer.provider.to_string(),
            label: answer.label,
        }
    }
}

/// The provider with which a person wants to sign in.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProviderSignInBody {
    /// The name of the provider.
    #[validate(length(max = 32, message = "There is no such sign-in provider."))]
    pub provider: String,
}

/// The address at which the sign-in goes on.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProviderAddressBody {
    /// The address to open in this browser. It works once, for 10 minutes.
    pub address: String,
}

/// The parameters with which the provider sent the browser back.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProviderReturnInputBody {
    /// The parameter `state`.
    #[validate(length(max = 100, message = "This is no state of a sign-in."))]
    pub state: String,
    /// The parameter `code`; empty if the provider sent an error.
    #[serde(default)]
    #[validate(length(max = 4096, message = "This is too long for a code."))]
    pub code: String,
    /// The parameter `error`; empty if the provider sent a code.
    #[serde(default)]
    #[validate(length(max = 200, message = "This is too long for an error."))]
    pub error: String,
    /// The parameter `iss` (RFC 9207); empty if the provider sent none.
    #[serde(default)]
    #[validate(length(max = 255, message = "This is too long for an issuer."))]
    pub iss: String,
}

/// The state of the sign-in. Exactly one of the three is set.
#[derive(Default, Serialize, ToSchema)]
pub(crate) struct ProviderReturnBody {
    /// The user with the session token, if the person is signed in.
    pub user: Option<UserBody>,
    /// The pending sign-in, if the second factor is pending.
    pub pending_sign_in: Option<PendingSignInBody>,
    /// The person's details, if no account has this sign-in yet.
    pub not_linked: Option<NotLinkedBody>,
}

/// A person whom the provider has authenticated and who has no account with this sign-in.
#[derive(Serialize, ToSchema)]
pub(crate) struct NotLinkedBody {
    /// Links the sign-in to an account: in `users/identities` or in `users/verify`. It works once.
    pub identity_token: String,
    /// The name of the provider.
    pub provider: String,
    /// The label of the provider.
    pub label: String,
    /// The first name for the registration form; empty if the provider does not state it.
    pub fname: String,
    /// The surname; empty if the provider does not state it.
    pub sname: String,
    /// The email address; empty if the provider does not state it. It is not verified.
    pub email: String,
    /// The time by which the sign-in has to be linked.
    pub expires_on: DateTime<Utc>,
}

impl From<NotLinked> for NotLinkedBody {
    fn from(person: NotLinked) -> Self {
        Self {
            identity_token: person.token,
            provider: person.provider.to_string(),
            label: person.label,
            fname: person.claims.fname,
            sname: person.claims.sname,
            email: person.claims.email,
            expires_on: person.expires_on,
        }
    }
}

/// The form of a back-channel logout (OpenID Connect Back-Channel Logout 1.0, section 2.5). Further
/// fields are ignored, as the specification requires.
#[derive(Deserialize, Validate, ToSchema)]
pub(crate) struct ProviderLogoutBody {
    /// The logout token, signed by the provider.
    #[validate(length(max = 16_384, message = "This is too long for a logout token."))]
    pub logout_token: String,
}

/// Lists the providers with which people can sign in, in the order of the configuration.
#[utoipa::path(tag = "accounts", responses(
    (status = 200, body = Envelope<Vec<ProviderBody>>),
))]
#[get("/users/providers")]
async fn sign_in_providers(api: web::Data<Api>) -> HttpResponse {
    let offered = providers::execute(api.ports());
    Envelope::read(offered.into_iter().map(ProviderBody::from).collect::<Vec<_>>())
}

/// Begins a sign-in at a provider.
///
/// Sets a cookie that binds the sign-in to this browser for 10 minutes.
#[utoipa::path(tag = "accounts", request_body = ProviderSignInBody, responses(
    (status = 200, body = Envelope<ProviderAddressBody>),
    (status = 404, body = ProblemBody, description = "there is no such provider"),
    (status = 503, body = ProblemBody, description = "the provider does not answer"),
))]
#[post("/users/signin/provider")]
async fn begin_provider_sign_in(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<ProviderSignInBody>,
) -> Result<HttpResponse, Problem> {
    let address = network_address(&request);
    let command = begin::Command {
        provider: body.0.provider,
        address: address.clone(),
        browser: PROVIDER_SIGN_IN.read(&api, &request),
    };
    let answer = api
        .run_asking_provider(&address, move |ports| begin::execute(ports, &command))
        .await?;
    let mut response = Envelope::read(ProviderAddressBody {
        address: answer.address,
    });
    PROVIDER_SIGN_IN.set(&api, &mut response, &answer.browser, ProviderSignIn::LIFETIME);
    Ok(response)
}

/// Completes a sign-in at a provider, with the parameters with which it sent the browser back.
///
/// Each `state` works once, in the browser that began the sign-in, within 10 minutes. The person is
/// signed in, or the second factor is pending, or the sign-in has to be linked to an account first.
#[utoipa::path(tag = "accounts", request_body = ProviderReturnInputBody, responses(
    (status = 200, body = Envelope<ProviderReturnBody>),
    (status = 400, body = ProblemBody, description = "the answer of the provider is not valid"),
    (status = 401, body = ProblemBody, description = "the sign-in has ended or expired, or was not completed at the provider, or the account is disabled"),
    (status = 429, body = ProblemBody, description = "too many sign-ins; the header Retry-After says how long to wait"),
    (status = 503, body = ProblemBody, description = "the provider does not answer"),
))]
#[post("/users/signin/provider/return")]
async fn return_from_provider(
    api: web::Data<Api>,
    request: HttpRequest,
    body: Body<ProviderReturnInputBody>,
) -> Result<HttpResponse, Problem> {
    let address = network_address(&request);
    let command = finish::Command {
        state: body.0.state,
        code: body.0.code,
        error: body.0.error,
        iss: body.0.iss,
        provider_browser: PROVIDER_SIGN_IN.read(&api, &request),
        address: address.clone(),
        user_agent: network::user_agent(&request),
        browser: browser_cookie::read(&api, &request),
    };
    let progress = api
        .run_asking_provider(&address, move |ports| finish::execute(ports, &command))
        .await;
    let success = match &progress {
        Ok(Progress::Pending(_) | Progress::NotLinked(_)) => StatusCode::ACCEPTED,
        _ => StatusCode::OK,
    };
    count_sign_in(&api, &progress, success);
    Ok(after_return(&api, progress?))
}

fn after_return(api: &Api, progress: Progress) -> HttpResponse {
    let with = |message: &str, data| Envelope::with(StatusCode::OK, message, data);
    match progress {
        Progress::SignedIn(answer) => {
            let user = UserBody::new(answer.user, answer.selected.map(|id| id.0), Some(answer.token));
            let data = ProviderReturnBody {
                user: Some(user),
                ..ProviderReturnBody::default()
            };
            let mut response = with("You are signed in.", data);
            browser_cookie::set(api, &mut response, &answer.browser);
            response
        }
        Progress::Pending(pending) => {
            let message = PendingSignInBody::message(&pending);
            let data = ProviderReturnBody {
                pending_sign_in: Some(pending.into()),
                ..ProviderReturnBody::default()
            };
            with(message, data)
        }
        Progress::NotLinked(person) => {
            let data = ProviderReturnBody {
                not_linked: Some(person.into()),
                ..ProviderReturnBody::default()
            };
            with("This sign-in is not linked to an account yet.", data)
        }
    }
}

/// Ends the sessions that a provider ended (OpenID Connect Back-Channel Logout 1.0).
///
/// For providers, which authenticate by the signature of the logout token. A token that is sent
/// again ends no newer sessions.
#[utoipa::path(tag = "accounts", params(("provider" = String, Path, description = "the name of the provider")),
    request_body(content = ProviderLogoutBody, content_type = "application/x-www-form-urlencoded"), responses(
    (status = 200, body = Done),
    (status = 400, body = ProblemBody, description = "the logout token is missing or not valid"),
))]
#[post("/users/providers/{provider}/logout")]
async fn provider_logout(
    api: web::Data<Api>,
    request: HttpRequest,
    provider: web::Path<String>,
    form: UrlForm<ProviderLogoutBody>,
) -> Result<HttpResponse, Problem> {
    let (provider, logout_token) = (provider.into_inner(), form.0.logout_token);
    let address = network_address(&request);
    api.run_asking_provider(&address, move |ports| {
        end_sessions::execute(ports, &provider, &logout_token)
    })
    .await?;
    Ok(Done::ok("The sessions have ended."))
}

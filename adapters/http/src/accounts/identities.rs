//! The identities at OpenID Connect providers with which the caller can sign in (decisions O5).

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, post, web};
use aditus_application::accounts::identities::{link, list, unlink};
use aditus_domain::ids::IdentityId;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::answer::{Envelope, deleted};
use crate::api::Api;
use crate::body::Body;
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::signed_in::{Reader, SignedIn};

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(own_identities)
        .service(link_identity)
        .service(unlink_identity);
}

/// The identities of the caller.
#[derive(Serialize, ToSchema)]
pub(crate) struct IdentitiesBody {
    /// The linked identities, the oldest first.
    pub identities: Vec<OwnIdentityBody>,
    /// True if the installation offers a provider, so that the caller can link an identity.
    pub linkable: bool,
}

/// A linked identity.
#[derive(Serialize, ToSchema)]
pub(crate) struct OwnIdentityBody {
    pub identity_id: i64,
    /// The label of the provider; its address if the installation no longer offers it.
    #[schema(example = "Ministry of Health")]
    pub label: String,
    /// The address of the provider.
    #[schema(example = "https://id.ministry.example")]
    pub issuer: String,
    pub linked_on: DateTime<Utc>,
    /// The time of the last sign-in with it; null if there was none.
    pub last_used_on: Option<DateTime<Utc>>,
}

impl From<list::OwnIdentity> for OwnIdentityBody {
    fn from(identity: list::OwnIdentity) -> Self {
        Self {
            identity_id: identity.id.0,
            label: identity.label,
            issuer: identity.issuer,
            linked_on: identity.linked_on,
            last_used_on: identity.last_used_on,
        }
    }
}

/// The proven identity to link.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LinkIdentityBody {
    /// The token from `users/signin/provider/return`.
    #[validate(length(max = 100, message = "This is no token of a sign-in."))]
    pub identity_token: String,
}

/// The identity that was linked.
#[derive(Serialize, ToSchema)]
pub(crate) struct LinkedBody {
    /// The label of its provider.
    pub label: String,
}

/// Lists the identities with which the caller can sign in.
#[utoipa::path(tag = "accounts", security(("token" = [])), responses(
    (status = 200, body = Envelope<IdentitiesBody>),
))]
#[get("/users/identities")]
async fn own_identities(api: web::Data<Api>, reader: Reader) -> Result<HttpResponse, Problem> {
    let answer = api.read(reader, list::execute).await?;
    Ok(Envelope::read(IdentitiesBody {
        identities: answer.identities.into_iter().map(OwnIdentityBody::from).collect(),
        linkable: answer.linkable,
    }))
}

/// Links a proven identity to the caller's account. The owner is notified by email.
///
/// A sign-in with the password counts as its confirmation for 5 minutes. An identity that is linked
/// to this account already stays as it is.
#[utoipa::path(tag = "accounts", security(("token" = [])), request_body = LinkIdentityBody, responses(
    (status = 200, body = Envelope<LinkedBody>),
    (status = 403, body = ProblemBody, description = "with code 607: confirm the password first"),
    (status = 409, body = ProblemBody, description = "the token has expired or was used, or another account has this identity, or the caller has too many"),
))]
#[post("/users/identities")]
async fn link_identity(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<LinkIdentityBody>,
) -> Result<HttpResponse, Problem> {
    let command = link::Command {
        identity_token: body.0.identity_token,
    };
    let answer = api
        .run(move |ports| link::execute(ports, &caller, &command))
        .await?;
    let message = format!("You can now sign in with {}.", answer.label);
    Ok(Envelope::with(
        StatusCode::OK,
        message,
        LinkedBody { label: answer.label },
    ))
}

/// Unlinks an identity from the caller's account. The owner is notified by email.
#[utoipa::path(tag = "accounts", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 204),
    (status = 403, body = ProblemBody, description = "with code 607: confirm the password first"),
    (status = 409, body = ProblemBody, description = "it is the caller's only way to sign in"),
))]
#[delete("/users/identities/{id}")]
async fn unlink_identity(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let identity = IdentityId(id.into_inner());
    api.run(move |ports| unlink::execute(ports, &caller, identity))
        .await?;
    Ok(deleted())
}

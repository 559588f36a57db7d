//! Authenticates callers by the session token in the header `Authorization: Token {token}` (1 §6).

use std::future::{Future, Ready, ready};
use std::ops::Deref;
use std::pin::Pin;
use std::rc::Rc;

use actix_web::dev::Payload;
use actix_web::http::header::AUTHORIZATION;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use aditus_application::Ports;
use aditus_application::access::Caller;
use aditus_application::accounts::authenticate::{self, PendingUse};
use tokio::sync::OnceCell;

use crate::api::Api;
use crate::problem::Problem;

/// A signed-in caller. Handlers that take it reject other callers.
pub(crate) struct SignedIn(pub Caller);

/// An optionally signed-in caller, for calls that are also public; `None` without a token. An
/// invalid token is rejected, so that its sender does not mistake the public response for the
/// response of their role.
pub(crate) struct MaybeSignedIn(pub Option<Caller>);

/// A caller of a read, whose token is not verified yet: [`Api::read`] authenticates on the same
/// blocking thread as the read.
pub(crate) struct Reader(String);

impl Reader {
    /// Authenticates the caller without writing.
    pub(crate) fn look_up(&self, ports: &Ports) -> Result<(Caller, Option<PendingUse>), Problem> {
        authenticate::look_up(ports, &self.0).map_err(refused)
    }
}

impl FromRequest for Reader {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(token(request).map(Self).ok_or_else(Problem::signed_out))
    }
}

impl FromRequest for MaybeSignedIn {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { caller_of(&request).await.map(Self) })
    }
}

impl Deref for SignedIn {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.0
    }
}

pub(crate) fn token(request: &HttpRequest) -> Option<String> {
    let value = request.headers().get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("token") && !token.is_empty() && token.len() <= 200)
        .then(|| token.to_owned())
}

impl FromRequest for SignedIn {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let caller = caller_of(&request).await?;
            caller.map(Self).ok_or_else(Problem::signed_out)
        })
    }
}

/// The cached result of the authentication, stored with the request.
type CachedCaller = Rc<OnceCell<Result<Option<Caller>, Problem>>>;

/// Authenticates the caller; `None` without a token. An invalid token is rejected. The result is
/// cached, because both the handler and the reading of its body may need it.
pub(crate) async fn caller_of(request: &HttpRequest) -> Result<Option<Caller>, Problem> {
    let Some(token) = token(request) else {
        return Ok(None);
    };
    let api = request
        .app_data::<web::Data<Api>>()
        .ok_or_else(|| Problem::internal("the http adapter was not configured"))?;
    let known = request.extensions().get::<CachedCaller>().cloned();
    let cached = known.unwrap_or_else(|| {
        let cached = CachedCaller::default();
        request.extensions_mut().insert(Rc::clone(&cached));
        cached
    });
    cached.get_or_init(|| look_up(api, token)).await.clone()
}

async fn look_up(api: &Api, token: String) -> Result<Option<Caller>, Problem> {
    api.run_blocking(move |ports| authenticate::execute(ports, &token).map(Some).map_err(refused))
        .await
}

fn refused(error: authenticate::Error) -> Problem {
    match error {
        authenticate::Error::SignedOut => Problem::signed_out(),
        error @ authenticate::Error::Store(_) => Problem::from_failure(&error),
    }
}

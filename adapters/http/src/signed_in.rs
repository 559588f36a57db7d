//! Who calls: the session token of the header `Authorization: Token {token}` (1 §6).

use std::future::Future;
use std::ops::Deref;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header::AUTHORIZATION;
use actix_web::{FromRequest, HttpRequest, web};
use aditus_application::access::Caller;
use aditus_application::accounts::authenticate;

use crate::api::Api;
use crate::problem::Problem;

/// A caller who is signed in. A handler that takes one cannot be reached otherwise.
pub(crate) struct SignedIn(pub Caller);

/// A caller of what guests may call too: nobody without a token. A token that is no longer good is refused, so that nobody takes
/// what guests see for the answer to a role.
pub(crate) struct MaybeSignedIn(pub Option<Caller>);

impl FromRequest for MaybeSignedIn {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let reading = token(request).map(|_| SignedIn::from_request(request, payload));
        Box::pin(async move {
            match reading {
                None => Ok(Self(None)),
                Some(reading) => Ok(Self(Some(reading.await?.0))),
            }
        })
    }
}

impl Deref for SignedIn {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.0
    }
}

/// The token of the header, if there is one.
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
        let api = request.app_data::<web::Data<Api>>().cloned();
        let token = token(request);
        Box::pin(async move {
            let api = api.ok_or_else(|| Problem::internal("the http adapter was not configured"))?;
            let token = token.ok_or_else(Problem::signed_out)?;
            let caller = api
                .run_aside(move |ports| match authenticate::execute(ports, &token) {
                    Err(authenticate::Error::SignedOut) => Ok(None),
                    other => other.map(Some),
                })
                .await?;
            caller.map(SignedIn).ok_or_else(Problem::signed_out)
        })
    }
}

use std::sync::Arc;

use actix_web::http::header::{HOST, ORIGIN};
use actix_web::web::{self, Data, Payload, ServiceConfig};
use actix_web::{Error, HttpRequest, HttpResponse};

use tracing::{Instrument, Span};

use crate::backend::Backend;
use crate::hub::Hub;
use crate::socket;

/// Longest accepted message in bytes. A sign-in is far shorter.
const MAX_MESSAGE_BYTES: usize = 4 * 1024;

/// Dependencies of the route.
#[derive(Clone)]
pub struct Push {
    pub(crate) hub: Arc<Hub>,
    pub(crate) backend: Arc<dyn Backend>,
    public_url: Arc<str>,
}

impl Push {
    /// Creates the dependencies. `public_url` is the address whose pages may connect.
    pub fn new(hub: Arc<Hub>, backend: Arc<dyn Backend>, public_url: &str) -> Self {
        Self {
            hub,
            backend,
            public_url: public_url.into(),
        }
    }

    /// Returns true if the `Origin` header allows the connection: it is absent, the public address,
    /// or the requested host. Browsers always send it, so a page of another site cannot connect.
    /// Other clients send none.
    fn allows_origin(&self, request: &HttpRequest) -> bool {
        let mut origins = request.headers().get_all(ORIGIN);
        let Some(origin) = origins.next() else {
            return true;
        };
        let Some((scheme, host)) = origin.to_str().ok().and_then(|text| text.split_once("://")) else {
            return false;
        };
        let asked = request.headers().get(HOST).and_then(|host| host.to_str().ok());
        let public = self.public_url.split_once("://").map(|(scheme, rest)| {
            (
                scheme,
                rest.split_once('/').map_or(rest, |(authority, _)| authority),
            )
        });
        let is_public = public.is_some_and(|(public_scheme, public_host)| {
            public_scheme == scheme && public_host.eq_ignore_ascii_case(host)
        });
        origins.next().is_none() && (is_public || asked.is_some_and(|asked| asked.eq_ignore_ascii_case(host)))
    }
}

/// Mounts `GET /ws/notifications`.
pub fn configure(config: &mut ServiceConfig, push: &Push) {
    config
        .app_data(Data::new(push.clone()))
        .route("/ws/notifications", web::get().to(open));
}

/// Accepts the upgrade before the client is authenticated. The token comes in the first message,
/// because a browser cannot send headers with a websocket, and an address with a token ends up in
/// logs.
async fn open(request: HttpRequest, body: Payload, push: Data<Push>) -> Result<HttpResponse, Error> {
    if !push.allows_origin(&request) {
        return Ok(HttpResponse::Forbidden().finish());
    }
    let (response, session, messages) = actix_ws::handle(&request, body)?;
    let messages = messages.max_frame_size(MAX_MESSAGE_BYTES);
    // Log lines of the connection belong to the span of the call that opened it.
    let life = socket::drive(push.into_inner(), session, messages).instrument(Span::current());
    actix_web::rt::spawn(life);
    Ok(response)
}

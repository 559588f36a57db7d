use std::sync::Arc;

use actix_web::web::{self, Data, Payload, ServiceConfig};
use actix_web::{Error, HttpRequest, HttpResponse};

use tracing::{Instrument, Span};

use crate::gate::Gate;
use crate::hub::Hub;
use crate::socket;

/// The longest message that is read; a sign-in is far shorter.
const MAX_MESSAGE_BYTES: usize = 4 * 1024;

/// What the route needs.
#[derive(Clone)]
pub struct Push {
    pub(crate) hub: Arc<Hub>,
    pub(crate) gate: Arc<dyn Gate>,
}

impl Push {
    /// Connections of this hub, let in by this gate.
    pub fn new(hub: Arc<Hub>, gate: Arc<dyn Gate>) -> Self {
        Self { hub, gate }
    }
}

/// Mounts `GET /ws/notifications`.
pub fn configure(config: &mut ServiceConfig, push: &Push) {
    config
        .app_data(Data::new(push.clone()))
        .route("/ws/notifications", web::get().to(open));
}

/// The answer to the upgrade is sent before anybody is known: the token travels in the first message, because a
/// browser can send no header with a websocket, and an address with a token in it ends up in logs.
async fn open(request: HttpRequest, body: Payload, push: Data<Push>) -> Result<HttpResponse, Error> {
    let (response, session, messages) = actix_ws::handle(&request, body)?;
    let messages = messages.max_frame_size(MAX_MESSAGE_BYTES);
    // What the connection logs later stands under the call that opened it.
    let life = socket::drive(push.into_inner(), session, messages).instrument(Span::current());
    actix_web::rt::spawn(life);
    Ok(response)
}

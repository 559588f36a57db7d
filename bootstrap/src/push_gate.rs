//! Connects the push adapter to the use cases behind the websocket.

use aditus_application::access::Caller;
use aditus_application::accounts::authenticate;
use aditus_application::notifications::since;
use aditus_application::{Failure, Kind, Ports};
use aditus_domain::ids::NotificationId;
use aditus_push::{Gate, GateError, News};

/// Admits holders of a token, and reads their undelivered notifications.
pub(crate) struct PushGate(pub(crate) Ports);

fn shut(error: impl Failure + Send + Sync + 'static) -> GateError {
    if error.kind() == Kind::Unauthenticated {
        GateError::SignedOut
    } else {
        GateError::Failed(Box::new(error))
    }
}

impl Gate for PushGate {
    fn authenticate(&self, token: &str) -> Result<Caller, GateError> {
        authenticate::execute(&self.0, token).map_err(shut)
    }

    fn still_signed_in(&self, token: &str) -> Result<bool, GateError> {
        authenticate::is_live(&self.0, token).map_err(shut)
    }

    fn news(&self, caller: &Caller, after: Option<NotificationId>) -> Result<News, GateError> {
        let news = since::execute(&self.0, caller, since::Query { after }).map_err(shut)?;
        Ok(News {
            notifications: news.notifications,
            settled: news.settled,
            known: news.known,
        })
    }
}

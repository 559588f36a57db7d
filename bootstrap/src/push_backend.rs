//! Connects the push adapter to the use cases behind the websocket.

use aditus_application::access::Caller;
use aditus_application::accounts::authenticate;
use aditus_application::notifications::since;
use aditus_application::{Failure, Kind, Ports};
use aditus_domain::ids::NotificationId;
use aditus_push::{Backend, BackendError, NotificationBatch};

/// Admits holders of a token, and reads their undelivered notifications.
pub(crate) struct UseCaseBackend(pub(crate) Ports);

fn backend_error(error: impl Failure + Send + Sync + 'static) -> BackendError {
    if error.kind() == Kind::Unauthenticated {
        BackendError::SignedOut
    } else {
        BackendError::Failed(Box::new(error))
    }
}

impl Backend for UseCaseBackend {
    fn authenticate(&self, token: &str) -> Result<Caller, BackendError> {
        authenticate::execute(&self.0, token).map_err(backend_error)
    }

    fn still_signed_in(&self, token: &str) -> Result<bool, BackendError> {
        authenticate::is_live(&self.0, token).map_err(backend_error)
    }

    fn notifications_since(
        &self,
        caller: &Caller,
        after: Option<NotificationId>,
    ) -> Result<NotificationBatch, BackendError> {
        let batch = since::execute(&self.0, caller, since::Query { after }).map_err(backend_error)?;
        Ok(NotificationBatch {
            notifications: batch.notifications,
            settled: batch.settled,
            known: batch.known,
        })
    }
}

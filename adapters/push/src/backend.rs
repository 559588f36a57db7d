use aditus_application::access::Caller;
use aditus_application::notifications::views::NotificationView;
use aditus_domain::ids::NotificationId;
use thiserror::Error;

/// The use cases that a websocket calls: authentication, and reading new notifications. They run on
/// the blocking pool.
pub trait Backend: Send + Sync + 'static {
    /// Returns the caller of this token (`accounts::authenticate`).
    fn authenticate(&self, token: &str) -> Result<Caller, BackendError>;

    /// Returns true if the token still belongs to an open session.
    ///
    /// Called repeatedly while a connection is open. An implementation should not count it as use
    /// of the session, which would never become idle otherwise.
    fn still_signed_in(&self, token: &str) -> Result<bool, BackendError>;

    /// Returns the unread notifications if `after` is `None`, and those after it otherwise
    /// (`notifications::since`).
    fn notifications_since(
        &self,
        caller: &Caller,
        after: Option<NotificationId>,
    ) -> Result<NotificationBatch, BackendError>;
}

/// Notifications, and the position from which to read next time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationBatch {
    /// The notifications.
    pub notifications: Vec<NotificationView>,
    /// All notifications up to this one are known. 0 if there is none.
    pub settled: NotificationId,
    /// Notifications after `settled` that are delivered now or were read before.
    pub known: Vec<NotificationId>,
}

/// The call of a websocket failed.
#[derive(Debug, Error)]
pub enum BackendError {
    /// The token does not belong to an open session.
    #[error("not signed in")]
    SignedOut,
    /// The use case failed for another reason.
    #[error("the websocket's use case failed")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

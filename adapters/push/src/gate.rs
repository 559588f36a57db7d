use aditus_application::access::Caller;
use aditus_application::notifications::views::NotificationView;
use aditus_domain::ids::NotificationId;
use thiserror::Error;

/// The use cases that a websocket calls: who is there, and what they have not been told yet. Called on the blocking
/// pool.
pub trait Gate: Send + Sync + 'static {
    /// Who holds this token (`accounts::authenticate`).
    fn authenticate(&self, token: &str) -> Result<Caller, GateError>;

    /// Whether the token still opens its session. Asked again and again while a connection is open: an
    /// implementation should not count it as use of the session, which would then never become idle.
    fn still_signed_in(&self, token: &str) -> Result<bool, GateError>;

    /// The unread notifications when `after` is none, else those after it (`notifications::since`).
    fn news(&self, caller: &Caller, after: Option<NotificationId>) -> Result<News, GateError>;
}

/// Notifications, and where to begin to ask the next time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    /// The notifications.
    pub notifications: Vec<NotificationView>,
    /// Up to this one nothing is new any more; 0 when there is none.
    pub settled: NotificationId,
    /// Those after it that are told now, or were read before.
    pub known: Vec<NotificationId>,
}

/// The gate stays shut.
#[derive(Debug, Error)]
pub enum GateError {
    /// The token opens no session.
    #[error("not signed in")]
    SignedOut,
    /// The use case failed for another reason.
    #[error("the websocket's use case failed")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

use std::fmt;

use thiserror::Error;

/// A text message, ready to go.
#[derive(Clone, PartialEq, Eq)]
pub struct TextMessage {
    /// The number of the one recipient: its canonical form, with the country's dial prefix.
    pub to: String,
    /// What it says.
    pub text: String,
}

/// A text message holds a code, which must not reach a log (decisions A3).
impl fmt::Debug for TextMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TextMessage")
            .field("to", &self.to)
            .finish_non_exhaustive()
    }
}

/// Sends text messages (decisions A4). An adapter MUST return `Ok` only when the next station has taken the message, and
/// MUST tell what may be tried again from what never will go. Its errors MUST NOT hold what the message says, nor the secret
/// that it sends with. `reference` is the same at each attempt for one message, so that a station that looks at it sends a
/// message once.
pub trait TextMessages: Send + Sync {
    /// Hands the message over.
    fn send(&self, message: &TextMessage, reference: &str) -> Result<(), TextMessageError>;

    /// Whether the next station can be reached, for `aditus check`. MUST send nothing.
    fn check(&self) -> Result<(), TextMessageError>;
}

/// A text message could not be handed over.
#[derive(Debug, Error)]
pub enum TextMessageError {
    /// Try again later.
    #[error("the gateway does not take text messages now")]
    Temporary(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// It will never go: the gateway refuses the number or the message.
    #[error("the text message cannot be sent")]
    Permanent(#[source] Box<dyn std::error::Error + Send + Sync>),
}

use std::fmt;

use thiserror::Error;

/// A text message, ready to send.
#[derive(Clone, PartialEq, Eq)]
pub struct TextMessage {
    /// The number of the one recipient: its canonical form, with the country's dial prefix.
    pub to: String,
    /// Text of the message.
    pub text: String,
}

/// Omits the text, because it contains a code that must not reach a log (decisions A3).
impl fmt::Debug for TextMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TextMessage")
            .field("to", &self.to)
            .finish_non_exhaustive()
    }
}

/// Sends text messages (decisions A4). An adapter MUST return `Ok` only after the gateway has
/// accepted the message. Its errors MUST distinguish temporary from permanent failures, and MUST
/// NOT contain the text or the secret of the gateway. `reference` is the same at each attempt for
/// one message, so that the gateway can deduplicate.
pub trait TextMessages: Send + Sync {
    /// Hands the message to the gateway.
    fn send(&self, message: &TextMessage, reference: &str) -> Result<(), TextMessageError>;

    /// Checks that the gateway can be reached, for `aditus check`. MUST NOT send anything.
    fn check(&self) -> Result<(), TextMessageError>;
}

/// A text message could not be sent.
#[derive(Debug, Error)]
pub enum TextMessageError {
    /// Temporary: try again later.
    #[error("the gateway does not take text messages now")]
    Temporary(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// Permanent: the gateway refuses the number or the message.
    #[error("the text message cannot be sent")]
    Permanent(#[source] Box<dyn std::error::Error + Send + Sync>),
}

use thiserror::Error;

/// A mail, ready to go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailMessage {
    /// The address of the one recipient.
    pub to: String,
    /// The subject line.
    pub subject: String,
    /// The plain part.
    pub text: String,
    /// The HTML part, which says the same.
    pub html: String,
}

/// Sends mails. An adapter MUST return `Ok` only when the next station has taken the mail, and MUST tell what may be
/// tried again from what never will go. `reference` is the same at each attempt for one mail and belongs into the
/// `Message-ID`, so that a mail sent twice can be recognised as one.
pub trait Mailer: Send + Sync {
    /// Hands the mail over.
    fn send(&self, mail: &MailMessage, reference: &str) -> Result<(), MailError>;

    /// Whether the next station can be reached, for `aditus check`.
    fn check(&self) -> Result<(), MailError>;
}

/// A mail could not be handed over.
#[derive(Debug, Error)]
pub enum MailError {
    /// Try again later.
    #[error("the mail server does not take mails now")]
    Temporary(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// It will never go: the address is refused, or the mail cannot be built.
    #[error("the mail cannot be sent")]
    Permanent(#[source] Box<dyn std::error::Error + Send + Sync>),
}

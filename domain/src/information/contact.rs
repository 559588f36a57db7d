//! Whom people ask for help.

use crate::accounts::EmailAddress;

/// What the contact page tells (3 §2.15): each part only where the deployer gives it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ContactDetails {
    /// Answers questions about requests and documents.
    pub requests_email: Option<EmailAddress>,
    /// Helps with accounts and with what does not work.
    pub support_email: Option<EmailAddress>,
    /// A telephone number as people read it, such as +256 700 123 456.
    pub phone: Option<String>,
    /// When somebody answers the telephone.
    pub phone_hours: Option<String>,
}

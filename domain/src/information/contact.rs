//! Contact details for help.

use crate::accounts::EmailAddress;

/// The entries of the contact page (3 §2.15). The deployer configures each; all are optional.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ContactDetails {
    /// The address for questions about requests and documents.
    pub requests_email: Option<EmailAddress>,
    /// The address for help with accounts and technical problems.
    pub support_email: Option<EmailAddress>,
    /// A telephone number as people read it, such as +256 700 123 456.
    pub phone: Option<String>,
    /// The hours during which the telephone is answered.
    pub phone_hours: Option<String>,
}

//! The settings that use cases need.

use aditus_domain::accounts::SessionLifetime;
use aditus_domain::accounts::passkey::ConfirmBy;
use aditus_domain::accounts::second_factor::RequiredFor;
use aditus_domain::information::ContactDetails;
use aditus_domain::limits::Limits;
use aditus_domain::requests::DraftLifetime;
use chrono::TimeDelta;

/// Settings of the installation. All have defaults; the bootstrap crate reads them from the
/// configuration file and the environment.
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a question of its own, with a name of its own in the configuration"
)]
pub struct Settings {
    /// The name of the product; `{product}` in the specification.
    pub product_name: String,
    /// The public address of the product, without a trailing slash. Links in mails start with it.
    pub public_url: String,
    /// The origin of a new transparency log; `None` to derive it from the public address.
    pub log_origin: Option<String>,
    /// The name of the organisation whose roles decide if a data source has no custodian (decisions
    /// C5).
    pub provider_organisation: String,
    /// True if an approval needs a recommendation (decisions C8).
    pub recommendation_on_approval: bool,
    /// True if a person may not decide at two stages of one request (decisions C14).
    pub four_eyes: bool,
    /// True if text messages can be sent. Without them, codes for phone numbers are sent by email
    /// (decisions A4).
    pub text_messages: bool,
    /// True if clicks of visitors who consented are stored (decisions A11).
    pub click_tracking: bool,
    /// The lifetime of sessions (decisions A2).
    pub session_life: SessionLifetime,
    /// The time for which a browser stays known to an account after a sign-in (decisions A12).
    pub known_browser_for: TimeDelta,
    /// The groups of roles that need a second factor.
    pub second_factor_required_for: RequiredFor,
    /// The ways in which a decision can be confirmed.
    pub confirm_by: ConfirmBy,
    /// The rate limits.
    pub limits: Limits,
    /// The storage quota of one account in bytes, for the files of its drafts and undecided
    /// requests.
    pub stored_bytes: u64,
    /// The retention periods.
    pub retention: Retention,
    /// The lifetime of untouched drafts of requests.
    pub draft_life: DraftLifetime,
    /// The number of working days for which a stage is overdue before the Admins of its organisation
    /// are notified (decisions N5).
    pub escalate_after: u16,
    /// The contact for help.
    pub contact: ContactDetails,
}

impl Settings {
    /// Returns true if the public address uses TLS.
    pub fn is_reached_over_tls(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}

/// Retention periods, after which data are deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// One-time codes. Never shorter than the hour that the limit on new codes looks back.
    pub codes: TimeDelta,
    /// Clicks.
    pub clicks: TimeDelta,
    /// Mails and text messages in the outbox. A sent message is kept to show its time and number of
    /// attempts. An unsent one is kept far longer than any retries, for a channel that no worker
    /// serves any more.
    pub messages: TimeDelta,
    /// Passports and national IDs of finished requests; `None` to keep them as long as the
    /// requests.
    pub identification: Option<TimeDelta>,
    /// Finished requests with everything that belongs to them; `None` to keep them for ever.
    pub requests: Option<TimeDelta>,
    /// Notifications, read or unread; `None` to keep them for ever.
    pub notifications: Option<TimeDelta>,
    /// Feedback; `None` to keep it as long as its request.
    pub feedback: Option<TimeDelta>,
}

impl Default for Retention {
    fn default() -> Self {
        Self {
            codes: TimeDelta::days(1),
            clicks: TimeDelta::days(180),
            messages: TimeDelta::days(30),
            identification: None,
            requests: None,
            notifications: None,
            feedback: None,
        }
    }
}

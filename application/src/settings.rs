//! What a deployer configures and use cases need to know.

use aditus_domain::accounts::SessionLife;
use aditus_domain::information::ContactDetails;
use aditus_domain::limits::Limits;
use aditus_domain::requests::DraftLife;
use chrono::TimeDelta;

/// Settings of the installation. All have defaults; the bootstrap reads them from file and environment.
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a question of its own, with a name of its own in the configuration"
)]
pub struct Settings {
    /// The name of the product; `{product}` in the specification.
    pub product_name: String,
    /// Where people reach the product, without a trailing slash: links in mails begin with it.
    pub public_url: String,
    /// The name of a transparency log that begins; none where it is made of the public address.
    pub log_origin: Option<String>,
    /// The name of the organisation whose roles decide where a data source has no custodian (decisions C5).
    pub provider_organisation: String,
    /// Whether an approval needs a recommendation (decisions C8).
    pub recommendation_on_approval: bool,
    /// Whether nobody decides at two stages of one request (decisions C14).
    pub four_eyes: bool,
    /// Whether text messages can be sent: without them, codes for phone numbers go by e-mail (decisions A4).
    pub text_messages: bool,
    /// Whether clicks of visitors who agreed are kept (decisions A11).
    pub click_tracking: bool,
    /// How long sessions live (decisions A2).
    pub session_life: SessionLife,
    /// How long a browser counts as known to an account since somebody signed in to it there (decisions A12).
    pub known_browser_for: TimeDelta,
    /// How often things may be done.
    pub limits: Limits,
    /// The most bytes that files of one account's drafts and undecided requests take.
    pub stored_bytes: u64,
    /// How long what is past is kept.
    pub retention: Retention,
    /// How long drafts of requests are kept that nobody goes on with.
    pub draft_life: DraftLife,
    /// Whom people ask for help.
    pub contact: ContactDetails,
}

impl Settings {
    /// Whether people reach the product over TLS, as the public address says.
    pub fn is_reached_over_tls(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}

/// How long what is past is kept before it is swept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// One-time codes. Never shorter than the hour that the limit on new codes looks back on.
    pub codes: TimeDelta,
    /// Clicks.
    pub clicks: TimeDelta,
    /// Mails and text messages in the outbox: once sent, to tell when and after how many attempts; unsent, far longer than
    /// anybody tries, for a channel that nobody serves any more.
    pub messages: TimeDelta,
    /// Passports and national IDs of requests that are not being decided on any more; none where they are kept for as long as the requests.
    pub identification: Option<TimeDelta>,
    /// Finished requests with everything that belongs to them; none where they are kept for ever.
    pub requests: Option<TimeDelta>,
    /// Notifications, read or not; none where they are kept for ever.
    pub notifications: Option<TimeDelta>,
    /// Feedback; none where it is kept for as long as its request.
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

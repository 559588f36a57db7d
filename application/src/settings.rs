//! What a deployer configures and use cases need to know.

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
}

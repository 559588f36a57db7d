//! All configuration keys. `docs/OPERATING.md` explains them; a test compares the two.

use aditus_domain::accounts::identity::ProviderId;

use super::passkeys::CONFIRM_BY;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Key {
    /// The name in the file, with dots between table and key.
    pub(crate) name: &'static str,
    /// The default, as the documentation writes it.
    pub(crate) default: &'static str,
}

impl Key {
    /// Returns the variable that overrides the file.
    pub(crate) fn variable(&self) -> String {
        variable_of(self.name)
    }

    /// Returns the key of this name.
    pub(crate) fn by_name(name: &str) -> Option<&'static Self> {
        KEYS.iter().find(|key| key.name == name)
    }

    /// Returns the key of a sign-in provider with this full name. The provider need not be
    /// configured.
    pub(crate) fn of_any_provider(name: &str) -> Option<&'static Self> {
        let (_, own) = split_provider_key(name)?;
        PROVIDER_KEYS.iter().find(|key| key.name == own)
    }
}

/// Returns the variable that overrides a key in the file.
pub(crate) fn variable_of(name: &str) -> String {
    format!("ADITUS_{}", name.to_uppercase().replace('.', "_"))
}

/// A key that was renamed. The old name and its variable are still read, with a warning, until the
/// next version. The new name wins if both are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RenamedKey {
    /// The name in earlier versions.
    pub(crate) old: &'static str,
    /// The name in [`KEYS`].
    pub(crate) new: &'static str,
}

/// All renamed keys. Keys of [`MAY_COME_FROM_FILES`] cannot be among them: their files are found by
/// the new name only.
pub(crate) const RENAMED_KEYS: &[RenamedKey] = &[RenamedKey {
    old: "hashing.strangers",
    new: "hashing.unknown_browsers",
}];

impl RenamedKey {
    /// Returns the renamed key that had this name.
    pub(crate) fn by_old_name(name: &str) -> Option<&'static Self> {
        RENAMED_KEYS.iter().find(|key| key.old == name)
    }

    /// Returns the renamed key that had this variable.
    pub(crate) fn by_old_variable(variable: &str) -> Option<&'static Self> {
        RENAMED_KEYS.iter().find(|key| variable_of(key.old) == variable)
    }
}

/// The key that names the sign-in providers.
pub(crate) const PROVIDERS: &str = "sign_in.providers";

/// The table with one table for each sign-in provider.
pub(crate) const PROVIDER_TABLES: &str = "sign_in.provider";

/// The key of a sign-in provider whose value is a secret. It may be in a file of its own.
pub(crate) const PROVIDER_SECRET: &str = "client_secret";

/// The keys in the table of a sign-in provider, in the order of the documentation.
pub(crate) const PROVIDER_KEYS: &[Key] = &[
    key("label", ""),
    key("issuer", ""),
    key("client_id", ""),
    key(PROVIDER_SECRET, ""),
    key("scopes", "openid profile email"),
    key("acr", ""),
    key("multi_factor_acr", ""),
    key("email_domains", ""),
    key("only_for", ""),
];

/// Returns the full name of a key of a sign-in provider.
pub(crate) fn provider_key(provider: &ProviderId, key: &str) -> String {
    format!("{PROVIDER_TABLES}.{provider}.{key}")
}

/// Splits the full name of a key of a sign-in provider into the provider and the key.
pub(crate) fn split_provider_key(name: &str) -> Option<(&str, &str)> {
    let rest = name.strip_prefix(PROVIDER_TABLES)?.strip_prefix('.')?;
    rest.split_once('.')
}

/// Keys whose value is a secret. [`PROVIDER_SECRET`] is another one.
pub(crate) const SECRETS: [&str; 3] = ["text_gateway.secret", "files.secret_access_key", "traces.secret"];

/// Keys whose value is an address, which may contain a secret.
pub(crate) const ADDRESSES: [&str; 4] = ["database_url", "smtp_url", "text_gateway.url", "traces.endpoint"];

/// The keys whose value may be in a file of its own, beside [`PROVIDER_SECRET`]. A variable with
/// the suffix `_FILE` names the file, and a systemd credential has the name of the key.
pub(crate) const MAY_COME_FROM_FILES: [&str; 8] = [
    "database_url",
    "smtp_url",
    "text_gateway.url",
    "text_gateway.secret",
    "files.access_key_id",
    "files.secret_access_key",
    "traces.endpoint",
    "traces.secret",
];

const fn key(name: &'static str, default: &'static str) -> Key {
    Key { name, default }
}

/// All keys, in the order of the documentation.
pub(crate) const KEYS: &[Key] = &[
    key("port", "8080"),
    key("address", "127.0.0.1"),
    key("trusted_proxies", ""),
    key("forwarded_header", "x-forwarded-for"),
    key("public_url", "http://localhost:{port}"),
    key("tls.certificate", ""),
    key("tls.key", ""),
    key("tls.ca_certificates", ""),
    key("tls.system_roots", "true"),
    key("data_dir", "./data"),
    key("database_url", "sqlite://{data_dir}/aditus.db"),
    key("database_connections", "0"),
    key("smtp_url", ""),
    key("mail_from", "{product.name} <no-reply@aditus.example>"),
    key("text_gateway.url", ""),
    key("text_gateway.header", "Authorization"),
    key("text_gateway.secret", ""),
    key("text_gateway.sender", ""),
    key(
        "text_gateway.body",
        r#"{"to":"{to}","text":"{text}","from":"{from}"}"#,
    ),
    key("product.name", "Aditus"),
    key("provider_organisation", "National Health Data Institute"),
    key("contact.requests_email", ""),
    key("contact.support_email", ""),
    key("contact.phone", ""),
    key("contact.phone_hours", ""),
    key("decisions.recommendation_on_approval", "false"),
    key("decisions.four_eyes", "true"),
    key(CONFIRM_BY, "code"),
    key("country", "UG"),
    key("geoip_file", ""),
    key("click_tracking", "false"),
    key("argon2.memory_kib", "19456"),
    key("argon2.iterations", "2"),
    key("argon2.parallelism", "1"),
    key("files.kind", "folder"),
    key("files.bucket", ""),
    key("files.region", "us-east-1"),
    key("files.endpoint", ""),
    key("files.access_key_id", ""),
    key("files.secret_access_key", ""),
    key("files.prefix", ""),
    key("sessions.idle_minutes", "720"),
    key("sessions.absolute_hours", "168"),
    key("sessions.known_browser_days", "90"),
    key("second_factor.required_for", "admin, super-user"),
    key(PROVIDERS, ""),
    key("limits.sign_in", "10 in 15 minutes"),
    key("limits.sign_in_known_browser", "10 in 15 minutes"),
    key("limits.sign_in_account", "100 in 1 hour"),
    key("limits.sign_in_slowed", "1 in 1 minute"),
    key("limits.sign_in_network", "100 in 15 minutes"),
    key("limits.attack_mail", "1 in 1 day"),
    key("limits.new_browser_mail", "5 in 1 day"),
    key("limits.password_confirmation", "10 in 15 minutes"),
    key("limits.password_confirmation_account", "100 in 1 hour"),
    key("limits.second_factor", "10 in 15 minutes"),
    key("limits.second_factor_account", "30 in 1 day"),
    key("limits.provider_sign_in", "600 in 1 hour"),
    key("limits.passkey_sign_in", "600 in 1 hour"),
    key("limits.sign_up", "60 in 1 hour"),
    key("limits.forgotten_password", "60 in 1 hour"),
    key("limits.reset_mail", "20 in 1 hour"),
    key("limits.duplicate_check", "120 in 10 minutes"),
    key("limits.password_check", "120 in 10 minutes"),
    key("limits.code", "60 in 1 hour"),
    key("limits.click", "1000 in 10 minutes"),
    key("limits.submission", "60 in 1 hour"),
    key("limits.daily_submission", "20 in 1 day"),
    key("limits.edit", "300 in 1 hour"),
    key("limits.upload", "600 in 1 hour"),
    key("limits.reply", "120 in 1 hour"),
    key("limits.comment", "300 in 1 hour"),
    key("limits.export", "120 in 1 hour"),
    key("limits.opening", "600 in 1 hour"),
    key("limits.calendar_feed", "600 in 1 hour"),
    key("limits.profile", "60 in 1 hour"),
    key("limits.session", "600 in 1 hour"),
    key("limits.stored_mib", "1024"),
    key("retention.code_days", "1"),
    key("retention.click_days", "180"),
    key("retention.message_days", "30"),
    key("retention.identification_days", "0"),
    key("retention.request_days", "0"),
    key("retention.notification_days", "0"),
    key("retention.feedback_days", "0"),
    key("drafts.untouched_days", "90"),
    key("drafts.notice_days", "14"),
    key("reminders.escalate_after", "5"),
    key("backup.dir", ""),
    key("backup.every", "1 day"),
    key("backup.keep", "7"),
    key("audit.origin", ""),
    key("audit.witness_url", ""),
    key("audit.witness_key", ""),
    key("audit.witness_seconds", "60"),
    key("virus_scanner", ""),
    key("documents.fonts", "/usr/share/fonts/opentype/noto"),
    key("workers", "0"),
    key("shutdown_seconds", "30"),
    key("connections.per_network", "2048"),
    key("connections.new_per_network", "256"),
    key("connections.keep_alive_seconds", "75"),
    key("bodies.guest_kib", "64"),
    key("bodies.memory_mib", "128"),
    key("bodies.deadline_seconds", "600"),
    key("bodies.least_kib", "40"),
    key("bodies.window_seconds", "10"),
    key("heavy.slots", "0"),
    key("heavy.queue", "32"),
    key("heavy.per_account", "2"),
    key("inspections.slots", "0"),
    key("inspections.queue", "32"),
    key("inspections.per_account", "2"),
    key("hashing.slots", "0"),
    key("hashing.queue", "256"),
    key("hashing.per_account", "8"),
    key("hashing.per_network", "128"),
    key("hashing.unknown_browsers", "0"),
    key("log.format", "text"),
    key("metrics.address", ""),
    key("traces.endpoint", ""),
    key("traces.header", "Authorization"),
    key("traces.secret", ""),
    key("traces.percent", "10"),
];

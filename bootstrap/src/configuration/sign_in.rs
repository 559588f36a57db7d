//! The keys of sign-in providers (decisions O5): `sign_in.providers` names them, and each has a
//! table `[sign_in.provider.NAME]`.

use std::net::IpAddr;

use aditus_domain::accounts::EmailAddress;
use aditus_domain::accounts::identity::{Identity, ProviderId};
use aditus_domain::organisations::name_key;
use secrecy::SecretString;

use super::keys::{
    PROVIDER_SECRET, PROVIDER_TABLES, PROVIDERS, provider_key, split_provider_key, variable_of,
};
use super::reader::Reader;
use super::tls::host_of;

/// A configured sign-in provider.
#[derive(Debug, Clone)]
pub(crate) struct SignInProvider {
    pub(crate) id: ProviderId,
    /// The label on screens.
    pub(crate) label: String,
    pub(crate) issuer: String,
    pub(crate) client_id: String,
    pub(crate) client_secret: SecretString,
    pub(crate) scopes: Vec<String>,
    /// The values of `acr` of which one is required; empty for any.
    pub(crate) required_acr: Vec<String>,
    /// The values of `acr` that stand for several factors.
    pub(crate) multi_factor_acr: Vec<String>,
    /// The domains of email addresses that it may vouch for, in lower case; empty for any.
    pub(crate) email_domains: Vec<String>,
    /// The names of the organisations whose people have to sign in with it.
    pub(crate) only_for: Vec<String>,
}

/// The names in `sign_in.providers`.
#[derive(Default)]
pub(super) struct ProviderNames {
    /// The valid names, each once, in the configured order.
    pub(super) valid: Vec<ProviderId>,
    /// All names as they are written, to report an invalid one only once.
    written: Vec<String>,
    /// The errors of the list.
    pub(super) errors: Vec<String>,
}

impl ProviderNames {
    /// Parses the value of the key.
    pub(super) fn parse(list: &str) -> Self {
        let mut names = Self::default();
        for text in items(list, ',') {
            match ProviderId::parse(&text) {
                Ok(id) if names.valid.contains(&id) => names.errors.push(format!("names {text} twice")),
                Ok(id) => names.valid.push(id),
                Err(_) => names.errors.push(format!(
                    "must be names separated by commas, each with 1 to 32 lower-case letters and digits and a letter first, not {text:?}"
                )),
            }
            names.written.push(text);
        }
        names
    }

    /// Returns the full name of the key that a variable overrides.
    pub(super) fn key_of(&self, variable: &str) -> Option<String> {
        let keys = super::keys::PROVIDER_KEYS;
        let mut names = self
            .valid
            .iter()
            .flat_map(|id| keys.iter().map(move |key| provider_key(id, key.name)));
        names.find(|name| variable_of(name) == variable)
    }

    /// Returns the error of a key in the file, or of a variable, that belongs to a provider which
    /// is not named in the list.
    pub(super) fn unnamed(&self, provider: &str) -> Option<String> {
        let is_written = self.written.iter().any(|name| name == provider);
        (!is_written).then(|| format!("add {provider:?} to {PROVIDERS}, or remove it"))
    }
}

/// Returns the variable of a key of a provider.
pub(crate) fn variable_of_provider(provider: &ProviderId, key: &str) -> String {
    variable_of(&provider_key(provider, key))
}

/// Returns the provider to which a key in the file belongs.
pub(super) fn provider_of_key(name: &str) -> Option<&str> {
    split_provider_key(name).map(|(provider, _)| provider)
}

/// Returns the provider to which a variable belongs, in lower case. A name has no underscore, so it
/// ends at the first one.
pub(super) fn provider_of_variable(variable: &str) -> Option<String> {
    let rest = variable.strip_prefix(&format!("{}_", variable_of(PROVIDER_TABLES)))?;
    let (provider, _) = rest.split_once('_')?;
    Some(provider.to_lowercase())
}

/// Reads all providers, in the configured order.
pub(super) fn read(reader: &Reader) -> Vec<SignInProvider> {
    // Reports a value that is no text. The names themselves were parsed before any other key.
    reader.text(PROVIDERS);
    let names = reader.providers();
    for error in &names.errors {
        reader.add_error(PROVIDERS, error);
    }
    let providers: Vec<SignInProvider> = names.valid.iter().map(|id| provider(reader, id)).collect();
    refuse_shared_organisations(reader, &providers);
    refuse_shared_labels(reader, &providers);
    providers
}

fn provider(reader: &Reader, id: &ProviderId) -> SignInProvider {
    SignInProvider {
        id: id.clone(),
        label: label(reader, &provider_key(id, "label")),
        issuer: issuer(reader, &provider_key(id, "issuer")),
        client_id: needed(reader, &provider_key(id, "client_id")),
        client_secret: SecretString::from(needed(reader, &provider_key(id, PROVIDER_SECRET))),
        scopes: scopes(reader, &provider_key(id, "scopes")),
        required_acr: acr_values(reader, &provider_key(id, "acr")),
        multi_factor_acr: acr_values(reader, &provider_key(id, "multi_factor_acr")),
        email_domains: email_domains(reader, &provider_key(id, "email_domains")),
        only_for: only_for(reader, &provider_key(id, "only_for")),
    }
}

fn needed(reader: &Reader, name: &str) -> String {
    let text = reader.optional_text(name);
    if text.is_none() {
        reader.add_error(
            name,
            format!("must be set, because {PROVIDERS} names this provider"),
        );
    }
    text.unwrap_or_default()
}

/// The longest label: it fits on a button of a phone in two lines.
const MAX_LABEL: usize = 60;

fn label(reader: &Reader, name: &str) -> String {
    let label = needed(reader, name);
    if label.chars().count() > MAX_LABEL || label.chars().any(char::is_control) {
        reader.add_error(
            name,
            format!("must be one line of at most {MAX_LABEL} characters"),
        );
    }
    label
}

/// Returns the issuer as it was written: the provider's own value has to be the same, letter by
/// letter. An error does not repeat it, since it may contain a password.
fn issuer(reader: &Reader, name: &str) -> String {
    let issuer = needed(reader, name);
    if !issuer.is_empty() && !is_issuer(&issuer) {
        reader.add_error(
            name,
            "must be an address such as https://login.example/realms/health, without a password, a query and a fragment; http:// is only for a \
             provider on this machine",
        );
    }
    issuer
}

/// Checks the form of an issuer (OpenID Connect Core 1.0, section 2).
fn is_issuer(url: &str) -> bool {
    let Some((scheme, rest)) = url.split_once("://") else {
        return false;
    };
    let host = host_of(url);
    let authority = rest.split('/').next().unwrap_or_default();
    let port = authority.rsplit_once(':').map(|(_, port)| port);
    let is_no_port = port.is_some_and(|port| !port.ends_with(']') && port.parse::<u16>().is_err());
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !b"?#@\\\"<>".contains(&byte);
    let is_allowed = match scheme {
        "https" => true,
        "http" => host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback()),
        _ => false,
    };
    is_allowed
        && !host.is_empty()
        && !is_no_port
        && url.len() <= Identity::MAX_LENGTH
        && rest.bytes().all(is_plain)
}

/// The scope without which a provider issues no ID token.
const OPENID: &str = "openid";

fn scopes(reader: &Reader, name: &str) -> Vec<String> {
    let scopes = items(&reader.text(name), ' ');
    // RFC 6749, section 3.3.
    let is_scope = |scope: &String| {
        scope
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && !b"\"\\".contains(&byte))
    };
    if !scopes.iter().all(is_scope) || !scopes.iter().any(|scope| scope == OPENID) {
        reader.add_error(
            name,
            "must be scopes separated by spaces, of which one is openid, such as \"openid profile email\"",
        );
    }
    scopes
}

fn acr_values(reader: &Reader, name: &str) -> Vec<String> {
    let values = items(&reader.text(name), ' ');
    if !values
        .iter()
        .all(|value| value.bytes().all(|byte| byte.is_ascii_graphic()))
    {
        reader.add_error(
            name,
            "must be values of acr separated by spaces, such as \"urn:health:high\"",
        );
    }
    values
}

fn email_domains(reader: &Reader, name: &str) -> Vec<String> {
    let mut domains = Vec::new();
    for text in items(&reader.text(name), ',') {
        match EmailAddress::parse(&format!("name@{text}")) {
            Ok(address) => domains.push(address.domain()),
            Err(_) => reader.add_error(
                name,
                format!("must be domains of email addresses such as health.example, separated by commas, not {text:?}"),
            ),
        }
    }
    domains
}

/// Returns names of organisations. A semicolon separates names that contain commas.
fn only_for(reader: &Reader, name: &str) -> Vec<String> {
    let text = reader.text(name);
    let separator = if text.contains(';') { ';' } else { ',' };
    items(&text, separator)
}

/// Refuses an organisation whose people would have to sign in with two providers.
fn refuse_shared_organisations(reader: &Reader, providers: &[SignInProvider]) {
    for (index, provider) in providers.iter().enumerate() {
        let (earlier, _) = providers.split_at(index);
        for organisation in &provider.only_for {
            let key = name_key(organisation);
            let names_it = |other: &&SignInProvider| other.only_for.iter().any(|name| name_key(name) == key);
            if let Some(other) = earlier.iter().find(names_it) {
                reader.add_error(
                    &provider_key(&provider.id, "only_for"),
                    format!(
                        "names {organisation:?}, which {} names as well; people sign in with one of the two",
                        provider_key(&other.id, "only_for")
                    ),
                );
            }
        }
    }
}

/// Two buttons with one label could not be told apart.
fn refuse_shared_labels(reader: &Reader, providers: &[SignInProvider]) {
    for (index, provider) in providers.iter().enumerate() {
        let (earlier, _) = providers.split_at(index);
        let has_label = |other: &&SignInProvider| !other.label.is_empty() && other.label == provider.label;
        if let Some(other) = earlier.iter().find(has_label) {
            reader.add_error(
                &provider_key(&provider.id, "label"),
                format!("is also {}", provider_key(&other.id, "label")),
            );
        }
    }
}

/// Splits a list into its items, without white space around them and without empty ones.
fn items(list: &str, separator: char) -> Vec<String> {
    let parts = list.split(|c: char| c == separator || (separator == ' ' && c.is_whitespace()));
    parts
        .map(str::trim)
        .filter(|item| !item.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn issuer_is_https_or_on_this_machine() {
        for url in [
            "https://accounts.google.com",
            "https://login.microsoftonline.com/8eaef023-2b34-4da1-9baa-8bc8c9d6a490/v2.0",
            "https://login.health.example:8443/realms/health",
            "https://[2001:db8::7]:8443/",
            "http://localhost:8081/realms/health",
            "http://127.0.0.1:8081",
            "http://[::1]:8081",
        ] {
            assert!(is_issuer(url), "{url}");
        }
        for url in [
            "login.health.example",
            "https://",
            "https:///realms/health",
            "https://login.health.example:port",
            "https://ada:s3cret@login.health.example",
            "https://login.health.example/?tenant=health",
            "https://login.health.example/#health",
            "https://login.health.example/two words",
            "http://login.health.example",
            "http://192.168.0.7:8081",
            "ldap://login.health.example",
            &format!("https://login.health.example/{}", "a".repeat(255)),
        ] {
            assert!(!is_issuer(url), "{url}");
        }
    }

    #[test]
    fn variable_belongs_to_the_provider_before_its_first_underscore() {
        let of = provider_of_variable;
        assert_eq!(
            of("ADITUS_SIGN_IN_PROVIDER_ENTRA2_MULTI_FACTOR_ACR").as_deref(),
            Some("entra2")
        );
        for variable in [
            "ADITUS_SIGN_IN_PROVIDERS",
            "ADITUS_SIGN_IN_PROVIDER_",
            "ADITUS_PORT",
        ] {
            assert_eq!(of(variable), None, "{variable}");
        }
    }
}

use std::net::IpAddr;

use aditus_application::ports::Authorities;
use openidconnect::url::{Host, Url};
use secrecy::{ExposeSecret, SecretString};
use thiserror::Error;

/// Settings of an OpenID Connect provider.
#[derive(Debug, Clone)]
pub struct OpenIdSettings {
    /// The issuer, exactly as the provider states it. Its configuration is at
    /// `/.well-known/openid-configuration` below this address.
    pub issuer: String,
    /// The identifier under which the provider knows this installation.
    pub client_id: String,
    /// The secret that authenticates this installation.
    pub client_secret: SecretString,
    /// The scopes that are requested. `openid` is always among them.
    pub scopes: Vec<String>,
    /// The values of `acr` that are requested, one of which the ID token has to state; empty for
    /// any.
    pub required_acr: Vec<String>,
    /// The address to which the provider returns the browser after a sign-in.
    pub redirect_address: String,
    /// The address to which the provider returns the browser after a sign-out.
    pub back_to: String,
    /// Certificate authorities that are trusted.
    pub authorities: Authorities,
}

/// A setting is unusable. The texts never contain a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SettingsError {
    /// The issuer is no protected address.
    #[error(
        "the issuer must be an address such as https://id.example/realms/health, without a user, `?` and `#`; http:// only on this machine"
    )]
    Issuer,
    /// The client identifier is missing.
    #[error("the client id must not be empty")]
    ClientId,
    /// The client secret is missing.
    #[error("the client secret must not be empty")]
    ClientSecret,
    /// A scope is not a single word.
    #[error("a scope must be a word such as profile")]
    Scope,
    /// A value of `acr` is not a single word.
    #[error("a value of acr must be a word such as urn:example:acr:gold")]
    Acr,
    /// The address for the return after a sign-in is unusable.
    #[error("the address to which a provider returns the browser must be an https:// or http:// address")]
    RedirectAddress,
    /// The address for the return after a sign-out is unusable.
    #[error("the address to go back to after a sign-out must be an https:// or http:// address")]
    BackTo,
}

impl OpenIdSettings {
    /// Checks each setting and reports the first that is unusable.
    pub(crate) fn check(&self) -> Result<(), SettingsError> {
        if !is_issuer(&self.issuer) {
            return Err(SettingsError::Issuer);
        }
        if self.client_id.is_empty() {
            return Err(SettingsError::ClientId);
        }
        if self.client_secret.expose_secret().is_empty() {
            return Err(SettingsError::ClientSecret);
        }
        if !self.scopes.iter().all(|scope| is_word(scope)) {
            return Err(SettingsError::Scope);
        }
        if !self.required_acr.iter().all(|acr| is_word(acr)) {
            return Err(SettingsError::Acr);
        }
        if !is_web_address(&self.redirect_address) {
            return Err(SettingsError::RedirectAddress);
        }
        if !is_web_address(&self.back_to) {
            return Err(SettingsError::BackTo);
        }
        Ok(())
    }
}

fn is_issuer(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| {
        is_protected(&url)
            && url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none()
            && !text.contains(char::is_whitespace)
    })
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
}

fn is_web_address(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "https" | "http") && url.has_host())
}

/// Returns true if requests to this address use TLS or stay on this machine.
pub(crate) fn is_protected(url: &Url) -> bool {
    match url.scheme() {
        "https" => url.has_host(),
        "http" => is_loopback(url),
        _ => false,
    }
}

/// Returns true if a provider with this issuer may be reached at this address: with `https://` if
/// the issuer has it.
pub(crate) fn is_allowed(issuer: &Url, address: &Url) -> bool {
    is_protected(address) && (address.scheme() == "https" || issuer.scheme() == address.scheme())
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => IpAddr::V4(address).is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::V6(address).is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> OpenIdSettings {
        OpenIdSettings {
            issuer: "https://id.example/realms/health".to_owned(),
            client_id: "aditus".to_owned(),
            client_secret: "s3cret".into(),
            scopes: vec!["openid".to_owned(), "email".to_owned()],
            required_acr: vec!["gold".to_owned()],
            redirect_address: "https://aditus.example/sign-in/return".to_owned(),
            back_to: "http://aditus.example/".to_owned(),
            authorities: Authorities::default(),
        }
    }

    #[test]
    fn issuer_without_tls_has_to_be_on_this_machine() {
        for issuer in [
            "https://id.example",
            "https://id.example:8443/realms/health/",
            "http://localhost:8080/realms/health",
            "http://127.0.0.1:9000",
            "http://[::1]:9000",
        ] {
            let settings = OpenIdSettings {
                issuer: issuer.to_owned(),
                ..settings()
            };
            assert_eq!(settings.check(), Ok(()), "{issuer}");
        }
        for issuer in [
            "",
            "id.example",
            "http://id.example",
            "http://localhost.example",
            "http://10.0.0.1",
            "ftp://id.example",
            "https://",
            "https://user@id.example",
            "https://:word@id.example",
            "https://id.example?tenant=1",
            "https://id.example#a",
            " https://id.example",
        ] {
            let settings = OpenIdSettings {
                issuer: issuer.to_owned(),
                ..settings()
            };
            assert_eq!(settings.check(), Err(SettingsError::Issuer), "{issuer}");
        }
    }

    #[test]
    fn unusable_settings_are_refused() {
        type Change = fn(&mut OpenIdSettings);
        let changes: [(Change, SettingsError); 7] = [
            (|it| it.client_id.clear(), SettingsError::ClientId),
            (|it| it.client_secret = "".into(), SettingsError::ClientSecret),
            (|it| it.scopes.push("a b".to_owned()), SettingsError::Scope),
            (|it| it.scopes.push(String::new()), SettingsError::Scope),
            (|it| it.required_acr.push("é".to_owned()), SettingsError::Acr),
            (
                |it| it.redirect_address = "/sign-in/return".to_owned(),
                SettingsError::RedirectAddress,
            ),
            (
                |it| it.back_to = "javascript:alert(1)".to_owned(),
                SettingsError::BackTo,
            ),
        ];
        for (change, error) in changes {
            let mut settings = settings();
            change(&mut settings);
            assert_eq!(settings.check(), Err(error));
        }
    }

    #[test]
    fn secret_is_not_shown() {
        let shown = format!("{:?}", settings());
        assert!(!shown.contains("s3cret"), "{shown}");
    }
}

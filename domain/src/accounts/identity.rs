//! Identities at OpenID Connect providers, with which people sign in (decisions O5).

use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

/// The name of a provider in the configuration, in addresses and in the database.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProviderId(String);

/// The text is no name of a provider.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("A provider's name has 1 to 32 lower-case letters and digits, and begins with a letter.")]
pub struct ProviderIdError;

impl ProviderId {
    /// The maximum length in characters.
    pub const MAX_LENGTH: usize = 32;

    /// Parses a name: lower-case letters and digits, beginning with a letter.
    pub fn parse(text: &str) -> Result<Self, ProviderIdError> {
        let is_valid = text.len() <= Self::MAX_LENGTH
            && text.starts_with(|first: char| first.is_ascii_lowercase())
            && text
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        if is_valid {
            Ok(Self(text.to_owned()))
        } else {
            Err(ProviderIdError)
        }
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for ProviderId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// A person at a provider. Only the pair identifies a person: an email address links nothing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    /// The issuer, as the ID token states it.
    issuer: String,
    /// The subject at this issuer.
    subject: String,
}

/// The reason an issuer and a subject are no identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the provider sent an issuer or a subject that is empty or has more than 255 characters")]
pub struct IdentityError;

impl Identity {
    /// The maximum length of an issuer or subject in characters (OpenID Connect Core 1.0, section
    /// 2).
    pub const MAX_LENGTH: usize = 255;

    /// Creates an identity. Both parts are compared exactly, without folding.
    pub fn new(issuer: &str, subject: &str) -> Result<Self, IdentityError> {
        let is_valid = |part: &str| {
            !part.is_empty()
                && part.chars().count() <= Self::MAX_LENGTH
                && !part.chars().any(char::is_control)
        };
        if is_valid(issuer) && is_valid(subject) {
            Ok(Self {
                issuer: issuer.to_owned(),
                subject: subject.to_owned(),
            })
        } else {
            Err(IdentityError)
        }
    }

    /// The issuer.
    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    /// The subject.
    pub fn subject(&self) -> &str {
        &self.subject
    }
}

/// The details of a person that a provider states. They prefill the registration form and decide
/// nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Claims {
    /// The first name; empty if the provider states none.
    pub fname: String,
    /// The surname; empty if the provider states none.
    pub sname: String,
    /// The email address; empty if the provider states none.
    pub email: String,
}

impl Claims {
    /// The maximum length of a name in characters. Longer ones are left out.
    pub const MAX_NAME: usize = 255;
    /// The maximum length of an email address in characters. Longer ones are left out.
    pub const MAX_EMAIL: usize = 254;

    /// Trims the texts. Leaves out texts that are too long or contain control characters.
    pub fn new(fname: &str, sname: &str, email: &str) -> Self {
        let usable = |text: &str, most: usize| {
            let text = crate::typed::trimmed(text);
            let is_usable = text.chars().count() <= most && !text.chars().any(char::is_control);
            if is_usable { text.to_owned() } else { String::new() }
        };
        Self {
            fname: usable(fname, Self::MAX_NAME),
            sname: usable(sname, Self::MAX_NAME),
            email: usable(email, Self::MAX_EMAIL),
        }
    }
}

/// A sign-in that a provider is asked for, between leaving Aditus and coming back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderSignIn {
    /// The provider.
    pub provider: ProviderId,
    /// The time at which the person left for the provider.
    pub begun_on: DateTime<Utc>,
}

/// The reason a return from a provider is refused before the provider is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ReturnError {
    /// The state is unknown: it was used before, belongs to another browser, or was made up.
    #[error("This sign-in has ended. Begin again.")]
    Unknown,
    /// The person came back too late.
    #[error("This sign-in took too long. Begin again.")]
    Expired,
}

impl ProviderSignIn {
    /// The time within which a person has to come back.
    pub const LIFETIME: TimeDelta = TimeDelta::minutes(10);

    /// Refuses a return after the lifetime.
    pub fn require_live(&self, now: DateTime<Utc>) -> Result<(), ReturnError> {
        if now < self.begun_on + Self::LIFETIME {
            Ok(())
        } else {
            Err(ReturnError::Expired)
        }
    }
}

/// An identity that was proven at a provider and belongs to no account yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvenIdentity {
    /// The provider.
    pub provider: ProviderId,
    /// The identity.
    pub identity: Identity,
    /// The details for the registration form.
    pub claims: Claims,
    /// The time at which it was proven.
    pub proven_on: DateTime<Utc>,
}

/// The identity is not waiting to be linked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("It took too long to link this sign-in to an account. Sign in with the provider again.")]
pub struct ProofExpired;

impl ProvenIdentity {
    /// The time within which the identity has to be linked: enough to fill in the registration
    /// form.
    pub const LIFETIME: TimeDelta = TimeDelta::minutes(60);

    /// The time from which the identity cannot be linked.
    pub fn expires_on(&self) -> DateTime<Utc> {
        self.proven_on + Self::LIFETIME
    }

    /// Refuses an identity that was proven too long ago.
    pub fn require_live(&self, now: DateTime<Utc>) -> Result<(), ProofExpired> {
        if now < self.expires_on() {
            Ok(())
        } else {
            Err(ProofExpired)
        }
    }
}

/// The rule that decides if a sign-in at a provider counts as both factors.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MultiFactorRule {
    /// The values of `acr` that stand for several factors, as the deployer lists them.
    acr: Vec<String>,
}

impl MultiFactorRule {
    /// The value of `amr` for several factors (RFC 8176).
    const AMR: &'static str = "mfa";

    /// Creates the rule from the values of `acr` that stand for several factors.
    pub const fn new(acr: Vec<String>) -> Self {
        Self { acr }
    }

    /// Returns true if the claims `acr` and `amr` of an ID token state several factors.
    pub fn is_met(&self, acr: Option<&str>, amr: &[String]) -> bool {
        acr.is_some_and(|acr| self.acr.iter().any(|listed| listed == acr))
            || amr.iter().any(|method| method == Self::AMR)
    }
}

/// The maximum number of identities that are linked to one account.
pub const MAX_IDENTITIES: usize = 20;

/// Returns true if an identity may be unlinked: another way to sign in has to remain.
pub const fn may_unlink(identities: usize, may_use_password: bool) -> bool {
    may_use_password || identities > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_780_000_000 + seconds, 0).unwrap()
    }

    fn provider() -> ProviderId {
        ProviderId::parse("keycloak").unwrap()
    }

    #[test]
    fn name_of_a_provider_fits_addresses_and_variables() {
        for text in ["a", "keycloak", "entra2", &"a".repeat(32)] {
            assert_eq!(ProviderId::parse(text).unwrap().as_str(), text);
        }
        for text in ["", "2entra", "Entra", "e-id", "e_id", "é", "a b", &"a".repeat(33)] {
            assert_eq!(ProviderId::parse(text), Err(ProviderIdError), "{text:?}");
        }
    }

    #[test]
    fn identity_is_compared_exactly() {
        let long = "a".repeat(255);
        let identity = Identity::new("https://id.example", &long).unwrap();
        assert_eq!(
            (identity.issuer(), identity.subject()),
            ("https://id.example", long.as_str())
        );
        assert_ne!(Identity::new("https://id.example/", &long).unwrap(), identity);
        assert_ne!(
            Identity::new("https://id.example", "Ada").unwrap(),
            Identity::new("https://id.example", "ada").unwrap()
        );
        for (issuer, subject) in [
            ("", "ada"),
            ("https://id.example", ""),
            ("a", "b\n"),
            ("a", &"a".repeat(256)),
        ] {
            assert_eq!(
                Identity::new(issuer, subject),
                Err(IdentityError),
                "{issuer:?} {subject:?}"
            );
        }
    }

    #[test]
    fn unusable_claims_are_left_out() {
        let claims = Claims::new("  Ada ", &"x".repeat(256), "ada@uni.example");
        assert_eq!(
            (
                claims.fname.as_str(),
                claims.sname.as_str(),
                claims.email.as_str()
            ),
            ("Ada", "", "ada@uni.example")
        );
        assert_eq!(Claims::new("A\u{7}da", "", &"e".repeat(255)), Claims::default());
    }

    #[test]
    fn person_has_ten_minutes_to_come_back() {
        let sign_in = ProviderSignIn {
            provider: provider(),
            begun_on: at(0),
        };
        assert_eq!(sign_in.require_live(at(599)), Ok(()));
        assert_eq!(sign_in.require_live(at(600)), Err(ReturnError::Expired));
    }

    #[test]
    fn proven_identity_can_be_linked_for_an_hour() {
        let proven = ProvenIdentity {
            provider: provider(),
            identity: Identity::new("https://id.example", "ada").unwrap(),
            claims: Claims::default(),
            proven_on: at(0),
        };
        assert_eq!(proven.expires_on(), at(3600));
        assert_eq!(proven.require_live(at(3599)), Ok(()));
        assert_eq!(proven.require_live(at(3600)), Err(ProofExpired));
    }

    #[test]
    fn several_factors_are_stated_by_amr_or_by_a_listed_acr() {
        let rule = MultiFactorRule::new(vec!["urn:example:high".to_owned()]);
        let amr = |methods: &[&str]| {
            methods
                .iter()
                .map(|method| (*method).to_owned())
                .collect::<Vec<_>>()
        };
        assert!(rule.is_met(None, &amr(&["pwd", "mfa"])));
        assert!(rule.is_met(Some("urn:example:high"), &[]));
        assert!(!rule.is_met(Some("urn:example:low"), &amr(&["pwd", "otp"])));
        assert!(!MultiFactorRule::default().is_met(Some("urn:example:high"), &[]));
        assert!(!rule.is_met(None, &[]));
    }

    #[test]
    fn last_way_to_sign_in_stays() {
        assert!(may_unlink(1, true));
        assert!(may_unlink(2, false));
        assert!(!may_unlink(1, false));
    }
}

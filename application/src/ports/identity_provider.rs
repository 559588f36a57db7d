//! OpenID Connect providers, with which people sign in (decisions O5).

use std::sync::Arc;

use aditus_domain::accounts::identity::{Claims, Identity, MultiFactorRule, ProviderId};
use chrono::{DateTime, Utc};
use thiserror::Error;

use crate::failure::failure;

/// The secrets of one sign-in at a provider. They are derived from its state and not stored. There
/// is no `Debug`: they must not reach a log.
#[derive(Clone, PartialEq, Eq)]
pub struct SignInSecrets {
    /// The `state`, which the provider returns through the browser.
    pub state: String,
    /// The `nonce`, which the ID token has to repeat.
    pub nonce: String,
    /// The code verifier of PKCE (RFC 7636), 64 hexadecimal digits.
    pub pkce_verifier: String,
}

/// A person whom a provider has authenticated. The ID token was verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthenticatedPerson {
    /// The identity.
    pub identity: Identity,
    /// The details for the registration form.
    pub claims: Claims,
    /// The assurance that the provider states (`acr`).
    pub acr: Option<String>,
    /// The methods with which the person signed in there (`amr`).
    pub amr: Vec<String>,
    /// The provider's session (`sid`).
    pub sid: Option<String>,
}

/// The sessions that a provider ends (OpenID Connect Back-Channel Logout 1.0). The logout token was
/// verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderLogout {
    /// The issuer of the logout token.
    pub issuer: String,
    /// The subject whose sessions end; `None` if the token names only a session.
    pub subject: Option<String>,
    /// The provider's session; `None` if all sessions of the subject end.
    pub sid: Option<String>,
    /// The latest time by our clock at which the token may have been issued: its own time and the
    /// tolerated skew of clocks. Sessions that began later stay, so a token that is sent again ends
    /// nothing new.
    pub issued_until: DateTime<Utc>,
}

/// The reason a provider's answer is not accepted. `Display` is for people and contains nothing
/// that the provider or the browser sent.
#[derive(Debug, Error)]
pub enum ProviderError {
    /// The provider did not answer, or answered with a server error or with something that is not
    /// OpenID Connect.
    #[error("The sign-in provider does not answer. Try again in a moment, or sign in another way.")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The person refused, or the provider did.
    #[error("The sign-in was not completed at the provider.")]
    NotCompleted,
    /// The provider refused the code, or its token is not valid for this sign-in: wrong signature,
    /// algorithm, issuer, audience, nonce or time.
    #[error("The sign-in provider sent an answer that is not valid. Begin again.")]
    Invalid(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The provider authenticated the person with less assurance than the configuration asks for.
    #[error("This account was not verified strongly enough at the sign-in provider.")]
    AssuranceTooLow,
}

failure! {
    ProviderError {
        Unreachable(_) => Unavailable, reason: ProviderUnreachable;
        NotCompleted => Unauthenticated, reason: ProviderNotCompleted;
        Invalid(_) => Invalid, reason: ProviderAnswerInvalid;
        AssuranceTooLow => Unauthenticated, reason: AssuranceTooLow;
    }
}

/// An OpenID Connect provider (OpenID Connect Core 1.0, authorization code flow with PKCE).
///
/// An adapter MUST verify signature, algorithm (never `none`), issuer, audience, nonce and times of
/// each token, with a clock skew of at most two minutes. It MUST fetch the keys again when a token
/// names an unknown one. A call MUST end within 30 seconds, and MUST read no more than a bounded
/// number of bytes. Errors MUST NOT contain secrets, codes or tokens.
pub trait IdentityProvider: Send + Sync {
    /// Returns the address to which the browser is sent.
    fn authorization_address(&self, secrets: &SignInSecrets) -> Result<String, ProviderError>;

    /// Redeems the code with which the browser came back.
    fn redeem(
        &self,
        code: &str,
        secrets: &SignInSecrets,
        now: DateTime<Utc>,
    ) -> Result<AuthenticatedPerson, ProviderError>;

    /// Verifies a logout token.
    fn verify_logout(&self, logout_token: &str, now: DateTime<Utc>) -> Result<ProviderLogout, ProviderError>;

    /// Returns the address at which the person signs out of the provider, or `None` if it has none.
    /// The provider sends the browser back to the public address of Aditus. MUST NOT wait for the
    /// provider.
    fn sign_out_address(&self) -> Option<String>;

    /// Fetches configuration and keys of the provider, for `aditus check`. Returns one line about
    /// what it found.
    fn check(&self) -> Result<String, ProviderError>;
}

/// A provider that this installation offers.
#[derive(Clone)]
pub struct OfferedProvider {
    /// Its name.
    pub id: ProviderId,
    /// Its label on screens, such as "Ministry of Health".
    pub label: String,
    /// Its issuer. An answer that names another one is refused (RFC 9207).
    pub issuer: String,
    /// The rule that decides if a sign-in there counts as both factors.
    pub multi_factor: MultiFactorRule,
    /// The domains of email addresses that it may vouch for, in lower case; empty for any.
    pub email_domains: Vec<String>,
    /// The names of the organisations whose people have to sign in with it.
    pub only_for: Vec<String>,
    /// The adapter.
    pub adapter: Arc<dyn IdentityProvider>,
}

/// The providers of this installation, in the order of the configuration.
#[derive(Clone, Default)]
pub struct IdentityProviders(pub Vec<OfferedProvider>);

impl IdentityProviders {
    /// Returns the provider with this name.
    pub fn by_id(&self, id: &str) -> Option<&OfferedProvider> {
        self.0.iter().find(|provider| provider.id.as_str() == id)
    }

    /// Returns the provider with which people of this organisation have to sign in.
    pub fn required_for(&self, organisation: &str) -> Option<&OfferedProvider> {
        self.0.iter().find(|provider| {
            provider.only_for.iter().any(|name| {
                aditus_domain::organisations::name_key(name)
                    == aditus_domain::organisations::name_key(organisation)
            })
        })
    }
}

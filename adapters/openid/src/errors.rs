use aditus_application::ports::ProviderError;
use openidconnect::http::StatusCode;
use thiserror::Error;

use crate::http_client::MAX_ANSWER_BYTES;

/// The reason the provider cannot be used right now. The texts contain no codes, tokens and
/// secrets.
#[derive(Debug, Error)]
pub(crate) enum FetchError {
    #[error("the connection to the provider failed")]
    Connection(#[source] ureq::Error),
    #[error("the provider answered {0}")]
    Status(StatusCode),
    #[error("the provider answered {0}; redirects are not followed")]
    Redirect(StatusCode),
    #[error("the answer of the provider has more than {MAX_ANSWER_BYTES} bytes")]
    TooLong,
    #[error("the provider took too long over all requests of this call")]
    OutOfTime,
    #[error("the provider failed a few seconds ago and was not asked again")]
    RecentlyFailed,
    #[error("the request cannot be built")]
    Request,
    #[error("the configuration or the key set of the provider is no JSON of OpenID Connect")]
    NoConfiguration,
    #[error("the configuration of the provider is invalid at `{0}`")]
    Configuration(String),
    #[error("the issuer in the configuration of the provider differs from the configured one: {0}")]
    Issuer(String),
    #[error("an address in the configuration of the provider does not use https://")]
    UnprotectedRequest,
    #[error("the address of `{0}` in the configuration of the provider does not use https://")]
    UnprotectedAddress(&'static str),
    #[error("the configuration of the provider has no token endpoint")]
    NoTokenEndpoint,
    #[error("the provider accepts neither client_secret_basic nor client_secret_post")]
    NoClientAuthentication,
    #[error("the provider publishes no key for signatures")]
    NoKeys,
    #[error("the provider refused this client with {0}; check its client id, secret and redirect address")]
    ClientRefused(&'static str),
    #[error("the answer of the token endpoint is no JSON of OAuth 2.0")]
    TokenAnswer,
    #[error("the answer of the userinfo endpoint is no JSON of OpenID Connect")]
    UserInfoAnswer,
}

/// The reason a code or token is not accepted. The texts contain nothing of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum TokenError {
    #[error("the provider refused the code")]
    CodeRefused,
    #[error("the code verifier does not have 43 to 128 characters")]
    CodeVerifier,
    #[error("the provider sent no ID token")]
    NoIdToken,
    #[error("the token is malformed")]
    Malformed,
    #[error("the token has a type or header that is not accepted")]
    Header,
    #[error("the signature algorithm of the token is not accepted")]
    Algorithm,
    #[error("the token is signed with an unknown key")]
    UnknownKey,
    #[error("the signature of the token is wrong")]
    Signature,
    #[error("the token has another issuer")]
    Issuer,
    #[error("the token is for another client")]
    Audience,
    #[error("the token is for another sign-in: its nonce is wrong")]
    Nonce,
    #[error("the token has expired or is too old")]
    Expired,
    #[error("the token is from the future; check the clocks")]
    NotYetValid,
    #[error("the userinfo endpoint describes another person")]
    UserInfoSubject,
    #[error("the access token cannot be sent in a header")]
    AccessToken,
    #[error("the token names no usable subject or session")]
    Subject,
    #[error("the token is no logout token")]
    NoLogout,
}

impl TokenError {
    /// Returns true if the token may be valid by keys that the provider has published since.
    pub(crate) const fn may_need_newer_keys(self) -> bool {
        matches!(self, Self::UnknownKey | Self::Signature)
    }
}

impl From<FetchError> for ProviderError {
    fn from(error: FetchError) -> Self {
        Self::Unreachable(Box::new(error))
    }
}

impl From<TokenError> for ProviderError {
    fn from(error: TokenError) -> Self {
        Self::Invalid(Box::new(error))
    }
}

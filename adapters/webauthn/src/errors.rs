use aditus_application::ports::PasskeyError;
use thiserror::Error;
use webauthn_rs::prelude::WebauthnError;

use crate::evidence::SignatureError;
use crate::response::MAX_RESPONSE_BYTES;

/// The relying party is unusable.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RelyingPartyError {
    /// The origin is no address of a website.
    #[error("the origin of passkeys must be an address such as https://data.health.example")]
    Origin,
    /// The id is not the host of the origin.
    #[error("the id of passkeys must be the host of their origin")]
    Id,
    /// The library does not accept the relying party.
    #[error("passkeys cannot be set up: {0}")]
    Library(String),
}

/// The reason a response of an authenticator is not accepted. The texts contain nothing that the
/// browser sent; errors of parsers do, so they are not kept as sources.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum ResponseError {
    #[error("the response has more than {MAX_RESPONSE_BYTES} bytes")]
    TooLong,
    #[error("the response is no JSON of Web Authentication")]
    Malformed,
    #[error("the client data of the response are no JSON of Web Authentication")]
    ClientData,
    #[error("the key of the passkey is of a kind that is not accepted")]
    Key,
    #[error("the stored record of the passkey cannot be read")]
    Record,
    #[error("the library of passkeys has another state than expected")]
    State,
    #[error("the library of passkeys refused the response: {0}")]
    Refused(String),
    #[error("{0}")]
    Signature(#[from] SignatureError),
}

impl From<WebauthnError> for ResponseError {
    fn from(error: WebauthnError) -> Self {
        // `Display` of the library has fixed texts.
        Self::Refused(error.to_string())
    }
}

impl From<ResponseError> for PasskeyError {
    fn from(error: ResponseError) -> Self {
        Self::Invalid(Box::new(error))
    }
}

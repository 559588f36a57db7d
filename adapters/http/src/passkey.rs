//! Passkeys in bodies: the options for the browser, and its response (decisions O6, O7).

use std::borrow::Cow;

use actix_web::HttpResponse;
use aditus_application::accounts::passkeys::Options;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use validator::ValidationError;

use crate::answer::Envelope;
use crate::problem::Problem;

/// Maximum length of a response in bytes. Authenticators send less than 2 kB, and more only with an
/// attestation, which is not asked for.
const MAX_CREDENTIAL: usize = 16 * 1024;

/// The response of an authenticator, as the browser returns it. The port parses it.
#[derive(Serialize)]
pub(crate) struct Credential(String);

impl Credential {
    /// Returns the JSON text.
    pub(crate) fn into_text(self) -> String {
        self.0
    }

    /// Rejects a response that is too long.
    pub(crate) fn check_length(&self) -> Result<(), ValidationError> {
        if self.0.len() <= MAX_CREDENTIAL {
            return Ok(());
        }
        let message = Cow::Borrowed("This is too long for the response of a passkey.");
        Err(ValidationError::new("length").with_message(message))
    }
}

impl<'de> Deserialize<'de> for Credential {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = Map::deserialize(deserializer)?;
        Ok(Self(Value::Object(fields).to_string()))
    }
}

/// What the browser needs to make or to ask for a passkey.
#[derive(Serialize, ToSchema)]
pub(crate) struct PasskeyOptionsBody {
    /// `PublicKeyCredentialCreationOptionsJSON` for a new passkey, otherwise
    /// `PublicKeyCredentialRequestOptionsJSON` (Web Authentication level 3, section 5).
    #[schema(value_type = Object)]
    pub options: Box<RawValue>,
    /// The time by which the response has to arrive. Each challenge is accepted once.
    pub expires_on: DateTime<Utc>,
}

impl PasskeyOptionsBody {
    pub(crate) fn answer(options: Options) -> Result<HttpResponse, Problem> {
        let json = RawValue::from_string(options.options).map_err(Problem::internal)?;
        Ok(Envelope::read(Self {
            options: json,
            expires_on: options.expires_on,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn response_of_a_passkey_is_an_object_of_at_most_16_kb() {
        let parse = |text: &str| serde_json::from_str::<Credential>(text);
        let credential = parse(r#"{"type": "public-key", "id": "AQ"}"#).unwrap();
        assert!(credential.check_length().is_ok());
        assert_eq!(credential.into_text(), r#"{"id":"AQ","type":"public-key"}"#);
        assert!(parse("[]").is_err() && parse(r#""AQ""#).is_err());
        let with = |length: usize| parse(&format!(r#"{{"id":"{}"}}"#, "A".repeat(length)));
        let frame = r#"{"id":""}"#.len();
        assert!(with(MAX_CREDENTIAL - frame).unwrap().check_length().is_ok());
        assert!(with(MAX_CREDENTIAL - frame + 1).unwrap().check_length().is_err());
    }
}

//! Responses of browsers, before they are verified.

use aditus_application::ports::UnverifiedResponse;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::client_data::ClientData;
use crate::errors::ResponseError;

/// The longest response. One with the certificates of an attestation has some 8 kB.
pub(crate) const MAX_RESPONSE_BYTES: usize = 32 * 1024;

/// The names under which the library reads the results of extensions.
const EXTENSIONS: [&str; 2] = ["clientExtensionResults", "extensions"];

/// A response to either kind of options.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Response {
    raw_id: String,
    response: AuthenticatorResponse,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AuthenticatorResponse {
    #[serde(rename = "clientDataJSON")]
    client_data: String,
    user_handle: Option<String>,
}

/// Reads the challenge, the passkey and the account that a response names.
pub(crate) fn read(text: &str) -> Result<UnverifiedResponse, ResponseError> {
    let response: Response = parse(text)?;
    let client_data = decode(&response.response.client_data)?;
    let client_data = ClientData::parse(&client_data).ok_or(ResponseError::ClientData)?;
    // Some authenticators send an empty handle instead of none.
    let handle = response.response.user_handle.filter(|handle| !handle.is_empty());
    Ok(UnverifiedResponse {
        challenge: client_data.challenge().ok_or(ResponseError::ClientData)?,
        credential_id: decode(&response.raw_id)?,
        handle: handle.map(|handle| decode(&handle)).transpose()?,
    })
}

/// Parses a response without the results of extensions. Nothing signs them and nothing reads them,
/// and some browsers add results that the library cannot parse.
pub(crate) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, ResponseError> {
    if text.len() > MAX_RESPONSE_BYTES {
        return Err(ResponseError::TooLong);
    }
    let mut response: Value = serde_json::from_str(text).map_err(|_| ResponseError::Malformed)?;
    if let Value::Object(fields) = &mut response {
        for name in EXTENSIONS {
            fields.remove(name);
        }
    }
    serde_json::from_value(response).map_err(|_| ResponseError::Malformed)
}

fn decode(text: &str) -> Result<Vec<u8>, ResponseError> {
    URL_SAFE_NO_PAD.decode(text).map_err(|_| ResponseError::Malformed)
}

//! Reads passkeys from audit entries: their enrolment, and the decisions that they confirmed.

use aditus_application::ports::{EncodingError, PasskeyConfirmation, PasskeyEnrolment};
use aditus_domain::accounts::passkey::PasskeySignature;
use aditus_domain::audit::ConfirmedDecision;
use aditus_domain::audit::Kind;
use aditus_domain::ids::{PasskeyId, RequestId, StateId, UserId};
use aditus_domain::requests::content::Sha256;
use aditus_domain::review::Outcome;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::malformed;
use crate::object::Object;

#[derive(Deserialize)]
struct EntryForm {
    kind: String,
    by: Object<ByForm>,
    act: Map<String, Value>,
}

#[derive(Deserialize)]
struct ByForm {
    user: Option<i64>,
}

#[derive(Deserialize)]
struct DecidedForm {
    request: i64,
    state: i64,
    round: u32,
    outcome: String,
    content: String,
    passkey: i64,
    public_key: String,
    algorithm: i64,
    nonce: String,
    authenticator_data: String,
    client_data: String,
    signature: String,
}

#[derive(Deserialize)]
struct AddedForm {
    user: i64,
    passkey: i64,
    public_key: String,
    algorithm: i64,
}

#[derive(Debug, Error)]
enum Fault {
    #[error("the entry of a decision with a passkey names no person")]
    NoPerson,
    #[error("the nonce does not have 32 bytes")]
    Nonce,
}

/// Returns key, signature or signed data in the form that entries have: base64url without padding.
pub(crate) fn text_of(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

fn bytes_of(text: &str) -> Result<Vec<u8>, EncodingError> {
    BASE64_URL_SAFE_NO_PAD.decode(text).map_err(malformed)
}

/// Parses the fields of an act, without those that the form does not name.
fn fields<T: DeserializeOwned>(act: Map<String, Value>) -> Result<T, EncodingError> {
    serde_json::from_value(Value::Object(act)).map_err(malformed)
}

pub(crate) fn confirmation(canonical: &str) -> Result<Option<PasskeyConfirmation>, EncodingError> {
    let Object(EntryForm {
        kind,
        by: Object(by),
        act,
    }) = serde_json::from_str(canonical).map_err(malformed)?;
    if Kind::parse(&kind) != Ok(Kind::RequestDecided) || !act.contains_key("passkey") {
        return Ok(None);
    }
    let said: DecidedForm = fields(act)?;
    let nonce = bytes_of(&said.nonce)?
        .try_into()
        .map_err(|_| malformed(Fault::Nonce))?;
    let mut content = [0; 32];
    hex::decode_to_slice(&said.content, &mut content).map_err(malformed)?;
    Ok(Some(PasskeyConfirmation {
        decision: ConfirmedDecision {
            user: by.user.map(UserId).ok_or_else(|| malformed(Fault::NoPerson))?,
            request: RequestId(said.request),
            state: StateId(said.state),
            round: said.round,
            outcome: Outcome::parse(&said.outcome).map_err(malformed)?,
            content: Sha256(content),
            nonce,
        },
        signature: PasskeySignature {
            passkey: PasskeyId(said.passkey),
            public_key: bytes_of(&said.public_key)?,
            algorithm: said.algorithm,
            nonce,
            authenticator_data: bytes_of(&said.authenticator_data)?,
            client_data: bytes_of(&said.client_data)?,
            signature: bytes_of(&said.signature)?,
        },
    }))
}

pub(crate) fn enrolment(canonical: &str) -> Result<Option<PasskeyEnrolment>, EncodingError> {
    let Object(EntryForm { kind, act, .. }) = serde_json::from_str(canonical).map_err(malformed)?;
    if Kind::parse(&kind) != Ok(Kind::PasskeyAdded) {
        return Ok(None);
    }
    let said: AddedForm = fields(act)?;
    Ok(Some(PasskeyEnrolment {
        user: UserId(said.user),
        passkey: PasskeyId(said.passkey),
        public_key: bytes_of(&said.public_key)?,
        algorithm: said.algorithm,
    }))
}

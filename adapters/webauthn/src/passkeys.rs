use aditus_application::ports::{
    KnownPasskey, MadePasskey, PasskeyError, PasskeyOwner, Passkeys, UnverifiedResponse, VerifiedResponse,
};
use aditus_domain::accounts::passkey::Ceremony;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use url::Url;
use webauthn_rs::prelude::{
    AttestationFormat, COSEKeyType, Credential, CredentialID, ECDSACurve, ParsedAttestation, Passkey,
    PasskeyAuthentication, PasskeyRegistration, PublicKeyCredential, RegisterPublicKeyCredential, Uuid,
    Webauthn, WebauthnBuilder, WebauthnError,
};

use crate::errors::{RelyingPartyError, ResponseError};
use crate::evidence::{ES256, RS256, Signed};
use crate::response;

/// The fields with the challenge in the state of the library.
const REGISTRATION_CHALLENGE: &str = "/rs/challenge";
const AUTHENTICATION_CHALLENGE: &str = "/ast/challenge";

/// The name that the library gives transports that it does not know.
const UNKNOWN_TRANSPORT: &str = "unknown";

/// The website to which passkeys belong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RelyingParty<'a> {
    /// Its id: the host of the public address.
    pub id: &'a str,
    /// The origin of the pages that may use its passkeys, such as `https://data.health.example`.
    pub origin: &'a str,
    /// The name that authenticators show.
    pub name: &'a str,
}

/// Passkeys of one relying party, with webauthn-rs.
///
/// The library wants to keep a state between options and response. It is built anew for each
/// response, with the challenge that the caller stored.
#[derive(Debug)]
pub struct WebauthnPasskeys {
    webauthn: Webauthn,
}

impl WebauthnPasskeys {
    /// Sets up passkeys for a relying party.
    pub fn new(relying_party: &RelyingParty<'_>) -> Result<Self, RelyingPartyError> {
        let origin = Url::parse(relying_party.origin).map_err(|_| RelyingPartyError::Origin)?;
        if origin.origin().ascii_serialization() != relying_party.origin {
            return Err(RelyingPartyError::Origin);
        }
        // The library also accepts a parent domain. Evidence needs the host.
        if origin.domain() != Some(relying_party.id) {
            return Err(RelyingPartyError::Id);
        }
        let webauthn = WebauthnBuilder::new(relying_party.id, &origin)
            .map(|builder| builder.rp_name(relying_party.name).timeout(lifetime()))
            .and_then(WebauthnBuilder::build)
            .map_err(|error| RelyingPartyError::Library(error.to_string()))?;
        Ok(Self { webauthn })
    }

    /// Returns the state of the library after options for a new passkey. The account is not part of
    /// it.
    fn registration(&self, challenge: &[u8; 32]) -> Result<PasskeyRegistration, ResponseError> {
        let (_, state) = self
            .webauthn
            .start_passkey_registration(Uuid::nil(), "person", "person", None)?;
        with_challenge(&state, REGISTRATION_CHALLENGE, challenge)
    }

    /// Returns the state of the library after options that allow this passkey.
    fn authentication(
        &self,
        challenge: &[u8; 32],
        passkey: &Passkey,
    ) -> Result<PasskeyAuthentication, ResponseError> {
        let (_, state) = self
            .webauthn
            .start_passkey_authentication(std::slice::from_ref(passkey))?;
        with_challenge(&state, AUTHENTICATION_CHALLENGE, challenge)
    }

    fn made(&self, challenge: &[u8; 32], text: &str) -> Result<MadePasskey, ResponseError> {
        let response: RegisterPublicKeyCredential = response::parse(text)?;
        let state = self.registration(challenge)?;
        let made = self.webauthn.finish_passkey_registration(&response, &state)?;
        let mut credential = Credential::from(made);
        // Without the attestation, the record does not contain the model of the authenticator.
        credential.attestation = ParsedAttestation::default();
        credential.attestation_format = AttestationFormat::None;
        // The library drops them without an attestation. They are hints for the browser, which
        // otherwise asks the person for each kind of authenticator.
        credential.transports = response.response.transports.map(|mut transports| {
            transports.retain(|transport| transport.as_ref() != UNKNOWN_TRANSPORT);
            transports
        });
        let passkey = Passkey::from(credential);
        Ok(MadePasskey {
            credential_id: passkey.cred_id().to_vec(),
            public_key: public_key(&passkey)?,
            algorithm: algorithm(&passkey)?,
            record: record(&passkey)?,
        })
    }
}

impl Passkeys for WebauthnPasskeys {
    fn creation_options(
        &self,
        challenge: &[u8; 32],
        owner: &PasskeyOwner,
        existing: &[KnownPasskey],
    ) -> Result<String, PasskeyError> {
        let display_name = if owner.display_name.is_empty() {
            &owner.username
        } else {
            &owner.display_name
        };
        let handle = Uuid::from_bytes(owner.handle);
        let existing = existing
            .iter()
            .map(|passkey| CredentialID::from(passkey.credential_id.clone()));
        let (mut options, _) = self
            .webauthn
            .start_passkey_registration(handle, &owner.username, display_name, Some(existing.collect()))
            .map_err(ResponseError::from)?;
        options.public_key.challenge = challenge.to_vec().into();
        let mut options = serde_json::to_value(&options.public_key).map_err(|_| ResponseError::State)?;
        // The library has no call for passkeys that are found without a name, and do not have to be.
        *options
            .pointer_mut("/authenticatorSelection/residentKey")
            .ok_or(ResponseError::State)? = "preferred".into();
        Ok(options.to_string())
    }

    fn register(&self, challenge: &[u8; 32], response: &str) -> Result<MadePasskey, PasskeyError> {
        Ok(self.made(challenge, response)?)
    }

    fn request_options(
        &self,
        challenge: &[u8; 32],
        allowed: &[KnownPasskey],
    ) -> Result<String, PasskeyError> {
        let allowed = allowed.iter().map(stored).collect::<Result<Vec<_>, _>>()?;
        let (mut options, _) = self
            .webauthn
            .start_passkey_authentication(&allowed)
            .map_err(ResponseError::from)?;
        options.public_key.challenge = challenge.to_vec().into();
        Ok(json(&options.public_key)?)
    }

    fn read(&self, response: &str) -> Result<UnverifiedResponse, PasskeyError> {
        Ok(response::read(response)?)
    }

    fn verify(
        &self,
        challenge: &[u8; 32],
        passkey: &KnownPasskey,
        response: &str,
    ) -> Result<VerifiedResponse, PasskeyError> {
        let response: PublicKeyCredential = response::parse(response)?;
        let mut passkey = stored(passkey)?;
        let authenticator_data = response.response.authenticator_data.to_vec();
        let client_data = response.response.client_data_json.to_vec();
        let signature = response.response.signature.to_vec();
        // Otherwise a response that only the library accepts would be evidence that proves nothing.
        let signed = Signed {
            public_key: &public_key(&passkey)?,
            algorithm: algorithm(&passkey)?,
            authenticator_data: &authenticator_data,
            client_data: &client_data,
            signature: &signature,
        };
        signed.check(challenge).map_err(ResponseError::from)?;
        let state = self.authentication(challenge, &passkey)?;
        let result = self
            .webauthn
            .finish_passkey_authentication(&response, &state)
            .map_err(refusal)?;
        passkey.update_credential(&result);
        Ok(VerifiedResponse {
            record: record(&passkey)?,
            authenticator_data,
            client_data,
            signature,
        })
    }
}

/// The time for which a browser waits for the person.
fn lifetime() -> std::time::Duration {
    Ceremony::LIFETIME.to_std().unwrap_or_default()
}

fn refusal(error: WebauthnError) -> PasskeyError {
    match error {
        WebauthnError::CredentialPossibleCompromise => PasskeyError::CounterWentBack,
        error => ResponseError::from(error).into(),
    }
}

/// Replaces the random challenge in a state of the library.
fn with_challenge<S: Serialize + DeserializeOwned>(
    state: &S,
    field: &str,
    challenge: &[u8; 32],
) -> Result<S, ResponseError> {
    let mut json = serde_json::to_value(state).map_err(|_| ResponseError::State)?;
    let random = json.pointer_mut(field).ok_or(ResponseError::State)?;
    *random = Value::String(URL_SAFE_NO_PAD.encode(challenge));
    serde_json::from_value(json).map_err(|_| ResponseError::State)
}

/// Returns the public key as a `SubjectPublicKeyInfo` in DER.
fn public_key(passkey: &Passkey) -> Result<Vec<u8>, ResponseError> {
    let key = passkey.get_public_key().get_openssl_pkey()?;
    key.public_key_to_der().map_err(|_| ResponseError::Key)
}

/// Returns the algorithm in the registry of COSE. The library asks for the two that are accepted,
/// and allows other curves for ES256 than the standard does.
fn algorithm(passkey: &Passkey) -> Result<i64, ResponseError> {
    let is_p256 = match &passkey.get_public_key().key {
        COSEKeyType::EC_EC2(key) => key.curve == ECDSACurve::SECP256R1,
        COSEKeyType::RSA(_) | COSEKeyType::EC_OKP(_) => false,
    };
    match *passkey.cred_algorithm() as i64 {
        ES256 if is_p256 => Ok(ES256),
        RS256 => Ok(RS256),
        _ => Err(ResponseError::Key),
    }
}

/// Reads the record of a passkey.
fn stored(known: &KnownPasskey) -> Result<Passkey, ResponseError> {
    let passkey: Passkey = serde_json::from_str(&known.record).map_err(|_| ResponseError::Record)?;
    if passkey.cred_id().as_slice() == known.credential_id {
        Ok(passkey)
    } else {
        Err(ResponseError::Record)
    }
}

/// Returns the record of a passkey.
fn record(passkey: &Passkey) -> Result<String, ResponseError> {
    json(passkey)
}

fn json(value: &impl Serialize) -> Result<String, ResponseError> {
    serde_json::to_string(value).map_err(|_| ResponseError::State)
}

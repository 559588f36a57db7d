//! Signatures of passkeys in evidence: verified by the public key alone, without the library and
//! its records.

use aditus_application::ports::{PasskeyEvidence, SignatureFault};
use aditus_domain::accounts::passkey::PasskeySignature;
use openssl::bn::BigNumContext;
use openssl::ec::PointConversionForm;
use openssl::error::ErrorStack;
use openssl::hash::MessageDigest;
use openssl::nid::Nid;
use openssl::pkey::{Id, PKey, Public};
use openssl::sign::Verifier;
use sha2::{Digest as _, Sha256};
use thiserror::Error;

use crate::client_data::ClientData;

/// ECDSA with P-256 and SHA-256, in the registry of COSE.
pub(crate) const ES256: i64 = -7;

/// RSASSA-PKCS1-v1_5 with SHA-256, in the registry of COSE.
pub(crate) const RS256: i64 = -257;

/// The shortest RSA key, in bytes.
const MIN_RSA_BYTES: usize = 256;

/// Authenticator data: 32 bytes with the hash of the relying party, one with flags, four with the
/// signature counter, and then extensions.
const RELYING_PARTY_BYTES: usize = 32;
const MIN_AUTHENTICATOR_BYTES: usize = 37;
const USER_PRESENT: u8 = 0b0000_0001;
const USER_VERIFIED: u8 = 0b0000_0100;

/// The reason a signature proves nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum SignatureError {
    #[error("the algorithm of the passkey is not accepted")]
    Algorithm,
    #[error("the public key of the passkey does not fit its algorithm")]
    Key,
    #[error("the authenticator data are too short")]
    AuthenticatorData,
    #[error("the client data are no JSON of Web Authentication")]
    ClientData,
    #[error("the passkey was not asked to sign")]
    Kind,
    #[error("the passkey signed another challenge")]
    Challenge,
    #[error("a page inside another website asked for the passkey")]
    Embedded,
    #[error("the passkey was used at another website than the one to which it belongs")]
    Origin,
    #[error("the passkey did not verify the person")]
    NotVerified,
    #[error("the signature is not by the key of the passkey")]
    Signature,
}

/// What a passkey signed, and the key that verifies it.
#[derive(Clone, Copy)]
pub(crate) struct Signed<'a> {
    /// A `SubjectPublicKeyInfo` in DER.
    pub(crate) public_key: &'a [u8],
    /// The algorithm in the registry of COSE.
    pub(crate) algorithm: i64,
    pub(crate) authenticator_data: &'a [u8],
    pub(crate) client_data: &'a [u8],
    pub(crate) signature: &'a [u8],
}

impl Signed<'_> {
    /// Verifies the signature and what was signed (Web Authentication level 2, section 7.2, as far
    /// as it needs no stored state).
    pub(crate) fn check(&self, challenge: &[u8; 32]) -> Result<(), SignatureError> {
        let key = public_key(self.public_key, self.algorithm)?;
        if self.authenticator_data.len() < MIN_AUTHENTICATOR_BYTES {
            return Err(SignatureError::AuthenticatorData);
        }
        let (relying_party, rest) = self.authenticator_data.split_at(RELYING_PARTY_BYTES);
        let client_data = ClientData::parse(self.client_data).ok_or(SignatureError::ClientData)?;
        if !client_data.is_of_signature() {
            return Err(SignatureError::Kind);
        }
        if !client_data.has_challenge(challenge) {
            return Err(SignatureError::Challenge);
        }
        if client_data.is_embedded() {
            return Err(SignatureError::Embedded);
        }
        if !client_data.is_at(relying_party) {
            return Err(SignatureError::Origin);
        }
        let needed = USER_PRESENT | USER_VERIFIED;
        if rest.first().is_none_or(|flags| flags & needed != needed) {
            return Err(SignatureError::NotVerified);
        }
        // A malformed signature is an error of OpenSSL.
        if self.is_signed_by(&key).unwrap_or(false) {
            Ok(())
        } else {
            Err(SignatureError::Signature)
        }
    }

    fn is_signed_by(&self, key: &PKey<Public>) -> Result<bool, ErrorStack> {
        let signed = [self.authenticator_data, &Sha256::digest(self.client_data)].concat();
        Verifier::new(MessageDigest::sha256(), key)?.verify_oneshot(self.signature, &signed)
    }
}

/// Parses a public key, and refuses one that does not fit the algorithm.
fn public_key(der: &[u8], algorithm: i64) -> Result<PKey<Public>, SignatureError> {
    let id = match algorithm {
        ES256 => Id::EC,
        RS256 => Id::RSA,
        _ => return Err(SignatureError::Algorithm),
    };
    let key = PKey::public_key_from_der(der).map_err(|_| SignatureError::Key)?;
    let is_strong = match algorithm {
        ES256 => is_uncompressed_p256(&key, der).unwrap_or(false),
        _ => key.size() >= MIN_RSA_BYTES,
    };
    // The same key in another encoding would differ from the one of the enrolment.
    let is_canonical = key.public_key_to_der().is_ok_and(|canonical| canonical == der);
    if key.id() == id && is_strong && is_canonical {
        Ok(key)
    } else {
        Err(SignatureError::Key)
    }
}

/// Returns true for keys with the only curve and form of ES256 (Web Authentication level 2, section
/// 5.8.5).
fn is_uncompressed_p256(key: &PKey<Public>, der: &[u8]) -> Result<bool, ErrorStack> {
    let key = key.ec_key()?;
    let mut numbers = BigNumContext::new()?;
    let form = PointConversionForm::UNCOMPRESSED;
    let point = key.public_key().to_bytes(key.group(), form, &mut numbers)?;
    let is_p256 = key.group().curve_name() == Some(Nid::X9_62_PRIME256V1);
    Ok(is_p256 && der.ends_with(&point))
}

/// Verifies signatures of passkeys in evidence.
#[derive(Debug, Clone, Copy, Default)]
pub struct WebauthnEvidence;

impl PasskeyEvidence for WebauthnEvidence {
    fn check(&self, signature: &PasskeySignature, challenge: &[u8; 32]) -> Result<(), SignatureFault> {
        let signed = Signed {
            public_key: &signature.public_key,
            algorithm: signature.algorithm,
            authenticator_data: &signature.authenticator_data,
            client_data: &signature.client_data,
            signature: &signature.signature,
        };
        signed
            .check(challenge)
            .map_err(|error| SignatureFault(error.to_string()))
    }
}

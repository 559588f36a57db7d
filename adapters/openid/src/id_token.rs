use chrono::{DateTime, Utc};
use openidconnect::core::{CoreGenderClaim, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm};
use openidconnect::{
    AdditionalClaims, ClaimsVerificationError, ClientId, IdToken, IdTokenClaims, IdTokenVerifier, IssuerUrl,
    Nonce, SignatureVerificationError,
};
use serde::{Deserialize, Serialize};

use crate::discovered::Keys;
use crate::errors::TokenError;
use crate::numeric_date::{SKEW, time_of};

/// The accepted signature algorithms: all with public keys that the library has. `none` and those
/// with a shared secret are left out.
pub(crate) const ALGORITHMS: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// Claims of an ID token beyond those that the library knows.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SessionClaims {
    /// The provider's session.
    pub(crate) sid: Option<String>,
    /// The time before which the token is not valid.
    pub(crate) nbf: Option<f64>,
}

impl AdditionalClaims for SessionClaims {}

/// An ID token that is not verified yet.
pub(crate) type UnverifiedIdToken =
    IdToken<SessionClaims, CoreGenderClaim, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm>;

/// The claims of a verified ID token.
pub(crate) type VerifiedClaims = IdTokenClaims<SessionClaims, CoreGenderClaim>;

/// Verifies an ID token (OpenID Connect Core 1.0, section 3.1.3.7).
pub(crate) fn verify<'a>(
    token: &'a UnverifiedIdToken,
    keys: &Keys,
    (issuer, client_id): (&IssuerUrl, &ClientId),
    nonce: &Nonce,
    now: DateTime<Utc>,
) -> Result<&'a VerifiedClaims, TokenError> {
    // A verifier for clients without a secret accepts no HMAC, even if the list of algorithms grows.
    let verifier = IdTokenVerifier::new_public_client(client_id.clone(), issuer.clone(), keys.clone())
        .set_allowed_algs(ALGORITHMS)
        // Other audiences are accepted together with `azp`, see below.
        .set_other_audience_verifier_fn(|_| true)
        .set_time_fn(move || now - SKEW);
    let claims = token
        .claims(&verifier, nonce)
        .map_err(|error| token_error(&error))?;
    let is_for_us = match claims.authorized_party() {
        Some(party) => party == client_id,
        None => claims.audiences().len() == 1,
    };
    if !is_for_us {
        return Err(TokenError::Audience);
    }
    let valid_from = match claims.additional_claims().nbf {
        Some(seconds) => time_of(seconds).ok_or(TokenError::Malformed)?,
        None => claims.issue_time(),
    };
    if claims.issue_time().max(valid_from) > now + SKEW {
        return Err(TokenError::NotYetValid);
    }
    Ok(claims)
}

/// Leaves the texts out, which have values of the token.
fn token_error(error: &ClaimsVerificationError) -> TokenError {
    match error {
        ClaimsVerificationError::Expired(_) => TokenError::Expired,
        ClaimsVerificationError::InvalidAudience(_) => TokenError::Audience,
        ClaimsVerificationError::InvalidIssuer(_) => TokenError::Issuer,
        ClaimsVerificationError::InvalidNonce(_) => TokenError::Nonce,
        ClaimsVerificationError::InvalidSubject(_) => TokenError::Subject,
        ClaimsVerificationError::Unsupported(_) => TokenError::Header,
        ClaimsVerificationError::SignatureVerification(error) => signature_error(error),
        _ => TokenError::Malformed,
    }
}

fn signature_error(error: &SignatureVerificationError) -> TokenError {
    match error {
        SignatureVerificationError::NoMatchingKey
        | SignatureVerificationError::AmbiguousKeyId(_)
        | SignatureVerificationError::InvalidKey(_) => TokenError::UnknownKey,
        SignatureVerificationError::DisallowedAlg(_)
        | SignatureVerificationError::UnsupportedAlg(_)
        | SignatureVerificationError::NoSignature => TokenError::Algorithm,
        _ => TokenError::Signature,
    }
}

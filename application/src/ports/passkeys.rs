//! Passkeys (Web Authentication level 2; decisions O6, O7).

use aditus_domain::accounts::passkey::PasskeySignature;
use thiserror::Error;

use crate::failure::failure;

/// The account for which a passkey is made, as the authenticator shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyOwner {
    /// The user handle: random bytes that name the account to authenticators, and say nothing about
    /// the person.
    pub handle: [u8; 16],
    /// The email address or phone number.
    pub username: String,
    /// The name of the person.
    pub display_name: String,
}

/// A passkey that an authenticator made. The attestation is not asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadePasskey {
    /// Its credential id.
    pub credential_id: Vec<u8>,
    /// Its public key: a `SubjectPublicKeyInfo` in DER.
    pub public_key: Vec<u8>,
    /// The algorithm of its signatures in the registry of COSE.
    pub algorithm: i64,
    /// What the adapter has to know to verify signatures later, with the signature counter. Only
    /// the adapter reads it.
    pub record: String,
}

/// A passkey that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownPasskey {
    /// Its credential id.
    pub credential_id: Vec<u8>,
    /// The record of the adapter.
    pub record: String,
}

/// What a response says before it is verified: enough to look the passkey up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnverifiedResponse {
    /// The challenge that the response answers.
    pub challenge: Vec<u8>,
    /// The credential id.
    pub credential_id: Vec<u8>,
    /// The user handle, if the authenticator sent one.
    pub handle: Option<Vec<u8>>,
}

/// A response whose signature was verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedResponse {
    /// The record of the passkey with its new counter.
    pub record: String,
    /// The authenticator data.
    pub authenticator_data: Vec<u8>,
    /// The client data.
    pub client_data: Vec<u8>,
    /// The signature.
    pub signature: Vec<u8>,
}

/// The reason a response of an authenticator is not accepted. `Display` is for people and contains
/// nothing that the browser sent.
#[derive(Debug, Error)]
pub enum PasskeyError {
    /// The response is malformed, or it is not valid for this challenge: wrong signature, origin,
    /// type or key, or the person was not verified by the authenticator.
    #[error("This passkey was not accepted. Try again, or choose another way.")]
    Invalid(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The signature is right, but the counter of the passkey ran backwards: a copy of it may exist.
    #[error(
        "This passkey was not accepted, because a copy of it may exist. Remove it on your profile and add a new one."
    )]
    CounterWentBack,
}

failure! {
    PasskeyError {
        Invalid(_) => Invalid, reason: PasskeyInvalid;
        CounterWentBack => Unauthenticated, reason: PasskeyCopied;
    }
}

/// Passkeys of people at the public address of this installation.
///
/// An adapter MUST verify challenge, origin, relying party, type, signature and counter, and that
/// the authenticator verified the person (by a PIN, a finger or a face). Options and responses are
/// JSON in the form of `PublicKeyCredentialCreationOptionsJSON`,
/// `PublicKeyCredentialRequestOptionsJSON`, `RegistrationResponseJSON` and
/// `AuthenticationResponseJSON` (Web Authentication level 3, section 5). It keeps no state: the
/// caller stores the challenge, and accepts each one once.
pub trait Passkeys: Send + Sync {
    /// Returns the options with which the browser makes a passkey that can sign in alone. Passkeys
    /// that the account has are excluded.
    fn creation_options(
        &self,
        challenge: &[u8; 32],
        owner: &PasskeyOwner,
        existing: &[KnownPasskey],
    ) -> Result<String, PasskeyError>;

    /// Verifies the response to [`Self::creation_options`].
    fn register(&self, challenge: &[u8; 32], response: &str) -> Result<MadePasskey, PasskeyError>;

    /// Returns the options with which the browser asks for one of these passkeys; for any one of
    /// this installation if there are none.
    fn request_options(&self, challenge: &[u8; 32], allowed: &[KnownPasskey])
    -> Result<String, PasskeyError>;

    /// Reads a response without verifying anything.
    fn read(&self, response: &str) -> Result<UnverifiedResponse, PasskeyError>;

    /// Verifies the response to [`Self::request_options`] against the passkey that it names.
    fn verify(
        &self,
        challenge: &[u8; 32],
        passkey: &KnownPasskey,
        response: &str,
    ) -> Result<VerifiedResponse, PasskeyError>;
}

/// The reason a stored signature proves nothing.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct SignatureFault(pub String);

/// Verifies signatures of passkeys in evidence, without an installation (decisions O7).
pub trait PasskeyEvidence: Send + Sync {
    /// Returns `Ok` if the passkey with this public key signed the challenge after it had verified
    /// the person. The origin in the client data MUST belong to the relying party that the
    /// authenticator data name.
    fn check(&self, signature: &PasskeySignature, challenge: &[u8; 32]) -> Result<(), SignatureFault>;
}

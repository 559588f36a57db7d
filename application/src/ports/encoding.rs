use std::collections::BTreeSet;

use aditus_domain::accounts::passkey::PasskeySignature;
use aditus_domain::audit::roles::RecordedRole;
use aditus_domain::audit::states::RequestAct;
use aditus_domain::audit::stored::RowDigests;
use aditus_domain::audit::{ConfirmedDecision, Entry, Field, RecordRef};
use aditus_domain::ids::{AssignedRoleId, PasskeyId, RequestId, StateId, UserId};
use aditus_domain::requests::content::{Commitment, Sha256, Subject};
use aditus_domain::requests::{Content, VersionNumber};
use aditus_domain::review::{Outcome, StageNumber};
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::Entropy;

/// The content of a request in the form in which a version is stored (decisions V1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encoded {
    /// Canonical JSON (RFC 8785) with its schema number. Personal values are replaced by
    /// commitments.
    pub canonical: String,
    /// SHA-256 of `canonical`.
    pub digest: Sha256,
    /// Values behind the commitments. Erased values are missing.
    pub values: Vec<SaltedValue>,
}

/// A personal value with the salt of its commitment. The commitment is the SHA-256 of the salt and
/// the value.
#[derive(Clone, PartialEq, Eq)]
pub struct SaltedValue {
    /// Commitment in the version.
    pub commitment: Commitment,
    /// Random bytes.
    pub salt: [u8; 16],
    /// Value in plain text.
    pub value: String,
}

/// Omits all fields, because personal data must not reach the log.
impl std::fmt::Debug for SaltedValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SaltedValue").finish_non_exhaustive()
    }
}

/// An audit entry in the form in which it is stored (decisions P1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodedEntry {
    /// Canonical JSON (RFC 8785) with its schema number and 16 random bytes, so that guesses of an
    /// act cannot be confirmed by its hash. Personal values are replaced by commitments.
    pub canonical: String,
    /// Values behind the commitments.
    pub values: Vec<SaltedValue>,
}

/// Searchable fields of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexedFacts {
    /// Time of the act.
    pub at: DateTime<Utc>,
    /// Name of the kind of act.
    pub kind: String,
    /// Account that acted, if any.
    pub user: Option<UserId>,
    /// Account that the act concerns.
    pub concerns: Option<UserId>,
    /// Request that the act concerns.
    pub request: Option<RequestId>,
}

/// Facts read from the canonical form of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryFacts {
    /// Searchable fields.
    pub indexed: IndexedFacts,
    /// Version of the request that the act concerns.
    pub version: Option<VersionNumber>,
    /// Digest of that version.
    pub content: Option<Sha256>,
    /// State of the request that the act ended.
    pub state: Option<StateId>,
    /// Stage of that state.
    pub stage: Option<StageNumber>,
    /// Outcome of the decision.
    pub outcome: Option<Outcome>,
    /// Role in which the person acted.
    pub role: Option<AssignedRoleId>,
}

/// A decision that a passkey confirmed, as its entry states it (decisions O7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyConfirmation {
    /// The decision, with the nonce that went into the challenge.
    pub decision: ConfirmedDecision,
    /// What the passkey signed.
    pub signature: PasskeySignature,
}

/// A passkey that a person added, as its entry states it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyEnrolment {
    /// The account.
    pub user: UserId,
    /// The passkey.
    pub passkey: PasskeyId,
    /// Its public key: a `SubjectPublicKeyInfo` in DER.
    pub public_key: Vec<u8>,
    /// The algorithm of its signatures in the registry of COSE.
    pub algorithm: i64,
}

/// The entry of the enrolment of a passkey, in evidence of a decision that the passkey confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnrolmentEvidence {
    /// Entry in canonical form.
    pub entry: String,
    /// Proof of inclusion in the log (C2SP tlog-proof), with the checkpoint of the decision.
    pub proof: String,
}

/// Complete evidence of an entry, for verification with nothing else but a trusted key (decisions
/// P4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// Entry in canonical form.
    pub entry: String,
    /// Version of the request named by the digest in the entry, in canonical form.
    pub content: Option<String>,
    /// Values behind the commitments of the entry and the version.
    pub values: Vec<SaltedValue>,
    /// Proof of inclusion in the log (C2SP tlog-proof).
    pub proof: String,
    /// Verifier key, for comparison with a key that the reader trusts.
    pub verifier_key: String,
    /// Enrolment of the passkey that confirmed the decision; `None` for other entries.
    pub enrolment: Option<EnrolmentEvidence>,
}

/// A version or entry cannot be encoded or decoded. Either the code or the stored data is wrong.
#[derive(Debug, Error)]
pub enum EncodingError {
    /// The schema is unknown.
    #[error("a version is not in a form that is known here")]
    Form(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A stored value does not match its commitment.
    #[error("a value that is kept beside a version is not the one that was committed to")]
    Altered,
    /// A number is too large for an exact representation in canonical JSON.
    #[error("a number is too large for a version")]
    Number,
    /// A personal value was passed where values are hashed without a salt.
    #[error("what is personal is never hashed without a salt")]
    Personal,
}

/// The stored form of versions and audit entries, and the hashes that prove them.
pub trait ContentEncoding: Send + Sync {
    /// Returns the SHA-256 of some bytes.
    fn sha256(&self, bytes: &[u8]) -> Sha256;

    /// Encodes content canonically. Equal contents with equal salts MUST give the same text, and
    /// different ones different texts. Each personal value gets its own salt, except values that
    /// `before` has in the same place: these MUST keep their salts.
    fn encode(
        &self,
        content: &Content,
        before: Option<&Encoded>,
        entropy: &dyn Entropy,
    ) -> Result<Encoded, EncodingError>;

    /// Decodes content. A value that is no longer stored MUST be read as erased. A value without a
    /// commitment MUST be refused.
    fn decode(&self, canonical: &str, values: &[SaltedValue]) -> Result<Content, EncodingError>;

    /// Returns the commitments to all personal values of these subjects in a version.
    fn commitments_of(
        &self,
        canonical: &str,
        subjects: &BTreeSet<Subject>,
    ) -> Result<Vec<Commitment>, EncodingError>;

    /// Encodes an audit entry canonically. Two entries MUST NOT give the same text, even if they
    /// are equal. The text contains personal values as commitments alone, each with its own salt.
    fn encode_entry(&self, entry: &Entry, entropy: &dyn Entropy) -> Result<EncodedEntry, EncodingError>;

    /// Returns the SHA-256 of fields in canonical form, without a salt. Equal fields in any order
    /// MUST give the same digest. Personal fields MUST be refused, because an unsalted hash can be
    /// guessed.
    fn digest(&self, fields: &[(&'static str, Field)]) -> Result<Sha256, EncodingError>;

    /// Reads the facts of an entry. It MUST support every earlier schema.
    fn entry_facts(&self, canonical: &str) -> Result<EntryFacts, EncodingError>;

    /// Reads the act on a request from an entry and the values stored beside it. None for acts that
    /// change nothing readable of a request. An entry of a kind of [`RequestAct`] that lacks a
    /// field of this kind MUST be refused. A value that is no longer stored MUST be read as erased,
    /// and one without a commitment MUST be refused.
    fn request_act(
        &self,
        canonical: &str,
        values: &[SaltedValue],
    ) -> Result<Option<RequestAct>, EncodingError>;

    /// Reads the role act from an entry. None for acts of other kinds. An entry of a kind of
    /// [`RoleAct`](aditus_domain::audit::roles::RoleAct) that lacks a field MUST be refused.
    fn recorded_role(&self, canonical: &str) -> Result<Option<RecordedRole>, EncodingError>;

    /// Reads the decision that a passkey confirmed from an entry. None for decisions with a one-time
    /// code and for other acts. An entry that names a passkey and lacks another field of
    /// [`PasskeyConfirmation`] MUST be refused.
    fn passkey_confirmation(&self, canonical: &str) -> Result<Option<PasskeyConfirmation>, EncodingError>;

    /// Reads the added passkey from an entry. None for other acts. An entry that lacks a field of
    /// [`PasskeyEnrolment`] MUST be refused.
    fn passkey_enrolment(&self, canonical: &str) -> Result<Option<PasskeyEnrolment>, EncodingError>;

    /// Returns the digests of rows stated by an entry. None if the act changed no rows. Unknown
    /// rows and parts MUST be skipped.
    fn row_digests(&self, canonical: &str) -> Result<Vec<RowDigests>, EncodingError>;

    /// Returns the records that an entry names by their ids. Unknown kinds MUST be skipped.
    fn record_refs(&self, canonical: &str) -> Result<Vec<RecordRef>, EncodingError>;

    /// Returns true if the text is canonical JSON. The same data in another notation would have
    /// another hash.
    fn is_canonical(&self, text: &str) -> bool;

    /// Checks that the canonical text commits to the value. Otherwise returns
    /// [`EncodingError::Altered`].
    fn check_value(&self, canonical: &str, value: &SaltedValue) -> Result<(), EncodingError>;

    /// Writes evidence as a file.
    fn write_evidence(&self, evidence: &Evidence) -> Result<Vec<u8>, EncodingError>;

    /// Reads an evidence file. The contents are not verified.
    fn read_evidence(&self, bytes: &[u8]) -> Result<Evidence, EncodingError>;
}

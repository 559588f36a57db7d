use std::collections::BTreeSet;

use aditus_domain::audit::roles::RoleSaid;
use aditus_domain::audit::states::RequestAct;
use aditus_domain::audit::stored::StateSaid;
use aditus_domain::audit::{Entry, Field};
use aditus_domain::ids::{AssignedRoleId, RequestId, StateId, UserId};
use aditus_domain::requests::content::{Commitment, Sha256, Subject};
use aditus_domain::requests::{Content, VersionNumber};
use aditus_domain::review::{Outcome, StageNumber};
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::Entropy;

/// A content in the form in which a version is kept (design V1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encoded {
    /// Canonical JSON (RFC 8785) with the number of its schema in it. Personal values stand in it as commitments.
    pub canonical: String,
    /// The SHA-256 of that text.
    pub digest: Sha256,
    /// What was committed to. Of a value that was erased there is none.
    pub values: Vec<SaltedValue>,
}

/// A personal value with the salt that its commitment was made with: the SHA-256 of the salt and the value.
#[derive(Clone, PartialEq, Eq)]
pub struct SaltedValue {
    /// What stands in the version.
    pub commitment: Commitment,
    /// Random bytes.
    pub salt: [u8; 16],
    /// The value.
    pub value: String,
}

/// For the log, which never holds what is personal.
impl std::fmt::Debug for SaltedValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SaltedValue").finish_non_exhaustive()
    }
}

/// An entry of the record in the form in which it is kept (design P1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodedEntry {
    /// Canonical JSON (RFC 8785) with the number of its schema and 16 random bytes in it, so that nobody who guesses what was done finds
    /// it by its hash. What is personal stands in it as commitments.
    pub canonical: String,
    /// What was committed to.
    pub values: Vec<SaltedValue>,
}

/// What an entry is found by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundBy {
    /// When.
    pub at: DateTime<Utc>,
    /// The name of the kind of act.
    pub kind: String,
    /// Who did it, where it was somebody with an account.
    pub user: Option<UserId>,
    /// Whom it is about.
    pub concerns: Option<UserId>,
    /// The request that it is about.
    pub request: Option<RequestId>,
}

/// What is read of the canonical form of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryFacts {
    /// What it is found by.
    pub found_by: FoundBy,
    /// The version of the request that the act is about.
    pub version: Option<VersionNumber>,
    /// The digest of that version.
    pub content: Option<Sha256>,
    /// The state of the request that it ended.
    pub state: Option<StateId>,
    /// The stage of that state.
    pub stage: Option<StageNumber>,
    /// The outcome of the decision.
    pub outcome: Option<Outcome>,
    /// The role in which somebody did it.
    pub role: Option<AssignedRoleId>,
}

/// All that proves an entry to somebody who has nothing but this and a key that they trust (design P4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// The entry in canonical form.
    pub entry: String,
    /// The version of the request that the entry names by its digest, in canonical form.
    pub content: Option<String>,
    /// Texts that entry and version commit to.
    pub values: Vec<SaltedValue>,
    /// That the entry is in the log (C2SP tlog-proof).
    pub proof: String,
    /// The key that the reader of the file may compare with one that they trust.
    pub verifier_key: String,
}

/// A version cannot be written or read: a fault of ours, or of what is stored.
#[derive(Debug, Error)]
pub enum EncodingError {
    /// The text is not of a schema that is known here.
    #[error("a version is not in a form that is known here")]
    Form(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A commitment is not that of the value that is kept beside the version.
    #[error("a value that is kept beside a version is not the one that was committed to")]
    Altered,
    /// A number is larger than canonical JSON can say exactly.
    #[error("a number is too large for a version")]
    Number,
    /// Something personal was to be hashed without a salt.
    #[error("what is personal is never hashed without a salt")]
    Personal,
}

/// The form in which versions of contents and entries of the record are kept, and the hashes that prove them.
pub trait ContentEncoding: Send + Sync {
    /// The SHA-256 of some bytes.
    fn sha256(&self, bytes: &[u8]) -> Sha256;

    /// The content in canonical form. Two contents MUST give the same text when they are equal and their salts are, and another one
    /// when they differ. Each personal value gets a salt of its own, but for the values that `before` has in the same place: their salts
    /// MUST be carried on.
    fn encode(
        &self,
        content: &Content,
        before: Option<&Encoded>,
        entropy: &dyn Entropy,
    ) -> Result<Encoded, EncodingError>;

    /// The content that was encoded. A value that is kept no more MUST be read as erased, and one that was not committed to MUST be
    /// refused.
    fn decode(&self, canonical: &str, values: &[SaltedValue]) -> Result<Content, EncodingError>;

    /// What a version commits to of these subjects: all that is personal of them.
    fn commitments_of(
        &self,
        canonical: &str,
        subjects: &BTreeSet<Subject>,
    ) -> Result<Vec<Commitment>, EncodingError>;

    /// An entry of the record in canonical form. Two entries MUST NOT give the same text, even where they are equal, and no text may have
    /// anything of a personal value but its commitment, each with a salt of its own.
    fn encode_entry(&self, entry: &Entry, entropy: &dyn Entropy) -> Result<EncodedEntry, EncodingError>;

    /// The SHA-256 of some fields in canonical form, without a salt: equal fields MUST give one digest, in whatever order they come. What is
    /// personal is of no use to it, for whoever guesses it would find it; it MUST be refused.
    fn digest(&self, fields: &[(&'static str, Field)]) -> Result<Sha256, EncodingError>;

    /// What an entry says of what belongs to it. It MUST read every schema that there was.
    fn entry_facts(&self, canonical: &str) -> Result<EntryFacts, EncodingError>;

    /// What an entry says of a request, with what is kept beside it; none where the act is of another kind, after which all that people
    /// read of a request is as before. An entry of a kind of [`RequestAct`] that does not say all that such an act says MUST be refused.
    /// A value that is kept no more MUST be read as erased, and one that was not committed to MUST be refused.
    fn request_act(
        &self,
        canonical: &str,
        values: &[SaltedValue],
    ) -> Result<Option<RequestAct>, EncodingError>;

    /// What an entry says of a role that a person holds or asks for; none where the act is of another kind. An entry of a kind of
    /// [`RoleAct`](aditus_domain::audit::roles::RoleAct) that does not say all of it MUST be refused.
    fn role_said(&self, canonical: &str) -> Result<Option<RoleSaid>, EncodingError>;

    /// Returns the digests of rows that an entry states; none where its act changed none. Rows and parts that are not known here MUST be passed over.
    fn states_said(&self, canonical: &str) -> Result<Vec<StateSaid>, EncodingError>;

    /// Whether a text is canonical JSON: written in another way, the same would have another hash.
    fn is_canonical(&self, text: &str) -> bool;

    /// Whether a value is one that a text in canonical form commits to; else it is [`EncodingError::Altered`].
    fn check_value(&self, canonical: &str, value: &SaltedValue) -> Result<(), EncodingError>;

    /// Evidence as a file.
    fn write_evidence(&self, evidence: &Evidence) -> Result<Vec<u8>, EncodingError>;

    /// Reads such a file. What is in it is not checked.
    fn read_evidence(&self, bytes: &[u8]) -> Result<Evidence, EncodingError>;
}

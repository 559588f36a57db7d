//! Encodes versions of contents and audit entries as canonical JSON (RFC 8785), with its SHA-256
//! and with commitments in place of personal values.

mod check_result;
mod commitments;
mod entries;
mod evidence;
mod facts;
mod object;
mod passkeys;
mod read;
mod schema;
mod write;

use std::collections::BTreeSet;

use aditus_application::ports::{
    ContentEncoding, Encoded, EncodedEntry, EncodingError, Entropy, EntryFacts, Evidence,
    PasskeyConfirmation, PasskeyEnrolment, SaltedValue,
};
use aditus_domain::audit::roles::RecordedRole;
use aditus_domain::audit::states::RequestAct;
use aditus_domain::audit::stored::RowDigests;
use aditus_domain::audit::{Entry, Field, RecordRef};
use aditus_domain::requests::Content;
use aditus_domain::requests::content::{Commitment, Sha256, Subject};
use sha2::Digest as _;

pub use crate::check_result::check_result_json;
use crate::commitments::{Salts, VerifiedValues};
use crate::schema::Document;

/// Canonical JSON as the encoding of versions and entries.
#[derive(Debug, Clone, Copy, Default)]
pub struct CanonicalJson;

impl ContentEncoding for CanonicalJson {
    fn sha256(&self, bytes: &[u8]) -> Sha256 {
        Sha256(sha2::Sha256::digest(bytes).into())
    }

    fn encode(
        &self,
        content: &Content,
        before: Option<&Encoded>,
        entropy: &dyn Entropy,
    ) -> Result<Encoded, EncodingError> {
        let earlier = before.map(|before| parsed(&before.canonical)).transpose()?;
        let mut salts = Salts::new(
            entropy,
            earlier.as_ref(),
            before.map(|before| before.values.as_slice()),
        );
        let document = write::document(content, &mut salts)?;
        let canonical = serde_json_canonicalizer::to_string(&document).map_err(malformed)?;
        Ok(Encoded {
            digest: self.sha256(canonical.as_bytes()),
            values: salts.used(),
            canonical,
        })
    }

    fn decode(&self, canonical: &str, values: &[SaltedValue]) -> Result<Content, EncodingError> {
        let known = VerifiedValues::verify(values)?;
        read::content(parsed(canonical)?, &known)
    }

    fn commitments_of(
        &self,
        canonical: &str,
        subjects: &BTreeSet<Subject>,
    ) -> Result<Vec<Commitment>, EncodingError> {
        commitments::for_subjects(&parsed(canonical)?, subjects)
    }

    fn encode_entry(&self, entry: &Entry, entropy: &dyn Entropy) -> Result<EncodedEntry, EncodingError> {
        entries::encode(entry, entropy)
    }

    fn digest(&self, fields: &[(&'static str, Field)]) -> Result<Sha256, EncodingError> {
        Ok(self.sha256(entries::fields(fields)?.as_bytes()))
    }

    fn entry_facts(&self, canonical: &str) -> Result<EntryFacts, EncodingError> {
        facts::parse(canonical)
    }

    fn request_act(
        &self,
        canonical: &str,
        values: &[SaltedValue],
    ) -> Result<Option<RequestAct>, EncodingError> {
        facts::request_act(canonical, &VerifiedValues::verify(values)?)
    }

    fn recorded_role(&self, canonical: &str) -> Result<Option<RecordedRole>, EncodingError> {
        facts::recorded_role(canonical)
    }

    fn passkey_confirmation(&self, canonical: &str) -> Result<Option<PasskeyConfirmation>, EncodingError> {
        passkeys::confirmation(canonical)
    }

    fn passkey_enrolment(&self, canonical: &str) -> Result<Option<PasskeyEnrolment>, EncodingError> {
        passkeys::enrolment(canonical)
    }

    fn row_digests(&self, canonical: &str) -> Result<Vec<RowDigests>, EncodingError> {
        facts::row_digests(canonical)
    }

    fn record_refs(&self, canonical: &str) -> Result<Vec<RecordRef>, EncodingError> {
        facts::record_refs(canonical)
    }

    fn is_canonical(&self, text: &str) -> bool {
        evidence::is_canonical(text)
    }

    fn check_value(&self, canonical: &str, value: &SaltedValue) -> Result<(), EncodingError> {
        evidence::check(canonical, value)
    }

    fn write_evidence(&self, evidence: &Evidence) -> Result<Vec<u8>, EncodingError> {
        evidence::write(evidence)
    }

    fn read_evidence(&self, bytes: &[u8]) -> Result<Evidence, EncodingError> {
        evidence::read(bytes)
    }
}

fn parsed(canonical: &str) -> Result<Document, EncodingError> {
    let document: Document = serde_json::from_str(canonical).map_err(malformed)?;
    if document.schema == schema::VERSION {
        Ok(document)
    } else {
        Err(malformed(schema::UnknownSchema))
    }
}

fn malformed(cause: impl std::error::Error + Send + Sync + 'static) -> EncodingError {
    EncodingError::Form(Box::new(cause))
}

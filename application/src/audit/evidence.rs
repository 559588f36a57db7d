//! Evidence of an entry, for a verifier who has nothing of ours but a key:
//! `GET audit/entries/{id}/evidence/` and `GET data_requests/{id}/states/{id}/evidence/` (decisions
//! P4). Both calls are our own additions.

use aditus_domain::audit::{Act, Kind as ActKind};
use aditus_domain::ids::{AuditEntryId, RequestId, StateId};
use aditus_domain::requests::VersionNumber;
use thiserror::Error;

use super::log::witness::checkpoint_for_leaf;
use super::request_entries;
use super::views::{EntryCursor, EntryFilter, EntryView, EntryWithValues};
use crate::access::{Caller, RequestScope};
use crate::exports;
pub use crate::exports::Export as Answer;
use crate::failure::failure;
use crate::limits::LimitError;
use crate::ports::{
    EncodingError, EnrolmentEvidence, Evidence, LeafProof, LogError, PasskeyConfirmation, Ports, StoreError,
    Views,
};

/// The number of decisions of a request that are read in one batch to find the decision of a state.
const AT_ONCE: u32 = 100;

/// Errors of creating evidence.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no such entry, or the caller may not read it.
    #[error("This entry does not exist.")]
    NoEntry,
    /// The state has no decision yet, or the decision is older than the audit log.
    #[error("The audit log has no decision on this stage.")]
    NoDecision,
    /// The sequencer has not added the entry to the tree yet.
    #[error("This entry is not in the transparency log yet. Try again in a moment.")]
    Waiting,
    /// The caller made too many exports recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// A stored text is malformed.
    #[error("The evidence could not be made.")]
    Encoding(#[from] EncodingError),
    /// The transparency log cannot be read.
    #[error("The evidence could not be made.")]
    Log(#[source] LogError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl From<LogError> for Error {
    fn from(error: LogError) -> Self {
        match error {
            LogError::Store(error) => Self::Store(error),
            error => Self::Log(error),
        }
    }
}

failure! {
    Error {
        forwards Limit, Store;
        NoEntry => NotFound, reason: AuditEntryNotFound;
        NoDecision => NotFound, reason: DecisionNotFound;
        Waiting => Conflict, reason: NotLoggedYet;
        Encoding(_) | Log(_) => Internal, reason: Internal;
    }
}

/// Returns the evidence of an entry. A Super User may get it for every entry, other callers for the
/// entries that readers of a request may see.
pub fn entry_evidence(ports: &Ports, caller: &Caller, entry: AuditEntryId) -> Result<Answer, Error> {
    let scope = caller.scope();
    let whole = ports.database.read()?.audit().entry_with_values(&scope, entry)?;
    let Some(whole) = whole.filter(|whole| is_readable(&scope, whole.entry.kind)) else {
        return Err(Error::NoEntry);
    };
    export_evidence(ports, caller, whole)
}

/// Returns the evidence of the decision that ended a state of a request.
pub fn state_evidence(
    ports: &Ports,
    caller: &Caller,
    request: RequestId,
    state: StateId,
) -> Result<Answer, Error> {
    let scope = caller.scope();
    let Some(entry) = decision_on(ports, &scope, request, state)? else {
        return Err(Error::NoDecision);
    };
    let whole = ports.database.read()?.audit().entry_with_values(&scope, entry)?;
    export_evidence(ports, caller, whole.ok_or(Error::NoDecision)?)
}

/// Returns true if the caller may get the canonical form of an entry. It names the person who
/// acted, so entries about reading a request are left out for its readers.
pub(super) fn is_readable(scope: &RequestScope, kind: ActKind) -> bool {
    matches!(scope, RequestScope::Everything)
        || (request_entries::KINDS.contains(&kind) && request_entries::is_shown_elsewhere(kind))
}

fn decision_on(
    ports: &Ports,
    scope: &RequestScope,
    request: RequestId,
    state: StateId,
) -> Result<Option<AuditEntryId>, Error> {
    let mut views = ports.database.read()?;
    let mut cursor = EntryCursor::Newest;
    loop {
        let kinds = [ActKind::RequestDecided];
        let part = views
            .audit()
            .request_entries(scope, request, &kinds, cursor, AT_ONCE)?;
        let Some(part) = part else { return Ok(None) };
        for entry in &part.page.entries {
            if ports.encoding.entry_facts(&entry.canonical)?.state == Some(state) {
                return Ok(Some(entry.id));
            }
        }
        match part.page.entries.last() {
            Some(last) if part.page.has_older => cursor = EntryCursor::Before(last.id),
            _ => return Ok(None),
        }
    }
}

/// Returns the file, and adds an audit entry about the export.
fn export_evidence(ports: &Ports, caller: &Caller, whole: EntryWithValues) -> Result<Answer, Error> {
    exports::limit(ports, caller)?;
    let entry = whole.entry.clone();
    let evidence = evidence(ports, &caller.scope(), whole)?;
    let bytes = ports.encoding.write_evidence(&evidence)?;
    let act = match entry.request {
        Some(request) => Act::RequestExported {
            request,
            what: "evidence",
        },
        None => Act::RecordExported { entries: 1 },
    };
    exports::record(ports, caller, act)?;
    Ok(Answer {
        file_name: format!("entry-{}.evidence.json", entry.id),
        bytes,
    })
}

fn evidence(ports: &Ports, scope: &RequestScope, whole: EntryWithValues) -> Result<Evidence, Error> {
    let mut views = ports.database.read()?;
    let EntryWithValues { entry, mut values } = whole;
    let checkpoint = Checkpoint::for_entry(ports, views.as_mut(), &entry)?;
    let proof = checkpoint.prove(ports, views.as_mut(), &entry)?;
    let confirmation = ports.encoding.passkey_confirmation(&entry.canonical)?;
    let enrolment = confirmation
        .map(|confirmation| enrolment(ports, views.as_mut(), &confirmation, &checkpoint))
        .transpose()?;
    let facts = ports.encoding.entry_facts(&entry.canonical)?;
    let content = match (entry.request, facts.version) {
        (Some(request), Some(version)) => content(views.as_mut(), scope, request, version)?,
        _ => None,
    };
    let content = content.map(|encoded| {
        values.extend(encoded.values);
        encoded.canonical
    });
    Ok(Evidence {
        entry: entry.canonical,
        content,
        values,
        proof,
        verifier_key: checkpoint.verifier_key,
        enrolment,
    })
}

/// Returns the entry about the enrolment of the passkey that confirmed a decision. Its proof has the
/// checkpoint of the decision, so that both are in one tree.
fn enrolment(
    ports: &Ports,
    views: &mut dyn Views,
    confirmation: &PasskeyConfirmation,
    checkpoint: &Checkpoint,
) -> Result<EnrolmentEvidence, Error> {
    let filter = EntryFilter {
        person: Some(confirmation.decision.user),
        kinds: vec![ActKind::PasskeyAdded],
        ..EntryFilter::default()
    };
    let mut cursor = EntryCursor::Newest;
    loop {
        let page = views.audit().page(&filter, cursor, AT_ONCE)?;
        for entry in &page.entries {
            let added = ports.encoding.passkey_enrolment(&entry.canonical)?;
            if added.is_some_and(|added| added.passkey == confirmation.signature.passkey) {
                return Ok(EnrolmentEvidence {
                    proof: checkpoint.prove(ports, views, entry)?,
                    entry: entry.canonical.clone(),
                });
            }
        }
        match page.entries.last() {
            Some(last) if page.has_older => cursor = EntryCursor::Before(last.id),
            _ => return Err(StoreError::internal("the audit log has no enrolment of the passkey").into()),
        }
    }
}

fn content(
    views: &mut dyn Views,
    scope: &RequestScope,
    request: RequestId,
    version: VersionNumber,
) -> Result<Option<crate::ports::Encoded>, StoreError> {
    let found = views
        .request_versions()
        .two_versions(scope, request, (version, version))?;
    Ok(found.map(|(version, _)| version))
}

/// A signed checkpoint of the log, and the key that signed it.
struct Checkpoint {
    /// The number of entries in the tree.
    size: u64,
    note: String,
    verifier_key: String,
}

impl Checkpoint {
    /// Returns a checkpoint of a tree with this entry: the newest one, or an older one that a
    /// witness has cosigned.
    fn for_entry(ports: &Ports, views: &mut dyn Views, entry: &EntryView) -> Result<Self, Error> {
        let log = views.audit_log();
        let (Some(index), Some(newest)) = (entry.log_index, log.newest()?) else {
            return Err(Error::Waiting);
        };
        let key = log.keys()?.into_iter().next().ok_or(Error::Waiting)?;
        let witnesses = log.witnesses()?;
        let (size, note) =
            checkpoint_for_leaf(ports.log.as_ref(), index, &newest, &key.verifier_key, &witnesses);
        Ok(Self {
            size,
            note,
            verifier_key: key.verifier_key,
        })
    }

    /// Returns the proof that an entry is in the tree.
    fn prove(&self, ports: &Ports, views: &mut dyn Views, entry: &EntryView) -> Result<String, Error> {
        let index = entry.log_index.ok_or(Error::Waiting)?;
        let log = views.audit_log();
        let path = ports
            .log
            .prove_leaf(self.size, index, &mut |nodes| log.hashes(nodes))?;
        Ok(ports.log.write_proof(&LeafProof {
            index,
            path,
            checkpoint: self.note.clone(),
        }))
    }
}

//! The references to the log in printed documents (decisions P4): the entries on which a document
//! is based, and the address to check them. Used by the exports of requests and letters.

use aditus_domain::audit::Kind as ActKind;
use aditus_domain::ids::RequestId;
use aditus_domain::requests::VersionNumber;
use aditus_domain::requests::content::Sha256;
use thiserror::Error;

use super::log;
use super::views::{EntryCursor, EntryView};
use crate::access::RequestScope;
use crate::failure::failure;
use crate::ports::{EncodingError, EntryFacts, Ports, PrintedEntry, PrintedProof, StoreError, Views};

/// Acts that create a version of a request's content, or start a round with one.
const VERSION_ACTS: [ActKind; 3] = [
    ActKind::RequestSubmitted,
    ActKind::RequestEdited,
    ActKind::RequestResubmitted,
];

/// Errors of finding a document's place in the log.
#[derive(Debug, Error)]
pub enum Error {
    /// An entry is malformed.
    #[error("where it stands in the log cannot be read")]
    Encoding(#[from] EncodingError),
    /// The database refused.
    #[error(transparent)]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Store;
        Encoding(_) => Internal, reason: Internal;
    }
}

/// Returns the proof of a letter: the entry that issued it, and the preceding decision with the
/// approved version. `None` if the letter is older than the audit log.
pub(crate) fn letter_proof(
    ports: &Ports,
    scope: &RequestScope,
    request: RequestId,
) -> Result<Option<PrintedProof>, Error> {
    let mut views = ports.database.read()?;
    let mut newest =
        |kinds: &[ActKind], cursor| newest(ports, views.as_mut(), (scope, request), (kinds, cursor));
    let Some(issued) = newest(&[ActKind::LetterIssued], EntryCursor::Newest)? else {
        return Ok(None);
    };
    let decided = newest(&[ActKind::RequestDecided], EntryCursor::Before(issued.entry.id))?;
    let version = decided
        .as_ref()
        .and_then(|found| found.facts.version.zip(found.facts.content));
    proof(ports, views.as_mut(), request, (issued, decided), version).map(Some)
}

/// Returns the proof of a request: its newest decision, and the entry of the newest version if that
/// has no decision yet. `None` if the audit log has neither.
pub(crate) fn request_proof(
    ports: &Ports,
    scope: &RequestScope,
    request: RequestId,
    version: (VersionNumber, Sha256),
) -> Result<Option<PrintedProof>, Error> {
    let mut views = ports.database.read()?;
    let mut newest = |kinds: &[ActKind]| {
        newest(
            ports,
            views.as_mut(),
            (scope, request),
            (kinds, EntryCursor::Newest),
        )
    };
    let decided = newest(&[ActKind::RequestDecided])?;
    let is_on_newest = |found: &Found| found.facts.version == Some(version.0);
    let made = match &decided {
        Some(decided) if is_on_newest(decided) => None,
        _ => newest(&VERSION_ACTS)?,
    };
    let (first, second) = match decided {
        Some(decided) => (Some(decided), made),
        None => (made, None),
    };
    let Some(first) = first else { return Ok(None) };
    proof(ports, views.as_mut(), request, (first, second), Some(version)).map(Some)
}

struct Found {
    entry: EntryView,
    facts: EntryFacts,
}

/// Returns the newest entry of these kinds about a request, starting at a cursor.
fn newest(
    ports: &Ports,
    views: &mut dyn Views,
    (scope, request): (&RequestScope, RequestId),
    (kinds, cursor): (&[ActKind], EntryCursor),
) -> Result<Option<Found>, Error> {
    let part = views.audit().request_entries(scope, request, kinds, cursor, 1)?;
    let Some(entry) = part.and_then(|part| part.page.entries.into_iter().next()) else {
        return Ok(None);
    };
    let facts = ports.encoding.entry_facts(&entry.canonical)?;
    Ok(Some(Found { entry, facts }))
}

fn proof(
    ports: &Ports,
    views: &mut dyn Views,
    request: RequestId,
    (first, second): (Found, Option<Found>),
    version: Option<(VersionNumber, Sha256)>,
) -> Result<PrintedProof, Error> {
    let printed = |Found { entry, facts }: Found| PrintedEntry {
        id: entry.id,
        kind: entry.kind,
        version: facts.version,
        leaf: ports.log.leaf(entry.canonical.as_bytes()),
        index: entry.log_index,
    };
    let first = printed(first);
    Ok(PrintedProof {
        origin: log::origin::current(ports, views)?,
        address: address(&ports.settings.public_url, &first, request),
        entries: std::iter::once(first).chain(second.map(printed)).collect(),
        version,
    })
}

/// Returns the address to check the evidence of an entry.
fn address(public_url: &str, entry: &PrintedEntry, request: RequestId) -> String {
    let index = entry
        .index
        .map(|index| format!("&index={index}"))
        .unwrap_or_default();
    let base = public_url.trim_end_matches('/');
    format!("{base}/log?entry={}{index}&request={request}", entry.id)
}

//! Compares two versions of a data source: `GET data_dictionary/version/{id}/compare/?with=`
//! (decisions T3), an addition to the specification. `with` is the older version, by default the
//! one created before.

use aditus_domain::dictionary::revision::{VersionChange, VersionChangeKind};
use aditus_domain::ids::VersionId;
use aditus_domain::roles::Role;
use thiserror::Error;

use super::views::{ComparisonCounts, ComparisonStart, VersionPair};
use crate::access::{AccessError, Caller};
use crate::dictionary::records::views::VersionRecord;
use crate::failure::failure;
use crate::limits::LimitError;
use crate::paging::{Page, Paged};
use crate::ports::{DocumentError, Ports, StoreError, Views};
use crate::records::Record;

/// The versions to compare, with filter and page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query {
    /// Older version. By default the one created before.
    pub older: Option<VersionId>,
    /// Newer version, whose changes are listed.
    pub newer: VersionId,
    /// Limits the changes to this kind.
    pub kind: Option<VersionChangeKind>,
    /// Requested page.
    pub page: Page,
}

/// A comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Older version.
    pub older: VersionRecord,
    /// Newer version.
    pub newer: VersionRecord,
    /// Total numbers of additions, removals and alterations.
    pub counts: ComparisonCounts,
    /// A page of changes: additions, then removals, then alterations.
    pub changes: Paged<VersionChange>,
}

/// The comparison was refused or failed.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller is not a Super User.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The version does not exist.
    #[error("Data source version not found.")]
    NotFound,
    /// The version is the first one of its source.
    #[error("This is the first version of its data source, so there is nothing to compare it with.")]
    First,
    /// The versions belong to different sources.
    #[error("Choose two versions of the same data source.")]
    OtherSource,
    /// The caller exceeded the export limit.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The document could not be rendered.
    #[error("Error retrieving file")]
    Document(#[from] DocumentError),
    /// The database failed.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Limit, Store;
        NotFound => NotFound, reason: RecordNotFound, params: { record: Record::Version.name() };
        First => Invalid, reason: FirstVersion, field: "with";
        OtherSource => Invalid, reason: OtherDataSource, field: "with";
        Document(_) => Internal, reason: Internal;
    }
}

/// Compares two versions, for Super Users.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Answer, Error> {
    caller.require(Role::SuperUser)?;
    let mut views = ports.database.read()?;
    let (versions, older, newer) = load_versions(views.as_mut(), query.older, query.newer)?;
    let counts = views.dictionary_revisions().comparison_counts(versions)?;
    let counted: Vec<(VersionChangeKind, u64)> = VersionChangeKind::ALL
        .into_iter()
        .filter(|kind| query.kind.is_none_or(|only| only == *kind))
        .map(|kind| (kind, counts.count(kind)))
        .collect();
    let mut items = Vec::new();
    let mut skipped = query.page.offset().unsigned_abs();
    let mut missing = query.page.size();
    for (kind, number) in &counted {
        if skipped < *number && missing > 0 {
            let found = views.dictionary_revisions().comparison(
                versions,
                *kind,
                ComparisonStart::Offset(skipped),
                missing,
            )?;
            missing = missing.saturating_sub(u32::try_from(found.len()).unwrap_or(u32::MAX));
            items.extend(found);
        }
        skipped = skipped.saturating_sub(*number);
    }
    Ok(Answer {
        older,
        newer,
        counts,
        changes: Paged {
            items,
            page: query.page,
            total: counted.iter().map(|(_, number)| number).sum(),
            more: false,
        },
    })
}

/// Returns the versions to compare. Both must be of one source.
pub(super) fn load_versions(
    views: &mut dyn Views,
    older: Option<VersionId>,
    newer: VersionId,
) -> Result<(VersionPair, VersionRecord, VersionRecord), Error> {
    let newer = views
        .dictionary_records()
        .version_record(newer)?
        .ok_or(Error::NotFound)?;
    let before = match older {
        Some(older) => Some(older),
        None => views.dictionary_revisions().version_before(newer.version_id)?,
    };
    let older = before.ok_or(Error::First)?;
    let older = views
        .dictionary_records()
        .version_record(older)?
        .ok_or(Error::NotFound)?;
    if older.data_source != newer.data_source {
        return Err(Error::OtherSource);
    }
    let versions = VersionPair {
        older: older.version_id,
        newer: newer.version_id,
    };
    Ok((versions, older, newer))
}

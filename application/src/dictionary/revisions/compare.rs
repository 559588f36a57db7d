//! What changed from one version of a data source to another: `GET data_dictionary/version/{id}/compare/?with=` (T3), which is
//! ours. `with` is the older version; without it, the one that was created before.

use aditus_domain::dictionary::revision::{VersionChange, VersionChangeKind};
use aditus_domain::ids::VersionId;
use aditus_domain::roles::Role;
use thiserror::Error;

use super::views::{ComparisonCounts, Start, Versions};
use crate::access::{AccessError, Caller};
use crate::dictionary::records::views::VersionRecord;
use crate::failure::failure;
use crate::limits::LimitError;
use crate::paging::{Page, Paged};
use crate::ports::{DocumentError, Ports, StoreError, Views};

/// Which versions are compared, and what of it is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query {
    /// The version that is compared with; without it, the one that was created before.
    pub older: Option<VersionId>,
    /// The version whose changes are told.
    pub newer: VersionId,
    /// Changes of this kind only.
    pub kind: Option<VersionChangeKind>,
    /// Which page.
    pub page: Page,
}

/// A comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The version that was compared with.
    pub older: VersionRecord,
    /// The version whose changes are told.
    pub newer: VersionRecord,
    /// How much was added, removed and altered altogether.
    pub counts: ComparisonCounts,
    /// A page of it: what was added, then what was removed, then what was altered.
    pub changes: Paged<VersionChange>,
}

/// Why nothing is compared.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller is no Super User.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// There is no such version.
    #[error("Data source version not found.")]
    NotFound,
    /// It is the first one of its source.
    #[error("This is the first version of its data source: there is none to compare it with.")]
    First,
    /// They are of two sources, which have nothing in common.
    #[error("Choose two versions of the same data source.")]
    OtherSource,
    /// The caller took out too much of late.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The document could not be made.
    #[error("Error retrieving file")]
    Document(#[from] DocumentError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Limit, Store;
        NotFound => NotFound;
        First | OtherSource => Invalid, field: "with";
        Document(_) => Internal;
    }
}

/// Compares two versions, for Super Users.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Answer, Error> {
    caller.require(Role::SuperUser)?;
    let mut views = ports.database.read()?;
    let (versions, older, newer) = both(views.as_mut(), query.older, query.newer)?;
    let counts = views.dictionary_revisions().comparison_counts(versions)?;
    let wanted: Vec<(VersionChangeKind, u64)> = VersionChangeKind::ALL
        .into_iter()
        .filter(|kind| query.kind.is_none_or(|wanted| wanted == *kind))
        .map(|kind| (kind, counts.of(kind)))
        .collect();
    let mut items = Vec::new();
    let mut skipped = query.page.offset().unsigned_abs();
    let mut missing = query.page.size();
    for (kind, number) in &wanted {
        if skipped < *number && missing > 0 {
            let found =
                views
                    .dictionary_revisions()
                    .comparison(versions, *kind, Start::Offset(skipped), missing)?;
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
            total: wanted.iter().map(|(_, number)| number).sum(),
            more: false,
        },
    })
}

/// Both versions, which have to be there and of one source.
pub(super) fn both(
    views: &mut dyn Views,
    older: Option<VersionId>,
    newer: VersionId,
) -> Result<(Versions, VersionRecord, VersionRecord), Error> {
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
    let versions = Versions {
        older: older.version_id,
        newer: newer.version_id,
    };
    Ok((versions, older, newer))
}

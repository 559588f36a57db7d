//! What changed from one version of a data source to another: `GET data_dictionary/version/{id}/compare/?with=` (T3), which is
//! ours. `with` is the older version; without it, the one that was created before.

use aditus_domain::dictionary::revision::{VersionChange, VersionChangeKind};
use aditus_domain::ids::VersionId;
use aditus_domain::roles::Role;
use thiserror::Error;

use super::views::{ComparisonCounts, Start, Versions};
use crate::access::{AccessError, Caller};
use crate::dictionary::records::views::VersionRecord;
use crate::failure::{Failure, Kind};
use crate::limits::LimitError;
use crate::paging::{Page, Paged};
use crate::ports::{DocumentError, Ports, StoreError, Views};

/// Which versions are compared, and what of it is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query {
    /// The version that is compared with.
    pub older: VersionId,
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

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Access(error) => error.kind(),
            Self::NotFound => Kind::NotFound,
            Self::OtherSource => Kind::Invalid,
            Self::Limit(error) => error.kind(),
            Self::Document(_) => Kind::Internal,
            Self::Store(error) => error.kind(),
        }
    }

    fn fields(&self) -> Vec<(String, String)> {
        match self {
            Self::OtherSource => vec![("with".to_owned(), self.to_string())],
            _ => Vec::new(),
        }
    }
}

/// Compares two versions, for Super Users.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Answer, Error> {
    caller.require(Role::SuperUser)?;
    let versions = Versions {
        older: query.older,
        newer: query.newer,
    };
    let mut views = ports.database.read()?;
    let (older, newer) = both(views.as_mut(), versions)?;
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
        },
    })
}

/// Both versions, which have to be there and of one source.
pub(super) fn both(
    views: &mut dyn Views,
    versions: Versions,
) -> Result<(VersionRecord, VersionRecord), Error> {
    let mut version = |id| -> Result<VersionRecord, Error> {
        let found = views.dictionary_records().version_record(id)?;
        found.ok_or(Error::NotFound)
    };
    let (older, newer) = (version(versions.older)?, version(versions.newer)?);
    if older.data_source == newer.data_source {
        Ok((older, newer))
    } else {
        Err(Error::OtherSource)
    }
}

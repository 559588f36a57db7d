//! Revisions of tables and variables, and the versions of a source that contain them.

mod at_commit;
mod compare;
mod content;
pub(super) mod create;
mod definitions;
mod list;
pub(super) mod new_variable;
pub(crate) mod pins;
mod record;
mod repository;

use aditus_application::dictionary::revisions::views::{
    ComparisonCounts, ComparisonStart, RevisionRecord, RevisionViews, VersionPair, VersionVariableRecord,
    VersionVariableSort,
};
use aditus_application::paging::{ListQuery, Page, Paged};
use aditus_application::ports::StoreError;
use aditus_domain::dictionary::revision::{Revised, VersionChange, VersionChangeKind};
use aditus_domain::ids::{VersionId, VersionVariableId};

use crate::read_session::ReadSession;

impl RevisionViews for ReadSession {
    fn version_variables(
        &mut self,
        version: Option<VersionId>,
        query: &ListQuery<VersionVariableSort>,
    ) -> Result<Paged<VersionVariableRecord>, StoreError> {
        self.run(|connection| list::of_version(connection, version, query))
    }

    fn version_variable(
        &mut self,
        id: VersionVariableId,
    ) -> Result<Option<VersionVariableRecord>, StoreError> {
        self.run(|connection| list::one_of_version(connection, id))
    }

    fn revisions(&mut self, of: Revised, page: Page) -> Result<Paged<RevisionRecord>, StoreError> {
        self.run(|connection| list::history(connection, of, page))
    }

    fn version_before(&mut self, id: VersionId) -> Result<Option<VersionId>, StoreError> {
        self.run(|connection| repository::before(connection, id))
    }

    fn comparison_counts(&mut self, versions: VersionPair) -> Result<ComparisonCounts, StoreError> {
        self.run(|connection| {
            Ok(ComparisonCounts {
                added: compare::count(connection, versions, VersionChangeKind::Added)?,
                removed: compare::count(connection, versions, VersionChangeKind::Removed)?,
                altered: compare::count(connection, versions, VersionChangeKind::Altered)?,
            })
        })
    }

    fn comparison(
        &mut self,
        versions: VersionPair,
        kind: VersionChangeKind,
        start: ComparisonStart,
        limit: u32,
    ) -> Result<Vec<VersionChange>, StoreError> {
        self.run(|connection| compare::changes(connection, versions, kind, start, limit))
    }
}

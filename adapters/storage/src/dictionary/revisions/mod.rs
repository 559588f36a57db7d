//! Revisions of tables and variables, and what versions of a source hold of them.

mod at_commit;
mod compare;
mod content;
mod definitions;
mod held;
mod list;
pub(super) mod make;
pub(super) mod new;
pub(crate) mod pins;
mod record;

use aditus_application::dictionary::revisions::repository::{DictionaryRevisions, Reviser};
use aditus_application::dictionary::revisions::views::{
    ComparisonCounts, RevisionRecord, RevisionViews, Start, VersionVariableRecord, VersionVariableSort,
    Versions,
};
use aditus_application::paging::{ListQuery, Page, Paged};
use aditus_application::ports::StoreError;
use aditus_domain::dictionary::revision::{Revised, VersionChange, VersionChangeKind};
use aditus_domain::ids::{DataSourceId, VariableId, VersionId, VersionVariableId};

use crate::reading::Reading;
use crate::transaction::UnitOfWork;

impl DictionaryRevisions for UnitOfWork {
    fn made_by(&mut self, reviser: Reviser) {
        self.is_revised_by(reviser);
    }

    fn version_source(&mut self, id: VersionId) -> Result<Option<DataSourceId>, StoreError> {
        self.run(|connection| held::source(connection, id))
    }

    fn held(&mut self, id: VersionId) -> Result<u64, StoreError> {
        self.run(|connection| held::number(connection, id))
    }

    fn freeze(
        &mut self,
        version: VersionId,
        source: DataSourceId,
        chosen: Option<&[VariableId]>,
    ) -> Result<u64, StoreError> {
        self.make_pending_revisions()?;
        self.run(|connection| held::freeze(connection, version, source, chosen))
    }

    fn version_of(&mut self, id: VersionVariableId) -> Result<Option<VersionId>, StoreError> {
        self.run(|connection| held::version_of(connection, id))
    }

    fn hold(&mut self, version: VersionId, variable: VariableId) -> Result<VersionVariableId, StoreError> {
        self.make_pending_revisions()?;
        self.run(|connection| held::hold(connection, version, variable))
    }

    fn hold_instead(&mut self, id: VersionVariableId, variable: VariableId) -> Result<(), StoreError> {
        self.make_pending_revisions()?;
        self.run(|connection| held::hold_instead(connection, id, variable))
    }

    fn let_go(&mut self, id: VersionVariableId) -> Result<(), StoreError> {
        self.run(|connection| held::let_go(connection, id))
    }
}

impl RevisionViews for Reading {
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
        self.run(|connection| held::before(connection, id))
    }

    fn comparison_counts(&mut self, versions: Versions) -> Result<ComparisonCounts, StoreError> {
        self.run(|connection| compare::counts(connection, versions))
    }

    fn comparison(
        &mut self,
        versions: Versions,
        kind: VersionChangeKind,
        start: Start,
        limit: u32,
    ) -> Result<Vec<VersionChange>, StoreError> {
        self.run(|connection| compare::part(connection, versions, kind, start, limit))
    }
}

//! Read models of approval procedures.

use aditus_application::paging::{ListQuery, Paged};
use aditus_application::ports::StoreError;
use aditus_application::procedures::views::{
    ChangeQuery, NextStageQuery, NextStageRow, ProcedureChangeRow, ProcedureSort, ProcedureViews, StageQuery,
    StageRow, StageTypeSort,
};
use aditus_application::procedures::{StoredProcedure, StoredStageType, StoredWhole};
use aditus_domain::ids::{NextStageId, ProcedureId, StageId, StageTypeId};
use aditus_domain::procedures::{DecidingOrganisation, SourceDeciders};

use super::{deciding_organisations, drawing, history, next_stages, stage_types, stages, whole};
use crate::read_session::ReadSession;

impl ProcedureViews for ReadSession {
    fn procedures(&mut self, query: &ListQuery<ProcedureSort>) -> Result<Paged<StoredProcedure>, StoreError> {
        self.run(|connection| whole::page(connection, query))
    }

    fn procedure(&mut self, id: ProcedureId) -> Result<Option<StoredProcedure>, StoreError> {
        self.run(|connection| whole::one(connection, id))
    }

    fn deciders_by_source(&mut self, provider: &str) -> Result<Vec<SourceDeciders>, StoreError> {
        self.run(|connection| deciding_organisations::deciders_by_source(connection, provider))
    }

    fn deciding_organisation(
        &mut self,
        organisation: &str,
    ) -> Result<Option<DecidingOrganisation>, StoreError> {
        self.run(|connection| deciding_organisations::deciding_organisation(connection, organisation))
    }

    fn whole(&mut self, id: ProcedureId) -> Result<Option<StoredWhole>, StoreError> {
        self.run(|connection| drawing::whole(connection, id))
    }

    fn history(&mut self, query: &ChangeQuery) -> Result<Paged<ProcedureChangeRow>, StoreError> {
        self.run(|connection| history::page(connection, query))
    }

    fn default_procedure(&mut self) -> Result<Option<StoredProcedure>, StoreError> {
        self.run(whole::default)
    }

    fn stage_types(
        &mut self,
        query: &ListQuery<StageTypeSort>,
    ) -> Result<Paged<StoredStageType>, StoreError> {
        self.run(|connection| stage_types::page(connection, query))
    }

    fn stage_type(&mut self, id: StageTypeId) -> Result<Option<StoredStageType>, StoreError> {
        self.run(|connection| stage_types::one(connection, id))
    }

    fn stages(&mut self, query: &StageQuery) -> Result<Paged<StageRow>, StoreError> {
        self.run(|connection| stages::page(connection, query))
    }

    fn stage(&mut self, id: StageId) -> Result<Option<StageRow>, StoreError> {
        self.run(|connection| stages::one(connection, id))
    }

    fn next_stages(&mut self, query: &NextStageQuery) -> Result<Paged<NextStageRow>, StoreError> {
        self.run(|connection| next_stages::page(connection, query))
    }

    fn next_stage(&mut self, id: NextStageId) -> Result<Option<NextStageRow>, StoreError> {
        self.run(|connection| next_stages::one(connection, id))
    }
}

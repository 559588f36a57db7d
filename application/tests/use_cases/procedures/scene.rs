//! Shorthands for procedures that a Super User edits.

use aditus_application::access::Caller;
use aditus_application::paging::{Direction, ListQuery, Page};
use aditus_application::procedures::approval_procedures::{ProcedureForm, ProcedureRecords};
use aditus_application::procedures::drawing::{DrawingForm, DrawingRecords, DrawnProcedure};
use aditus_application::procedures::editing::Error;
use aditus_application::procedures::history::ChangeRecords;
use aditus_application::procedures::next_stages::NextStageRecords;
use aditus_application::procedures::views::{
    ChangeQuery, ChangeSort, NextStageQuery, NextStageRow, NextStageSort, ProcedureChangeRow,
};
use aditus_application::records::{add, change, find, list};
use aditus_application::row_versions::RowVersion;
use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{Drawing, RawDrawing, RawDrawnStage, RawLink, RawStage};

use crate::story::Story;

impl Story {
    /// Returns the procedure that new requests follow.
    pub fn default_procedure(&self) -> ProcedureId {
        let default = self
            .world
            .read(|views| views.procedures().default_procedure().unwrap());
        default.unwrap().procedure.id.unwrap()
    }

    /// Adds a procedure without stages.
    pub fn bare_procedure(&self, name: &str) -> ProcedureId {
        let form = ProcedureForm {
            name: name.to_owned(),
            description: "For small requests".to_owned(),
            term: None,
            completion_window: None,
            is_active: None,
            is_default: None,
        };
        add::<ProcedureRecords>(&self.world.ports, &self.super_user, form).unwrap()
    }

    /// Returns the links between its stages, in their order.
    pub fn links(&self, id: ProcedureId) -> Vec<NextStageRow> {
        let query = NextStageQuery {
            procedure: Some(id),
            list: ListQuery {
                search: None,
                sort: NextStageSort::Order,
                direction: Direction::Ascending,
                page: Page::new(1, 100),
            },
        };
        let links = list::<NextStageRecords>(&self.world.ports, &self.super_user, query);
        links.unwrap().items
    }

    /// Returns the procedure as its editor shows it.
    pub fn drawn(&self, id: ProcedureId) -> DrawnProcedure {
        find::<DrawingRecords>(&self.world.ports, &self.super_user, id).unwrap()
    }

    /// Saves a drawing as a Super User, based on the stored version.
    pub fn draw(&self, id: ProcedureId, drawing: RawDrawing) -> Result<(), Error> {
        self.draw_from(id, Some(self.drawn(id).drawing_version), drawing, false)
    }

    /// Saves a drawing as a Super User, based on this version.
    pub fn draw_from(
        &self,
        id: ProcedureId,
        seen: Option<RowVersion>,
        drawing: RawDrawing,
        keep_faults: bool,
    ) -> Result<(), Error> {
        let form = DrawingForm { drawing, keep_faults };
        change::<DrawingRecords>(&self.world.ports, &self.super_user, id, seen, form)
    }

    /// Returns the history lines of a procedure, newest change first.
    pub fn history_of(&self, id: ProcedureId) -> Vec<Vec<String>> {
        let changes = self.procedure_changes(Some(id), None).into_iter();
        changes.map(|change| change.lines).collect()
    }

    /// Returns the history of a procedure, or of all, as a Super User reads it, newest first.
    pub fn procedure_changes(
        &self,
        procedure: Option<ProcedureId>,
        search: Option<&str>,
    ) -> Vec<ProcedureChangeRow> {
        let query = changes(procedure, search);
        let page = list::<ChangeRecords>(&self.world.ports, &self.super_user, query).unwrap();
        page.items
    }

    /// Returns callers who may not edit procedures.
    pub fn callers_without_procedures(&self) -> [&Caller; 4] {
        [
            &self.requester,
            &self.second_reviewer,
            &self.org_user,
            &self.outsider,
        ]
    }
}

/// A page of the history entries that contain this text, newest first.
pub fn changes(procedure: Option<ProcedureId>, search: Option<&str>) -> ChangeQuery {
    ChangeQuery {
        procedure,
        list: ListQuery {
            search: search.map(str::to_owned),
            sort: ChangeSort::default(),
            direction: Direction::default(),
            page: Page::new(1, 100),
        },
    }
}

/// Converts a drawing to the form that the editor sends.
pub fn sent(drawing: &Drawing) -> RawDrawing {
    RawDrawing {
        stages: drawing
            .stages
            .iter()
            .map(|stage| RawDrawnStage {
                stage_id: Some(stage.id.0),
                form: RawStage {
                    approval_procedure: None,
                    role: Some(stage.role.id()),
                    stage_type: Some(stage.type_id().0),
                    stage_order: Some(i64::from(stage.order)),
                    stage_activity: stage.activity.clone(),
                    branch_level: Some(i64::from(stage.branch_level)),
                    pos_x: Some(stage.position.x),
                    pos_y: Some(stage.position.y),
                    icon: stage.icon.clone(),
                    target: Some(stage.target.map(|target| i64::from(target.working_days()))),
                },
            })
            .collect(),
        links: drawing
            .links
            .iter()
            .map(|link| RawLink {
                current_stage: Some(link.from.0),
                next: Some(link.to.0),
            })
            .collect(),
    }
}

//! A procedure is played with an invented request: `POST data_requests/approval_procedures/{id}/trial/` (design G1). Nothing is stored,
//! so that the call needs no idempotency key: whoever plays sends all moves so far, and the answer is where they lead.

use aditus_domain::form::FormFaults;
use aditus_domain::ids::{DataSourceId, ProcedureId, RequestId, StageId};
use aditus_domain::notifications::NotificationKind;
use aditus_domain::procedures::{Asked, Drawing, DrawingFaults, KnownType, RawDrawing};
use aditus_domain::review::{StartError, Trial, TrialMove, TrialStep, TriedAudience};
use aditus_domain::roles::Role;

pub use super::editing::Error;
use super::editing::Record;
use super::repository::StoredStageType;
use super::views::StageTypeSort;
use crate::access::Caller;
use crate::paging::{Direction, ListQuery, Page};
use crate::ports::{Ports, Views};

/// The number that the invented request has in what people would read.
const REFERENCE: RequestId = RequestId(1);

/// What is tried.
#[derive(Debug, Clone)]
pub struct Command {
    /// Which procedure.
    pub procedure: ProcedureId,
    /// What is drawn and not saved yet; what is stored, when there is none.
    pub drawing: Option<RawDrawing>,
    /// What is decided, one after the other.
    pub moves: Vec<TrialMove>,
    /// For the data of which published source; without one it is not said who is asked, and nobody is missing.
    pub source: Option<DataSourceId>,
}

/// Somebody who would be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// "The requester", "The Data Officer", "Who decided as Data Officer"; whoever can help, where nobody can decide.
    pub who: String,
    /// The stage whose people they are; none for the requester.
    pub stage: Option<StageId>,
    /// What they would read. The request has the number 1 in it.
    pub message: String,
}

/// What became of the invented request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Why a real request for the data of the source would be refused at submission: a stage whose role no organisation offers. The trial
    /// goes on all the same.
    pub refused: Option<StartError>,
    /// States, steps, what waits and how much is left.
    pub trial: Trial,
    /// Who is told in each step, in the order of the steps.
    pub told: Vec<Vec<Told>>,
    /// Who would be asked at each stage for the data of the source; empty without one.
    pub asked: Vec<(StageId, Asked)>,
}

/// Plays the moves. A procedure with faults cannot be played: the faults are answered, each at its place.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<Answer, Error> {
    caller.require(Role::SuperUser)?;
    let mut views = ports.database.read()?;
    let whole = views.procedures().whole(command.procedure)?;
    let whole = whole.ok_or_else(|| Error::not_found(Record::Procedure))?.whole;
    let drawing = match &command.drawing {
        Some(drawn) => {
            let present: Vec<_> = whole.drawing.stages.iter().map(|stage| stage.id).collect();
            drawn.check(&types(views.as_mut())?, &present)?
        }
        None => whole.drawing,
    };
    if let Some(faults) = DrawingFaults::of(&drawing) {
        return Err(faults.into());
    }
    let procedure = drawing.procedure(&whole.text);
    let Ok(valid) = procedure.validate() else {
        return Err(Error::not_found(Record::Procedure));
    };
    let trial = Trial::play(&valid, &command.moves)?;
    let asked = asked(ports, views.as_mut(), &drawing, command.source)?;
    let told = |step: &TrialStep| {
        let each = step.told.iter();
        each.map(|(audience, kind)| told_to(&drawing, &asked, *audience, *kind))
            .collect()
    };
    Ok(Answer {
        refused: refused(&drawing, &trial, &asked),
        told: trial.steps.iter().map(told).collect(),
        asked,
        trial,
    })
}

fn told_to(
    drawing: &Drawing,
    asked: &[(StageId, Asked)],
    audience: TriedAudience,
    kind: NotificationKind,
) -> Told {
    let role = |stage: StageId| drawing.stage(stage).map_or("", |stage| stage.role.name());
    let (who, stage, kind) = match audience {
        TriedAudience::Requester => ("The requester".to_owned(), None, kind),
        TriedAudience::Decider(stage) => (format!("Who decided as {}", role(stage)), Some(stage), kind),
        TriedAudience::Holders(stage) => match (vacant(asked, stage), kind) {
            // Whoever can help is told in their place, as of a real request (decisions C14).
            (Some(organisation), NotificationKind::TurnCame { role }) => {
                let reader = Role::SuperUser;
                let kind = NotificationKind::WaitsForNobody { reader, role };
                let who = format!("Every Super User, and the Admins of {organisation}");
                (who, Some(stage), kind)
            }
            _ => (format!("The {}", role(stage)), Some(stage), kind),
        },
    };
    Told {
        who,
        stage,
        message: kind.message(REFERENCE),
    }
}

/// The organisation that is asked at a stage, and where nobody can decide.
fn vacant(asked: &[(StageId, Asked)], stage: StageId) -> Option<&str> {
    asked.iter().find_map(|(id, asked)| match asked {
        Asked::Nobody { organisation } if *id == stage => Some(organisation.as_str()),
        _ => None,
    })
}

/// The first stage, in the order of the chain, at which a real request finds no organisation role (decisions C5).
fn refused(drawing: &Drawing, trial: &Trial, asked: &[(StageId, Asked)]) -> Option<StartError> {
    let is_hole = |stage: StageId| asked.contains(&(stage, Asked::NotOffered));
    let first = trial.stages.iter().find(|tried| is_hole(tried.stage))?;
    let stage = drawing.stage(first.stage)?;
    Some(StartError::NoOrganisationRole {
        activity: stage.activity.clone(),
        role: stage.role,
    })
}

fn asked(
    ports: &Ports,
    views: &mut dyn Views,
    drawing: &Drawing,
    source: Option<DataSourceId>,
) -> Result<Vec<(StageId, Asked)>, Error> {
    let Some(source) = source else {
        return Ok(Vec::new());
    };
    let mut sources = views
        .procedures()
        .who_decides(&ports.settings.provider_organisation)?;
    sources.retain(|other| other.source == source);
    let line = drawing.asked(&sources).pop();
    let line = line.ok_or_else(|| FormFaults::one("data_source", "Please select the Data Source Name."))?;
    Ok(line.stages)
}

/// The types of stages that there are.
fn types(views: &mut dyn Views) -> Result<Vec<KnownType>, Error> {
    let mut types = Vec::new();
    for number in 1.. {
        let query = ListQuery {
            search: None,
            sort: StageTypeSort::default(),
            direction: Direction::default(),
            page: Page::new(number, Page::MAX_SIZE),
        };
        let page = views.procedures().stage_types(&query)?;
        types.extend(page.items.iter().map(StoredStageType::known));
        if page.items.is_empty() || types.len() as u64 >= page.total {
            break;
        }
    }
    Ok(types)
}

//! Simulates a procedure with an invented request: `POST
//! data_requests/approval_procedures/{id}/trial/` (decisions G1). Nothing is stored, so the call
//! needs no idempotency key: the client sends all moves so far, and the response is the resulting
//! state.

use aditus_domain::deadlines::Pauses;
use aditus_domain::form::FormFaults;
use aditus_domain::ids::{DataSourceId, ProcedureId, RequestId, StageId};
use aditus_domain::notifications::NotificationKind;
use aditus_domain::procedures::{DecisionMakers, Drawing, DrawingFaults, KnownType, RawDrawing};
use aditus_domain::review::{StartError, Trial, TrialAudience, TrialMove, TrialStep};
use aditus_domain::roles::Role;
use chrono::NaiveDate;

pub use super::editing::Error;
use super::editing::Record;
use super::repository::StoredStageType;
use super::views::StageTypeSort;
use crate::access::Caller;
use crate::paging::{Direction, ListQuery, Page};
use crate::ports::{Ports, Views};

/// Number of the invented request in the notifications.
const REFERENCE: RequestId = RequestId(1);

/// A trial to play.
#[derive(Debug, Clone)]
pub struct Command {
    /// Id of the procedure.
    pub procedure: ProcedureId,
    /// Unsaved drawing. By default the stored one.
    pub drawing: Option<RawDrawing>,
    /// Decisions, in their order.
    pub moves: Vec<TrialMove>,
    /// Published source of the requested data. Without it, deciders are not determined and no
    /// vacancies are reported.
    pub source: Option<DataSourceId>,
}

/// A notification that would be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrialNotice {
    /// Description of the recipients: "The requester", "The Data Officer", "The person who decided
    /// as Data Officer". If the stage has no one to decide, it is the people who can appoint
    /// someone.
    pub who: String,
    /// Stage of the recipients. None for the requester.
    pub stage: Option<StageId>,
    /// Text of the notification, with the number 1 for the request.
    pub message: String,
}

/// The state of the invented request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The error that a real request for this source would get at submission, because an
    /// organisation does not offer the role of a stage. The trial continues regardless.
    pub refused: Option<StartError>,
    /// States, steps, waiting stages and remaining stages.
    pub trial: Trial,
    /// Notifications of each step, in the order of the steps.
    pub notices: Vec<Vec<TrialNotice>>,
    /// Deciders at each stage for the source. Empty without a source.
    pub decision_makers: Vec<(StageId, DecisionMakers)>,
    /// Due dates of the stages with a target, for a request that is submitted today and decided at
    /// each stage on its due date.
    pub due_dates: Vec<(StageId, NaiveDate)>,
    /// Day by which the decision is expected, for a request that is submitted today. None without a
    /// term (decisions N3).
    pub expected_on: Option<NaiveDate>,
}

/// Plays the moves. A procedure with faults is refused, with each fault at its place.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<Answer, Error> {
    caller.require(Role::SuperUser)?;
    let mut views = ports.database.read()?;
    let whole = views.procedures().whole(command.procedure)?;
    let whole = whole.ok_or_else(|| Error::not_found(Record::Procedure))?.whole;
    let drawing = match &command.drawing {
        Some(drawn) => drawn.check(&types(views.as_mut())?, &whole.drawing)?,
        None => whole.drawing,
    };
    if let Some(faults) = DrawingFaults::from_drawing(&drawing) {
        return Err(faults.into());
    }
    let procedure = drawing.procedure(&whole.text);
    let Ok(valid) = procedure.validate() else {
        return Err(Error::not_found(Record::Procedure));
    };
    let trial = Trial::run(&valid, &command.moves)?;
    let decision_makers = decision_makers(ports, views.as_mut(), &drawing, command.source)?;
    let calendar = views.deadlines().calendar()?.calendar;
    let now = ports.clock.now();
    let today = calendar.date_of(now);
    let no_pauses = Pauses::default();
    let notices_of = |step: &TrialStep| {
        let each = step.notifications.iter();
        each.map(|(audience, kind)| trial_notice(&drawing, &decision_makers, *audience, *kind))
            .collect()
    };
    Ok(Answer {
        refused: refused(&drawing, &trial, &decision_makers),
        notices: trial.steps.iter().map(notices_of).collect(),
        decision_makers,
        due_dates: Trial::due_dates(&valid, today, &calendar),
        expected_on: whole
            .text
            .term
            .and_then(|term| term.due(now, None, &no_pauses, now, &calendar).on),
        trial,
    })
}

fn trial_notice(
    drawing: &Drawing,
    decision_makers: &[(StageId, DecisionMakers)],
    audience: TrialAudience,
    kind: NotificationKind,
) -> TrialNotice {
    let role = |stage: StageId| drawing.stage(stage).map_or("", |stage| stage.role.name());
    let (who, stage, kind) = match audience {
        TrialAudience::Requester => ("The requester".to_owned(), None, kind),
        TrialAudience::Decider(stage) => (
            format!("The person who decided as {}", role(stage)),
            Some(stage),
            kind,
        ),
        TrialAudience::Holders(stage) => match (vacant(decision_makers, stage), kind) {
            // A vacancy is notified to the people who can fill it instead, as for a real request
            // (decisions C14).
            (Some(organisation), NotificationKind::TurnCame { role }) => {
                let reader = Role::SuperUser;
                let kind = NotificationKind::WaitsForNobody { reader, role };
                let who = format!("Every Super User, and the Admins of {organisation}");
                (who, Some(stage), kind)
            }
            _ => (format!("The {}", role(stage)), Some(stage), kind),
        },
    };
    TrialNotice {
        who,
        stage,
        message: kind.message(REFERENCE),
    }
}

/// Returns the organisation of a stage that has no one to decide.
fn vacant(decision_makers: &[(StageId, DecisionMakers)], stage: StageId) -> Option<&str> {
    decision_makers
        .iter()
        .find_map(|(id, decision_makers)| match decision_makers {
            DecisionMakers::NoHolder { organisation } if *id == stage => Some(organisation.as_str()),
            _ => None,
        })
}

/// Returns the first stage, in the order of the chain, for which a real request finds no
/// organisation role (decisions C5).
fn refused(
    drawing: &Drawing,
    trial: &Trial,
    decision_makers: &[(StageId, DecisionMakers)],
) -> Option<StartError> {
    let is_hole = |stage: StageId| decision_makers.contains(&(stage, DecisionMakers::NotOffered));
    let first = trial.stages.iter().find(|tried| is_hole(tried.stage))?;
    let stage = drawing.stage(first.stage)?;
    Some(StartError::NoOrganisationRole {
        activity: stage.activity.clone(),
        role: stage.role,
    })
}

fn decision_makers(
    ports: &Ports,
    views: &mut dyn Views,
    drawing: &Drawing,
    source: Option<DataSourceId>,
) -> Result<Vec<(StageId, DecisionMakers)>, Error> {
    let Some(source) = source else {
        return Ok(Vec::new());
    };
    let mut sources = views
        .procedures()
        .deciders_by_source(&ports.settings.provider_organisation)?;
    sources.retain(|other| other.source == source);
    let line = drawing.decision_makers(&sources).pop();
    let line = line.ok_or_else(|| FormFaults::one("data_source", "Please select the Data Source Name."))?;
    Ok(line.stages)
}

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

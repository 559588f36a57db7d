//! A requester resubmits a request that was denied or recalled (decisions C11, V6, V7).

use aditus_domain::audit::{Act, By, Personal};
use aditus_domain::ids::RequestId;
use aditus_domain::requests::content::Sha256;
use aditus_domain::requests::{
    DataUnspecified, NeededOnFault, keep_needed_on, must_specify_data, parse_needed_on,
};
use aditus_domain::review::{
    Attendant, Chain, Event, NewRoundRefused, OverallStatus, Remark, RemarkError, StartError,
};
use aditus_domain::roles::Role;
use chrono::{DateTime, NaiveDate, Utc};
use thiserror::Error;

use super::news;
use crate::access::{AccessError, Caller};
use crate::audit;
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::notifications::tell::TellError;
use crate::ports::{Ports, StoreError, Transaction};
use crate::requests::binding::Binding;
use crate::requests::versions::{self, Change, RecordError, record};
use crate::requests::whose::is_visible;
use crate::requests::{NewRound, Request};

/// What is sent.
#[derive(Debug, Clone)]
pub struct Command {
    /// Which request.
    pub request: RequestId,
    /// What the requester tells the reviewers.
    pub note: Option<String>,
    /// A new day on which the data is needed; it has to be given when the present one no longer passes the rule of the wizard.
    pub needed_on: Option<String>,
}

/// The next round has begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// Its number.
    pub round: u32,
    /// The status of the request since.
    pub status: OverallStatus,
    /// What is shown.
    pub message: &'static str,
}

/// One thing wrong with what was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Fault {
    /// Of the note.
    #[error(transparent)]
    Note(#[from] RemarkError),
    /// Of the day.
    #[error(transparent)]
    NeededOn(#[from] NeededOnFault),
}

impl Fault {
    const fn field(self) -> &'static str {
        match self {
            Self::Note(_) => "note",
            Self::NeededOn(_) => "needed_on",
        }
    }
}

/// Why somebody may not resubmit a request now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum WhyNot {
    /// Not theirs, or not at its end.
    #[error(transparent)]
    Round(#[from] NewRoundRefused),
    /// They are no Data Requester any more.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// It says of no data any more that it is wanted: another source takes the variables of the one before with it.
    #[error(transparent)]
    Unspecified(#[from] DataUnspecified),
}

failure! {
    WhyNot {
        forwards Access;
        Round(NewRoundRefused::NotOwner) => Forbidden, reason: NotRequester;
        Round(NewRoundRefused::NotEnded(status)) => Conflict,
            reason: RequestNotEnded,
            params: { status: status.name() };
        Unspecified(_) => Conflict, reason: DataUnspecified;
    }
}

/// Why the request was not resubmitted.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no such request, or the caller may not know of it.
    #[error("This Data Request does not exist.")]
    NotFound,
    /// The caller may not resubmit it, or it is neither denied nor recalled.
    #[error(transparent)]
    Refused(#[from] WhyNot),
    /// What was sent breaks a rule; there is at least one fault.
    #[error("{}", .0.first().map_or_else(String::new, ToString::to_string))]
    Faults(Vec<Fault>),
    /// A stage finds nobody to decide (decisions C5).
    #[error(transparent)]
    Unbound(#[from] StartError),
    /// Its sources are in the custody of different organisations.
    #[error(
        "The data sources of this Data Request are in the custody of different organisations. Ask for each in a Data Request of its own."
    )]
    OtherCustody,
    /// The caller submitted too many of late.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// Somebody else changed the request at the same time.
    #[error("This Data Request has changed since you opened it. Review it again.")]
    Changed,
    /// The database refused.
    #[error("The Data Request could not be resubmitted. Try again in a moment.")]
    Store(#[source] StoreError),
    /// The new day could not be kept as a version of the content.
    #[error(transparent)]
    Version(#[from] RecordError),
    /// Somebody could not be told.
    #[error("The Data Request could not be resubmitted. Try again in a moment.")]
    Tell(#[from] TellError),
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict => Self::Changed,
            other => Self::Store(other),
        }
    }
}

impl From<NewRoundRefused> for Error {
    fn from(refused: NewRoundRefused) -> Self {
        Self::Refused(refused.into())
    }
}

failure! {
    Error {
        forwards Refused, Limit, Store, Version, Tell;
        NotFound => NotFound, reason: RequestNotFound;
        Faults(faults) => Invalid, reason: InvalidFields, fields: faults
            .iter()
            .map(|fault| (fault.field().to_owned(), fault.to_string()))
            .collect();
        Unbound(StartError::NoOrganisationRole { activity, role }) => Conflict,
            reason: NoOrganisationRole,
            params: { stage: activity.as_str(), role: role.name() };
        OtherCustody => Conflict, reason: SeveralCustodies;
        Changed => Conflict, reason: RowChanged;
    }
}

/// Begins the next round: at the stage that denied, or at the first stages of the staff after a recall and where the data is
/// asked for of another source since. Whoever has the turn is told, and whose approval stands.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<Answer, Error> {
    let at = ports.clock.now();
    let today = at.date_naive();
    let (note, typed) = parse(command, today)?;
    let submissions = limits::of_submission(ports, caller);
    limits::refuse_all_early(ports, &submissions)?;
    let mut transaction = ports.database.begin()?;
    let mut request = transaction
        .requests()
        .get(command.request)?
        .filter(|request| is_visible(caller, request))
        .ok_or(Error::NotFound)?;
    let mut by = resubmitter(&request.chain, caller)?;
    specified(transaction.as_mut(), request.id)?;
    let needed_on = match typed {
        Some(day) => day,
        None => {
            keep_needed_on(request.needed_on, today).map_err(|fault| Error::Faults(vec![fault.into()]))?
        }
    };
    limits::spend_all_within(ports, transaction.limited_events(), &submissions)?;
    if needed_on != request.needed_on {
        versions::begin(transaction.as_mut(), request.id)?;
        transaction.requests().set_needed_on(request.id, needed_on)?;
        record(
            ports,
            transaction.as_mut(),
            caller,
            request.id,
            Change::default(),
            None,
        )?;
        // As the change has left it; somebody else may have been quicker before it had its turn.
        request = transaction.requests().get(request.id)?.ok_or(Error::NotFound)?;
        by = resubmitter(&request.chain, caller)?;
    }
    let (events, anew) = begin(ports, transaction.as_mut(), &mut request, &by, at)?;
    let happened: Vec<_> = events.iter().filter_map(Event::history_entry).collect();
    transaction.requests().save(&request, &happened)?;
    transaction.requests().begin_round(&NewRound {
        request: request.id,
        round: request.chain.round(),
        by: caller.user,
        note: note.as_ref().map(|note| note.as_str().to_owned()),
        started_on: at,
    })?;
    news::tell_events(
        ports,
        transaction.as_mut(),
        request.id,
        &request.chain,
        &events,
        at,
    )?;
    let resubmitted = Act::RequestResubmitted {
        request: request.id,
        round: request.chain.round(),
        anew,
        needed_on,
        note: note.map(|note| Personal::new(note.into_string())),
        version: request.content_version,
        content: Sha256(request.content_digest),
    };
    let by = By::from(caller).in_role(by.assigned_role);
    let recorded = audit::record_at(ports, transaction.as_mut(), at, by, [resubmitted])?;
    transaction.commit(recorded)?;
    Ok(Answer {
        round: request.chain.round(),
        status: request.chain.status(),
        message: "You have successfully resubmitted your Data Request.",
    })
}

/// Why the caller may not resubmit the request of this chain now; `None` when they may. `specified` is whether the request says
/// which data is wanted.
pub(super) fn why_not(
    chain: &Chain,
    caller: &Caller,
    specified: Result<(), DataUnspecified>,
) -> Option<WhyNot> {
    let resubmitter = resubmitter(chain, caller).err();
    resubmitter.or_else(|| specified.err().map(WhyNot::from))
}

/// Refuses a request that no longer says which data is wanted, as a submission is refused (2 §5).
fn specified(transaction: &mut dyn Transaction, request: RequestId) -> Result<(), Error> {
    let facts = transaction.request_edits().facts(request)?;
    let variables = transaction.requested_datasets().number_of_variables(request)?;
    must_specify_data(variables, &facts.ok_or(Error::NotFound)?.documents).map_err(WhyNot::from)?;
    Ok(())
}

/// The owner as the one who resubmits: in the role of the first submission where they still hold it, else in another of the
/// kind.
fn resubmitter(chain: &Chain, caller: &Caller) -> Result<Attendant, WhyNot> {
    if let Some(refused) = chain.why_no_new_round(caller.user) {
        return Err(refused.into());
    }
    let held = caller
        .assignment(chain.requester().assigned_role)
        .or_else(|| caller.role(Role::DataRequester))
        .ok_or(AccessError::Role)?;
    Ok(Attendant {
        user: caller.user,
        assigned_role: held.id,
        org_role: held.org_role,
    })
}

/// The note and the new day, as far as they were typed.
fn parse(command: &Command, today: NaiveDate) -> Result<(Option<Remark>, Option<NaiveDate>), Error> {
    let note = Remark::parse(command.note.as_deref().unwrap_or_default());
    let day = parse_needed_on(command.needed_on.as_deref(), today);
    match (note, day) {
        (Ok(note), Ok(day)) => Ok((note, day)),
        (note, day) => {
            let of_note = note.err().map(Fault::from);
            let of_day = day.err().map(Fault::from);
            Err(Error::Faults(of_note.into_iter().chain(of_day).collect()))
        }
    }
}

/// Begins the round in the chain, and sees to it that somebody can decide at each stage that is open. Answers what happened, and whether no
/// approval stands any more.
fn begin(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    request: &mut Request,
    by: &Attendant,
    at: DateTime<Utc>,
) -> Result<(Vec<Event>, bool), Error> {
    let has_other_sources = transaction
        .requests()
        .sources_at_the_end(request.id)?
        .is_some_and(|then| then != request.sources());
    let events = if has_other_sources {
        request.chain.new_round_from_the_beginning(by, at)?
    } else {
        request.chain.new_round(by, at)?
    };
    bind(ports, transaction, request, has_other_sources)?;
    Ok((events, has_other_sources))
}

/// Binds the stages that are open. A request is decided on once for all of its sources: where these are asked for anew, each stage
/// has to be bound alike for every one of them (beyond.md V6).
fn bind(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    request: &mut Request,
    anew: bool,
) -> Result<(), Error> {
    let provider = &ports.settings.provider_organisation;
    let mut bindings = Vec::new();
    for source in request.sources() {
        bindings.push(Binding::of(transaction, source, provider, request.owner)?);
    }
    let Some((first, others)) = bindings.split_first() else {
        return Ok(());
    };
    request.chain.bind_open_stages(|stage| {
        if !anew {
            return Ok(first.kept_or_new(transaction, stage)?);
        }
        let bound = first.org_role(transaction, stage.role)?;
        for other in others {
            if other.org_role(transaction, stage.role)? != bound {
                return Err(Error::OtherCustody);
            }
        }
        Ok(bound)
    })
}

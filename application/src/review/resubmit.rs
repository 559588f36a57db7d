//! Resubmits a request that was denied or recalled (decisions C11, V6, V7).

use aditus_domain::audit::{Act, Actor, Personal};
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

use super::notices;
use crate::access::{AccessError, Caller};
use crate::audit;
use crate::deadlines::due_dates;
use crate::deadlines::terms::NewTerm;
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::notifications::notify::NotifyError;
use crate::ports::{Ports, StoreError, Transaction};
use crate::requests::binding::Binding;
use crate::requests::versions::{self, Change, RecordError, record};
use crate::requests::visibility::is_visible;
use crate::requests::{NewRound, Request};

/// A resubmission.
#[derive(Debug, Clone)]
pub struct Command {
    /// Id of the request.
    pub request: RequestId,
    /// Note of the requester to the reviewers.
    pub note: Option<String>,
    /// A new day on which the data is needed. Required if the present one no longer passes the rule
    /// of the wizard.
    pub needed_on: Option<String>,
}

/// The next round has begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// Number of the round.
    pub round: u32,
    /// Status of the request after the resubmission.
    pub status: OverallStatus,
    /// Message for the user.
    pub message: &'static str,
}

/// An invalid field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Fault {
    /// The note is invalid.
    #[error(transparent)]
    Note(#[from] RemarkError),
    /// The needed date is invalid.
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

/// The reason why a person may not resubmit a request now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ResubmissionRefused {
    /// The request is another person's, or neither denied nor recalled.
    #[error(transparent)]
    Round(#[from] NewRoundRefused),
    /// The person is no longer a Data Requester.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The request no longer defines the requested data. A change of its source removes the
    /// variables.
    #[error(transparent)]
    Unspecified(#[from] DataUnspecified),
}

failure! {
    ResubmissionRefused {
        forwards Access;
        Round(NewRoundRefused::NotOwner) => Forbidden, reason: NotRequester;
        Round(NewRoundRefused::NotEnded(status)) => Conflict,
            reason: RequestNotEnded,
            params: { status: status.name() };
        Unspecified(_) => Conflict, reason: DataUnspecified;
    }
}

/// The request was not resubmitted.
#[derive(Debug, Error)]
pub enum Error {
    /// The request does not exist, or the caller may not see it.
    #[error("This Data Request does not exist.")]
    NotFound,
    /// The caller may not resubmit it, or it is neither denied nor recalled.
    #[error(transparent)]
    Refused(#[from] ResubmissionRefused),
    /// Fields break rules. There is at least one fault.
    #[error("{}", .0.first().map_or_else(String::new, ToString::to_string))]
    Faults(Vec<Fault>),
    /// A stage has no organisation role to decide (decisions C5).
    #[error(transparent)]
    Unbound(#[from] StartError),
    /// Its sources are in the custody of different organisations.
    #[error(
        "The data sources of this Data Request are in the custody of different organisations. Ask for each in a Data Request of its own."
    )]
    OtherCustody,
    /// The caller submitted too many requests recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// Another person changed the request at the same time.
    #[error("This Data Request has changed since you opened it. Review it again.")]
    Changed,
    /// The database refused.
    #[error("The Data Request could not be resubmitted. Try again in a moment.")]
    Store(#[source] StoreError),
    /// The version with the new needed date could not be stored.
    #[error(transparent)]
    Version(#[from] RecordError),
    /// A notification could not be sent.
    #[error("The Data Request could not be resubmitted. Try again in a moment.")]
    Notify(#[from] NotifyError),
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
        forwards Refused, Limit, Store, Version, Notify;
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

/// Begins the next round. After a denial it begins at the stage that denied. After a recall, or if
/// the data sources have changed since, it begins at the first staff stages. Notifies the people
/// whose turn it is, and the people whose approvals stand.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<Answer, Error> {
    let at = ports.clock.now();
    let today = at.date_naive();
    let (note, typed) = parse(command, today)?;
    let submissions = limits::submission_counters(ports, caller);
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
        // Read again with the new version. Another person may have changed the request before this
        // transaction got its lock.
        request = transaction.requests().get(request.id)?.ok_or(Error::NotFound)?;
        by = resubmitter(&request.chain, caller)?;
    }
    let (events, anew) = begin(ports, transaction.as_mut(), &mut request, &by, at)?;
    let happened: Vec<_> = events.iter().filter_map(Event::history_entry).collect();
    transaction.requests().save(&request, &happened)?;
    begin_term(transaction.as_mut(), &request, at)?;
    // A server of an earlier version may have left windows of the last round, which would recall the
    // request again.
    transaction.completion_windows().answer_all(request.id, at)?;
    due_dates::compute(transaction.as_mut(), request.id, at)?;
    transaction.requests().begin_round(&NewRound {
        request: request.id,
        round: request.chain.round(),
        by: caller.user,
        note: note.as_ref().map(|note| note.as_str().to_owned()),
        started_on: at,
    })?;
    notices::notify_of_events(
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
    let by = Actor::from(caller).in_role(by.assigned_role);
    let recorded = audit::record_at(ports, transaction.as_mut(), at, by, [resubmitted])?;
    transaction.commit(recorded)?;
    Ok(Answer {
        round: request.chain.round(),
        status: request.chain.status(),
        message: "You have successfully resubmitted your Data Request.",
    })
}

/// Begins the term of the new round: that of the procedure at the time of the resubmission (decisions
/// N3).
fn begin_term(
    transaction: &mut dyn Transaction,
    request: &Request,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    let Some(term) = transaction.request_terms().of_procedure(request.id)? else {
        return Ok(());
    };
    transaction.request_terms().begin(&NewTerm {
        request: request.id,
        round: request.chain.round(),
        term,
        since: at,
    })
}

/// Returns the reason why the caller may not resubmit the request now, or `None` if they may.
/// `specified` is an error if the request does not define the requested data.
pub(super) fn why_no_resubmission(
    chain: &Chain,
    caller: &Caller,
    specified: Result<(), DataUnspecified>,
) -> Option<ResubmissionRefused> {
    let resubmitter = resubmitter(chain, caller).err();
    resubmitter.or_else(|| specified.err().map(ResubmissionRefused::from))
}

/// Refuses a request that no longer defines the requested data, as a submission would be refused (2
/// §5).
fn specified(transaction: &mut dyn Transaction, request: RequestId) -> Result<(), Error> {
    let facts = transaction.request_edits().facts(request)?;
    let variables = transaction.requested_datasets().number_of_variables(request)?;
    must_specify_data(variables, &facts.ok_or(Error::NotFound)?.documents)
        .map_err(ResubmissionRefused::from)?;
    Ok(())
}

/// Returns the owner in the role in which they resubmit: the role of the first submission if they
/// still hold it, or else another role of Data Requester.
fn resubmitter(chain: &Chain, caller: &Caller) -> Result<Attendant, ResubmissionRefused> {
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

/// Parses the note and the needed date. Each is None if the field is empty.
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

/// Begins the round in the chain, and binds the open stages to organisation roles. Returns the
/// events, and true if earlier approvals no longer stand.
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

/// Binds the open stages. A decision covers all sources of the request. If the sources have
/// changed, each stage must therefore bind to the same organisation role for every source
/// (decisions V6).
fn bind(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    request: &mut Request,
    sources_changed: bool,
) -> Result<(), Error> {
    let provider = &ports.settings.provider_organisation;
    let mut bindings = Vec::new();
    for source in request.sources() {
        bindings.push(Binding::load(transaction, source, provider, request.owner)?);
    }
    let Some((first, others)) = bindings.split_first() else {
        return Ok(());
    };
    request.chain.bind_open_stages(|stage| {
        if !sources_changed {
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

//! Extends the term of a request (decisions N3): `POST data_requests/{id}/extension/`.

use aditus_domain::accounts::AccountState;
use aditus_domain::audit::{Act, Actor, Personal};
use aditus_domain::deadlines::{Extension, ExtensionRefused, RawExtension, ReasonedExtension};
use aditus_domain::form::FormFaults;
use aditus_domain::ids::{AssignedRoleId, RequestId};
use aditus_domain::notifications::ExtendedTerm;
use aditus_domain::review::{Chain, ExtensionForbidden};
use chrono::{DateTime, NaiveDate, Utc};
use thiserror::Error;

use super::due_dates;
use super::repository::TermClock;
use super::terms::NewExtension;
use crate::access::Caller;
use crate::audit;
use crate::failure::failure;
use crate::notifications::notify::{Notice, NotifyError, Recipient, notify};
use crate::ports::{Ports, StoreError, Transaction};
use crate::requests::Request;
use crate::requests::visibility::is_visible;
use crate::review::announce_request;

/// An extension.
#[derive(Debug, Clone)]
pub struct Command {
    /// Id of the request.
    pub request: RequestId,
    /// The length and the reason.
    pub form: RawExtension,
}

/// The term was extended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// The new last day of the term; `None` while it is paused.
    pub expected_on: Option<NaiveDate>,
    /// Message for the user.
    pub message: &'static str,
}

/// The reason why a person cannot extend a term now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CannotExtend {
    /// They have no decision on the request.
    #[error(transparent)]
    Forbidden(#[from] ExtensionForbidden),
    /// Nobody can.
    #[error(transparent)]
    Refused(#[from] ExtensionRefused),
}

failure! {
    CannotExtend {
        Forbidden(_) => Forbidden, reason: ExtensionNotAllowed;
        Refused(ExtensionRefused::NoTerm) => Conflict, reason: NoTerm;
        Refused(ExtensionRefused::Extended) => Conflict, reason: TermExtended;
        Refused(ExtensionRefused::Over) => Conflict, reason: TermOver;
    }
}

/// The term was not extended.
#[derive(Debug, Error)]
pub enum Error {
    /// The request does not exist, or the caller may not see it.
    #[error("This Data Request does not exist.")]
    NotFound,
    /// The caller may not extend the term, or nobody can.
    #[error(transparent)]
    Cannot(#[from] CannotExtend),
    /// The form breaks rules.
    #[error(transparent)]
    Form(#[from] FormFaults),
    /// Another person changed the request at the same time.
    #[error("This Data Request has changed since you opened it. Review it again.")]
    Changed,
    /// The database refused.
    #[error("The term could not be extended. Try again in a moment.")]
    Store(#[source] StoreError),
    /// The requester could not be notified.
    #[error("The term could not be extended. Try again in a moment.")]
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

failure! {
    Error {
        forwards Cannot, Store, Notify;
        NotFound => NotFound, reason: RequestNotFound;
        Form(faults) => Invalid, reason: InvalidFields, fields: faults.by_field();
        Changed => Conflict, reason: RowChanged;
    }
}

/// Extends the running term once, and notifies the requester of the new date and the reason.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<Answer, Error> {
    let form = command.form.check()?;
    let at = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    let request = transaction
        .requests()
        .get(command.request)?
        .filter(|request| is_visible(caller, request))
        .ok_or(Error::NotFound)?;
    let role = extender(&request.chain, caller)?;
    // The dates may be of an earlier version of the calendar.
    due_dates::compute(transaction.as_mut(), request.id, at)?;
    let clock =
        running(transaction.as_mut(), request.id)?.ok_or_else(|| refused(ExtensionRefused::NoTerm))?;
    let today = transaction.calendars().calendar()?.calendar.date_of(at);
    if let Some(why) = Extension::why_not(clock.extension, clock.dates.state(today)) {
        return Err(refused(why));
    }
    let extended = form.of(clock.term)?;
    // Increments the row version, so that of an extension and a decision at the same moment one is
    // refused.
    transaction.requests().save(&request, &[])?;
    transaction.request_terms().extend(&NewExtension {
        request: request.id,
        extension: extended.extension,
        reason: extended.reason.clone(),
        by: caller.user,
        at,
    })?;
    due_dates::compute(transaction.as_mut(), request.id, at)?;
    let after = running(transaction.as_mut(), request.id)?;
    let expected_on = after.and_then(|clock| clock.dates.due_on);
    notify_requester(
        ports,
        transaction.as_mut(),
        &request,
        (&clock, &extended, expected_on),
        at,
    )?;
    announce_request(transaction.as_mut(), &request.chain)?;
    let act = Act::TermExtended {
        request: request.id,
        round: request.chain.round(),
        count: extended.extension.count().into(),
        unit: clock.term.unit().name(),
        reason: Personal::new(extended.reason),
    };
    let by = Actor::from(caller).in_role(role);
    let recorded = audit::record_at(ports, transaction.as_mut(), at, by, [act])?;
    transaction.commit(recorded)?;
    Ok(Answer {
        expected_on,
        message: "You have successfully extended the term of this Data Request.",
    })
}

fn refused(why: ExtensionRefused) -> Error {
    Error::Cannot(why.into())
}

/// Returns the running term of the request. Others wait with this call until the end of the
/// transaction.
fn running(transaction: &mut dyn Transaction, request: RequestId) -> Result<Option<TermClock>, StoreError> {
    let clocks = transaction.stage_clocks().clocks(&[request])?;
    Ok(clocks.into_iter().find_map(|of_one| of_one.term))
}

/// Returns the role in which the caller extends the term.
fn extender(chain: &Chain, caller: &Caller) -> Result<AssignedRoleId, CannotExtend> {
    if let Some(forbidden) = forbidden(chain, caller) {
        return Err(forbidden.into());
    }
    let mut stages = chain.stages().iter().filter(|stage| !stage.is_requesters());
    let held = stages.find_map(|stage| caller.at(stage.org_role));
    Ok(held.ok_or(ExtensionForbidden::NoDecision)?.id)
}

fn forbidden(chain: &Chain, caller: &Caller) -> Option<ExtensionForbidden> {
    let is_active = caller.state == AccountState::Active;
    chain.why_no_extension(caller.user, |org_role| is_active && caller.at(org_role).is_some())
}

/// Returns the reason why the caller cannot extend the term now, or `None` if they can. `of_term` is
/// the reason of the term itself.
pub(crate) fn why_not(
    chain: &Chain,
    caller: &Caller,
    of_term: Option<ExtensionRefused>,
) -> Option<CannotExtend> {
    let forbidden = forbidden(chain, caller).map(CannotExtend::from);
    forbidden.or_else(|| of_term.map(CannotExtend::from))
}

fn notify_requester(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    request: &Request,
    (clock, extended, expected_on): (&TermClock, &ReasonedExtension, Option<NaiveDate>),
    at: DateTime<Utc>,
) -> Result<(), NotifyError> {
    let notice = Notice::for_extended_term(
        &ExtendedTerm {
            by: &clock.term.unit().length(extended.extension.count()),
            reason: &extended.reason,
            expected_on,
        },
        request.id,
    );
    let owner = Recipient {
        user: request.owner,
        role: ExtendedTerm::ROLE,
    };
    notify(ports, transaction, &[owner], &notice, at)
}

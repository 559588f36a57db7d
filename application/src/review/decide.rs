//! Approves or denies a stage with a one-time code or a passkey (2 §4, "Decision"; decisions C3, C4,
//! C6 to C9, C13, C14, O7).

use aditus_domain::accounts::passkey::CeremonyPurpose;
use aditus_domain::accounts::{OtpCode, OtpError, OtpFlow};
use aditus_domain::audit::{Act, Actor, Bytes, Personal};
use aditus_domain::ids::{AssignedRoleId, OrganisationRoleId, RequestId, StateId};
use aditus_domain::requests::content::Sha256;
use aditus_domain::review::{
    DecideError, Decision, DecisionConstraints, DecisionFault, Event, OverallStatus, StageNumber,
};
use chrono::NaiveDate;
use thiserror::Error;

use super::confirm_by::{self, WayNotAllowed};
use super::decision_code::{CHANGED, CodeBinding, has_changed};
use super::notices;
use super::stage_context::{self, StageContext, StageError};
use crate::access::Caller;
use crate::accounts::codes::{self, EntryError};
use crate::accounts::passkeys::ceremony::{self, UsedPasskey};
use crate::audit;
use crate::deadlines::due_dates;
use crate::failure::{Reason, failure};
use crate::notifications::notify::NotifyError;
use crate::ports::{Ports, StoreError, Transaction};
use crate::requests::{Request, letters};

/// The decision.
#[derive(Debug, Clone)]
pub struct Command {
    /// The stage: `state_id`.
    pub state: StateId,
    /// The request. It must be the request of the stage.
    pub request: RequestId,
    /// The caller's assigned role.
    pub assigned_role: AssignedRoleId,
    /// Organisation role of the assignment.
    pub org_role: OrganisationRoleId,
    /// `status`: true approves, false denies.
    pub approve: bool,
    /// Reason of the decision: the comment of the form.
    pub reason: Option<String>,
    /// Recommendation to the requester.
    pub recommendation: Option<String>,
    /// The digits of the code. Ignored if there is a passkey.
    pub otp: String,
    /// The response of a passkey ([`super::begin_passkey`]), in place of a code.
    pub passkey: Option<String>,
}

/// The decision was stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// Overall status of the request after the decision.
    pub status: OverallStatus,
    /// The message of the specification (2 §4).
    pub message: &'static str,
    /// An additional message after an approval (2 §4).
    pub approved: Option<&'static str>,
}

/// An invalid field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Fault {
    /// The reason or the recommendation is invalid.
    #[error(transparent)]
    Decision(#[from] DecisionFault),
    /// The code is missing or malformed.
    #[error(transparent)]
    Otp(#[from] OtpError),
}

impl Fault {
    const fn field(self) -> &'static str {
        match self {
            Self::Decision(fault) => fault.field(),
            Self::Otp(_) => "otp",
        }
    }
}

/// Nothing was decided. Nothing is stored except the count of a wrong code (decisions A3).
#[derive(Debug, Error)]
pub enum Error {
    /// Fields break rules. There is at least one fault, in the order of the form.
    #[error("{}", .0.first().map_or_else(String::new, ToString::to_string))]
    Faults(Vec<Fault>),
    /// The installation does not let decisions be confirmed in this way.
    #[error(transparent)]
    Way(#[from] WayNotAllowed),
    /// The caller may not decide at this stage now.
    #[error(transparent)]
    Stage(#[from] StageError),
    /// The code is wrong or expired, or there is none.
    #[error(transparent)]
    Code(EntryError),
    /// The passkey was not accepted.
    #[error(transparent)]
    Passkey(#[from] ceremony::Error),
    /// The request changed since the code was sent or the passkey was asked for, or another person
    /// is changing it right now (decisions C6, C7).
    #[error("{CHANGED}")]
    Changed,
    /// The database refused.
    #[error("The decision could not be stored. Try again in a moment.")]
    Store(#[source] StoreError),
    /// A notification could not be sent.
    #[error("The decision could not be stored. Try again in a moment.")]
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

impl From<DecideError> for Error {
    fn from(error: DecideError) -> Self {
        Self::Stage(error.0.into())
    }
}

failure! {
    Error {
        forwards Way, Stage, Code, Passkey, Store, Notify;
        Faults(faults) => Invalid,
            reason: (reason_of(faults)),
            fields: faults.iter().map(|fault| (fault.field().to_owned(), fault.to_string())).collect(),
            code: matches!(faults.first(), Some(Fault::Otp(OtpError::Malformed(_)))).then_some(605);
        Changed => Conflict, reason: RowChanged;
    }
}

/// Returns the reason of the first error, which also determines the code of the response.
fn reason_of(faults: &[Fault]) -> Reason {
    match faults.first() {
        Some(Fault::Otp(OtpError::Malformed(_))) => Reason::CodeMalformed,
        Some(Fault::Otp(OtpError::Missing(_))) => Reason::CodeMissing,
        Some(Fault::Decision(_)) | None => Reason::InvalidFields,
    }
}

/// The way in which the caller confirms the decision.
enum Confirmation {
    Code(OtpCode),
    /// The response of a passkey.
    Passkey(String),
}

/// Redeems the code or the response of the passkey, and stores the decision. The approval of the
/// last Data Officer stage, or of the last stage if there is none, releases the data (decisions
/// C13). The approval that completes the request issues the letter. The people concerned are
/// notified. All of this is committed together.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<Answer, Error> {
    let (decision, confirmation) = parse(ports, command)?;
    let at = ports.clock.now();
    // Its transactions are its own, because a refused response uses up its challenge as well.
    let used = match &confirmation {
        Confirmation::Passkey(credential) => Some(verify_passkey(ports, caller, command, credential)?),
        Confirmation::Code(_) => None,
    };
    let mut transaction = ports.database.begin()?;
    let (context, constraints) = load(ports, transaction.as_mut(), caller, command)?;
    if let Some(used) = &used {
        let signed = confirm_by::confirmed_decision(command.state, &context, decision.outcome(), used.nonce);
        if confirm_by::challenge(ports, &signed) != used.challenge {
            return Err(Error::Changed);
        }
        used.save(transaction.as_mut())?;
    }
    if let Confirmation::Code(code) = &confirmation {
        let binding = CodeBinding::new(command.state, &context, decision.outcome());
        transaction =
            codes::redeem(ports, transaction, &binding.entry(caller, code)).map_err(
                |refused| match refused {
                    refused if has_changed(&refused) => Error::Changed,
                    EntryError::Store(error) => error.into(),
                    refused => Error::Code(refused),
                },
            )?;
    }

    let mut request = context.request;
    let events = request
        .chain
        .decide(context.stage, decision, &context.attendant, constraints, at)?;
    let is_released = release(&mut request, &events, at.date_naive());
    let happened: Vec<_> = events.iter().filter_map(Event::history_entry).collect();
    transaction.requests().save(&request, &happened)?;
    due_dates::compute(transaction.as_mut(), request.id, at)?;
    notices::notify_of_events(
        ports,
        transaction.as_mut(),
        request.id,
        &request.chain,
        &events,
        at,
    )?;
    let mut acts = vec![decided(&request, command.state, context.stage, used.as_ref())?];
    if is_released {
        acts.push(Act::DataReleased { request: request.id });
    }
    let is_approved = events
        .iter()
        .any(|event| matches!(event, Event::Completed { .. }));
    // The letter comes last except for the audit entries, which commit to its text. Concurrent
    // approvals wait for the lock on the letter number until the commit.
    if is_approved {
        let letter = letters::issue(ports, transaction.as_mut(), &request, at)?;
        acts.push(letter.issued());
    }
    let by = Actor::from(caller).in_role(context.attendant.assigned_role);
    let recorded = audit::record_at(ports, transaction.as_mut(), at, by, acts)?;
    transaction.commit(recorded)?;
    Ok(Answer {
        status: request.chain.status(),
        message: "request state updated successfully",
        approved: command
            .approve
            .then_some("You have successfully approved this request."),
    })
}

/// Returns the stage and the constraints on its decision, if the caller may decide there now.
fn load(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    caller: &Caller,
    command: &Command,
) -> Result<(StageContext, DecisionConstraints), StageError> {
    let context = stage_context::load(transaction, caller, command.state)?;
    context.require_request(command.request)?;
    context.require_assigned_role(caller, command.assigned_role)?;
    context.require_org_role(command.org_role)?;
    let constraints = stage_context::constraints(ports, transaction, context.request.id, ports.clock.now())?;
    context.may_act(constraints)?;
    Ok((context, constraints))
}

/// Verifies the response of a passkey of the caller, if the caller may decide.
fn verify_passkey(
    ports: &Ports,
    caller: &Caller,
    command: &Command,
    credential: &str,
) -> Result<UsedPasskey, Error> {
    let by = {
        let mut transaction = ports.database.begin()?;
        let (context, _) = load(ports, transaction.as_mut(), caller, command)?;
        Actor::from(caller).in_role(context.attendant.assigned_role)
    };
    Ok(ceremony::verify_own(
        ports,
        by,
        caller.user,
        CeremonyPurpose::Decision,
        credential,
    )?)
}

/// Parses reason, recommendation and code. Faults are in the order of the form (2 §5).
fn parse(ports: &Ports, command: &Command) -> Result<(Decision, Confirmation), Error> {
    let decision = Decision::parse(
        command.approve,
        command.reason.as_deref(),
        command.recommendation.as_deref(),
        ports.settings.recommendation_on_approval,
    );
    let confirmation = if let Some(credential) = &command.passkey {
        confirm_by::allow_passkey(ports)?;
        Ok(Confirmation::Passkey(credential.clone()))
    } else {
        confirm_by::allow_code(ports)?;
        OtpCode::parse(&command.otp, OtpFlow::Decision).map(Confirmation::Code)
    };
    match (decision, confirmation) {
        (Ok(decision), Ok(confirmation)) => Ok((decision, confirmation)),
        (decision, confirmation) => {
            let of_decision = decision.err().unwrap_or_default().into_iter().map(Fault::from);
            Err(Error::Faults(
                of_decision.chain(confirmation.err().map(Fault::from)).collect(),
            ))
        }
    }
}

/// If the events release the data, sets the release date of each dataset without one to today
/// (decisions C13) and returns true.
fn release(request: &mut Request, events: &[Event], today: NaiveDate) -> bool {
    let is_released = request.chain.is_released_by(events);
    if is_released {
        for dataset in &mut request.datasets {
            dataset.release_date.get_or_insert(today);
        }
    }
    is_released
}

/// Builds the audit entry of the decision, with the version of the content, the texts of the
/// decision and the signature of the passkey that confirmed it.
fn decided(
    request: &Request,
    id: StateId,
    number: StageNumber,
    used: Option<&UsedPasskey>,
) -> Result<Act, StoreError> {
    let (stage, answer) = request
        .chain
        .stage(number)
        .and_then(|stage| Some((stage.number, stage.answer.as_ref()?)))
        .ok_or_else(|| StoreError::internal("a stage that was decided has no answer"))?;
    Ok(Act::RequestDecided {
        request: request.id,
        state: id,
        stage,
        round: request.chain.round(),
        outcome: answer.outcome,
        version: request.content_version,
        content: Sha256(request.content_digest),
        reason: answer.reason.as_deref().map(Personal::new),
        recommendation: answer.recommendation.as_deref().map(Personal::new),
        status: request.chain.status(),
        passkey: used.map(|used| used.passkey.id),
        public_key: used.map(|used| Bytes(used.passkey.passkey.public_key.clone())),
        algorithm: used.map(|used| used.passkey.passkey.algorithm),
        nonce: used.map(|used| Bytes(used.nonce.to_vec())),
        authenticator_data: used.map(|used| Bytes(used.response.authenticator_data.clone())),
        client_data: used.map(|used| Bytes(used.response.client_data.clone())),
        signature: used.map(|used| Bytes(used.response.signature.clone())),
    })
}

//! Sends the one-time code for a decision, or sends another one (2 §4, "One-time code"; decisions
//! A3, C7, C9).

use aditus_domain::audit::{Act, Actor};
use aditus_domain::ids::StateId;
use aditus_domain::limits::Limit;
use aditus_domain::requests::StaffReference;
use aditus_domain::requests::content::Sha256;
use thiserror::Error;

use super::confirm_by::{self, WayNotAllowed};
use super::decision_code::{CodeBinding, outcome};
use super::stage_context::{self, StageError};
use crate::access::Caller;
use crate::accounts::codes::{self, IssueError, Sent};
use crate::audit;
use crate::failure::{Failure, Kind, Params, Reason};
use crate::limits;
use crate::notifications::code_mail::{self, CodeMail};
use crate::notifications::envelope::PostError;
use crate::ports::{Ports, StoreError};

/// The intended decision.
#[derive(Debug, Clone, Copy)]
pub struct Command {
    /// The stage.
    pub state: StateId,
    /// The intended outcome: `status`, true for an approval.
    pub approve: bool,
    /// True to send nothing if a valid code was sent before. Opening the dialog again then sends no
    /// second mail.
    pub unless_sent: bool,
}

/// A code was sent now or before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Message with the address, most of it masked.
    pub message: String,
    /// Times of the code.
    pub sent: Sent,
    /// True if the code was sent before, so that no mail was sent now.
    pub before: bool,
}

/// No code was sent.
#[derive(Debug, Error)]
pub enum Error {
    /// Codes do not confirm decisions in this installation.
    #[error(transparent)]
    Way(#[from] WayNotAllowed),
    /// The caller may not decide at this stage now.
    #[error(transparent)]
    Stage(#[from] StageError),
    /// The caller's account has no email address.
    #[error("Your account has no email address to send an OTP to. Add one to your account.")]
    NoAddress,
    /// A code was requested too soon or too often (decisions A3).
    #[error(transparent)]
    Limit(IssueError),
    /// The code could not be stored, or its mail could not be queued.
    #[error("Failed to send OTP. Resend using the link below")]
    Unsent(#[source] Box<dyn std::error::Error + Send + Sync>, Kind),
}

impl From<IssueError> for Error {
    fn from(error: IssueError) -> Self {
        match error {
            IssueError::TooMany(_) => Self::Limit(error),
            IssueError::Store(cause) => cause.into(),
        }
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        let kind = error.kind();
        Self::Unsent(Box::new(error), kind)
    }
}

impl From<PostError> for Error {
    fn from(error: PostError) -> Self {
        let kind = error.kind();
        Self::Unsent(Box::new(error), kind)
    }
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Way(error) => error.kind(),
            Self::Stage(error) => error.kind(),
            Self::NoAddress => Kind::Conflict,
            Self::Limit(error) => error.kind(),
            Self::Unsent(_, kind) => *kind,
        }
    }

    fn reason(&self) -> Reason {
        match self {
            Self::Way(error) => error.reason(),
            Self::Stage(error) => error.reason(),
            Self::NoAddress => Reason::NoEmailAddress,
            Self::Limit(error) => error.reason(),
            Self::Unsent(..) => Reason::CodeNotSent,
        }
    }

    fn params(&self) -> Params {
        match self {
            Self::Stage(error) => error.params(),
            _ => Params::new(),
        }
    }

    fn code(&self) -> Option<u16> {
        matches!(self, Self::Unsent(..)).then_some(606)
    }
}

/// Issues a code to a caller who may decide at this stage now, voids the previous one, and queues
/// the mail. With `unless_sent`, a valid code that was sent before stays.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<Answer, Error> {
    confirm_by::allow_code(ports)?;
    let mut transaction = ports.database.begin()?;
    let context = stage_context::load(transaction.as_mut(), caller, command.state)?;
    let constraints =
        stage_context::constraints(ports, transaction.as_mut(), context.request.id, ports.clock.now())?;
    context.may_act(constraints)?;
    let account = transaction
        .accounts()
        .by_id(caller.user)?
        .ok_or(StageError::NotFound)?;
    let address = account.org_email.ok_or(Error::NoAddress)?;
    let binding = CodeBinding::new(command.state, &context, outcome(command.approve));
    // Locks are taken in the same order everywhere: first the code, then the limit.
    let live = codes::find_live(ports, transaction.as_mut(), &binding.code_request())?;
    if command.unless_sent
        && let Some(sent) = live
    {
        return Ok(Answer {
            message: format!(
                "An OTP was already sent to {}. Verify using that OTP",
                address.masked()
            ),
            sent,
            before: true,
        });
    }
    let counter = limits::caller_counter(ports, Limit::Code, Some(caller), "");
    limits::spend_within(ports, transaction.limited_events(), &counter).map_err(IssueError::from)?;
    let issued = codes::issue(ports, transaction.as_mut(), &binding.code_request())?;
    let deed = if command.approve { "approve" } else { "deny" };
    let mail = CodeMail {
        to: &address,
        greeting: account.fname.as_str(),
        purpose: &format!("{deed} Data Request {}", StaffReference(context.request.id)),
        request: Some(context.request.id),
        code: &issued,
    };
    code_mail::queue(ports, transaction.as_mut(), &mail)?;
    let sent = Act::DecisionCodeSent {
        request: context.request.id,
        state: command.state,
        outcome: outcome(command.approve),
        version: context.request.content_version,
        content: Sha256(context.request.content_digest),
    };
    let by = Actor::from(caller).in_role(context.attendant.assigned_role);
    let recorded = audit::record(ports, transaction.as_mut(), by, sent)?;
    transaction.commit(recorded)?;
    Ok(Answer {
        message: format!("An OTP was sent to {}", address.masked()),
        sent: issued.sent(),
        before: false,
    })
}

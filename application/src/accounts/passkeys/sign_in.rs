//! Signs a person in with a passkey alone: `POST users/signin/passkey/` (decisions O6).

use aditus_domain::accounts::passkey::CeremonyPurpose;
use aditus_domain::accounts::second_factor::FirstProof;
use aditus_domain::audit::{Act, Actor};
use aditus_domain::limits::Limit;
use thiserror::Error;

use super::StoredPasskey;
use super::ceremony::{self, Taken, UsedPasskey};
use crate::access::call_log;
use crate::accounts::conflicts::{may_conflict, retry_conflicts};
use crate::accounts::identities::required;
use crate::accounts::sign_in_limits::from_notify_error;
pub use crate::accounts::sign_in_progress::Answer;
use crate::accounts::sign_in_progress::{self, SignIn};
use crate::audit;
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::notifications::envelope::PostError;
use crate::ports::{PasskeyError, Ports, StoreError, Transaction};

/// The response of the passkey, and the origin of the call. There is no `Debug`: the response must
/// not reach a log.
#[derive(Clone)]
pub struct Command {
    /// `AuthenticationResponseJSON`.
    pub credential: String,
    /// The network address of the caller.
    pub address: String,
    /// The user agent.
    pub user_agent: String,
    /// The browser cookie as sent; empty if there was none.
    pub browser: String,
}

/// Errors of signing in with a passkey.
#[derive(Debug, Error)]
pub enum Error {
    /// The response is not accepted.
    #[error(transparent)]
    Ceremony(ceremony::Error),
    /// No account has this passkey.
    #[error("This passkey is not known here. Sign in another way.")]
    NotFound,
    /// The passkey is right and the account is disabled.
    #[error("Your account is disabled. Contact the administrator of your organisation.")]
    Disabled,
    /// The passkey is right, and the person's organisation signs in with a provider.
    #[error("Your organisation signs in with {label}. Choose it on this page.")]
    ProviderRequired {
        /// The label of the provider.
        label: String,
    },
    /// Too many recent sign-ins to this account.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The mail to the owner about a new browser could not be queued.
    #[error(transparent)]
    Post(#[from] PostError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

from_notify_error!(Error);

impl From<ceremony::Error> for Error {
    fn from(error: ceremony::Error) -> Self {
        match error {
            ceremony::Error::Store(error) => error.into(),
            other => Self::Ceremony(other),
        }
    }
}

failure! {
    Error {
        forwards Ceremony, Limit, Post, Store;
        NotFound => Unauthenticated, reason: PasskeyNotFound;
        Disabled => Unauthenticated, reason: AccountDisabled;
        ProviderRequired { label } => Unauthenticated, reason: ProviderRequired, params: { label: label.clone() };
    }
}

may_conflict!(Error);

/// Signs in the owner of the passkey. Its authenticator verified the person, so it counts as both
/// factors.
pub fn execute(ports: &Ports, command: &Command) -> Result<Answer, Error> {
    let credential = &command.credential;
    let taken = ceremony::take(ports, CeremonyPurpose::SignIn, None, credential)?;
    let Some(stored) = taken.passkey.clone() else {
        ceremony::record_refusal(ports, Actor::Anonymous, None, None)?;
        return Err(Error::NotFound);
    };
    call_log::concerns(stored.passkey.user);
    require_own_handle(ports, &taken, &stored)?;
    let verified = ceremony::verify(ports, Actor::Anonymous, &taken, stored, credential)?;
    retry_conflicts(|| accept(ports, command, &verified))
}

/// Refuses a response whose user handle is that of another account.
fn require_own_handle(ports: &Ports, taken: &Taken, stored: &StoredPasskey) -> Result<(), ceremony::Error> {
    let handle = taken.response.handle.as_deref();
    if handle.is_none_or(|handle| handle == stored.passkey.handle.as_slice()) {
        return Ok(());
    }
    ceremony::record_refusal(ports, Actor::Anonymous, Some(stored.passkey.user), Some(stored))?;
    Err(PasskeyError::Invalid("the user handle is that of another account".into()).into())
}

fn accept(ports: &Ports, command: &Command, verified: &UsedPasskey) -> Result<Answer, Error> {
    let user = verified.passkey.passkey.user;
    let detail = ports.database.read()?.accounts().user(user)?;
    let detail = detail.ok_or(Error::NotFound)?;
    let mut transaction = ports.database.begin()?;
    verified.save(transaction.as_mut())?;
    let account = transaction.accounts().by_id(user)?.ok_or(Error::NotFound)?;
    let refusal = if account.state.may_sign_in() {
        required::provider_of(ports, &detail).map(|required| Error::ProviderRequired {
            label: required.label.clone(),
        })
    } else {
        Some(Error::Disabled)
    };
    if let Some(refusal) = refusal {
        record_refusal(ports, transaction, verified)?;
        return Err(refusal);
    }
    let subject = limits::person_subject(user);
    let sessions = limits::counter(ports.keys.as_ref(), Limit::Session, &[&subject]);
    limits::spend_within(ports, transaction.limited_events(), &sessions)?;
    let sign_in = SignIn {
        account,
        detail,
        user_agent: &command.user_agent,
        browser: &command.browser,
        provider: None,
    };
    let first = FirstProof::Passkey;
    let progress = sign_in_progress::after_first_proof(ports, transaction, sign_in, first, Vec::new())?;
    // A passkey is both factors, so nothing is pending.
    progress.signed_in().ok_or(Error::NotFound)
}

/// Adds the audit entry of a refused sign-in, and commits the use of the passkey with it.
fn record_refusal(
    ports: &Ports,
    mut transaction: Box<dyn Transaction + '_>,
    verified: &UsedPasskey,
) -> Result<(), StoreError> {
    let user = verified.passkey.passkey.user;
    let act = Act::SignInRefused { user: Some(user) };
    let recorded = audit::record(ports, transaction.as_mut(), Actor::person(user), act)?;
    transaction.commit(recorded)
}

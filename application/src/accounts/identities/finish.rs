//! Continues a sign-in when the browser comes back from the provider: `POST
//! users/signin/provider/return/`.

use aditus_domain::accounts::EmailAddress;
use aditus_domain::accounts::identity::{Claims, ProvenIdentity, ProviderId, ProviderSignIn, ReturnError};
use aditus_domain::accounts::second_factor::FirstProof;
use aditus_domain::audit::{Act, Actor, Personal};
use aditus_domain::limits::Limit;
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::begin::secrets;
use super::providers::{self, NotOffered};
use super::{LinkedIdentity, ProviderSession, proof};
use crate::access::call_log;
use crate::accounts::conflicts::{may_conflict, retry_conflicts};
use crate::accounts::sign_in_limits::from_notify_error;
use crate::accounts::sign_in_progress::{self, Answer, Pending, SignIn};
use crate::accounts::token;
use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::notifications::envelope::PostError;
use crate::ports::{
    AuthenticatedPerson, KeyPurpose, OfferedProvider, Ports, ProviderError, SignInSecrets, StoreError,
    Transaction,
};

/// The values with which the browser came back, and the origin of the call. There is no `Debug`:
/// they must not reach a log.
#[derive(Clone)]
pub struct Command {
    /// The state.
    pub state: String,
    /// The code of the provider; empty after an error.
    pub code: String,
    /// The error of the provider; empty if there was none.
    pub error: String,
    /// The issuer that the answer names (RFC 9207); empty if it names none.
    pub iss: String,
    /// The provider cookie as sent; empty if there was none.
    pub provider_browser: String,
    /// The network address of the caller.
    pub address: String,
    /// The user agent.
    pub user_agent: String,
    /// The cookie of known browsers as sent; empty if there was none.
    pub browser: String,
}

/// The state of a sign-in after the provider has answered.
#[derive(Clone, PartialEq, Eq)]
pub enum Progress {
    /// The person is signed in.
    SignedIn(Box<Answer>),
    /// The second factor is pending.
    Pending(Pending),
    /// The identity is proven and belongs to no account yet.
    NotLinked(NotLinked),
}

/// A proven identity that belongs to no account yet. There is no `Debug`: the token must not reach
/// a log.
#[derive(Clone, PartialEq, Eq)]
pub struct NotLinked {
    /// The token with which the identity is linked. It opens no account.
    pub token: String,
    /// The provider.
    pub provider: ProviderId,
    /// The label of the provider.
    pub label: String,
    /// The details for the registration form.
    pub claims: Claims,
    /// The time from which the identity can no longer be linked.
    pub expires_on: DateTime<Utc>,
}

/// Errors of coming back from a provider.
#[derive(Debug, Error)]
pub enum Error {
    /// The sign-in is unknown or has expired.
    #[error(transparent)]
    Return(#[from] ReturnError),
    /// The provider is no longer offered.
    #[error(transparent)]
    NotOffered(#[from] NotOffered),
    /// The provider did not confirm the person.
    #[error(transparent)]
    Provider(#[from] ProviderError),
    /// The provider may not vouch for the person's email address.
    #[error("The sign-in provider states an email address that isn't accepted here.")]
    EmailDomain,
    /// The identity is linked to a disabled account.
    #[error("Your account is disabled. Contact the administrator of your organisation.")]
    Disabled,
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

failure! {
    ReturnError {
        Unknown => Unauthenticated, reason: SignInEnded;
        Expired => Unauthenticated, reason: SignInExpired;
    }
}

failure! {
    Error {
        forwards Return, NotOffered, Provider, Limit, Post, Store;
        EmailDomain => Unauthenticated, reason: EmailDomainNotAccepted;
        Disabled => Unauthenticated, reason: AccountDisabled;
    }
}

may_conflict!(Error);

/// Asks the provider who came back, and signs in the owner of the account to which the identity is
/// linked.
///
/// The state is used up before the provider is asked, so a state that is sent again is refused. No
/// transaction is open while the provider answers.
pub fn execute(ports: &Ports, command: &Command) -> Result<Progress, Error> {
    let (sign_in, secrets) = take(ports, command)?;
    let provider = providers::find(ports, sign_in.provider.as_str())?;
    let person = match authenticate(ports, provider, command, &secrets) {
        Ok(person) => person,
        Err(error) => {
            log_refusal(provider, &error);
            record_refusal(ports, ports.database.begin()?, &provider.id, reason_of(&error))?;
            return Err(error);
        }
    };
    retry_conflicts(|| {
        let mut transaction = ports.database.begin()?;
        match transaction.identities().by_identity(&person.identity)? {
            Some(linked) => {
                drop(transaction);
                sign_in_owner(ports, command, provider, &person, &linked)
            }
            None => Ok(Progress::NotLinked(prove(ports, transaction, provider, &person)?)),
        }
    })
}

/// Uses up the state. Returns the sign-in with its secrets if this browser began it and came back
/// in time.
fn take(ports: &Ports, command: &Command) -> Result<(ProviderSignIn, SignInSecrets), Error> {
    let keys = ports.keys.as_ref();
    let hashes = token::hashes(keys, KeyPurpose::ProviderState, &command.state);
    if hashes.is_empty() {
        return Err(ReturnError::Unknown.into());
    }
    let mut transaction = ports.database.begin()?;
    let mut found = None;
    for (place, hash) in hashes.iter().enumerate() {
        if let Some(stored) = transaction.provider_sign_ins().take(hash)? {
            found = Some((place, stored));
            break;
        }
    }
    let (place, stored) = found.ok_or(ReturnError::Unknown)?;
    let sign_in = stored.sign_in;
    let browser = command.provider_browser.as_bytes();
    if !keys.is_hash(&stored.browser_hash, KeyPurpose::ProviderBrowser, browser) {
        record_refusal(ports, transaction, &sign_in.provider, "other browser")?;
        return Err(ReturnError::Unknown.into());
    }
    if let Err(expired) = sign_in.require_live(ports.clock.now()) {
        record_refusal(ports, transaction, &sign_in.provider, "expired")?;
        return Err(expired.into());
    }
    // The answer of the provider has an audit entry.
    transaction.commit(audit::unrecorded(Unrecorded::PartOfRecordedOperation))?;
    Ok((sign_in, secrets(keys, command.state.clone(), place)))
}

/// Asks the provider who came back.
fn authenticate(
    ports: &Ports,
    provider: &OfferedProvider,
    command: &Command,
    secrets: &SignInSecrets,
) -> Result<AuthenticatedPerson, Error> {
    // A code of another provider is not sent to this one.
    if !command.iss.is_empty() && command.iss != provider.issuer {
        return Err(ProviderError::Invalid("the answer names another issuer".into()).into());
    }
    if !command.error.is_empty() || command.code.is_empty() {
        return Err(ProviderError::NotCompleted.into());
    }
    let person = provider
        .adapter
        .redeem(&command.code, secrets, ports.clock.now())?;
    if !may_vouch_for(provider, &person.claims) {
        return Err(Error::EmailDomain);
    }
    Ok(person)
}

/// Returns true if the provider may vouch for the email address that it states. Subdomains of a
/// listed domain are not included.
fn may_vouch_for(provider: &OfferedProvider, claims: &Claims) -> bool {
    let domains = &provider.email_domains;
    domains.is_empty()
        || EmailAddress::parse(&claims.email).is_ok_and(|email| domains.contains(&email.domain()))
}

const fn reason_of(error: &Error) -> &'static str {
    match error {
        Error::Provider(ProviderError::Unreachable(_)) => "unreachable",
        Error::Provider(ProviderError::NotCompleted) => "not completed",
        Error::Provider(ProviderError::AssuranceTooLow) => "assurance too low",
        Error::EmailDomain => "email domain",
        _ => "invalid answer",
    }
}

/// Logs a refusal with its cause for the operator. A person who turned back is no reason to look.
fn log_refusal(provider: &OfferedProvider, error: &Error) {
    if !matches!(error, Error::Provider(ProviderError::NotCompleted)) {
        tracing::warn!(provider = %provider.id, error = error as &dyn std::error::Error, "a sign-in with a provider was refused");
    }
}

fn record_refusal(
    ports: &Ports,
    mut transaction: Box<dyn Transaction + '_>,
    provider: &ProviderId,
    why: &'static str,
) -> Result<(), StoreError> {
    let provider = Personal::new(provider.as_str());
    let act = Act::ProviderRefused { provider, why };
    let recorded = audit::record(ports, transaction.as_mut(), Actor::Anonymous, act)?;
    transaction.commit(recorded)
}

/// Signs in the owner of the linked account. The second factor may remain to be proven.
fn sign_in_owner(
    ports: &Ports,
    command: &Command,
    provider: &OfferedProvider,
    person: &AuthenticatedPerson,
    linked: &LinkedIdentity,
) -> Result<Progress, Error> {
    let user = linked.user;
    call_log::concerns(user);
    let detail = ports.database.read()?.accounts().user(user)?;
    let mut transaction = ports.database.begin()?;
    // Repeats the call if the identity was unlinked since it was found.
    let still_linked = transaction.identities().by_identity(&person.identity)?;
    if still_linked.is_none_or(|now| (now.id, now.user) != (linked.id, user)) {
        return Err(StoreError::Conflict.into());
    }
    let account = transaction.accounts().by_id(user)?;
    let (account, detail) = account.zip(detail).ok_or(ReturnError::Unknown)?;
    let accepted = Act::ProviderAccepted {
        user,
        provider: Personal::new(provider.id.as_str()),
    };
    if !account.state.may_sign_in() {
        let acts = [accepted, Act::SignInRefused { user: Some(user) }];
        let recorded = audit::record_all(ports, transaction.as_mut(), Actor::person(user), acts)?;
        transaction.commit(recorded)?;
        return Err(Error::Disabled);
    }
    let subject = limits::person_subject(user);
    let sessions = limits::counter(ports.keys.as_ref(), Limit::Session, &[&subject]);
    limits::spend_within(ports, transaction.limited_events(), &sessions)?;
    transaction.identities().set_used(linked.id, ports.clock.now())?;
    let sign_in = SignIn {
        account,
        detail,
        user_agent: &command.user_agent,
        browser: &command.browser,
        provider: Some(ProviderSession {
            identity: linked.id,
            sid: person.sid.clone(),
        }),
    };
    let first = FirstProof::Provider {
        multi_factor: provider.multi_factor.is_met(person.acr.as_deref(), &person.amr),
    };
    let progress = sign_in_progress::after_first_proof(ports, transaction, sign_in, first, vec![accepted])?;
    Ok(match progress {
        sign_in_progress::Progress::SignedIn(answer) => Progress::SignedIn(answer),
        sign_in_progress::Progress::Pending(pending) => Progress::Pending(pending),
    })
}

/// Stores the proven identity for the account that the person links it to, or registers.
fn prove(
    ports: &Ports,
    mut transaction: Box<dyn Transaction + '_>,
    provider: &OfferedProvider,
    person: &AuthenticatedPerson,
) -> Result<NotLinked, StoreError> {
    let proven = ProvenIdentity {
        provider: provider.id.clone(),
        identity: person.identity.clone(),
        claims: person.claims.clone(),
        proven_on: ports.clock.now(),
    };
    let token = proof::add(ports, transaction.as_mut(), &proven)?;
    // Linking the identity has an audit entry.
    transaction.commit(audit::unrecorded(Unrecorded::PartOfRecordedOperation))?;
    Ok(NotLinked {
        token,
        provider: provider.id.clone(),
        label: provider.label.clone(),
        expires_on: proven.expires_on(),
        claims: proven.claims,
    })
}

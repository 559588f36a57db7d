//! Signs a person in: `POST users/signin/` (1 §4, §5.1; decisions A1, A2, A10, A12, O5).

use aditus_domain::accounts::second_factor::FirstProof;
use aditus_domain::accounts::{EmailAddress, Password, PhoneNumber};
use aditus_domain::audit::{Act, Actor};
use aditus_domain::ids::UserId;
use aditus_domain::limits::Limit;
use thiserror::Error;

use super::Account;
use super::identities::required;
use super::known_browser::Browser;
use super::sign_in_limits::{Counters, NotifyError, from_notify_error};
use super::sign_in_progress::{self, SignIn};
pub use super::sign_in_progress::{Answer, Pending, Progress};
use crate::access::call_log;
use crate::audit;
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::notifications::envelope::PostError;
use crate::ports::{PasswordError, Ports, StoreError, Transaction};

/// The credentials and the origin of the call. There is no `Debug`: the password must not reach a
/// log.
#[derive(Clone)]
pub struct Command {
    /// Email address or phone number.
    pub username: String,
    /// The password.
    pub password: String,
    /// The network address of the caller.
    pub address: String,
    /// The user agent.
    pub user_agent: String,
    /// The browser cookie as sent; empty if there was none.
    pub browser: String,
}

/// A field that was left empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Missing {
    /// The username is empty.
    #[error("Username is required")]
    Username,
    /// The password is empty.
    #[error("Password is required")]
    Password,
    /// Both are empty.
    #[error("Username is required")]
    Both,
}

/// Errors of signing in.
#[derive(Debug, Error)]
pub enum Error {
    /// A field was left empty.
    #[error(transparent)]
    Missing(#[from] Missing),
    /// There is no such account, or the password is wrong. Both cases have the same answer and take
    /// the same time.
    #[error("Invalid username or password.")]
    WrongCredentials,
    /// The password is right and the account is disabled. Callers without the password do not learn
    /// this.
    #[error("Your account is disabled. Contact the administrator of your organisation.")]
    Disabled,
    /// The password is right, and the person's organisation signs in with a provider. Callers
    /// without the password do not learn this.
    #[error("Your organisation signs in with {label}. Choose it on this page.")]
    ProviderRequired {
        /// The label of the provider.
        label: String,
    },
    /// Too many recent failures.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The mail to the owner about an attack or a new browser could not be queued.
    #[error(transparent)]
    Post(#[from] PostError),
    /// The stored hash cannot be read.
    #[error("Something went wrong on our side. Try again in a moment.")]
    Password(#[from] PasswordError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

from_notify_error!(Error);

failure! {
    Error {
        forwards Limit, Post, Store;
        Missing(missing) => Invalid, reason: InvalidFields, fields: missing.fields();
        WrongCredentials => Unauthenticated, reason: WrongCredentials;
        Disabled => Unauthenticated, reason: AccountDisabled;
        ProviderRequired { label } => Unauthenticated, reason: ProviderRequired, params: { label: label.clone() };
        Password(_) => Internal, reason: Internal;
    }
}

impl Missing {
    fn fields(self) -> Vec<(String, String)> {
        let username = ("username".to_owned(), Self::Username.to_string());
        let password = ("password".to_owned(), Self::Password.to_string());
        match self {
            Self::Username => vec![username],
            Self::Password => vec![password],
            Self::Both => vec![username, password],
        }
    }
}

/// Signs a person in. Passwords are hashed with no transaction open, because that takes long by
/// design. The limits are therefore checked before and after (`sign_in_limits`).
pub fn execute(ports: &Ports, command: &Command) -> Result<Progress, Error> {
    execute_to_link(ports, command, "")
}

/// Like [`execute`], for a person who comes from a provider with a proven identity and signs in to
/// link it. The password is then accepted even if the person's organisation signs in with that
/// provider, unless the account has an identity of the provider already. The token of the identity
/// remains valid.
pub fn execute_to_link(ports: &Ports, command: &Command, identity_token: &str) -> Result<Progress, Error> {
    let username = Username::read(&command.username);
    match (username.key.is_empty(), command.password.is_empty()) {
        (true, true) => return Err(Missing::Both.into()),
        (true, false) => return Err(Missing::Username.into()),
        (false, true) => return Err(Missing::Password.into()),
        (false, false) => {}
    }
    let attempt = Attempt::begin(ports, &username, command, identity_token)?;
    if let Some(account) = &attempt.account {
        call_log::concerns(account.id);
    }
    let Some((user, hash)) = attempt.verify(ports)? else {
        attempt.fail(ports)?;
        return Err(Error::WrongCredentials);
    };
    let progress = attempt.accept(ports, user, hash)?;
    if ports.passwords.needs_rehash(hash)
        && let Err(error) = rehash(ports, user, hash, &command.password)
    {
        tracing::warn!(
            %user,
            ?error,
            "cannot rehash a password; the old hash still works, and the next sign-in tries again"
        );
    }
    Ok(progress)
}

pub(super) struct Username {
    /// The key under which failures are counted.
    key: String,
    /// The lookup key of the account; `None` if no account can have such a username.
    pub(super) look_up: Option<String>,
}

impl Username {
    pub(super) fn read(typed: &str) -> Self {
        let typed = typed.trim();
        let look_up = EmailAddress::parse(typed)
            .map(|email| email.folded())
            .or_else(|_| PhoneNumber::parse_lenient(typed).map(|phone| phone.as_str().to_owned()))
            .ok();
        let key = look_up.clone().unwrap_or_else(|| {
            typed
                .chars()
                .take(EmailAddress::MAX_LENGTH)
                .collect::<String>()
                .to_lowercase()
        });
        Self { key, look_up }
    }
}

struct Attempt<'a> {
    command: &'a Command,
    /// The token of a proven identity; empty if there is none.
    identity_token: &'a str,
    account: Option<Account>,
    counters: Counters,
}

impl<'a> Attempt<'a> {
    fn begin(
        ports: &Ports,
        username: &Username,
        command: &'a Command,
        identity_token: &'a str,
    ) -> Result<Self, Error> {
        let mut views = ports.database.read()?;
        let account = match &username.look_up {
            Some(look_up) => views.account_lookup().by_username(look_up)?,
            None => None,
        };
        let browser = Browser::read(ports, &command.browser);
        let counters = Counters::new(
            ports,
            &username.key,
            account.as_ref(),
            browser.as_ref(),
            &command.address,
        );
        counters.check(ports, views.past_events(), ports.clock.now())?;
        Ok(Self {
            command,
            identity_token,
            account,
            counters,
        })
    }

    /// Verifies the password. Returns the account and its hash, or `None`. Takes the same time if
    /// there is no account.
    fn verify(&self, ports: &Ports) -> Result<Option<(UserId, &str)>, PasswordError> {
        let password = &self.command.password;
        // Valid passwords are never longer. Hashing a whole request body would only keep the
        // processor busy.
        let possible = password.chars().count() <= Password::MAX_LENGTH;
        match &self.account {
            Some(account) if possible => {
                let verified = ports.passwords.verify(password, &account.password_hash)?;
                Ok(verified.then_some((account.id, account.password_hash.as_str())))
            }
            _ => {
                ports.passwords.verify_dummy(if possible { password } else { "" });
                Ok(None)
            }
        }
    }

    fn fail(&self, ports: &Ports) -> Result<(), Error> {
        let now = ports.clock.now();
        let mut transaction = ports.database.begin()?;
        self.counters
            .lock_and_check(ports, transaction.limited_events(), now)?;
        self.counters
            .count_failure(ports, transaction.limited_events(), now)?;
        let warned = self
            .counters
            .warn_of_attack(ports, transaction.as_mut(), self.account.as_ref(), now);
        match warned {
            // The failure has to be counted even if the mail cannot be queued. A failed statement,
            // however, ends the transaction.
            Err(NotifyError::Post(error)) if !matches!(error, PostError::Store(_)) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "cannot email an account owner about repeated failed sign-ins"
                );
            }
            warned => warned?,
        }
        // A wrong password and an unknown account both add an audit entry, so that the response
        // times do not differ.
        let user = self.account.as_ref().map(|account| account.id);
        record_refusal(ports, transaction, Actor::Anonymous, user)
    }

    /// Accepts the password. The second factor may remain to be proven.
    fn accept(&self, ports: &Ports, user: UserId, verified_hash: &str) -> Result<Progress, Error> {
        let detail = ports
            .database
            .read()?
            .accounts()
            .user(user)?
            .ok_or(Error::WrongCredentials)?;
        let now = ports.clock.now();
        let mut transaction = ports.database.begin()?;
        self.counters
            .lock_and_check(ports, transaction.limited_events(), now)?;
        let account = transaction
            .accounts()
            .by_id(user)?
            .ok_or(Error::WrongCredentials)?;
        if account.password_hash != verified_hash {
            // The hash was changed or recomputed since the verification, so the password is
            // verified against the current one.
            let still_fits = ports
                .passwords
                .verify(&self.command.password, &account.password_hash)?;
            if !still_fits {
                record_refusal(ports, transaction, Actor::Anonymous, Some(user))?;
                return Err(Error::WrongCredentials);
            }
        }
        let by = Actor::person(user);
        if !account.state.may_sign_in() {
            record_refusal(ports, transaction, by, Some(user))?;
            return Err(Error::Disabled);
        }
        if let Some(required) = required::provider_of(ports, &detail)
            && !required::links_first(ports, transaction.as_mut(), user, required, self.identity_token)?
        {
            let label = required.label.clone();
            record_refusal(ports, transaction, by, Some(user))?;
            return Err(Error::ProviderRequired { label });
        }
        let sessions = limits::counter(
            ports.keys.as_ref(),
            Limit::Session,
            &[&limits::person_subject(user)],
        );
        limits::check(ports, transaction.limited_events(), &sessions, now)?;
        limits::note(ports, transaction.limited_events(), &sessions, "", now)?;
        self.counters.reset(transaction.limited_events())?;
        let sign_in = SignIn {
            account,
            detail,
            user_agent: &self.command.user_agent,
            browser: &self.command.browser,
            provider: None,
        };
        Ok(sign_in_progress::after_first_proof(
            ports,
            transaction,
            sign_in,
            FirstProof::Password,
            Vec::new(),
        )?)
    }
}

/// Adds the audit entry of a refused sign-in, and commits.
fn record_refusal(
    ports: &Ports,
    mut transaction: Box<dyn Transaction + '_>,
    by: Actor,
    user: Option<UserId>,
) -> Result<(), Error> {
    let recorded = audit::record(ports, transaction.as_mut(), by, Act::SignInRefused { user })?;
    Ok(transaction.commit(recorded)?)
}

/// Hashes the password with the currently configured parameters.
fn rehash(ports: &Ports, user: UserId, old_hash: &str, password: &str) -> Result<(), Error> {
    let new_hash = ports.passwords.hash(password)?;
    let mut transaction = ports.database.begin()?;
    let Some(mut account) = transaction
        .accounts()
        .by_id(user)?
        .filter(|account| account.password_hash == old_hash)
    else {
        return Ok(());
    };
    account.password_hash = new_hash;
    transaction.accounts().save(&account)?;
    let act = Act::PasswordHashedAnew { user };
    let recorded = audit::record(ports, transaction.as_mut(), Actor::System, act)?;
    transaction.commit(recorded)?;
    Ok(())
}

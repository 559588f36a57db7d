//! Signing in: `POST users/signin/` (1 §4, §5.1; decisions A1, A2, A10, A12).

use aditus_domain::accounts::{EmailAddress, Password, PhoneNumber};
use aditus_domain::audit::{Act, By};
use aditus_domain::ids::{AssignedRoleId, UserId};
use aditus_domain::limits::Limit;
use thiserror::Error;

use super::known_browser::{self, Browser};
use super::sign_in_limits::{Counters, TellError};
use super::views::UserDetail;
use super::{Account, new_session, owner_notice};
use crate::access::{call_log, usable_roles};
use crate::audit;
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::notifications::envelope::PostError;
use crate::ports::{PasswordError, Ports, StoreError, Transaction};

/// What was typed, and by whom as far as the network tells. There is no `Debug`: the password must not reach a log.
#[derive(Clone)]
pub struct Command {
    /// E-mail address or phone number.
    pub username: String,
    /// The password.
    pub password: String,
    /// The network address of the caller.
    pub address: String,
    /// What the browser calls itself.
    pub user_agent: String,
    /// The cookie by which the browser is known, as it sent it; empty when it sent none.
    pub browser: String,
}

/// Somebody who is signed in.
#[derive(Clone, PartialEq, Eq)]
pub struct Answer {
    /// The token. It is not stored and cannot be shown again.
    pub token: String,
    /// The person with every role asked for or held.
    pub user: UserDetail,
    /// The role that is selected: of the usable ones the one with the lowest rank.
    pub selected: Option<AssignedRoleId>,
    /// The cookie by which the browser is known to the account from now on (decisions A12).
    pub browser: String,
}

/// A field that was left empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Missing {
    /// No username.
    #[error("Username is required")]
    Username,
    /// No password.
    #[error("Password is required")]
    Password,
    /// Neither.
    #[error("Username is required")]
    Both,
}

/// Why nobody was signed in.
#[derive(Debug, Error)]
pub enum Error {
    /// A field was left empty.
    #[error(transparent)]
    Missing(#[from] Missing),
    /// No such account, or not its password: the answer is the same, and takes the same time.
    #[error("Invalid username or password.")]
    WrongCredentials,
    /// The password is right and the account is disabled. Nobody without the password learns of it.
    #[error("Your account is disabled. Contact the administrator of your organisation.")]
    Disabled,
    /// Too many failures of late.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The owner could not be notified of an attack, or of a sign-in in a new browser.
    #[error(transparent)]
    Post(#[from] PostError),
    /// The stored hash cannot be read.
    #[error("Something went wrong on our side. Try again in a moment.")]
    Password(#[from] PasswordError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl From<TellError> for Error {
    fn from(error: TellError) -> Self {
        match error {
            TellError::Limit(error) => error.into(),
            TellError::Post(error) => error.into(),
            TellError::Store(error) => error.into(),
        }
    }
}

failure! {
    Error {
        forwards Limit, Post, Store;
        Missing(missing) => Invalid, fields: missing.fields();
        WrongCredentials | Disabled => Unauthenticated;
        Password(_) => Internal;
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

/// Signs a person in. Passwords are hashed with no transaction open, because that takes long by design; the limits are
/// therefore looked at before and after (`sign_in_limits`).
pub fn execute(ports: &Ports, command: &Command) -> Result<Answer, Error> {
    let username = Username::read(&command.username);
    match (username.key.is_empty(), command.password.is_empty()) {
        (true, true) => return Err(Missing::Both.into()),
        (true, false) => return Err(Missing::Username.into()),
        (false, true) => return Err(Missing::Password.into()),
        (false, false) => {}
    }
    let attempt = Attempt::begin(ports, &username, command)?;
    if let Some(account) = &attempt.account {
        call_log::concerns(account.id);
    }
    let Some((user, hash)) = attempt.verify(ports)? else {
        attempt.fail(ports)?;
        return Err(Error::WrongCredentials);
    };
    let answer = attempt.begin_session(ports, user, hash)?;
    if ports.passwords.needs_rehash(hash)
        && let Err(error) = rehash(ports, user, hash, &command.password)
    {
        // The old hash still serves; the next sign-in tries again.
        tracing::warn!(%user, ?error, "a password could not be hashed anew");
    }
    Ok(answer)
}

/// What was typed as a username.
pub(super) struct Username {
    /// What failures are counted under.
    key: String,
    /// What an account is looked up by; none when no account can have such a name.
    pub(super) look_up: Option<String>,
}

impl Username {
    pub(super) fn read(typed: &str) -> Self {
        let typed = typed.trim();
        let look_up = EmailAddress::parse(typed)
            .map(|email| email.folded())
            .or_else(|_| PhoneNumber::parse_kept(typed).map(|phone| phone.as_str().to_owned()))
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

/// One try to sign in.
struct Attempt<'a> {
    command: &'a Command,
    account: Option<Account>,
    counters: Counters,
}

impl<'a> Attempt<'a> {
    /// Looks up the account, and refuses when there were too many failures of late.
    fn begin(ports: &Ports, username: &Username, command: &'a Command) -> Result<Self, Error> {
        let mut views = ports.database.read()?;
        let account = match &username.look_up {
            Some(look_up) => views.account_lookup().by_username(look_up)?,
            None => None,
        };
        let browser = Browser::read(ports, &command.browser);
        let counters = Counters::of(
            ports,
            &username.key,
            account.as_ref(),
            browser.as_ref(),
            &command.address,
        );
        counters.check(ports, views.past_events(), ports.clock.now())?;
        Ok(Self {
            command,
            account,
            counters,
        })
    }

    /// Whose password it is, with its hash. Takes the same time when there is no account.
    fn verify(&self, ports: &Ports) -> Result<Option<(UserId, &str)>, PasswordError> {
        let password = &self.command.password;
        // No password is longer; hashing a whole request body would only keep the processor busy.
        let possible = password.chars().count() <= Password::MAX_LENGTH;
        match &self.account {
            Some(account) if possible => {
                let verified = ports.passwords.verify(password, &account.password_hash)?;
                Ok(verified.then_some((account.id, account.password_hash.as_str())))
            }
            _ => {
                ports.passwords.pretend(if possible { password } else { "" });
                Ok(None)
            }
        }
    }

    fn fail(&self, ports: &Ports) -> Result<(), Error> {
        let now = ports.clock.now();
        let mut transaction = ports.database.begin()?;
        self.counters
            .check_in_turn(ports, transaction.limited_events(), now)?;
        self.counters.note(ports, transaction.limited_events(), now)?;
        let told = self
            .counters
            .tell_of_attack(ports, transaction.as_mut(), self.account.as_ref(), now);
        match told {
            // The failure has to be counted whether or not the mail can be queued, and a failed statement ends the transaction.
            Err(TellError::Post(error)) if !matches!(error, PostError::Store(_)) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "the owner could not be told of an attack"
                );
            }
            told => told?,
        }
        // Whose password was wrong has an entry like who has no account: nothing tells the two apart by the time that they take.
        let user = self.account.as_ref().map(|account| account.id);
        refuse(ports, transaction, By::Stranger, user)
    }

    fn begin_session(&self, ports: &Ports, user: UserId, verified_hash: &str) -> Result<Answer, Error> {
        let detail = ports
            .database
            .read()?
            .accounts()
            .user(user)?
            .ok_or(Error::WrongCredentials)?;
        let now = ports.clock.now();
        let mut transaction = ports.database.begin()?;
        self.counters
            .check_in_turn(ports, transaction.limited_events(), now)?;
        let account = transaction
            .accounts()
            .by_id(user)?
            .ok_or(Error::WrongCredentials)?;
        if account.password_hash != verified_hash {
            // The password was changed, or hashed anew, since it was verified: it has to fit what is stored now.
            let still_fits = ports
                .passwords
                .verify(&self.command.password, &account.password_hash)?;
            if !still_fits {
                refuse(ports, transaction, By::Stranger, Some(user))?;
                return Err(Error::WrongCredentials);
            }
        }
        let by = By::person(user);
        if !account.state.may_sign_in() {
            refuse(ports, transaction, by, Some(user))?;
            return Err(Error::Disabled);
        }
        let selected = usable_roles(account.state, &detail.assigned_roles)
            .first()
            .map(|role| role.id);
        let sessions = limits::counter(ports.keys.as_ref(), Limit::Session, &[&limits::of_person(user)]);
        limits::check(ports, transaction.limited_events(), &sessions, now)?;
        limits::note(ports, transaction.limited_events(), &sessions, "", now)?;
        let user_agent = &self.command.user_agent;
        let session = new_session::begin(ports, transaction.as_mut(), user, selected, user_agent)?;
        self.counters.forget(transaction.limited_events())?;
        let browser = Browser::read(ports, &self.command.browser);
        if !browser.is_some_and(|browser| browser.is_known_to(user)) {
            owner_notice::tell_of_new_browser(ports, transaction.as_mut(), &account, session.device, now)?;
        }
        let act = Act::SignedIn {
            user,
            session: session.id,
            browser: session.device.browser,
            system: session.device.system,
        };
        let recorded = audit::record(ports, transaction.as_mut(), by, act)?;
        transaction.commit(recorded)?;
        Ok(Answer {
            token: session.token,
            user: detail,
            selected,
            browser: known_browser::remember(ports, &self.command.browser, user),
        })
    }
}

/// Records that a sign-in was refused, and commits.
fn refuse(
    ports: &Ports,
    mut transaction: Box<dyn Transaction + '_>,
    by: By,
    user: Option<UserId>,
) -> Result<(), Error> {
    let recorded = audit::record(ports, transaction.as_mut(), by, Act::SignInRefused { user })?;
    Ok(transaction.commit(recorded)?)
}

/// Hashes the password with the parameters that are configured now.
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
    let recorded = audit::record(ports, transaction.as_mut(), By::Product, act)?;
    transaction.commit(recorded)?;
    Ok(())
}

//! Signing in: `POST users/signin/` (1 §4, §5.1; decisions A1, A2, A10, A12).

use aditus_domain::accounts::{EmailAddress, Password, PhoneNumber, TooMany};
use aditus_domain::ids::{AssignedRoleId, UserId};
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::attempts::{check_limit, note_failure};
use super::views::UserDetail;
use super::{Account, FailedSignIns, new_session};
use crate::access::{call_log, usable_roles};
use crate::failure::{Failure, Kind};
use crate::ports::{PasswordError, Ports, StoreError};

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
    /// Too many failures for this account or from this address.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// The stored hash cannot be read.
    #[error("Something went wrong on our side. Try again in a moment.")]
    Password(#[from] PasswordError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Missing(_) => Kind::Invalid,
            Self::WrongCredentials | Self::Disabled => Kind::Unauthenticated,
            Self::TooMany(limit) => Kind::TooMany(limit.retry_after),
            Self::Password(_) => Kind::Internal,
            Self::Store(error) => error.kind(),
        }
    }

    fn fields(&self) -> Vec<(String, String)> {
        let Self::Missing(missing) = self else {
            return Vec::new();
        };
        let username = ("username".to_owned(), Missing::Username.to_string());
        let password = ("password".to_owned(), Missing::Password.to_string());
        match missing {
            Missing::Username => vec![username],
            Missing::Password => vec![password],
            Missing::Both => vec![username, password],
        }
    }
}

/// Signs a person in. Passwords are hashed with no transaction open, because that takes long by design; the limit is
/// therefore looked at before and after (`attempts`).
pub fn execute(ports: &Ports, command: &Command) -> Result<Answer, Error> {
    let username = Username::read(&command.username);
    match (username.key.is_empty(), command.password.is_empty()) {
        (true, true) => return Err(Missing::Both.into()),
        (true, false) => return Err(Missing::Username.into()),
        (false, true) => return Err(Missing::Password.into()),
        (false, false) => {}
    }
    let attempt = Attempt {
        key: &username.key,
        address: &command.address,
        password: &command.password,
    };

    let account = find(ports, &username, &attempt)?;
    if let Some(account) = &account {
        call_log::concerns(account.id);
    }
    let verified = attempt.verify(ports, account.as_ref())?;
    let user = account.as_ref().map(|account| account.id).filter(|_| verified);
    let Some((user, hash)) = user.zip(account.map(|account| account.password_hash)) else {
        fail(ports, &attempt)?;
        return Err(Error::WrongCredentials);
    };
    let answer = begin_session(ports, &attempt, user, &hash, &command.user_agent)?;
    if ports.passwords.needs_rehash(&hash)
        && let Err(error) = rehash(ports, user, &hash, &command.password)
    {
        // The old hash still serves; the next sign-in tries again.
        tracing::warn!(%user, ?error, "a password could not be hashed anew");
    }
    Ok(answer)
}

/// What was typed as a username.
struct Username {
    /// What failures are counted under.
    key: String,
    /// What an account is looked up by; none when no account can have such a name.
    look_up: Option<String>,
}

impl Username {
    fn read(typed: &str) -> Self {
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
    key: &'a str,
    address: &'a str,
    password: &'a str,
}

impl Attempt<'_> {
    /// Refuses when the account or the address has failed too often of late.
    fn check_limit(&self, failed: &mut dyn FailedSignIns, now: DateTime<Utc>) -> Result<(), Error> {
        check_limit(failed, self.key, self.address, now)
    }

    /// Whether the password is the account's. Takes the same time when there is no account.
    fn verify(&self, ports: &Ports, account: Option<&Account>) -> Result<bool, PasswordError> {
        // No password is longer; hashing a whole request body would only keep the processor busy.
        let possible = self.password.chars().count() <= Password::MAX_LENGTH;
        match account {
            Some(account) if possible => ports.passwords.verify(self.password, &account.password_hash),
            _ => {
                ports.passwords.pretend(if possible { self.password } else { "" });
                Ok(false)
            }
        }
    }
}

fn find(ports: &Ports, username: &Username, attempt: &Attempt<'_>) -> Result<Option<Account>, Error> {
    let mut views = ports.database.read()?;
    attempt.check_limit(views.failed_sign_ins(), ports.clock.now())?;
    match &username.look_up {
        Some(look_up) => Ok(views.account_lookup().by_username(look_up)?),
        None => Ok(None),
    }
}

fn fail(ports: &Ports, attempt: &Attempt<'_>) -> Result<(), Error> {
    let now = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    attempt.check_limit(transaction.sign_in_attempts(), now)?;
    note_failure(transaction.sign_in_attempts(), attempt.key, attempt.address, now)?;
    transaction.commit()?;
    Ok(())
}

fn begin_session(
    ports: &Ports,
    attempt: &Attempt<'_>,
    user: UserId,
    verified_hash: &str,
    user_agent: &str,
) -> Result<Answer, Error> {
    let detail = ports
        .database
        .read()?
        .accounts()
        .user(user)?
        .ok_or(Error::WrongCredentials)?;
    let now = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    attempt.check_limit(transaction.sign_in_attempts(), now)?;
    let account = transaction
        .accounts()
        .by_id(user)?
        .ok_or(Error::WrongCredentials)?;
    if account.password_hash != verified_hash {
        // The password was changed, or hashed anew, since it was verified: it has to fit what is stored now.
        let still_fits = ports.passwords.verify(attempt.password, &account.password_hash)?;
        if !still_fits {
            return Err(Error::WrongCredentials);
        }
    }
    if !account.state.may_sign_in() {
        return Err(Error::Disabled);
    }
    let selected = usable_roles(account.state, &detail.assigned_roles)
        .first()
        .map(|role| role.id);
    let token = new_session::begin(ports, transaction.as_mut(), user, selected, user_agent)?;
    transaction.sign_in_attempts().forget_account(attempt.key)?;
    transaction.commit()?;
    Ok(Answer {
        token,
        user: detail,
        selected,
    })
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
    transaction.commit()?;
    Ok(())
}

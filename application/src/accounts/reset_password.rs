//! Replaces a forgotten password: `POST users/forgot-password` with username, password and otp (1
//! §4, §5.4, §8; decisions A9).

use aditus_domain::accounts::{
    CodePurpose, EmailAddress, EmailError, OtpCode, OtpError, OtpFlow, Password, PasswordFaults, RedeemError,
};
use aditus_domain::audit::{Act, Actor};
use thiserror::Error;

use super::codes::{self, CodeEntry, EntryError};
use super::forgot_password::{self, ResetOrigin};
use super::owner_notice::{self, Ended, EndedSessions};
use super::strength::{self, PersonalDetails};
use super::{Account, ended_feed, known_browser, sign_in_limits};
use crate::access::call_log;
use crate::audit;
use crate::failure::failure;
use crate::notifications::envelope::PostError;
use crate::ports::{PasswordError, Ports, StoreError, Weakness};

/// The account, the new password, and the code. There is no `Debug`: the password must not reach a
/// log.
#[derive(Clone)]
pub struct Command {
    /// The email address.
    pub username: String,
    /// The new password.
    pub password: String,
    /// The code.
    pub otp: String,
    /// The origin of the call, which must be the origin that requested the code.
    pub origin: ResetOrigin,
}

/// Errors of replacing the password. None of them reveals if there is an account.
#[derive(Debug, Error)]
pub enum Error {
    /// The address is invalid.
    #[error(transparent)]
    Email(#[from] EmailError),
    /// The new password is too weak.
    #[error(transparent)]
    Weak(#[from] PasswordFaults),
    /// The new password is too easy to guess.
    #[error(transparent)]
    Guessable(#[from] Weakness),
    /// The code is malformed.
    #[error(transparent)]
    Otp(#[from] OtpError),
    /// The code was refused.
    #[error(transparent)]
    Code(#[from] EntryError),
    /// The mail to the owner could not be queued.
    #[error(transparent)]
    Post(#[from] PostError),
    /// The password could not be hashed.
    #[error("Something went wrong on our side. Try again in a moment.")]
    Password(#[from] PasswordError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Code, Post, Store;
        Email(_) => Invalid, reason: InvalidFields, field: "username";
        Weak(faults) => Invalid, reason: PasswordWeak, fields: faults
            .list()
            .iter()
            .map(|fault| ("password".to_owned(), fault.to_string()))
            .collect();
        Guessable(_) => Invalid, reason: PasswordGuessable, field: "password";
        Otp(OtpError::Missing(_)) => Invalid, reason: CodeMissing, field: "otp";
        Otp(OtpError::Malformed(_)) => Invalid, reason: CodeMalformed, field: "otp";
        Password(_) => Internal, reason: Internal;
    }
}

/// Replaces the password, ends every session and the calendar feed of the account, and mails its
/// owner. Returns the browser cookie.
///
/// The code is checked before the password is hashed, so that callers without a code cannot keep
/// the processor busy. A person with the code reads the owner's mail, so the browser becomes known
/// to the account, and an attack on the account does not lock the owner out (decisions A12).
pub fn execute(ports: &Ports, command: &Command) -> Result<String, Error> {
    let address = EmailAddress::parse(&command.username)?;
    let password = Password::parse(&command.password)?;
    let code = OtpCode::parse(&command.otp, OtpFlow::ForgotPassword)?;
    let account = ports
        .database
        .read()?
        .account_lookup()
        .by_username(&address.folded())?;
    let account = account.filter(|account| account.state.may_sign_in());
    let subject = command.origin.subject(ports, &address, account.as_ref());
    let entry = CodeEntry {
        purpose: CodePurpose::ForgotPassword,
        subject: &subject,
        context: "",
        code: &code,
        by: Actor::Anonymous,
        account: account.as_ref().map(|account| account.id),
        request: None,
    };
    codes::check(ports, &entry)?;
    refuse_guessable(ports, &address, account.as_ref(), &password)?;
    let password_hash = ports.passwords.hash(password.expose())?;

    let mut transaction = codes::redeem(ports, ports.database.begin()?, &entry)?;
    // A code is issued even without an account, so a caller may have guessed it.
    let Some(mut account) = forgot_password::find(transaction.as_mut(), &address)? else {
        return Err(EntryError::Refused(RedeemError::Unknown).into());
    };
    call_log::concerns(account.id);
    account.password_hash = password_hash;
    account.email_is_verified = true;
    transaction.accounts().save(&account)?;
    transaction.sessions().end_all(account.id)?;
    let feed = ended_feed::end(transaction.as_mut(), account.id)?;
    codes::void_all_of(ports, transaction.as_mut(), account.id)?;
    sign_in_limits::reset_failures(ports, transaction.as_mut(), &account, &command.origin.address)?;
    let now = ports.clock.now();
    // An account that was found by an address has one.
    let to = account.org_email.clone().unwrap_or(address);
    owner_notice::queue_password(
        ports,
        transaction.as_mut(),
        &account,
        &to,
        Ended {
            sessions: EndedSessions::Every,
            feed: feed.is_some(),
        },
        now,
    )?;
    let user = account.id;
    let acts = [Act::PasswordReset { user }].into_iter().chain(feed);
    let recorded = audit::record_all(ports, transaction.as_mut(), Actor::person(user), acts)?;
    transaction.commit(recorded)?;
    Ok(known_browser::remember(
        ports,
        &command.origin.browser,
        account.id,
    ))
}

/// Refuses an easily guessed password. The answer may reveal that the password contains the owner's
/// names, but only to a caller with the right code.
fn refuse_guessable(
    ports: &Ports,
    address: &EmailAddress,
    account: Option<&Account>,
    password: &Password,
) -> Result<(), Error> {
    let organisation = match account {
        Some(account) => strength::organisation_of(ports, account)?,
        None => String::new(),
    };
    let details = PersonalDetails {
        email: address.as_str(),
        ..account.map_or_else(PersonalDetails::default, |account| {
            PersonalDetails::from_account(account, &organisation)
        })
    };
    Ok(strength::require(ports, password, &details)?)
}

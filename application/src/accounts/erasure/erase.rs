//! Erases an account: `POST users/erase/{user_id}/` (decisions P1).

use aditus_domain::accounts::EmailAddress;
use aditus_domain::accounts::erasure::{ErasureReason, ErasureReasonError, Identity, OpenDuty};
use aditus_domain::audit::{Act, Actor, Personal};
use aditus_domain::ids::{DocumentId, MessageId, UserId};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::{NotErasable, confirmation_of, duties, erasable, identity, requests};
use crate::access::Caller;
use crate::accounts::confirm_password;
use crate::audit;
use crate::failure::{Failure, Kind, Params, Reason};
use crate::idempotency;
use crate::notifications::envelope::open;
use crate::notifications::{Channel, Destination};
use crate::ports::{FileKey, MailMessage, Ports, StoreError, TextMessage, Transaction};
use crate::requests::uploads::delete_unreferenced_files;
use crate::roles::authority;

/// The number of waiting messages that are read in one batch.
const BATCH_SIZE: u32 = 500;

/// The final result of a message to an erased account.
const ACCOUNT_ERASED: &str = "the account was erased";

/// The account to erase, and the confirmation. There is no `Debug`: the password must not reach a
/// log.
#[derive(Clone)]
pub struct Command {
    /// The person.
    pub user: UserId,
    /// The password of the Super User.
    pub password: String,
    /// The email address of the account, or its phone number if it has no address, typed as a
    /// confirmation.
    pub confirmation: String,
    /// The person or office that requested the erasure, and the date of the request.
    pub reason: String,
    /// The network address of the caller.
    pub address: String,
}

/// Errors of erasing an account.
#[derive(Debug, Error)]
pub enum Error {
    /// No password was given.
    #[error("The password is required")]
    PasswordMissing,
    /// The reason is not acceptable.
    #[error(transparent)]
    Reason(#[from] ErasureReasonError),
    /// The confirmation does not match the account.
    #[error("This is not the email address of the account, or its phone number if it has no email address")]
    Confirmation,
    /// The password is wrong, or was wrong too often.
    #[error(transparent)]
    Password(#[from] confirm_password::Error),
    /// The account cannot be erased.
    #[error(transparent)]
    NotErasable(#[from] NotErasable),
    /// The account has duties to settle first.
    #[error("{}", duties_message(.0))]
    Duties(Vec<OpenDuty>),
    /// The person could not be removed from a request.
    #[error(transparent)]
    Request(#[from] requests::Error),
}

fn duties_message(duties: &[OpenDuty]) -> String {
    let duties: Vec<String> = duties.iter().map(ToString::to_string).collect();
    format!("This account cannot be erased yet. First: {}", duties.join(" "))
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::NotErasable(error.into())
    }
}

impl From<crate::access::AccessError> for Error {
    fn from(error: crate::access::AccessError) -> Self {
        Self::NotErasable(error.into())
    }
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::PasswordMissing | Self::Reason(_) | Self::Confirmation => Kind::Invalid,
            Self::Password(error) => error.kind(),
            Self::NotErasable(error) => error.kind(),
            Self::Duties(_) => Kind::Conflict,
            Self::Request(requests::Error::Store(error)) => error.kind(),
            Self::Request(_) => Kind::Internal,
        }
    }

    fn reason(&self) -> Reason {
        match self {
            Self::PasswordMissing | Self::Reason(_) => Reason::InvalidFields,
            Self::Confirmation => Reason::WrongConfirmation,
            Self::Password(error) => error.reason(),
            Self::NotErasable(error) => error.reason(),
            Self::Duties(_) => Reason::OpenDuties,
            Self::Request(requests::Error::Store(error)) => error.reason(),
            Self::Request(_) => Reason::Internal,
        }
    }

    fn params(&self) -> Params {
        match self {
            Self::Duties(duties) => Params::from([("duties", duties.len().into())]),
            _ => Params::new(),
        }
    }

    fn fields(&self) -> Vec<(String, String)> {
        let field = match self {
            Self::PasswordMissing => "password",
            Self::Reason(_) => "reason",
            Self::Confirmation => "confirmation",
            _ => return Vec::new(),
        };
        vec![(field.to_owned(), self.to_string())]
    }
}

/// Erases the account in one transaction. Its files are deleted afterwards; files that cannot be
/// deleted then are left to the cleanup.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<(), Error> {
    let held = caller.require(Role::SuperUser)?.id;
    if command.password.is_empty() {
        return Err(Error::PasswordMissing);
    }
    let reason = ErasureReason::parse(&command.reason)?;
    let typed = folded(&command.confirmation);
    if typed.is_empty() {
        return Err(Error::Confirmation);
    }
    if command.user == caller.user {
        return Err(NotErasable::Own.into());
    }
    confirm_password::execute(ports, caller, &command.password, &command.address)?;

    let now = ports.clock.now();
    let user = command.user;
    let mut transaction = ports.database.begin()?;
    transaction.roles().lock_exclusive()?;
    authority::require_super_user::<Error>(transaction.as_mut(), caller)?;
    let account = erasable(transaction.as_mut(), caller, user)?;
    if typed != folded(confirmation_of(&account)) {
        return Err(Error::Confirmation);
    }
    let own = transaction.erasures().own_requests(user)?;
    let duties = duties::list_open(transaction.as_mut(), user, &own)?;
    if !duties.is_empty() {
        return Err(Error::Duties(duties));
    }
    let mut person = identity(transaction.as_mut(), &account)?;
    let own = requests::read(ports, transaction.as_mut(), own, &mut person)?;
    reason.check_against(&person)?;

    let Erased { files, documents } = erase(ports, transaction.as_mut(), user, &own, &person, now)?;
    let act = Act::AccountErased {
        user,
        documents,
        reason: Personal::new(reason.as_str()),
    };
    let by = Actor::from(caller).in_role(held);
    let recorded = audit::record_at(ports, transaction.as_mut(), now, by, [act])?;
    transaction.commit(recorded)?;
    delete_unreferenced_files(ports, &files);
    Ok(())
}

/// Normalises an address or number for comparison.
fn folded(text: &str) -> String {
    EmailAddress::parse(text).map_or_else(|_| text.trim().to_lowercase(), |address| address.folded())
}

/// The files to delete from the file store, and the documents among them.
struct Erased {
    files: Vec<FileKey>,
    documents: Vec<DocumentId>,
}

fn erase(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    user: UserId,
    own: &[requests::DecodedRequest],
    person: &Identity,
    now: DateTime<Utc>,
) -> Result<Erased, Error> {
    drop_messages(ports, transaction, user, person, now)?;
    let emails: Vec<&str> = person.emails().collect();
    let calls = idempotency::caller_hashes(ports.keys.as_ref(), user);
    let mut files = transaction.erasures().erase_account(user, &emails, &calls, now)?;
    let mut documents = Vec::new();
    for request in own {
        for (document, file) in requests::erase(ports, transaction, request, person, now)? {
            documents.push(document);
            files.push(file);
        }
    }
    transaction
        .erasures()
        .rewrite_notices(&mut |text| person.redact(text))?;
    transaction.roles().announce(user)?;
    Ok(Erased { files, documents })
}

/// Drops messages that wait to be sent to the person. A message that a worker has already claimed
/// may still be sent.
fn drop_messages(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    user: UserId,
    person: &Identity,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let mut after = MessageId(i64::MIN);
    loop {
        let waiting = transaction.outbox().unfinished(after, BATCH_SIZE)?;
        let Some(last) = waiting.last() else {
            return Ok(());
        };
        after = last.id;
        let dropped: Vec<MessageId> = waiting
            .iter()
            .filter(|message| {
                if let Destination::Code(to) | Destination::Account(to, _) = message.destination {
                    return to == user;
                }
                let keys = ports.keys.as_ref();
                let (reference, sealed) = (message.reference.as_str(), message.sealed.as_slice());
                let to = match message.channel {
                    Channel::Mail => open(keys, reference, sealed).map(|mail: MailMessage| mail.to),
                    Channel::Text => open(keys, reference, sealed).map(|text: TextMessage| text.to),
                };
                // A message that cannot be opened cannot be sent either.
                to.is_ok_and(|to| person.matches(("", ""), &to, &to))
            })
            .map(|message| message.id)
            .collect();
        if !dropped.is_empty() {
            transaction.outbox().finish(&dropped, now, Some(ACCOUNT_ERASED))?;
        }
    }
}

//! Reverts a change of an address or number by the link in the mail or text message to the old one:
//! `POST users/take-back/` (decisions C15). The link proves access to the old address or number, so
//! no session is needed. All sessions and the calendar feed are ended.

use aditus_domain::accounts::{ContactChange, PhoneNumber};
use aditus_domain::audit::{Act, Actor};
use thiserror::Error;

use super::owner_notice::{self, RevertedChange};
use super::{Account, NewContactChange, StoredContactChange, codes, ended_feed, phone_claims, token};
use crate::audit;
use crate::failure::failure;
use crate::notifications::envelope::PostError;
use crate::notifications::links;
use crate::ports::{KeyPurpose, PasswordError, Ports, StoreError, Transaction};

/// The token of the link. There is no `Debug`: it opens the account.
#[derive(Clone)]
pub struct Command {
    /// The token.
    pub token: String,
}

/// The restored contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// True for the email address, false for the phone number.
    pub email: bool,
    /// True if the owner has to choose a new password, by a code to the email address, because the
    /// old password no longer works.
    pub needs_password: bool,
}

/// Errors of reverting a change.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no change with this token, or it can no longer be reverted.
    #[error("This link has expired or was already used. It works once, within 7 days.")]
    Unknown,
    /// Another account has the old address or number in the meantime.
    #[error(
        "Another account uses this address or number now. Ask the administrator of your organisation for help."
    )]
    Taken,
    /// The mail to the owner could not be queued.
    #[error(transparent)]
    Post(#[from] PostError),
    /// The new password hash could not be computed.
    #[error("Something went wrong on our side. Try again in a moment.")]
    Password(#[from] PasswordError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Post, Store;
        Unknown => NotFound, reason: RecoveryLinkUnknown;
        Taken => Conflict, reason: ContactTaken;
        Password(_) => Internal, reason: Internal;
    }
}

/// Restores the old address or number, ends every session and the calendar feed, and notifies both
/// contacts.
///
/// The person who made the change knew the password. It is therefore invalidated if the owner can
/// choose a new one by a code to the email address. Links of later changes of the same kind, which
/// may have gone to that person, are invalidated, too.
pub fn execute(ports: &Ports, command: &Command) -> Result<Answer, Error> {
    let hashes = token::hashes(ports.keys.as_ref(), KeyPurpose::TakeBack, &command.token);
    // An invalid link must not cost a hash.
    find(ports, ports.database.begin()?.as_mut(), &hashes)?;
    let unknown_password = ports.passwords.hash(&token::draw(ports.entropy.as_ref()))?;

    let mut transaction = ports.database.begin()?;
    let stored = find(ports, transaction.as_mut(), &hashes)?;
    let account = transaction.accounts().by_id(stored.user)?;
    let mut account = account.ok_or(Error::Unknown)?;
    if !transaction.contact_changes().delete_from(&stored)? {
        return Err(Error::Unknown);
    }
    let what = match &stored.change {
        ContactChange::Email { old, .. } => {
            account.org_email = Some(old.clone());
            account.email_is_verified = true;
            "Email address"
        }
        ContactChange::Phone { old, .. } => {
            account.phone = old.clone();
            account.phone_claim = phone_claims::claim_after_code(ports);
            "Phone number"
        }
    };
    let needs_password = account.org_email.is_some();
    if needs_password {
        account.password_hash = unknown_password;
    }
    transaction
        .accounts()
        .save(&account)
        .map_err(|error| match error {
            StoreError::Duplicate(_) => Error::Taken,
            other => other.into(),
        })?;
    transaction.sessions().end_all(account.id)?;
    let feed_ended = ended_feed::end(transaction.as_mut(), account.id)?;
    codes::void_all_of(ports, transaction.as_mut(), account.id)?;
    let reverted = RevertedChange {
        change: &stored.change,
        needs_password,
        feed_ended: feed_ended.is_some(),
    };
    owner_notice::queue_reverted(ports, transaction.as_mut(), &account, reverted, ports.clock.now())?;
    let user = account.id;
    let acts = [Act::ContactTakenBack { user, what }]
        .into_iter()
        .chain(feed_ended);
    let recorded = audit::record_all(ports, transaction.as_mut(), Actor::person(user), acts)?;
    transaction.commit(recorded)?;
    Ok(Answer {
        email: matches!(stored.change, ContactChange::Email { .. }),
        needs_password,
    })
}

fn find(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    hashes: &[[u8; 32]],
) -> Result<StoredContactChange, Error> {
    for hash in hashes {
        if let Some(stored) = transaction.contact_changes().by_token(hash)?
            && ContactChange::is_reversible(stored.made_on, ports.clock.now())
        {
            return Ok(stored);
        }
    }
    Err(Error::Unknown)
}

/// Stores a new change. Returns the URL of the page that reverts it. The token is in the fragment
/// (`#`), which browsers do not send, so that it reaches no server log and no other site.
pub(super) fn store_change(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    change: ContactChange,
) -> Result<String, StoreError> {
    let token = token::draw(ports.entropy.as_ref());
    let token_hash = token::hash(ports.keys.as_ref(), KeyPurpose::TakeBack, &token);
    transaction.contact_changes().add(&NewContactChange {
        user: account.id,
        change,
        token_hash,
        made_on: ports.clock.now(),
    })?;
    Ok(links::take_back(&ports.settings.public_url, &token))
}

/// Returns true if a number is reserved for an owner who may still revert a change away from it.
/// Registering does not verify numbers, so the person who made the change could otherwise register
/// the number and block the owner.
pub(super) fn is_reserved_for_another(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    phone: &PhoneNumber,
    except: Option<aditus_domain::ids::UserId>,
) -> Result<bool, StoreError> {
    let since = ports.clock.now() - ContactChange::REVERSIBLE_FOR;
    let owner = transaction.contact_changes().last_owner_of_phone(phone, since)?;
    Ok(owner.is_some_and(|owner| Some(owner) != except))
}

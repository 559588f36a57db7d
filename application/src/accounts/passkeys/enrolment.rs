//! The two steps of adding a passkey: the browser makes it, and its response is stored. An inner
//! service of the use cases that add one.

use aditus_domain::accounts::EmailAddress;
use aditus_domain::accounts::passkey::{CeremonyPurpose, MAX_PASSKEYS, PasskeyName, PasskeyNameError};
use aditus_domain::audit::{Act, Bytes};
use aditus_domain::ids::{PasskeyId, UserId};
use thiserror::Error;

use super::ceremony::{self, Challenge, adapter, known, random};
use super::{NewPasskey, Options, StoredPasskey, notice};
use crate::accounts::Account;
use crate::accounts::conflicts::may_conflict;
use crate::accounts::second_factor::set_up_steps::make_recovery_codes;
use crate::failure::failure;
use crate::notifications::envelope::PostError;
use crate::ports::{MadePasskey, PasskeyOwner, Ports, SealError, StoreError, Transaction};

/// Errors of adding a passkey.
#[derive(Debug, Error)]
pub enum Error {
    /// The name is missing or not allowed.
    #[error(transparent)]
    Name(#[from] PasskeyNameError),
    /// The account has as many passkeys as it can have.
    #[error("You can't have more than {MAX_PASSKEYS} passkeys. Remove one first.")]
    TooMany,
    /// The passkey is on an account already.
    #[error("This passkey was added already.")]
    Exists,
    /// Passkeys cannot be used here, or the response is not accepted.
    #[error(transparent)]
    Ceremony(ceremony::Error),
    /// The mail to the owner could not be queued.
    #[error(transparent)]
    Post(#[from] PostError),
    /// The key of the recovery codes could not be sealed.
    #[error("Something went wrong on our side. Try again in a moment.")]
    Seal(#[from] SealError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

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
        forwards Ceremony, Post, Store;
        Name(_) => Invalid, reason: InvalidFields, field: "name";
        TooMany => Conflict, reason: TooManyPasskeys, params: { most: MAX_PASSKEYS };
        Exists => Conflict, reason: PasskeyExists;
        Seal(_) => Internal, reason: Internal;
    }
}

may_conflict!(Error);

/// Returns the options with which the browser makes a passkey. The caller MUST commit.
pub(super) fn begin(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
) -> Result<Options, Error> {
    let adapter = adapter(ports)?;
    let own = transaction.passkeys().of_user(account.id)?;
    require_room(&own)?;
    let handle = own
        .first()
        .map_or_else(|| random(ports), |first| first.passkey.handle);
    let email = account.org_email.as_ref().map(EmailAddress::as_str);
    let owner = PasskeyOwner {
        handle,
        username: email.unwrap_or_else(|| account.phone.as_str()).to_owned(),
        display_name: format!("{} {}", account.fname, account.sname).trim().to_owned(),
    };
    let challenge = Challenge::of_enrolment(ports, &handle);
    let purpose = CeremonyPurpose::Enrolment;
    let expires_on = challenge.store(ports, transaction, purpose, Some(account.id))?;
    let options = adapter
        .creation_options(challenge.bytes(), &owner, &known(&own))
        .map_err(ceremony::Error::from)?;
    Ok(Options { options, expires_on })
}

fn require_room(own: &[StoredPasskey]) -> Result<(), Error> {
    if own.len() < MAX_PASSKEYS {
        Ok(())
    } else {
        Err(Error::TooMany)
    }
}

/// A verified passkey that is not stored yet.
pub(super) struct NewlyMade {
    user: UserId,
    name: PasskeyName,
    handle: [u8; 16],
    made: MadePasskey,
}

/// Verifies the response of the browser, and uses up its challenge. The caller MUST NOT have a
/// transaction open.
pub(super) fn verify(ports: &Ports, user: UserId, name: &str, credential: &str) -> Result<NewlyMade, Error> {
    let name = PasskeyName::parse(name)?;
    let taken = ceremony::take(ports, CeremonyPurpose::Enrolment, Some(user), credential)?;
    let made = adapter(ports)?.register(&taken.challenge, credential);
    let made = made.map_err(|refused| {
        let error = &refused as &dyn std::error::Error;
        tracing::warn!(%user, error, "a new passkey was refused");
        ceremony::Error::from(refused)
    })?;
    let mut handle = [0; 16];
    handle.copy_from_slice(&taken.nonce[..16]);
    Ok(NewlyMade {
        user,
        name,
        handle,
        made,
    })
}

/// A passkey that was stored.
pub(super) struct Added {
    pub id: PasskeyId,
    /// The recovery codes, if new ones were made.
    pub recovery_codes: Vec<String>,
    /// The act for the audit log.
    pub act: Act,
}

/// Stores the passkey, and mails the owner. Makes recovery codes unless there are some left.
pub(super) fn store(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    new: &NewlyMade,
) -> Result<Added, Error> {
    let (user, now) = (new.user, ports.clock.now());
    let mut stored = transaction.second_factors().of_user(user)?;
    require_room(&transaction.passkeys().of_user(user)?)?;
    let made = new.made.clone();
    let public_key = Bytes(made.public_key.clone());
    let added = transaction.passkeys().add(&NewPasskey {
        user,
        handle: new.handle,
        name: new.name.clone(),
        credential_id: made.credential_id,
        public_key: made.public_key,
        algorithm: made.algorithm,
        record: made.record,
        added_on: now,
    });
    let id = match added {
        Err(StoreError::Duplicate(_)) => return Err(Error::Exists),
        added => added?,
    };
    let recovery_codes = if stored.factor.recovery_codes_left() == 0 {
        make_recovery_codes(ports, user, &mut stored.factor, now)?
    } else {
        Vec::new()
    };
    // Saved in any case: a concurrent removal of the other factor would delete the codes.
    transaction.second_factors().save(&stored)?;
    notice::queue_added(ports, transaction, account, &new.name, now)?;
    Ok(Added {
        id,
        recovery_codes,
        act: Act::PasskeyAdded {
            user,
            passkey: id,
            public_key,
            algorithm: made.algorithm,
        },
    })
}

//! Ceremonies of passkeys: a challenge is stored and sent to the browser, and a response to it is
//! accepted once. An inner service of every use case with passkeys (decisions O6, O7).

use aditus_domain::accounts::passkey::{Ceremony, CeremonyExpired, CeremonyPurpose};
use aditus_domain::audit::{Act, Actor};
use aditus_domain::ids::UserId;
use aditus_domain::limits::Limit;
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::{StoredPasskey, notice};
use crate::access::Caller;
use crate::accounts::conflicts::may_conflict;
use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::limits::{self, LimitError};
use crate::notifications::envelope::PostError;
use crate::ports::{
    KnownPasskey, PasskeyError, Passkeys, Ports, StoreError, Transaction, UnverifiedResponse,
    VerifiedResponse,
};

/// The options that the browser gets at the beginning of a ceremony.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// JSON in the form of `PublicKeyCredentialCreationOptionsJSON` or
    /// `PublicKeyCredentialRequestOptionsJSON`.
    pub options: String,
    /// The time from which no response is accepted.
    pub expires_on: DateTime<Utc>,
}

/// Errors of a ceremony.
#[derive(Debug, Error)]
pub enum Error {
    /// The installation has no passkeys at its public address.
    #[error("Passkeys can't be used at this address.")]
    Unavailable,
    /// The account has no passkey that could be asked for.
    #[error("You have no passkey. Add one on your profile.")]
    None,
    /// The response is of a passkey that is not on the account.
    #[error("This passkey is not on your account. Try another one, or choose another way.")]
    NotOwn,
    /// The challenge is unknown, was used before or has expired.
    #[error(transparent)]
    Expired(#[from] CeremonyExpired),
    /// The response is not accepted. The refusal has been recorded and committed.
    #[error(transparent)]
    Passkey(#[from] PasskeyError),
    /// Too many ceremonies began recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The mail to the owner could not be queued.
    #[error(transparent)]
    Post(#[from] PostError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Passkey, Limit, Post, Store;
        Expired(_) => Conflict, reason: PasskeyExpired;
        Unavailable => Conflict, reason: PasskeysUnavailable;
        None | NotOwn => Conflict, reason: PasskeyNotFound;
    }
}

may_conflict!(Error);

/// Returns the passkeys of this installation.
pub(crate) fn adapter(ports: &Ports) -> Result<&dyn Passkeys, Error> {
    ports.passkeys.as_deref().ok_or(Error::Unavailable)
}

/// A challenge that was drawn for one ceremony.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Challenge {
    bytes: [u8; 32],
    nonce: [u8; 32],
}

impl Challenge {
    /// Draws a random challenge.
    pub(crate) fn random(ports: &Ports) -> Self {
        Self {
            bytes: random(ports),
            nonce: [0; 32],
        }
    }

    /// The challenge of a decision: the digest of its text, which contains the nonce.
    pub(crate) const fn of_decision(digest: [u8; 32], nonce: [u8; 32]) -> Self {
        Self { bytes: digest, nonce }
    }

    /// Draws the challenge for a new passkey. Keeps the user handle that the authenticator gets.
    pub(super) fn of_enrolment(ports: &Ports, handle: &[u8; 16]) -> Self {
        let mut nonce = [0; 32];
        nonce[..16].copy_from_slice(handle);
        Self {
            bytes: random(ports),
            nonce,
        }
    }

    pub(super) const fn bytes(&self) -> &[u8; 32] {
        &self.bytes
    }

    /// Stores the ceremony that begins. The caller MUST commit. Returns the time from which no
    /// response is accepted.
    pub(super) fn store(
        &self,
        ports: &Ports,
        transaction: &mut dyn Transaction,
        purpose: CeremonyPurpose,
        user: Option<UserId>,
    ) -> Result<DateTime<Utc>, StoreError> {
        let ceremony = Ceremony {
            purpose,
            user,
            nonce: self.nonce,
            begun_on: ports.clock.now(),
        };
        transaction.ceremonies().add(&self.bytes, &ceremony)?;
        Ok(ceremony.expires_on())
    }
}

/// Draws random bytes.
pub(crate) fn random<const BYTES: usize>(ports: &Ports) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    ports.entropy.fill(&mut bytes);
    bytes
}

/// Counts a ceremony that a signed-in person begins, and refuses it if there were too many.
pub(crate) fn spend(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    caller: &Caller,
) -> Result<(), LimitError> {
    limits::spend_of(ports, transaction, Limit::PasskeySignIn, caller)
}

/// Asks for a passkey of this account: stores the ceremony, which the caller MUST commit, and
/// returns the options. Refused with [`Error::None`] if the account has no passkey.
pub(crate) fn ask_own(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    user: UserId,
    purpose: CeremonyPurpose,
    challenge: &Challenge,
) -> Result<Options, Error> {
    let adapter = adapter(ports)?;
    let own = transaction.passkeys().of_user(user)?;
    if own.is_empty() {
        return Err(Error::None);
    }
    let expires_on = challenge.store(ports, transaction, purpose, Some(user))?;
    let options = adapter.request_options(&challenge.bytes, &known(&own))?;
    Ok(Options { options, expires_on })
}

/// Returns the passkeys in the form that the adapter needs.
pub(super) fn known(passkeys: &[StoredPasskey]) -> Vec<KnownPasskey> {
    passkeys.iter().map(known_one).collect()
}

fn known_one(stored: &StoredPasskey) -> KnownPasskey {
    KnownPasskey {
        credential_id: stored.passkey.credential_id.clone(),
        record: stored.passkey.record.clone(),
    }
}

/// A response whose challenge was used up. Nothing else is verified yet.
#[derive(Debug)]
pub(super) struct Taken {
    pub challenge: [u8; 32],
    /// The random bytes that went into the challenge of a decision, or the user handle of a new
    /// passkey.
    pub nonce: [u8; 32],
    pub response: UnverifiedResponse,
    /// The passkey that the response names, of any account.
    pub passkey: Option<StoredPasskey>,
}

/// Uses up the challenge of a response, in a transaction of its own: a response that fails later is
/// not accepted a second time. Refused unless this person began a ceremony of this purpose in time.
pub(super) fn take(
    ports: &Ports,
    purpose: CeremonyPurpose,
    user: Option<UserId>,
    credential: &str,
) -> Result<Taken, Error> {
    let response = adapter(ports)?.read(credential)?;
    let challenge = <[u8; 32]>::try_from(response.challenge.as_slice()).map_err(|_| CeremonyExpired)?;
    let mut transaction = ports.database.begin_separate()?;
    let ceremony = transaction.ceremonies().take(&challenge)?;
    let passkey = transaction.passkeys().by_credential(&response.credential_id)?;
    // The operation in which the passkey is used has an audit entry.
    transaction.commit(audit::unrecorded(Unrecorded::PartOfRecordedOperation))?;
    let ceremony = ceremony.ok_or(CeremonyExpired)?;
    ceremony.require(purpose, user, ports.clock.now())?;
    Ok(Taken {
        challenge,
        nonce: ceremony.nonce,
        response,
        passkey,
    })
}

/// A passkey whose response was verified.
#[derive(Debug, Clone)]
pub(crate) struct UsedPasskey {
    /// The challenge that the passkey signed.
    pub challenge: [u8; 32],
    /// The random bytes that went into the challenge of a decision.
    pub nonce: [u8; 32],
    /// The passkey with its new record and the time of this use.
    pub passkey: StoredPasskey,
    /// What the passkey signed.
    pub response: VerifiedResponse,
}

impl UsedPasskey {
    /// Stores the use. Each use of a verified response MUST call this in its transaction, because
    /// it refuses a passkey that was removed or used since it was read.
    pub(crate) fn save(&self, transaction: &mut dyn Transaction) -> Result<(), Error> {
        match transaction.passkeys().save_use(&self.passkey) {
            Err(StoreError::Conflict) => Err(CeremonyExpired.into()),
            saved => Ok(saved?),
        }
    }
}

/// Verifies a response of a passkey of this account, and uses up its challenge. The caller MUST NOT
/// have a transaction open, and saves the use with [`UsedPasskey::save`] in its own.
///
/// A refused response has an audit entry. A signature counter that ran backwards is mailed to the
/// owner as well.
pub(crate) fn verify_own(
    ports: &Ports,
    by: impl Into<Actor>,
    user: UserId,
    purpose: CeremonyPurpose,
    credential: &str,
) -> Result<UsedPasskey, Error> {
    let taken = take(ports, purpose, Some(user), credential)?;
    match &taken.passkey {
        Some(stored) if stored.passkey.user == user => {
            let stored = stored.clone();
            verify(ports, by.into(), &taken, stored, credential)
        }
        _ => {
            record_refusal(ports, by.into(), Some(user), None)?;
            Err(Error::NotOwn)
        }
    }
}

/// Verifies a response against the passkey that it names.
pub(super) fn verify(
    ports: &Ports,
    by: Actor,
    taken: &Taken,
    mut stored: StoredPasskey,
    credential: &str,
) -> Result<UsedPasskey, Error> {
    let verified = adapter(ports)?.verify(&taken.challenge, &known_one(&stored), credential);
    match verified {
        Ok(response) => {
            stored.passkey.record.clone_from(&response.record);
            stored.last_used_on = Some(ports.clock.now());
            Ok(UsedPasskey {
                challenge: taken.challenge,
                nonce: taken.nonce,
                passkey: stored,
                response,
            })
        }
        Err(refused) => {
            let error = &refused as &dyn std::error::Error;
            tracing::warn!(passkey = %stored.id, error, "the response of a passkey was refused");
            match refused {
                PasskeyError::CounterWentBack => record_copy(ports, by, &stored)?,
                PasskeyError::Invalid(_) => {
                    record_refusal(ports, by, Some(stored.passkey.user), Some(&stored))?;
                }
            }
            Err(refused.into())
        }
    }
}

/// Adds the audit entry of a refused response, in a transaction of its own.
pub(super) fn record_refusal(
    ports: &Ports,
    by: Actor,
    user: Option<UserId>,
    stored: Option<&StoredPasskey>,
) -> Result<(), Error> {
    let mut transaction = ports.database.begin_separate()?;
    let act = Act::PasskeyRefused {
        user,
        passkey: stored.map(|stored| stored.id),
        copied: false,
    };
    let recorded = audit::record(ports, transaction.as_mut(), by, act)?;
    Ok(transaction.commit(recorded)?)
}

/// Adds the audit entry of a passkey of which a copy may exist, and mails the owner, in a
/// transaction of its own.
fn record_copy(ports: &Ports, by: Actor, stored: &StoredPasskey) -> Result<(), Error> {
    let user = stored.passkey.user;
    let mut transaction = ports.database.begin_separate()?;
    if let Some(account) = transaction.accounts().by_id(user)? {
        let now = ports.clock.now();
        match notice::queue_copied(ports, transaction.as_mut(), &account, &stored.passkey.name, now) {
            // The refusal has to be recorded even if the mail cannot be queued. A failed statement,
            // however, ends the transaction.
            Err(error) if !matches!(error, PostError::Store(_)) => tracing::warn!(
                error = &error as &dyn std::error::Error,
                "cannot email an account owner about a passkey that may have been copied"
            ),
            queued => queued?,
        }
    }
    let act = Act::PasskeyRefused {
        user: Some(user),
        passkey: Some(stored.id),
        copied: true,
    };
    let recorded = audit::record(ports, transaction.as_mut(), by, act)?;
    Ok(transaction.commit(recorded)?)
}

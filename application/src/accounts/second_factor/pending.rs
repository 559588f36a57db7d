//! Continues a pending sign-in: finds it, and accepts or counts the code or passkey that was entered
//! for it.

use aditus_domain::accounts::second_factor::{
    CodeCheck, FactorCodeError, PendingError, PendingStep, SignInState, WrongEntry,
};
use aditus_domain::audit::{Act, Actor};
use aditus_domain::ids::UserId;
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::counters::Counters;
use super::{SetUpError, StoredPendingSignIn, notice};
use crate::access::call_log;
use crate::accounts::conflicts::may_conflict;
use crate::accounts::passkeys::ceremony;
use crate::accounts::sign_in_limits::{NotifyError, from_notify_error};
use crate::accounts::sign_in_progress::SignIn;
use crate::accounts::views::UserDetail;
use crate::accounts::{Account, token};
use crate::audit;
use crate::failure::failure;
use crate::limits::LimitError;
use crate::notifications::envelope::PostError;
use crate::ports::{KeyPurpose, Ports, SealError, StoreError, Transaction};

/// The pending sign-in, and the origin of the call that continues it. There is no `Debug`: the
/// token must not reach a log.
#[derive(Clone)]
pub struct Origin {
    /// The token of the pending sign-in.
    pub token: String,
    /// The network address of the caller.
    pub address: String,
    /// The user agent.
    pub user_agent: String,
    /// The browser cookie as sent; empty if there was none.
    pub browser: String,
}

/// Errors of continuing a pending sign-in.
#[derive(Debug, Error)]
pub enum Error {
    /// The text is no code.
    #[error(transparent)]
    Code(#[from] FactorCodeError),
    /// The sign-in has ended, waits for another step, or the code is wrong. A wrong entry has been
    /// counted and committed.
    #[error(transparent)]
    Pending(#[from] PendingError),
    /// No authenticator app is being set up.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// The passkey cannot be asked for, or its response is not accepted. It has not been counted as a
    /// wrong entry.
    #[error(transparent)]
    Passkey(ceremony::Error),
    /// Too many recent failures.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// A mail to the owner could not be queued.
    #[error(transparent)]
    Post(#[from] PostError),
    /// The stored secret cannot be opened.
    #[error("Something went wrong on our side. Try again in a moment.")]
    Seal(#[from] SealError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

from_notify_error!(Error);

impl From<ceremony::Error> for Error {
    fn from(error: ceremony::Error) -> Self {
        match error {
            ceremony::Error::Limit(error) => error.into(),
            ceremony::Error::Post(error) => error.into(),
            ceremony::Error::Store(error) => error.into(),
            other => Self::Passkey(other),
        }
    }
}

failure! {
    PendingError {
        Ended | Wrong { left: 0, .. } => Unauthenticated, reason: SignInEnded;
        Expired => Unauthenticated, reason: SignInExpired;
        OtherStep(_) => Conflict, reason: OtherSignInStep;
        Wrong { entry: WrongEntry::Passkey, left } => Invalid, reason: PasskeyInvalid, params: { attempts_left: *left };
        Wrong { left, .. } => Invalid, reason: CodeWrong, params: { attempts_left: *left }, field: "code";
    }
}

failure! {
    Error {
        forwards Pending, SetUp, Passkey, Limit, Post, Store;
        Code(_) => Invalid, reason: InvalidFields, field: "code";
        Seal(_) => Internal, reason: Internal;
    }
}

may_conflict!(Error);

/// A pending sign-in that a call continues.
pub(in crate::accounts) struct Attempt<'a> {
    origin: &'a Origin,
    stored: StoredPendingSignIn,
    detail: UserDetail,
    counters: Counters,
    pub(in crate::accounts) account: Account,
    pub(super) now: DateTime<Utc>,
}

impl<'a> Attempt<'a> {
    /// Begins a transaction on the pending sign-in, which MUST wait for this step. An unknown token
    /// is refused without a transaction.
    pub(in crate::accounts) fn begin<'p>(
        ports: &'p Ports,
        origin: &'a Origin,
        step: PendingStep,
    ) -> Result<(Box<dyn Transaction + 'p>, Self), Error> {
        let now = ports.clock.now();
        let (token_hash, detail) = find(ports, origin)?.ok_or(PendingError::Ended)?;
        let user = detail.user_id;
        call_log::concerns(user);
        let counters = Counters::new(ports, user, &origin.browser, &origin.address);
        let mut transaction = ports.database.begin()?;
        counters.lock_and_check(ports, transaction.limited_events(), now)?;
        let stored = transaction.pending_sign_ins().by_token(&token_hash)?;
        let stored = stored.ok_or(PendingError::Ended)?;
        stored.pending.require(step, now)?;
        let account = transaction.accounts().by_id(user)?;
        let account = account.filter(|account| account.state.may_sign_in());
        let attempt = Self {
            origin,
            stored,
            detail,
            counters,
            account: account.ok_or(PendingError::Ended)?,
            now,
        };
        Ok((transaction, attempt))
    }

    /// Enters a code or passkey that was checked. Returns the transaction if it was right, and the
    /// pending sign-in has ended then. A wrong entry is counted and committed; the last one ends
    /// the sign-in and warns the owner.
    pub(in crate::accounts) fn enter<'p>(
        &self,
        ports: &Ports,
        mut transaction: Box<dyn Transaction + 'p>,
        code: CodeCheck,
    ) -> Result<Box<dyn Transaction + 'p>, Error> {
        let token_hash = &self.stored.token_hash;
        let mut state = SignInState::Pending(self.stored.pending);
        let Err(refused) = state.enter(self.stored.pending.step, code, self.now) else {
            if !transaction.pending_sign_ins().end(token_hash)? {
                return Err(PendingError::Ended.into());
            }
            self.counters.reset(transaction.limited_events())?;
            return Ok(transaction);
        };
        let PendingError::Wrong { left, .. } = refused else {
            return Err(refused.into());
        };
        if let SignInState::Pending(pending) = state {
            transaction
                .pending_sign_ins()
                .count_wrong_entry(&StoredPendingSignIn {
                    pending,
                    ..self.stored.clone()
                })?;
        } else if !transaction.pending_sign_ins().end(token_hash)? {
            return Err(PendingError::Ended.into());
        }
        self.counters
            .count_failure(ports, transaction.limited_events(), self.now)?;
        if left == 0 {
            self.warn_owner(ports, transaction.as_mut())?;
        }
        let user = self.account.id;
        let act = Act::SecondFactorRefused { user };
        let recorded = audit::record(ports, transaction.as_mut(), Actor::person(user), act)?;
        transaction.commit(recorded)?;
        Err(refused.into())
    }

    /// The wrong entry has to be counted even if the mail cannot be queued. A failed statement,
    /// however, ends the transaction.
    fn warn_owner(&self, ports: &Ports, transaction: &mut dyn Transaction) -> Result<(), Error> {
        match notice::warn_of_wrong_codes(ports, transaction, &self.account, self.now) {
            Err(NotifyError::Post(error)) if !matches!(error, PostError::Store(_)) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "cannot email an account owner about wrong codes of the second factor"
                );
                Ok(())
            }
            warned => Ok(warned?),
        }
    }

    /// Returns the sign-in to complete.
    pub(in crate::accounts) fn into_sign_in(self) -> SignIn<'a> {
        SignIn {
            account: self.account,
            detail: self.detail,
            user_agent: &self.origin.user_agent,
            browser: &self.origin.browser,
            provider: self.stored.provider,
        }
    }
}

/// Returns the owner of the pending sign-in. An unknown token has ended.
pub(in crate::accounts) fn owner(ports: &Ports, origin: &Origin) -> Result<UserId, Error> {
    let (_, detail) = find(ports, origin)?.ok_or(PendingError::Ended)?;
    call_log::concerns(detail.user_id);
    Ok(detail.user_id)
}

/// Returns the hash of the token with the owner of the pending sign-in.
fn find(ports: &Ports, origin: &Origin) -> Result<Option<([u8; 32], UserDetail)>, StoreError> {
    let hashes = token::hashes(ports.keys.as_ref(), KeyPurpose::PendingSignIn, &origin.token);
    if hashes.is_empty() {
        return Ok(None);
    }
    let mut views = ports.database.read()?;
    for hash in hashes {
        if let Some(user) = views.accounts().pending_sign_in(&hash)? {
            return Ok(views.accounts().user(user)?.map(|detail| (hash, detail)));
        }
    }
    Ok(None)
}

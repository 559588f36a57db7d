//! Rate limits of wrong passwords at sign-in (decisions A12). They slow attackers down and cannot
//! be used to lock another person out.
//!
//! A browser known to the account has its own counter, which failures elsewhere do not affect. All
//! other browsers are counted by username and network together. A username under attack from many
//! networks allows them one attempt a minute in total. A network is limited as a whole only if it
//! tries many usernames. Usernames without an account are counted in the same way.

use aditus_domain::accounts::EmailAddress;
use aditus_domain::limits::{Limit, MIN_SPREAD_USERNAMES, network_of};
use chrono::{DateTime, Utc};

use super::Account;
use super::known_browser::Browser;
use super::safety_mail;
use crate::limits::{self, Counter, LimitError, LimitedEvents, PastEvents, counter, person_subject};
use crate::notifications::envelope::PostError;
use crate::ports::{Ports, StoreError, Transaction};

#[derive(Debug, Clone)]
pub(super) struct Counters {
    username: String,
    /// Counts by username and network, or by account and known browser.
    own: Counter,
    is_known: bool,
    account: Counter,
    slowed: Counter,
    network: Counter,
}

impl Counters {
    /// Returns the counters of an attempt with this folded username. `account` is the account with
    /// that username, if there is one.
    pub(super) fn new(
        ports: &Ports,
        username: &str,
        account: Option<&Account>,
        browser: Option<&Browser>,
        address: &str,
    ) -> Self {
        let keys = ports.keys.as_ref();
        let network = network_of(address);
        let known = account.zip(browser).and_then(|(account, browser)| {
            let is_known = browser.is_known_to(account.id);
            is_known.then(|| {
                let person = person_subject(account.id);
                counter(keys, Limit::SignInKnownBrowser, &[&person, browser.name()])
            })
        });
        Self {
            own: known.unwrap_or_else(|| counter(keys, Limit::SignIn, &[username, &network])),
            is_known: known.is_some(),
            account: counter(keys, Limit::SignInAccount, &[username]),
            slowed: counter(keys, Limit::SignInSlowed, &[username]),
            network: counter(keys, Limit::SignInNetwork, &[&network]),
            username: username.to_owned(),
        }
    }

    pub(super) fn check(
        &self,
        ports: &Ports,
        events: &mut dyn PastEvents,
        now: DateTime<Utc>,
    ) -> Result<(), LimitError> {
        limits::check(ports, events, &self.own, now)?;
        if self.is_known {
            return Ok(());
        }
        if self.is_under_attack(ports, events, now)? {
            limits::check(ports, events, &self.slowed, now)?;
        }
        if let Err(refused) = limits::check(ports, events, &self.network, now) {
            let since = ports.settings.limits.since(Limit::SignInNetwork, now);
            if events.different_details(&self.network, since)? >= MIN_SPREAD_USERNAMES {
                return Err(refused);
            }
        }
        Ok(())
    }

    fn is_under_attack(
        &self,
        ports: &Ports,
        events: &mut dyn PastEvents,
        now: DateTime<Utc>,
    ) -> Result<bool, LimitError> {
        match limits::check(ports, events, &self.account, now) {
            Ok(()) => Ok(false),
            Err(LimitError::TooMany(_)) => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// Locks the counters, and refuses as [`Counters::check`] does.
    pub(super) fn lock_and_check(
        &self,
        ports: &Ports,
        events: &mut dyn LimitedEvents,
        now: DateTime<Utc>,
    ) -> Result<(), LimitError> {
        events.lock_exclusive(&[self.own, self.account, self.network])?;
        self.check(ports, events, now)
    }

    pub(super) fn count_failure(
        &self,
        ports: &Ports,
        events: &mut dyn LimitedEvents,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        limits::note(ports, events, &self.own, "", now)?;
        limits::note(ports, events, &self.account, "", now)?;
        if !self.is_known {
            limits::note(ports, events, &self.slowed, "", now)?;
            limits::note(ports, events, &self.network, &self.username, now)?;
        }
        Ok(())
    }

    /// Resets the counter of failures that the owner may have caused. The other counters stay: an
    /// attack does not end because the owner signs in.
    pub(super) fn reset(&self, events: &mut dyn LimitedEvents) -> Result<(), StoreError> {
        events.forget(&self.own)
    }

    /// Mails the owner that the account is under attack, at most once a day. For an unknown
    /// username the steps take the same time, and no mail is sent.
    pub(super) fn warn_of_attack(
        &self,
        ports: &Ports,
        transaction: &mut dyn Transaction,
        account: Option<&Account>,
        now: DateTime<Utc>,
    ) -> Result<(), NotifyError> {
        if !self.is_under_attack(ports, transaction.limited_events(), now)? {
            return Ok(());
        }
        let mail = counter(ports.keys.as_ref(), Limit::AttackMail, &[&self.username]);
        match limits::check(ports, transaction.limited_events(), &mail, now) {
            Ok(()) => {}
            Err(LimitError::TooMany(_)) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
        limits::note(ports, transaction.limited_events(), &mail, "", now)?;
        let owner = account.filter(|account| account.state.may_sign_in());
        let owner = owner.and_then(|account| Some((account, account.org_email.as_ref()?)));
        Ok(safety_mail::queue_attack_warning(ports, transaction, owner, now)?)
    }
}

#[derive(Debug, thiserror::Error)]
pub(super) enum NotifyError {
    #[error(transparent)]
    Limit(#[from] LimitError),
    #[error(transparent)]
    Post(#[from] PostError),
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

/// Implements `From<NotifyError>` for errors that convert from each of its causes.
macro_rules! from_notify_error {
    ($error:ty) => {
        impl From<$crate::accounts::sign_in_limits::NotifyError> for $error {
            fn from(error: $crate::accounts::sign_in_limits::NotifyError) -> Self {
                use $crate::accounts::sign_in_limits::NotifyError;
                match error {
                    NotifyError::Limit(error) => error.into(),
                    NotifyError::Post(error) => error.into(),
                    NotifyError::Store(error) => error.into(),
                }
            }
        }
    };
}
pub(super) use from_notify_error;

/// Resets the failures at this network, under all usernames of the account, after its owner proved
/// their identity in another way.
pub(super) fn reset_failures(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    address: &str,
) -> Result<(), StoreError> {
    let email = account.org_email.as_ref().map(EmailAddress::folded);
    for username in email.iter().map(String::as_str).chain([account.phone.as_str()]) {
        Counters::new(ports, username, None, None, address).reset(transaction.limited_events())?;
    }
    Ok(())
}

//! Rate limits of wrong codes of a second factor at sign-in (decisions A12).
//!
//! They count people who know the password, so they are apart from those of wrong passwords. A
//! browser known to the account has its own counter, which entries elsewhere do not affect. All
//! other browsers are counted by account and network, and together by account.

use aditus_domain::ids::UserId;
use aditus_domain::limits::{Limit, network_of};
use chrono::{DateTime, Utc};

use crate::accounts::known_browser::Browser;
use crate::limits::{self, Counter, LimitError, LimitedEvents, counter, person_subject};
use crate::ports::{Ports, StoreError};

#[derive(Debug, Clone, Copy)]
pub(super) struct Counters {
    own: Counter,
    /// Counts all browsers that are not known to the account; `None` in a known one.
    account: Option<Counter>,
}

impl Counters {
    pub(super) fn new(ports: &Ports, user: UserId, browser: &str, address: &str) -> Self {
        let keys = ports.keys.as_ref();
        let person = person_subject(user);
        let known = Browser::read(ports, browser).filter(|browser| browser.is_known_to(user));
        match known {
            Some(browser) => Self {
                own: counter(keys, Limit::SecondFactor, &[&person, "browser", browser.name()]),
                account: None,
            },
            None => Self {
                own: counter(
                    keys,
                    Limit::SecondFactor,
                    &[&person, "network", &network_of(address)],
                ),
                account: Some(counter(keys, Limit::SecondFactorAccount, &[&person])),
            },
        }
    }

    fn all(&self) -> Vec<Counter> {
        [self.own].into_iter().chain(self.account).collect()
    }

    /// Locks the counters, and refuses an entry if there were too many wrong ones.
    pub(super) fn lock_and_check(
        &self,
        ports: &Ports,
        events: &mut dyn LimitedEvents,
        now: DateTime<Utc>,
    ) -> Result<(), LimitError> {
        events.lock_exclusive(&self.all())?;
        self.all()
            .iter()
            .try_for_each(|counter| limits::check(ports, events, counter, now))
    }

    pub(super) fn count_failure(
        &self,
        ports: &Ports,
        events: &mut dyn LimitedEvents,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        self.all()
            .iter()
            .try_for_each(|counter| limits::note(ports, events, counter, "", now))
    }

    /// Resets the counter of wrong codes that the owner may have entered.
    pub(super) fn reset(&self, events: &mut dyn LimitedEvents) -> Result<(), StoreError> {
        events.forget(&self.own)
    }
}

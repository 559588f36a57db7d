//! By what right an account has its phone number. Whoever registers types any number, and nobody proves it then: a number that was
//! typed by mistake, or to annoy its owner, must not keep the owner from using it for ever.

use chrono::{DateTime, TimeDelta, Utc};

/// How sure it is that the number is the account's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhoneStanding {
    /// A code that was sent to the number was entered.
    Proven,
    /// It was typed.
    Unproven,
    /// Another account took it: this one still shows it, and is no longer found by it.
    Released,
}

/// By what right, and since when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PhoneClaim {
    /// How sure it is.
    pub standing: PhoneStanding,
    /// When the account got the number.
    pub since: DateTime<Utc>,
}

impl PhoneClaim {
    /// How long a number that nobody proved blocks another account.
    pub const UNPROVEN_FOR: TimeDelta = TimeDelta::days(7);

    /// Whether another account may take the number `now`.
    pub fn gives_way(&self, now: DateTime<Utc>) -> bool {
        match self.standing {
            PhoneStanding::Proven => false,
            PhoneStanding::Unproven => now >= self.since + Self::UNPROVEN_FOR,
            PhoneStanding::Released => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_proved_gives_way_after_a_week() {
        let since = DateTime::from_timestamp(1_780_000_000, 0).unwrap();
        let gives_way =
            |standing, days| PhoneClaim { standing, since }.gives_way(since + TimeDelta::days(days));
        assert!(!gives_way(PhoneStanding::Unproven, 6) && gives_way(PhoneStanding::Unproven, 7));
        assert!(!gives_way(PhoneStanding::Proven, 1000));
        assert!(gives_way(PhoneStanding::Released, 0));
    }
}

//! The claim of an account to its phone number. Numbers are not verified at registration. A number
//! typed by mistake or in bad faith must not block its owner for ever.

use chrono::{DateTime, TimeDelta, Utc};

/// The strength of a claim to a phone number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhoneClaimStatus {
    /// A code sent to the number was entered.
    Proven,
    /// The number was typed, but not verified.
    Unproven,
    /// Another account took the number over. This account still shows it, but cannot be found by
    /// it.
    Released,
}

/// The claim of an account to its phone number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PhoneClaim {
    /// The strength of the claim.
    pub status: PhoneClaimStatus,
    /// The time since which the account has the number.
    pub since: DateTime<Utc>,
}

impl PhoneClaim {
    /// The time for which an unproven number blocks other accounts.
    pub const UNPROVEN_FOR: TimeDelta = TimeDelta::days(7);

    /// Returns true if another account may take the number over `now`.
    pub fn is_releasable(&self, now: DateTime<Utc>) -> bool {
        match self.status {
            PhoneClaimStatus::Proven => false,
            PhoneClaimStatus::Unproven => now >= self.since + Self::UNPROVEN_FOR,
            PhoneClaimStatus::Released => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unproven_number_gives_way_after_a_week() {
        let since = DateTime::from_timestamp(1_780_000_000, 0).unwrap();
        let is_releasable =
            |status, days| PhoneClaim { status, since }.is_releasable(since + TimeDelta::days(days));
        assert!(
            !is_releasable(PhoneClaimStatus::Unproven, 6) && is_releasable(PhoneClaimStatus::Unproven, 7)
        );
        assert!(!is_releasable(PhoneClaimStatus::Proven, 1000));
        assert!(is_releasable(PhoneClaimStatus::Released, 0));
    }
}

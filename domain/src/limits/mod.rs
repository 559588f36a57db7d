//! Rate limits (decisions A3, A12) in one table.

mod allowance;
mod network;

pub use allowance::{Allowance, AllowanceError};
pub use network::{is_internal, network_of};

use chrono::{DateTime, TimeDelta, Utc};

/// An action with a rate limit. Each variant documents the key by which events are counted. The
/// database stores the counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Limit {
    /// Wrong passwords for one username from one network, in browsers that never signed in to the
    /// account.
    SignIn,
    /// Wrong passwords for one account in one browser that signed in to it before.
    SignInKnownBrowser,
    /// Wrong passwords for one username over all networks and browsers. Reaching this limit refuses
    /// no sign-in: from then on [`Limit::SignInSlowed`] applies, and the owner is notified.
    SignInAccount,
    /// Sign-in attempts for one username in all browsers that never signed in to the account, while
    /// the account is under attack.
    SignInSlowed,
    /// Wrong passwords from one network, if they are spread over at least [`MIN_SPREAD_USERNAMES`] usernames.
    SignInNetwork,
    /// Emails that warn one account owner of an attack.
    AttackMail,
    /// Emails that inform one account owner of a sign-in in a new browser. A program without
    /// cookies counts as a new browser each time.
    NewBrowserMail,
    /// Wrong passwords and codes of one person who confirms an action, from one network.
    PasswordConfirmation,
    /// Wrong passwords and codes of one person who confirms an action, over all networks.
    PasswordConfirmationAccount,
    /// Wrong codes of a second factor for one account, entered at sign-in in one browser that signed
    /// in to it before, or from one network in other browsers.
    SecondFactor,
    /// Wrong codes of a second factor for one account, entered at sign-in in all browsers that never
    /// signed in to it.
    SecondFactorAccount,
    /// Sign-ins with a provider begun from one network.
    ProviderSignIn,
    /// Sign-ins with a passkey begun from one network.
    PasskeySignIn,
    /// Sign-ups, and resent sign-up codes, from one network.
    SignUp,
    /// Codes for a forgotten password requested from one network.
    ForgottenPassword,
    /// Emails with a code for a forgotten password to one address, requested in browsers that never
    /// signed in to its account.
    ResetMail,
    /// Checks of an address or number for an existing account, and registrations, from one network.
    DuplicateCheck,
    /// Passwords checked against the rules for passwords, from one network.
    PasswordCheck,
    /// Codes that one person requests, for any purpose.
    Code,
    /// Calls from one network that report clicks.
    Click,
    /// Submissions and resubmissions of requests by one person, and their edits with files.
    Submission,
    /// Submissions and resubmissions of requests by one person over a day, without edits.
    DailySubmission,
    /// Edits of submitted requests by one person. Each edit stores a version and sends emails.
    Edit,
    /// Replies to comments by one person. Each reply sends emails.
    Reply,
    /// Comments and feedback of one person: written, changed, resolved or reopened.
    Comment,
    /// Files that one person uploads for drafts, with submissions and with edits, accepted or
    /// refused.
    Upload,
    /// Documents and tables that one person exports.
    Export,
    /// Uploaded documents that one person opens.
    Opening,
    /// Reads of one calendar feed, and reads at unknown addresses of feeds from one network.
    CalendarFeed,
    /// Changes of one person's own profile, notification settings, password, second factor, linked
    /// sign-ins and calendar feed.
    Profile,
    /// Sign-ins and confirmations with the right password or provider for one account.
    Session,
}

/// The number of usernames over which wrong passwords must be spread before a whole network has to
/// wait. The staff of a hospital behind one address mistype a few passwords; an attacker tries many
/// usernames.
pub const MIN_SPREAD_USERNAMES: u64 = 10;

impl Limit {
    /// All limits, in the order of the documentation.
    pub const ALL: [Self; 31] = [
        Self::SignIn,
        Self::SignInKnownBrowser,
        Self::SignInAccount,
        Self::SignInSlowed,
        Self::SignInNetwork,
        Self::AttackMail,
        Self::NewBrowserMail,
        Self::PasswordConfirmation,
        Self::PasswordConfirmationAccount,
        Self::SecondFactor,
        Self::SecondFactorAccount,
        Self::ProviderSignIn,
        Self::PasskeySignIn,
        Self::SignUp,
        Self::ForgottenPassword,
        Self::ResetMail,
        Self::DuplicateCheck,
        Self::PasswordCheck,
        Self::Code,
        Self::Click,
        Self::Submission,
        Self::DailySubmission,
        Self::Edit,
        Self::Reply,
        Self::Comment,
        Self::Upload,
        Self::Export,
        Self::Opening,
        Self::CalendarFeed,
        Self::Profile,
        Self::Session,
    ];

    /// The name of the limit in the configuration and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SignIn => "sign_in",
            Self::SignInKnownBrowser => "sign_in_known_browser",
            Self::SignInAccount => "sign_in_account",
            Self::SignInSlowed => "sign_in_slowed",
            Self::SignInNetwork => "sign_in_network",
            Self::AttackMail => "attack_mail",
            Self::NewBrowserMail => "new_browser_mail",
            Self::PasswordConfirmation => "password_confirmation",
            Self::PasswordConfirmationAccount => "password_confirmation_account",
            Self::SecondFactor => "second_factor",
            Self::SecondFactorAccount => "second_factor_account",
            Self::ProviderSignIn => "provider_sign_in",
            Self::PasskeySignIn => "passkey_sign_in",
            Self::SignUp => "sign_up",
            Self::ForgottenPassword => "forgotten_password",
            Self::ResetMail => "reset_mail",
            Self::DuplicateCheck => "duplicate_check",
            Self::PasswordCheck => "password_check",
            Self::Code => "code",
            Self::Click => "click",
            Self::Submission => "submission",
            Self::DailySubmission => "daily_submission",
            Self::Edit => "edit",
            Self::Reply => "reply",
            Self::Comment => "comment",
            Self::Upload => "upload",
            Self::Export => "export",
            Self::Opening => "opening",
            Self::CalendarFeed => "calendar_feed",
            Self::Profile => "profile",
            Self::Session => "session",
        }
    }

    /// The allowance unless the deployer configures another.
    pub const fn default_allowance(self) -> Allowance {
        let (max_events, window) = match self {
            Self::SignIn | Self::SignInKnownBrowser | Self::PasswordConfirmation | Self::SecondFactor => {
                (10, TimeDelta::minutes(15))
            }
            Self::SecondFactorAccount => (30, TimeDelta::days(1)),
            Self::SignInAccount | Self::PasswordConfirmationAccount => (100, TimeDelta::hours(1)),
            Self::SignInSlowed => (1, TimeDelta::minutes(1)),
            Self::SignInNetwork => (100, TimeDelta::minutes(15)),
            Self::AttackMail => (1, TimeDelta::days(1)),
            Self::NewBrowserMail => (5, TimeDelta::days(1)),
            Self::SignUp | Self::ForgottenPassword | Self::Code | Self::Submission | Self::Profile => {
                (60, TimeDelta::hours(1))
            }
            Self::DailySubmission => (20, TimeDelta::days(1)),
            Self::ResetMail => (20, TimeDelta::hours(1)),
            Self::DuplicateCheck | Self::PasswordCheck => (120, TimeDelta::minutes(10)),
            Self::Click => (1000, TimeDelta::minutes(10)),
            Self::Upload
            | Self::Opening
            | Self::CalendarFeed
            | Self::Session
            | Self::ProviderSignIn
            | Self::PasskeySignIn => (600, TimeDelta::hours(1)),
            Self::Edit | Self::Comment => (300, TimeDelta::hours(1)),
            Self::Reply | Self::Export => (120, TimeDelta::hours(1)),
        };
        Allowance::new(max_events, window)
    }
}

/// The allowances of an installation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits([Allowance; Limit::ALL.len()]);

impl Default for Limits {
    fn default() -> Self {
        Self(Limit::ALL.map(Limit::default_allowance))
    }
}

impl Limits {
    /// Builds the table from a function of the limit.
    pub fn from_fn(allowance: impl FnMut(Limit) -> Allowance) -> Self {
        Self(Limit::ALL.map(allowance))
    }

    /// The allowance of a limit.
    pub fn get(&self, limit: Limit) -> Allowance {
        let found = Limit::ALL.iter().zip(&self.0).find(|(of, _)| **of == limit);
        found.map_or(limit.default_allowance(), |(_, allowance)| *allowance)
    }

    /// Returns the table with another allowance for one limit.
    #[must_use]
    pub fn with(&self, limit: Limit, allowance: Allowance) -> Self {
        Self::from_fn(|of| if of == limit { allowance } else { self.get(of) })
    }

    /// The start of the window that ends `now`: earlier events do not count.
    pub fn since(&self, limit: Limit, now: DateTime<Utc>) -> DateTime<Utc> {
        now - self.get(limit).window()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn limits_have_unique_names_and_separate_allowances() {
        let names: BTreeSet<_> = Limit::ALL.iter().map(|limit| limit.name()).collect();
        assert_eq!(names.len(), Limit::ALL.len());
        let table = Limits::default();
        for limit in Limit::ALL {
            assert_eq!(table.get(limit), limit.default_allowance());
        }
        let other = Allowance::new(3, TimeDelta::seconds(7));
        let changed = table.with(Limit::Click, other);
        for limit in Limit::ALL {
            assert_eq!(changed.get(limit) == other, limit == Limit::Click, "{limit:?}");
        }
    }
}

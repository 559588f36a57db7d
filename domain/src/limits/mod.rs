//! How often something may be done before one has to wait (decisions A3, A12): one table for all of it.

mod allowance;
mod network;

pub use allowance::{Allowance, AllowanceError};
pub use network::{is_internal, network_of};

use chrono::{DateTime, TimeDelta, Utc};

/// What is limited. What each is counted by stands at its variant; the counts are kept in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Limit {
    /// Wrong passwords for one username from one network, by browsers that never signed in to the account.
    SignIn,
    /// Wrong passwords for one account in one browser that signed in to it before.
    SignInKnownBrowser,
    /// Wrong passwords for one username over all networks and browsers. Reaching it refuses nobody: from then on
    /// [`Limit::SignInSlowed`] applies, and the owner is told.
    SignInAccount,
    /// Tries of one username by all browsers that never signed in to the account, while the account is under attack.
    SignInSlowed,
    /// Wrong passwords from one network, where they are spread over at least [`SPREAD`] usernames.
    SignInNetwork,
    /// Mails that tell one owner of an attack.
    AttackMail,
    /// Mails that tell one owner of a sign-in in a new browser. A program that keeps no cookies is a new browser each time.
    NewBrowserMail,
    /// Wrong passwords of one person who confirms something, from one network.
    PasswordConfirmation,
    /// The same over all networks.
    PasswordConfirmationAccount,
    /// Sign-ups, and codes sent again for them, from one network.
    SignUp,
    /// Codes for a forgotten password asked for from one network.
    ForgottenPassword,
    /// Mails with a code for a forgotten password to one address, asked for by browsers that never signed in to its account.
    ResetMail,
    /// Questions whether an address or number is taken: of one person, or of one network while nobody is signed in.
    DuplicateCheck,
    /// Passwords of which it is asked whether they would be taken, from one network.
    PasswordCheck,
    /// Codes that one person asks for, whatever they are for.
    Code,
    /// Calls that report clicks from one network.
    Click,
    /// Requests that one person submits, for the first time or again, and edits of them that bring files.
    Submission,
    /// The same submissions without edits, over a day.
    DailySubmission,
    /// Edits of submitted requests that one person saves, each of which is kept as a version and told by mail.
    Edit,
    /// Replies to comments that one person writes, each of which is told by mail.
    Reply,
    /// Comments and feedback of one person: those that are written, changed, resolved or reopened.
    Comment,
    /// Files that one person sends for drafts, with submissions and with edits, whether they are taken or refused.
    Upload,
    /// Documents and tables that one person takes out.
    Export,
    /// Uploaded documents that one person opens.
    Opening,
    /// Changes that one person makes of their own profile, notification settings and password.
    Profile,
    /// Sign-ins to one account with the right password, and confirmations of it.
    Session,
}

/// How many usernames wrong passwords from one network have to be spread over before the whole network waits: a hospital
/// behind one address mistypes a few, an attacker tries many.
pub const SPREAD: u64 = 10;

impl Limit {
    /// All of them, in the order of the documentation.
    pub const ALL: [Self; 26] = [
        Self::SignIn,
        Self::SignInKnownBrowser,
        Self::SignInAccount,
        Self::SignInSlowed,
        Self::SignInNetwork,
        Self::AttackMail,
        Self::NewBrowserMail,
        Self::PasswordConfirmation,
        Self::PasswordConfirmationAccount,
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
        Self::Profile,
        Self::Session,
    ];

    /// Its name in the configuration and in the database.
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
            Self::Profile => "profile",
            Self::Session => "session",
        }
    }

    /// What is allowed unless the deployer says otherwise.
    pub const fn default_allowance(self) -> Allowance {
        let (most, window) = match self {
            Self::SignIn | Self::SignInKnownBrowser | Self::PasswordConfirmation => {
                (10, TimeDelta::minutes(15))
            }
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
            Self::Upload | Self::Opening | Self::Session => (600, TimeDelta::hours(1)),
            Self::Edit | Self::Comment => (300, TimeDelta::hours(1)),
            Self::Reply | Self::Export => (120, TimeDelta::hours(1)),
        };
        Allowance::of(most, window)
    }
}

/// The table of limits of an installation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits([Allowance; Limit::ALL.len()]);

impl Default for Limits {
    fn default() -> Self {
        Self(Limit::ALL.map(Limit::default_allowance))
    }
}

impl Limits {
    /// The table that this makes of each limit.
    pub fn each(allowance: impl FnMut(Limit) -> Allowance) -> Self {
        Self(Limit::ALL.map(allowance))
    }

    /// What is allowed.
    pub fn of(&self, limit: Limit) -> Allowance {
        let found = Limit::ALL.iter().zip(&self.0).find(|(of, _)| **of == limit);
        found.map_or(limit.default_allowance(), |(_, allowance)| *allowance)
    }

    /// The same table with one other line.
    #[must_use]
    pub fn with(&self, limit: Limit, allowance: Allowance) -> Self {
        Self::each(|of| if of == limit { allowance } else { self.of(of) })
    }

    /// From when on what happened counts `now`.
    pub fn since(&self, limit: Limit, now: DateTime<Utc>) -> DateTime<Utc> {
        now - self.of(limit).window()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_limit_has_a_name_and_a_line_of_its_own() {
        let names: BTreeSet<_> = Limit::ALL.iter().map(|limit| limit.name()).collect();
        assert_eq!(names.len(), Limit::ALL.len());
        let table = Limits::default();
        for limit in Limit::ALL {
            assert_eq!(table.of(limit), limit.default_allowance());
        }
        let other = Allowance::of(3, TimeDelta::seconds(7));
        let changed = table.with(Limit::Click, other);
        for limit in Limit::ALL {
            assert_eq!(changed.of(limit) == other, limit == Limit::Click, "{limit:?}");
        }
    }
}

//! The state of an account.

use thiserror::Error;

/// The state of an account (decisions A1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AccountState {
    /// Registered and verified, not yet activated by an Admin.
    Pending,
    /// Activated.
    Active,
    /// Disabled by an Admin.
    Disabled,
}

/// No account state has this name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("There is no such account state.")]
pub struct UnknownAccountState;

impl AccountState {
    /// All states.
    pub const ALL: [Self; 3] = [Self::Pending, Self::Active, Self::Disabled];

    /// The name in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "Pending",
            Self::Active => "Active",
            Self::Disabled => "Disabled",
        }
    }

    /// Parses the name in the database.
    pub fn parse(name: &str) -> Result<Self, UnknownAccountState> {
        Self::ALL
            .into_iter()
            .find(|state| state.name() == name)
            .ok_or(UnknownAccountState)
    }

    /// Returns the state for an `is_active` value chosen by an administrator, or `None` for any
    /// other text.
    pub fn chosen(is_active: &str) -> Option<Self> {
        [Self::Active, Self::Disabled]
            .into_iter()
            .find(|state| state.is_active() == is_active)
    }

    /// The value of `is_active` in the API: "Active" or "Disable" (1 §3).
    pub const fn is_active(self) -> &'static str {
        match self {
            Self::Active => "Active",
            Self::Pending | Self::Disabled => "Disable",
        }
    }

    /// Returns true if the API adds `pending_activation: true`.
    pub const fn is_pending_activation(self) -> bool {
        matches!(self, Self::Pending)
    }

    /// Returns true if a person with such an account may sign in. A person with a pending account
    /// may, with the rights of an Org User.
    pub const fn may_sign_in(self) -> bool {
        !matches!(self, Self::Disabled)
    }

    /// Returns true if the account may use its assigned roles.
    pub const fn may_use_roles(self) -> bool {
        matches!(self, Self::Active)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pending_account_shows_as_disabled_and_may_sign_in() {
        let facts =
            AccountState::ALL.map(|state| (state.is_active(), state.may_sign_in(), state.may_use_roles()));
        assert_eq!(
            facts,
            [
                ("Disable", true, false),
                ("Active", true, true),
                ("Disable", false, false)
            ]
        );
        assert!(AccountState::Pending.is_pending_activation());
    }

    #[test]
    fn administrators_choose_between_active_and_disabled() {
        assert_eq!(AccountState::chosen("Active"), Some(AccountState::Active));
        assert_eq!(AccountState::chosen("Disable"), Some(AccountState::Disabled));
        for other in ["", "active", "Disabled", "Pending"] {
            assert_eq!(AccountState::chosen(other), None);
        }
    }

    #[test]
    fn names_round_trip() {
        for state in AccountState::ALL {
            assert_eq!(AccountState::parse(state.name()), Ok(state));
        }
        assert!(AccountState::parse("Disable").is_err());
    }
}

//! The state of an account.

use thiserror::Error;

/// Whether an account is of use (decisions A1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AccountState {
    /// Registered and verified, not yet activated by an Admin.
    Pending,
    /// Activated.
    Active,
    /// Switched off by an Admin.
    Disabled,
}

/// No account state has this name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("There is no such account state.")]
pub struct UnknownAccountState;

impl AccountState {
    /// Every state.
    pub const ALL: [Self; 3] = [Self::Pending, Self::Active, Self::Disabled];

    /// The name that is stored.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "Pending",
            Self::Active => "Active",
            Self::Disabled => "Disabled",
        }
    }

    /// The state of this name.
    pub fn parse(name: &str) -> Result<Self, UnknownAccountState> {
        Self::ALL
            .into_iter()
            .find(|state| state.name() == name)
            .ok_or(UnknownAccountState)
    }

    /// The state that an administrator chooses, by what `is_active` says of it; none for anything else.
    pub fn chosen(is_active: &str) -> Option<Self> {
        [Self::Active, Self::Disabled]
            .into_iter()
            .find(|state| state.is_active() == is_active)
    }

    /// `is_active` as the API shows it: "Active" or "Disable" (1 §3).
    pub const fn is_active(self) -> &'static str {
        match self {
            Self::Active => "Active",
            Self::Pending | Self::Disabled => "Disable",
        }
    }

    /// Whether the API adds `pending_activation: true`.
    pub const fn is_pending_activation(self) -> bool {
        matches!(self, Self::Pending)
    }

    /// Whether a person with such an account may sign in: a pending one may, and then do what an Org User may.
    pub const fn may_sign_in(self) -> bool {
        !matches!(self, Self::Disabled)
    }

    /// Whether the roles that the account holds are of use.
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
    fn an_administrator_chooses_between_two() {
        assert_eq!(AccountState::chosen("Active"), Some(AccountState::Active));
        assert_eq!(AccountState::chosen("Disable"), Some(AccountState::Disabled));
        for other in ["", "active", "Disabled", "Pending"] {
            assert_eq!(AccountState::chosen(other), None);
        }
    }

    #[test]
    fn names_lead_back() {
        for state in AccountState::ALL {
            assert_eq!(AccountState::parse(state.name()), Ok(state));
        }
        assert!(AccountState::parse("Disable").is_err());
    }
}

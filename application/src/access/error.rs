//! Refusals of the access policy.

use thiserror::Error;

use crate::failure::{Failure, Kind, Reason};

/// The response code of a call that needs a recent password confirmation (decisions C15). The
/// client asks for the password and repeats the call.
pub const PASSWORD_NEEDED: u16 = 607;

/// A refusal of the access policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum AccessError {
    /// The call needs another role.
    #[error("Your role does not allow this.")]
    Role,
    /// The caller does not hold the role that the call names.
    #[error("You don't have this role.")]
    NotHeld,
    /// The call concerns an organisation to which the caller does not belong.
    #[error("You may only do this for your own organisation.")]
    OtherOrganisation,
    /// The organisation has an Admin, so a Super User may not act for it (decisions,
    /// "Administration").
    #[error("This organisation has its own Admin.")]
    HasAdmin,
    /// The call concerns a Super User.
    #[error("Only a Super User decides on this.")]
    SuperUsersOnly,
    /// The call needs a password confirmation within the last minutes (decisions C15).
    #[error("Enter your password to continue.")]
    Password,
    /// The call is about another person.
    #[error("You may only do this for yourself.")]
    NotYourself,
}

impl Failure for AccessError {
    fn kind(&self) -> Kind {
        Kind::Forbidden
    }

    fn reason(&self) -> Reason {
        match self {
            Self::Role => Reason::RoleNotAllowed,
            Self::NotHeld => Reason::RoleNotHeld,
            Self::OtherOrganisation => Reason::OtherOrganisation,
            Self::HasAdmin => Reason::OrganisationHasAdmin,
            Self::SuperUsersOnly => Reason::SuperUsersOnly,
            Self::Password => Reason::PasswordNeeded,
            Self::NotYourself => Reason::NotYourself,
        }
    }

    fn code(&self) -> Option<u16> {
        (*self == Self::Password).then_some(PASSWORD_NEEDED)
    }
}

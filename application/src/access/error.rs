//! Refusals of the access policy.

use thiserror::Error;

use crate::failure::{Failure, Kind};

/// The code of an answer to a call that needs the password, given again (decisions C15). The client asks for it and calls again.
pub const PASSWORD_NEEDED: u16 = 607;

/// The policy says no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum AccessError {
    /// The call is for another role.
    #[error("Your role does not allow this.")]
    Role,
    /// The caller does not hold the role that the call names.
    #[error("You do not hold this role.")]
    NotHeld,
    /// The call is about an organisation that the caller has no part in.
    #[error("You may only do this for your own organisation.")]
    OtherOrganisation,
    /// A Super User leaves an organisation to its Admin (decisions, "Administration").
    #[error("This organisation has an Admin of its own.")]
    HasAdmin,
    /// It concerns a Super User.
    #[error("Only a Super User decides on this.")]
    SuperUsersOnly,
    /// It needs the password, given again within the last minutes (decisions C15).
    #[error("Enter your password to go on.")]
    Password,
    /// The call is about another person.
    #[error("You may only do this for yourself.")]
    NotYourself,
}

impl Failure for AccessError {
    fn kind(&self) -> Kind {
        Kind::Forbidden
    }

    fn code(&self) -> Option<u16> {
        (*self == Self::Password).then_some(PASSWORD_NEEDED)
    }
}

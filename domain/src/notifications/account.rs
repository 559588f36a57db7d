//! Notifications about accounts and roles.

use super::Occasion;
use crate::roles::Role;

/// An event in the life of an account or an assigned role, with the data for its message. The
/// application determines the administrators of the organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountOccasion<'a> {
    /// To the administrators of the organisation: a person registered and waits for activation.
    Registered {
        /// The full name.
        person: &'a str,
        /// The organisation's name.
        organisation: &'a str,
    },
    /// To the person: the account was activated.
    Activated,
    /// To the administrators of the organisation: a person applies for a role.
    RoleRequested {
        /// The full name.
        person: &'a str,
        /// The role.
        role: Role,
        /// The name of the organisation.
        organisation: &'a str,
    },
    /// To the person: the role was granted or reactivated.
    RoleGranted {
        /// The role.
        role: Role,
        /// The name of the organisation.
        organisation: &'a str,
        /// True if the grant also activated a pending account.
        activated: bool,
    },
    /// To the person: the organisation offers the role again, so it can be used again.
    RoleRestored {
        /// The role.
        role: Role,
        /// The name of the organisation.
        organisation: &'a str,
    },
    /// To the person: the application for a role was denied.
    RoleDenied {
        /// The role.
        role: Role,
        /// The name of the organisation.
        organisation: &'a str,
        /// The reason, if one was given.
        reason: Option<&'a str>,
    },
    /// To the person: the role was revoked or deactivated, or its organisation withdrew it.
    RoleWithdrawn {
        /// The role.
        role: Role,
        /// The name of the organisation.
        organisation: &'a str,
        /// True if the role was revoked, false if it was only deactivated.
        is_revoked: bool,
        /// The reason, if one was given.
        reason: Option<&'a str>,
    },
    /// To Super Users and to the Admins of the organisation: the last person who could decide on
    /// waiting Data Requests in the role can no longer do so (decisions C14).
    HolderLost {
        /// The role.
        role: Role,
        /// The name of the organisation.
        organisation: &'a str,
        /// The number of Data Requests that wait at the role.
        requests: usize,
    },
}

impl AccountOccasion<'_> {
    /// The occasion, for the notification settings.
    pub const fn occasion(&self) -> Occasion {
        match self {
            Self::Registered { .. } => Occasion::Registered,
            Self::Activated => Occasion::Activated,
            Self::RoleRequested { .. } => Occasion::RoleRequested,
            Self::RoleGranted { .. } | Self::RoleRestored { .. } => Occasion::RoleGranted,
            Self::RoleDenied { .. } => Occasion::RoleDenied,
            Self::RoleWithdrawn { .. } => Occasion::RoleWithdrawn,
            Self::HolderLost { .. } => Occasion::WaitsForNobody,
        }
    }

    /// The text of the notification.
    pub fn message(&self) -> String {
        match self {
            Self::Registered { person, organisation } => {
                format!("{person} registered at {organisation} and is waiting to be activated.")
            }
            Self::Activated => "Your account was activated.".to_owned(),
            Self::RoleRequested {
                person,
                role,
                organisation,
            } => format!("{person} requested the role {role} at {organisation}."),
            Self::RoleGranted {
                role,
                organisation,
                activated,
            } => {
                let and = if *activated {
                    " Your account was activated."
                } else {
                    ""
                };
                format!("The role {role} at {organisation} was granted to you.{and}")
            }
            Self::RoleRestored { role, organisation } => {
                format!("Your role {role} at {organisation} can be used again.")
            }
            Self::RoleDenied {
                role,
                organisation,
                reason,
            } => with_reason(
                format!("Your request for the role {role} at {organisation} was denied."),
                *reason,
            ),
            Self::RoleWithdrawn {
                role,
                organisation,
                is_revoked,
                reason,
            } => {
                let how = if *is_revoked { "revoked" } else { "deactivated" };
                with_reason(format!("Your role {role} at {organisation} was {how}."), *reason)
            }
            Self::HolderLost {
                role,
                organisation,
                requests,
            } => {
                let (requests, are) = match requests {
                    1 => ("1 Data Request".to_owned(), "is"),
                    more => (format!("{more} Data Requests"), "are"),
                };
                format!(
                    "No one can decide as {role} at {organisation} any more: {requests} {are} stuck there."
                )
            }
        }
    }
}

fn with_reason(message: String, reason: Option<&str>) -> String {
    match reason {
        Some(reason) => format!("{message} Reason: {reason}"),
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn denial_message_contains_the_reason_if_given() {
        let denied = |reason| {
            AccountOccasion::RoleDenied {
                role: Role::DataOfficer,
                organisation: "Institute",
                reason,
            }
            .message()
        };
        assert_eq!(
            denied(None),
            "Your request for the role Data Officer at Institute was denied."
        );
        assert!(denied(Some("No contract")).ends_with("was denied. Reason: No contract"));
    }

    #[test]
    fn grant_message_mentions_the_activation_of_the_account() {
        let granted = |activated| {
            AccountOccasion::RoleGranted {
                role: Role::DataOfficer,
                organisation: "Institute",
                activated,
            }
            .message()
        };
        let message = "The role Data Officer at Institute was granted to you.";
        assert_eq!(granted(false), message);
        assert_eq!(granted(true), format!("{message} Your account was activated."));
    }

    #[test]
    fn messages_distinguish_revoked_and_deactivated_roles() {
        let withdrawn = |is_revoked| {
            AccountOccasion::RoleWithdrawn {
                role: Role::Admin,
                organisation: "Institute",
                is_revoked,
                reason: None,
            }
            .message()
        };
        assert_eq!(withdrawn(true), "Your role Admin at Institute was revoked.");
        assert_eq!(withdrawn(false), "Your role Admin at Institute was deactivated.");
    }

    #[test]
    fn message_of_a_lost_holder_counts_waiting_requests() {
        let lost = |requests| {
            AccountOccasion::HolderLost {
                role: Role::DataOfficer,
                organisation: "Institute",
                requests,
            }
            .message()
        };
        let nobody = "No one can decide as Data Officer at Institute any more:";
        assert_eq!(lost(1), format!("{nobody} 1 Data Request is stuck there."));
        assert_eq!(lost(3), format!("{nobody} 3 Data Requests are stuck there."));
    }

    #[test]
    fn messages_to_administrators_name_the_person() {
        let requested = AccountOccasion::RoleRequested {
            person: "Ada Okello",
            role: Role::DataAnalyst,
            organisation: "Institute",
        };
        assert_eq!(
            requested.message(),
            "Ada Okello requested the role Data Analyst at Institute."
        );
        assert_eq!(requested.occasion(), Occasion::RoleRequested);
        let registered = AccountOccasion::Registered {
            person: "Ada Okello",
            organisation: "Institute",
        };
        assert!(
            registered
                .message()
                .starts_with("Ada Okello registered at Institute")
        );
    }
}

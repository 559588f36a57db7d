//! The roles of the product.

use thiserror::Error;

/// A role (1 §1). `OrgUser` is the state of having no role. Every signed-in person has at least its
/// abilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub enum Role {
    SuperUser,
    Admin,
    DataCustodian,
    DataOfficer,
    DataAccessApprover,
    DataAccessReviewer,
    DataSecurityApprover,
    DataSecurityReviewer,
    DataAnalyst,
    DataRequester,
    OrgUser,
}

/// No role has this name or id.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("There is no such role.")]
pub struct UnknownRole;

impl Role {
    /// All roles, by rank.
    pub const ALL: [Self; 11] = [
        Self::SuperUser,
        Self::Admin,
        Self::DataCustodian,
        Self::DataOfficer,
        Self::DataAccessApprover,
        Self::DataAccessReviewer,
        Self::DataSecurityApprover,
        Self::DataSecurityReviewer,
        Self::DataAnalyst,
        Self::DataRequester,
        Self::OrgUser,
    ];

    /// The roles that decide on requests, in the order of the approval chain (2 §1).
    pub const STAFF: [Self; 6] = [
        Self::DataAccessReviewer,
        Self::DataAccessApprover,
        Self::DataSecurityReviewer,
        Self::DataSecurityApprover,
        Self::DataCustodian,
        Self::DataOfficer,
    ];

    /// The name of the role on screens and in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SuperUser => "Super User",
            Self::Admin => "Admin",
            Self::DataCustodian => "Data Custodian",
            Self::DataOfficer => "Data Officer",
            Self::DataAccessApprover => "Data Access Approver",
            Self::DataAccessReviewer => "Data Access Reviewer",
            Self::DataSecurityApprover => "Data Security Approver",
            Self::DataSecurityReviewer => "Data Security Reviewer",
            Self::DataAnalyst => "Data Analyst",
            Self::DataRequester => "Data Requester",
            Self::OrgUser => "Org User",
        }
    }

    /// The tasks of the role (1 §1).
    pub const fn description(self) -> &'static str {
        match self {
            Self::SuperUser => {
                "Configures organisations, their roles, approval procedures and the data dictionary."
            }
            Self::Admin => "Manages the users, role requests and assigned roles of the organisation.",
            Self::DataCustodian => "Decides on Data Requests for the data in the organisation's custody.",
            Self::DataOfficer => "Releases the data of approved Data Requests.",
            Self::DataAccessApprover => "Approves access after its review.",
            Self::DataAccessReviewer => "Reviews whether access may be given.",
            Self::DataSecurityApprover => "Approves security after its review.",
            Self::DataSecurityReviewer => "Reviews how the data will be kept secure.",
            Self::DataAnalyst => "Assesses the quality of data.",
            Self::DataRequester => "Builds, submits and follows Data Requests.",
            Self::OrgUser => "Sees the data dictionary and may request a role.",
        }
    }

    /// The id in the database and the API. Stable, because foreign keys refer to it: a new role
    /// gets the next free number, regardless of its rank. The migrations insert the rows. Lists
    /// that the database sorts by role use this order.
    pub const fn id(self) -> i64 {
        match self {
            Self::SuperUser => 1,
            Self::Admin => 2,
            Self::DataCustodian => 3,
            Self::DataOfficer => 4,
            Self::DataAccessApprover => 5,
            Self::DataAccessReviewer => 6,
            Self::DataSecurityApprover => 7,
            Self::DataSecurityReviewer => 8,
            Self::DataAnalyst => 9,
            Self::DataRequester => 10,
            Self::OrgUser => 11,
        }
    }

    /// The position in [`Role::ALL`], from 1. At sign-in, the activated role with the lowest rank
    /// is selected (1 §4).
    pub const fn rank(self) -> i32 {
        match self {
            Self::SuperUser => 1,
            Self::Admin => 2,
            Self::DataCustodian => 3,
            Self::DataOfficer => 4,
            Self::DataAccessApprover => 5,
            Self::DataAccessReviewer => 6,
            Self::DataSecurityApprover => 7,
            Self::DataSecurityReviewer => 8,
            Self::DataAnalyst => 9,
            Self::DataRequester => 10,
            Self::OrgUser => 11,
        }
    }

    /// Returns the role with this id.
    pub fn from_id(id: i64) -> Result<Self, UnknownRole> {
        Self::ALL
            .into_iter()
            .find(|role| role.id() == id)
            .ok_or(UnknownRole)
    }

    /// Returns the role with this name.
    pub fn parse(name: &str) -> Result<Self, UnknownRole> {
        Self::ALL
            .into_iter()
            .find(|role| role.name() == name)
            .ok_or(UnknownRole)
    }

    /// Returns true for roles that are offered, applied for and granted. Org User is not: every
    /// signed-in person has it.
    pub const fn is_granted(self) -> bool {
        !matches!(self, Self::OrgUser)
    }

    /// All roles that are offered, applied for and granted, by rank.
    pub fn granted() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|role| role.is_granted())
    }

    /// Returns true for the roles that can grant roles to others: Super User and Admin.
    pub const fn is_administrative(self) -> bool {
        matches!(self, Self::SuperUser | Self::Admin)
    }

    /// Returns true for the six roles that decide on requests.
    pub fn is_staff(self) -> bool {
        Self::STAFF.contains(&self)
    }
}

impl std::fmt::Display for Role {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_follow_the_order_of_the_list() {
        for (index, role) in Role::ALL.into_iter().enumerate() {
            assert_eq!(usize::try_from(role.rank()).unwrap(), index + 1);
        }
    }

    #[test]
    fn super_user_and_admin_are_administrative() {
        let administrative: Vec<Role> = Role::ALL
            .into_iter()
            .filter(|role| role.is_administrative())
            .collect();
        assert_eq!(administrative, [Role::SuperUser, Role::Admin]);
    }

    #[test]
    fn names_and_ids_round_trip() {
        for role in Role::ALL {
            assert_eq!(Role::parse(role.name()), Ok(role));
            assert_eq!(Role::from_id(role.id()), Ok(role));
        }
        assert_eq!(Role::parse("Guest"), Err(UnknownRole));
    }
}

//! The people who need a second factor, and their period of grace.

use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

use crate::roles::Role;

/// A group of roles for which a deployer can require a second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RoleGroup {
    /// The six roles that decide on requests.
    Staff,
    /// Admins of organisations.
    Admin,
    /// Super Users.
    SuperUser,
}

/// No group of roles has this name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("There is no such group of roles. Use \"staff\", \"admin\" or \"super-user\".")]
pub struct UnknownRoleGroup;

impl RoleGroup {
    /// All groups.
    pub const ALL: [Self; 3] = [Self::Staff, Self::Admin, Self::SuperUser];

    /// The name in the configuration.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Staff => "staff",
            Self::Admin => "admin",
            Self::SuperUser => "super-user",
        }
    }

    /// Parses the name in the configuration.
    pub fn parse(name: &str) -> Result<Self, UnknownRoleGroup> {
        Self::ALL
            .into_iter()
            .find(|group| group.name() == name)
            .ok_or(UnknownRoleGroup)
    }

    /// Returns the group of a role, if it belongs to one.
    pub fn for_role(role: Role) -> Option<Self> {
        match role {
            Role::SuperUser => Some(Self::SuperUser),
            Role::Admin => Some(Self::Admin),
            staff if staff.is_staff() => Some(Self::Staff),
            _ => None,
        }
    }
}

/// The groups of roles that need a second factor (`second_factor.required_for`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RequiredFor(Vec<RoleGroup>);

impl RequiredFor {
    /// Requires a second factor from these groups.
    pub fn new(groups: impl IntoIterator<Item = RoleGroup>) -> Self {
        Self(groups.into_iter().collect())
    }

    /// Parses names of groups, separated by commas.
    pub fn parse(names: &str) -> Result<Self, UnknownRoleGroup> {
        let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
        names.map(RoleGroup::parse).collect::<Result<_, _>>().map(Self)
    }

    /// Returns true if a person with these usable roles needs a second factor.
    pub fn includes(&self, roles: impl IntoIterator<Item = Role>) -> bool {
        roles
            .into_iter()
            .filter_map(RoleGroup::for_role)
            .any(|group| self.0.contains(&group))
    }
}

/// The time for which a person whose roles need a second factor may sign in without one.
pub const GRACE: TimeDelta = TimeDelta::days(14);

/// The need of a person for a second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obligation {
    /// No second factor is required.
    Optional,
    /// The roles need a second factor, but signing in works without one until this time. `None`
    /// before the first sign-in under the requirement, which begins the period of grace.
    Grace(Option<DateTime<Utc>>),
    /// The roles need a second factor, and the period of grace is over.
    Required,
}

impl Obligation {
    /// Returns the obligation `now`. `since` is the first sign-in under the requirement.
    pub fn new(required: bool, since: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Self {
        match (required, since.map(|since| since + GRACE)) {
            (false, _) => Self::Optional,
            (true, Some(until)) if now >= until => Self::Required,
            (true, until) => Self::Grace(until),
        }
    }

    /// Returns the start of the period of grace after a sign-in `now`. It does not begin anew while
    /// the requirement lasts, and ends with it.
    pub fn since_after_sign_in(
        required: bool,
        since: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Option<DateTime<Utc>> {
        required.then(|| since.unwrap_or(now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(days: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_780_000_000, 0).unwrap() + TimeDelta::days(days)
    }

    #[test]
    fn group_names_round_trip() {
        for group in RoleGroup::ALL {
            assert_eq!(RoleGroup::parse(group.name()), Ok(group));
        }
        for other in ["", "Staff", "superuser", "everyone"] {
            assert_eq!(RoleGroup::parse(other), Err(UnknownRoleGroup));
        }
    }

    #[test]
    fn deciding_roles_are_staff_and_requesters_belong_to_no_group() {
        for role in Role::ALL {
            let expected = match role {
                Role::SuperUser => Some(RoleGroup::SuperUser),
                Role::Admin => Some(RoleGroup::Admin),
                Role::DataAnalyst | Role::DataRequester | Role::OrgUser => None,
                _ => Some(RoleGroup::Staff),
            };
            assert_eq!(RoleGroup::for_role(role), expected, "{role:?}");
        }
    }

    #[test]
    fn groups_are_separated_by_commas() {
        let all = RequiredFor::parse(" staff,admin , super-user,").unwrap();
        assert_eq!(all, RequiredFor::new(RoleGroup::ALL));
        assert_eq!(RequiredFor::parse("  "), Ok(RequiredFor::default()));
        let unknown = RequiredFor::parse("admin, super user").unwrap_err();
        assert_eq!(
            unknown.to_string(),
            "There is no such group of roles. Use \"staff\", \"admin\" or \"super-user\"."
        );
    }

    #[test]
    fn one_role_of_a_group_is_enough() {
        let admins = RequiredFor::new([RoleGroup::Admin, RoleGroup::SuperUser]);
        assert!(admins.includes([Role::DataRequester, Role::Admin]));
        assert!(!admins.includes([Role::DataCustodian, Role::OrgUser]));
        assert!(!admins.includes([]));
        assert!(!RequiredFor::default().includes(Role::ALL));
    }

    #[test]
    fn grace_lasts_fourteen_days_from_the_first_sign_in() {
        let second = TimeDelta::seconds(1);
        assert_eq!(Obligation::new(true, None, day(400)), Obligation::Grace(None));
        let grace = Obligation::Grace(Some(day(14)));
        assert_eq!(Obligation::new(true, Some(day(0)), day(0)), grace);
        assert_eq!(Obligation::new(true, Some(day(0)), day(14) - second), grace);
        assert_eq!(Obligation::new(true, Some(day(0)), day(14)), Obligation::Required);
        assert_eq!(
            Obligation::new(false, Some(day(0)), day(20)),
            Obligation::Optional
        );
    }

    #[test]
    fn later_sign_ins_do_not_prolong_the_grace() {
        let since = Obligation::since_after_sign_in(true, None, day(0));
        assert_eq!(since, Some(day(0)));
        assert_eq!(Obligation::since_after_sign_in(true, since, day(13)), since);
    }

    #[test]
    fn grace_begins_anew_once_the_requirement_was_off() {
        let off = Obligation::since_after_sign_in(false, Some(day(0)), day(20));
        assert_eq!(off, None);
        assert_eq!(Obligation::since_after_sign_in(true, off, day(30)), Some(day(30)));
    }
}

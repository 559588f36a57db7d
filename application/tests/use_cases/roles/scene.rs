//! An organisation with an Admin, and people who request roles.

use aditus_application::access::Caller;
use aditus_application::accounts::authenticate;
use aditus_application::notifications::views::{NotificationView, ReadFilter};
use aditus_application::paging::Page;
use aditus_application::roles::{attend, request};
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{AssignedRoleId, OrganisationId, UserId};
use aditus_domain::roles::{Role, RoleStatus};

use crate::world::World;
use crate::world::people::PASSWORD;

/// The organisation of all people in the scene.
pub const INSTITUTE: &str = "Institute of Public Health";

pub struct Scene {
    pub world: World,
    pub institute: OrganisationId,
    pub admin: Caller,
}

impl Scene {
    /// Creates the institute with its Admin, Olga.
    pub fn new() -> Self {
        let world = World::new();
        let institute = world.organisation(INSTITUTE);
        let admin = world.caller_with("Olga", institute, Role::Admin);
        Self {
            world,
            institute,
            admin,
        }
    }

    /// Returns a signed-in Super User of the provider.
    pub fn super_user(&self, name: &str) -> Caller {
        let provider = self.world.provider();
        self.at(provider, name, Role::SuperUser)
    }

    /// Returns a signed-in person of this organisation with this role.
    pub fn at(&self, organisation: OrganisationId, name: &str, role: Role) -> Caller {
        let user = self.person_at(organisation, name, AccountState::Active);
        self.world.grant(user, organisation, role);
        self.world.caller(name)
    }

    /// Adds a person of this organisation without a role.
    pub fn person_at(&self, organisation: OrganisationId, name: &str, state: AccountState) -> UserId {
        let user = self.world.person_in_state(name, state);
        self.world
            .change_account(user, |account| account.organisation = organisation);
        user
    }

    /// Ada requests the role of a Data Officer.
    pub fn ada_requests_role(&self) -> (Caller, AssignedRoleId) {
        self.world.person("Ada");
        let ada = self.world.caller("Ada");
        let asked = self.request_role(&ada, Role::DataOfficer).unwrap();
        (ada, asked)
    }

    pub fn request_role(&self, caller: &Caller, role: Role) -> Result<AssignedRoleId, request::Error> {
        let organisation = self.world.account(caller.user).organisation;
        let command = request::Command {
            org_role: Some(self.world.org_role(organisation, role)),
            user: Some(caller.user),
        };
        request::execute(&self.world.ports, caller, command)
    }

    pub fn attend(
        &self,
        caller: &Caller,
        assigned_role: AssignedRoleId,
        to: RoleStatus,
    ) -> Result<(), attend::Error> {
        attend::execute(&self.world.ports, caller, &decision(assigned_role, to))
    }

    pub fn status(&self, assigned: AssignedRoleId) -> RoleStatus {
        self.world
            .read_in_transaction(|transaction| transaction.roles().by_id(assigned).unwrap().unwrap())
            .assigned
            .status
    }

    /// Returns a person's notifications, newest first: the name of the occasion, the role, the
    /// text.
    pub fn notifications_of(&self, user: UserId) -> Vec<(String, String, String)> {
        let everything = self.world.read(|views| {
            views
                .notifications()
                .list(user, ReadFilter::All, Page::new(1, 100))
                .unwrap()
                .items
        });
        let plain =
            |notification: NotificationView| (notification.kind, notification.role, notification.message);
        everything.into_iter().map(plain).collect()
    }

    /// Returns the caller as the next call of an open session has it; `None` if the session has
    /// ended.
    pub fn authenticate(&self, token: &str) -> Option<Caller> {
        authenticate::execute(&self.world.ports, token).ok()
    }
}

/// A decision with the password that all people share.
pub fn decision(assigned_role: AssignedRoleId, to: RoleStatus) -> attend::Command {
    attend::Command {
        password: PASSWORD.to_owned(),
        assigned_role,
        seen: None,
        role_status: Some(to.id()),
        reason: String::new(),
        address: "192.0.2.1".to_owned(),
    }
}

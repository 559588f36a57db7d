//! Acts on roles, and their consequences for the account, create audit entries.

use aditus_application::access::Caller;
use aditus_application::accounts::activate;
use aditus_application::roles::{assign, attend, change_status, request};
use aditus_domain::accounts::AccountState;
use aditus_domain::audit::Kind;
use aditus_domain::ids::AssignedRoleId;
use aditus_domain::roles::{Role, RoleStatus};

use super::recorded_entry::{acts, institute, entries_of_success, entries_of_refusal, own};
use crate::world::World;
use crate::world::people::PASSWORD;

const REASON: &str = "Has left the ward of Kitara";
const HOME: &str = "192.0.2.1";

/// Returns Olga, the Admin. She is a Data Officer besides: the entry holds the role in which she
/// decides, not the selected one.
fn admin(world: &World) -> (Caller, AssignedRoleId) {
    let olga = world.person("Olga");
    let office = world.grant(olga, institute(world), Role::DataOfficer);
    let held = world.grant(olga, institute(world), Role::Admin);
    let caller = Caller {
        selected: Some(office),
        ..world.caller("Olga")
    };
    (caller, held)
}

fn change_to(
    world: &World,
    caller: &Caller,
    assigned: AssignedRoleId,
    to: RoleStatus,
) -> Result<(), change_status::Error> {
    let stored = world.read_in_transaction(|transaction| transaction.roles().by_id(assigned).unwrap().unwrap());
    let command = change_status::Command {
        seen: stored.latest,
        role_status: Some(to.id()),
        reason: REASON.to_owned(),
    };
    change_status::execute(&world.ports, caller, &command)
}

#[test]
fn requesting_and_granting_a_role_creates_entries() {
    let world = World::new();
    let (admin, held) = admin(&world);
    let user = world.person_in_state("Ada", AccountState::Pending);
    let ada = world.caller("Ada");
    let command = request::Command {
        org_role: Some(world.org_role(institute(&world), Role::DataAnalyst)),
        user: None,
    };
    let (assigned, seen) = entries_of_success(&world, || request::execute(&world.ports, &ada, command));
    assert_eq!(acts(&seen), [own(Kind::RoleAsked, user)]);
    assert!(seen[0].contains("\"role\":\"Data Analyst\""));
    assert_eq!(
        entries_of_refusal(&world, || request::execute(&world.ports, &ada, command)),
        []
    );

    let attend = |password: &str| {
        let command = attend::Command {
            password: password.to_owned(),
            assigned_role: assigned,
            seen: None,
            role_status: Some(RoleStatus::Activated.id()),
            reason: REASON.to_owned(),
            address: HOME.to_owned(),
        };
        attend::execute(&world.ports, &admin, &command)
    };
    let seen = entries_of_refusal(&world, || attend("Wrong-2026!"));
    assert_eq!(acts(&seen), [own(Kind::PasswordRefused, admin.user)]);
    let ((), seen) = entries_of_success(&world, || attend(PASSWORD));
    let decided = |kind| (kind, Some(admin.user), Some(user));
    assert_eq!(
        acts(&seen),
        [
            own(Kind::PasswordConfirmed, admin.user),
            decided(Kind::RoleDecided),
            decided(Kind::AccountStateChanged)
        ]
    );
    assert!(seen[1].contains("\"status\":\"Activated\"") && seen[1].contains("\"reason\":\""));
    assert!(seen[1].in_role(held) && seen[2].in_role(held) && seen[2].contains("\"state\":\"Active\""));
    let seen = entries_of_refusal(&world, || attend(PASSWORD));
    assert_eq!(
        acts(&seen),
        [own(Kind::PasswordConfirmed, admin.user)],
        "it was attended to"
    );
}

#[test]
fn assigning_and_withdrawing_roles_creates_entries() {
    let world = World::new();
    let (admin, held) = admin(&world);
    let user = world.person("Ada");
    let command = assign::Command {
        user: Some(user),
        org_role: Some(world.org_role(institute(&world), Role::DataRequester)),
    };
    let decided = [(Kind::RoleDecided, Some(admin.user), Some(user))];
    let (assigned, seen) = entries_of_success(&world, || assign::execute(&world.ports, &admin, command));
    assert_eq!(acts(&seen), decided);
    assert!(seen[0].in_role(held) && seen[0].contains(&format!("\"assigned_role\":{assigned},")));
    assert_eq!(
        entries_of_refusal(&world, || assign::execute(&world.ports, &admin, command)),
        []
    );
    let ((), seen) = entries_of_success(&world, || {
        change_to(&world, &admin, assigned, RoleStatus::Revoked)
    });
    assert_eq!(acts(&seen), decided);
    assert!(seen[0].contains("\"status\":\"Revoked\"") && seen[0].contains("\"reason\":\"") && seen[0].in_role(held));
    let own_role = entries_of_refusal(&world, || change_to(&world, &admin, held, RoleStatus::Revoked));
    assert_eq!(own_role, []);
}

#[test]
fn disabling_an_account_creates_entries() {
    let world = World::new();
    let (admin, held) = admin(&world);
    let user = world.person("Ada");
    let set = |is_active: &str| {
        let is_active = Some(is_active.to_owned());
        activate::execute(&world.ports, &admin, &activate::Command { user, is_active })
    };
    assert_eq!(entries_of_success(&world, || set("Active")).1, [], "it is active");
    let (_, seen) = entries_of_success(&world, || set("Disable"));
    assert_eq!(
        acts(&seen),
        [(Kind::AccountStateChanged, Some(admin.user), Some(user))]
    );
    assert!(seen[0].contains("\"state\":\"Disabled\"") && seen[0].in_role(held));
    assert_eq!(entries_of_refusal(&world, || set("Whatever")), []);
}

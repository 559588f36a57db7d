//! Held roles match the audit entries that gave them. Rows that were altered by hand are reported.

use aditus_application::access::Caller;
use aditus_application::accounts::erasure::erase;
use aditus_application::integrity::scan::Finding;
use aditus_application::organisations::OrganisationRecords;
use aditus_application::records::change;
use aditus_application::roles::update_status::{OfferStatuses, StatusForm};
use aditus_application::roles::{assign, attend, change_status, request};
use aditus_application::testing::{record_rows, settings, verified};
use aditus_domain::audit::stored::SubjectKind;
use aditus_domain::ids::{AssignedRoleId, AuditEntryId, OrganisationId, UserId};
use aditus_domain::organisations::RawOrganisation;
use aditus_domain::roles::{Role, RoleStatus};
use chrono::TimeDelta;

use super::entries;
use super::stored::last_entry_of;
use super::verify::finding_texts;
use crate::both_databases::Database;
use crate::world::World;
use crate::world::people::{PASSWORD, address_of};

on_both_databases!(
    held_roles_match_their_entries,
    only_altered_roles_are_reported,
    a_role_without_an_entry_is_reported_at_once,
    an_account_that_was_removed_with_its_roles_is_named,
);

const INSTITUTE: &str = "Institute of Public Health";
const HOME: &str = "192.0.2.1";

/// An institute with its Admin, Olga, and a Super User, Sol. Olga gave Ada the role of a Data
/// Officer, and that of a Data Analyst, which she took away again.
struct Scene {
    world: World,
    institute: OrganisationId,
    olga: Caller,
    sol: Caller,
    ada: UserId,
    admin: AssignedRoleId,
    officer: AssignedRoleId,
    analyst: AssignedRoleId,
}

impl Scene {
    fn on(database: Database) -> Self {
        let world = World::on(database(), settings());
        let institute = world.organisation(INSTITUTE);
        let admin = world.grant(world.person("Olga"), institute, Role::Admin);
        world.grant(world.person("Sol"), world.provider(), Role::SuperUser);
        let ada = world.person("Ada");
        offers(&world, institute);
        record_rows(&world.ports);
        world.wait(TimeDelta::days(2));
        let mut scene = Self {
            institute,
            olga: world.caller("Olga"),
            sol: world.caller("Sol"),
            ada,
            admin,
            officer: AssignedRoleId(0),
            analyst: AssignedRoleId(0),
            world,
        };
        scene.officer = scene.gives(ada, Role::DataOfficer);
        scene.analyst = scene.gives(ada, Role::DataAnalyst);
        scene.changes(scene.analyst, RoleStatus::Revoked);
        scene
    }

    /// Olga assigns a role to a person.
    fn gives(&self, user: UserId, role: Role) -> AssignedRoleId {
        let command = assign::Command {
            user: Some(user),
            org_role: Some(self.world.org_role(self.institute, role)),
        };
        assign::execute(&self.world.ports, &self.olga, command).unwrap()
    }

    /// Olga changes an assigned role.
    fn changes(&self, assigned: AssignedRoleId, to: RoleStatus) {
        let stored = self
            .world
            .read_in_transaction(|transaction| transaction.roles().by_id(assigned).unwrap().unwrap());
        let command = change_status::Command {
            seen: stored.latest,
            role_status: Some(to.id()),
            reason: "No contract".to_owned(),
        };
        change_status::execute(&self.world.ports, &self.olga, &command).unwrap();
    }

    /// Ada requests a role, and Olga answers.
    fn asks(&self, role: Role, answer: RoleStatus) {
        let command = request::Command {
            org_role: Some(self.world.org_role(self.institute, role)),
            user: None,
        };
        let assigned_role = request::execute(&self.world.ports, &self.world.caller("Ada"), command).unwrap();
        let command = attend::Command {
            password: PASSWORD.to_owned(),
            assigned_role,
            seen: None,
            role_status: Some(answer.id()),
            reason: String::new(),
            address: HOME.to_owned(),
        };
        attend::execute(&self.world.ports, &self.olga, &command).unwrap();
    }

    /// Returns the last entry about a role.
    fn last_entry(&self, role: AssignedRoleId) -> AuditEntryId {
        let about = format!("\"assigned_role\":{role},");
        let mut of_role = entries(&self.world)
            .into_iter()
            .filter(|entry| entry.canonical.contains(&about));
        of_role.next_back().unwrap().id
    }

    /// Names a role as the findings do.
    fn named(&self, id: AssignedRoleId, role: Role) -> String {
        format!("role {id} ({role} of organisation {})", self.institute)
    }

    /// Returns the SQL that gives Ada a role of the institute by hand, with a line of its history.
    /// Its id is 77.
    fn given_by_hand(&self, role: Role) -> String {
        let (ada, org_role) = (self.ada, self.world.org_role(self.institute, role));
        format!(
            "INSERT INTO assigned_roles (id, user_id, org_role_id, status_id, created_on)
                 SELECT 77, {ada}, {org_role}, 2, created_on FROM assigned_roles WHERE id = {admin};
             INSERT INTO assigned_role_statuses (assigned_role_id, status_id, changed_on)
                 SELECT 77, 2, created_on FROM assigned_roles WHERE id = {admin}",
            admin = self.admin
        )
    }
}

/// Records that the institute offers each role, since an unrecorded offer would be reported later.
fn offers(world: &World, institute: OrganisationId) {
    for role in [
        Role::DataOfficer,
        Role::DataAnalyst,
        Role::DataRequester,
        Role::DataCustodian,
    ] {
        world.org_role(institute, role);
    }
}

fn roles(world: &World) -> Finding {
    let mut findings = verified(&world.ports).into_iter();
    findings
        .find(|finding| finding.subject == "roles that people hold")
        .unwrap()
}

/// Erases Nia after her role was taken away.
fn erased(scene: &Scene) {
    let world = &scene.world;
    let nia = world.person("Nia");
    let held = scene.gives(nia, Role::DataRequester);
    scene.changes(held, RoleStatus::Deactivated);
    let command = erase::Command {
        user: nia,
        password: PASSWORD.to_owned(),
        confirmation: address_of("Nia"),
        reason: "Asked for by letter of 2 March".to_owned(),
        address: HOME.to_owned(),
    };
    erase::execute(&world.ports, &scene.sol, &command).unwrap();
}

fn held_roles_match_their_entries(database: Database) {
    let scene = Scene::on(database);
    let world = &scene.world;
    scene.changes(scene.officer, RoleStatus::Deactivated);
    scene.changes(scene.officer, RoleStatus::Activated);
    scene.asks(Role::DataAnalyst, RoleStatus::Activated);
    scene.asks(Role::DataRequester, RoleStatus::Rejected);
    scene.asks(Role::DataRequester, RoleStatus::Activated);
    erased(&scene);
    assert_eq!(finding_texts(world), [""; 0]);

    // Roles that are no longer offered stay with their holders.
    let offered = world.org_role(scene.institute, Role::DataOfficer);
    let form = StatusForm {
        status: Some(false),
        reason: "No contract".to_owned(),
    };
    change::<OfferStatuses>(&world.ports, &scene.sol, offered, None, form).unwrap();
    let form = RawOrganisation {
        name: INSTITUTE.to_owned(),
        description: "An institute".to_owned(),
        country: "Halvania".to_owned(),
        active: Some(0),
        ..RawOrganisation::default()
    };
    change::<OrganisationRecords>(&world.ports, &scene.sol, scene.institute, None, form).unwrap();
    assert_eq!(finding_texts(world), [""; 0]);
    let found = roles(world);
    assert_eq!((found.checked, &found.remarks), (6, &vec![]));
}

/// The alterations made by hand, each with the complete list of its findings.
fn alterations(scene: &Scene) -> [(String, Vec<String>); 6] {
    let (ada, olga, institute) = (scene.ada, scene.olga.user, scene.institute);
    let (admin, officer, analyst) = (scene.admin, scene.officer, scene.analyst);
    let of_admin = scene.world.org_role(institute, Role::Admin);
    let of_officer = scene.world.org_role(institute, Role::DataOfficer);
    let named = |id, role| scene.named(id, role);
    let offered = last_entry_of(&scene.world, SubjectKind::Organisation, institute.0);
    let [given, taken, of_olga] = [officer, analyst, admin].map(|role| scene.last_entry(role));
    [
        (
            scene.given_by_hand(Role::Admin),
            vec![format!(
                "user {ada}: {} is Activated, and no entry gave it",
                named(AssignedRoleId(77), Role::Admin)
            )],
        ),
        (
            format!("UPDATE assigned_roles SET user_id = {ada} WHERE id = {admin}"),
            vec![
                format!(
                    "user {olga}: {} is Activated by entry {of_olga}, and the person does not have it",
                    named(admin, Role::Admin)
                ),
                format!(
                    "user {ada}: {} is Activated, and no entry gave it",
                    named(admin, Role::Admin)
                ),
            ],
        ),
        (
            format!("UPDATE assigned_roles SET org_role_id = {of_admin} WHERE id = {officer}"),
            vec![format!(
                "user {ada}: role {officer} is Admin of organisation {institute}, and by entry {given} it is Data Officer of organisation \
                 {institute}"
            )],
        ),
        (
            format!("UPDATE organisation_roles SET role_id = 1 WHERE id = {of_officer}"),
            vec![
                format!("Organisation {institute} differs from entry {offered} in its offered roles"),
                format!(
                    "user {ada}: role {officer} is Super User of organisation {institute}, and by entry {given} it is Data Officer of \
                     organisation {institute}"
                ),
            ],
        ),
        (
            format!("UPDATE assigned_roles SET status_id = 2 WHERE id = {analyst}"),
            vec![format!(
                "user {ada}: {} is Activated, and by entry {taken} it is Revoked",
                named(analyst, Role::DataAnalyst)
            )],
        ),
        (
            format!("DELETE FROM assigned_roles WHERE id = {officer}"),
            vec![format!(
                "user {ada}: {} is Activated by entry {given}, and the person does not have it",
                named(officer, Role::DataOfficer)
            )],
        ),
    ]
}

fn only_altered_roles_are_reported(database: Database) {
    let untouched = Scene::on(database);
    assert_eq!(finding_texts(&untouched.world), [""; 0]);
    for place in 0..alterations(&untouched).len() {
        let scene = Scene::on(database);
        let (alteration, expected) = alterations(&scene)[place].clone();
        scene.world.tamper(&alteration);
        assert_eq!(finding_texts(&scene.world), expected, "{alteration}");
    }
}

fn a_role_without_an_entry_is_reported_at_once(database: Database) {
    let world = World::on(database(), settings());
    let institute = world.organisation(INSTITUTE);
    world.grant(world.person("Olga"), institute, Role::Admin);
    let ada = world.person("Ada");
    offers(&world, institute);
    record_rows(&world.ports);
    assert_eq!(finding_texts(&world), [""; 0]);
    let given = world.grant(ada, institute, Role::DataOfficer);
    assert_eq!(
        finding_texts(&world),
        [format!(
            "user {ada}: role {given} (Data Officer of organisation {institute}) is Activated, and no entry gave it"
        )]
    );
}

fn an_account_that_was_removed_with_its_roles_is_named(database: Database) {
    let scene = Scene::on(database);
    let ada = scene.ada;
    let entry = last_entry_of(&scene.world, SubjectKind::Account, ada.0);
    scene.world.tamper(&format!(
        "DELETE FROM assigned_roles WHERE user_id = {ada}; DELETE FROM users WHERE id = {ada}"
    ));
    assert_eq!(
        finding_texts(&scene.world),
        [
            format!("Account {ada}: by entry {entry} it is there, but it no longer exists"),
            format!("user {ada}: roles of this account are in the audit log, but it no longer exists"),
        ]
    );
}

//! Super Users are notified when another person gains or loses the role.

use aditus_application::access::Caller;
use aditus_application::accounts::activate;
use aditus_application::organisations::OrganisationRecords;
use aditus_application::ports::MailMessage;
use aditus_application::records::change;
use aditus_application::roles::{assign, change_status, super_users};
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{AssignedRoleId, UserId};
use aditus_domain::notifications::SuperUserNotice;
use aditus_domain::organisations::RawOrganisation;
use aditus_domain::roles::{Role, RoleStatus};

use super::scene::Scene;
use crate::world::people::address_of;

/// Returns the notifications about other Super Users, oldest first.
fn super_user_notices(scene: &Scene, user: UserId) -> Vec<String> {
    let mut notifications: Vec<String> = scene
        .notifications_of(user)
        .into_iter()
        .filter(|(kind, role, _)| kind == SuperUserNotice::KIND && role == "Super User")
        .map(|(_, _, message)| message)
        .collect();
    notifications.reverse();
    notifications
}

/// Returns the mails about other Super Users, oldest first.
fn mailed(scene: &Scene, first_name: &str) -> Vec<MailMessage> {
    let mails = scene.world.mails_to(&address_of(first_name)).into_iter();
    mails.filter(|mail| mail.subject.contains("Super User")).collect()
}

fn set_role(scene: &Scene, caller: &Caller, assigned: AssignedRoleId, to: RoleStatus) {
    let stored = scene
        .world
        .read_in_transaction(|transaction| transaction.roles().by_id(assigned).unwrap().unwrap());
    let command = change_status::Command {
        seen: stored.latest,
        role_status: Some(to.id()),
        reason: String::new(),
    };
    change_status::execute(&scene.world.ports, caller, &command).unwrap();
}

fn makes_super_user(scene: &Scene, caller: &Caller, user: UserId) {
    let organisation = scene.world.account(user).organisation;
    let command = assign::Command {
        user: Some(user),
        org_role: Some(scene.world.org_role(organisation, Role::SuperUser)),
    };
    assign::execute(&scene.world.ports, caller, command).unwrap();
}

#[test]
fn every_other_super_user_is_notified_of_a_new_one() {
    let scene = Scene::new();
    let provider = scene.world.provider();
    let (sol, sam) = (scene.super_user("Sol"), scene.super_user("Sam"));
    let ada = scene.person_at(provider, "Ada", AccountState::Active);
    makes_super_user(&scene, &sol, ada);

    assert_eq!(
        super_user_notices(&scene, sam.user),
        ["Ada Okello is a Super User now. Sol Okello made this change."]
    );
    assert_eq!(
        super_user_notices(&scene, sol.user),
        ["Ada Okello is a Super User now. You made this change."]
    );
    let nothing: [String; 0] = [];
    assert_eq!(super_user_notices(&scene, ada), nothing);
    assert_eq!(super_user_notices(&scene, scene.admin.user), nothing);

    let mails = mailed(&scene, "Sam");
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].subject, "Aditus: There is a new Super User");
    for part in [&mails[0].text, &mails[0].html] {
        assert!(part.contains("Ada Okello is a Super User now."), "{part}");
        assert!(part.contains("expect this, speak to the person"), "{part}");
    }
    let own = mailed(&scene, "Sol");
    assert_eq!(own.len(), 1);
    assert!(
        own[0]
            .text
            .contains("If this wasn't you, reset your password now"),
        "{}",
        own[0].text
    );
    assert_eq!(mailed(&scene, "Olga").len(), 0);
}

#[test]
fn a_request_that_is_granted_and_a_role_that_is_withdrawn_are_notified() {
    let scene = Scene::new();
    let (sol, sam) = (scene.super_user("Sol"), scene.super_user("Sam"));
    let ada = scene.person_at(scene.world.provider(), "Ada", AccountState::Active);
    let asked = scene
        .request_role(&scene.world.caller("Ada"), Role::SuperUser)
        .unwrap();
    scene.attend(&sol, asked, RoleStatus::Activated).unwrap();
    set_role(&scene, &sol, asked, RoleStatus::Deactivated);
    set_role(&scene, &sol, asked, RoleStatus::Activated);
    set_role(&scene, &sol, asked, RoleStatus::Revoked);
    let gained = "Ada Okello is a Super User now. Sol Okello made this change.";
    let lost = "Ada Okello is no longer a Super User. Sol Okello made this change.";
    assert_eq!(super_user_notices(&scene, sam.user), [gained, lost, gained, lost]);
    let subjects: Vec<String> = mailed(&scene, "Sam")
        .into_iter()
        .map(|mail| mail.subject)
        .filter(|subject| subject != "Aditus: A role was requested")
        .collect();
    let new = "Aditus: There is a new Super User";
    let gone = "Aditus: A Super User lost the role";
    assert_eq!(subjects, [new, gone, new, gone]);
    let nothing: [String; 0] = [];
    assert_eq!(
        super_user_notices(&scene, ada),
        nothing,
        "the person concerned is told otherwise"
    );
}

#[test]
fn the_mail_reaches_a_super_user_who_is_disabled_before_it_is_sent() {
    let scene = Scene::new();
    let provider = scene.world.provider();
    let (sol, sam) = (scene.super_user("Sol"), scene.super_user("Sam"));
    let ada = scene.person_at(provider, "Ada", AccountState::Active);
    makes_super_user(&scene, &sol, ada);
    let command = activate::Command {
        user: sam.user,
        is_active: Some("Disable".to_owned()),
    };
    activate::execute(&scene.world.ports, &sol, &command).unwrap();
    assert_eq!(mailed(&scene, "Sam").len(), 1);
    assert_eq!(
        super_user_notices(&scene, ada),
        ["Sam Okello is no longer a Super User. Sol Okello made this change."]
    );
}

#[test]
fn super_users_who_lose_the_role_with_their_organisation_are_named_to_all_others() {
    let scene = Scene::new();
    let sol = scene.super_user("Sol");
    let ben = scene.at(scene.institute, "Ben", Role::SuperUser);
    let ida = scene.at(scene.institute, "Ida", Role::SuperUser);
    let form = RawOrganisation {
        name: super::scene::INSTITUTE.to_owned(),
        description: "An institute".to_owned(),
        country: "Halvania".to_owned(),
        active: Some(0),
        ..RawOrganisation::default()
    };
    change::<OrganisationRecords>(&scene.world.ports, &sol, scene.institute, None, form).unwrap();
    let lost = |name: &str| format!("{name} Okello is no longer a Super User.");
    assert_eq!(
        super_user_notices(&scene, sol.user),
        [format!("{} {} You made this change.", lost("Ben"), lost("Ida"))]
    );
    assert_eq!(
        super_user_notices(&scene, ben.user),
        [format!("{} Sol Okello made this change.", lost("Ida"))]
    );
    assert_eq!(
        super_user_notices(&scene, ida.user),
        [format!("{} Sol Okello made this change.", lost("Ben"))]
    );
    assert_eq!(mailed(&scene, "Ben").len(), 1);
}

#[test]
fn an_operator_is_named_as_such_and_no_change_sends_nothing() {
    let scene = Scene::new();
    let sol = scene.super_user("Sol");
    let ada = scene.person_at(scene.world.provider(), "Ada", AccountState::Active);
    let org_role = scene.world.org_role(scene.world.provider(), Role::SuperUser);
    let (ports, now) = (&scene.world.ports, scene.world.now());
    scene.world.write(|transaction| {
        let before = super_users::now(transaction).unwrap();
        super_users::notify_of_changes(ports, transaction, &before, None, now).unwrap();
        let roles = transaction.roles();
        roles
            .assign(ada, org_role, RoleStatus::Activated, None, None, now)
            .unwrap();
        super_users::notify_of_changes(ports, transaction, &before, None, now).unwrap();
    });
    assert_eq!(
        super_user_notices(&scene, sol.user),
        ["Ada Okello is a Super User now. An operator of the server made this change."]
    );
    assert_eq!(mailed(&scene, "Sol").len(), 1);
}

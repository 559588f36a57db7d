//! Adding, renaming and removing one's own passkeys.

use aditus_application::accounts::passkeys::{add, remove, rename};
use aditus_application::accounts::second_factor::{new_recovery_codes, remove as remove_app, reset, status};
use aditus_application::accounts::{authenticate, housekeeping};
use aditus_application::failure::Param;
use aditus_application::settings::Settings;
use aditus_application::testing::settings;
use aditus_application::{Failure, Kind, Reason};
use aditus_domain::accounts::second_factor::{RequiredFor, RoleGroup};
use aditus_domain::audit;
use aditus_domain::ids::PasskeyId;
use aditus_domain::roles::Role;
use aditus_storage::testing::TestDatabase;
use chrono::TimeDelta;

use super::Scene;
use crate::accounts::second_factor::{by_code, by_password, set_up_app};
use crate::both_databases::Database;
use crate::world::World;
use crate::world::people::address_of;

#[test]
fn first_passkey_makes_recovery_codes() {
    let scene = Scene::new();
    let user = scene.world.person("Ada");
    let ada = scene.world.caller("Ada");
    let options = add::begin(&scene.world.ports, &ada, &by_password()).unwrap();
    assert_eq!(options.expires_on, scene.world.now() + TimeDelta::minutes(10));
    let owner = scene.authenticator.owners().pop().unwrap();
    assert_eq!(
        (owner.username.as_str(), owner.display_name.as_str()),
        ("ada@people.example", "Ada Okello")
    );
    let credential = scene.authenticator.make(&options.options).unwrap();
    let (added, kinds) = scene.kinds_of(|| scene.send_new(&ada, "  Work laptop ", &credential).unwrap());
    assert_eq!(kinds, [audit::Kind::PasskeyAdded]);
    let entry = scene.last_entry();
    assert!(
        entry.contains(&format!("\"passkey\":{}", added.passkey))
            && entry.contains(&format!("\"user\":{user}")),
        "{entry}"
    );
    assert_eq!(added.recovery_codes.len(), 10);
    let status = status::execute(&scene.world.ports, &ada).unwrap();
    assert!(status.passkeys_available && status.app.is_none());
    assert_eq!(status.recovery_codes_left, 10);
    let [shown] = &status.passkeys[..] else {
        panic!("one passkey is shown")
    };
    assert_eq!((shown.id, shown.name.as_str()), (added.passkey, "Work laptop"));
    assert_eq!((shown.added_on, shown.last_used_on), (scene.world.now(), None));
    let mail = scene.world.mails_to(&address_of("Ada")).pop().unwrap();
    assert_eq!(mail.subject, "Aditus: A passkey was added");
    assert!(
        mail.text.contains("The passkey \"Work laptop\" was added"),
        "{}",
        mail.text
    );
}

#[test]
fn further_passkeys_keep_user_handle_and_recovery_codes() {
    let scene = Scene::new();
    let (ada, _) = scene.person_with_passkey("Ada");
    let options = add::begin(&scene.world.ports, &ada, &by_password()).unwrap();
    assert_eq!(
        scene.authenticator.make(&options.options),
        None,
        "an authenticator has one passkey for an account"
    );
    let handles: Vec<[u8; 16]> = scene
        .authenticator
        .owners()
        .into_iter()
        .map(|owner| owner.handle)
        .collect();
    assert_eq!(handles[0], handles[1]);
    scene.world.person("Nia");
    let nia = scene.world.caller("Nia");
    scene.add(&nia, "Phone");
    let of_nia = scene.authenticator.owners().pop().unwrap().handle;
    assert_ne!(of_nia, handles[0]);
}

#[test]
fn app_set_up_first_keeps_its_recovery_codes() {
    let scene = Scene::new();
    scene.world.person("Ada");
    let ada = scene.world.caller("Ada");
    set_up_app(&scene.world, &ada);
    let added = scene.add(&ada, "Phone");
    assert_eq!(added.recovery_codes, Vec::<String>::new());
    assert_eq!(scene.recovery_codes_left(&ada), 10);
}

#[test]
fn adding_needs_the_password_or_a_code() {
    let scene = Scene::new();
    let (ada, added) = scene.person_with_passkey("Ada");
    let ada = scene.world.unconfirmed(&ada);
    let begin = |code: &str| add::begin(&scene.world.ports, &ada, &by_code(code));
    assert_eq!(begin("").map(drop).unwrap_err().reason(), Reason::PasswordNeeded);
    let wrong = begin("ABCDE-FGHJK").map(drop).unwrap_err();
    assert_eq!(wrong.reason(), Reason::CodeWrong);
    begin(&added.recovery_codes[0]).unwrap();
    assert_eq!(scene.recovery_codes_left(&ada), 9);
}

#[test]
fn response_of_a_new_passkey_is_accepted_once() {
    let scene = Scene::new();
    scene.world.person("Ada");
    let ada = scene.world.caller("Ada");
    let credential = scene.made(&ada);
    scene.send_new(&ada, "Phone", &credential).unwrap();
    let again = scene.send_new(&ada, "Phone", &credential).map(drop).unwrap_err();
    assert_eq!(
        (again.kind(), again.reason()),
        (Kind::Conflict, Reason::PasskeyExpired)
    );
    assert_eq!(scene.shown(&ada).len(), 1);
}

#[test]
fn response_of_a_new_passkey_expires_after_ten_minutes() {
    let scene = Scene::new();
    scene.world.person("Ada");
    let ada = scene.world.caller("Ada");
    let credential = scene.made(&ada);
    scene.world.wait(TimeDelta::minutes(10));
    let late = scene.send_new(&ada, "Phone", &credential).map(drop).unwrap_err();
    assert_eq!(late.reason(), Reason::PasskeyExpired);
    scene.made(&ada);
    scene.world.wait(TimeDelta::minutes(10) + TimeDelta::seconds(1));
    assert_eq!(housekeeping::execute(&scene.world.ports).unwrap().ceremonies, 1);
}

#[test]
fn new_passkey_of_another_person_is_refused() {
    let scene = Scene::new();
    scene.world.person("Ada");
    scene.world.person("Nia");
    let [ada, nia] = ["Ada", "Nia"].map(|name| scene.world.caller(name));
    let credential = scene.made(&ada);
    let refused = scene.send_new(&nia, "Phone", &credential).map(drop).unwrap_err();
    assert_eq!(refused.reason(), Reason::PasskeyExpired);
}

#[test]
fn passkey_that_an_account_has_is_refused() {
    let scene = Scene::new();
    let (ada, first) = scene.person_with_passkey("Ada");
    scene.world.person("Nia");
    let nia = scene.world.caller("Nia");
    let made = scene.made(&nia);
    let own = scene.credential_of(&ada, first.passkey);
    let copied = made.replace("c0de0001", &aditus_domain::hex::encode(&own));
    let refused = scene.send_new(&nia, "Phone", &copied).map(drop).unwrap_err();
    assert_eq!(
        (refused.kind(), refused.reason()),
        (Kind::Conflict, Reason::PasskeyExists)
    );
    assert_eq!(scene.shown(&nia), []);
    assert_eq!(scene.recovery_codes_left(&nia), 0);
}

#[test]
fn invalid_names_are_refused_and_leave_the_challenge() {
    let scene = Scene::new();
    scene.world.person("Ada");
    let ada = scene.world.caller("Ada");
    let credential = scene.made(&ada);
    let long = "a".repeat(61);
    for (name, message) in [
        ("  ", "The name is required"),
        (long.as_str(), "The name must not be longer than 60 characters"),
    ] {
        let refused = scene.send_new(&ada, name, &credential).map(drop).unwrap_err();
        assert_eq!(
            (refused.to_string().as_str(), refused.kind()),
            (message, Kind::Invalid)
        );
        assert_eq!(refused.fields()[0].0, "name");
    }
    scene.send_new(&ada, "Phone", &credential).unwrap();
}

#[test]
fn response_without_verification_of_the_person_adds_no_passkey() {
    let scene = Scene::new();
    scene.world.person("Ada");
    let ada = scene.world.caller("Ada");
    scene.authenticator.stop_verifying();
    let credential = scene.made(&ada);
    let refused = scene.send_new(&ada, "Phone", &credential).map(drop).unwrap_err();
    assert_eq!(
        (refused.kind(), refused.reason()),
        (Kind::Invalid, Reason::PasskeyInvalid)
    );
    assert_eq!(scene.shown(&ada), []);
}

#[test]
fn account_has_at_most_twenty_passkeys() {
    let scene = Scene::new();
    let (ada, first) = scene.person_with_passkey("Ada");
    let pending = scene.made_elsewhere(&ada);
    for number in 2..=20 {
        scene.store_passkey(&ada, number);
    }
    let begin = add::begin(&scene.world.ports, &scene.world.confirmed(&ada), &by_password());
    let refused = begin.map(drop).unwrap_err();
    assert_eq!(
        (refused.kind(), refused.reason()),
        (Kind::Conflict, Reason::TooManyPasskeys)
    );
    assert_eq!(
        refused.to_string(),
        "You can't have more than 20 passkeys. Remove one first."
    );
    assert_eq!(refused.params()["most"], Param::from(20_usize));
    let late = scene.send_new(&ada, "Phone", &pending).map(drop).unwrap_err();
    assert_eq!(late.reason(), Reason::TooManyPasskeys);
    let confirmed = scene.world.confirmed(&ada);
    remove::execute(&scene.world.ports, &confirmed, first.passkey, &by_password()).unwrap();
    scene.made_elsewhere(&ada);
}

#[test]
fn owner_renames_a_passkey() {
    let scene = Scene::new();
    let (ada, added) = scene.person_with_passkey("Ada");
    scene.world.person("Nia");
    let nia = scene.world.caller("Nia");
    let mails = scene.world.mails_to(&address_of("Ada")).len();
    let rename = |caller, id, name| rename::execute(&scene.world.ports, caller, id, name);
    rename(&ada, added.passkey, " Old laptop ").unwrap();
    assert_eq!(scene.shown(&ada)[0].name, "Old laptop");
    assert_eq!(
        scene.world.mails_to(&address_of("Ada")).len(),
        mails,
        "no mail is sent"
    );
    let missing = rename(&ada, added.passkey, "").unwrap_err();
    assert_eq!(
        (missing.kind(), missing.fields()[0].0.as_str()),
        (Kind::Invalid, "name")
    );
    for (caller, id) in [(&nia, added.passkey), (&ada, PasskeyId(999))] {
        let refused = rename(caller, id, "Mine").unwrap_err();
        assert_eq!(
            (refused.kind(), refused.reason()),
            (Kind::NotFound, Reason::PasskeyNotFound)
        );
    }
    assert_eq!(scene.shown(&ada)[0].name, "Old laptop");
}

#[test]
fn removing_the_last_factor_removes_the_recovery_codes() {
    let scene = Scene::new();
    let (ada, added) = scene.person_with_passkey("Ada");
    let ((), kinds) = scene.kinds_of(|| {
        let confirmed = scene.world.confirmed(&ada);
        remove::execute(&scene.world.ports, &confirmed, added.passkey, &by_password()).unwrap();
    });
    assert_eq!(kinds, [audit::Kind::PasskeyRemoved]);
    assert_eq!((scene.shown(&ada), scene.recovery_codes_left(&ada)), (vec![], 0));
    assert!(scene.is_mailed("Ada", "A passkey was removed"));
    scene.world.token("Ada");
    let confirmed = scene.world.confirmed(&ada);
    let none = new_recovery_codes::execute(&scene.world.ports, &confirmed, &by_password());
    assert_eq!(none.unwrap_err().reason(), Reason::NoSecondFactor);
}

#[test]
fn recovery_codes_stay_while_another_factor_remains() {
    let scene = Scene::new();
    let (ada, added) = scene.person_with_passkey("Ada");
    set_up_app(&scene.world, &ada);
    let ada = scene.world.confirmed(&ada);
    remove_app::execute(&scene.world.ports, &ada, &by_password()).unwrap();
    assert_eq!(scene.recovery_codes_left(&ada), 10);
    let mail = scene.world.mails_to(&address_of("Ada")).pop().unwrap();
    assert!(
        mail.text
            .contains("Signing in needs a passkey or a recovery code from now on."),
        "{}",
        mail.text
    );
    let none = remove_app::execute(&scene.world.ports, &ada, &by_password()).unwrap_err();
    assert_eq!(
        (none.to_string().as_str(), none.reason()),
        ("You have no authenticator app.", Reason::NoSecondFactor)
    );
    set_up_app(&scene.world, &ada);
    remove::execute(&scene.world.ports, &ada, added.passkey, &by_password()).unwrap();
    assert_eq!(scene.recovery_codes_left(&ada), 10);
}

#[test]
fn only_the_owner_removes_a_passkey_and_confirms_it() {
    let scene = Scene::new();
    let (ada, added) = scene.person_with_passkey("Ada");
    scene.world.person("Nia");
    let nia = scene.world.caller("Nia");
    let remove =
        |caller, code: &str| remove::execute(&scene.world.ports, caller, added.passkey, &by_code(code));
    let unconfirmed = scene.world.unconfirmed(&ada);
    assert_eq!(
        remove(&unconfirmed, "").unwrap_err().reason(),
        Reason::PasswordNeeded
    );
    let other = remove(&nia, "").unwrap_err();
    assert_eq!(
        (other.kind(), other.reason()),
        (Kind::NotFound, Reason::PasskeyNotFound)
    );
    remove(&unconfirmed, &added.recovery_codes[2]).unwrap();
    let again = remove(&scene.world.confirmed(&ada), "").unwrap_err();
    assert_eq!(again.reason(), Reason::PasskeyNotFound);
}

fn requiring() -> Settings {
    Settings {
        second_factor_required_for: RequiredFor::new([RoleGroup::Admin]),
        ..settings()
    }
}

#[test]
fn last_factor_stays_while_the_role_needs_one() {
    let scene = Scene::on(TestDatabase::sqlite(), requiring());
    let user = scene.world.person("Ada");
    scene.world.grant(user, scene.world.provider(), Role::Admin);
    let ada = scene.world.caller("Ada");
    let added = scene.add(&ada, "Laptop");
    let ada = scene.world.confirmed(&ada);
    let code = by_code(&added.recovery_codes[0]);
    let refused = remove::execute(&scene.world.ports, &ada, added.passkey, &code).unwrap_err();
    assert_eq!(
        (refused.kind(), refused.reason()),
        (Kind::Conflict, Reason::SecondFactorRequired)
    );
    assert_eq!(scene.recovery_codes_left(&ada), 10, "the code is not used up");
    set_up_app(&scene.world, &ada);
    remove_app::execute(&scene.world.ports, &ada, &by_password()).unwrap();
    set_up_app(&scene.world, &ada);
    remove::execute(&scene.world.ports, &ada, added.passkey, &by_password()).unwrap();
    let refused = remove_app::execute(&scene.world.ports, &ada, &by_password()).unwrap_err();
    assert_eq!(refused.reason(), Reason::SecondFactorRequired);
}

#[test]
fn reset_removes_app_and_passkeys() {
    let scene = Scene::new();
    let (ada, _) = scene.person_with_passkey("Ada");
    set_up_app(&scene.world, &ada);
    let super_user = scene
        .world
        .caller_with("Sol", scene.world.provider(), Role::SuperUser);
    reset::execute(&scene.world.ports, &super_user, ada.user).unwrap();
    assert_eq!((scene.shown(&ada), scene.recovery_codes_left(&ada)), (vec![], 0));
    let again = reset::execute(&scene.world.ports, &super_user, ada.user).unwrap_err();
    assert_eq!(again.reason(), Reason::NoSecondFactor);
    let token = scene.world.token("Ada");
    let ada = authenticate::execute(&scene.world.ports, &token).unwrap();
    scene.add(&ada, "Phone");
    reset::execute_as_operator(&scene.world.ports, ada.user).unwrap();
    assert_eq!(scene.shown(&ada), []);
    let mail = scene.world.mails_to(&address_of("Ada")).pop().unwrap();
    assert!(
        mail.text
            .contains("Your authenticator app, passkeys and recovery codes no longer work"),
        "{}",
        mail.text
    );
}

#[test]
fn installation_without_passkeys_offers_none() {
    let world = World::new();
    world.person("Ada");
    let ada = world.caller("Ada");
    let refused = add::begin(&world.ports, &ada, &by_password())
        .map(drop)
        .unwrap_err();
    assert_eq!(
        (refused.to_string().as_str(), refused.kind(), refused.reason()),
        (
            "Passkeys can't be used at this address.",
            Kind::Conflict,
            Reason::PasskeysUnavailable
        )
    );
    assert!(!status::execute(&world.ports, &ada).unwrap().passkeys_available);
}

on_both_databases!(last_factor_stays_when_two_are_removed_at_once);

fn last_factor_stays_when_two_are_removed_at_once(database: Database) {
    let scene = Scene::on(database(), requiring());
    let user = scene.world.person("Ada");
    scene.world.grant(user, scene.world.provider(), Role::Admin);
    let ada = scene.world.caller("Ada");
    let added = scene.add(&ada, "Laptop");
    set_up_app(&scene.world, &ada);
    let ada = scene.world.confirmed(&ada);
    let ports = &scene.world.ports;
    let removed = std::thread::scope(|scope| {
        let passkey = scope.spawn(|| remove::execute(ports, &ada, added.passkey, &by_password()).is_ok());
        let app = scope.spawn(|| remove_app::execute(ports, &ada, &by_password()).is_ok());
        [passkey, app].map(|thread| thread.join().unwrap())
    });
    assert_eq!(removed.into_iter().filter(|removed| *removed).count(), 1);
    assert_eq!(scene.recovery_codes_left(&ada), 10);
}

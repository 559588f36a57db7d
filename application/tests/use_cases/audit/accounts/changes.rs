//! Changes of the address, the number, the password and the name create audit entries.

use aditus_application::access::Caller;
use aditus_application::accounts::forgot_password::{self, ResetOrigin};
use aditus_application::accounts::{
    authenticate, change_email, change_password, change_phone, prove_email, reset_password,
    send_contact_code, set_password, step_up, take_back, update_profile,
};
use aditus_application::deadlines::feed::{make, read, switch_off};
use aditus_domain::accounts::RawProfile;
use aditus_domain::audit::Kind;
use aditus_domain::ids::UserId;
use chrono::TimeDelta;

use super::other_code;
use super::recorded_entry::{acts, by_anonymous, entries_of_refusal, entries_of_success, own};
use crate::world::World;
use crate::world::people::{PASSWORD, address_of, phone_of};

const NEW_PASSWORD: &str = "Quiet-River-7!";
const NEW_ADDRESS: &str = "ada.new@people.example";
const NEW_NUMBER: &str = "+256772000111";
const HOME: &str = "192.0.2.1";

fn someone(world: &World, first_name: &str) -> Caller {
    world.person(first_name);
    world.caller(first_name)
}

/// Returns the caller as if the password had been entered just now.
fn with_password(world: &World, caller: &Caller) -> Caller {
    Caller {
        password_given_on: Some(world.now()),
        ..caller.clone()
    }
}

#[test]
fn a_change_of_address_creates_entries() {
    let world = World::new();
    let ada = someone(&world, "Ada");
    let user = ada.user;
    let change = |caller: &Caller, address: &str| {
        let org_email = address.to_owned();
        change_email::execute(&world.ports, caller, &change_email::Command { org_email })
    };
    assert_eq!(
        entries_of_refusal(&world, || change(&ada, NEW_ADDRESS)),
        [],
        "it is not proved"
    );
    let order = send_contact_code::Command::Email(NEW_ADDRESS.to_owned());
    let (_, seen) = entries_of_success(&world, || send_contact_code::execute(&world.ports, &ada, &order));
    assert_eq!(acts(&seen), [own(Kind::AccountCodeSent, user)]);
    assert!(seen[0].contains("\"purpose\":\"EmailChange\"") && seen[0].in_session(ada.session));
    let prove = |otp: &str| {
        let command = prove_email::Command {
            username: NEW_ADDRESS.to_owned(),
            otp: otp.to_owned(),
        };
        prove_email::execute(&world.ports, &ada, &command)
    };
    let otp = world.code_mailed_to(NEW_ADDRESS);
    let seen = entries_of_refusal(&world, || prove(&other_code(&otp)));
    assert_eq!(acts(&seen), [own(Kind::CodeRefused, user)]);
    let ((), seen) = entries_of_success(&world, || prove(&otp));
    assert_eq!(acts(&seen), [own(Kind::EmailProved, user)]);
    let ((), seen) = entries_of_success(&world, || change(&ada, NEW_ADDRESS));
    assert_eq!(acts(&seen), [own(Kind::EmailChanged, user)]);
    assert!(seen[0].contains("\"email\":\""), "as a commitment");

    let notice = world.mails_to(&address_of("Ada")).pop().unwrap().text;
    let token: String = notice
        .split_once("#takeBack=")
        .unwrap()
        .1
        .chars()
        .take(64)
        .collect();
    let command = take_back::Command { token };
    let (_, seen) = entries_of_success(&world, || take_back::execute(&world.ports, &command));
    assert_eq!(acts(&seen), [own(Kind::ContactTakenBack, user)]);
    assert_eq!(
        entries_of_refusal(&world, || take_back::execute(&world.ports, &command)),
        []
    );
}

#[test]
fn a_change_of_number_names_its_former_owner() {
    let world = World::new();
    let nia = world.person("Nia");
    world.wait(TimeDelta::days(7));
    let ada = someone(&world, "Ada");
    let number = phone_of("Nia");
    let order = send_contact_code::Command::Phone(number.clone());
    let (_, seen) = entries_of_success(&world, || send_contact_code::execute(&world.ports, &ada, &order));
    assert_eq!(acts(&seen), [own(Kind::AccountCodeSent, ada.user)]);
    assert!(seen[0].contains("\"purpose\":\"PhoneChange\""));
    let change = |otp: &str| {
        let (phone, otp) = (number.clone(), otp.to_owned());
        change_phone::execute(&world.ports, &ada, &change_phone::Command { phone, otp })
    };
    let otp = world.code_mailed_to(&address_of("Ada"));
    let seen = entries_of_refusal(&world, || change(&other_code(&otp)));
    assert_eq!(acts(&seen), [own(Kind::CodeRefused, ada.user)]);
    let ((), seen) = entries_of_success(&world, || change(&otp));
    let released = (Kind::PhoneReleased, Some(ada.user), Some(nia));
    assert_eq!(acts(&seen), [released, own(Kind::PhoneChanged, ada.user)]);
    assert!(seen[1].contains("\"phone\":\""), "as a commitment");
    let unknown = send_contact_code::Command::Phone(NEW_NUMBER[..6].to_owned());
    assert_eq!(
        entries_of_refusal(&world, || send_contact_code::execute(
            &world.ports,
            &ada,
            &unknown
        )),
        []
    );
}

#[test]
fn a_change_of_password_creates_entries() {
    let world = World::new();
    let user = world.person("Ada");
    let ada = authenticate::execute(&world.ports, &world.token("Ada")).unwrap();
    let give = |password: &str| {
        let (password, address) = (password.to_owned(), HOME.to_owned());
        step_up::execute(&world.ports, &ada, &step_up::Command { password, address })
    };
    let change = |caller: &Caller, password: &str| {
        let password = password.to_owned();
        change_password::execute(&world.ports, caller, &change_password::Command { password })
    };
    assert_eq!(entries_of_refusal(&world, || change(&ada, NEW_PASSWORD)), []);
    let seen = entries_of_refusal(&world, || give("Wrong-2026!"));
    assert_eq!(acts(&seen), [own(Kind::PasswordRefused, user)]);
    let ((), seen) = entries_of_success(&world, || give(PASSWORD));
    assert_eq!(acts(&seen), [own(Kind::PasswordConfirmed, user)]);
    assert!(seen[0].in_session(ada.session));
    let ada = with_password(&world, &ada);
    assert_eq!(entries_of_refusal(&world, || change(&ada, "weak")), []);
    let ((), seen) = entries_of_success(&world, || change(&ada, NEW_PASSWORD));
    assert_eq!(acts(&seen), [own(Kind::PasswordChanged, user)]);
}

/// The audit log holds the real outcome; the answer to the caller reveals nothing.
#[test]
fn a_password_reset_creates_entries() {
    let world = World::new();
    let ada = world.person("Ada");
    let origin = || ResetOrigin {
        address: HOME.to_owned(),
        browser: String::new(),
    };
    let ask = |first_name: &str| {
        let (username, origin) = (address_of(first_name), origin());
        forgot_password::execute(&world.ports, &forgot_password::Command { username, origin })
    };
    let reset = |first_name: &str, otp: &str| {
        let command = reset_password::Command {
            username: address_of(first_name),
            password: NEW_PASSWORD.to_owned(),
            otp: otp.to_owned(),
            origin: origin(),
        };
        reset_password::execute(&world.ports, &command)
    };
    let (_, seen) = entries_of_success(&world, || ask("Ada"));
    assert_eq!(acts(&seen), [by_anonymous(Kind::AccountCodeSent, Some(ada))]);
    let (_, seen) = entries_of_success(&world, || ask("Nobody"));
    assert_eq!(acts(&seen), [by_anonymous(Kind::AccountCodeSent, None)]);
    let otp = world.code_mailed_to(&address_of("Ada"));
    let seen = entries_of_refusal(&world, || reset("Ada", &other_code(&otp)));
    assert_eq!(acts(&seen), [by_anonymous(Kind::CodeRefused, Some(ada))]);
    let (_, seen) = entries_of_success(&world, || reset("Ada", &otp));
    assert_eq!(acts(&seen), [own(Kind::PasswordReset, ada)]);
}

#[test]
fn a_password_set_by_the_operator_creates_an_entry() {
    let world = World::new();
    let ada = world.person("Ada");
    let set = |password: &str| {
        let command = set_password::Command {
            user: ada,
            password: password.to_owned(),
        };
        set_password::execute(&world.ports, &command)
    };
    assert_eq!(entries_of_refusal(&world, || set("weak")), []);
    let ((), seen) = entries_of_success(&world, || set(NEW_PASSWORD));
    assert_eq!(acts(&seen), [(Kind::PasswordSet, None, Some(ada))]);
}

#[test]
fn a_change_of_the_profile_creates_an_entry() {
    let world = World::new();
    let ada = someone(&world, "Ada");
    let command = |user_id| update_profile::Command {
        user_id,
        form: RawProfile {
            fname: "Ada".to_owned(),
            middle_name: None,
            sname: "Namara".to_owned(),
            designation: "Researcher".to_owned(),
            department: "Kitara".to_owned(),
        },
    };
    let ((), seen) = entries_of_success(&world, || {
        update_profile::execute(&world.ports, &ada, &command(ada.user))
    });
    assert_eq!(acts(&seen), [own(Kind::ProfileChanged, ada.user)]);
    let foreign = command(UserId(ada.user.0 + 1));
    assert_eq!(
        entries_of_refusal(&world, || update_profile::execute(&world.ports, &ada, &foreign)),
        []
    );
}

#[test]
fn changes_of_a_calendar_feed_create_entries() {
    let world = World::new();
    let ada = someone(&world, "Ada");
    let user = ada.user;
    let make = || make::execute(&world.ports, &ada);
    let switch_off = || switch_off::execute(&world.ports, &ada);
    let (answer, seen) = entries_of_success(&world, make);
    assert_eq!(acts(&seen), [own(Kind::CalendarFeedMade, user)]);
    assert!(seen[0].contains("\"renewed\":false") && seen[0].in_session(ada.session));
    assert!(!seen[0].contains(&answer.token));
    let (answer, seen) = entries_of_success(&world, make);
    assert_eq!(acts(&seen), [own(Kind::CalendarFeedMade, user)]);
    assert!(seen[0].contains("\"renewed\":true"));
    let query = read::Query {
        token: answer.token,
        address: HOME.to_owned(),
    };
    let (_, seen) = entries_of_success(&world, || read::execute(&world.ports, &query));
    assert_eq!(seen, [], "programs read it every hour");
    for expected in [vec![own(Kind::CalendarFeedRemoved, user)], Vec::new()] {
        let ((), seen) = entries_of_success(&world, switch_off);
        assert_eq!(acts(&seen), expected);
    }
}

#[test]
fn a_calendar_feed_that_ends_with_all_sessions_creates_an_entry() {
    let world = World::new();
    let ada = someone(&world, "Ada");
    make::execute(&world.ports, &ada).unwrap();
    let command = set_password::Command {
        user: ada.user,
        password: NEW_PASSWORD.to_owned(),
    };
    let ((), seen) = entries_of_success(&world, || set_password::execute(&world.ports, &command));
    let by_operator = |kind| (kind, None, Some(ada.user));
    assert_eq!(
        acts(&seen),
        [Kind::PasswordSet, Kind::CalendarFeedRemoved].map(by_operator)
    );
}

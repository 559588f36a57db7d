//! Acts on accounts and roles create audit entries.

mod changes;
mod identities;
mod recorded_entry;
mod roles;
mod second_factor;

use aditus_application::access::Caller;
use aditus_application::accounts::{
    authenticate, end_session, housekeeping, register, sign_in, sign_out, sign_up,
};
use aditus_application::roles::switch_role;
use aditus_domain::accounts::{AccountState, RawRegistration};
use aditus_domain::audit::Kind;
use aditus_domain::roles::Role;
use chrono::TimeDelta;

use self::recorded_entry::{
    acts, by_anonymous, entries_of, entries_of_refusal, entries_of_success, institute, own,
};
use crate::world::World;
use crate::world::people::{PASSWORD, address_of, phone_of};

const HOME: &str = "192.0.2.1";

fn sign_in(world: &World, username: &str, password: &str) -> Result<sign_in::Answer, sign_in::Error> {
    let command = sign_in::Command {
        username: username.to_owned(),
        password: password.to_owned(),
        address: HOME.to_owned(),
        user_agent: String::new(),
        browser: String::new(),
    };
    sign_in::execute(&world.ports, &command).map(|progress| progress.signed_in().unwrap())
}

/// Returns six digits that differ from `otp`.
fn other_code(otp: &str) -> String {
    let other = if otp == "000000" { "000001" } else { "000000" };
    other.to_owned()
}

#[test]
fn signing_in_and_out_creates_entries() {
    let world = World::new();
    let ada = world.person("Ada");
    let (answer, seen) = entries_of_success(&world, || sign_in(&world, &address_of("Ada"), PASSWORD));
    assert_eq!(acts(&seen), [own(Kind::SignedIn, ada)]);
    let caller = authenticate::execute(&world.ports, &answer.token).unwrap();
    assert!(seen[0].contains(&format!("\"session\":{}", caller.session)));
    let (_, seen) = entries_of_success(&world, || sign_out::execute(&world.ports, &caller));
    assert_eq!(acts(&seen), [own(Kind::SignedOut, ada)]);
    assert!(
        seen[0].in_session(caller.session) && seen[0].contains(&format!("\"session\":{}", caller.session))
    );
}

/// Only readers of the audit log learn if an account exists or is disabled.
#[test]
fn refused_sign_ins_create_entries() {
    let world = World::new();
    let ada = world.person("Ada");
    let dora = world.person_in_state("Dora", AccountState::Disabled);
    let refused =
        |username: &str, password: &str| entries_of_refusal(&world, || sign_in(&world, username, password));
    let cases = [
        (
            address_of("Ada"),
            "Wrong-2026!",
            by_anonymous(Kind::SignInRefused, Some(ada)),
        ),
        (
            address_of("Nobody"),
            PASSWORD,
            by_anonymous(Kind::SignInRefused, None),
        ),
        (
            "'; drop table".to_owned(),
            PASSWORD,
            by_anonymous(Kind::SignInRefused, None),
        ),
        (
            address_of("Dora"),
            "Wrong-2026!",
            by_anonymous(Kind::SignInRefused, Some(dora)),
        ),
        (address_of("Dora"), PASSWORD, own(Kind::SignInRefused, dora)),
    ];
    for (username, password, expected) in cases {
        assert_eq!(acts(&refused(&username, password)), [expected], "{username}");
    }
    assert_eq!(refused("", PASSWORD), [], "nothing was tried");
}

#[test]
fn rate_limited_calls_create_no_entries() {
    let world = World::new();
    world.person("Ada");
    let tried = || entries_of_refusal(&world, || sign_in(&world, &address_of("Ada"), "Wrong-2026!")).len();
    let counted: usize = (0..100).map(|_| tried()).sum();
    assert!((1..100).contains(&counted), "{counted}");
    assert_eq!(tried(), 0);
}

#[test]
fn registering_creates_entries() {
    let world = World::new();
    let ask = |username: String| {
        let address = HOME.to_owned();
        sign_up::execute(&world.ports, &sign_up::Command { username, address })
    };
    let (_, seen) = entries_of_success(&world, || ask(address_of("Nia")));
    assert_eq!(acts(&seen), [by_anonymous(Kind::SignUpCodeSent, None)]);
    assert_eq!(
        entries_of_refusal(&world, || ask(address_of("Nia"))),
        [],
        "one is on its way"
    );
    let verify = |otp: &str| {
        let form = RawRegistration {
            username: address_of("Nia"),
            fname: "Nia".to_owned(),
            middle_name: String::new(),
            sname: "Namara".to_owned(),
            phone: phone_of("Nia"),
            org_email: address_of("Nia"),
            org: None,
            tentative_organization: "Lakeside Clinic".to_owned(),
            designation: "Researcher".to_owned(),
            department: "Epidemiology".to_owned(),
            password: "Quiet-River-7!".to_owned(),
            otp: otp.to_owned(),
        };
        let command = register::Command {
            form,
            identity_token: String::new(),
            user_agent: String::new(),
            address: HOME.to_owned(),
            browser: String::new(),
        };
        register::execute(&world.ports, &command)
    };
    let otp = world.code_mailed_to(&address_of("Nia"));
    let seen = entries_of_refusal(&world, || verify(&other_code(&otp)));
    assert_eq!(acts(&seen), [by_anonymous(Kind::CodeRefused, None)]);
    assert!(seen[0].contains("\"purpose\":\"SignUp\""));
    let (answer, seen) = entries_of_success(&world, || verify(&otp));
    let nia = answer.user.user_id;
    assert_eq!(
        acts(&seen),
        [own(Kind::AccountRegistered, nia), own(Kind::SignedIn, nia)]
    );
    assert_eq!(
        entries_of_refusal(&world, || ask(address_of("Nia"))),
        [],
        "the address is taken"
    );
}

#[test]
fn ends_of_sessions_create_entries() {
    let world = World::new();
    let user = world.person("Ada");
    let others = [(); 3].map(|()| {
        let token = world.token("Ada");
        authenticate::execute(&world.ports, &token).unwrap().session
    });
    world.person("Nia");
    let nia = world.caller("Nia");
    let ada = world.caller("Ada");
    let end = |caller: &Caller, command| end_session::execute(&world.ports, caller, command);
    let foreign = entries_of_refusal(&world, || end(&nia, end_session::Command::One(ada.session)));
    assert_eq!(foreign, []);
    let ((), seen) = entries_of_success(&world, || end(&ada, end_session::Command::One(others[0])));
    assert_eq!(acts(&seen), [own(Kind::SessionEnded, user)]);
    assert!(seen[0].contains(&format!("\"session\":{}", others[0])) && seen[0].in_session(ada.session));
    let ((), seen) = entries_of_success(&world, || end(&ada, end_session::Command::Others));
    assert_eq!(acts(&seen), [own(Kind::SessionEnded, user); 2]);
    for session in &others[1..] {
        assert!(
            seen.iter()
                .any(|seen| seen.contains(&format!("\"session\":{session}")))
        );
    }
    let ((), seen) = entries_of_success(&world, || end(&ada, end_session::Command::One(ada.session)));
    assert_eq!(acts(&seen), [own(Kind::SignedOut, user)]);
}

#[test]
fn private_acts_and_housekeeping_create_no_entries() {
    let world = World::new();
    let ada = world.person("Ada");
    world.grant(ada, institute(&world), Role::Admin);
    let requester = world.grant(ada, institute(&world), Role::DataRequester);
    let token = world.token("Ada");
    let ((), seen) = entries_of(&world, || {
        world.wait(TimeDelta::minutes(2));
        let caller = authenticate::execute(&world.ports, &token).unwrap();
        let command = switch_role::Command {
            assigned_role_id: requester,
        };
        switch_role::execute(&world.ports, &caller, command).unwrap();
        housekeeping::execute(&world.ports).unwrap();
    });
    assert_eq!(seen, []);
}

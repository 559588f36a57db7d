//! A forgotten password (1 §5.4; decisions A9).

use aditus_application::accounts::forgot_password::{self, ResetOrigin};
use aditus_application::accounts::{authenticate, reset_password, set_password, sign_in};
use aditus_application::ports::MailError;
use aditus_application::{Failure, Kind};
use aditus_domain::accounts::AccountState;
use chrono::TimeDelta;

use crate::world::World;
use crate::world::people::{PASSWORD, address_of};

/// A browser that is known to no account.
fn home() -> ResetOrigin {
    ResetOrigin {
        address: "192.0.2.1".to_owned(),
        browser: String::new(),
    }
}

fn ask(world: &World, first_name: &str) {
    let command = forgot_password::Command {
        username: address_of(first_name),
        origin: home(),
    };
    forgot_password::execute(&world.ports, &command).unwrap();
}

fn reset(world: &World, first_name: &str, otp: &str) -> Result<(), reset_password::Error> {
    let command = reset_password::Command {
        username: address_of(first_name),
        password: "Quiet-River-7!".to_owned(),
        otp: otp.to_owned(),
        origin: home(),
    };
    reset_password::execute(&world.ports, &command).map(drop)
}

fn signs_in(world: &World, password: &str) -> bool {
    let command = sign_in::Command {
        username: address_of("Ada"),
        password: password.to_owned(),
        address: "192.0.2.1".to_owned(),
        user_agent: String::new(),
        browser: world.browser_of("Ada"),
    };
    sign_in::execute(&world.ports, &command).is_ok()
}

#[test]
fn a_reset_ends_every_session_and_notifies_the_owner() {
    let world = World::new();
    let ada = world.person("Ada");
    world.change_account(ada, |account| account.email_is_verified = false);
    let tokens = [world.token("Ada"), world.token("Ada")];
    ask(&world, "Ada");
    reset(&world, "Ada", &world.code_mailed_to(&address_of("Ada"))).unwrap();
    for token in tokens {
        assert!(authenticate::execute(&world.ports, &token).is_err());
    }
    assert!(signs_in(&world, "Quiet-River-7!") && !signs_in(&world, PASSWORD));
    assert!(world.account(ada).email_is_verified, "the code was read there");
    let last = world.mails_to(&address_of("Ada")).pop().unwrap();
    assert!(last.subject.ends_with("Your password was changed"));
}

#[test]
fn reset_mails_go_to_usable_accounts_only() {
    let world = World::new();
    world.person_in_state("Dora", AccountState::Disabled);
    ask(&world, "Nobody");
    ask(&world, "Dora");
    assert_eq!(world.deliver().sent, 0);
    // Even the right digits are refused: every name gets a code row, but this one opens nothing.
    for name in ["Nobody", "Dora"] {
        let refused = (0..5).map(|_| reset(&world, name, "000000").unwrap_err());
        assert!(refused.into_iter().all(|error| error.kind() == Kind::Invalid));
    }
}

#[test]
fn the_password_is_hashed_only_for_the_right_code() {
    let world = World::new();
    world.person("Ada");
    ask(&world, "Ada");
    let otp = world.code_mailed_to(&address_of("Ada"));
    let error = reset(&world, "Ada", "12").unwrap_err();
    assert_eq!(error.fields(), [("otp".to_owned(), "Wrong OTP".to_owned())]);
    assert!(reset(&world, "Ada", &otp).is_ok());
    assert_eq!(reset(&world, "Ada", &otp).unwrap_err().code(), Some(605));
}

/// A broken mail server gives everyone the same error, so its detection does not reveal accounts
/// either.
#[test]
fn a_mail_server_outage_does_not_reveal_accounts() {
    for name in ["Ada", "Nobody"] {
        let world = World::new();
        world.person("Ada");
        world.deliver();
        ask(&world, name);
        world.mailer.begin_outage(|| MailError::Temporary("421 later".into()));
        world.deliver();
        assert!(world.ports.mail_route.is_broken(world.now()), "{name}");
        world.wait(TimeDelta::seconds(31));
        let command = forgot_password::Command {
            username: address_of(name),
            origin: home(),
        };
        let refused = forgot_password::execute(&world.ports, &command).unwrap_err();
        assert_eq!(
            (refused.kind(), refused.code()),
            (Kind::Unavailable, Some(606)),
            "{name}"
        );
        assert_eq!(
            refused.to_string(),
            "Failed to send OTP. Resend using the link below"
        );
        world.mailer.end_outage();
        world.deliver();
        assert!(!world.ports.mail_route.is_broken(world.now()), "{name}");
        ask(&world, name);
    }
}

fn set(world: &World, first_name: &str, password: &str) -> Result<(), set_password::Error> {
    let account = set_password::find(&world.ports, &address_of(first_name)).unwrap();
    let command = set_password::Command {
        user: account.unwrap().id,
        password: password.to_owned(),
    };
    set_password::execute(&world.ports, &command)
}

#[test]
fn operator_sets_password_ends_every_session_and_mails_the_owner() {
    let world = World::new();
    let ada = world.person("Ada");
    let token = world.token("Ada");
    ask(&world, "Ada");
    let otp = world.code_mailed_to(&address_of("Ada"));
    set(&world, "Ada", "Quiet-River-7!").unwrap();
    assert!(authenticate::execute(&world.ports, &token).is_err());
    assert!(signs_in(&world, "Quiet-River-7!") && !signs_in(&world, PASSWORD));
    assert!(reset(&world, "Ada", &otp).is_err(), "the code was voided");
    let last = world.mails_to(&address_of("Ada")).pop().unwrap();
    assert!(last.text.contains("was changed by an operator of the server on"));
    let by_phone = set_password::find(&world.ports, world.account(ada).phone.as_str()).unwrap();
    assert_eq!(by_phone.map(|account| account.id), Some(ada));
    assert_eq!(
        set_password::find(&world.ports, "nobody@people.example").unwrap(),
        None
    );
    assert_eq!(set_password::find(&world.ports, "no name").unwrap(), None);
}

#[test]
fn operator_cannot_set_a_weak_password_or_enable_an_account() {
    let world = World::new();
    let ada = world.person_in_state("Ada", AccountState::Disabled);
    let provider = world.ports.settings.provider_organisation.replace(' ', "");
    assert!(matches!(
        set(&world, "Ada", "short"),
        Err(set_password::Error::Weak(_))
    ));
    assert!(matches!(
        set(&world, "Ada", &format!("{provider}2026!")),
        Err(set_password::Error::Guessable(_))
    ));
    set(&world, "Ada", "Quiet-River-7!").unwrap();
    assert_eq!(world.account(ada).state, AccountState::Disabled);
    assert!(!signs_in(&world, "Quiet-River-7!"));
}

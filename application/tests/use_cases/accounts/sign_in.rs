//! Signing in (1 §4, §5.1; decisions A1, A2, A10, A12).

use crate::world::World;
use crate::world::people::{PASSWORD, address_of, phone_of};
use aditus_application::accounts::authenticate;
use aditus_application::accounts::sign_in::{Answer, Command, Error, execute};
use aditus_application::ports::KeyPurpose;
use aditus_application::{Failure, Kind};
use aditus_domain::accounts::AccountState;
use aditus_domain::roles::{Role, RoleStatus};

fn command(username: &str, password: &str) -> Command {
    Command {
        username: username.to_owned(),
        password: password.to_owned(),
        address: "192.0.2.7".to_owned(),
        user_agent: "Browser/1.0".to_owned(),
        browser: String::new(),
    }
}

fn sign_in(world: &World, username: &str, password: &str) -> Result<Answer, Error> {
    execute(&world.ports, &command(username, password)).map(|progress| progress.signed_in().unwrap())
}

fn refusal(world: &World, username: &str, password: &str) -> Error {
    sign_in(world, username, password).map(|_| ()).unwrap_err()
}

#[test]
fn usernames_are_addresses_in_any_case_or_phones_in_any_format() {
    let world = World::new();
    let ada = world.person("Ada");
    let (prefix, rest) = {
        let phone = phone_of("Ada");
        (phone[..4].to_owned(), phone[4..].to_owned())
    };
    for username in [
        address_of("Ada"),
        "  ADA@People.Example ".into(),
        phone_of("Ada"),
        format!("{prefix} {rest}"),
    ] {
        let answer = sign_in(&world, &username, PASSWORD).unwrap();
        assert_eq!(answer.user.user_id, ada, "{username}");
    }
}

#[test]
fn the_token_is_long_different_each_time_and_stored_only_as_a_hash() {
    let world = World::new();
    let ada = world.person("Ada");
    let first = sign_in(&world, &address_of("Ada"), PASSWORD).unwrap().token;
    let second = sign_in(&world, &address_of("Ada"), PASSWORD).unwrap().token;
    assert_ne!(first, second);
    assert_eq!(first.len(), 64, "256 bits in hexadecimal");
    for token in [first, second] {
        assert_eq!(authenticate::execute(&world.ports, &token).unwrap().user, ada);
        let hash = world.ports.keys.hash(KeyPurpose::SessionToken, token.as_bytes());
        let stored = world.read_in_transaction(|transaction| transaction.sessions().by_token(&hash).unwrap());
        assert_eq!(stored.unwrap().user, ada);
    }
}

#[test]
fn the_activated_role_of_the_lowest_rank_is_selected() {
    let world = World::new();
    let provider = world.provider();
    let ada = world.person("Ada");
    let requester = world.grant(ada, provider, Role::DataRequester);
    world.assign(ada, provider, Role::SuperUser, RoleStatus::Pending);
    world.assign(ada, provider, Role::Admin, RoleStatus::Deactivated);
    let officer = world.grant(ada, provider, Role::DataOfficer);
    let answer = sign_in(&world, &address_of("Ada"), PASSWORD).unwrap();
    assert_eq!(answer.selected, Some(officer));
    assert_eq!(
        answer.user.assigned_roles.len(),
        4,
        "every role asked for or held is told"
    );
    let caller = authenticate::execute(&world.ports, &answer.token).unwrap();
    assert_eq!(
        caller.roles.iter().map(|role| role.id).collect::<Vec<_>>(),
        [officer, requester]
    );
}

#[test]
fn empty_fields_are_named() {
    let world = World::new();
    let cases = [
        ("", PASSWORD, "Username is required", vec!["username"]),
        ("ada", "", "Password is required", vec!["password"]),
        (" ", "", "Username is required", vec!["username", "password"]),
    ];
    for (username, password, message, fields) in cases {
        let error = refusal(&world, username, password);
        assert_eq!(
            (error.to_string().as_str(), error.kind()),
            (message, Kind::Invalid)
        );
        assert_eq!(
            error
                .fields()
                .iter()
                .map(|(field, _)| field.as_str())
                .collect::<Vec<_>>(),
            fields
        );
    }
}

#[test]
fn a_wrong_password_and_an_unknown_name_get_the_same_answer() {
    let world = World::new();
    world.person("Ada");
    let wrong = refusal(&world, &address_of("Ada"), "Other-2026!");
    assert_eq!(world.passwords.dummy_verifications(), 0);
    let unknown = refusal(&world, "nobody@people.example", PASSWORD);
    assert_eq!(
        world.passwords.dummy_verifications(),
        1,
        "the time of a verification is spent"
    );
    let no_name = refusal(&world, "'; drop table accounts; --", PASSWORD);
    assert_eq!(world.passwords.dummy_verifications(), 2);
    for error in [wrong, unknown, no_name] {
        assert_eq!(error.to_string(), "Invalid username or password.");
        assert_eq!(error.kind(), Kind::Unauthenticated);
    }
}

#[test]
fn a_password_longer_than_any_is_not_hashed() {
    let world = World::new();
    world.person("Ada");
    assert!(matches!(
        refusal(&world, &address_of("Ada"), &"Demo-2026!".repeat(13)),
        Error::WrongCredentials
    ));
    assert_eq!(world.passwords.dummy_verifications(), 1);
}

#[test]
fn a_disabled_account_is_only_revealed_with_the_right_password() {
    let world = World::new();
    world.person_in_state("Ada", AccountState::Disabled);
    assert!(matches!(
        refusal(&world, &address_of("Ada"), "Other-2026!"),
        Error::WrongCredentials
    ));
    let error = refusal(&world, &address_of("Ada"), PASSWORD);
    assert_eq!(
        error.to_string(),
        "Your account is disabled. Contact the administrator of your organisation."
    );
    assert_eq!(error.kind(), Kind::Unauthenticated);
}

#[test]
fn a_pending_account_signs_in_without_its_roles() {
    let world = World::new();
    let ada = world.person_in_state("Ada", AccountState::Pending);
    world.grant(ada, world.provider(), Role::DataOfficer);
    let answer = sign_in(&world, &address_of("Ada"), PASSWORD).unwrap();
    assert_eq!(
        (answer.selected, answer.user.state),
        (None, AccountState::Pending)
    );
    assert!(
        authenticate::execute(&world.ports, &answer.token)
            .unwrap()
            .roles
            .is_empty()
    );
}

#[test]
fn a_password_is_rehashed_when_the_parameters_changed() {
    let world = World::new();
    let ada = world.person("Ada");
    sign_in(&world, &address_of("Ada"), PASSWORD).unwrap();
    let old = world.account(ada);
    assert_eq!(old.version, {
        sign_in(&world, &address_of("Ada"), PASSWORD).unwrap();
        world.account(ada).version
    });
    world.passwords.change_parameters();
    sign_in(&world, &address_of("Ada"), PASSWORD).unwrap();
    let new = world.account(ada);
    assert_ne!(new.password_hash, old.password_hash);
    assert!(!world.ports.passwords.needs_rehash(&new.password_hash));
    sign_in(&world, &address_of("Ada"), PASSWORD).unwrap();
}

//! Sessions: the owner of a token, its lifetime, and the selected role (1 §4; decisions A1, A2).

use crate::world::World;
use aditus_application::access::AccessError;
use aditus_application::accounts::authenticate::{self, Error};
use aditus_application::accounts::{Session, current_user, housekeeping, sign_out};
use aditus_application::contract::limits::event;
use aditus_application::notifications::{Channel, Destination, QueuedMessage};
use aditus_application::ports::KeyPurpose;
use aditus_application::roles::switch_role;
use aditus_application::settings::Settings;
use aditus_application::testing::settings;
use aditus_application::{Failure, Kind};
use aditus_domain::accounts::{AccountState, SessionLifetime};
use aditus_domain::ids::{AssignedRoleId, UserId};
use aditus_domain::roles::{Role, RoleStatus};
use chrono::TimeDelta;

fn stored(world: &World, token: &str) -> Option<Session> {
    let hash = world.ports.keys.hash(KeyPurpose::SessionToken, token.as_bytes());
    world.read_in_transaction(|transaction| transaction.sessions().by_token(&hash).unwrap())
}

fn is_signed_out(world: &World, token: &str) -> bool {
    match authenticate::execute(&world.ports, token) {
        Ok(_) => false,
        Err(error) => {
            assert!(matches!(error, Error::SignedOut));
            assert_eq!(error.kind(), Kind::Unauthenticated);
            true
        }
    }
}

#[test]
fn a_session_ends_after_twelve_hours_without_use() {
    let world = World::new();
    world.person("Ada");
    let token = world.token("Ada");
    world.wait(TimeDelta::hours(12) - TimeDelta::seconds(1));
    assert!(!is_signed_out(&world, &token));
    world.wait(TimeDelta::hours(12) - TimeDelta::seconds(1));
    assert!(!is_signed_out(&world, &token), "its last use counts");
    world.wait(TimeDelta::hours(12));
    assert!(is_signed_out(&world, &token));
}

#[test]
fn a_session_ends_after_seven_days_whatever_its_use() {
    let world = World::new();
    world.person("Ada");
    let token = world.token("Ada");
    for _ in 0..27 {
        world.wait(TimeDelta::hours(6));
        assert!(!is_signed_out(&world, &token));
    }
    world.wait(TimeDelta::hours(6));
    assert!(is_signed_out(&world, &token));
}

#[test]
fn session_use_is_stored_once_a_minute_without_blocking_reads() {
    let world = World::new();
    world.person("Ada");
    let token = world.token("Ada");
    let began = world.now();
    world.wait(TimeDelta::seconds(59));
    assert!(!is_signed_out(&world, &token));
    assert_eq!(
        stored(&world, &token).unwrap().last_used_on,
        began,
        "not noted within the minute"
    );
    let writer = world.ports.database.begin().unwrap();
    assert!(
        !is_signed_out(&world, &token),
        "the one write transaction is taken, and not needed"
    );
    drop(writer);
    world.wait(TimeDelta::seconds(1));
    assert!(!is_signed_out(&world, &token));
    assert_eq!(
        stored(&world, &token).unwrap().last_used_on,
        began + TimeDelta::minutes(1)
    );
}

#[test]
fn an_invalid_token_belongs_to_no_account() {
    let world = World::new();
    world.person("Ada");
    let token = world.token("Ada");
    for other in [
        "",
        "Token",
        &token[1..],
        &format!("{token}0"),
        &"0".repeat(64),
        &"é".repeat(32),
    ] {
        assert!(is_signed_out(&world, other), "{other:?}");
    }
}

#[test]
fn a_disabled_account_has_no_session() {
    let world = World::new();
    let ada = world.person("Ada");
    let token = world.token("Ada");
    world.change_account(ada, |account| account.state = AccountState::Disabled);
    assert!(is_signed_out(&world, &token));
}

#[test]
fn signing_out_ends_this_session_alone() {
    let world = World::new();
    world.person("Ada");
    let (here, elsewhere) = (world.token("Ada"), world.token("Ada"));
    let caller = authenticate::execute(&world.ports, &here).unwrap();
    sign_out::execute(&world.ports, &caller).unwrap();
    assert!(is_signed_out(&world, &here));
    assert!(!is_signed_out(&world, &elsewhere));
}

#[test]
fn the_selected_role_is_kept_in_the_session() {
    let world = World::new();
    let provider = world.provider();
    let ada = world.person("Ada");
    let officer = world.grant(ada, provider, Role::DataOfficer);
    let requester = world.grant(ada, provider, Role::DataRequester);
    let (here, elsewhere) = (world.token("Ada"), world.token("Ada"));
    let caller = authenticate::execute(&world.ports, &here).unwrap();
    assert_eq!(caller.selected, Some(officer));
    let answer = switch_role::execute(
        &world.ports,
        &caller,
        switch_role::Command {
            assigned_role_id: requester,
        },
    )
    .unwrap();
    assert_eq!((answer.id, answer.role), (requester, Role::DataRequester));
    assert_eq!(
        authenticate::execute(&world.ports, &here).unwrap().selected,
        Some(requester)
    );
    assert_eq!(
        authenticate::execute(&world.ports, &elsewhere).unwrap().selected,
        Some(officer)
    );
}

#[test]
fn only_own_activated_roles_can_be_selected() {
    let world = World::new();
    let provider = world.provider();
    let (ada, eve) = (world.person("Ada"), world.person("Eve"));
    let officer = world.grant(ada, provider, Role::DataOfficer);
    let rejected = world.assign(ada, provider, Role::Admin, RoleStatus::Rejected);
    let of_eve = world.grant(eve, provider, Role::SuperUser);
    let token = world.token("Ada");
    let caller = authenticate::execute(&world.ports, &token).unwrap();
    for role in [rejected, of_eve, AssignedRoleId(9_999)] {
        let error = switch_role::execute(
            &world.ports,
            &caller,
            switch_role::Command {
                assigned_role_id: role,
            },
        )
        .unwrap_err();
        assert!(matches!(error, switch_role::Error::Access(AccessError::NotHeld)));
        assert_eq!(error.kind(), Kind::Forbidden);
    }
    assert_eq!(
        authenticate::execute(&world.ports, &token).unwrap().selected,
        Some(officer)
    );
}

#[test]
fn a_withdrawn_selected_role_is_replaced() {
    let world = World::new();
    let ada = world.person("Ada");
    world.grant(ada, world.provider(), Role::DataOfficer);
    let token = world.token("Ada");
    world.change_account(ada, |account| account.state = AccountState::Pending);
    let caller = authenticate::execute(&world.ports, &token).unwrap();
    assert_eq!((caller.selected, caller.roles.len()), (None, 0));
    assert!(caller.require(Role::DataOfficer).is_err());
}

#[test]
fn people_read_their_own_account_and_super_users_any() {
    let world = World::new();
    let provider = world.provider();
    let officer = world.caller_with("Ada", provider, Role::DataOfficer);
    let super_user = world.caller_with("Sol", provider, Role::SuperUser);
    let query = |user_id| current_user::Query { user_id };

    let own = current_user::execute(&world.ports, &officer, query(None)).unwrap();
    assert_eq!((own.user.fname.as_str(), own.selected), ("Ada", officer.selected));
    assert_eq!(own.user.assigned_roles[0].role, Role::DataOfficer);
    assert_eq!(
        own.user.assigned_roles[0].organisation,
        world.ports.settings.provider_organisation
    );
    assert_eq!(
        current_user::execute(&world.ports, &officer, query(Some(officer.user))).unwrap(),
        own
    );

    for other in [super_user.user, UserId(9_999)] {
        let error = current_user::execute(&world.ports, &officer, query(Some(other))).unwrap_err();
        assert_eq!(
            (error.to_string().as_str(), error.kind()),
            ("You may only do this for yourself.", Kind::Forbidden)
        );
    }
    let other = current_user::execute(&world.ports, &super_user, query(Some(officer.user))).unwrap();
    assert_eq!((other.user, other.selected), (own.user, None));
    let nobody = current_user::execute(&world.ports, &super_user, query(Some(UserId(9_999)))).unwrap_err();
    assert_eq!(
        (nobody.to_string().as_str(), nobody.kind()),
        ("User not found.", Kind::NotFound)
    );
}

#[test]
fn housekeeping_removes_only_expired_rows() {
    let world = World::new();
    world.person("Ada");
    let old = world.token("Ada");
    world.wait(TimeDelta::hours(12) + TimeDelta::seconds(1));
    let live = world.token("Ada");
    let failed_at = world.now();
    world.write(|transaction| {
        transaction.limited_events().add(&event(1, failed_at)).unwrap();
    });
    let answer = housekeeping::execute(&world.ports).unwrap();
    // The first sign-in no longer counts against the limit of sessions.
    assert_eq!((answer.sessions, answer.codes, answer.limited_events), (1, 0, 1));
    assert!(stored(&world, &old).is_none());
    assert!(!is_signed_out(&world, &live));
    world.wait(TimeDelta::minutes(1));
    let deleted = housekeeping::execute(&world.ports).unwrap();
    assert_eq!(deleted.limited_events, 1);
    world.write(|transaction| {
        let message = QueuedMessage {
            channel: Channel::Text,
            destination: Destination::AsWritten,
            reference: "0a0b".to_owned(),
            sealed: vec![1],
            queued_on: failed_at,
            useless_after: None,
        };
        transaction.outbox().queue(&message).unwrap();
    });
    assert_eq!(housekeeping::execute(&world.ports).unwrap().messages, 0);
    world.wait(TimeDelta::days(30) + TimeDelta::seconds(1));
    assert_eq!(housekeeping::execute(&world.ports).unwrap().messages, 1);
}

#[test]
fn session_lifetimes_are_configurable() {
    let world = World::configured(Settings {
        session_life: SessionLifetime {
            idle: TimeDelta::minutes(30),
            absolute: TimeDelta::hours(1),
        },
        ..settings()
    });
    world.person("Ada");
    let idle = world.token("Ada");
    world.wait(TimeDelta::minutes(30));
    assert!(is_signed_out(&world, &idle));
    let used = world.token("Ada");
    for _ in 0..2 {
        world.wait(TimeDelta::minutes(20));
        assert!(!is_signed_out(&world, &used));
    }
    world.wait(TimeDelta::minutes(20));
    assert!(is_signed_out(&world, &used), "an hour, however much it is used");
    world.wait(TimeDelta::seconds(1));
    assert_eq!(housekeeping::execute(&world.ports).unwrap().sessions, 2);
}

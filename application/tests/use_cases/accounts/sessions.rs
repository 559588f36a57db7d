//! The list of sessions, and signing out of them (decisions A2).

use aditus_application::access::{Caller, PASSWORD_NEEDED};
use aditus_application::accounts::{authenticate, end_session, list_sessions, sign_in};
use aditus_application::paging::Page;
use aditus_application::{Failure, Kind};
use chrono::TimeDelta;

use crate::world::World;
use crate::world::people::{PASSWORD, address_of};

fn list(world: &World, token: &str) -> Vec<list_sessions::OwnSession> {
    let caller = authenticate::execute(&world.ports, token).unwrap();
    let query = list_sessions::Query {
        page: Page::new(1, 100),
    };
    list_sessions::execute(&world.ports, &caller, query)
        .unwrap()
        .items
}

#[test]
fn live_sessions_are_listed_with_their_device() {
    let world = World::new();
    world.person("Ada");
    let command = sign_in::Command {
        username: address_of("Ada"),
        password: PASSWORD.to_owned(),
        address: String::new(),
        user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0".to_owned(),
        browser: String::new(),
    };
    let old = world.token("Ada");
    world.wait(TimeDelta::hours(2));
    let progress = sign_in::execute(&world.ports, &command).unwrap();
    let token = progress.signed_in().unwrap().token;
    world.wait(TimeDelta::hours(10));
    let sessions = list(&world, &token);
    assert_eq!(sessions.len(), 1, "the other has rested for twelve hours");
    assert!(authenticate::execute(&world.ports, &old).is_err());
    assert_eq!(
        (sessions[0].device.as_str(), sessions[0].current),
        ("Firefox on Linux", true)
    );
    assert_eq!(sessions[0].last_used_on, world.now());
}

#[test]
fn one_session_or_all_others_can_be_ended() {
    let world = World::new();
    world.person("Ada");
    world.person("Eve");
    let [one, two, three] = [(); 3].map(|()| world.token("Ada"));
    let eve = world.caller("Eve");
    let unconfirmed = authenticate::execute(&world.ports, &one).unwrap();
    let caller = Caller {
        password_given_on: Some(world.now()),
        ..unconfirmed.clone()
    };
    let second = authenticate::execute(&world.ports, &two).unwrap().session;
    let end = |caller: &_, command| end_session::execute(&world.ports, caller, command);
    let foreign = end(&eve, end_session::Command::One(second)).unwrap_err();
    assert_eq!(foreign.kind(), Kind::NotFound);
    let lives = || [&one, &two, &three].map(|token| authenticate::execute(&world.ports, token).is_ok());
    for command in [end_session::Command::One(second), end_session::Command::Others] {
        assert_eq!(
            end(&unconfirmed, command).unwrap_err().code(),
            Some(PASSWORD_NEEDED)
        );
    }
    assert_eq!(lives(), [true, true, true]);
    end(&caller, end_session::Command::One(second)).unwrap();
    assert_eq!(lives(), [true, false, true]);
    end(&caller, end_session::Command::Others).unwrap();
    assert_eq!(lives(), [true, false, false]);
}

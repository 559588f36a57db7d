//! Ids of visitors, countries, and clicks (decisions A7, A11).

use aditus_application::accounts::{countries, housekeeping, track, visitor};
use aditus_application::settings::Settings;
use aditus_application::testing::settings;
use aditus_application::{Failure, Kind};
use aditus_domain::accounts::RawClick;
use chrono::TimeDelta;

use crate::world::World;

fn click(world: &World) -> RawClick {
    RawClick {
        cookie_id: visitor::execute(&world.ports).uuid,
        done_at: world.now(),
        action: "click".to_owned(),
        page: "/home".to_owned(),
        object: String::new(),
    }
}

fn command(clicks: Vec<RawClick>) -> track::Command {
    track::Command {
        clicks,
        address: "198.51.100.7".to_owned(),
    }
}

#[test]
fn clicks_are_kept_for_half_a_year() {
    let world = World::new();
    track::execute(&world.ports, &command(vec![click(&world), click(&world)])).unwrap();
    world.wait(TimeDelta::days(180));
    assert_eq!(housekeeping::execute(&world.ports).unwrap().clicks, 0);
    world.wait(TimeDelta::microseconds(1));
    assert_eq!(housekeeping::execute(&world.ports).unwrap().clicks, 2);
}

#[test]
fn one_invalid_click_rejects_the_batch() {
    let world = World::new();
    let bad = RawClick {
        page: String::new(),
        ..click(&world)
    };
    let error = track::execute(&world.ports, &command(vec![click(&world), bad])).unwrap_err();
    assert_eq!(error.fields()[0].0, "[1].page");
    world.wait(TimeDelta::days(181));
    assert_eq!(housekeeping::execute(&world.ports).unwrap().clicks, 0);
}

#[test]
fn disabled_click_tracking_returns_not_found() {
    let world = World::configured(Settings {
        click_tracking: false,
        ..settings()
    });
    let error = track::execute(&world.ports, &command(vec![click(&world)])).unwrap_err();
    assert_eq!(error.kind(), Kind::NotFound);
    assert!(!visitor::execute(&world.ports).tracking);
}

#[test]
fn the_country_of_the_visitor_comes_first() {
    let world = World::new();
    let first = |address: &str| countries::execute(&world.ports, address)[0].code;
    assert_eq!((first("203.0.113.9"), first("192.0.2.1")), ("KE", "UG"));
}

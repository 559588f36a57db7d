//! The audit entry of the start of a server.

use aditus_application::audit::start;
use aditus_domain::audit::Kind;

use super::entries;
use crate::world::World;

#[test]
fn a_start_is_recorded_with_the_version_and_a_commitment_to_the_configuration() {
    let world = World::new();
    start::execute(&world.ports, "1.2.3", "four_eyes: true".to_owned()).unwrap();
    let [started] = &entries(&world)[..] else { panic!() };
    assert_eq!((started.kind, &started.person), (Kind::ServerStarted, &None));
    assert!(started.canonical.contains("\"version\":\"1.2.3\""));
    assert!(started.canonical.contains("\"who\":\"product\""));
    assert!(!started.canonical.contains("four_eyes"));
}

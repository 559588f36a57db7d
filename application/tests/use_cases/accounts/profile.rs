//! The profile (1 §5.5).

use aditus_application::accounts::update_profile::{Command, execute};
use aditus_application::{Failure, Kind};
use aditus_domain::accounts::RawProfile;

use crate::world::World;

fn form(fname: &str) -> RawProfile {
    RawProfile {
        fname: fname.to_owned(),
        middle_name: None,
        sname: "Namara".to_owned(),
        designation: "Head of unit".to_owned(),
        department: "Statistics".to_owned(),
    }
}

#[test]
fn a_person_changes_their_own_profile_fields_only() {
    let world = World::new();
    let ada = world.person("Ada");
    let caller = world.caller("Ada");
    let before = world.account(ada);
    let command = Command {
        user_id: ada,
        form: form("Zoë"),
    };
    execute(&world.ports, &caller, &command).unwrap();
    let after = world.account(ada);
    assert_eq!((after.fname.as_str(), after.sname.as_str()), ("Zoë", "Namara"));
    assert_eq!(
        (&*after.designation, &*after.department),
        ("Head of unit", "Statistics")
    );
    assert_eq!(
        (
            after.phone,
            after.org_email,
            after.organisation,
            after.state,
            after.password_hash
        ),
        (
            before.phone,
            before.org_email,
            before.organisation,
            before.state,
            before.password_hash
        )
    );
}

#[test]
fn the_profile_of_another_person_cannot_be_changed() {
    let world = World::new();
    world.person("Ada");
    let eve = world.person("Eve");
    let caller = world.caller("Ada");
    let command = Command {
        user_id: eve,
        form: form("Zoë"),
    };
    let error = execute(&world.ports, &caller, &command).unwrap_err();
    assert_eq!(error.kind(), Kind::Forbidden);
    let own = Command {
        user_id: caller.user,
        form: RawProfile::default(),
    };
    let error = execute(&world.ports, &caller, &own).unwrap_err();
    assert_eq!((error.kind(), error.fields().len()), (Kind::Invalid, 4));
    assert_eq!(world.account(eve).fname.as_str(), "Eve");
}

//! Setting up, replacing and removing one's own second factor.

use aditus_application::accounts::second_factor::{new_recovery_codes, remove, set_up, status};
use aditus_application::{Failure, Kind, Reason};
use aditus_domain::accounts::second_factor::Obligation;
use chrono::TimeDelta;

use super::{
    App, by_code, by_password, enter, origin, pending, person_with_app, refusal, set_up_app, titles,
};
use crate::world::World;

#[test]
fn secret_is_shown_as_text_and_as_an_address() {
    let world = World::new();
    world.person("Ada");
    let ada = world.caller("Ada");
    let shown = set_up::begin(&world.ports, &ada, &by_password()).unwrap();
    let secret = shown.text.replace(' ', "");
    assert_eq!(secret.len(), 32);
    assert_eq!(
        shown.address,
        format!(
            "otpauth://totp/Aditus:ada%40people.example?secret={secret}&issuer=Aditus&algorithm=SHA1&digits=6&period=30"
        )
    );
    assert_eq!(shown.expires_on, world.now() + TimeDelta::minutes(30));
    assert_eq!(
        world.columns_containing(&[&secret]),
        Vec::<String>::new(),
        "it is stored sealed"
    );
}

#[test]
fn app_counts_once_a_code_confirms_it() {
    let world = World::new();
    world.person("Ada");
    let ada = world.caller("Ada");
    let secret = set_up::begin(&world.ports, &ada, &by_password()).unwrap();
    world.token("Ada");
    assert_eq!(status::execute(&world.ports, &ada).unwrap().app, None);
    let app = App::scan(&secret);
    let wrong = set_up::confirm(&world.ports, &ada, "000000").unwrap_err();
    assert_eq!((wrong.kind(), wrong.reason()), (Kind::Invalid, Reason::CodeWrong));
    let codes = set_up::confirm(&world.ports, &ada, &app.code(&world)).unwrap();
    let status = status::execute(&world.ports, &ada).unwrap();
    let shown = status.app.unwrap();
    assert_eq!((shown.added_on, shown.last_used_on), (world.now(), None));
    assert_eq!((codes.len(), status.recovery_codes_left), (10, 10));
    assert_eq!(status.obligation, Obligation::Optional);
    assert_eq!(titles(&world, "Ada"), ["An authenticator app was added"]);
    let again = set_up::confirm(&world.ports, &ada, &app.next_code(&world)).unwrap_err();
    assert_eq!(
        (again.kind(), again.reason()),
        (Kind::Conflict, Reason::SetUpExpired)
    );
}

#[test]
fn setup_needs_the_password_or_a_code_of_the_present_app() {
    let world = World::new();
    let (ada, app, recovery_codes) = person_with_app(&world, "Ada");
    let ada = world.unconfirmed(&ada);
    let refused = set_up::begin(&world.ports, &ada, &by_password())
        .map(drop)
        .unwrap_err();
    assert_eq!(refused.reason(), Reason::PasswordNeeded);
    let code = app.next_code(&world);
    set_up::begin(&world.ports, &ada, &by_code(&code)).unwrap();
    let used = set_up::begin(&world.ports, &ada, &by_code(&code))
        .map(drop)
        .unwrap_err();
    assert_eq!(used.to_string(), "This code is wrong, or was already used.");
    set_up::begin(&world.ports, &ada, &by_code(&recovery_codes[3])).unwrap();
    assert_eq!(
        status::execute(&world.ports, &ada).unwrap().recovery_codes_left,
        9
    );
}

#[test]
fn wrong_codes_that_confirm_a_change_are_limited_and_never_block_signing_in() {
    let world = World::new();
    let (ada, app, _) = person_with_app(&world, "Ada");
    let ada = world.unconfirmed(&ada);
    let begin = || {
        set_up::begin(&world.ports, &ada, &by_code("ABCDE-FGHJK"))
            .map(drop)
            .unwrap_err()
    };
    for _ in 0..10 {
        assert_eq!(begin().reason(), Reason::CodeWrong);
    }
    assert!(matches!(begin().kind(), Kind::TooMany(_)));
    let waiting = pending(&world, "Ada");
    enter(&world, &origin(&world, "Ada", &waiting), &app.next_code(&world)).unwrap();
}

#[test]
fn setup_expires_after_half_an_hour() {
    let world = World::new();
    world.person("Ada");
    let ada = world.caller("Ada");
    let app = App::scan(&set_up::begin(&world.ports, &ada, &by_password()).unwrap());
    world.wait(TimeDelta::minutes(30));
    let late = set_up::confirm(&world.ports, &ada, &app.code(&world)).unwrap_err();
    assert_eq!(
        late.to_string(),
        "This setup has expired. Begin again, and scan the new QR code."
    );
}

#[test]
fn another_app_replaces_the_present_one_and_keeps_the_recovery_codes() {
    let world = World::new();
    let (ada, old, recovery_codes) = person_with_app(&world, "Ada");
    world.wait(TimeDelta::minutes(1));
    let (new, more_codes) = set_up_app(&world, &ada);
    assert_eq!(more_codes, Vec::<String>::new());
    let begun = pending(&world, "Ada");
    let origin = origin(&world, "Ada", &begun);
    assert!(refusal(&world, &origin, &old.next_code(&world)).starts_with("This code is wrong."));
    enter(&world, &origin, &new.code(&world)).unwrap();
    let begun = pending(&world, "Ada");
    enter(&world, &super::origin(&world, "Ada", &begun), &recovery_codes[0]).unwrap();
    assert!(titles(&world, "Ada").contains(&"Your authenticator app was replaced".to_owned()));
}

#[test]
fn new_recovery_codes_void_the_earlier_ones() {
    let world = World::new();
    let (ada, _, old) = person_with_app(&world, "Ada");
    let ada = world.confirmed(&ada);
    let new = new_recovery_codes::execute(&world.ports, &ada, &by_password()).unwrap();
    assert_eq!(new.len(), 10);
    assert!(new.iter().all(|code| !old.contains(code)));
    let begun = pending(&world, "Ada");
    let origin = origin(&world, "Ada", &begun);
    assert!(refusal(&world, &origin, &old[0]).starts_with("This code is wrong."));
    enter(&world, &origin, &new[0]).unwrap();
    assert!(titles(&world, "Ada").contains(&"You have new recovery codes".to_owned()));
    let stored = world.columns_containing(&[&new[1], &new[1].replace('-', "")]);
    assert_eq!(stored, Vec::<String>::new(), "they are stored as hashes");
}

#[test]
fn removed_app_is_no_longer_asked_for() {
    let world = World::new();
    let (ada, _, _) = person_with_app(&world, "Ada");
    let begun = pending(&world, "Ada");
    let refused = remove::execute(&world.ports, &world.unconfirmed(&ada), &by_password()).unwrap_err();
    assert_eq!(refused.reason(), Reason::PasswordNeeded);
    remove::execute(&world.ports, &world.confirmed(&ada), &by_password()).unwrap();
    world.token("Ada");
    let status = status::execute(&world.ports, &ada).unwrap();
    assert_eq!((status.app, status.recovery_codes_left), (None, 0));
    assert_eq!(
        refusal(&world, &origin(&world, "Ada", &begun), "ABCDE-FGHJK"),
        "This sign-in has ended. Enter your username and password again."
    );
    assert!(titles(&world, "Ada").contains(&"Your authenticator app was removed".to_owned()));
    for refused in [
        remove::execute(&world.ports, &world.confirmed(&ada), &by_password())
            .unwrap_err()
            .reason(),
        new_recovery_codes::execute(&world.ports, &world.confirmed(&ada), &by_password())
            .unwrap_err()
            .reason(),
    ] {
        assert_eq!(refused, Reason::NoSecondFactor);
    }
}

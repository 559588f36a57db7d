//! Signing in with a second factor.

use aditus_application::accounts::sign_in::Progress;
use aditus_application::accounts::{activate, authenticate, change_password, housekeeping};
use aditus_application::testing::settings;
use aditus_application::{Failure, Kind};
use aditus_domain::accounts::second_factor::PendingStep;
use aditus_domain::roles::Role;
use chrono::TimeDelta;

use super::{enter, enter_password, origin, pending, person_with_app, refusal, titles};
use crate::both_databases::Database;
use crate::world::World;

const ENDED: &str = "This sign-in has ended. Enter your username and password again.";

#[test]
fn password_alone_opens_no_session() {
    let world = World::new();
    let (ada, app, _) = person_with_app(&world, "Ada");
    let begun = pending(&world, "Ada");
    assert_eq!(begun.step, PendingStep::EnterCode);
    assert_eq!(begun.expires_on, world.now() + TimeDelta::minutes(10));
    assert!(authenticate::execute(&world.ports, &begun.token).is_err());
    let origin = origin(&world, "Ada", &begun);
    let answer = enter(&world, &origin, &app.next_code(&world)).unwrap();
    assert_eq!(
        authenticate::execute(&world.ports, &answer.token).unwrap().user,
        ada.user
    );
    let again = enter(&world, &origin, &app.next_code(&world))
        .map(drop)
        .unwrap_err();
    assert_eq!(
        (again.to_string().as_str(), again.kind()),
        (ENDED, Kind::Unauthenticated)
    );
}

#[test]
fn code_of_the_app_is_accepted_once() {
    let world = World::new();
    let (_, app, _) = person_with_app(&world, "Ada");
    let code = app.next_code(&world);
    let [first, second] = [(); 2].map(|()| pending(&world, "Ada"));
    enter(&world, &origin(&world, "Ada", &first), &code).unwrap();
    assert_eq!(
        refusal(&world, &origin(&world, "Ada", &second), &code),
        "This code was already used. Wait for the next one. You can try 4 more times."
    );
}

#[test]
fn recovery_code_is_accepted_once_in_any_case_with_or_without_dashes() {
    let world = World::new();
    let (_, app, codes) = person_with_app(&world, "Ada");
    assert_eq!(codes.len(), 10);
    for text in [
        codes[0].to_lowercase(),
        codes[1].replace('-', ""),
        format!(" {} ", codes[2]),
    ] {
        let begun = pending(&world, "Ada");
        enter(&world, &origin(&world, "Ada", &begun), &text).unwrap();
    }
    let begun = pending(&world, "Ada");
    let origin = origin(&world, "Ada", &begun);
    assert_eq!(
        refusal(&world, &origin, &codes[0]),
        "This code is wrong. You can try 4 more times."
    );
    enter(&world, &origin, &app.next_code(&world)).unwrap();
    let used = titles(&world, "Ada")
        .into_iter()
        .filter(|title| title == "A recovery code was used");
    assert_eq!(used.count(), 3);
}

#[test]
fn fifth_wrong_code_ends_the_sign_in_and_warns_the_owner() {
    let world = World::new();
    let (_, app, _) = person_with_app(&world, "Ada");
    let begun = pending(&world, "Ada");
    let origin = origin(&world, "Ada", &begun);
    for left in [
        "You can try 4 more times.",
        "You can try 3 more times.",
        "You can try 2 more times.",
        "You can try once more.",
    ] {
        assert_eq!(
            refusal(&world, &origin, "ABCDE-FGHJK"),
            format!("This code is wrong. {left}")
        );
    }
    assert!(
        !titles(&world, "Ada").contains(&"Wrong codes or passkeys were entered for your account".to_owned())
    );
    let last = enter(&world, &origin, "ABCDE-FGHJK").map(drop).unwrap_err();
    assert_eq!(last.kind(), Kind::Unauthenticated);
    assert!(
        last.to_string()
            .contains("After 5 wrong codes this sign-in has ended."),
        "{last}"
    );
    assert!(
        titles(&world, "Ada").contains(&"Wrong codes or passkeys were entered for your account".to_owned())
    );
    assert_eq!(refusal(&world, &origin, &app.next_code(&world)), ENDED);
}

#[test]
fn text_that_is_no_code_is_not_counted() {
    let world = World::new();
    let (_, app, _) = person_with_app(&world, "Ada");
    let begun = pending(&world, "Ada");
    let origin = origin(&world, "Ada", &begun);
    for (text, message) in [
        ("", "The code is required"),
        (
            "12345",
            "Enter the 6 digits of your authenticator app, or one of your recovery codes",
        ),
    ] {
        for _ in 0..6 {
            let refused = enter(&world, &origin, text).map(drop).unwrap_err();
            assert_eq!(
                (refused.to_string().as_str(), refused.kind()),
                (message, Kind::Invalid)
            );
            assert_eq!(refused.fields()[0].0, "code");
        }
    }
    enter(&world, &origin, &app.next_code(&world)).unwrap();
}

#[test]
fn pending_sign_in_expires() {
    let world = World::new();
    let (_, app, _) = person_with_app(&world, "Ada");
    let begun = pending(&world, "Ada");
    let origin = origin(&world, "Ada", &begun);
    world.wait(TimeDelta::minutes(10));
    assert_eq!(
        refusal(&world, &origin, &app.code(&world)),
        "This sign-in took too long. Enter your username and password again."
    );
    world.wait(TimeDelta::seconds(1));
    assert_eq!(housekeeping::execute(&world.ports).unwrap().pending_sign_ins, 1);
    assert_eq!(refusal(&world, &origin, &app.code(&world)), ENDED);
}

#[test]
fn unknown_tokens_are_refused_like_ended_ones() {
    let world = World::new();
    let (ada, app, _) = person_with_app(&world, "Ada");
    let mut begun = pending(&world, "Ada");
    begun.token = "0".repeat(64);
    assert_eq!(
        refusal(&world, &origin(&world, "Ada", &begun), &app.next_code(&world)),
        ENDED
    );
    begun.token = "not a token".to_owned();
    assert_eq!(
        refusal(&world, &origin(&world, "Ada", &begun), &app.next_code(&world)),
        ENDED
    );
    begun.token = world.read_in_transaction(|transaction| {
        let account = transaction.accounts().by_id(ada.user).unwrap().unwrap();
        account.password_hash
    });
    assert_eq!(
        refusal(&world, &origin(&world, "Ada", &begun), &app.next_code(&world)),
        ENDED
    );
}

#[test]
fn change_of_the_password_ends_pending_sign_ins() {
    let world = World::new();
    let (ada, app, _) = person_with_app(&world, "Ada");
    let begun = pending(&world, "Ada");
    let command = change_password::Command {
        password: "Quiet-River-7!".to_owned(),
    };
    change_password::execute(&world.ports, &world.confirmed(&ada), &command).unwrap();
    assert_eq!(
        refusal(&world, &origin(&world, "Ada", &begun), &app.next_code(&world)),
        ENDED
    );
}

#[test]
fn disabled_account_cannot_complete_a_sign_in() {
    let world = World::new();
    let (ada, app, _) = person_with_app(&world, "Ada");
    let super_user = world.caller_with("Sol", world.provider(), Role::SuperUser);
    let begun = pending(&world, "Ada");
    let command = activate::Command {
        user: ada.user,
        is_active: Some("Disable".to_owned()),
    };
    activate::execute(&world.ports, &super_user, &command).unwrap();
    assert_eq!(
        refusal(&world, &origin(&world, "Ada", &begun), &app.next_code(&world)),
        ENDED
    );
}

#[test]
fn wrong_codes_are_limited_by_browser_and_account() {
    let world = World::new();
    let (_, app, _) = person_with_app(&world, "Ada");
    let attack = |network: u8| {
        let mut refused = None;
        for _ in 0..3 {
            let Progress::Pending(begun) = enter_password(&world, "Ada", "") else {
                panic!("a code is needed");
            };
            let mut origin = origin(&world, "Ada", &begun);
            origin.browser = String::new();
            origin.address = format!("198.51.100.{network}");
            for _ in 0..5 {
                refused = enter(&world, &origin, "ABCDE-FGHJK").map(drop).err();
                if let Some(Kind::TooMany(_)) = refused.as_ref().map(Failure::kind) {
                    return refused;
                }
            }
        }
        refused
    };
    // Ten from each network, and thirty from all networks.
    for network in 1..=4 {
        let refused = attack(network).unwrap();
        assert!(matches!(refused.kind(), Kind::TooMany(_)), "{network}: {refused}");
    }
    // A browser that signed in before is not locked out.
    let begun = pending(&world, "Ada");
    enter(&world, &origin(&world, "Ada", &begun), &app.next_code(&world)).unwrap();
}

#[test]
fn sign_in_in_a_new_browser_is_mailed_once_it_is_complete() {
    let world = World::new();
    let (_, app, _) = person_with_app(&world, "Ada");
    let is_mailed = || titles(&world, "Ada").contains(&"New sign-in to your account".to_owned());
    let begun = match enter_password(&world, "Ada", "") {
        Progress::Pending(begun) => begun,
        Progress::SignedIn(_) => panic!("a code is needed"),
    };
    assert!(!is_mailed());
    let mut origin = origin(&world, "Ada", &begun);
    origin.browser = String::new();
    enter(&world, &origin, &app.next_code(&world)).unwrap();
    assert!(is_mailed());
}

on_both_databases!(
    one_of_two_entries_of_the_same_code_wins,
    one_of_two_entries_of_a_recovery_code_wins,
);

fn one_of_two_entries_of_the_same_code_wins(database: Database) {
    let world = World::on(database(), settings());
    let (_, app, _) = person_with_app(&world, "Ada");
    enter_twice(&world, &app.next_code(&world));
}

fn one_of_two_entries_of_a_recovery_code_wins(database: Database) {
    let world = World::on(database(), settings());
    let (_, _, codes) = person_with_app(&world, "Ada");
    enter_twice(&world, &codes[0]);
}

/// Two sign-ins of one person enter the code at the same moment.
fn enter_twice(world: &World, code: &str) {
    let origins = [(); 2].map(|()| origin(world, "Ada", &pending(world, "Ada")));
    let signed_in = std::thread::scope(|scope| {
        let threads = origins
            .each_ref()
            .map(|origin| scope.spawn(move || enter(world, origin, code).is_ok()));
        threads.map(|thread| thread.join().unwrap())
    });
    assert_eq!(signed_in.into_iter().filter(|signed_in| *signed_in).count(), 1);
}

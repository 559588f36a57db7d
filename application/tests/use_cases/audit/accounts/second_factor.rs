//! Second factors: changes, codes at sign-in and resets create entries.

use aditus_application::accounts::second_factor::{new_recovery_codes, remove, reset, set_up};
use aditus_domain::audit::Kind;
use aditus_domain::roles::Role;

use super::recorded_entry::{acts, entries_of, entries_of_refusal, entries_of_success, own};
use crate::accounts::second_factor::{
    App, by_code, by_password, enter, enter_password, origin, pending, person_with_app, set_up_app,
};
use crate::world::World;

const WRONG: &str = "ABCDE-FGHJK";

#[test]
fn changes_of_a_second_factor_create_entries() {
    let world = World::new();
    let user = world.person("Ada");
    let ada = world.caller("Ada");
    let (secret, seen) = entries_of_success(&world, || set_up::begin(&world.ports, &ada, &by_password()));
    assert_eq!(acts(&seen), [], "nothing counts yet");
    let app = App::scan(&secret);
    let seen = entries_of_refusal(&world, || set_up::confirm(&world.ports, &ada, "000000"));
    assert_eq!(acts(&seen), []);
    let code = app.code(&world);
    let (_, seen) = entries_of_success(&world, || set_up::confirm(&world.ports, &ada, &code));
    assert_eq!(acts(&seen), [own(Kind::SecondFactorAdded, user)]);
    assert!(seen[0].contains("\"replaced\":false") && seen[0].in_session(ada.session));
    let make = || new_recovery_codes::execute(&world.ports, &ada, &by_password());
    let (_, seen) = entries_of_success(&world, make);
    assert_eq!(acts(&seen), [own(Kind::RecoveryCodesMade, user)]);
    let code = app.next_code(&world);
    let (_, seen) = entries_of_success(&world, || set_up::begin(&world.ports, &ada, &by_code(&code)));
    assert_eq!(acts(&seen), [own(Kind::SecondFactorConfirmed, user)]);
    let seen = entries_of_refusal(&world, || remove::execute(&world.ports, &ada, &by_code(WRONG)));
    assert_eq!(acts(&seen), [own(Kind::SecondFactorRefused, user)]);
    let ((), seen) = entries_of_success(&world, || remove::execute(&world.ports, &ada, &by_password()));
    assert_eq!(acts(&seen), [own(Kind::SecondFactorRemoved, user)]);
}

#[test]
fn signing_in_with_a_second_factor_creates_entries() {
    let world = World::new();
    let (ada, app, codes) = person_with_app(&world, "Ada");
    let cookie = world.browser_of("Ada");
    let (_, seen) = entries_of(&world, || enter_password(&world, "Ada", &cookie));
    assert_eq!(acts(&seen), [own(Kind::SignInPending, ada.user)]);
    let origin_of_pending = || origin(&world, "Ada", &pending(&world, "Ada"));
    let first = origin_of_pending();
    let seen = entries_of_refusal(&world, || enter(&world, &first, WRONG));
    assert_eq!(acts(&seen), [own(Kind::SecondFactorRefused, ada.user)]);
    let code = app.next_code(&world);
    let (_, seen) = entries_of_success(&world, || enter(&world, &first, &code));
    assert_eq!(acts(&seen), [own(Kind::SignedIn, ada.user)]);
    assert!(seen[0].contains("\"second_factor\":\"authenticator app\""));
    let second = origin_of_pending();
    let (_, seen) = entries_of_success(&world, || enter(&world, &second, &codes[0]));
    assert_eq!(
        acts(&seen),
        [
            own(Kind::RecoveryCodeUsed, ada.user),
            own(Kind::SignedIn, ada.user)
        ]
    );
    assert!(seen[0].contains("\"left\":9") && seen[1].contains("\"second_factor\":\"recovery code\""));
}

#[test]
fn resets_create_entries() {
    let world = World::new();
    let (ada, _, _) = person_with_app(&world, "Ada");
    let super_user = world.caller_with("Nia", world.provider(), Role::SuperUser);
    let ((), seen) = entries_of_success(&world, || reset::execute(&world.ports, &super_user, ada.user));
    let reset_by = |by| (Kind::SecondFactorReset, by, Some(ada.user));
    assert_eq!(acts(&seen), [reset_by(Some(super_user.user))]);
    assert!(seen[0].in_role(super_user.role(Role::SuperUser).unwrap().id));
    let again = world.caller("Ada");
    set_up_app(&world, &again);
    let ((), seen) = entries_of_success(&world, || reset::execute_as_operator(&world.ports, ada.user));
    assert_eq!(acts(&seen), [reset_by(None)]);
}

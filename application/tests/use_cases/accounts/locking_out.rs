//! Wrong passwords at sign-in: an attacker is slowed down and cannot lock the owner out (decisions
//! A12).

use aditus_application::accounts::sign_in::{Answer, Command, Error, execute};
use aditus_application::accounts::{confirm_password, forgot_password, reset_password};
use aditus_application::limits::LimitError;
use aditus_application::{Failure, Kind};
use aditus_domain::accounts::EmailAddress;
use chrono::TimeDelta;
use std::time::Duration;

use crate::world::World;
use crate::world::people::{PASSWORD, address_of, phone_of};

const WRONG: &str = "Other-2026!";

/// A browser at some address, with its cookie.
#[derive(Clone)]
struct Browser<'a> {
    world: &'a World,
    address: String,
    cookie: String,
}

impl<'a> Browser<'a> {
    fn at(world: &'a World, address: &str) -> Self {
        Self {
            world,
            address: address.to_owned(),
            cookie: String::new(),
        }
    }

    fn with(&self, cookie: &str) -> Self {
        Self {
            cookie: cookie.to_owned(),
            ..self.clone()
        }
    }

    fn sign_in(&self, username: &str, password: &str) -> Result<Answer, Error> {
        let command = Command {
            username: username.to_owned(),
            password: password.to_owned(),
            address: self.address.clone(),
            user_agent: "Browser/1.0".to_owned(),
            browser: self.cookie.clone(),
        };
        execute(&self.world.ports, &command).map(|progress| progress.signed_in().unwrap())
    }

    fn refused(&self, username: &str, password: &str) -> Error {
        self.sign_in(username, password).map(|_| ()).unwrap_err()
    }

    /// Returns the time to wait before the next try. `None` if the password was checked and is
    /// wrong.
    fn wait(&self, username: &str) -> Option<Duration> {
        wait(&self.refused(username, WRONG))
    }
}

fn wait(error: &Error) -> Option<Duration> {
    match error.kind() {
        Kind::TooMany(wait) => {
            assert_eq!(error.to_string(), "Too many attempts. Please try again later.");
            Some(wait)
        }
        Kind::Unauthenticated => {
            assert_eq!(error.to_string(), "Invalid username or password.");
            None
        }
        other => panic!("{other:?}"),
    }
}

/// Sends wrong passwords from many networks.
fn attack(world: &World, username: &str, tries: usize) {
    for n in 0..tries {
        let browser = Browser::at(world, &format!("203.0.{}.{}", n / 200, n % 200));
        assert_eq!(browser.wait(username), None, "try {n}");
    }
}

#[test]
fn ten_failures_stop_an_account_in_one_network_for_a_quarter_of_an_hour() {
    let world = World::new();
    world.person("Ada");
    // Existing and unknown accounts are treated alike.
    for username in [address_of("Ada"), "nobody@people.example".to_owned()] {
        let stranger = Browser::at(&world, "192.0.2.7");
        for _ in 0..10 {
            assert_eq!(stranger.wait(&username), None);
            world.wait(TimeDelta::seconds(10));
        }
        assert_eq!(stranger.wait(&username), Some(Duration::from_secs(800)));
        let right = stranger.refused(&username.to_uppercase(), PASSWORD);
        assert_eq!(wait(&right), Some(Duration::from_secs(800)), "the right one, too");
        assert_eq!(stranger.wait("somebody.else@people.example"), None);
        assert_eq!(Browser::at(&world, "192.0.2.8").wait(&username), None);
    }
    let owner = Browser::at(&world, "198.51.100.1");
    assert!(owner.sign_in(&address_of("Ada"), PASSWORD).is_ok());
    world.wait(TimeDelta::seconds(800));
    let same_network = Browser::at(&world, "192.0.2.7");
    assert!(same_network.sign_in(&address_of("Ada"), PASSWORD).is_ok());
}

#[test]
fn an_ipv6_network_counts_as_one() {
    let world = World::new();
    world.person("Ada");
    for n in 0..10 {
        let neighbour = Browser::at(&world, &format!("2001:db8:1:2:{n}::7"));
        assert_eq!(neighbour.wait(&address_of("Ada")), None);
    }
    let neighbour = Browser::at(&world, "2001:db8:1:2:ffff::1");
    assert!(neighbour.wait(&address_of("Ada")).is_some());
    let elsewhere = Browser::at(&world, "2001:db8:1:3::1");
    assert!(elsewhere.sign_in(&address_of("Ada"), PASSWORD).is_ok());
}

#[test]
fn a_known_browser_has_its_own_failure_count() {
    let world = World::new();
    world.person("Ada");
    let unknown = Browser::at(&world, "192.0.2.7");
    let cookie = unknown.sign_in(&address_of("Ada"), PASSWORD).unwrap().browser;
    for _ in 0..10 {
        assert_eq!(unknown.wait(&address_of("Ada")), None);
    }
    assert!(unknown.wait(&address_of("Ada")).is_some());
    // The known browser signs in from the attacker's network, also by the other name of the
    // account.
    let known = unknown.with(&cookie);
    for username in [address_of("Ada"), phone_of("Ada")] {
        assert!(known.sign_in(&username, PASSWORD).is_ok());
    }
    for n in 0..10 {
        let moved = Browser::at(&world, &format!("198.51.100.{n}")).with(&cookie);
        assert_eq!(moved.wait(&address_of("Ada")), None);
    }
    assert!(
        known.wait(&address_of("Ada")).is_some(),
        "a stolen cookie gives ten tries and no more"
    );
    assert!(
        Browser::at(&world, "198.51.100.77")
            .sign_in(&address_of("Ada"), PASSWORD)
            .is_ok()
    );
}

#[test]
fn a_browser_is_known_to_its_accounts_for_ninety_days() {
    let world = World::new();
    for name in ["Ada", "Eve"] {
        world.person(name);
    }
    let browser = Browser::at(&world, "192.0.2.7");
    let of_ada = browser.sign_in(&address_of("Ada"), PASSWORD).unwrap().browser;
    let of_both = browser
        .with(&of_ada)
        .sign_in(&address_of("Eve"), PASSWORD)
        .unwrap()
        .browser;
    let is_known = |cookie: &str, name: &str| {
        let stranger = Browser::at(&world, "192.0.2.99");
        while stranger.wait(&address_of(name)).is_none() {}
        stranger.with(cookie).sign_in(&address_of(name), PASSWORD).is_ok()
    };
    assert!(is_known(&of_ada, "Ada") && !is_known(&of_ada, "Eve"));
    assert!(is_known(&of_both, "Ada") && is_known(&of_both, "Eve"));
    // A cookie that was changed, truncated or forged belongs to no account.
    let (said, hash) = of_ada.rsplit_once('.').unwrap();
    let user = world.account(world.caller("Eve").user).id;
    for forged in [
        format!("{said}.{user}-9999999999.{hash}"),
        format!("{said}.{}", "0".repeat(64)),
        said.to_owned(),
        ".".to_owned(),
        "é".repeat(32),
    ] {
        assert!(!is_known(&forged, "Eve"), "{forged}");
    }
    world.wait(TimeDelta::days(90) - TimeDelta::seconds(1));
    assert!(is_known(&of_ada, "Ada"));
    world.wait(TimeDelta::seconds(1));
    assert!(!is_known(&of_ada, "Ada"));
}

/// Returns the mails that warn Ada of an attack.
fn warnings(world: &World) -> usize {
    let mails = world.mails_to(&address_of("Ada")).into_iter();
    mails
        .filter(|mail| {
            mail.subject
                .ends_with("Someone is trying to sign in to your account")
        })
        .count()
}

#[test]
fn a_hundred_failures_slow_unknown_browsers_down_and_notify_the_owner() {
    let world = World::new();
    world.person("Ada");
    let cookie = Browser::at(&world, "192.0.2.7")
        .sign_in(&address_of("Ada"), PASSWORD)
        .unwrap()
        .browser;
    attack(&world, &address_of("Ada"), 99);
    assert_eq!(warnings(&world), 0);
    let elsewhere = Browser::at(&world, "198.51.100.1");
    assert_eq!(elsewhere.wait(&address_of("Ada")), None, "the hundredth");

    assert_eq!(warnings(&world), 1);
    for address in ["198.51.100.2", "198.51.100.3"] {
        let another = Browser::at(&world, address);
        assert_eq!(another.wait(&address_of("Ada")), Some(Duration::from_mins(1)));
    }
    assert!(
        elsewhere
            .with(&cookie)
            .sign_in(&address_of("Ada"), PASSWORD)
            .is_ok(),
        "the owner's browser is known"
    );
    world.wait(TimeDelta::minutes(1));
    assert_eq!(Browser::at(&world, "198.51.100.4").wait(&address_of("Ada")), None);
    let next = Browser::at(&world, "198.51.100.5");
    assert_eq!(next.wait(&address_of("Ada")), Some(Duration::from_mins(1)));
    world.wait(TimeDelta::minutes(1));
    assert!(
        next.sign_in(&address_of("Ada"), PASSWORD).is_ok(),
        "one try a minute"
    );
    assert_eq!(warnings(&world), 1, "once a day");

    world.wait(TimeDelta::hours(1));
    for n in 1..9 {
        assert_eq!(
            Browser::at(&world, &format!("198.51.100.{n}")).wait(&address_of("Ada")),
            None
        );
    }
}

#[test]
fn the_warning_goes_to_the_current_address() {
    let world = World::new();
    let ada = world.person("Ada");
    attack(&world, &address_of("Ada"), 100);
    let new = "ada.new@people.example";
    world.change_account(ada, |account| account.org_email = EmailAddress::parse(new).ok());
    let subjects: Vec<_> = world.mails_to(new).into_iter().map(|mail| mail.subject).collect();
    assert_eq!(subjects, ["Aditus: Someone is trying to sign in to your account"]);
    assert_eq!(world.mails_to(&address_of("Ada")), []);
}

#[test]
fn unknown_names_are_slowed_down_without_a_mail() {
    let world = World::new();
    attack(&world, "nobody@people.example", 100);
    let stranger = Browser::at(&world, "198.51.100.2");
    assert_eq!(
        stranger.wait("nobody@people.example"),
        Some(Duration::from_mins(1))
    );
    assert_eq!(world.deliver().sent, 0);
}

#[test]
fn a_password_reset_lets_the_owner_in_during_an_attack() {
    let world = World::new();
    world.person("Ada");
    attack(&world, &address_of("Ada"), 100);
    let origin = forgot_password::ResetOrigin {
        address: "198.51.100.1".to_owned(),
        browser: String::new(),
    };
    let command = forgot_password::Command {
        username: address_of("Ada"),
        origin: origin.clone(),
    };
    forgot_password::execute(&world.ports, &command).unwrap();
    let command = reset_password::Command {
        username: address_of("Ada"),
        password: "Quiet-River-7!".to_owned(),
        otp: world.code_mailed_to(&address_of("Ada")),
        origin,
    };
    let cookie = reset_password::execute(&world.ports, &command).unwrap();
    let browser = Browser::at(&world, "198.51.100.1");
    assert!(wait(&browser.refused(&address_of("Ada"), "Quiet-River-7!")).is_some());
    assert!(
        browser
            .with(&cookie)
            .sign_in(&address_of("Ada"), "Quiet-River-7!")
            .is_ok()
    );
}

#[test]
fn a_network_is_only_delayed_after_trying_many_accounts() {
    let world = World::new();
    for name in ["Ada", "Eve"] {
        world.person(name);
    }
    let hospital = Browser::at(&world, "192.0.2.7");
    let cookie = hospital.sign_in(&address_of("Ada"), PASSWORD).unwrap().browser;
    let try_each = |names: std::ops::Range<usize>, times: usize| {
        for name in names {
            for _ in 0..times {
                assert_eq!(hospital.wait(&format!("person-{name}@people.example")), None);
            }
        }
    };
    // Ninety failures over nine names, and nine more over others: less than a hundred in all.
    try_each(0..9, 10);
    try_each(9..18, 1);
    assert!(hospital.sign_in(&address_of("Eve"), PASSWORD).is_ok());
    try_each(18..19, 1);
    let refused = hospital.refused(&address_of("Eve"), PASSWORD);
    assert_eq!(wait(&refused), Some(Duration::from_mins(15)));
    assert!(
        hospital
            .with(&cookie)
            .sign_in(&address_of("Ada"), PASSWORD)
            .is_ok(),
        "a known browser is let through"
    );
    let elsewhere = Browser::at(&world, "192.0.2.8");
    assert!(elsewhere.sign_in(&address_of("Eve"), PASSWORD).is_ok());
    world.wait(TimeDelta::minutes(15));
    assert!(hospital.sign_in(&address_of("Eve"), PASSWORD).is_ok());
}

#[test]
fn a_hundred_failures_between_sign_ins_to_two_accounts_delay_nobody() {
    let world = World::new();
    for name in ["Ada", "Eve"] {
        world.person(name);
    }
    let hospital = Browser::at(&world, "192.0.2.7");
    for round in 0..6 {
        for name in ["Ada", "Eve"] {
            for _ in 0..9 {
                assert_eq!(hospital.wait(&address_of(name)), None, "round {round}");
            }
            assert!(
                hospital.sign_in(&address_of(name), PASSWORD).is_ok(),
                "round {round}"
            );
        }
    }
}

#[test]
fn success_resets_the_failures_of_the_network_or_browser() {
    let world = World::new();
    world.person("Ada");
    let unknown = Browser::at(&world, "192.0.2.7");
    let mut cookie = String::new();
    for _ in 0..3 {
        for browser in [unknown.clone(), unknown.with(&cookie)] {
            for _ in 0..9 {
                assert_eq!(browser.wait(&address_of("Ada")), None);
            }
            cookie = browser.sign_in(&address_of("Ada"), PASSWORD).unwrap().browser;
        }
    }
}

#[test]
fn confirming_a_password_and_signing_in_are_counted_separately() {
    let world = World::new();
    world.person("Ada");
    let ada = world.caller("Ada");
    let confirm = |password: &str, address: &str| {
        confirm_password::execute(&world.ports, &ada, password, address).map_err(|error| error.kind())
    };
    for _ in 0..10 {
        assert_eq!(confirm(WRONG, "192.0.2.7"), Err(Kind::Unauthenticated));
    }
    assert!(matches!(confirm(PASSWORD, "192.0.2.7"), Err(Kind::TooMany(_))));
    assert_eq!(confirm(PASSWORD, "192.0.2.8"), Ok(()));
    let browser = Browser::at(&world, "192.0.2.7");
    assert!(browser.sign_in(&address_of("Ada"), PASSWORD).is_ok());

    world.wait(TimeDelta::minutes(15));
    attack(&world, &address_of("Ada"), 100);
    assert!(browser.wait(&address_of("Ada")).is_some());
    assert_eq!(confirm(PASSWORD, "192.0.2.7"), Ok(()));
    for n in 0..90 {
        let address = format!("203.0.113.{n}");
        assert_eq!(confirm(WRONG, &address), Err(Kind::Unauthenticated), "{n}");
    }
    assert!(matches!(confirm(PASSWORD, "192.0.2.7"), Err(Kind::TooMany(_))));
}

#[test]
fn concurrent_guesses_count_like_sequential_ones() {
    let world = World::new();
    world.person("Ada");
    let outcomes: Vec<Error> = std::thread::scope(|scope| {
        let guesses: Vec<_> = (0..24)
            .map(|n| {
                let stranger = Browser::at(&world, "192.0.2.7");
                scope.spawn(move || stranger.refused(&address_of("Ada"), &format!("Guess-{n}!")))
            })
            .collect();
        guesses.into_iter().map(|guess| guess.join().unwrap()).collect()
    });
    let answered = outcomes
        .iter()
        .filter(|error| matches!(error, Error::WrongCredentials))
        .count();
    assert_eq!(answered, 10, "{outcomes:?}");
    assert!(outcomes.iter().all(|error| matches!(
        error,
        Error::WrongCredentials | Error::Limit(LimitError::TooMany(_))
    )));
}

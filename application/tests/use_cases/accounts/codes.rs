//! One-time codes (decisions A3).

use std::time::Duration;

use crate::world::World;
use aditus_application::accounts::codes::{self, CodeEntry, CodeRequest, EntryError, IssueError, IssuedCode};
use aditus_application::accounts::housekeeping;
use aditus_application::audit::{Unrecorded, unrecorded};
use aditus_application::notifications::{NewNotification, views::ReadFilter};
use aditus_application::paging::Page;
use aditus_application::{Failure, Kind};
use aditus_domain::accounts::{CodePurpose, OtpCode, RedeemError};
use aditus_domain::audit::Actor;
use aditus_domain::roles::Role;
use chrono::TimeDelta;

const SUBJECT: &str = "stage 7 of ada";

fn try_to_issue(world: &World, subject: &str, context: &str) -> Result<IssuedCode, IssueError> {
    let mut transaction = world.ports.database.begin().unwrap();
    let code_request = CodeRequest {
        purpose: CodePurpose::Decision,
        subject,
        account: None,
        context,
    };
    let issued = codes::issue(&world.ports, transaction.as_mut(), &code_request)?;
    transaction.commit(unrecorded(Unrecorded::DemoOrTest)).unwrap();
    Ok(issued)
}

fn issue(world: &World) -> OtpCode {
    try_to_issue(world, SUBJECT, "approve").unwrap().code
}

fn entry(code: &OtpCode) -> CodeEntry<'_> {
    CodeEntry {
        purpose: CodePurpose::Decision,
        subject: SUBJECT,
        context: "approve",
        code,
        by: Actor::Anonymous,
        account: None,
        request: None,
    }
}

/// Digits that are not those of the code.
fn other_code(code: &OtpCode) -> OtpCode {
    OtpCode::from_number(code.expose().parse::<u32>().unwrap() + 1)
}

/// Redeems and commits.
fn redeem(world: &World, entry: &CodeEntry<'_>) -> Result<(), EntryError> {
    let transaction = codes::redeem(&world.ports, world.ports.database.begin().unwrap(), entry)?;
    transaction.commit(unrecorded(Unrecorded::DemoOrTest)).unwrap();
    Ok(())
}

fn refusal(result: Result<(), EntryError>) -> (String, Option<u16>) {
    let error = result.unwrap_err();
    assert_eq!(error.kind(), Kind::Invalid);
    (error.to_string(), error.code())
}

#[test]
fn a_code_can_be_used_once_within_five_minutes() {
    let world = World::new();
    let issued = try_to_issue(&world, SUBJECT, "approve").unwrap();
    assert_eq!(issued.issued_at, world.now());
    assert_eq!(issued.expires_at, world.now() + TimeDelta::minutes(5));
    world.wait(TimeDelta::minutes(5) - TimeDelta::seconds(1));
    redeem(&world, &entry(&issued.code)).unwrap();
    let again = refusal(redeem(&world, &entry(&issued.code)));
    assert_eq!(
        again,
        ("This OTP does not exist please try again".to_owned(), Some(605))
    );
}

#[test]
fn expired_code_gets_its_own_message() {
    let world = World::new();
    let code = issue(&world);
    world.wait(TimeDelta::minutes(5));
    assert_eq!(
        refusal(redeem(&world, &entry(&code))),
        ("OTP Expired".to_owned(), None)
    );
}

#[test]
fn a_code_is_bound_to_purpose_and_subject() {
    let world = World::new();
    let code = issue(&world);
    for foreign in [
        CodeEntry {
            subject: "stage 8 of ada",
            ..entry(&code)
        },
        CodeEntry {
            purpose: CodePurpose::ForgotPassword,
            ..entry(&code)
        },
    ] {
        let (message, number) = refusal(redeem(&world, &foreign));
        assert_eq!(
            (message.as_str(), number),
            ("This OTP does not exist please try again", Some(605))
        );
    }
    redeem(&world, &entry(&code)).unwrap();
}

#[test]
fn a_code_of_another_context_is_refused_without_counting() {
    let world = World::new();
    let code = issue(&world);
    for digits in [code.clone(), other_code(&code)] {
        let other = CodeEntry {
            context: "deny",
            ..entry(&digits)
        };
        match redeem(&world, &other) {
            Err(EntryError::OtherContext { issued_for }) => assert_eq!(issued_for, "approve"),
            unexpected => panic!("{unexpected:?}"),
        }
    }
    let first_wrong = redeem(&world, &entry(&other_code(&code))).unwrap_err();
    assert!(
        matches!(
            first_wrong,
            EntryError::Refused(RedeemError::Wrong { left: 4, .. })
        ),
        "nothing was counted"
    );
    redeem(&world, &entry(&code)).unwrap();
}

#[test]
fn a_wrong_entry_is_counted_despite_the_rollback() {
    let world = World::new();
    let ada = world.person("Ada");
    let code = issue(&world);
    for left in [4, 3, 2, 1, 0] {
        let mut transaction = world.ports.database.begin().unwrap();
        let notification = NewNotification {
            user: ada,
            role: Role::DataOfficer,
            kind: "test".to_owned(),
            message: "must not be told".to_owned(),
            request: None,
            authored_on: world.now(),
        };
        transaction.notifications().add(&notification).unwrap();
        let digits = other_code(&code);
        let error = codes::redeem(&world.ports, transaction, &entry(&digits))
            .map(|_| ())
            .unwrap_err();
        assert!(
            matches!(&error, EntryError::Refused(RedeemError::Wrong { left: l, .. }) if *l == left),
            "{error:?}"
        );
        let message = if left == 0 {
            "This OTP does not exist please try again"
        } else {
            "Invalid OTP. Try again."
        };
        assert_eq!((error.to_string().as_str(), error.code()), (message, Some(605)));
        let tries_left = match left {
            0 => "This OTP is void after 5 wrong entries, send a new one below".to_owned(),
            1 => "You can try once more.".to_owned(),
            _ => format!("You can try {left} more times."),
        };
        assert_eq!(error.fields(), [("otp".to_owned(), tries_left)]);
    }
    let notifications = world.read(|views| {
        views
            .notifications()
            .list(ada, ReadFilter::All, Page::new(1, 10))
            .unwrap()
    });
    assert_eq!(
        notifications.total, 0,
        "what stood in the transaction was rolled back"
    );
    let (message, number) = refusal(redeem(&world, &entry(&code)));
    assert_eq!(
        (message.as_str(), number),
        ("This OTP does not exist please try again", Some(605)),
        "after five wrong entries the right digits come too late"
    );
}

#[test]
fn a_rolled_back_redemption_leaves_the_code_valid() {
    let world = World::new();
    let code = issue(&world);
    let transaction =
        codes::redeem(&world.ports, world.ports.database.begin().unwrap(), &entry(&code)).unwrap();
    drop(transaction);
    redeem(&world, &entry(&code)).unwrap();
}

#[test]
fn checking_does_not_redeem_but_counts_wrong_entries() {
    let world = World::new();
    let issued = try_to_issue(&world, SUBJECT, "approve").unwrap();
    for _ in 0..3 {
        assert_eq!(
            codes::check(&world.ports, &entry(&issued.code)).unwrap(),
            issued.expires_at
        );
    }
    for left in [4, 3] {
        let error = codes::check(&world.ports, &entry(&other_code(&issued.code))).unwrap_err();
        assert!(matches!(error, EntryError::Refused(RedeemError::Wrong { left: l, .. }) if l == left));
    }
    redeem(&world, &entry(&issued.code)).unwrap();
    assert!(codes::check(&world.ports, &entry(&issued.code)).is_err());
}

#[test]
fn a_newer_code_voids_the_older_and_no_other_subjects() {
    let world = World::new();
    let older = issue(&world);
    let elsewhere = try_to_issue(&world, "stage 8 of ada", "approve").unwrap().code;
    world.wait(TimeDelta::seconds(30));
    let newer = issue(&world);
    assert_ne!(older, newer);
    assert!(redeem(&world, &entry(&older)).is_err());
    redeem(&world, &entry(&newer)).unwrap();
    redeem(
        &world,
        &CodeEntry {
            subject: "stage 8 of ada",
            ..entry(&elsewhere)
        },
    )
    .unwrap();
}

#[test]
fn codes_are_sent_every_half_minute_and_five_times_an_hour() {
    let world = World::new();
    issue(&world);
    world.wait(TimeDelta::seconds(10));
    let error = try_to_issue(&world, SUBJECT, "approve").unwrap_err();
    assert_eq!(error.kind(), Kind::TooMany(Duration::from_secs(20)));
    for _ in 0..4 {
        world.wait(TimeDelta::seconds(30));
        issue(&world);
    }
    world.wait(TimeDelta::seconds(30));
    let error = try_to_issue(&world, SUBJECT, "approve").unwrap_err();
    assert_eq!(
        error.kind(),
        Kind::TooMany(Duration::from_secs(3600 - 160)),
        "until the first is an hour old"
    );
    assert!(
        try_to_issue(&world, "stage 8 of ada", "approve").is_ok(),
        "another subject is not held up"
    );
    world.wait(TimeDelta::seconds(3600 - 160));
    issue(&world);
}

#[test]
fn used_codes_do_not_count_against_the_limit() {
    let world = World::new();
    for _ in 0..7 {
        let code = issue(&world);
        redeem(&world, &entry(&code)).unwrap();
    }
    let first = try_to_issue(&world, SUBJECT, "approve").unwrap();
    assert_eq!(first.resend_at - first.issued_at, TimeDelta::seconds(30));
    assert!(
        try_to_issue(&world, SUBJECT, "approve").is_err(),
        "nobody has used this one"
    );
    for _ in 0..4 {
        world.wait(TimeDelta::seconds(30));
        issue(&world);
    }
    world.wait(TimeDelta::seconds(30));
    let often = try_to_issue(&world, SUBJECT, "approve").unwrap_err();
    assert_eq!(often.kind(), Kind::TooMany(Duration::from_secs(3600 - 150)));
}

#[test]
fn a_refused_issue_keeps_the_older_code_valid() {
    let world = World::new();
    let code = issue(&world);
    assert!(try_to_issue(&world, SUBJECT, "approve").is_err());
    redeem(&world, &entry(&code)).unwrap();
}

#[test]
fn concurrent_guesses_are_counted_one_by_one() {
    let world = World::new();
    let code = issue(&world);
    let outcomes: Vec<EntryError> = std::thread::scope(|scope| {
        let guesses: Vec<_> = (1..=16)
            .map(|n| {
                let guess = OtpCode::from_number(code.expose().parse::<u32>().unwrap() + n);
                let world = &world;
                scope.spawn(move || redeem(world, &entry(&guess)).unwrap_err())
            })
            .collect();
        guesses.into_iter().map(|guess| guess.join().unwrap()).collect()
    });
    let looked_at = outcomes
        .iter()
        .filter(|error| matches!(error, EntryError::Refused(RedeemError::Wrong { .. })));
    assert_eq!(looked_at.count(), 5, "{outcomes:?}");
    assert!(redeem(&world, &entry(&code)).is_err());
}

#[test]
fn one_of_two_concurrent_redemptions_succeeds() {
    let world = World::new();
    let code = issue(&world);
    let won = std::thread::scope(|scope| {
        let entries: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| redeem(&world, &entry(&code)).is_ok()))
            .collect();
        entries
            .into_iter()
            .map(|entry| entry.join().unwrap())
            .filter(|won| *won)
            .count()
    });
    assert_eq!(won, 1);
}

#[test]
fn housekeeping_keeps_the_codes_that_the_limit_counts() {
    let world = World::new();
    issue(&world);
    world.wait(TimeDelta::hours(23));
    assert_eq!(housekeeping::execute(&world.ports).unwrap().codes, 0);
    world.wait(TimeDelta::hours(1) + TimeDelta::seconds(1));
    assert_eq!(housekeeping::execute(&world.ports).unwrap().codes, 1);
}

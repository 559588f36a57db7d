//! The safety of calendar feeds: the mails about their addresses, and the changes of an account that
//! end its feed.

use aditus_application::access::Caller;
use aditus_application::accounts::forgot_password::{self, ResetOrigin};
use aditus_application::accounts::second_factor::reset;
use aditus_application::accounts::{
    activate, change_email, change_password, prove_email, reset_password, send_contact_code, set_password,
    take_back,
};
use aditus_domain::roles::Role;

use super::feed::{assert_unknown, made, made_on, try_read};
use super::story;
use crate::accounts::second_factor::set_up_app;
use crate::both_databases::Database;
use crate::story::Story;

const REVIEWER: Role = Role::DataAccessReviewer;
const ADDRESS: &str = "abena@people.example";
const NEW_ADDRESS: &str = "abena.new@people.example";
const NEW_PASSWORD: &str = "Quiet-River-7!";
const ENDED: &str = "Your calendar feed was switched off, too.";

on_both_databases!(
    owners_are_mailed_about_each_address,
    a_feed_ends_with_all_sessions_of_its_owner,
    mails_about_an_account_without_a_feed_do_not_mention_one,
    a_feed_outlives_a_change_of_the_password,
    a_feed_ends_when_its_account_is_disabled,
);

fn owners_are_mailed_about_each_address(database: Database) {
    let story = story(database);
    let reviewer = story.staff(REVIEWER);
    let before = story.mailed(&story.second_reviewer);
    let mails = [
        (
            "Aditus: A calendar feed was created",
            "A calendar feed was created for your Aditus account on 1 March 2027 at 09:00 UTC.",
        ),
        (
            "Aditus: The address of your calendar feed was renewed",
            "The address of the calendar feed of your Aditus account was renewed on 1 March 2027 at 09:00 UTC.",
        ),
    ];
    for (subject, text) in mails {
        let token = made(&story, reviewer);
        let mail = story.world.mails_to(ADDRESS).pop().unwrap();
        assert_eq!(mail.subject, subject);
        for part in [text, "https://aditus.example/profile?section=calendar&as="] {
            assert!(mail.text.contains(part), "{part} is not in {}", mail.text);
        }
        assert!(!mail.text.contains(&token) && !mail.html.contains(&token));
    }
    assert_eq!(story.mailed(&story.second_reviewer), before);
}

fn by_forgotten_password(story: &Story, _owner: &Caller) {
    let ports = &story.world.ports;
    let origin = ResetOrigin {
        address: "192.0.2.1".to_owned(),
        browser: String::new(),
    };
    let command = forgot_password::Command {
        username: ADDRESS.to_owned(),
        origin: origin.clone(),
    };
    forgot_password::execute(ports, &command).unwrap();
    let command = reset_password::Command {
        username: ADDRESS.to_owned(),
        password: NEW_PASSWORD.to_owned(),
        otp: story.world.code_mailed_to(ADDRESS),
        origin,
    };
    reset_password::execute(ports, &command).unwrap();
}

fn by_operator(story: &Story, owner: &Caller) {
    let command = set_password::Command {
        user: owner.user,
        password: NEW_PASSWORD.to_owned(),
    };
    set_password::execute(&story.world.ports, &command).unwrap();
}

/// Changes the address, and undoes this by the link in the mail to the old one.
fn by_taken_back_address(story: &Story, owner: &Caller) {
    let (ports, owner) = (&story.world.ports, story.world.confirmed(owner));
    let to_new = send_contact_code::Command::Email(NEW_ADDRESS.to_owned());
    send_contact_code::execute(ports, &owner, &to_new).unwrap();
    let command = prove_email::Command {
        username: NEW_ADDRESS.to_owned(),
        otp: story.world.code_mailed_to(NEW_ADDRESS),
    };
    prove_email::execute(ports, &owner, &command).unwrap();
    let command = change_email::Command {
        org_email: NEW_ADDRESS.to_owned(),
    };
    change_email::execute(ports, &owner, &command).unwrap();
    let mail = story.world.mails_to(ADDRESS).pop().unwrap();
    let (_, link) = mail.text.split_once("takeBack=").unwrap();
    let token = link.split_whitespace().next().unwrap().to_owned();
    take_back::execute(ports, &take_back::Command { token }).unwrap();
}

fn by_second_factor_reset(story: &Story, owner: &Caller) {
    set_up_app(&story.world, owner);
    let super_user = story.world.confirmed(&story.super_user);
    reset::execute(&story.world.ports, &super_user, owner.user).unwrap();
}

type Change = fn(&Story, &Caller);

const CHANGES: [(&str, Change); 4] = [
    ("a forgotten password", by_forgotten_password),
    ("a password that an operator set", by_operator),
    ("a change of the address that was undone", by_taken_back_address),
    ("a reset of the second factor", by_second_factor_reset),
];

/// Returns true if a mail to the old or only address mentions the end of the feed.
fn is_mailed(story: &Story) -> bool {
    let mails = story.world.mails_to(ADDRESS);
    mails.iter().any(|mail| mail.text.contains(ENDED))
}

fn a_feed_ends_with_all_sessions_of_its_owner(database: Database) {
    for (cause, change) in CHANGES {
        let story = story(database);
        let reviewer = story.staff(REVIEWER);
        let token = made(&story, reviewer);
        let of_other = made(&story, &story.second_reviewer);
        change(&story, reviewer);
        assert_unknown(&story, &token);
        assert_eq!(made_on(&story, reviewer), None, "{cause}");
        assert!(is_mailed(&story), "{cause}");
        try_read(&story, &of_other).unwrap();
        let again = made(&story, reviewer);
        try_read(&story, &again).unwrap();
    }
}

fn mails_about_an_account_without_a_feed_do_not_mention_one(database: Database) {
    for (cause, change) in CHANGES {
        let story = story(database);
        change(&story, story.staff(REVIEWER));
        assert!(!is_mailed(&story), "{cause}");
    }
}

fn a_feed_outlives_a_change_of_the_password(database: Database) {
    let story = story(database);
    let reviewer = story.staff(REVIEWER);
    let token = made(&story, reviewer);
    let command = change_password::Command {
        password: NEW_PASSWORD.to_owned(),
    };
    let confirmed = story.world.confirmed(reviewer);
    change_password::execute(&story.world.ports, &confirmed, &command).unwrap();
    try_read(&story, &token).unwrap();
    assert!(!is_mailed(&story));
}

fn a_feed_ends_when_its_account_is_disabled(database: Database) {
    let story = story(database);
    let reviewer = story.staff(REVIEWER);
    let token = made(&story, reviewer);
    let of_other = made(&story, &story.second_reviewer);
    let super_user = story.world.confirmed(&story.super_user);
    for state in ["Disable", "Active"] {
        let command = activate::Command {
            user: reviewer.user,
            is_active: Some(state.to_owned()),
        };
        activate::execute(&story.world.ports, &super_user, &command).unwrap();
        assert_unknown(&story, &token);
        assert_eq!(made_on(&story, reviewer), None, "{state}");
    }
    try_read(&story, &of_other).unwrap();
}

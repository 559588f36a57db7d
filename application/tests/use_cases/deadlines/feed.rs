//! Calendar feeds: their addresses, and the due dates in them.

use std::sync::Arc;

use aditus_application::access::Caller;
use aditus_application::accounts::erasure::erase;
use aditus_application::deadlines::feed::{make, read, status, switch_off};
use aditus_application::testing::TestKeys;
use aditus_application::{Failure, Kind, Reason};
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::RequestId;
use aditus_domain::limits::{Allowance, Limit};
use aditus_domain::requests::{StaffReference, TrackingId};
use aditus_domain::review::Section;
use aditus_domain::roles::{Role, RoleStatus};
use chrono::{DateTime, TimeDelta, Utc};

use super::{APPROVER, REVIEWER, resolve, story, story_with_window};
use crate::both_databases::Database;
use crate::story::Story;
use crate::world::people::PASSWORD;

const NAME: &str = "Aditus: due dates";

on_both_databases!(
    a_feed_has_the_due_dates_of_its_owner,
    a_feed_follows_the_turn_of_the_stages,
    a_paused_stage_has_no_event,
    a_feed_loses_the_stages_of_a_withdrawn_role,
    a_person_without_due_dates_has_an_empty_calendar,
    a_requester_has_the_last_days_for_answers,
    stages_at_which_the_owner_cannot_decide_are_left_out,
    an_address_works_until_it_is_renewed_or_switched_off,
    an_address_of_a_disabled_or_erased_account_is_unknown,
    a_feed_needs_a_recent_password,
    an_address_outlives_a_rotation_of_secrets,
    reads_are_limited,
);

/// The time is this day at 09:00 UTC.
fn on(story: &Story, day: &str) {
    story.world.clock.set(format!("{day}T09:00:00Z").parse().unwrap());
}

/// Creates the feed, or renews its address. Returns the token.
pub(super) fn made(story: &Story, caller: &Caller) -> String {
    let caller = story.world.confirmed(caller);
    let answer = make::execute(&story.world.ports, &caller).map_err(|error| error.to_string());
    answer.map(|answer| answer.token).unwrap()
}

pub(super) fn try_read(story: &Story, token: &str) -> Result<String, read::Error> {
    let query = read::Query {
        token: token.to_owned(),
        address: "192.0.2.1".to_owned(),
    };
    read::execute(&story.world.ports, &query)
}

/// Returns the events in the format of the tests.
fn events(story: &Story, token: &str) -> Vec<String> {
    let text = try_read(story, token).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(NAME));
    lines.map(str::to_owned).collect()
}

/// Returns the days and titles of the events.
fn titles(story: &Story, token: &str) -> Vec<String> {
    let shown = |event: &String| event.split(" | ").take(2).collect::<Vec<_>>().join(" ");
    events(story, token).iter().map(shown).collect()
}

fn title(day: &str, request: RequestId, role: Role) -> String {
    format!("{day} Decide on {} ({role})", StaffReference(request))
}

#[track_caller]
pub(super) fn assert_unknown(story: &Story, token: &str) {
    let error = try_read(story, token).unwrap_err();
    assert_eq!(
        (error.kind(), error.reason()),
        (Kind::NotFound, Reason::CalendarFeedNotFound)
    );
    assert_eq!(
        error.to_string(),
        "There is no calendar feed at this address. It may have been renewed or switched off."
    );
}

pub(super) fn made_on(story: &Story, caller: &Caller) -> Option<DateTime<Utc>> {
    status::execute(&story.world.ports, caller).unwrap()
}

fn a_feed_has_the_due_dates_of_its_owner(database: Database) {
    let story = story(database);
    let first = story.submitted();
    on(&story, "2027-03-12");
    let second = story.submitted();
    let token = made(&story, story.staff(REVIEWER));
    let state = |request| story.state(request, REVIEWER).request_state_id;
    let provider = &story.world.ports.settings.provider_organisation;
    let event = |day: &str, request: RequestId, since: &str, shown: &str| {
        let url = format!("https://aditus.example/datarequest?request_id={request}&as=Data+Access+Reviewer");
        let since: DateTime<Utc> = format!("{since}T09:00:00Z").parse().unwrap();
        format!(
            "{day} | Decide on {} (Data Access Reviewer) | State: {shown}\\nStage: Data Access Reviewer, \
             {provider}\\n{url} | {url} | stage-{}-{}@aditus.example",
            StaffReference(request),
            state(request),
            since.timestamp()
        )
    };
    assert_eq!(
        events(&story, &token),
        [
            event("2027-03-15", first, "2027-03-01", "Due soon"),
            event("2027-03-26", second, "2027-03-12", "On time"),
        ]
    );
    on(&story, "2027-03-16");
    assert_eq!(
        events(&story, &token)[0],
        event("2027-03-15", first, "2027-03-01", "Overdue"),
        "what is overdue stays, as the same event"
    );
    let of_second = made(&story, &story.second_reviewer);
    assert_eq!(events(&story, &of_second), events(&story, &token));
}

fn a_feed_follows_the_turn_of_the_stages(database: Database) {
    let story = story(database);
    let request = story.submitted();
    let [of_reviewer, of_approver] = [REVIEWER, APPROVER].map(|role| made(&story, story.staff(role)));
    assert_eq!(
        titles(&story, &of_reviewer),
        [title("2027-03-15", request, REVIEWER)]
    );
    assert_eq!(titles(&story, &of_approver), [""; 0]);
    story.decides(REVIEWER, request, true).unwrap();
    assert_eq!(titles(&story, &of_reviewer), [""; 0]);
    assert_eq!(
        titles(&story, &of_approver),
        [title("2027-03-04", request, APPROVER)]
    );
    story.decides(APPROVER, request, true).unwrap();
    assert_eq!(
        titles(&story, &of_approver),
        [""; 0],
        "the next stage has no target"
    );
}

fn a_paused_stage_has_no_event(database: Database) {
    let story = story(database);
    let [paused, running] = [(); 2].map(|()| story.submitted());
    story.comments(REVIEWER, paused, Section::Devices, true).unwrap();
    let token = made(&story, story.staff(REVIEWER));
    assert_eq!(titles(&story, &token), [title("2027-03-15", running, REVIEWER)]);
}

fn a_feed_loses_the_stages_of_a_withdrawn_role(database: Database) {
    let story = story(database);
    let request = story.submitted();
    let reviewer = &story.second_reviewer;
    let token = made(&story, reviewer);
    assert_eq!(titles(&story, &token), [title("2027-03-15", request, REVIEWER)]);
    let held = reviewer.role(REVIEWER).unwrap().id;
    story.world.write(|transaction| {
        let found = transaction.roles().by_id(held).unwrap().unwrap();
        let mut assigned = found.assigned;
        let now = story.world.now();
        let change = assigned
            .change(RoleStatus::Deactivated, story.super_user.user, None, now)
            .unwrap();
        transaction.roles().change(assigned.user, &change).unwrap();
    });
    assert_eq!(titles(&story, &token), [""; 0]);
}

fn a_person_without_due_dates_has_an_empty_calendar(database: Database) {
    let story = story(database);
    story.submitted();
    for caller in [
        &story.requester,
        &story.org_user,
        &story.super_user,
        &story.outsider,
        story.staff(APPROVER),
    ] {
        let token = made(&story, caller);
        assert_eq!(try_read(&story, &token).unwrap(), format!("{NAME}\n"));
    }
}

fn a_requester_has_the_last_days_for_answers(database: Database) {
    let story = story_with_window(database, 4);
    let request = story.submitted();
    story.submitted();
    let comment = story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    let [of_requester, of_reviewer] =
        [&story.requester, story.staff(REVIEWER)].map(|caller| made(&story, caller));
    let day = format!("2027-03-29 Answer the comments on {}", TrackingId(request));
    assert_eq!(titles(&story, &of_requester), [day]);
    assert_eq!(titles(&story, &of_reviewer), [""; 0]);
    on(&story, "2027-03-10");
    assert_eq!(titles(&story, &of_requester).len(), 1);
    resolve(&story, comment);
    assert_eq!(titles(&story, &of_requester), [""; 0]);
}

fn stages_at_which_the_owner_cannot_decide_are_left_out(database: Database) {
    let story = story(database);
    let request = story.submitted();
    let reviewer = story.staff(REVIEWER);
    // The reviewer is an approver, too, and the requester a reviewer.
    story.world.grant(reviewer.user, story.provider, APPROVER);
    story.world.grant(story.requester.user, story.provider, REVIEWER);
    let of_requester = made(&story, &story.requester);
    let of_reviewer = made(&story, reviewer);
    assert_eq!(titles(&story, &of_requester), [""; 0], "it is their own request");
    let other = story.submitted_by(&story.other_requester);
    assert_eq!(
        titles(&story, &of_requester),
        [title("2027-03-15", other, REVIEWER)]
    );
    story.decides(REVIEWER, request, true).unwrap();
    assert_eq!(
        titles(&story, &of_reviewer),
        [title("2027-03-15", other, REVIEWER)],
        "the other stage needs another person"
    );
    let of_approver = made(&story, story.staff(APPROVER));
    assert_eq!(
        titles(&story, &of_approver),
        [title("2027-03-04", request, APPROVER)]
    );
}

fn an_address_works_until_it_is_renewed_or_switched_off(database: Database) {
    let story = story(database);
    let reviewer = story.staff(REVIEWER);
    let ports = &story.world.ports;
    assert_eq!(made_on(&story, reviewer), None);
    switch_off::execute(ports, reviewer).unwrap();
    let first = made(&story, reviewer);
    assert_eq!(first.len(), 64, "256 bits");
    let created = made_on(&story, reviewer);
    assert_eq!(created, Some(story.world.now()));
    try_read(&story, &first).unwrap();
    story.world.wait(TimeDelta::hours(1));
    let second = made(&story, reviewer);
    assert_ne!(made_on(&story, reviewer), created);
    assert_unknown(&story, &first);
    try_read(&story, &second).unwrap();
    let of_other = made(&story, &story.second_reviewer);
    switch_off::execute(ports, reviewer).unwrap();
    assert_unknown(&story, &second);
    assert_eq!(made_on(&story, reviewer), None);
    try_read(&story, &of_other).unwrap();
    for wrong in ["", "x", &of_other[..63], &format!("{of_other}0"), &"0".repeat(64)] {
        assert_unknown(&story, wrong);
    }
}

fn an_address_of_a_disabled_or_erased_account_is_unknown(database: Database) {
    let story = story(database);
    // Erasing an account with a role is refused.
    story.world.person("Dina");
    let owner = &story.world.caller("Dina");
    let token = made(&story, owner);
    for (state, is_known) in [
        (AccountState::Disabled, false),
        (AccountState::Active, true),
        (AccountState::Disabled, false),
    ] {
        story
            .world
            .change_account(owner.user, |account| account.state = state);
        if is_known {
            assert_eq!(try_read(&story, &token).unwrap(), format!("{NAME}\n"));
        } else {
            assert_unknown(&story, &token);
        }
    }
    let command = erase::Command {
        user: owner.user,
        password: PASSWORD.to_owned(),
        confirmation: story.address(owner),
        reason: "Asked by letter, file 7/12".to_owned(),
        address: "192.0.2.1".to_owned(),
    };
    let super_user = story.world.confirmed(&story.super_user);
    erase::execute(&story.world.ports, &super_user, &command).unwrap();
    assert_unknown(&story, &token);
    assert_eq!(made_on(&story, owner), None);
}

fn a_feed_needs_a_recent_password(database: Database) {
    let story = story(database);
    let ports = &story.world.ports;
    let reviewer = story.world.unconfirmed(story.staff(REVIEWER));
    let refused = make::execute(ports, &reviewer).err().unwrap();
    assert_eq!(
        (refused.kind(), refused.reason()),
        (Kind::Forbidden, Reason::PasswordNeeded)
    );
    assert_eq!(made_on(&story, &reviewer), None);
    let token = made(&story, &reviewer);
    switch_off::execute(ports, &reviewer).unwrap();
    assert_unknown(&story, &token);
}

fn an_address_outlives_a_rotation_of_secrets(database: Database) {
    let mut story = story(database);
    let token = made(&story, story.staff(REVIEWER));
    let unread = made(&story, &story.second_reviewer);
    story.world.ports.keys = Arc::new(TestKeys::with_secret(1).with_other(0));
    for _ in 0..2 {
        assert_eq!(events(&story, &token), [""; 0]);
    }
    story.world.ports.keys = Arc::new(TestKeys::with_secret(1));
    assert_eq!(events(&story, &token), [""; 0]);
    assert_unknown(&story, &unread);
}

fn reads_are_limited(database: Database) {
    let mut story = story(database);
    let [of_reviewer, of_approver] = [REVIEWER, APPROVER].map(|role| made(&story, story.staff(role)));
    let two = Allowance::parse("2 in 1 hour").unwrap();
    let mut settings = (*story.world.ports.settings).clone();
    settings.limits = settings.limits.with(Limit::CalendarFeed, two);
    story.world.ports.settings = Arc::new(settings);
    for _ in 0..2 {
        try_read(&story, &of_reviewer).unwrap();
        assert_unknown(&story, "x");
    }
    for token in [&*of_reviewer, "x"] {
        let refused = try_read(&story, token).unwrap_err();
        assert_eq!(refused.reason(), Reason::TooManyRequests, "{refused}");
    }
    try_read(&story, &of_approver).unwrap();
    story.world.wait(TimeDelta::hours(1));
    try_read(&story, &of_reviewer).unwrap();
}

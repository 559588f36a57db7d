//! Reading and changing the calendar.

use aditus_application::access::Caller;
use aditus_application::deadlines::change_calendar::{self, Command, Error};
use aditus_application::deadlines::read_calendar;
use aditus_application::deadlines::repository::StoredCalendar;
use aditus_application::row_versions::RowVersion;
use aditus_application::{Failure, Kind, Reason};
use aditus_domain::audit::Kind as ActKind;
use aditus_domain::deadlines::{Calendar, RawCalendar, RawHoliday};
use aditus_domain::roles::RoleStatus;
use chrono::{NaiveDate, Weekday};

use crate::audit::entries;
use crate::story::Story;

fn holiday(day: &str, name: &str) -> RawHoliday {
    RawHoliday {
        day: day.parse::<NaiveDate>().unwrap(),
        name: name.to_owned(),
    }
}

/// Sunday to Thursday in Gaborone, with these holidays.
fn form(holidays: &[(&str, &str)]) -> RawCalendar {
    RawCalendar {
        working_days: vec![
            Weekday::Sun,
            Weekday::Mon,
            Weekday::Tue,
            Weekday::Wed,
            Weekday::Thu,
        ],
        time_zone: "Africa/Gaborone".to_owned(),
        holidays: holidays.iter().map(|(day, name)| holiday(day, name)).collect(),
    }
}

fn save(
    story: &Story,
    caller: &Caller,
    form: RawCalendar,
    seen: Option<i64>,
) -> Result<StoredCalendar, Error> {
    let seen = seen.map(RowVersion);
    change_calendar::execute(&story.world.ports, caller, &Command { form, seen })
}

fn read(story: &Story, caller: &Caller) -> StoredCalendar {
    read_calendar::execute(&story.world.ports, caller).unwrap()
}

fn changes(story: &Story) -> Vec<String> {
    entries(&story.world)
        .into_iter()
        .filter(|entry| entry.kind == ActKind::CalendarChanged)
        .map(|entry| entry.canonical)
        .collect()
}

#[test]
fn every_signed_in_person_reads_the_calendar() {
    let story = Story::begin();
    save(
        &story,
        &story.super_user,
        form(&[("2027-09-30", "Botswana Day")]),
        None,
    )
    .unwrap();
    let expected = read(&story, &story.super_user);
    assert_eq!(expected.calendar.zone().name(), "Africa/Gaborone");
    for caller in [&story.requester, &story.org_user, &story.outsider] {
        assert_eq!(read(&story, caller), expected);
    }
}

#[test]
fn only_super_users_change_the_calendar() {
    let story = Story::begin();
    for caller in [&story.requester, &story.org_user, &story.outsider] {
        for form in [form(&[]), RawCalendar::default()] {
            let error = save(&story, caller, form, None).unwrap_err();
            assert_eq!(
                (error.kind(), error.to_string().as_str()),
                (Kind::Forbidden, "Your role does not allow this.")
            );
        }
    }
    assert_eq!(read(&story, &story.requester).calendar, Calendar::default());
}

#[test]
fn a_withdrawn_role_cannot_finish_a_change() {
    let story = Story::begin();
    let held = story.super_user.roles[0].id;
    story.world.write(|transaction| {
        let mut assigned = transaction.roles().by_id(held).unwrap().unwrap().assigned;
        let (by, now) = (story.outsider.user, story.world.now());
        let change = assigned.change(RoleStatus::Revoked, by, None, now).unwrap();
        transaction.roles().change(assigned.user, &change).unwrap();
    });
    let error = save(&story, &story.super_user, form(&[]), None).unwrap_err();
    assert_eq!(error.kind(), Kind::Forbidden);
    assert_eq!(read(&story, &story.requester).row_version, RowVersion(1));
}

#[test]
fn a_change_replaces_the_calendar_and_leaves_an_entry() {
    let story = Story::begin();
    let first = [("2027-09-30", "Botswana Day"), ("2027-01-01", "New Year")];
    let saved = save(&story, &story.super_user, form(&first), Some(1)).unwrap();
    assert_eq!(saved, read(&story, &story.requester));
    assert_eq!(saved.row_version, RowVersion(2));
    let days: Vec<_> = saved
        .calendar
        .holidays()
        .map(|holiday| holiday.day.to_string())
        .collect();
    assert_eq!(days, ["2027-01-01", "2027-09-30"]);

    let second = [
        ("2027-01-01", "New Year's Day"),
        ("2027-01-02", "Public holiday"),
        ("2027-12-25", "Christmas"),
    ];
    let saved = save(&story, &story.super_user, form(&second), Some(2)).unwrap();
    assert_eq!(saved, read(&story, &story.requester));
    assert_eq!(saved.row_version, RowVersion(3));

    let changes = changes(&story);
    assert_eq!(changes.len(), 2);
    let by = format!(r#""user":{}"#, story.super_user.user.0);
    for part in [
        r#""act":{"holidays_added":2,"holidays_removed":0,"holidays_renamed":0,"time_zone":"Africa/Gaborone","time_zone_before":"UTC","working_days":["monday","tuesday","wednesday","thursday","sunday"],"working_days_before":["monday","tuesday","wednesday","thursday","friday"]}"#,
        by.as_str(),
    ] {
        assert!(changes[0].contains(part), "{}", changes[0]);
    }
    let expected = r#""act":{"holidays_added":2,"holidays_removed":1,"holidays_renamed":1}"#;
    assert!(changes[1].contains(expected), "{}", changes[1]);
}

#[test]
fn an_unchanged_calendar_leaves_no_entry() {
    let story = Story::begin();
    let holidays = [("2027-09-30", "Botswana Day")];
    let saved = save(&story, &story.super_user, form(&holidays), None).unwrap();
    for seen in [Some(2), None] {
        let again = save(
            &story,
            &story.super_user,
            form(&[("2027-09-30", " Botswana  Day ")]),
            seen,
        );
        assert_eq!(again.unwrap(), saved);
    }
    assert_eq!(changes(&story).len(), 1);
}

#[test]
fn a_stale_change_is_refused() {
    let story = Story::begin();
    let saved = save(&story, &story.super_user, form(&[]), Some(1)).unwrap();
    for stale in [1, 3] {
        for form in [form(&[("2027-09-30", "Botswana Day")]), form(&[])] {
            let error = save(&story, &story.super_user, form, Some(stale)).unwrap_err();
            assert_eq!(
                (error.kind(), error.reason()),
                (Kind::Conflict, Reason::RowChanged)
            );
            assert_eq!(error.fields()[0].0, "row_version");
        }
    }
    assert_eq!(read(&story, &story.super_user), saved);
    assert_eq!(changes(&story).len(), 1);
}

#[test]
fn each_wrong_field_is_named_and_nothing_is_stored() {
    let story = Story::begin();
    let wrong = RawCalendar {
        working_days: Vec::new(),
        time_zone: "Mars/Olympus".to_owned(),
        holidays: vec![
            holiday("2027-09-30", "Botswana Day"),
            holiday("2027-09-30", "Boipuso"),
            holiday("2027-10-01", " "),
        ],
    };
    let error = save(&story, &story.super_user, wrong, None).unwrap_err();
    assert_eq!(
        (error.kind(), error.reason()),
        (Kind::Invalid, Reason::InvalidFields)
    );
    let fields: Vec<_> = error.fields().into_iter().map(|(field, _)| field).collect();
    assert_eq!(fields, ["working_days", "time_zone", "holidays", "holidays"]);
    let stored = read(&story, &story.super_user);
    assert_eq!(
        (stored.calendar, stored.row_version),
        (Calendar::default(), RowVersion(1))
    );
}

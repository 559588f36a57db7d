//! Repeating events.

use aditus_application::ports::HolidayFiles;
use aditus_calendars::IcalendarFiles;

use crate::helpers::{days, file_of, left_out, listed, read_events, years};

/// Returns an event that starts on this day and repeats by this rule.
fn repeating(start: &str, rule: &str) -> String {
    format!("UID:a@b.example\nDTSTART;VALUE=DATE:{start}\nSUMMARY:Rest\nRRULE:{rule}")
}

/// Asserts the days from 2026 to 2031.
#[track_caller]
fn assert_days(start: &str, rule: &str, expected: &[&str]) {
    let file = read_events(&[&repeating(start, rule)]);
    assert_eq!(left_out(&file), Vec::<String>::new(), "{rule}");
    assert_eq!(days(&file), expected, "{start} {rule}");
}

#[track_caller]
fn assert_left_out(rule: &str, reason: &str) {
    let file = read_events(&[&repeating("20270504", rule)]);
    assert_eq!(file.holidays.len(), 0, "{rule}");
    assert_eq!(left_out(&file), [format!("Rest: {reason}")], "{rule}");
}

#[test]
fn yearly_rules_are_expanded() {
    assert_days(
        "20010930",
        "FREQ=YEARLY;UNTIL=20280930",
        &["2026-09-30", "2027-09-30", "2028-09-30"],
    );
    assert_days("20240229", "FREQ=YEARLY", &["2028-02-29"]);
    assert_days(
        "20250704",
        "FREQ=YEARLY;INTERVAL=3",
        &["2028-07-04", "2031-07-04"],
    );
    // The fourth Thursday of November, and the last Monday of May.
    assert_days(
        "20281123",
        "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH",
        &["2028-11-23", "2029-11-22", "2030-11-28", "2031-11-27"],
    );
    assert_days(
        "20290528",
        "FREQ=YEARLY;BYMONTH=5;BYDAY=-1MO",
        &["2029-05-28", "2030-05-27", "2031-05-26"],
    );
    // The 20th Monday of the year.
    assert_days(
        "20300520",
        "FREQ=YEARLY;BYDAY=20MO",
        &["2030-05-20", "2031-05-19"],
    );
    assert_days(
        "20300101",
        "FREQ=YEARLY;BYYEARDAY=1,-1",
        &["2030-01-01", "2030-12-31", "2031-01-01", "2031-12-31"],
    );
    assert_days(
        "20300513",
        "FREQ=YEARLY;BYWEEKNO=20",
        &["2030-05-13", "2031-05-12"],
    );
    // The Saturday between 20 and 26 June.
    assert_days(
        "20290623",
        "FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=20,21,22,23,24,25,26;BYDAY=SA",
        &["2029-06-23", "2030-06-22", "2031-06-21"],
    );
}

#[test]
fn monthly_weekly_and_daily_rules_are_expanded() {
    assert_days(
        "20310731",
        "FREQ=MONTHLY",
        &["2031-07-31", "2031-08-31", "2031-10-31", "2031-12-31"],
    );
    assert_days(
        "20311030",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
        &["2031-10-30", "2031-11-27", "2031-12-30"],
    );
    assert_days(
        "20311205",
        "FREQ=MONTHLY;BYDAY=1FR,-1FR",
        &["2031-12-05", "2031-12-26"],
    );
    // The start of the week matters for every second week (RFC 5545, section 3.8.5.3).
    assert_days(
        "20270803",
        "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO",
        &["2027-08-03", "2027-08-08", "2027-08-17", "2027-08-22"],
    );
    assert_days(
        "20270803",
        "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU",
        &["2027-08-03", "2027-08-15", "2027-08-17", "2027-08-29"],
    );
    assert_days(
        "20311220",
        "FREQ=DAILY;INTERVAL=5",
        &["2031-12-20", "2031-12-25", "2031-12-30"],
    );
    assert_days(
        "20310105",
        "FREQ=DAILY;BYMONTH=12;BYMONTHDAY=-1;BYHOUR=9",
        &["2031-01-05", "2031-12-31"],
    );
}

#[test]
fn the_number_of_dates_is_counted_from_the_start() {
    assert_days("20240101", "FREQ=YEARLY;COUNT=4", &["2026-01-01", "2027-01-01"]);
    assert_days("20270504", "FREQ=YEARLY;COUNT=1", &["2027-05-04"]);
    // A start that the rule does not match is a date, too.
    assert_days(
        "20270504",
        "FREQ=YEARLY;COUNT=3;BYMONTH=5;BYDAY=1MO",
        &["2027-05-04", "2028-05-01", "2029-05-07"],
    );
}

#[test]
fn an_end_is_read_with_and_without_a_time() {
    for until in ["20280504", "20280504T000000Z", "20280504T235959"] {
        assert_days(
            "20270504",
            &format!("FREQ=YEARLY;UNTIL={until}"),
            &["2027-05-04", "2028-05-04"],
        );
    }
    assert_days("20270504", "FREQ=YEARLY;UNTIL=20200101", &["2027-05-04"]);
}

#[test]
fn dates_are_added_excluded_and_replaced() {
    let event = repeating("20270504", "FREQ=YEARLY;COUNT=3");
    let with = |lines: &str| days(&read_events(&[&format!("{event}\n{lines}")]));
    assert_eq!(
        with("EXDATE;VALUE=DATE:20280504,20270504\nEXDATE:20290504T000000Z\nRDATE;VALUE=DATE:20300101"),
        ["2030-01-01"]
    );
    assert_eq!(
        with("EXDATE;TZID=Mars/Olympus:20280504T080000"),
        ["2027-05-04", "2029-05-04"]
    );
    let moved =
        "UID:a@b.example\nRECURRENCE-ID;VALUE=DATE:20280504\nDTSTART;VALUE=DATE:20280505\nSUMMARY:Moved";
    // The order in the file has no effect, and other events are not replaced.
    let other = "UID:c@d.example\nDTSTART;VALUE=DATE:20280504\nSUMMARY:Other";
    for events in [&[&event, moved, other], &[moved, other, &event]] {
        assert_eq!(
            listed(&read_events(events)),
            [
                "2027-05-04 Rest",
                "2028-05-04 Other",
                "2028-05-05 Moved",
                "2029-05-04 Rest"
            ]
        );
    }
    let cancelled = format!("{moved}\nSTATUS:CANCELLED");
    let file = read_events(&[&event, &cancelled]);
    assert_eq!(days(&file), ["2027-05-04", "2029-05-04"]);
    assert_eq!(left_out(&file), ["Moved: It is cancelled."]);
}

#[test]
fn a_change_of_all_later_dates_is_left_out() {
    let event = repeating("20270504", "FREQ=YEARLY;COUNT=2");
    let change =
        "UID:a@b.example\nRECURRENCE-ID;RANGE=THISANDFUTURE:20280504\nDTSTART:20280505\nSUMMARY:Moved";
    assert_eq!(
        left_out(&read_events(&[&event, change])),
        ["Moved: It changes all later dates of another event, which is not supported."]
    );
}

#[test]
fn rules_within_a_day_are_left_out() {
    for frequency in ["SECONDLY", "MINUTELY", "HOURLY"] {
        assert_left_out(&format!("FREQ={frequency}"), "It repeats more often than daily.");
    }
}

#[test]
fn invalid_rules_are_left_out() {
    for rule in [
        "",
        "FREQ=",
        "FREQ=FORTNIGHTLY",
        "INTERVAL=2",
        "FREQ=DAILY;INTERVAL=0",
        "FREQ=DAILY;INTERVAL=-1",
        "FREQ=DAILY;INTERVAL=99999999999999999999",
        "FREQ=DAILY;COUNT=0",
        "FREQ=DAILY;COUNT=2;UNTIL=20280101",
        "FREQ=DAILY;UNTIL=tomorrow",
        "FREQ=DAILY;FREQ=DAILY",
        "FREQ=YEARLY;BYMONTH=13",
        "FREQ=YEARLY;BYMONTH=",
        "FREQ=YEARLY;BYMONTHDAY=0",
        "FREQ=YEARLY;BYMONTHDAY=32",
        "FREQ=YEARLY;BYDAY=XX",
        "FREQ=YEARLY;BYDAY=99MO",
        "FREQ=YEARLY;BYDAY=é",
        "FREQ=YEARLY;BYDAY=1MO;BYWEEKNO=3",
        "FREQ=WEEKLY;BYDAY=1MO",
        "FREQ=WEEKLY;BYMONTHDAY=3",
        "FREQ=MONTHLY;BYWEEKNO=3",
        "FREQ=MONTHLY;BYYEARDAY=3",
        "FREQ=YEARLY;BYSETPOS=1",
        "FREQ=YEARLY;WKST=1",
        "FREQ=YEARLY;RSCALE=CHINESE;BYMONTH=1",
        "FREQ",
    ] {
        assert_left_out(
            rule,
            "The rule by which it repeats is not valid or not supported.",
        );
    }
    for line in [
        "EXRULE:FREQ=YEARLY",
        "RDATE:soon",
        "EXDATE:soon",
        "RDATE;VALUE=PERIOD:20280504T080000Z/PT1H",
    ] {
        let file = read_events(&[&format!("{}\n{line}", repeating("20270504", "FREQ=YEARLY"))]);
        assert_eq!(
            left_out(&file),
            ["Rest: The rule by which it repeats is not valid or not supported."],
            "{line}"
        );
    }
}

#[test]
fn rules_that_never_match_end() {
    let never = repeating("20270504", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30");
    assert_eq!(days(&read_events(&[&never])), ["2027-05-04"]);
    let never = repeating("20270504", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=4000000000");
    assert_eq!(days(&read_events(&[&never])), ["2027-05-04"]);
}

#[test]
fn the_work_for_a_file_is_bounded() {
    // From the year 1 on, because the dates are counted.
    let counted = repeating("00010101", "FREQ=DAILY;COUNT=4000000000;BYMONTH=1;BYMONTHDAY=1");
    let overlapping = format!(
        "{}\nDURATION:P366D",
        repeating("20000301", "FREQ=DAILY;BYMONTH=3")
    );
    for event in [counted, overlapping] {
        let events = vec![event.as_str(); 5_000];
        let file = IcalendarFiles.read(file_of(&events).as_bytes(), years(2026, 2027));
        let file = file.unwrap();
        let reasons = left_out(&file);
        assert!(
            reasons
                .iter()
                .all(|reason| reason == "Rest: It repeats too often."),
            "{reasons:?}"
        );
        assert!(file.left_out_count > 4_000, "{}", file.left_out_count);
    }
}

//! The preview of holidays from a file.

use aditus_application::deadlines::preview_holidays::{self, Error, Query};
use aditus_application::ports::{HolidayFile, MAX_HOLIDAY_FILE_BYTES};
use aditus_application::{Failure, Kind, Reason};
use chrono::Datelike;

use crate::story::Story;

fn query(file: impl Into<Vec<u8>>, first_year: Option<i32>, last_year: Option<i32>) -> Query {
    Query {
        file: file.into(),
        first_year,
        last_year,
    }
}

fn preview(story: &Story, query: &Query) -> Result<HolidayFile, Error> {
    preview_holidays::execute(&story.world.ports, &story.super_user, query)
}

/// Returns a file with one holiday in each of these years.
fn new_years(years: impl Iterator<Item = i32>) -> String {
    years.fold("holidays\n".to_owned(), |file, year| {
        format!("{file}{year}-01-01 New Year's Day\n")
    })
}

fn years_of(file: &HolidayFile) -> Vec<i32> {
    file.holidays.iter().map(|holiday| holiday.day.year()).collect()
}

#[test]
fn only_super_users_preview_holidays() {
    let story = Story::begin();
    let query = query(new_years(2027..=2027), None, None);
    for caller in [&story.requester, &story.org_user, &story.outsider] {
        let error = preview_holidays::execute(&story.world.ports, caller, &query).unwrap_err();
        assert_eq!(error.kind(), Kind::Forbidden);
        assert_eq!(error.to_string(), "Your role does not allow this.");
    }
}

#[test]
fn holidays_of_this_year_and_the_next_five_are_previewed_by_default() {
    let story = Story::begin();
    let this_year = story.world.ports.clock.now().year();
    let file = new_years(this_year - 1..=this_year + 7);
    let found = preview(&story, &query(file.clone(), None, None)).unwrap();
    assert_eq!(years_of(&found), (this_year..=this_year + 5).collect::<Vec<_>>());
    let found = preview(&story, &query(file, Some(this_year - 1), Some(this_year - 1))).unwrap();
    assert_eq!(years_of(&found), [this_year - 1]);
}

#[test]
fn too_many_years_are_refused() {
    let story = Story::begin();
    let query = query(new_years(2027..=2027), Some(2027), Some(2047));
    let error = preview(&story, &query).unwrap_err();
    assert_eq!(
        (error.kind(), error.reason()),
        (Kind::Invalid, Reason::InvalidFields)
    );
    assert_eq!(
        error.fields(),
        [("last_year".to_owned(), "Choose at most 20 years.".to_owned())]
    );
}

#[test]
fn errors_of_the_file_belong_to_its_field() {
    let story = Story::begin();
    let large = vec![b'a'; MAX_HOLIDAY_FILE_BYTES + 1];
    let outcomes: [(&[u8], _, _, _); 4] = [
        (
            &large,
            Kind::TooLarge,
            Reason::FileTooLarge,
            "The file is too large. The limit is 1 MB.",
        ),
        (
            b"%PDF-1.7",
            Kind::UnsupportedFile,
            Reason::FileTypeNotAccepted,
            "This is not a calendar file. Choose a file in the iCalendar format (.ics).",
        ),
        (
            b"holidays\n2027-01-01 No\xebl",
            Kind::UnsupportedFile,
            Reason::FileTypeNotAccepted,
            "The calendar file is not text in UTF-8. Export it again as iCalendar (.ics).",
        ),
        (
            b"holidays\n2026-01-01 New Year's Day\n",
            Kind::Invalid,
            Reason::InvalidFields,
            "The file has no event in the years 2027 to 2028.",
        ),
    ];
    for (file, kind, reason, message) in outcomes {
        let error = preview(&story, &query(file, Some(2027), Some(2028))).unwrap_err();
        assert_eq!((error.kind(), error.reason()), (kind, reason));
        assert_eq!(error.fields(), [("file".to_owned(), message.to_owned())]);
    }
}

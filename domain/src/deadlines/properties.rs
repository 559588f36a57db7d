//! Property tests of due dates under arbitrary pauses, calendars and times.

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;
use proptest::prelude::*;

use super::*;

/// Zones with daylight saving, some of them at midnight, and with offsets of half an hour.
const ZONES: [Tz; 8] = [
    Tz::UTC,
    Tz::Europe__Brussels,
    Tz::America__Sao_Paulo,
    Tz::Africa__Cairo,
    Tz::Asia__Beirut,
    Tz::Australia__Lord_Howe,
    Tz::Pacific__Apia,
    Tz::Asia__Kathmandu,
];

/// 1 January 2010, before the last changes at midnight of those zones.
const FIRST: i64 = 1_262_304_000;
const MINUTES_OF_A_YEAR: i64 = 365 * 24 * 60;

fn time() -> impl Strategy<Value = DateTime<Utc>> {
    (0..20 * MINUTES_OF_A_YEAR)
        .prop_map(|minutes| DateTime::from_timestamp(FIRST, 0).unwrap() + TimeDelta::minutes(minutes))
}

/// Calendars with holidays in the three years after `around`.
fn calendar(around: DateTime<Utc>) -> impl Strategy<Value = Calendar> {
    let weekdays = proptest::sample::subsequence(WorkingDays::WEEK.to_vec(), 1..=7);
    let holidays = proptest::collection::btree_set(0..1_000_u64, 0..40);
    let zone = proptest::sample::select(ZONES.to_vec());
    (weekdays, holidays, zone).prop_map(move |(working_days, holidays, zone)| {
        RawCalendar {
            working_days,
            time_zone: zone.name().to_owned(),
            holidays: holidays
                .into_iter()
                .map(|days| RawHoliday {
                    day: around.date_naive() + Days::new(days),
                    name: "Holiday".to_owned(),
                })
                .collect(),
        }
        .check()
        .unwrap()
    })
}

/// Pauses that begin after `since`, in any order and with overlaps.
fn pauses(since: DateTime<Utc>) -> impl Strategy<Value = Vec<Pause>> {
    let pause = (
        0..60_i64 * 24 * 60,
        proptest::option::weighted(0.9, 0..20_i64 * 24 * 60),
    )
        .prop_map(move |(begins, lasts)| {
            let from = since + TimeDelta::minutes(begins);
            Pause {
                from,
                to: lasts.map(|minutes| from + TimeDelta::minutes(minutes)),
            }
        });
    proptest::collection::vec(pause, 0..4)
}

#[derive(Debug, Clone)]
struct Case {
    calendar: Calendar,
    since: DateTime<Utc>,
    pauses: Vec<Pause>,
    target: Target,
    term: Term,
    extension: Option<i64>,
    window: CompletionWindow,
    /// Minutes between the start and two readings of the clock.
    readings: (i64, i64),
}

prop_compose! {
    fn case()(since in time())(
        since in Just(since),
        calendar in calendar(since),
        pauses in pauses(since),
        target in 1..=60_i64,
        is_month in any::<bool>(),
        count in 1..=4_i64,
        extension in proptest::option::of(1..=4_i64),
        weeks in 1..=12_i64,
        first in 0..200_i64 * 24 * 60,
        later in 0..200_i64 * 24 * 60,
    ) -> Case {
        let unit = if is_month { TermUnit::Months } else { TermUnit::Weeks };
        Case {
            calendar,
            since,
            pauses,
            target: Target::new(target).unwrap(),
            term: Term::new(unit, count).unwrap(),
            extension: extension.map(|extension| extension.min(count)),
            window: CompletionWindow::new(weeks).unwrap(),
            readings: (first, first + later),
        }
    }
}

impl Case {
    fn after(&self, minutes: i64) -> DateTime<Utc> {
        self.since + TimeDelta::minutes(minutes)
    }

    /// The pauses that are known at this time.
    fn known(&self, now: DateTime<Utc>) -> Vec<Pause> {
        self.pauses
            .iter()
            .filter(|pause| pause.from <= now)
            .map(|pause| Pause {
                to: pause.to.filter(|to| *to <= now),
                ..*pause
            })
            .collect()
    }

    fn extension(&self) -> Option<Extension> {
        self.extension.map(|count| self.term.extension(count).unwrap())
    }

    /// The due dates of the target and the term, as they are known at this time.
    fn due(&self, now: DateTime<Utc>) -> [Due; 2] {
        self.due_with(&self.known(now), now)
    }

    fn due_with(&self, pauses: &[Pause], now: DateTime<Utc>) -> [Due; 2] {
        let pauses = Pauses::new(pauses, &self.calendar);
        let term = self
            .term
            .due(self.since, self.extension(), &pauses, now, &self.calendar);
        [self.target.due(self.since, &pauses, now, &self.calendar), term]
    }

    /// Returns true if the clock is not paused at this time.
    fn runs_at(&self, time: DateTime<Utc>) -> bool {
        !self
            .pauses
            .iter()
            .any(|pause| pause.from < time && pause.to.is_none_or(|to| time <= to))
    }

    /// Lets the days pass one by one, from midnight to midnight, and returns the last day of the
    /// target and of the term.
    fn day_by_day(&self) -> [Option<NaiveDate>; 2] {
        let started = self.calendar.date_of(self.since);
        let mut working_days = 0;
        let mut days = 0;
        let mut ends = [None, None];
        for day in started.iter_days().skip(1).take(3_000) {
            if !self.runs_at(end_of(day, self.calendar.zone())) {
                continue;
            }
            let is_working = self.is_working(day);
            days += 1;
            working_days += u16::from(is_working);
            if working_days == self.target.working_days() && ends[0].is_none() {
                ends[0] = Some(day);
            }
            if days >= self.term_in_days(started) && is_working && ends[1].is_none() {
                ends[1] = Some(day);
            }
        }
        ends
    }

    fn is_working(&self, day: NaiveDate) -> bool {
        self.calendar.is_working(day)
    }

    /// Counts the days of the term with its extension, without pauses.
    fn term_in_days(&self, started: NaiveDate) -> i64 {
        let count = i64::from(self.term.count()) + self.extension.unwrap_or(0);
        match self.term.unit() {
            TermUnit::Weeks => 7 * count,
            TermUnit::Months => {
                let month = i64::from(started.month0()) + count;
                let year = started.year() + i32::try_from(month / 12).unwrap();
                let month = u32::try_from(month % 12).unwrap() + 1;
                let date = |day| NaiveDate::from_ymd_opt(year, month, day);
                let end = (28..=started.day()).rev().find_map(date);
                (end.or_else(|| date(started.day())).unwrap() - started).num_days()
            }
        }
    }
}

/// The first moment of the day after `day`. Some zones change their clocks at midnight, and one of
/// them left out a whole day.
fn end_of(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    let midnight = day.succ_opt().unwrap().and_time(NaiveTime::MIN);
    (0..=48)
        .find_map(|halves| {
            let time = midnight + TimeDelta::minutes(30 * halves);
            zone.from_local_datetime(&time).earliest()
        })
        .unwrap()
        .to_utc()
}

proptest! {
    #[test]
    fn the_due_date_is_that_of_counting_day_by_day(case in case()) {
        // After all pauses.
        let end = case.after(MINUTES_OF_A_YEAR * 20);
        let on = case.due(end).map(|due| due.on);
        prop_assert_eq!(on, case.day_by_day());
    }

    #[test]
    fn the_order_of_pauses_does_not_matter(case in case()) {
        let reversed: Vec<_> = case.pauses.iter().rev().copied().collect();
        let now = case.after(case.readings.1);
        prop_assert_eq!(case.due_with(&case.pauses, now), case.due_with(&reversed, now));
    }

    #[test]
    fn a_period_never_ends_on_a_day_off(case in case()) {
        for due in case.due(case.after(case.readings.0)) {
            prop_assert!(due.on.is_none_or(|day| case.is_working(day)));
        }
    }

    #[test]
    fn pauses_never_shorten_what_is_left(case in case()) {
        let now = case.after(case.readings.0);
        let with = case.due(now);
        let without = case.due_with(&[], now);
        for (with, without) in with.into_iter().zip(without) {
            prop_assert!(with.left >= without.left);
            prop_assert!(with.on.is_none_or(|day| day >= without.on.unwrap()));
        }
    }

    #[test]
    fn states_only_move_forward(case in case()) {
        let earlier = case.due(case.after(case.readings.0));
        let later = case.due(case.after(case.readings.1));
        for (earlier, later) in earlier.into_iter().zip(later) {
            prop_assert!(earlier.state <= later.state);
            prop_assert!(earlier.left >= later.left);
            if earlier.state == DueState::Overdue {
                prop_assert_eq!(earlier, later);
            }
        }
    }

    #[test]
    fn a_stage_is_overdue_exactly_after_its_due_date(case in case()) {
        let now = case.after(case.readings.1);
        for due in case.due(now) {
            let is_over = due.on.is_some_and(|day| day < case.calendar.date_of(now));
            prop_assert_eq!(due.state == DueState::Overdue, is_over);
            prop_assert_eq!(due.left == 0, is_over);
        }
    }

    #[test]
    fn stored_dates_give_the_state_of_any_day(case in case()) {
        let known = case.after(case.readings.0);
        let now = case.after(case.readings.1);
        let pauses = Pauses::new(&case.known(known), &case.calendar);
        let of_target = case.target.due_dates(case.since, &pauses, &case.calendar);
        let of_term = case
            .term
            .due_dates(case.since, case.extension(), &pauses, &case.calendar);
        let due = case.due_with(&case.known(known), now);
        for (dates, due) in [of_target, of_term].into_iter().zip(due) {
            prop_assert_eq!(dates.state(case.calendar.date_of(now)), due.state);
            prop_assert_eq!(dates.due_on, due.on);
        }
    }

    #[test]
    fn a_window_ends_on_the_first_working_day_after_its_weeks(case in case()) {
        let last = case.window.last_day(case.since, &case.calendar);
        prop_assert!(case.is_working(last));
        let started = case.calendar.date_of(case.since);
        let weeks = started + Days::new(7 * u64::from(case.window.weeks()));
        prop_assert!(weeks <= last);
        let mut days_off = weeks.iter_days().take_while(|day| *day < last);
        prop_assert!(days_off.all(|day| !case.is_working(day)));
    }

    #[test]
    fn the_last_day_of_a_window_does_not_depend_on_the_day_of_reading(case in case()) {
        let last = case.window.last_day(case.since, &case.calendar);
        for minutes in [case.readings.0, case.readings.1] {
            let now = case.after(minutes);
            let again = |before| case.window.last_day_again(case.since, before, now, &case.calendar);
            prop_assert_eq!(again(None), last);
            prop_assert_eq!(again(Some(last)), last);
            let today = case.calendar.date_of(now);
            prop_assert_eq!(is_over(last, now, &case.calendar), last < today);
        }
    }

    #[test]
    fn the_hour_of_an_event_does_not_matter(case in case(), minutes in 0..60 * 24_i64) {
        // Another time of the same day in the zone of the calendar.
        let since = case.after(minutes);
        prop_assume!(case.calendar.date_of(since) == case.calendar.date_of(case.since));
        let now = case.after(case.readings.1);
        let moved = Case { since, ..case.clone() };
        prop_assert_eq!(moved.due_with(&case.known(now), now), case.due(now));
        let last_day = |asked| case.window.last_day(asked, &case.calendar);
        prop_assert_eq!(last_day(since), last_day(case.since));
    }
}

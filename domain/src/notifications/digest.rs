//! The times of digests (decisions N6).

use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, TimeZone, Utc, Weekday};
use chrono_tz::Tz;

use super::Delivery;

/// The hour of digests, in the zone of the calendar.
const HOUR: u32 = 7;

/// The half hours from [`HOUR`] to the end of the day.
const HALVES: i64 = 34;

/// One email with all notifications since the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Digest {
    /// Sent every day at 07:00.
    Daily,
    /// Sent on Mondays at 07:00.
    Weekly,
}

impl Digest {
    /// Returns the first time of this digest that is later than `time`, in this zone.
    pub fn next_after(self, time: DateTime<Utc>, zone: Tz) -> DateTime<Utc> {
        let today = time.with_timezone(&zone).date_naive();
        std::iter::successors(Some(today), NaiveDate::succ_opt)
            .filter_map(|day| self.time_on(day, zone))
            .find(|at| *at > time)
            .unwrap_or(DateTime::<Utc>::MAX_UTC)
    }

    /// Returns the last time of this digest that is not later than `time`, in this zone.
    pub fn latest_until(self, time: DateTime<Utc>, zone: Tz) -> DateTime<Utc> {
        let today = time.with_timezone(&zone).date_naive();
        std::iter::successors(Some(today), NaiveDate::pred_opt)
            .filter_map(|day| self.time_on(day, zone))
            .find(|at| *at <= time)
            .unwrap_or(DateTime::<Utc>::MIN_UTC)
    }

    /// Returns the time of the digest on this day, if it has one. If the clocks go forward over
    /// 07:00, it is the first half hour that exists; if 07:00 comes twice, it is the first one. A
    /// day that a zone leaves out has no digest.
    fn time_on(self, day: NaiveDate, zone: Tz) -> Option<DateTime<Utc>> {
        let is_on = match self {
            Self::Daily => true,
            Self::Weekly => day.weekday() == Weekday::Mon,
        };
        let first = day.and_hms_opt(HOUR, 0, 0).filter(|_| is_on)?;
        (0..HALVES)
            .filter_map(|halves| first.checked_add_signed(TimeDelta::minutes(30 * halves)))
            .find_map(|local| zone.from_local_datetime(&local).earliest())
            .map(|at| at.to_utc())
    }
}

/// The last times of all digests. A notification that waits since before the time of its digest is
/// due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DigestTimes {
    /// The last time of the daily digest.
    pub daily: DateTime<Utc>,
    /// The last time of the weekly digest.
    pub weekly: DateTime<Utc>,
}

impl DigestTimes {
    /// Returns the last times until now, in the zone of the calendar.
    pub fn until(now: DateTime<Utc>, zone: Tz) -> Self {
        Self {
            daily: Digest::Daily.latest_until(now, zone),
            weekly: Digest::Weekly.latest_until(now, zone),
        }
    }

    /// Returns true if a notification that waits since this time is due. A choice that was changed
    /// to [`Delivery::Immediately`] makes it due at once.
    pub fn is_due(&self, delivery: Delivery, since: DateTime<Utc>) -> bool {
        match delivery {
            Delivery::Immediately => true,
            Delivery::Daily => since < self.daily,
            Delivery::Weekly => since < self.weekly,
            Delivery::Never => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn check_next(digest: Digest, zone: Tz, cases: &[(&str, &str)]) {
        for (time, next) in cases {
            assert_eq!(
                digest.next_after(at(time), zone),
                at(next),
                "after {time} in {zone}"
            );
        }
    }

    #[test]
    fn the_daily_digest_comes_at_seven() {
        check_next(
            Digest::Daily,
            Tz::UTC,
            &[
                ("2027-03-01T06:59:59Z", "2027-03-01T07:00:00Z"),
                ("2027-03-01T07:00:00Z", "2027-03-02T07:00:00Z"),
                ("2027-03-01T23:59:59Z", "2027-03-02T07:00:00Z"),
                ("2027-12-31T12:00:00Z", "2028-01-01T07:00:00Z"),
            ],
        );
    }

    #[test]
    fn the_weekly_digest_comes_on_monday_at_seven() {
        check_next(
            Digest::Weekly,
            Tz::UTC,
            &[
                // A Monday.
                ("2027-03-01T06:59:59Z", "2027-03-01T07:00:00Z"),
                ("2027-03-01T07:00:00Z", "2027-03-08T07:00:00Z"),
                ("2027-03-07T23:00:00Z", "2027-03-08T07:00:00Z"),
            ],
        );
    }

    #[test]
    fn seven_and_monday_are_those_of_the_zone() {
        check_next(
            Digest::Weekly,
            Tz::Asia__Tokyo,
            // It is Monday, 06:30 in Tokyo.
            &[("2027-02-28T21:30:00Z", "2027-02-28T22:00:00Z")],
        );
        check_next(
            Digest::Daily,
            Tz::America__Lima,
            &[("2027-03-01T03:00:00Z", "2027-03-01T12:00:00Z")],
        );
    }

    #[test]
    fn daylight_saving_moves_the_digest_with_the_clocks() {
        // The clocks go forward on 28 March and back on 31 October.
        check_next(
            Digest::Daily,
            Tz::Europe__Brussels,
            &[
                ("2027-03-26T12:00:00Z", "2027-03-27T06:00:00Z"),
                ("2027-03-27T06:00:00Z", "2027-03-28T05:00:00Z"),
                ("2027-03-28T05:00:00Z", "2027-03-29T05:00:00Z"),
                ("2027-10-30T05:00:00Z", "2027-10-31T06:00:00Z"),
                ("2027-10-31T06:00:00Z", "2027-11-01T06:00:00Z"),
            ],
        );
    }

    #[test]
    fn a_day_that_a_zone_left_out_has_no_digest() {
        // Samoa went from 29 December at midnight to 31 December 2011.
        check_next(
            Digest::Daily,
            Tz::Pacific__Apia,
            &[("2011-12-29T17:00:00Z", "2011-12-30T17:00:00Z")],
        );
        let later = at("2011-12-30T16:59:59Z");
        assert_eq!(
            Digest::Daily.latest_until(later, Tz::Pacific__Apia),
            at("2011-12-29T17:00:00Z")
        );
    }

    #[test]
    fn the_last_time_is_not_later_than_now() {
        for (digest, now, latest) in [
            (Digest::Daily, "2027-03-02T06:59:59Z", "2027-03-01T07:00:00Z"),
            (Digest::Daily, "2027-03-02T07:00:00Z", "2027-03-02T07:00:00Z"),
            (Digest::Weekly, "2027-03-08T06:59:59Z", "2027-03-01T07:00:00Z"),
            (Digest::Weekly, "2027-03-10T12:00:00Z", "2027-03-08T07:00:00Z"),
        ] {
            assert_eq!(digest.latest_until(at(now), Tz::UTC), at(latest), "{now}");
        }
    }

    #[test]
    fn only_immediate_notifications_are_due_without_a_digest() {
        let times = DigestTimes::until(at("2027-03-02T12:00:00Z"), Tz::UTC);
        let since = at("2027-03-02T11:00:00Z");
        let due: Vec<_> = Delivery::ALL
            .into_iter()
            .filter(|delivery| times.is_due(*delivery, since))
            .collect();
        assert_eq!(due, [Delivery::Immediately]);
        let since = at("2027-02-01T00:00:00Z");
        assert!(times.is_due(Delivery::Weekly, since) && times.is_due(Delivery::Daily, since));
        assert!(!times.is_due(Delivery::Never, since));
    }

    /// Zones with daylight saving, some of them at midnight, and with offsets of half an hour.
    const ZONES: [Tz; 7] = [
        Tz::UTC,
        Tz::Europe__Brussels,
        Tz::America__Sao_Paulo,
        Tz::Africa__Cairo,
        Tz::Australia__Lord_Howe,
        Tz::Pacific__Apia,
        Tz::Asia__Kathmandu,
    ];

    proptest! {
        #[test]
        fn a_notification_is_due_exactly_after_its_next_digest(
            since in 1_262_304_000..1_893_456_000_i64,
            waits in 0..20 * 86_400_i64,
            zone in proptest::sample::select(ZONES.to_vec()),
        ) {
            let since = DateTime::from_timestamp(since, 0).unwrap();
            let now = since + TimeDelta::seconds(waits);
            let times = DigestTimes::until(now, zone);
            for delivery in [Delivery::Daily, Delivery::Weekly] {
                let next = delivery.digest().unwrap().next_after(since, zone);
                prop_assert_eq!(times.is_due(delivery, since), next <= now);
            }
        }

        #[test]
        fn every_day_has_its_digest_at_seven(
            time in 1_672_531_200..2_524_608_000_i64,
            zone in proptest::sample::select(ZONES.to_vec()),
        ) {
            let time = DateTime::from_timestamp(time, 0).unwrap();
            let next = Digest::Daily.next_after(time, zone);
            let local = next.with_timezone(&zone);
            prop_assert_eq!(local.format("%H:%M:%S").to_string(), "07:00:00");
            let day = time.with_timezone(&zone).date_naive();
            prop_assert!((local.date_naive() - day).num_days() <= 1);
        }
    }
}

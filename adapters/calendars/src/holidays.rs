//! Collects the holidays of events.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use aditus_application::ports::{
    HolidayFile, HolidayFileError, MAX_LISTED_OMISSIONS, Omission, OmittedEvent,
};
use aditus_domain::deadlines::{Holiday, HolidayName, HolidayNameError, HolidayYears, RawCalendar};
use aditus_domain::text;
use chrono::{Days, NaiveDate};

use crate::event::{Event, Moment};
use crate::rule::Rule;
use crate::work::Work;

/// The end of a name that was cut.
const ELLIPSIS: char = '…';

/// The holidays and omissions found so far.
pub(crate) struct Found {
    years: HolidayYears,
    holidays: BTreeMap<NaiveDate, HolidayName>,
    left_out: Vec<OmittedEvent>,
    left_out_count: usize,
    work: Work,
}

impl Found {
    pub(crate) fn new(years: HolidayYears) -> Self {
        Self {
            years,
            holidays: BTreeMap::new(),
            left_out: Vec::new(),
            left_out_count: 0,
            work: Work::new(),
        }
    }

    /// Adds the days of an event, except those that other events of the file replace.
    pub(crate) fn add(
        &mut self,
        event: &Event,
        replaced: &HashSet<NaiveDate>,
    ) -> Result<(), HolidayFileError> {
        let name = name_of(event.summary.as_deref());
        match self.days(event, replaced, name.as_ref().err().copied()) {
            Ok(days) => {
                if let Ok(name) = name {
                    for day in days {
                        self.holidays.entry(day).or_insert_with(|| name.clone());
                    }
                }
            }
            Err(reason) => {
                self.left_out_count += 1;
                if self.left_out.len() < MAX_LISTED_OMISSIONS {
                    let name = name.ok();
                    self.left_out.push(OmittedEvent { name, reason });
                }
            }
        }
        if self.holidays.len() > RawCalendar::MAX_HOLIDAYS {
            return Err(HolidayFileError::TooMany(self.years));
        }
        Ok(())
    }

    /// Returns the days of an event in the years; none if it does not concern them.
    fn days(
        &mut self,
        event: &Event,
        replaced: &HashSet<NaiveDate>,
        unnamed: Option<Omission>,
    ) -> Result<BTreeSet<NaiveDate>, Omission> {
        let mut days = BTreeSet::new();
        let (first, last) = self.years.days().into_inner();
        let start = event.start.and_then(Moment::day).ok_or(Omission::NoDate)?;
        if !event.concerns(start, first, last) {
            return Ok(days);
        }
        if event.is_cancelled {
            return Err(Omission::Cancelled);
        }
        if event.replaces_later_dates {
            return Err(Omission::ChangesLaterDates);
        }
        if matches!(event.start, Some(Moment::Time(_))) {
            return Err(Omission::TimeOfDay);
        }
        if let Some(unnamed) = unnamed {
            return Err(unnamed);
        }
        let length = event.length(start)?;
        let earliest = first.checked_sub_days(Days::new(length - 1)).unwrap_or(first);
        let mut starts = BTreeSet::from([start]);
        if event.has_excluding_rule {
            return Err(Omission::InvalidRule);
        }
        for rule in &event.rules {
            let rule = Rule::parse(rule, start)?;
            starts.extend(rule.repetitions(earliest..=last, &mut self.work)?);
        }
        for added in &event.added {
            starts.insert(added.day().ok_or(Omission::InvalidRule)?);
        }
        for excluded in &event.excluded {
            starts.remove(&excluded.day().ok_or(Omission::InvalidRule)?);
        }
        if event.replaced_day().is_none() {
            starts.retain(|day| !replaced.contains(day));
        }
        for start in starts.range(earliest..=last) {
            self.work.spend(length)?;
            let length = usize::try_from(length).unwrap_or(usize::MAX);
            days.extend(
                start
                    .iter_days()
                    .take(length)
                    .filter(|day| self.years.contains(*day)),
            );
        }
        Ok(days)
    }

    pub(crate) fn finish(self) -> Result<HolidayFile, HolidayFileError> {
        if self.holidays.is_empty() && self.left_out.is_empty() {
            return Err(HolidayFileError::NothingInThoseYears(self.years));
        }
        Ok(HolidayFile {
            holidays: self
                .holidays
                .into_iter()
                .map(|(day, name)| Holiday { day, name })
                .collect(),
            left_out: self.left_out,
            left_out_count: self.left_out_count,
        })
    }
}

/// Returns the name without control characters, and cut if it is too long.
fn name_of(summary: Option<&str>) -> Result<HolidayName, Omission> {
    let typed = text::draft(summary.unwrap_or_default());
    HolidayName::parse(&typed)
        .or_else(|error| match error {
            HolidayNameError::TooLong => HolidayName::parse(&cut(&typed)),
            HolidayNameError::Missing | HolidayNameError::Unusable(_) => Err(error),
        })
        .map_err(|error| match error {
            HolidayNameError::Missing => Omission::Nameless,
            HolidayNameError::TooLong | HolidayNameError::Unusable(_) => Omission::UnusableName,
        })
}

fn cut(name: &str) -> String {
    let name = text::line(name).unwrap_or_default();
    let begin: String = name.chars().take(HolidayName::MAX_LENGTH - 1).collect();
    format!("{}{ELLIPSIS}", begin.trim_end())
}

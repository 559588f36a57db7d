//! Changes the calendar: `PUT calendar/`.

use std::collections::BTreeMap;

use aditus_domain::audit::Act;
use aditus_domain::deadlines::{Calendar, RawCalendar, WorkingDays, weekday_name};
use aditus_domain::form::FormFaults;
use aditus_domain::roles::Role;
use thiserror::Error;

use super::read_calendar;
use super::repository::StoredCalendar;
use crate::access::{AccessError, Caller};
use crate::audit;
use crate::failure::failure;
use crate::ports::{Ports, StoreError};
use crate::roles::authority;
use crate::row_versions::{RowVersion, Stale, Versioned, advance};

/// A new calendar, which replaces the stored one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The form.
    pub form: RawCalendar,
    /// The row version on which it is based. Without it, it replaces any version.
    pub seen: Option<RowVersion>,
}

/// The calendar could not be changed.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller is not a Super User.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// A field is missing or invalid.
    #[error(transparent)]
    Form(#[from] FormFaults),
    /// Another person has saved the calendar since it was read.
    #[error(transparent)]
    Stale(#[from] Stale),
    /// The database failed.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Store;
        Form(faults) => Invalid, reason: InvalidFields, fields: faults.by_field();
        Stale(stale) => Conflict, reason: RowChanged, fields: stale.fields();
    }
}

/// Replaces the calendar, for Super Users, and returns the stored one. A calendar that equals the
/// stored one changes nothing and leaves no audit entry, because all due dates stay the same.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<StoredCalendar, Error> {
    caller.require(Role::SuperUser)?;
    let calendar = command.form.check()?;
    let mut transaction = ports.database.begin()?;
    authority::require_super_user::<Error>(transaction.as_mut(), caller)?;
    // Comes before the read, because it excludes other writers.
    advance::<Error>(transaction.as_mut(), Versioned::Calendar, command.seen)?;
    let stored = transaction.calendars().calendar()?;
    if stored.calendar == calendar {
        drop(transaction);
        return Ok(read_calendar::execute(ports, caller)?);
    }
    transaction.calendars().replace(&calendar)?;
    let changed = change(&stored.calendar, &calendar);
    let recorded = audit::record(ports, transaction.as_mut(), caller, changed)?;
    transaction.commit(recorded)?;
    Ok(StoredCalendar {
        calendar,
        row_version: stored.row_version,
    })
}

fn change(before: &Calendar, after: &Calendar) -> Act {
    let zones = [before, after].map(|calendar| calendar.zone().name());
    let days = [before, after].map(|calendar| names(calendar.working_days()));
    let [old, new] = [before, after].map(|calendar| {
        calendar
            .holidays()
            .map(|holiday| (holiday.day, holiday.name))
            .collect::<BTreeMap<_, _>>()
    });
    let has_new_zone = zones[0] != zones[1];
    let has_new_days = days[0] != days[1];
    let [time_zone_before, time_zone] = zones.map(|zone| has_new_zone.then_some(zone));
    let [working_days_before, working_days] = days.map(|days| has_new_days.then_some(days));
    Act::CalendarChanged {
        time_zone_before,
        time_zone,
        working_days_before,
        working_days,
        holidays_added: count(new.keys().filter(|day| !old.contains_key(*day))),
        holidays_removed: count(old.keys().filter(|day| !new.contains_key(*day))),
        holidays_renamed: count(
            new.iter()
                .filter(|(day, name)| old.get(*day).is_some_and(|before| before != *name)),
        ),
    }
}

fn names(days: WorkingDays) -> Vec<&'static str> {
    days.iter().map(weekday_name).collect()
}

fn count<T>(items: impl Iterator<Item = T>) -> u32 {
    u32::try_from(items.count()).unwrap_or(u32::MAX)
}

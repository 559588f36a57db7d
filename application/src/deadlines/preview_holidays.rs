//! Previews the holidays of a calendar file. Nothing is stored: the Super User saves the calendar
//! afterwards, with the holidays that are right.

use aditus_domain::deadlines::HolidayYears;
use aditus_domain::form::FormFaults;
use aditus_domain::roles::Role;
use chrono::Datelike;
use thiserror::Error;

use crate::access::{AccessError, Caller};
use crate::failure::failure;
use crate::ports::{HolidayFile, HolidayFileError, Ports};

/// An uploaded file.
#[derive(Debug, Clone)]
pub struct Query {
    /// The file.
    pub file: Vec<u8>,
    /// The first year of interest; the current one if there is none.
    pub first_year: Option<i32>,
    /// The last year of interest; five years after the first one if there is none.
    pub last_year: Option<i32>,
}

/// The file has no holidays to import.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller may not import holidays.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The years are invalid.
    #[error("{0}")]
    Years(FormFaults),
    /// The file is unusable.
    #[error(transparent)]
    File(#[from] HolidayFileError),
}

failure! {
    Error {
        forwards Access, File;
        Years(faults) => Invalid, reason: InvalidFields, fields: faults.by_field();
    }
}

/// Checks that the caller may import holidays, before a file is received and again when it is
/// parsed.
pub fn may_preview(caller: &Caller) -> Result<(), Error> {
    caller.require(Role::SuperUser)?;
    Ok(())
}

/// Returns the holidays of the file, and the events that are none.
pub fn execute(ports: &Ports, caller: &Caller, query: &Query) -> Result<HolidayFile, Error> {
    may_preview(caller)?;
    let this_year = ports.clock.now().year();
    let years = HolidayYears::check(query.first_year, query.last_year, this_year).map_err(Error::Years)?;
    Ok(ports.holiday_files.read(&query.file, years)?)
}

//! The port of the terms of requests.

use aditus_domain::deadlines::{DueDates, Extension, Term};
use aditus_domain::ids::{RequestId, UserId};
use chrono::{DateTime, Utc};

use crate::ports::StoreError;
use crate::row_versions::RowVersion;

/// The term of a round that begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewTerm {
    /// The request.
    pub request: RequestId,
    /// Number of the round.
    pub round: u32,
    /// The term.
    pub term: Term,
    /// The time of the submission or resubmission.
    pub since: DateTime<Utc>,
}

/// An extension that is about to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewExtension {
    /// The request.
    pub request: RequestId,
    /// The extension.
    pub extension: Extension,
    /// Its reason.
    pub reason: String,
    /// The person who extended the term.
    pub by: UserId,
    /// The time.
    pub at: DateTime<Utc>,
}

/// The terms of requests, one for each round (decisions N3). A term runs until
/// [`crate::requests::Requests::save`] stores that the request is decided or recalled; it then keeps
/// its extension and loses its dates. [`super::StageClocks::clocks`] reads the running term.
pub trait RequestTerms {
    /// Returns the present term of the procedure that the request follows.
    fn of_procedure(&mut self, request: RequestId) -> Result<Option<Term>, StoreError>;

    /// Adds the term of a round, which runs. A second one for the round MUST return
    /// [`StoreError::Duplicate`].
    fn begin(&mut self, term: &NewTerm) -> Result<(), StoreError>;

    /// Adds the extension to the running term. Without such a term, or if it was extended before,
    /// this MUST return [`StoreError::Conflict`].
    fn extend(&mut self, extension: &NewExtension) -> Result<(), StoreError>;

    /// Stores dates of running terms that were computed by this version of the calendar.
    fn set_dates(&mut self, dates: &[(RequestId, DueDates)], calendar: RowVersion) -> Result<(), StoreError>;
}

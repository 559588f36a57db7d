//! Bodies of terms, which procedures and requests share.

use aditus_application::deadlines::views::{Expected, ExtensionView};
use aditus_domain::deadlines::{RawTerm, Term, TermUnit};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The unit of a term.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TermUnitBody {
    Weeks,
    Months,
}

/// The time from the submission of a request in which it should be decided.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TermBody {
    pub unit: TermUnitBody,
    /// The number of weeks, from 1 to 260, or of months, from 1 to 60.
    #[schema(example = 3)]
    pub count: i64,
}

/// The day on which the decision on a request is expected, by its term.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExpectedBody {
    /// The term without its extension.
    pub term: TermBody,
    /// The last day of the term; null while the term is paused.
    pub on: Option<NaiveDate>,
    /// One of On time, Due soon and Overdue.
    pub state: String,
    /// The extension of the term; null if it was not extended.
    pub extended: Option<ExtensionBody>,
    /// True while a comment requires an action of the requester, which pauses the term.
    pub paused: bool,
}

/// An extension of a term.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExtensionBody {
    /// The number of weeks or months by which the term was extended.
    pub count: u16,
    pub unit: TermUnitBody,
    /// The reason, which the requester sees.
    pub reason: String,
    /// The time at which the term was extended.
    pub on: DateTime<Utc>,
}

impl From<TermUnit> for TermUnitBody {
    fn from(unit: TermUnit) -> Self {
        match unit {
            TermUnit::Weeks => Self::Weeks,
            TermUnit::Months => Self::Months,
        }
    }
}

impl From<TermUnitBody> for TermUnit {
    fn from(unit: TermUnitBody) -> Self {
        match unit {
            TermUnitBody::Weeks => Self::Weeks,
            TermUnitBody::Months => Self::Months,
        }
    }
}

impl From<Term> for TermBody {
    fn from(term: Term) -> Self {
        RawTerm::from(term).into()
    }
}

impl From<RawTerm> for TermBody {
    fn from(term: RawTerm) -> Self {
        Self {
            unit: term.unit.into(),
            count: term.count,
        }
    }
}

impl From<TermBody> for RawTerm {
    fn from(body: TermBody) -> Self {
        Self {
            unit: body.unit.into(),
            count: body.count,
        }
    }
}

impl From<Expected> for ExpectedBody {
    fn from(expected: Expected) -> Self {
        Self {
            term: expected.term.into(),
            on: expected.due.on,
            state: expected.due.state.name().to_owned(),
            paused: expected.is_paused(),
            extended: expected.extended.map(ExtensionBody::from),
        }
    }
}

impl From<ExtensionView> for ExtensionBody {
    fn from(view: ExtensionView) -> Self {
        Self {
            count: view.extension.count(),
            unit: view.unit.into(),
            reason: view.reason,
            on: view.on,
        }
    }
}

//! The format in which the data is requested.

use chrono::NaiveDate;

use super::check::{date, optional_date};
use super::{Faults, RawSubmission};

/// The format in which the data is requested (2 §9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataFormat {
    /// On paper.
    PaperBased,
    /// As files.
    Electronic,
    /// Access to the data source itself, for a period.
    DirectAccess(AccessPeriod),
}

/// The period of direct access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessPeriod {
    /// No date limit.
    NoLimit,
    /// A limited period.
    Between {
        /// `direct_access_from`.
        from: NaiveDate,
        /// `direct_access_to`, after `from`.
        to: NaiveDate,
    },
}

impl DataFormat {
    /// The names, in the order of the form.
    pub const NAMES: [&'static str; 3] = ["Paper-based", "Electronic", "Direct access"];

    /// Returns the name on screens and in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PaperBased => Self::NAMES[0],
            Self::Electronic => Self::NAMES[1],
            Self::DirectAccess(_) => Self::NAMES[2],
        }
    }

    /// Returns `direct_access_from` for direct access with a limit.
    pub const fn direct_access_from(self) -> Option<NaiveDate> {
        match self {
            Self::DirectAccess(AccessPeriod::Between { from, .. }) => Some(from),
            _ => None,
        }
    }

    /// Returns `direct_access_to` for direct access with a limit.
    pub const fn direct_access_to(self) -> Option<NaiveDate> {
        match self {
            Self::DirectAccess(AccessPeriod::Between { to, .. }) => Some(to),
            _ => None,
        }
    }

    /// Returns `no_date_limit`: true for direct access without a limit.
    pub const fn no_date_limit(self) -> bool {
        matches!(self, Self::DirectAccess(AccessPeriod::NoLimit))
    }
}

impl RawSubmission {
    /// Returns the chosen format without its period.
    pub(super) fn check_data_format(&self, faults: &mut Faults) -> Option<ChosenFormat> {
        ChosenFormat::read(self.format.data_format.as_deref(), faults)
    }

    /// Returns the format with its period, which is checked later than the choice itself (2 §5).
    pub(super) fn check_access(
        &self,
        chosen: Option<ChosenFormat>,
        faults: &mut Faults,
    ) -> Option<DataFormat> {
        match chosen? {
            ChosenFormat::PaperBased => Some(DataFormat::PaperBased),
            ChosenFormat::Electronic => Some(DataFormat::Electronic),
            ChosenFormat::DirectAccess => self.format.period_of_wizard(faults).map(DataFormat::DirectAccess),
        }
    }
}

/// The unchecked answers about the format. Dates are texts of the form YYYY-MM-DD.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct RawDataFormat {
    pub data_format: Option<String>,
    pub direct_access_from: Option<String>,
    pub direct_access_to: Option<String>,
    pub no_date_limit: Option<bool>,
}

impl RawDataFormat {
    /// Checks an edit of the section (2 §5, "Data format patch").
    pub fn check(&self) -> Result<DataFormat, Faults> {
        let mut faults = Faults::default();
        let format = match ChosenFormat::read(self.data_format.as_deref(), &mut faults) {
            Some(ChosenFormat::PaperBased) => Some(DataFormat::PaperBased),
            Some(ChosenFormat::Electronic) => Some(DataFormat::Electronic),
            Some(ChosenFormat::DirectAccess) => {
                self.period_of_edit(&mut faults).map(DataFormat::DirectAccess)
            }
            None => None,
        };
        format.filter(|_| faults.is_empty()).ok_or(faults)
    }

    pub(super) fn texts(&mut self) -> [(&'static str, &mut Option<String>); 3] {
        [
            ("data_format", &mut self.data_format),
            ("direct_access_from", &mut self.direct_access_from),
            ("direct_access_to", &mut self.direct_access_to),
        ]
    }

    fn period_of_wizard(&self, faults: &mut Faults) -> Option<AccessPeriod> {
        if self.no_date_limit.unwrap_or(false) {
            return Some(AccessPeriod::NoLimit);
        }
        let from = optional_date(faults, "direct_access_from", self.direct_access_from.as_deref());
        let to = optional_date(faults, "direct_access_to", self.direct_access_to.as_deref());
        match (from.ok()?, to.ok()?) {
            (Some(from), Some(to)) if from < to => Some(AccessPeriod::Between { from, to }),
            (Some(_), Some(_)) => {
                faults.add("direct_access_to", ENDS_EARLY);
                None
            }
            (from, _) => {
                let field = if from.is_none() {
                    "direct_access_from"
                } else {
                    "direct_access_to"
                };
                faults.add(field, "Enter the Direct Access period.");
                None
            }
        }
    }

    fn period_of_edit(&self, faults: &mut Faults) -> Option<AccessPeriod> {
        if self.no_date_limit.unwrap_or(false) {
            return Some(AccessPeriod::NoLimit);
        }
        let from = date(
            faults,
            "direct_access_from",
            self.direct_access_from.as_deref(),
            "Direct Access From is required.",
        );
        let to = date(
            faults,
            "direct_access_to",
            self.direct_access_to.as_deref(),
            "Direct Access To is required.",
        );
        let (from, to) = (from?, to?);
        if from >= to {
            faults.add("direct_access_to", ENDS_EARLY);
            return None;
        }
        Some(AccessPeriod::Between { from, to })
    }
}

const ENDS_EARLY: &str = "Enter the Direct Access To must be greater than Direct Access From.";

/// The chosen format without its period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChosenFormat {
    PaperBased,
    Electronic,
    DirectAccess,
}

impl ChosenFormat {
    fn read(name: Option<&str>, faults: &mut Faults) -> Option<Self> {
        let chosen = match name.map(str::trim) {
            Some("Paper-based") => Some(Self::PaperBased),
            Some("Electronic") => Some(Self::Electronic),
            Some("Direct access") => Some(Self::DirectAccess),
            _ => None,
        };
        if chosen.is_none() {
            faults.add("data_format", "Select a data format you want.");
        }
        chosen
    }
}

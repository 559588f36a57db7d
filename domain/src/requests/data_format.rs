//! In what form the data is wanted.

use chrono::NaiveDate;

use super::check::{date, optional_date};
use super::{Faults, RawSubmission};

/// In what form the data is wanted (2 §9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataFormat {
    /// On paper.
    PaperBased,
    /// As files.
    Electronic,
    /// By access to the source, for a time.
    DirectAccess(AccessPeriod),
}

/// For how long direct access is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessPeriod {
    /// No date limit.
    NoLimit,
    /// From a day to a later one.
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

    /// The name on screens and in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PaperBased => Self::NAMES[0],
            Self::Electronic => Self::NAMES[1],
            Self::DirectAccess(_) => Self::NAMES[2],
        }
    }

    /// `direct_access_from`, for direct access with a limit.
    pub const fn direct_access_from(self) -> Option<NaiveDate> {
        match self {
            Self::DirectAccess(AccessPeriod::Between { from, .. }) => Some(from),
            _ => None,
        }
    }

    /// `direct_access_to`, for direct access with a limit.
    pub const fn direct_access_to(self) -> Option<NaiveDate> {
        match self {
            Self::DirectAccess(AccessPeriod::Between { to, .. }) => Some(to),
            _ => None,
        }
    }

    /// `no_date_limit`: whether it is direct access without a limit.
    pub const fn no_date_limit(self) -> bool {
        matches!(self, Self::DirectAccess(AccessPeriod::NoLimit))
    }
}

impl RawSubmission {
    /// The chosen format, without its period.
    pub(super) fn check_data_format(&self, faults: &mut Faults) -> Option<ChosenFormat> {
        ChosenFormat::read(self.format.data_format.as_deref(), faults)
    }

    /// The format with its period. It is checked later than the choice of the format (2 §5).
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

/// The format as it was typed. Dates are texts of the form YYYY-MM-DD.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the fields are those of the specification, 2 §3")]
pub struct RawDataFormat {
    pub data_format: Option<String>,
    pub direct_access_from: Option<String>,
    pub direct_access_to: Option<String>,
    pub no_date_limit: Option<bool>,
}

impl RawDataFormat {
    /// Checks the section as its form does (2 §5, "Data format patch").
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

    /// The texts with the names of their fields.
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

/// The choice of the format, before its period is known.
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

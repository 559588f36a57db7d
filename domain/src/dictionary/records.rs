//! The number and dates of the records of a table (3 §3).

use chrono::NaiveDate;

/// The origin of records (3 §3). The specification does not say what the two names stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// Shown as `PoC`.
    PoC,
    /// Shown as `eMC`.
    EMc,
}

/// The figures about the records of one origin. They may contradict each other; the quality
/// assessment reports that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OriginRecords {
    /// True if the table contains records of this origin: `in_PoC`, `in_eMC`.
    pub included: bool,
    /// The day of the earliest record.
    pub earliest: Option<NaiveDate>,
    /// The day of the latest record.
    pub latest: Option<NaiveDate>,
    /// The number of records.
    pub total: Option<u64>,
    /// The number of valid records.
    pub valid: Option<u64>,
}

/// The figures about the records of a table, by origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TableRecords {
    /// Records of `PoC`.
    pub poc: OriginRecords,
    /// Records of `eMC`.
    pub emc: OriginRecords,
}

impl Origin {
    /// Both origins, in the order of the form.
    pub const ALL: [Self; 2] = [Self::PoC, Self::EMc];

    /// The name on screens.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PoC => "PoC",
            Self::EMc => "eMC",
        }
    }
}

impl OriginRecords {
    /// Returns true if a count or a date is known.
    pub const fn has_figures(&self) -> bool {
        self.earliest.is_some() || self.latest.is_some() || self.total.is_some() || self.valid.is_some()
    }
}

impl TableRecords {
    /// The figures of one origin.
    pub const fn for_origin(&self, origin: Origin) -> &OriginRecords {
        match origin {
            Origin::PoC => &self.poc,
            Origin::EMc => &self.emc,
        }
    }
}

//! How many records a table holds, and from when to when (3 §3).

use chrono::NaiveDate;

/// Where records come from (3 §3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// `PoC`
    PoC,
    /// `eMC`
    EMc,
}

/// What is known of the records of a table that come from one origin. Nothing here is checked against the rest: that
/// figures contradict each other is for the assessment to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OriginRecords {
    /// The table holds records of this origin: `in_PoC`, `in_eMC`.
    pub included: bool,
    /// The day of the earliest record.
    pub earliest: Option<NaiveDate>,
    /// The day of the latest record.
    pub latest: Option<NaiveDate>,
    /// How many records there are.
    pub total: Option<u64>,
    /// How many of them are valid.
    pub valid: Option<u64>,
}

/// What is known of the records of a table, by origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TableRecords {
    /// Those of `PoC`.
    pub poc: OriginRecords,
    /// Those of `eMC`.
    pub emc: OriginRecords,
}

impl Origin {
    /// Both, in the order of the form.
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
    /// Whether a count or a date is known.
    pub const fn has_figures(&self) -> bool {
        self.earliest.is_some() || self.latest.is_some() || self.total.is_some() || self.valid.is_some()
    }
}

impl TableRecords {
    /// Those of one origin.
    pub const fn of(&self, origin: Origin) -> &OriginRecords {
        match origin {
            Origin::PoC => &self.poc,
            Origin::EMc => &self.emc,
        }
    }
}

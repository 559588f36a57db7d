//! Step 2 of the wizard: the facilities and the date range of the data.

use chrono::NaiveDate;

use super::check::{optional_date, optional_line};
use super::{Faults, RawFilters};

/// The filters of a request (2 §3), which narrow the data to facilities and a date range. Both are
/// optional.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filters {
    facility_filter: Vec<String>,
    date_range_filter: DateRange,
}

/// The date range of the data. Each end is optional.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DateRange {
    start: Option<NaiveDate>,
    end: Option<NaiveDate>,
}

impl DateRange {
    /// Returns the first day, `start_value`.
    pub fn start(&self) -> Option<NaiveDate> {
        self.start
    }

    /// Returns the last day, `end_value`, which is not before the first.
    pub fn end(&self) -> Option<NaiveDate> {
        self.end
    }
}

impl Filters {
    /// Maximum number of facility summaries.
    pub const MAX_FACILITIES: usize = 2000;

    /// Returns the chosen facilities as summaries. The client makes them like
    /// [`super::summaries`].
    pub fn facility_filter(&self) -> &[String] {
        &self.facility_filter
    }

    /// Returns the date range of the data.
    pub fn date_range_filter(&self) -> DateRange {
        self.date_range_filter
    }

    /// Returns true if there are no filters.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl RawFilters {
    /// Checks step 2 alone.
    pub fn check(&self) -> Result<Filters, Faults> {
        let mut faults = Faults::default();
        let facility_filter = self.check_facilities(&mut faults);
        let start = optional_date(
            &mut faults,
            "filters.date_range_filter.start_value",
            self.start_value.as_deref(),
        );
        let end = optional_date(
            &mut faults,
            "filters.date_range_filter.end_value",
            self.end_value.as_deref(),
        );
        let (start, end) = (start.unwrap_or_default(), end.unwrap_or_default());
        if start.zip(end).is_some_and(|(start, end)| end < start) {
            faults.add(
                "filters.date_range_filter.end_value",
                "The End Date cannot be before the Start Date.",
            );
        }
        if faults.is_empty() {
            Ok(Filters {
                facility_filter,
                date_range_filter: DateRange { start, end },
            })
        } else {
            Err(faults)
        }
    }

    fn check_facilities(&self, faults: &mut Faults) -> Vec<String> {
        let max = Filters::MAX_FACILITIES;
        if self.facility_filter.len() > max {
            faults.add(
                "filters.facility_filter",
                format!("The list must not have more than {max} rows."),
            );
            return Vec::new();
        }
        let mut facilities: Vec<String> = Vec::new();
        for (index, text) in self.facility_filter.iter().enumerate() {
            let field = format!("filters.facility_filter[{index}]");
            if let Some(text) = optional_line(faults, &field, Some(text))
                && !facilities.contains(&text)
            {
                facilities.push(text);
            }
        }
        facilities
    }
}

use aditus_application::ports::Omission;

/// Days that may be examined for one file. A yearly holiday takes about 2,500 of them in 6 years,
/// and 7,500 in 20 years.
const MAX_DAYS: u64 = 3_000_000;

/// The number of days that may still be examined. It bounds the time for a file, also if a rule of
/// repetition never matches a day.
pub(crate) struct Work(u64);

impl Work {
    pub(crate) fn new() -> Self {
        Self(MAX_DAYS)
    }

    /// Uses the work for this number of days, or refuses if there is not enough left.
    pub(crate) fn spend(&mut self, days: u64) -> Result<(), Omission> {
        self.0 = self.0.checked_sub(days).ok_or(Omission::TooManyRepetitions)?;
        Ok(())
    }
}

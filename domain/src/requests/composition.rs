//! The composition of a request: its variables counted by table and kind, which is what a reviewer
//! weighs first.

/// The number of requested variables of one table, by kind. Each variable is counted once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableComposition {
    /// Name of the table.
    pub table: String,
    /// Variables that are neither derived nor identifying.
    pub ordinary: u64,
    /// Variables that are derived from others and do not identify people.
    pub derived: u64,
    /// Variables that identify people (PII).
    pub identifying: u64,
}

impl TableComposition {
    /// Starts a table without variables.
    #[must_use]
    pub const fn new(table: String) -> Self {
        Self {
            table,
            ordinary: 0,
            derived: 0,
            identifying: 0,
        }
    }

    /// Adds `number` variables with these properties. Those that identify people count as
    /// identifying even if they are derived.
    pub const fn add(&mut self, is_identifiable: bool, derived: bool, number: u64) {
        match (is_identifiable, derived) {
            (true, _) => self.identifying += number,
            (false, true) => self.derived += number,
            (false, false) => self.ordinary += number,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_variable_counts_once_and_identifying_outranks_derived() {
        let mut visits = TableComposition::new("visits".to_owned());
        visits.add(false, false, 12);
        visits.add(false, true, 3);
        visits.add(true, false, 2);
        visits.add(true, true, 1);
        assert_eq!((visits.ordinary, visits.derived, visits.identifying), (12, 3, 3));
    }
}

//! The composition of a request: its variables counted by table and kind, which is what a reviewer
//! weighs first.

/// The kind of a requested variable, as far as its sensitivity is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Ordinary,
    Derived,
    Identifying,
}

impl Kind {
    /// A variable that identifies people counts as identifying even if it is derived.
    const fn of(is_identifiable: bool, derived: bool) -> Self {
        match (is_identifiable, derived) {
            (true, _) => Self::Identifying,
            (false, true) => Self::Derived,
            (false, false) => Self::Ordinary,
        }
    }
}

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

    /// Adds `number` variables with these properties.
    pub const fn add(&mut self, is_identifiable: bool, derived: bool, number: u64) {
        match Kind::of(is_identifiable, derived) {
            Kind::Ordinary => self.ordinary += number,
            Kind::Derived => self.derived += number,
            Kind::Identifying => self.identifying += number,
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

//! Records that are referenced by other records (decisions, "Deletion").

use thiserror::Error;

/// References beyond this number are counted, not named.
const NAMED: usize = 5;

/// An operation that is refused because other records refer to the record.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct InUse {
    /// The record, such as `The stage "Review"`.
    pub record: String,
    /// The refused operation, such as "be deleted".
    pub refused: &'static str,
    /// The records that refer to it, at least one.
    pub by: Vec<String>,
}

impl std::fmt::Display for InUse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let named = self.by.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
        write!(
            f,
            "{} cannot {}, because it is used by {named}",
            self.record, self.refused
        )?;
        match self.by.len().saturating_sub(NAMED) {
            0 => f.write_str("."),
            more => write!(f, " and {more} more."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_references_are_named_and_the_rest_counted() {
        let used = |count: usize| InUse {
            record: "The stage type \"Appeal\"".to_owned(),
            refused: "be deleted",
            by: (1..=count).map(|number| format!("S{number}")).collect(),
        };
        assert_eq!(
            used(2).to_string(),
            "The stage type \"Appeal\" cannot be deleted, because it is used by S1, S2."
        );
        assert!(used(7).to_string().ends_with("S1, S2, S3, S4, S5 and 2 more."));
    }
}

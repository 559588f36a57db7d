//! The columns of a term.

use aditus_domain::deadlines::{Term, TermUnit};

use crate::error::{DbResult, unreadable};

/// Parses the columns of a term.
pub(crate) fn term(unit: &str, count: i32) -> DbResult<Term> {
    let unit = TermUnit::parse(unit).map_err(unreadable("unit of a term"))?;
    Term::new(unit, i64::from(count)).map_err(unreadable("term"))
}

/// Parses the columns of a procedure, which are empty without a term.
pub(crate) fn optional_term(unit: Option<&str>, count: Option<i32>) -> DbResult<Option<Term>> {
    let columns = unit.zip(count);
    columns.map(|(unit, count)| term(unit, count)).transpose()
}

/// Returns the column of the unit.
pub(super) fn unit_column(term: Option<Term>) -> Option<&'static str> {
    term.map(|term| term.unit().name())
}

/// Returns the column of the count.
pub(super) fn count_column(term: Option<Term>) -> Option<i32> {
    term.map(|term| i32::from(term.count()))
}

//! The columns of a term and of a completion window.

use aditus_domain::deadlines::{CompletionWindow, Term, TermUnit};

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

/// Parses the column of a completion window, which is empty without one.
pub(crate) fn window(weeks: Option<i32>) -> DbResult<Option<CompletionWindow>> {
    let window = weeks.map(|weeks| CompletionWindow::new(i64::from(weeks)));
    window.transpose().map_err(unreadable("completion window"))
}

/// Returns the column of a completion window.
pub(crate) fn window_column(window: Option<CompletionWindow>) -> Option<i32> {
    window.map(|window| i32::from(window.weeks()))
}

//! The form of a procedure: name, description, term and completion window.

use super::editing::{MAX_DESCRIPTION, MAX_NAME, line, text};
use crate::deadlines::{CompletionWindow, RawTerm, Term};
use crate::form::{Form, FormFaults};

/// The unvalidated form of a procedure.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RawProcedure {
    /// Its name in lists.
    pub name: String,
    /// Its purpose.
    pub description: String,
    /// The time in which a request should be decided; `None` for no term.
    pub term: Option<RawTerm>,
    /// The weeks in which requesters answer comments that require action; `None` for no completion
    /// window.
    pub completion_window: Option<i64>,
}

/// Name, description, term and completion window of a procedure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcedureText {
    /// Its name in lists.
    pub name: String,
    /// Its purpose.
    pub description: String,
    /// The time in which a request should be decided (decisions N3).
    pub term: Option<Term>,
    /// The time in which requesters answer comments that require action (decisions N4).
    pub completion_window: Option<CompletionWindow>,
}

impl From<&ProcedureText> for RawProcedure {
    fn from(text: &ProcedureText) -> Self {
        Self {
            name: text.name.clone(),
            description: text.description.clone(),
            term: text.term.map(RawTerm::from),
            completion_window: text.completion_window.map(|window| i64::from(window.weeks())),
        }
    }
}

impl RawProcedure {
    /// Parses the form, or returns all validation errors.
    pub fn check(&self) -> Result<ProcedureText, FormFaults> {
        let mut form = Form::default();
        let name = form.read(
            "name",
            line(&self.name, MAX_NAME, "Please enter the Approval Procedure Name."),
        );
        let description = form.read(
            "description",
            text(
                &self.description,
                MAX_DESCRIPTION,
                "Please enter the Description.",
            ),
        );
        let term = form.read("term", self.term.map(RawTerm::check).transpose());
        let window = self.completion_window.map(CompletionWindow::new).transpose();
        let completion_window = form.read("completion_window", window);
        let value = (|| {
            Some(ProcedureText {
                name: name?,
                description: description?,
                term: term?,
                completion_window: completion_window?,
            })
        })();
        form.finish(value)
    }
}

impl ProcedureText {
    /// Parses name and description of a procedure without a term and a completion window.
    pub fn parse(name: &str, description: &str) -> Result<Self, FormFaults> {
        let raw = RawProcedure {
            name: name.to_owned(),
            description: description.to_owned(),
            term: None,
            completion_window: None,
        };
        raw.check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deadlines::TermUnit;

    #[test]
    fn each_wrong_field_of_a_procedure_is_named() {
        let raw = RawProcedure {
            term: Some(RawTerm {
                unit: TermUnit::Weeks,
                count: 261,
            }),
            completion_window: Some(13),
            ..RawProcedure::default()
        };
        assert_eq!(
            raw.check().unwrap_err().by_field(),
            [
                ("name", "Please enter the Approval Procedure Name."),
                ("description", "Please enter the Description."),
                (
                    "term",
                    "Enter 1 to 260 weeks, or nothing for a procedure without a term."
                ),
                (
                    "completion_window",
                    "Enter 1 to 12 weeks, or nothing if requests are never recalled for want of an answer."
                ),
            ]
            .map(|(field, message)| (field.to_owned(), message.to_owned()))
        );
    }

    #[test]
    fn texts_are_trimmed() {
        let read = ProcedureText::parse(" Fast  track ", " One\nTwo ").unwrap();
        let expected = ProcedureText {
            name: "Fast track".to_owned(),
            description: "One\nTwo".to_owned(),
            term: None,
            completion_window: None,
        };
        assert_eq!(read, expected);
    }

    #[test]
    fn a_procedure_may_have_a_term_and_a_completion_window() {
        let term = Term::new(TermUnit::Months, 3).unwrap();
        let raw = RawProcedure {
            name: "Fast track".to_owned(),
            description: "For small requests".to_owned(),
            term: Some(term.into()),
            completion_window: Some(4),
        };
        let checked = raw.check().unwrap();
        assert_eq!(checked.term, Some(term));
        assert_eq!(checked.completion_window, Some(CompletionWindow::USUAL));
    }
}

//! The form of a procedure: name, description and term.

use super::editing::{MAX_DESCRIPTION, MAX_NAME, line, text};
use crate::deadlines::{RawTerm, Term};
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
}

/// Name, description and term of a procedure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcedureText {
    /// Its name in lists.
    pub name: String,
    /// Its purpose.
    pub description: String,
    /// The time in which a request should be decided (decisions N3).
    pub term: Option<Term>,
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
        let value = (|| {
            Some(ProcedureText {
                name: name?,
                description: description?,
                term: term?,
            })
        })();
        form.finish(value)
    }
}

impl ProcedureText {
    /// Parses name and description of a procedure without a term.
    pub fn parse(name: &str, description: &str) -> Result<Self, FormFaults> {
        let raw = RawProcedure {
            name: name.to_owned(),
            description: description.to_owned(),
            term: None,
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
        };
        assert_eq!(read, expected);
    }

    #[test]
    fn a_procedure_may_have_a_term() {
        let term = Term::new(TermUnit::Months, 3).unwrap();
        let raw = RawProcedure {
            name: "Fast track".to_owned(),
            description: "For small requests".to_owned(),
            term: Some(term.into()),
        };
        assert_eq!(raw.check().unwrap().term, Some(term));
    }
}

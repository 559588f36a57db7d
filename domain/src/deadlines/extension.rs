//! Extensions of terms.

use thiserror::Error;

use super::clock::DueState;
use super::term::Term;
use crate::form::{Form, FormFaults};
use crate::text;

/// The time by which a term was extended, in its unit (decisions N3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Extension(u16);

/// The reason a term cannot be extended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ExtensionRefused {
    /// The request has no term, or was decided or recalled.
    #[error("This Data Request has no term right now.")]
    NoTerm,
    /// It was extended before.
    #[error("The term was extended before. A term can be extended once.")]
    Extended,
    /// It is over.
    #[error("The term is over, so it can’t be extended.")]
    Over,
}

/// The error for an extension by nothing, or by more than the term itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("Enter 1 to {}: a term is extended by its own length at most.", .term.unit().length(.term.count()))]
pub struct ExtensionError {
    term: Term,
}

/// The unvalidated form of an extension.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RawExtension {
    /// The number of weeks or months, in the unit of the term.
    pub count: Option<i64>,
    /// The reason, which the requester sees.
    pub reason: String,
}

/// A form whose length was not compared with the term yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedExtension {
    count: i64,
    reason: String,
}

/// A valid extension with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReasonedExtension {
    /// The extension.
    pub extension: Extension,
    /// The reason, in one line.
    pub reason: String,
}

impl Extension {
    /// The longest reason in characters.
    pub const MAX_REASON: usize = 1_000;

    /// The number of weeks or months.
    pub const fn count(self) -> u16 {
        self.0
    }

    /// Returns the reason why a term with this extension and in this state cannot be extended, or
    /// `None` if it can.
    pub fn why_not(before: Option<Self>, state: DueState) -> Option<ExtensionRefused> {
        if before.is_some() {
            Some(ExtensionRefused::Extended)
        } else if state == DueState::Overdue {
            Some(ExtensionRefused::Over)
        } else {
            None
        }
    }
}

impl Term {
    /// Returns an extension of this term by this number of weeks or months.
    pub fn extension(self, count: i64) -> Result<Extension, ExtensionError> {
        u16::try_from(count)
            .ok()
            .filter(|count| (1..=self.count()).contains(count))
            .map(Extension)
            .ok_or(ExtensionError { term: self })
    }
}

impl RawExtension {
    /// Parses the form, or returns all validation errors.
    pub fn check(&self) -> Result<CheckedExtension, FormFaults> {
        let mut form = Form::default();
        let count = form.read("count", self.count.ok_or("Enter by how much to extend the term."));
        let reason = form.read("reason", reason(&self.reason));
        let value = count.zip(reason);
        form.finish(value.map(|(count, reason)| CheckedExtension { count, reason }))
    }
}

impl CheckedExtension {
    /// Returns the extension of this term, or the error of a length out of range.
    pub fn of(self, term: Term) -> Result<ReasonedExtension, FormFaults> {
        match term.extension(self.count) {
            Ok(extension) => Ok(ReasonedExtension {
                extension,
                reason: self.reason,
            }),
            Err(error) => Err(FormFaults::one("count", error.to_string())),
        }
    }
}

fn reason(typed: &str) -> Result<String, String> {
    let reason = text::line(typed).map_err(|why| format!("The text {why}"))?;
    if reason.is_empty() {
        Err("Enter a reason. The requester sees it.".to_owned())
    } else if reason.chars().count() > Extension::MAX_REASON {
        let most = Extension::MAX_REASON;
        Err(format!("The text is too long. The limit is {most} characters."))
    } else {
        Ok(reason)
    }
}

#[cfg(test)]
mod tests {
    use super::super::TermUnit;
    use super::*;

    fn term(count: i64) -> Term {
        Term::new(TermUnit::Months, count).unwrap()
    }

    fn faults(count: Option<i64>, reason: &str) -> Vec<(String, String)> {
        let raw = RawExtension {
            count,
            reason: reason.to_owned(),
        };
        raw.check()
            .and_then(|checked| checked.of(term(3)))
            .unwrap_err()
            .by_field()
    }

    #[test]
    fn a_term_is_extended_by_its_own_length_at_most() {
        for count in 1..=3 {
            assert_eq!(i64::from(term(3).extension(count).unwrap().count()), count);
        }
        for count in [i64::MIN, -1, 0, 4, i64::MAX] {
            assert_eq!(term(3).extension(count), Err(ExtensionError { term: term(3) }));
        }
        assert_eq!(
            term(3).extension(4).unwrap_err().to_string(),
            "Enter 1 to 3 months: a term is extended by its own length at most."
        );
        assert_eq!(
            term(1).extension(2).unwrap_err().to_string(),
            "Enter 1 to 1 month: a term is extended by its own length at most."
        );
    }

    #[test]
    fn a_term_is_extended_once_before_it_is_over() {
        let extension = term(3).extension(1).ok();
        for state in [DueState::OnTime, DueState::DueSoon] {
            assert_eq!(Extension::why_not(None, state), None);
            assert_eq!(
                Extension::why_not(extension, state),
                Some(ExtensionRefused::Extended)
            );
        }
        assert_eq!(
            Extension::why_not(None, DueState::Overdue),
            Some(ExtensionRefused::Over)
        );
    }

    #[test]
    fn an_extension_needs_a_length_and_a_reason() {
        let raw = RawExtension {
            count: Some(2),
            reason: " The ethics\n committee  meets in May. ".to_owned(),
        };
        let expected = ReasonedExtension {
            extension: term(3).extension(2).unwrap(),
            reason: "The ethics committee meets in May.".to_owned(),
        };
        assert_eq!(raw.check().unwrap().of(term(3)), Ok(expected));
        assert_eq!(
            faults(None, " "),
            [
                ("count", "Enter by how much to extend the term."),
                ("reason", "Enter a reason. The requester sees it."),
            ]
            .map(|(field, message)| (field.to_owned(), message.to_owned()))
        );
        let (field, message) = faults(Some(4), "No quorum").remove(0);
        assert_eq!(field, "count");
        assert_eq!(message, term(3).extension(4).unwrap_err().to_string());
        assert_eq!(
            faults(Some(1), &"x".repeat(1_001))[0].1,
            "The text is too long. The limit is 1000 characters."
        );
    }
}

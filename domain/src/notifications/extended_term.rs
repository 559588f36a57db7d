//! The notification that the term of a request was extended.

use chrono::NaiveDate;

use super::kind::{date, reference};
use crate::ids::RequestId;
use crate::roles::Role;

/// To the requester: the term of the request was extended (decisions N3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExtendedTerm<'a> {
    /// The length of the extension in words, such as "1 month".
    pub by: &'a str,
    /// The reason for it.
    pub reason: &'a str,
    /// The day on which the decision is now expected; `None` while the term is paused.
    pub expected_on: Option<NaiveDate>,
}

impl ExtendedTerm<'_> {
    /// The role under which the notification is grouped.
    pub const ROLE: Role = Role::DataRequester;

    /// The text of the notification.
    pub fn message(&self, request: RequestId) -> String {
        let reference = reference(Self::ROLE, request);
        let Self { by, reason, .. } = self;
        let until = match self.expected_on {
            Some(day) => format!("to {}", date(day)),
            None => "and is paused while a comment waits for you".to_owned(),
        };
        format!("The term of your Data Request {reference} was extended by {by}, {until}. Reason: {reason}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_names_the_new_date_and_the_reason() {
        let mut extended = ExtendedTerm {
            by: "1 month",
            reason: "The ethics committee meets in May.",
            expected_on: NaiveDate::from_ymd_opt(2027, 5, 4),
        };
        assert_eq!(
            extended.message(RequestId(123)),
            "The term of your Data Request REQ000123 was extended by 1 month, to 04 May 2027. Reason: The ethics \
             committee meets in May."
        );
        extended.expected_on = None;
        assert_eq!(
            extended.message(RequestId(123)),
            "The term of your Data Request REQ000123 was extended by 1 month, and is paused while a comment waits \
             for you. Reason: The ethics committee meets in May."
        );
    }
}

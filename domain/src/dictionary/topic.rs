//! Topics, which group tables of the dictionary.

use thiserror::Error;

use super::references;
use super::text::{name, text};
use crate::form::{Form, FormFaults};

/// The unvalidated form of a topic (3 §3, §5).
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct RawTopic {
    pub topic: String,
    pub description: String,
    /// Deactivate (0) or Activate (1); `None` if the field was not sent.
    pub active: Option<i64>,
}

/// A valid topic according to 3 §5, created by [`RawTopic::check`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct TopicDetails {
    pub topic: String,
    pub description: String,
    pub active: bool,
}

impl RawTopic {
    /// Parses the form, or returns all validation errors. `default_active` is the active state if
    /// the field was not sent.
    pub fn check(&self, default_active: bool) -> Result<TopicDetails, FormFaults> {
        let mut form = Form::default();
        let topic = form.read(
            "topic",
            name(&self.topic, "Topic", "Please enter the Topic Name."),
        );
        let description = form.read(
            "description",
            text(&self.description, "Description", "Please enter the Description."),
        );
        let active = form.read("active", read_active(self.active, default_active));
        let details = (|| {
            Some(TopicDetails {
                topic: topic?,
                description: description?,
                active: active?,
            })
        })();
        form.finish(details)
    }
}

/// The error for deleting a topic that has tables (decisions, "Deletion").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("This topic cannot be deleted: {0}.")]
pub struct TopicInUse(pub TopicReferences);

/// The number of records that refer to a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "it is the number of records of this kind")]
pub struct TopicReferences {
    pub tables: u64,
}

impl TopicReferences {
    /// Returns an error if records refer to the topic.
    pub fn none(self) -> Result<(), TopicInUse> {
        if self == Self::default() {
            Ok(())
        } else {
            Err(TopicInUse(self))
        }
    }
}

impl std::fmt::Display for TopicReferences {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        references::refer(f, &[(self.tables, "table")])
    }
}

fn read_active(active: Option<i64>, default_active: bool) -> Result<bool, &'static str> {
    match active {
        None => Ok(default_active),
        Some(1) => Ok(true),
        Some(0) => Ok(false),
        Some(_) => Err("Active must be 1 or 0."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_needs_a_name_and_a_description() {
        let empty = RawTopic {
            active: Some(2),
            ..RawTopic::default()
        };
        let messages: Vec<_> = empty
            .check(true)
            .unwrap_err()
            .by_field()
            .into_iter()
            .map(|(_, message)| message)
            .collect();
        assert_eq!(
            messages,
            [
                "Please enter the Topic Name.",
                "Please enter the Description.",
                "Active must be 1 or 0."
            ]
        );
    }

    #[test]
    fn an_absent_active_field_has_the_default_value() {
        let active = |active, default_active| {
            let raw = RawTopic {
                topic: "Births".to_owned(),
                description: "All about them.".to_owned(),
                active,
            };
            raw.check(default_active).unwrap().active
        };
        assert!(active(None, true) && !active(None, false));
        assert!(active(Some(1), false) && !active(Some(0), true));
    }

    #[test]
    fn a_topic_with_tables_cannot_be_deleted() {
        assert_eq!(TopicReferences::default().none(), Ok(()));
        assert_eq!(
            TopicReferences { tables: 2 }.none().unwrap_err().to_string(),
            "This topic cannot be deleted: 2 tables refer to it."
        );
    }
}

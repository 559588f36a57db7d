//! Tables assigned to topics, and their positions on the map of a topic (3 §2.12, §5; decisions
//! T5).

use crate::form::{Form, FormFaults};
use crate::ids::{TableId, TopicId};

/// The unvalidated form (3 §3, §5). Positions are texts. Zero counts as not entered.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct RawTableTopic {
    pub tbl: Option<TableId>,
    pub topic: Option<TopicId>,
    pub pos_x: String,
    pub pos_y: String,
}

/// A valid assignment according to 3 §5, created by [`RawTableTopic::check`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct TableTopicDetails {
    pub tbl: TableId,
    pub topic: TopicId,
    /// Distance from the left edge of the map, as a fraction of its width: above 0, at most 1.
    pub pos_x: f64,
    /// Distance from the upper edge, as a fraction of its height.
    pub pos_y: f64,
}

/// The message if no table was selected, or it does not exist.
pub const NO_TABLE: &str = "Please select the Table Name.";
/// The message if no topic was selected, or it does not exist.
pub const NO_TOPIC: &str = "Please select the Topic Name.";

impl RawTableTopic {
    /// Parses the form, or returns all validation errors. The repository checks that table and
    /// topic exist.
    pub fn check(&self) -> Result<TableTopicDetails, FormFaults> {
        let mut form = Form::default();
        let tbl = form.read("tbl", self.tbl.ok_or(NO_TABLE));
        let topic = form.read("topic", self.topic.ok_or(NO_TOPIC));
        let pos_y = form.read("pos_y", position(&self.pos_y, "Please enter the Position Y."));
        let pos_x = form.read("pos_x", position(&self.pos_x, "Please enter the Position X."));
        let details = (|| {
            Some(TableTopicDetails {
                tbl: tbl?,
                topic: topic?,
                pos_x: pos_x?,
                pos_y: pos_y?,
            })
        })();
        form.finish(details)
    }
}

fn position(typed: &str, missing: &'static str) -> Result<f64, &'static str> {
    const OUTSIDE: &str = "A position must be greater than 0 and at most 1.";
    let typed = typed.trim();
    if typed.is_empty() {
        return Err(missing);
    }
    match typed.parse::<f64>() {
        Ok(0.0) => Err(missing),
        Ok(position) if position > 0.0 && position <= 1.0 => Ok(position),
        Ok(_) | Err(_) => Err(OUTSIDE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(pos_x: &str, pos_y: &str) -> Result<TableTopicDetails, FormFaults> {
        RawTableTopic {
            tbl: Some(TableId(1)),
            topic: Some(TopicId(2)),
            pos_x: pos_x.to_owned(),
            pos_y: pos_y.to_owned(),
        }
        .check()
    }

    #[test]
    fn missing_fields_are_reported_in_order() {
        let messages = |faults: FormFaults| -> Vec<_> {
            faults
                .by_field()
                .into_iter()
                .map(|(_, message)| message)
                .collect()
        };
        let nothing = RawTableTopic {
            pos_x: "0.0".to_owned(),
            ..RawTableTopic::default()
        };
        assert_eq!(
            messages(nothing.check().unwrap_err()),
            [
                "Please select the Table Name.",
                "Please select the Topic Name.",
                "Please enter the Position Y.",
                "Please enter the Position X."
            ]
        );
    }

    #[test]
    fn a_position_outside_the_map_is_rejected() {
        let at = placed("0.25", " 1 ").unwrap();
        assert!((at.pos_x - 0.25).abs() < f64::EPSILON && (at.pos_y - 1.0).abs() < f64::EPSILON);
        for outside in ["-0.1", "1.01", "NaN", "inf", "left", "1e999"] {
            assert!(placed(outside, "0.5").is_err(), "{outside}");
        }
    }
}

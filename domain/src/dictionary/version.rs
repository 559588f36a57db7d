//! Versions of data sources, which document a change with its date and author.

use chrono::{DateTime, Utc};

use super::text::text;
use crate::form::{Form, FormFaults};
use crate::ids::DataSourceId;

/// The unvalidated form of a version (3 §3, §5).
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct RawVersion {
    pub data_source: Option<DataSourceId>,
    pub message: String,
    pub date_created: Option<DateTime<Utc>>,
}

/// A valid version according to 3 §5, created by [`RawVersion::check`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct VersionDetails {
    pub data_source: DataSourceId,
    pub message: String,
    pub date_created: DateTime<Utc>,
}

impl RawVersion {
    /// Parses the form, or returns all validation errors. `default_date` is the default date of creation.
    /// The date may be at most on the day of `now`, because clocks differ.
    pub fn check(
        &self,
        default_date: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<VersionDetails, FormFaults> {
        let mut form = Form::default();
        let data_source = form.read("data_source", self.data_source.ok_or("Data Source is required"));
        let message = form.read("message", text(&self.message, "Message", "Message is required"));
        let date_created = match self.date_created {
            Some(date) if date.date_naive() > now.date_naive() => {
                Err("The date of creation must not be in the future.")
            }
            typed => Ok(typed.unwrap_or(default_date)),
        };
        let date_created = form.read("date_created", date_created);
        let details = (|| {
            Some(VersionDetails {
                data_source: data_source?,
                message: message?,
                date_created: date_created?,
            })
        })();
        form.finish(details)
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn a_version_needs_a_source_and_a_message() {
        let now = DateTime::from_timestamp(1_790_000_000, 0).unwrap();
        let faults = RawVersion::default().check(now, now).unwrap_err().by_field();
        let messages: Vec<_> = faults.into_iter().map(|(_, message)| message).collect();
        assert_eq!(messages, ["Data Source is required", "Message is required"]);
    }

    #[test]
    fn a_date_in_the_future_is_rejected() {
        let now = DateTime::from_timestamp(1_790_000_000, 0).unwrap();
        let made = |date_created| {
            let raw = RawVersion {
                data_source: Some(DataSourceId(1)),
                message: "Weights are in grams.".to_owned(),
                date_created,
            };
            raw.check(now - TimeDelta::days(9), now)
                .map(|version| version.date_created)
        };
        assert_eq!(made(None), Ok(now - TimeDelta::days(9)));
        assert_eq!(made(Some(now)), Ok(now));
        let refused = made(Some(now + TimeDelta::days(1))).unwrap_err();
        assert_eq!(refused.list()[0].field, "date_created");
    }
}

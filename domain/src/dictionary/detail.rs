//! The multi-valued details of a variable, which are edited on five tabs (3 §2.10, §5).

use chrono::NaiveDate;

use super::text::{name, prose};
use crate::form::{Form, FormFaults};
use crate::ids::VariableId;
use crate::text::is_blank;

/// A tab of the details of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DetailTab {
    /// Variables that it depends on: `dependencies/`.
    Dependency,
    /// Possible values: `input_values/`.
    InputValue,
    /// History of changes: `timeline_of_changes/`.
    TimelineOfChange,
    /// Other names: `synonyms/`.
    Synonym,
    /// Further properties: `variable_metadata/`.
    Metadata,
}

impl DetailTab {
    /// Every tab, in order.
    pub const ALL: [Self; 5] = [
        Self::Dependency,
        Self::InputValue,
        Self::TimelineOfChange,
        Self::Synonym,
        Self::Metadata,
    ];

    /// The title of the tab.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dependency => "Dependency",
            Self::InputValue => "Input Value",
            Self::TimelineOfChange => "Timeline of Change",
            Self::Synonym => "Synonym",
            Self::Metadata => "Metadata",
        }
    }

    fn incomplete(self) -> String {
        format!("Please fill all required fields in \"{}\".", self.name())
    }

    fn refused(self, field: &'static str) -> FormFaults {
        FormFaults::one(field, self.incomplete())
    }
}

/// The unvalidated form of a tab.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub enum RawDetail {
    /// Zero counts as not selected.
    Dependency {
        depend_on: Option<VariableId>,
    },
    InputValue {
        value: String,
    },
    /// At least one of the two is required.
    TimelineOfChange {
        change_date: Option<NaiveDate>,
        comment: String,
    },
    Synonym {
        synonym: String,
    },
    Metadata {
        key: String,
        val_type: String,
        value: String,
    },
}

/// A valid entry according to 3 §5, created by [`RawDetail::check`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub enum Detail {
    /// The repository checks that the other variable is of the same source.
    Dependency {
        depend_on: VariableId,
    },
    InputValue {
        value: String,
    },
    TimelineOfChange {
        change_date: Option<NaiveDate>,
        comment: Option<String>,
    },
    Synonym {
        synonym: String,
    },
    Metadata {
        key: String,
        val_type: String,
        value: String,
    },
}

impl RawDetail {
    /// The tab of this form.
    pub const fn tab(&self) -> DetailTab {
        match self {
            Self::Dependency { .. } => DetailTab::Dependency,
            Self::InputValue { .. } => DetailTab::InputValue,
            Self::TimelineOfChange { .. } => DetailTab::TimelineOfChange,
            Self::Synonym { .. } => DetailTab::Synonym,
            Self::Metadata { .. } => DetailTab::Metadata,
        }
    }

    /// Parses the form for this variable, or returns the validation errors.
    pub fn check(&self, variable: VariableId) -> Result<Detail, FormFaults> {
        let tab = self.tab();
        let line = |field, typed: &str| {
            name(typed, tab.name(), &tab.incomplete()).map_err(|fault| FormFaults::one(field, fault))
        };
        match self {
            Self::Dependency { depend_on } => match depend_on {
                None | Some(VariableId(0)) => Err(tab.refused("depend_on")),
                Some(other) if *other == variable => {
                    Err(FormFaults::one("depend_on", "A variable can't depend on itself."))
                }
                Some(other) => Ok(Detail::Dependency { depend_on: *other }),
            },
            Self::InputValue { value } => Ok(Detail::InputValue {
                value: line("value", value)?,
            }),
            Self::TimelineOfChange { change_date, comment } => {
                let comment = if is_blank(comment) {
                    None
                } else {
                    Some(prose(comment, "Comment", "").map_err(|fault| FormFaults::one("comment", fault))?)
                };
                if change_date.is_none() && comment.is_none() {
                    return Err(tab.refused("change_date"));
                }
                Ok(Detail::TimelineOfChange {
                    change_date: *change_date,
                    comment,
                })
            }
            Self::Synonym { synonym } => Ok(Detail::Synonym {
                synonym: line("synonym", synonym)?,
            }),
            Self::Metadata { key, val_type, value } => {
                let mut form = Form::default();
                let key = form.read("key", name(key, tab.name(), &tab.incomplete()));
                let value = form.read("value", prose(value, "Value", &tab.incomplete()));
                let val_type = form.read("val_type", name(val_type, tab.name(), &tab.incomplete()));
                let read = || {
                    Some(Detail::Metadata {
                        key: key?,
                        val_type: val_type?,
                        value: value?,
                    })
                };
                form.finish(read())
            }
        }
    }
}

impl Detail {
    /// The tab of this entry.
    pub const fn tab(&self) -> DetailTab {
        match self {
            Self::Dependency { .. } => DetailTab::Dependency,
            Self::InputValue { .. } => DetailTab::InputValue,
            Self::TimelineOfChange { .. } => DetailTab::TimelineOfChange,
            Self::Synonym { .. } => DetailTab::Synonym,
            Self::Metadata { .. } => DetailTab::Metadata,
        }
    }

    /// The field that must be unique among the entries of the variable, with the message for a
    /// duplicate. `None` if duplicates are allowed.
    pub const fn distinct(&self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Dependency { .. } => Some(("depend_on", "The variable already depends on this one.")),
            Self::InputValue { .. } => Some(("value", "The variable already has this input value.")),
            Self::Synonym { .. } => Some(("synonym", "The variable already has this synonym.")),
            Self::TimelineOfChange { .. } | Self::Metadata { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VARIABLE: VariableId = VariableId(7);

    fn empty() -> [RawDetail; 5] {
        [
            RawDetail::Dependency {
                depend_on: Some(VariableId(0)),
            },
            RawDetail::InputValue {
                value: " ".to_owned(),
            },
            RawDetail::TimelineOfChange {
                change_date: None,
                comment: String::new(),
            },
            RawDetail::Synonym {
                synonym: String::new(),
            },
            RawDetail::Metadata {
                key: "unit".to_owned(),
                val_type: "Text".to_owned(),
                value: String::new(),
            },
        ]
    }

    #[test]
    fn missing_fields_are_reported_with_the_name_of_the_tab() {
        let messages = empty().map(|raw| raw.check(VARIABLE).unwrap_err().to_string());
        assert_eq!(
            messages,
            [
                "Please fill all required fields in \"Dependency\".",
                "Please fill all required fields in \"Input Value\".",
                "Please fill all required fields in \"Timeline of Change\".",
                "Please fill all required fields in \"Synonym\".",
                "Please fill all required fields in \"Metadata\"."
            ]
        );
        assert_eq!(empty().map(|raw| raw.tab()), DetailTab::ALL);
    }

    #[test]
    fn a_change_needs_a_date_or_a_comment() {
        let checked = |change_date, comment: &str| {
            RawDetail::TimelineOfChange {
                change_date,
                comment: comment.to_owned(),
            }
            .check(VARIABLE)
        };
        let day = NaiveDate::from_ymd_opt(2025, 1, 31);
        assert!(checked(day, "").is_ok());
        assert_eq!(
            checked(None, " In grams now. "),
            Ok(Detail::TimelineOfChange {
                change_date: None,
                comment: Some("In grams now.".to_owned())
            })
        );
    }

    #[test]
    fn a_variable_cannot_depend_on_itself() {
        let depends = |on| RawDetail::Dependency { depend_on: on }.check(VARIABLE);
        assert!(depends(None).is_err());
        assert_eq!(
            depends(Some(VARIABLE)).unwrap_err().to_string(),
            "A variable can't depend on itself."
        );
        assert!(depends(Some(VariableId(8))).is_ok());
    }
}

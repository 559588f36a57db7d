//! The list entries of a variable, which are the tabs of its details. Each tab has its own calls to
//! add and remove an entry.

use aditus_application::dictionary::records::variables::details::{DetailEntry, DetailForm, DetailRecords};
use aditus_application::dictionary::records::views::DetailRecord;
use aditus_domain::dictionary::{Detail, DetailTab, RawDetail};
use aditus_domain::ids::VariableId;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::problem::Problem;
use crate::records::record_calls;
use crate::routes::Routes;

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes
        .configure(dependencies::configure)
        .configure(input_values::configure)
        .configure(timeline_of_changes::configure)
        .configure(synonyms::configure)
        .configure(variable_metadata::configure);
}

/// Returns the internal error for an entry of another tab of the variable's details. It cannot
/// happen, because an entry is read from the tab to which it was added.
fn other_tab() -> Problem {
    Problem::internal("an entry is of another tab")
}

fn detail_form(variable: Option<i64>, detail: RawDetail) -> DetailForm {
    DetailForm {
        variable: variable.map(VariableId),
        detail,
    }
}

mod dependencies {
    use super::{
        Deserialize, Detail, DetailEntry, DetailForm, DetailRecord, DetailRecords, DetailTab, Problem,
        RawDetail, Serialize, ToSchema, Validate, VariableId, detail_form, other_tab, record_calls,
    };

    pub(super) use calls::configure;

    const fn entry(id: i64) -> DetailEntry {
        DetailEntry::new(DetailTab::Dependency, id)
    }

    /// The form of a dependency (3 §5).
    #[derive(Deserialize, Validate, ToSchema)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct DependencyInputBody {
        /// The id of the variable.
        pub var: Option<i64>,
        /// The id of the variable on which it depends.
        pub depend_on: Option<i64>,
    }

    /// A stored dependency.
    #[derive(Serialize, ToSchema)]
    pub(crate) struct DependencyRecordBody {
        pub dep_id: i64,
        /// The id of the variable.
        pub var: i64,
        /// The id of the variable on which it depends.
        pub depend_on: i64,
    }

    impl TryFrom<DetailRecord> for DependencyRecordBody {
        type Error = Problem;

        fn try_from(record: DetailRecord) -> Result<Self, Problem> {
            let Detail::Dependency { depend_on } = record.detail else {
                return Err(other_tab());
            };
            Ok(Self {
                dep_id: record.id.0,
                var: record.variable.0,
                depend_on: depend_on.0,
            })
        }
    }

    impl From<DependencyInputBody> for DetailForm {
        fn from(body: DependencyInputBody) -> Self {
            detail_form(
                body.var,
                RawDetail::Dependency {
                    depend_on: body.depend_on.map(VariableId),
                },
            )
        }
    }

    record_calls! {
        DetailRecords, entry as "id", tag "administration";

        /// Adds a dependency of a variable on another one.
        ///
        /// For Super Users.
        add add_dependency at "/data_dictionary/dependencies": DependencyInputBody
            -> 201 DependencyRecordBody "Dependency saved successfully!",
            404 "there is no such variable",
            409 "it depends on this one already";

        /// Removes a dependency.
        ///
        /// For Super Users.
        remove remove_dependency at "/data_dictionary/dependencies/{id}";
    }
}

mod input_values {
    use super::{
        Deserialize, Detail, DetailEntry, DetailForm, DetailRecord, DetailRecords, DetailTab, Problem,
        RawDetail, Serialize, ToSchema, Validate, detail_form, other_tab, record_calls,
    };

    pub(super) use calls::configure;

    const fn entry(id: i64) -> DetailEntry {
        DetailEntry::new(DetailTab::InputValue, id)
    }

    /// The form of a value of a variable (3 §5).
    #[derive(Deserialize, Validate, ToSchema)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct InputValueInputBody {
        /// The id of the variable.
        pub var: Option<i64>,
        pub value: Option<String>,
    }

    /// A stored value.
    #[derive(Serialize, ToSchema)]
    pub(crate) struct InputValueRecordBody {
        pub val_id: i64,
        /// The id of the variable.
        pub var: i64,
        pub value: String,
    }

    impl TryFrom<DetailRecord> for InputValueRecordBody {
        type Error = Problem;

        fn try_from(record: DetailRecord) -> Result<Self, Problem> {
            let Detail::InputValue { value } = record.detail else {
                return Err(other_tab());
            };
            Ok(Self {
                val_id: record.id.0,
                var: record.variable.0,
                value,
            })
        }
    }

    impl From<InputValueInputBody> for DetailForm {
        fn from(body: InputValueInputBody) -> Self {
            detail_form(
                body.var,
                RawDetail::InputValue {
                    value: body.value.unwrap_or_default(),
                },
            )
        }
    }

    record_calls! {
        DetailRecords, entry as "id", tag "administration";

        /// Adds a value that a variable may take.
        ///
        /// For Super Users.
        add add_input_value at "/data_dictionary/input_values": InputValueInputBody
            -> 201 InputValueRecordBody "Input Value saved successfully!",
            404 "there is no such variable",
            409 "it has this value already";

        /// Removes a value.
        ///
        /// For Super Users.
        remove remove_input_value at "/data_dictionary/input_values/{id}";
    }
}

mod timeline_of_changes {
    use super::{
        Deserialize, Detail, DetailEntry, DetailForm, DetailRecord, DetailRecords, DetailTab, NaiveDate,
        Problem, RawDetail, Serialize, ToSchema, Validate, detail_form, other_tab, record_calls,
    };

    pub(super) use calls::configure;

    const fn entry(id: i64) -> DetailEntry {
        DetailEntry::new(DetailTab::TimelineOfChange, id)
    }

    /// The form of a change of a variable. Either the date or the comment is required (3 §5).
    #[derive(Deserialize, Validate, ToSchema)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct TimelineInputBody {
        /// The id of the variable.
        pub var: Option<i64>,
        pub change_date: Option<NaiveDate>,
        pub comment: Option<String>,
    }

    /// A stored change.
    #[derive(Serialize, ToSchema)]
    pub(crate) struct TimelineRecordBody {
        pub change_id: i64,
        /// The id of the variable.
        pub var: i64,
        pub change_date: Option<NaiveDate>,
        pub comment: Option<String>,
    }

    impl TryFrom<DetailRecord> for TimelineRecordBody {
        type Error = Problem;

        fn try_from(record: DetailRecord) -> Result<Self, Problem> {
            let Detail::TimelineOfChange { change_date, comment } = record.detail else {
                return Err(other_tab());
            };
            Ok(Self {
                change_id: record.id.0,
                var: record.variable.0,
                change_date,
                comment,
            })
        }
    }

    impl From<TimelineInputBody> for DetailForm {
        fn from(body: TimelineInputBody) -> Self {
            detail_form(
                body.var,
                RawDetail::TimelineOfChange {
                    change_date: body.change_date,
                    comment: body.comment.unwrap_or_default(),
                },
            )
        }
    }

    record_calls! {
        DetailRecords, entry as "id", tag "administration";

        /// Adds an entry to the timeline of changes of a variable.
        ///
        /// For Super Users.
        add add_change_of_variable at "/data_dictionary/timeline_of_changes": TimelineInputBody
            -> 201 TimelineRecordBody "Timeline of Change saved successfully!",
            404 "there is no such variable";

        /// Removes an entry from the timeline of changes.
        ///
        /// For Super Users.
        remove remove_change_of_variable at "/data_dictionary/timeline_of_changes/{id}";
    }
}

mod synonyms {
    use super::{
        Deserialize, Detail, DetailEntry, DetailForm, DetailRecord, DetailRecords, DetailTab, Problem,
        RawDetail, Serialize, ToSchema, Validate, detail_form, other_tab, record_calls,
    };

    pub(super) use calls::configure;

    const fn entry(id: i64) -> DetailEntry {
        DetailEntry::new(DetailTab::Synonym, id)
    }

    /// The form of a synonym (3 §5).
    #[derive(Deserialize, Validate, ToSchema)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct SynonymInputBody {
        /// The id of the variable.
        pub var: Option<i64>,
        pub synonym: Option<String>,
    }

    /// A stored synonym.
    #[derive(Serialize, ToSchema)]
    pub(crate) struct SynonymRecordBody {
        pub syn_id: i64,
        /// The id of the variable.
        pub var: i64,
        pub synonym: String,
    }

    impl TryFrom<DetailRecord> for SynonymRecordBody {
        type Error = Problem;

        fn try_from(record: DetailRecord) -> Result<Self, Problem> {
            let Detail::Synonym { synonym } = record.detail else {
                return Err(other_tab());
            };
            Ok(Self {
                syn_id: record.id.0,
                var: record.variable.0,
                synonym,
            })
        }
    }

    impl From<SynonymInputBody> for DetailForm {
        fn from(body: SynonymInputBody) -> Self {
            detail_form(
                body.var,
                RawDetail::Synonym {
                    synonym: body.synonym.unwrap_or_default(),
                },
            )
        }
    }

    record_calls! {
        DetailRecords, entry as "id", tag "administration";

        /// Adds a synonym of a variable.
        ///
        /// For Super Users.
        add add_synonym at "/data_dictionary/synonyms": SynonymInputBody
            -> 201 SynonymRecordBody "Synonym saved successfully!",
            404 "there is no such variable",
            409 "it has this synonym already";

        /// Removes a synonym.
        ///
        /// For Super Users.
        remove remove_synonym at "/data_dictionary/synonyms/{id}";
    }
}

mod variable_metadata {
    use super::{
        Deserialize, Detail, DetailEntry, DetailForm, DetailRecord, DetailRecords, DetailTab, Problem,
        RawDetail, Serialize, ToSchema, Validate, detail_form, other_tab, record_calls,
    };

    pub(super) use calls::configure;

    const fn entry(id: i64) -> DetailEntry {
        DetailEntry::new(DetailTab::Metadata, id)
    }

    /// The form of a metadata entry of a variable (3 §5).
    #[derive(Deserialize, Validate, ToSchema)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct MetadataInputBody {
        /// The id of the variable.
        pub variable: Option<i64>,
        pub key: Option<String>,
        pub val_type: Option<String>,
        pub value: Option<String>,
    }

    /// A stored metadata entry.
    #[derive(Serialize, ToSchema)]
    pub(crate) struct MetadataRecordBody {
        pub metadata_id: i64,
        /// The id of the variable.
        pub variable: i64,
        pub key: String,
        pub val_type: String,
        pub value: String,
    }

    impl TryFrom<DetailRecord> for MetadataRecordBody {
        type Error = Problem;

        fn try_from(record: DetailRecord) -> Result<Self, Problem> {
            let Detail::Metadata { key, val_type, value } = record.detail else {
                return Err(other_tab());
            };
            Ok(Self {
                metadata_id: record.id.0,
                variable: record.variable.0,
                key,
                val_type,
                value,
            })
        }
    }

    impl From<MetadataInputBody> for DetailForm {
        fn from(body: MetadataInputBody) -> Self {
            detail_form(
                body.variable,
                RawDetail::Metadata {
                    key: body.key.unwrap_or_default(),
                    val_type: body.val_type.unwrap_or_default(),
                    value: body.value.unwrap_or_default(),
                },
            )
        }
    }

    record_calls! {
        DetailRecords, entry as "id", tag "administration";

        /// Adds a metadata entry to a variable.
        ///
        /// For Super Users.
        add add_metadata at "/data_dictionary/variable_metadata": MetadataInputBody
            -> 201 MetadataRecordBody "Metadata saved successfully!",
            404 "there is no such variable";

        /// Removes a metadata entry.
        ///
        /// For Super Users.
        remove remove_metadata at "/data_dictionary/variable_metadata/{id}";
    }
}

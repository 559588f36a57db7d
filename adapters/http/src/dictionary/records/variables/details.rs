//! What a variable has several of: the tabs of its details, each with calls of its own that add an entry and remove one.

use aditus_application::dictionary::records::variables::details::{DetailEntry, DetailForm, DetailRecords};
use aditus_domain::dictionary::{DetailTab, RawDetail};
use aditus_domain::ids::VariableId;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

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

/// An entry of a variable. A variable that nobody named is not there.
fn of(variable: Option<i64>, detail: RawDetail) -> DetailForm {
    DetailForm {
        variable: VariableId(variable.unwrap_or_default()),
        detail,
    }
}

mod dependencies {
    use super::{
        Deserialize, DetailEntry, DetailForm, DetailRecords, DetailTab, RawDetail, Serialize, ToSchema,
        Validate, VariableId, of, record_calls,
    };

    pub(super) use calls::configure;

    const fn entry(id: i64) -> DetailEntry {
        DetailEntry::of(DetailTab::Dependency, id)
    }

    /// What is typed of a variable that another one depends on (3 §5).
    #[derive(Deserialize, Validate, ToSchema)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct DependencyInputBody {
        /// The id of the variable.
        pub var: Option<i64>,
        /// The id of the variable that it depends on.
        pub depend_on: Option<i64>,
    }

    /// The id of the entry.
    #[derive(Serialize, ToSchema)]
    pub(crate) struct DependencyIdBody {
        pub dep_id: i64,
    }

    impl From<DependencyInputBody> for DetailForm {
        fn from(body: DependencyInputBody) -> Self {
            of(
                body.var,
                RawDetail::Dependency {
                    depend_on: body.depend_on.map(VariableId),
                },
            )
        }
    }

    record_calls! {
        DetailRecords, entry as "id", tag "administration";

        /// Adds a variable that another one depends on. For Super Users.
        add add_dependency at "/data_dictionary/dependencies": DependencyInputBody
            -> 201 DependencyIdBody { dep_id } "Dependency saved successfully!",
            409 "it depends on this one already";

        /// Removes it. For Super Users.
        remove remove_dependency at "/data_dictionary/dependencies/{id}";
    }
}

mod input_values {
    use super::{
        Deserialize, DetailEntry, DetailForm, DetailRecords, DetailTab, RawDetail, Serialize, ToSchema,
        Validate, of, record_calls,
    };

    pub(super) use calls::configure;

    const fn entry(id: i64) -> DetailEntry {
        DetailEntry::of(DetailTab::InputValue, id)
    }

    /// What is typed of a value that a variable takes (3 §5).
    #[derive(Deserialize, Validate, ToSchema)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct InputValueInputBody {
        /// The id of the variable.
        pub var: Option<i64>,
        pub value: Option<String>,
    }

    /// The id of the entry.
    #[derive(Serialize, ToSchema)]
    pub(crate) struct InputValueIdBody {
        pub val_id: i64,
    }

    impl From<InputValueInputBody> for DetailForm {
        fn from(body: InputValueInputBody) -> Self {
            of(
                body.var,
                RawDetail::InputValue {
                    value: body.value.unwrap_or_default(),
                },
            )
        }
    }

    record_calls! {
        DetailRecords, entry as "id", tag "administration";

        /// Adds a value that a variable takes. For Super Users.
        add add_input_value at "/data_dictionary/input_values": InputValueInputBody
            -> 201 InputValueIdBody { val_id } "Input Value saved successfully!",
            409 "it has this value already";

        /// Removes it. For Super Users.
        remove remove_input_value at "/data_dictionary/input_values/{id}";
    }
}

mod timeline_of_changes {
    use super::{
        Deserialize, DetailEntry, DetailForm, DetailRecords, DetailTab, NaiveDate, RawDetail, Serialize,
        ToSchema, Validate, of, record_calls,
    };

    pub(super) use calls::configure;

    const fn entry(id: i64) -> DetailEntry {
        DetailEntry::of(DetailTab::TimelineOfChange, id)
    }

    /// What is typed of how a variable changed; one of both is enough (3 §5).
    #[derive(Deserialize, Validate, ToSchema)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct TimelineInputBody {
        /// The id of the variable.
        pub var: Option<i64>,
        pub change_date: Option<NaiveDate>,
        pub comment: Option<String>,
    }

    /// The id of the entry.
    #[derive(Serialize, ToSchema)]
    pub(crate) struct TimelineIdBody {
        pub change_id: i64,
    }

    impl From<TimelineInputBody> for DetailForm {
        fn from(body: TimelineInputBody) -> Self {
            of(
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

        /// Adds how a variable changed. For Super Users.
        add add_change_of_variable at "/data_dictionary/timeline_of_changes": TimelineInputBody
            -> 201 TimelineIdBody { change_id } "Timeline of Change saved successfully!";

        /// Removes it. For Super Users.
        remove remove_change_of_variable at "/data_dictionary/timeline_of_changes/{id}";
    }
}

mod synonyms {
    use super::{
        Deserialize, DetailEntry, DetailForm, DetailRecords, DetailTab, RawDetail, Serialize, ToSchema,
        Validate, of, record_calls,
    };

    pub(super) use calls::configure;

    const fn entry(id: i64) -> DetailEntry {
        DetailEntry::of(DetailTab::Synonym, id)
    }

    /// What is typed of another word for a variable (3 §5).
    #[derive(Deserialize, Validate, ToSchema)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct SynonymInputBody {
        /// The id of the variable.
        pub var: Option<i64>,
        pub synonym: Option<String>,
    }

    /// The id of the entry.
    #[derive(Serialize, ToSchema)]
    pub(crate) struct SynonymIdBody {
        pub syn_id: i64,
    }

    impl From<SynonymInputBody> for DetailForm {
        fn from(body: SynonymInputBody) -> Self {
            of(
                body.var,
                RawDetail::Synonym {
                    synonym: body.synonym.unwrap_or_default(),
                },
            )
        }
    }

    record_calls! {
        DetailRecords, entry as "id", tag "administration";

        /// Adds another word for a variable. For Super Users.
        add add_synonym at "/data_dictionary/synonyms": SynonymInputBody
            -> 201 SynonymIdBody { syn_id } "Synonym saved successfully!",
            409 "it has this synonym already";

        /// Removes it. For Super Users.
        remove remove_synonym at "/data_dictionary/synonyms/{id}";
    }
}

mod variable_metadata {
    use super::{
        Deserialize, DetailEntry, DetailForm, DetailRecords, DetailTab, RawDetail, Serialize, ToSchema,
        Validate, of, record_calls,
    };

    pub(super) use calls::configure;

    const fn entry(id: i64) -> DetailEntry {
        DetailEntry::of(DetailTab::Metadata, id)
    }

    /// What is typed of what else is known of a variable (3 §5).
    #[derive(Deserialize, Validate, ToSchema)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct MetadataInputBody {
        /// The id of the variable.
        pub variable: Option<i64>,
        pub key: Option<String>,
        pub val_type: Option<String>,
        pub value: Option<String>,
    }

    /// The id of the entry.
    #[derive(Serialize, ToSchema)]
    pub(crate) struct MetadataIdBody {
        pub metadata_id: i64,
    }

    impl From<MetadataInputBody> for DetailForm {
        fn from(body: MetadataInputBody) -> Self {
            of(
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

        /// Adds what else is known of a variable. For Super Users.
        add add_metadata at "/data_dictionary/variable_metadata": MetadataInputBody
            -> 201 MetadataIdBody { metadata_id } "Metadata saved successfully!";

        /// Removes it. For Super Users.
        remove remove_metadata at "/data_dictionary/variable_metadata/{id}";
    }
}

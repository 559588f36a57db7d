//! The dictionary records of the world.

use aditus_application::dictionary::import::NewImport;
use aditus_domain::dictionary::{
    Detail, ImportFormat, TableRow, TableTopicDetails, TopicDetails, VersionDetails,
};
use aditus_domain::ids::AssignedRoleId;
use aditus_domain::roles::Role;

use crate::people::{Installation, table, variable};

/// Dictionary records, which a Super User edits.
pub struct Records {
    pub custodian: i64,
    pub version: i64,
    pub topics: [i64; 2],
    pub variables: [i64; 2],
    pub version_variable: i64,
    /// The table of the variables, assigned to the first topic.
    pub table_topic: i64,
    /// An entry on each tab of the first variable, in the order of [`DetailTab`].
    pub details: [i64; 5],
    /// An import that is never processed.
    pub import: i64,
}

/// The paths of the lists of a variable, in the order of [`DetailTab`].
pub const DETAILS: [&str; 5] = [
    "data_dictionary/dependencies",
    "data_dictionary/input_values",
    "data_dictionary/timeline_of_changes",
    "data_dictionary/synonyms",
    "data_dictionary/variable_metadata",
];

impl Records {
    pub fn new(installation: &Installation<'_>, committer: i64) -> Self {
        let now = installation.server.ports.clock.now();
        let source = installation.source;
        let topic = |name: &str| TopicDetails {
            topic: name.to_owned(),
            description: "Whatever is known of it".to_owned(),
            active: true,
        };
        let version = VersionDetails {
            data_source: source,
            message: "The first".to_owned(),
            date_created: now,
        };
        let officer = installation.org_role(installation.provider, Role::DataOfficer);
        let import = NewImport {
            source: "Elsewhere".to_owned(),
            format: ImportFormat::Omop,
            leave_unknown: false,
            publish: false,
            started_by: None,
            started_on: now,
            holder: [1; 16],
            held_until: now,
        };
        let server = installation.server;
        let (table, variables) = server.write(|transaction| {
            let unpublished = TableRow {
                publish: false,
                ..table("drafts")
            };
            let dictionary = transaction.dictionary();
            let table = dictionary.add_tables(source, &[unpublished]).unwrap()[0];
            let rows = ["weight", "length"].map(|column| (table, variable("drafts", column)));
            let added = dictionary.add_variables(&rows).unwrap();
            (table, [added[0], added[1]])
        });
        server.write(|transaction| {
            let custodian = transaction.dictionary().add_custodian(source, officer, false);
            let import = transaction.dictionary_imports().add(&import).unwrap().0;
            let records = transaction.dictionary_records();
            let topics = ["Births", "Deaths"].map(|name| records.add_topic(&topic(name), now).unwrap());
            let version = records.add_version(&version, AssignedRoleId(committer)).unwrap();
            let place = TableTopicDetails {
                tbl: table,
                topic: topics[0],
                pos_x: 0.5,
                pos_y: 0.25,
            };
            let table_topic = transaction.dictionary_tables().add_table_topic(&place, now);
            let text = |text: &str| text.to_owned();
            let details = [
                Detail::Dependency {
                    depend_on: variables[1],
                },
                Detail::InputValue { value: text("2500") },
                Detail::TimelineOfChange {
                    change_date: None,
                    comment: Some(text("In grams since")),
                },
                Detail::Synonym {
                    synonym: text("mass"),
                },
                Detail::Metadata {
                    key: text("unit"),
                    val_type: text("Text"),
                    value: text("g"),
                },
            ];
            let kept = transaction.dictionary_variables();
            let details = details.map(|detail| kept.add_detail(variables[0], &detail).unwrap().0);
            let held = transaction
                .dictionary_revisions()
                .add_variable(version, variables[1]);
            Self {
                custodian: custodian.unwrap().0,
                version: version.0,
                topics: topics.map(|topic| topic.0),
                import,
                variables: variables.map(|variable| variable.0),
                version_variable: held.unwrap().0,
                table_topic: table_topic.unwrap().0,
                details,
            }
        })
    }
}

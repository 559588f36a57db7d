//! The topics of the demonstration: tables of its sources that are used together, with their
//! positions on a map.

use aditus_application::Ports;
use aditus_application::audit::record_all;
use aditus_application::dictionary::records::table_topics::TableTopicRecords;
use aditus_application::dictionary::records::topics::TopicRecords;
use aditus_application::records::added;
use aditus_domain::audit::Actor;
use aditus_domain::dictionary::{TableTopicDetails, TopicDetails};
use aditus_domain::ids::{TableId, TopicId};

use super::FillError;

struct Topic {
    name: &'static str,
    description: &'static str,
    places: &'static [Place],
}

/// A table of a source, and its position on the map: from the left and from the top, as fractions
/// of the size.
type Place = (&'static str, &'static str, f64, f64);

const RECORDS: &str = "Electronic Medical Record";
const LABORATORY: &str = "Laboratory Information System";
const CIVIL_REGISTRATION: &str = "Civil Registration and Vital Statistics";
const REPORTING: &str = "Health Facility Reporting";
const IMMUNISATION: &str = "Immunisation Register";

const TOPICS: [Topic; 3] = [
    Topic {
        name: "Mothers and newborns",
        description: "Care before and at birth, from the records of single women to the figures of facilities and the register of births.",
        places: &[
            (RECORDS, "antenatal_visit", 0.12, 0.15),
            (RECORDS, "delivery", 0.37, 0.15),
            (RECORDS, "patient", 0.25, 0.5),
            (RECORDS, "facility", 0.25, 0.85),
            (REPORTING, "maternal_health_count", 0.86, 0.15),
            (REPORTING, "facility_report", 0.86, 0.5),
            (REPORTING, "health_facility", 0.86, 0.85),
            (CIVIL_REGISTRATION, "birth", 0.61, 0.5),
        ],
    },
    Topic {
        name: "Childhood immunisation",
        description: "Children, the doses that they were given, what was observed afterwards, and the stocks that the doses came from.",
        places: &[
            (IMMUNISATION, "adverse_event", 0.2, 0.15),
            (IMMUNISATION, "vaccination", 0.2, 0.5),
            (IMMUNISATION, "child", 0.5, 0.35),
            (IMMUNISATION, "vaccination_site", 0.5, 0.85),
            (IMMUNISATION, "vaccine_stock", 0.8, 0.6),
            (IMMUNISATION, "coverage", 0.8, 0.2),
        ],
    },
    Topic {
        name: "HIV and tuberculosis",
        description: "Specimens of people in treatment, what laboratories found in them, and where people are cared for.",
        places: &[
            (LABORATORY, "viral_load", 0.15, 0.2),
            (LABORATORY, "tuberculosis_test", 0.4, 0.2),
            (LABORATORY, "specimen", 0.3, 0.55),
            (LABORATORY, "laboratory", 0.3, 0.88),
            (RECORDS, "diagnosis", 0.65, 0.2),
            (RECORDS, "medication_order", 0.88, 0.2),
            (RECORDS, "visit", 0.75, 0.55),
            (RECORDS, "patient", 0.75, 0.88),
        ],
    },
];

/// Adds the topics, each with its tables.
pub(super) fn add(ports: &Ports) -> Result<(), FillError> {
    for topic in &TOPICS {
        topic.add(ports)?;
    }
    Ok(())
}

impl Topic {
    fn add(&self, ports: &Ports) -> Result<(), FillError> {
        let mut tables = Vec::new();
        for place in self.places {
            tables.push((table(ports, place)?, place));
        }
        let now = ports.clock.now();
        let mut transaction = ports.database.begin()?;
        let details = TopicDetails {
            topic: self.name.to_owned(),
            description: self.description.to_owned(),
            active: true,
        };
        let topic: TopicId = transaction.dictionary_records().add_topic(&details, now)?;
        let mut acts = vec![added::<TopicRecords>(topic)];
        for (tbl, (_, _, pos_x, pos_y)) in tables {
            let place = TableTopicDetails {
                tbl,
                topic,
                pos_x: *pos_x,
                pos_y: *pos_y,
            };
            let place = transaction.dictionary_tables().add_table_topic(&place, now)?;
            acts.push(added::<TableTopicRecords>(place));
        }
        let recorded = record_all(ports, transaction.as_mut(), Actor::System, acts)?;
        Ok(transaction.commit(recorded)?)
    }
}

/// Returns the table at a position.
fn table(ports: &Ports, (source, name, ..): &Place) -> Result<TableId, FillError> {
    let missing = || FillError::Refused(format!("topics: there is no table {name} in {source}"));
    let source = ports
        .database
        .begin()?
        .dictionary()
        .source_by_name(source)?
        .ok_or_else(missing)?;
    let tables = ports.database.read()?.dictionary().tables_by_type(source)?;
    let found = tables.into_iter().find(|table| table.tbl_name == *name);
    Ok(found.ok_or_else(missing)?.tbl_id)
}

//! The data sources of the demonstration: a national health information system, imported from files
//! as any other dictionary.

use aditus_application::Ports;
use aditus_application::access::Caller;
use aditus_application::audit::record;
use aditus_application::dictionary::import::{self, Command, Importer};
use aditus_application::dictionary::records::sources::SourceRecords;
use aditus_application::dictionary::records::versions::{VersionForm, VersionRecords};
use aditus_application::ports::StoreError;
use aditus_application::records;
use aditus_domain::audit::Actor;
use aditus_domain::dictionary::{DataSource, ImportFormat, ImportLine, ImportRows, RawVersion};
use aditus_domain::ids::DataSourceId;
use aditus_domain::roles::Role;

use super::FillError;
use super::organisations::{CIVIL_REGISTRATION, MINISTRY, offered};

struct Source {
    name: &'static str,
    description: &'static str,
    dbms: &'static str,
    has_aggregate_data: bool,
    publish: bool,
    tables: &'static str,
    variables: &'static str,
}

macro_rules! source {
    ($name:literal, $file:literal, $dbms:literal, aggregate: $aggregate:literal, publish: $publish:literal, $description:literal) => {
        Source {
            name: $name,
            description: $description,
            dbms: $dbms,
            has_aggregate_data: $aggregate,
            publish: $publish,
            tables: include_str!(concat!("dictionary/", $file, "_tables.csv")),
            variables: include_str!(concat!("dictionary/", $file, "_variables.csv")),
        }
    };
}

const SOURCES: [Source; 6] = [
    source!(
        "Electronic Medical Record",
        "electronic_medical_record",
        "PostgreSQL",
        aggregate: false,
        publish: true,
        "Records of care from facilities that work electronically: patients, visits, diagnoses, medicines, antenatal care and births."
    ),
    source!(
        "Laboratory Information System",
        "laboratory_information_system",
        "MySQL",
        aggregate: false,
        publish: true,
        "Specimens, orders and results of public laboratories, with viral load, tuberculosis and susceptibility to antibiotics."
    ),
    source!(
        "Civil Registration and Vital Statistics",
        "civil_registration",
        "Oracle",
        aggregate: false,
        publish: true,
        "Births, deaths with their causes, marriages and verbal autopsies, as registered throughout the country."
    ),
    source!(
        "Health Facility Reporting",
        "health_facility_reporting",
        "PostgreSQL",
        aggregate: true,
        publish: true,
        "Monthly figures of all facilities: attendance, diseases, maternal health, stocks, staff and financing."
    ),
    source!(
        "Immunisation Register",
        "immunisation_register",
        "PostgreSQL",
        aggregate: false,
        publish: true,
        "Children, doses, adverse events, vaccine stocks and the cold chain."
    ),
    source!(
        "Health Insurance Claims",
        "health_insurance_claims",
        "SQL Server",
        aggregate: false,
        publish: false,
        "Members and claims of the national scheme; being prepared and not published yet."
    ),
];

/// Imports the sources and makes the ministry the custodian of each.
pub(super) fn add(ports: &Ports) -> Result<(), FillError> {
    for source in &SOURCES {
        let id = source.import(ports, Importer::Operator, source.variables)?;
        source.put_into_custody(ports, id)?;
    }
    Ok(())
}

/// Meanings in the medical record that were clarified after its first publication: before and
/// after.
const CLARIFIED: [(&str, &str); 3] = [
    (
        "Weight of the child at birth in grams.",
        "Weight of the child in grams within an hour of birth.",
    ),
    (
        "Condition of the mother at discharge.",
        "Condition of the mother when she leaves the maternity ward.",
    ),
    (
        "Age of the pregnancy in completed weeks.",
        "Age of the pregnancy in completed weeks as measured by ultrasound.",
    ),
];

/// Commits the first source as a version.
pub(super) fn commit(ports: &Ports, committer: &Caller, message: &str) -> Result<(), FillError> {
    let source = ports
        .database
        .begin()?
        .dictionary()
        .source_by_name(SOURCES[0].name)?;
    let version = VersionForm {
        version: RawVersion {
            data_source: source,
            message: message.to_owned(),
            date_created: None,
        },
        commited_by: None,
        variables: None,
    };
    records::add::<VersionRecords>(ports, committer, version)
        .map(drop)
        .map_err(|error| FillError::new(message, &error))
}

/// Imports the first source again, with the clarified meanings.
pub(super) fn clarify_meanings(ports: &Ports, importer: &Caller) -> Result<(), FillError> {
    let variables = CLARIFIED
        .iter()
        .fold(SOURCES[0].variables.to_owned(), |text, (before, after)| {
            text.replace(before, after)
        });
    SOURCES[0]
        .import(ports, Importer::Caller(importer), &variables)
        .map(drop)
}

/// Returns the lines of a file that has no faults.
fn lines<Row>(source: &str, rows: ImportRows<Row>) -> Result<Vec<ImportLine<Row>>, FillError> {
    match rows.faults.first() {
        Some(fault) => Err(FillError::new(source, fault)),
        None => Ok(rows.lines),
    }
}

impl Source {
    fn import(
        &self,
        ports: &Ports,
        importer: Importer<'_>,
        variables: &str,
    ) -> Result<DataSourceId, FillError> {
        let tables = lines(
            self.name,
            ImportFormat::Aditus.read_tables(self.tables.as_bytes(), false),
        )?;
        let variables = lines(
            self.name,
            ImportFormat::Aditus.read_variables(variables.as_bytes(), false),
        )?;
        let command = Command {
            source: DataSource {
                description: self.description.to_owned(),
                dbms: self.dbms.to_owned(),
                has_aggregate_data: self.has_aggregate_data,
                publish: self.publish,
                ..DataSource::named(self.name)
            },
            tables,
            variables,
        };
        let answer =
            import::execute(ports, importer, command).map_err(|error| FillError::new(self.name, &error))?;
        match answer.refused.first() {
            Some(remark) => Err(FillError::Refused(format!(
                "{}: line {}: {}",
                self.name, remark.line, remark.text
            ))),
            None => Ok(answer.source),
        }
    }

    /// Adds the custodians: the ministry first, as broker, and a second one for the civil
    /// registers. The audit entry of the source names its custodians, too.
    fn put_into_custody(&self, ports: &Ports, id: DataSourceId) -> Result<(), StoreError> {
        let mut transaction = ports.database.begin()?;
        let mut custodians = vec![(MINISTRY, true)];
        if self.name.starts_with("Civil Registration") {
            custodians.push((CIVIL_REGISTRATION, false));
        }
        for (name, broker) in custodians {
            if let Some(organisation) = transaction.organisations().by_name(name)? {
                let role = offered(transaction.as_mut(), organisation.id, Role::DataCustodian)?;
                transaction.dictionary().add_custodian(id, role, broker)?;
            }
        }
        let added = records::added::<SourceRecords>(id);
        let recorded = record(ports, transaction.as_mut(), Actor::System, added)?;
        transaction.commit(recorded)
    }
}

#[cfg(test)]
mod tests {
    use aditus_domain::dictionary::quality::QualitySummary;

    use super::*;

    #[test]
    fn each_clarified_meaning_occurs_in_the_first_source() {
        for (before, _) in CLARIFIED {
            assert_eq!(SOURCES[0].variables.matches(before).count(), 1, "{before}");
        }
    }

    #[test]
    fn the_files_describe_a_realistic_national_system() {
        let (mut tables, mut variables, mut identifiable, mut with_values) = (0, 0, 0, 0);
        let mut assessments = Vec::new();
        for source in SOURCES.iter().filter(|source| source.publish) {
            let format = ImportFormat::Aditus;
            for line in format.read_tables(source.tables.as_bytes(), false).lines {
                let records = line.row.unwrap().records.unwrap_or_default();
                assessments.push(records.assess());
                tables += 1;
            }
            for line in format.read_variables(source.variables.as_bytes(), false).lines {
                let row = line
                    .row
                    .unwrap_or_else(|fault| panic!("{} line {}: {fault}", source.name, line.number));
                variables += 1;
                identifiable += usize::from(row.is_identifiable);
                with_values += usize::from(!row.input_values.is_empty());
            }
        }
        assert!(
            tables >= 30 && variables >= 400,
            "{tables} tables, {variables} variables"
        );
        assert!(
            identifiable >= 20 && with_values >= 80,
            "{identifiable} identifiable, {with_values} enumerated"
        );
        let quality: QualitySummary = assessments.iter().collect();
        for tally in [quality.by_completeness, quality.by_validity] {
            let labels = [
                tally.excellent,
                tally.good,
                tally.fair,
                tally.poor,
                tally.not_assessed,
            ];
            assert!(!labels.contains(&0), "an assessment shows every label: {tally:?}");
        }
        assert_eq!(SOURCES.iter().filter(|source| !source.publish).count(), 1);
    }
}

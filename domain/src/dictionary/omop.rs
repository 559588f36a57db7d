//! The OMOP import format: the two files that describe a version of the OMOP Common Data Model.
//!
//! Mapping to the dictionary:
//!
//! - The schema of a table is its table type.
//! - The name of a field is both the column and the variable name, so that users find it under the
//!   usual name.
//! - Guidance and conventions together are the meaning.
//! - The range is the column type of the source, followed by "required" or "optional":
//!   "varchar(50), required".
//! - The field that a foreign key names is the reference, and becomes a dependency.

use super::row::{NAME, PROSE, Reader, in_words, shortened};
use super::{DataType, Dependency, RowFaults, RowProblem, TableRow, Usage, VariableRow, lookup_key};

pub(super) const TABLE_COLUMNS: &[&str] = &["cdmTableName", "schema", "tableDescription"];
pub(super) const VARIABLE_COLUMNS: &[&str] = &[
    "cdmTableName",
    "cdmFieldName",
    "cdmDatatype",
    "userGuidance",
    "isPrimaryKey",
    "isForeignKey",
];

// Optional columns of the file of tables, in any version of the model.
pub(super) const FURTHER_TABLE_COLUMNS: &[&str] = &[
    "userGuidance",
    "etlConventions",
    "isRequired",
    "conceptPrefix",
    "measurePersonCompleteness",
    "measurePersonCompletenessThreshold",
    "validation",
];
// Optional columns of the file of fields.
pub(super) const FURTHER_VARIABLE_COLUMNS: &[&str] = &[
    "isRequired",
    "etlConventions",
    "fkTableName",
    "fkFieldName",
    "fkDomain",
    "fkClass",
    "unique DQ identifiers",
];

const NONE: Option<&str> = Some("NA");

// Columns that can identify a person in any table: keys of persons and of their providers.
const IDENTIFIABLE_EVERYWHERE: [&str; 3] = ["person_id", "subject_id", "provider_id"];

// Further columns that can identify a person, by table: dates of birth, the source's name of a
// person or provider, places of residence, registration numbers, serial numbers, and free text
// about a person.
const IDENTIFIABLE: [(&str, &[&str]); 9] = [
    (
        "person",
        &[
            "year_of_birth",
            "month_of_birth",
            "day_of_birth",
            "birth_datetime",
            "person_source_value",
            "location_id",
        ],
    ),
    ("death", &["death_date", "death_datetime"]),
    (
        "location",
        &[
            "location_id",
            "address_1",
            "address_2",
            "city",
            "zip",
            "county",
            "location_source_value",
            "latitude",
            "longitude",
        ],
    ),
    (
        "provider",
        &[
            "provider_name",
            "npi",
            "dea",
            "year_of_birth",
            "provider_source_value",
        ],
    ),
    ("note", &["note_title", "note_text", "note_source_value"]),
    ("note_nlp", &["snippet", "lexical_variant"]),
    ("device_exposure", &["unique_device_id", "production_id"]),
    ("specimen", &["specimen_source_id", "specimen_source_value"]),
    ("payer_plan_period", &["family_source_value"]),
];

const ICONS: [(&str, &str); 24] = [
    ("person", "Person"),
    ("observation_period", "DateRange"),
    ("visit_occurrence", "LocalHospital"),
    ("visit_detail", "LocalHospital"),
    ("condition_occurrence", "Sick"),
    ("condition_era", "Sick"),
    ("drug_exposure", "Medication"),
    ("drug_era", "Medication"),
    ("dose_era", "Medication"),
    ("drug_strength", "Medication"),
    ("procedure_occurrence", "MedicalServices"),
    ("device_exposure", "MonitorHeart"),
    ("measurement", "Science"),
    ("specimen", "Biotech"),
    ("observation", "Visibility"),
    ("death", "EventBusy"),
    ("note", "Notes"),
    ("note_nlp", "Notes"),
    ("location", "Place"),
    ("care_site", "Apartment"),
    ("provider", "Badge"),
    ("payer_plan_period", "Payments"),
    ("cost", "Payments"),
    ("cohort", "Groups"),
];

pub(super) fn table<'row>(lookup: impl Fn(&str) -> Option<&'row str>) -> Result<TableRow, RowFaults> {
    let mut reader = Reader::new(lookup, NONE);
    let tbl_name = reader.required("cdmTableName", "Table Name", NAME);
    let table_type = reader.required("schema", "Table Type", NAME);
    let description = reader.required("tableDescription", "Table Description", PROSE);
    let guidance = reader.optional("userGuidance", PROSE);
    let row = tbl_name
        .zip(table_type)
        .zip(description)
        .map(|((tbl_name, table_type), description)| TableRow {
            table_type,
            tbl_description: paragraphs([Some(description), guidance]),
            entity_name: in_words(&tbl_name),
            icon: ICONS
                .iter()
                .find(|(table, _)| table.eq_ignore_ascii_case(&tbl_name))
                .map_or("TableChart", |(_, icon)| icon)
                .to_owned(),
            publish: true,
            records: None,
            tbl_name,
        });
    reader.finish(row)
}

pub(super) fn variable<'row>(lookup: impl Fn(&str) -> Option<&'row str>) -> Result<VariableRow, RowFaults> {
    let mut reader = Reader::new(lookup, NONE);
    let row = read_variable(&mut reader);
    reader.finish(row)
}

fn read_variable<'row>(reader: &mut Reader<impl Fn(&str) -> Option<&'row str>>) -> Option<VariableRow> {
    let table = reader.required("cdmTableName", "Table Name", NAME);
    // One field name is a reserved word of SQL, and is quoted in the file.
    let field = reader.required_unquoted("cdmFieldName", "Column Name");
    let required = reader.yes_or_no("isRequired", false);
    let column_type = reader.required("cdmDatatype", "Data Type", NAME);
    let data_type = column_type.as_deref().and_then(|column_type| {
        let known = DataType::from_column_type(column_type).ok();
        if known.is_none() {
            reader.fault("cdmDatatype", RowProblem::UnknownDataType(shortened(column_type)));
        }
        known
    });
    let guidance = reader.optional("userGuidance", PROSE);
    let conventions = reader.optional("etlConventions", PROSE);
    let is_primary = reader.yes_or_no("isPrimaryKey", false);
    let is_foreign = reader.yes_or_no("isForeignKey", false);
    let target = is_foreign.then(|| foreign_key(reader)).flatten();
    let (table, field, column_type) = (table?, field?, column_type?);
    let given = paragraphs([guidance, conventions]);
    let meaning = if given.is_empty() {
        plain_meaning(&table, &field, target.as_ref())
    } else {
        given
    };
    let is_identifiable = is_identifiable(&table, &field);
    // Keys only link rows, except keys of concepts, which are analysed for their meaning.
    let links = is_primary || target.as_ref().is_some_and(|target| target.tbl_name != "concept");
    let presence = if required { "required" } else { "optional" };
    Some(VariableRow {
        tbl_name: table,
        ids_column_name: field.clone(),
        var_name: field,
        data_type: data_type?,
        meaning,
        date_introduced: None,
        range: Some(format!("{}, {presence}", column_type.to_lowercase())),
        old_var_name: None,
        reference: target.as_ref().map(ToString::to_string),
        derived: false,
        usage: if links { Usage::Metadata } else { Usage::Analytical },
        is_primary,
        is_foreign,
        is_identifiable,
        is_analytical: !links,
        enumerated: false,
        synonyms: Vec::new(),
        input_values: Vec::new(),
        dependencies: target.into_iter().collect(),
    })
}

// The target of a foreign key. The file has it in upper case.
fn foreign_key<'row>(reader: &mut Reader<impl Fn(&str) -> Option<&'row str>>) -> Option<Dependency> {
    let table = reader.required("fkTableName", "Table Name", NAME);
    let field = reader.required("fkFieldName", "Column Name", NAME);
    Some(Dependency {
        tbl_name: lookup_key(&table?),
        ids_column_name: lookup_key(&field?),
    })
}

fn is_identifiable(table: &str, field: &str) -> bool {
    let (table, field) = (table.to_lowercase(), field.to_lowercase());
    IDENTIFIABLE_EVERYWHERE.contains(&field.as_str())
        || IDENTIFIABLE
            .iter()
            .any(|(name, fields)| *name == table && fields.contains(&field.as_str()))
}

// Joins the texts as paragraphs. The files contain line breaks as `<br>` tags.
fn paragraphs<const N: usize>(texts: [Option<String>; N]) -> String {
    let plain = |text: String| text.replace("<br>", "\n").trim().to_owned();
    texts
        .into_iter()
        .flatten()
        .map(plain)
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join("\n\n")
}

// The default meaning of a field without guidance, derived from its name.
fn plain_meaning(table: &str, field: &str, target: Option<&Dependency>) -> String {
    let meaning = format!("{} of {}.", in_words(field), in_words(table).to_lowercase());
    target.map_or(meaning.clone(), |target| format!("{meaning} Refers to {target}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lookup<'row>(fields: &'row [(&'row str, &'row str)]) -> impl Fn(&str) -> Option<&'row str> {
        move |column| {
            fields
                .iter()
                .find(|(name, _)| *name == column)
                .map(|(_, text)| *text)
        }
    }

    fn field(name: &str, changes: &[(&str, &str)]) -> Result<VariableRow, RowFaults> {
        let plain = [
            ("cdmTableName", "visit_occurrence"),
            ("cdmFieldName", name),
            ("isRequired", "No"),
            ("cdmDatatype", "varchar(50)"),
            ("userGuidance", "NA"),
            ("etlConventions", "NA"),
            ("isPrimaryKey", "No"),
            ("isForeignKey", "No"),
            ("fkTableName", "NA"),
            ("fkFieldName", "NA"),
        ];
        let fields: Vec<(&str, &str)> = changes.iter().chain(&plain).copied().collect();
        variable(lookup(&fields))
    }

    #[test]
    fn a_table_has_its_schema_and_description() {
        let row = table(lookup(&[
            ("cdmTableName", "care_site"),
            ("schema", "CDM"),
            ("tableDescription", "Places of care.<br><br>One row each."),
            ("userGuidance", "NA"),
        ]))
        .unwrap();
        assert_eq!(
            (row.tbl_name.as_str(), row.entity_name.as_str()),
            ("care_site", "Care site")
        );
        assert_eq!(
            (row.table_type.as_str(), row.icon.as_str(), row.publish),
            ("CDM", "Apartment", true)
        );
        assert_eq!(row.tbl_description, "Places of care.\n\nOne row each.");
        assert_eq!(
            table(lookup(&[
                ("cdmTableName", "NA"),
                ("schema", "CDM"),
                ("tableDescription", "x")
            ]))
            .unwrap_err()
            .to_string(),
            "cdmTableName: Table Name is required"
        );
    }

    #[test]
    fn the_meaning_is_guidance_and_conventions() {
        let row = field(
            "visit_source_value",
            &[
                ("userGuidance", "The source's own value.\r\n"),
                ("etlConventions", "Keep it as it is."),
            ],
        )
        .unwrap();
        assert_eq!(row.meaning, "The source's own value.\n\nKeep it as it is.");
        let unexplained = field("visit_source_value", &[]).unwrap();
        assert_eq!(unexplained.meaning, "Visit source value of visit occurrence.");
    }

    #[test]
    fn keys_and_types_are_imported() {
        let primary = [
            ("cdmDatatype", "Integer"),
            ("isPrimaryKey", "Yes"),
            ("isRequired", "Yes"),
        ];
        let key = field("visit_occurrence_id", &primary).unwrap();
        assert!(key.is_primary && !key.is_foreign && !key.is_analytical);
        assert_eq!(
            (key.data_type, key.range.as_deref()),
            (DataType::Number, Some("integer, required"))
        );

        let foreign = [
            ("cdmDatatype", "integer"),
            ("isForeignKey", "Yes"),
            ("fkTableName", "PERSON"),
            ("fkFieldName", "PERSON_ID"),
        ];
        let person = field("person_id", &foreign).unwrap();
        assert_eq!(person.reference.as_deref(), Some("person.person_id"));
        assert_eq!(person.dependencies[0].to_string(), "person.person_id");
        assert_eq!(
            person.meaning,
            "Person id of visit occurrence. Refers to person.person_id."
        );
        assert_eq!((person.usage, person.is_identifiable), (Usage::Metadata, true));

        let concept = [
            ("isForeignKey", "Yes"),
            ("fkTableName", "CONCEPT"),
            ("fkFieldName", "CONCEPT_ID"),
        ];
        let concept = field("visit_concept_id", &concept).unwrap();
        assert_eq!((concept.usage, concept.is_analytical), (Usage::Analytical, true));
    }

    #[test]
    fn quotes_around_a_field_name_are_removed_before_it_is_checked() {
        assert_eq!(field("\"offset\"", &[]).unwrap().var_name, "offset");
        for (name, problem) in [
            ("\"\"", "Column Name is required"),
            (
                "\"=1+1\"",
                "must not begin with =, +, - or @, which spreadsheets read as a formula",
            ),
        ] {
            let faults = field(name, &[]).unwrap_err();
            assert_eq!(faults.to_string(), format!("cdmFieldName: {problem}"));
        }
    }

    #[test]
    fn columns_that_identify_people_are_marked() {
        for (table, name) in [
            ("person", "birth_datetime"),
            ("provider", "npi"),
            ("location", "zip"),
            ("note", "note_text"),
        ] {
            assert!(
                field(name, &[("cdmTableName", table)]).unwrap().is_identifiable,
                "{table}.{name}"
            );
        }
        for (table, name) in [
            ("person", "gender_concept_id"),
            ("location", "country_concept_id"),
            ("cost", "total_cost"),
        ] {
            assert!(
                !field(name, &[("cdmTableName", table)]).unwrap().is_identifiable,
                "{table}.{name}"
            );
        }
    }

    #[test]
    fn invalid_cells_are_reported() {
        let faults = field("x", &[("cdmDatatype", "geometry"), ("isForeignKey", "Yes")]).unwrap_err();
        assert_eq!(
            faults.to_string(),
            "cdmDatatype: \"geometry\" is not a known data type; fkTableName: Table Name is required; \
             fkFieldName: Column Name is required"
        );
    }
}

//! The `aditus` import format: columns named after the fields (3 §3), lists separated by
//! semicolons, Yes or No.

use chrono::NaiveDate;

use super::row::{NAME, PROSE, Reader, shortened};
use super::{
    DataType, Dependency, OriginRecords, RowFaults, RowProblem, TableRecords, TableRow, Usage, VariableRow,
};

pub(super) const TABLE_COLUMNS: &[&str] = &["tbl_name", "table_type", "tbl_description"];
pub(super) const VARIABLE_COLUMNS: &[&str] = &["tbl_name", "var_name", "data_type", "meaning"];

// Optional columns of a file of tables.
pub(super) const FURTHER_TABLE_COLUMNS: &[&str] = &[
    "entity_name",
    "icon",
    "publish",
    POC.included,
    POC.earliest,
    POC.latest,
    POC.total,
    POC.valid,
    EMC.included,
    EMC.earliest,
    EMC.latest,
    EMC.total,
    EMC.valid,
];
// Optional columns of a file of variables.
pub(super) const FURTHER_VARIABLE_COLUMNS: &[&str] = &[
    "ids_column_name",
    "date_introduced",
    "range",
    "old_var_name",
    "reference",
    "derived",
    "usage",
    "is_primary",
    "is_foreign",
    "is_identifiable",
    "is_analytical",
    "enumerated",
    "synonyms",
    "input_values",
    "dependencies",
];

const ICON: &str = "TableChart";

pub(super) fn table<'row>(lookup: impl Fn(&str) -> Option<&'row str>) -> Result<TableRow, RowFaults> {
    let mut reader = Reader::new(lookup, None);
    let tbl_name = reader.required("tbl_name", "Table Name", NAME);
    let table_type = reader.required("table_type", "Table Type", NAME);
    let tbl_description = reader.required("tbl_description", "Table Description", PROSE);
    let entity_name = reader.optional("entity_name", NAME);
    let icon = reader.optional("icon", NAME).unwrap_or_else(|| ICON.to_owned());
    let publish = reader.yes_or_no("publish", true);
    let records = records(&mut reader);
    let row =
        tbl_name
            .zip(table_type)
            .zip(tbl_description)
            .map(|((tbl_name, table_type), tbl_description)| TableRow {
                entity_name: entity_name.unwrap_or_else(|| tbl_name.clone()),
                tbl_name,
                table_type,
                tbl_description,
                icon,
                publish,
                records,
            });
    reader.finish(row)
}

struct OriginColumns {
    included: &'static str,
    earliest: &'static str,
    latest: &'static str,
    total: &'static str,
    valid: &'static str,
}

const POC: OriginColumns = OriginColumns {
    included: "in_PoC",
    earliest: "poc_earliest_record",
    latest: "poc_latest_record",
    total: "poc_total_records",
    valid: "poc_valid_records",
};

const EMC: OriginColumns = OriginColumns {
    included: "in_eMC",
    earliest: "emc_earliest_record",
    latest: "emc_latest_record",
    total: "emc_total_records",
    valid: "emc_valid_records",
};

// The figures about records. `None` if the row has none, which keeps the stored ones.
fn records<'row>(reader: &mut Reader<impl Fn(&str) -> Option<&'row str>>) -> Option<TableRecords> {
    let says_something = [POC, EMC]
        .iter()
        .flat_map(|columns| {
            [
                columns.included,
                columns.earliest,
                columns.latest,
                columns.total,
                columns.valid,
            ]
        })
        .any(|column| reader.raw(column).is_some());
    let poc = records_of(reader, &POC);
    let emc = records_of(reader, &EMC);
    says_something.then_some(TableRecords { poc, emc })
}

// Figures of an origin imply that the table contains records of it, unless the row says otherwise.
fn records_of<'row>(
    reader: &mut Reader<impl Fn(&str) -> Option<&'row str>>,
    columns: &OriginColumns,
) -> OriginRecords {
    let figures = OriginRecords {
        included: false,
        earliest: date(reader, columns.earliest),
        latest: date(reader, columns.latest),
        total: count(reader, columns.total),
        valid: count(reader, columns.valid),
    };
    OriginRecords {
        included: reader.yes_or_no(columns.included, figures.has_figures()),
        ..figures
    }
}

// A number of records, within the range of a database column.
fn count<'row>(reader: &mut Reader<impl Fn(&str) -> Option<&'row str>>, column: &'static str) -> Option<u64> {
    let text = reader.raw(column)?;
    let count = text
        .parse::<i64>()
        .ok()
        .and_then(|count| u64::try_from(count).ok());
    if count.is_none() {
        reader.fault(column, RowProblem::NotACount(shortened(text)));
    }
    count
}

pub(super) fn variable<'row>(lookup: impl Fn(&str) -> Option<&'row str>) -> Result<VariableRow, RowFaults> {
    let mut reader = Reader::new(lookup, None);
    let row = read_variable(&mut reader);
    reader.finish(row)
}

fn read_variable<'row>(reader: &mut Reader<impl Fn(&str) -> Option<&'row str>>) -> Option<VariableRow> {
    let tbl_name = reader.required("tbl_name", "Table Name", NAME);
    let var_name = reader.required("var_name", "Variable Name", NAME);
    let ids_column_name = reader
        .optional_name("ids_column_name")
        .or_else(|| var_name.clone());
    let data_type = reader.required("data_type", "Data Type", NAME);
    let data_type = data_type.and_then(|name| {
        let known = DataType::parse(&name).ok();
        if known.is_none() {
            reader.fault("data_type", RowProblem::UnknownDataType(shortened(&name)));
        }
        known
    });
    let meaning = reader.required("meaning", "Meaning", PROSE);
    let date_introduced = date(reader, "date_introduced");
    let range = reader.optional("range", NAME);
    let old_var_name = reader.optional("old_var_name", NAME);
    let reference = reader.optional("reference", NAME);
    let derived = reader.yes_or_no("derived", false);
    let usage = usage(reader);
    let is_primary = reader.yes_or_no("is_primary", false);
    let is_foreign = reader.yes_or_no("is_foreign", false);
    let is_identifiable = reader.yes_or_no("is_identifiable", false);
    let is_analytical = reader.yes_or_no("is_analytical", usage == Usage::Analytical);
    let synonyms = reader.several("synonyms");
    let input_values = reader.several("input_values");
    let enumerated = reader.yes_or_no("enumerated", !input_values.is_empty());
    let dependencies = dependencies(reader);
    Some(VariableRow {
        tbl_name: tbl_name?,
        ids_column_name: ids_column_name?,
        var_name: var_name?,
        data_type: data_type?,
        meaning: meaning?,
        date_introduced,
        range,
        old_var_name,
        reference,
        derived,
        usage,
        is_primary,
        is_foreign,
        is_identifiable,
        is_analytical,
        enumerated,
        synonyms,
        input_values,
        dependencies,
    })
}

fn date<'row>(
    reader: &mut Reader<impl Fn(&str) -> Option<&'row str>>,
    column: &'static str,
) -> Option<NaiveDate> {
    let text = reader.raw(column)?;
    let date = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok();
    if date.is_none() {
        reader.fault(column, RowProblem::NotADate(shortened(text)));
    }
    date
}

fn usage<'row>(reader: &mut Reader<impl Fn(&str) -> Option<&'row str>>) -> Usage {
    let Some(text) = reader.raw("usage") else {
        return Usage::Analytical;
    };
    Usage::parse(text).unwrap_or_else(|_| {
        reader.fault("usage", RowProblem::UnknownUsage(shortened(text)));
        Usage::Analytical
    })
}

fn dependencies<'row>(reader: &mut Reader<impl Fn(&str) -> Option<&'row str>>) -> Vec<Dependency> {
    let mut dependencies = Vec::new();
    for text in reader.several("dependencies") {
        match Dependency::parse(&text) {
            Some(dependency) if dependencies.contains(&dependency) => {}
            Some(dependency) => dependencies.push(dependency),
            None => reader.fault("dependencies", RowProblem::NotAVariable(shortened(&text))),
        }
    }
    dependencies
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

    #[test]
    fn a_table_needs_its_name_type_and_description() {
        let row = table(lookup(&[
            ("tbl_name", " births "),
            ("table_type", "Event"),
            ("tbl_description", "Births in a facility"),
            ("publish", "no"),
        ]))
        .unwrap();
        assert_eq!(
            (row.tbl_name.as_str(), row.entity_name.as_str(), row.icon.as_str()),
            ("births", "births", ICON)
        );
        assert!(!row.publish);
        let faults = table(lookup(&[("publish", "perhaps")])).unwrap_err();
        assert_eq!(
            faults.to_string(),
            "tbl_name: Table Name is required; table_type: Table Type is required; \
             tbl_description: Table Description is required; publish: \"perhaps\" is neither Yes nor No"
        );
    }

    #[test]
    fn figures_about_records_are_parsed() {
        let of_table = |further: &[(&str, &str)]| {
            let mut fields = vec![
                ("tbl_name", "t"),
                ("table_type", "Event"),
                ("tbl_description", "d"),
            ];
            fields.extend_from_slice(further);
            table(lookup(&fields.clone()))
        };
        assert_eq!(of_table(&[("poc_total_records", " ")]).unwrap().records, None);
        let records = of_table(&[
            ("poc_earliest_record", "2015-01-31"),
            ("poc_total_records", "1200"),
            ("poc_valid_records", "0"),
            ("in_eMC", "Yes"),
        ]);
        let expected = TableRecords {
            poc: OriginRecords {
                included: true,
                earliest: NaiveDate::from_ymd_opt(2015, 1, 31),
                latest: None,
                total: Some(1200),
                valid: Some(0),
            },
            emc: OriginRecords {
                included: true,
                ..OriginRecords::default()
            },
        };
        assert_eq!(records.unwrap().records, Some(expected));
        let left_out = of_table(&[("in_PoC", "No"), ("poc_total_records", "7")]).unwrap();
        assert!(!left_out.records.unwrap().poc.included);
        let faults = of_table(&[
            ("poc_total_records", "1,200"),
            ("emc_valid_records", "-1"),
            ("emc_latest_record", "31.12.2024"),
        ]);
        assert_eq!(
            faults.unwrap_err().to_string(),
            "poc_total_records: \"1,200\" is not a whole number of records; \
             emc_latest_record: \"31.12.2024\" is not a date of the form YYYY-MM-DD; \
             emc_valid_records: \"-1\" is not a whole number of records"
        );
    }

    #[test]
    fn all_fields_of_a_variable_are_parsed() {
        let row = variable(lookup(&[
            ("tbl_name", "births"),
            ("ids_column_name", "b_wt"),
            ("var_name", "Birth weight"),
            ("data_type", "decimal"),
            ("meaning", "Weight at birth\r\nin grams"),
            ("date_introduced", "2019-07-01"),
            ("range", "300 to 7000"),
            ("derived", "No"),
            ("usage", "metadata"),
            ("is_identifiable", "Yes"),
            ("synonyms", "weight; birthweight;weight"),
            ("input_values", "low;normal"),
            ("dependencies", "Births.ID; births.id"),
        ]))
        .unwrap();
        assert_eq!(
            (row.ids_column_name.as_str(), row.data_type),
            ("b_wt", DataType::Decimal)
        );
        assert_eq!(row.meaning, "Weight at birth\nin grams");
        assert_eq!(row.date_introduced, NaiveDate::from_ymd_opt(2019, 7, 1));
        assert_eq!(
            (row.usage, row.is_analytical, row.is_identifiable),
            (Usage::Metadata, false, true)
        );
        assert_eq!(row.synonyms, ["weight", "birthweight"]);
        assert!(row.enumerated);
        assert_eq!(
            row.dependencies
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>(),
            ["births.id"]
        );
    }

    #[test]
    fn the_variable_name_serves_as_column_name() {
        let fields = [
            ("tbl_name", "t"),
            ("var_name", "v"),
            ("data_type", "Text"),
            ("meaning", "m"),
        ];
        let row = variable(lookup(&fields)).unwrap();
        assert_eq!(
            (row.ids_column_name.as_str(), row.usage, row.is_analytical),
            ("v", Usage::Analytical, true)
        );
    }

    #[test]
    fn all_errors_of_a_variable_are_reported() {
        let long = "x".repeat(256);
        let faults = variable(lookup(&[
            ("tbl_name", &long),
            ("var_name", "a\u{1}b"),
            ("data_type", "Picture"),
            ("date_introduced", "last year"),
            ("usage", "Both"),
            ("is_primary", "2"),
            ("dependencies", "births"),
        ]))
        .unwrap_err();
        let messages: Vec<String> = faults.0.iter().map(ToString::to_string).collect();
        assert_eq!(
            messages,
            [
                "tbl_name: must not be longer than 255 characters",
                "var_name: must not contain control characters.",
                "data_type: \"Picture\" is not a known data type",
                "meaning: Meaning is required",
                "date_introduced: \"last year\" is not a date of the form YYYY-MM-DD",
                "usage: \"Both\" is neither Analytical nor Metadata",
                "is_primary: \"2\" is neither Yes nor No",
                "dependencies: \"births\" does not name a variable as table.column",
            ]
        );
    }
}

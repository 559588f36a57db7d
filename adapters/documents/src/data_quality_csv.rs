use aditus_application::dictionary::quality::TableQuality;
use aditus_application::ports::DocumentError;
use aditus_domain::dictionary::OriginRecords;
use aditus_domain::dictionary::quality::Share;

use crate::spreadsheet::{Spreadsheet, yes_or_no};

const HEADING: [&str; 18] = [
    "data_source",
    "tbl_name",
    "entity_name",
    "completeness_percentage",
    "completeness_label",
    "validity_percentage",
    "validity_label",
    "in_PoC",
    "poc_earliest_record",
    "poc_latest_record",
    "poc_total_records",
    "poc_valid_records",
    "in_eMC",
    "emc_earliest_record",
    "emc_latest_record",
    "emc_total_records",
    "emc_valid_records",
    "contradictions",
];

/// The tables, one a line. What is not known is empty.
pub(crate) fn make(source: &str, tables: &[TableQuality]) -> Result<Vec<u8>, DocumentError> {
    let mut csv = Spreadsheet::new(&HEADING)?;
    for table in tables {
        let mut cells = vec![
            source.to_owned(),
            table.tbl_name.clone(),
            table.entity_name.clone(),
        ];
        cells.extend(share(table.assessment.completeness));
        cells.extend(share(table.assessment.validity));
        cells.extend(records(&table.records.poc));
        cells.extend(records(&table.records.emc));
        let contradictions: Vec<_> = table
            .assessment
            .contradictions
            .iter()
            .map(ToString::to_string)
            .collect();
        cells.push(contradictions.join(" "));
        csv.line(&cells)?;
    }
    csv.finish()
}

fn share(share: Share) -> [String; 2] {
    [text(share.percentage()), share.label_name().to_owned()]
}

fn records(records: &OriginRecords) -> [String; 5] {
    [
        yes_or_no(records.included).to_owned(),
        text(records.earliest),
        text(records.latest),
        text(records.total),
        text(records.valid),
    ]
}

fn text(known: Option<impl ToString>) -> String {
    known.map(|known| known.to_string()).unwrap_or_default()
}

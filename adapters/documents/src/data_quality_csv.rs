use aditus_application::dictionary::quality::TableQuality;
use aditus_application::ports::DocumentError;
use aditus_domain::dictionary::OriginRecords;
use aditus_domain::dictionary::quality::Share;

use crate::spreadsheet::{Spreadsheet, yes_or_no};

const HEADING: [&str; 26] = [
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
    "poc_completeness_percentage",
    "poc_completeness_label",
    "poc_validity_percentage",
    "poc_validity_label",
    "in_eMC",
    "emc_earliest_record",
    "emc_latest_record",
    "emc_total_records",
    "emc_valid_records",
    "emc_completeness_percentage",
    "emc_completeness_label",
    "emc_validity_percentage",
    "emc_validity_label",
    "contradictions",
];

/// Writes one line per table. Unknown figures are empty cells.
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
        for (records, quality) in [
            (&table.records.poc, table.assessment.poc),
            (&table.records.emc, table.assessment.emc),
        ] {
            cells.extend(figures(records));
            cells.extend(share(quality.completeness));
            cells.extend(share(quality.validity));
        }
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

fn figures(records: &OriginRecords) -> [String; 5] {
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

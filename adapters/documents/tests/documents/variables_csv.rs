//! Tests of the CSV of the requested variables.

use crate::sample::request;
use crate::spreadsheet::cells;
use aditus_application::ports::Documents;
use aditus_application::requests::views::RequestDetail;
use aditus_documents::PdfDocuments;
use aditus_domain::ids::DatasetId;

fn rows(request: &RequestDetail) -> Vec<Vec<String>> {
    let bytes = PdfDocuments::default().variables_csv(request).unwrap();
    cells(&bytes)
}

#[test]
fn csv_has_a_heading_and_one_line_per_variable() {
    let rows = rows(&request());
    assert_eq!(
        rows[0][..5],
        ["data_source", "table", "variable", "data_type", "meaning"]
    );
    assert_eq!(rows.len(), 1 + 8);
    assert_eq!(
        rows[4],
        [
            "National Malaria Register",
            "patient",
            "year_of_birth",
            "integer",
            "Year of birth as the patient or a relative stated it.",
            "0-120",
            "2019-04-01",
            "No",
            "No",
            "Yes",
            "No",
            "1",
            "Visits, tests and treatments of children under five.",
            "No",
            "",
            "",
            "",
        ]
    );
    assert_eq!(
        rows[0][11..],
        [
            "dataset",
            "dataset_description",
            "is_distinct",
            "since_request",
            "as_requested",
            "as_now"
        ]
    );
    assert_eq!((rows[5][2].as_str(), rows[5][13].as_str()), ("sex", "Yes"));
}

#[test]
fn csv_lists_the_variables_of_every_dataset() {
    let mut request = request();
    let mut second = request.requested_datasets[0].clone();
    second.rdataset_id = DatasetId(2);
    second.dataset_description = "Households".to_owned();
    second.variables = vec![crate::sample::variable(99, "other", "other_id", "text", "Other.")];
    request.requested_datasets.push(second);
    let rows_of_both = rows(&request);
    assert_eq!(rows_of_both[9][2], "other_id");
    assert_eq!(rows_of_both[9][11..13], ["2", "Households"]);
    request.requested_datasets.clear();
    assert_eq!(rows(&request).len(), 1);
}

#[test]
fn definitions_changed_since_the_request_are_listed() {
    let mut request = request();
    let variables = &mut request.requested_datasets[0].variables;
    variables[0].since = crate::since::changed_since();
    variables[1].since.is_offered = false;
    let rows = rows(&request);
    assert_eq!(
        rows[1][14..],
        ["changed since", "Meaning: In kilograms.", "Meaning: In grams."]
    );
    assert_eq!(rows[2][14..], ["no longer offered", "", ""]);
}

#[test]
fn no_cell_starts_a_formula() {
    let mut request = request();
    for evil in [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\n=1",
        "  =1",
        "＝1",
        "=cmd|' /C calc'!A0",
    ] {
        let variable = &mut request.requested_datasets[0].variables[0].var;
        variable.var_name = evil.to_owned();
        variable.tbl_name = evil.to_owned();
        variable.data_type = evil.to_owned();
        variable.meaning = evil.to_owned();
        variable.source = evil.to_owned();
        variable.range = Some(evil.to_owned());
        for (column, cell) in rows(&request)[1][..6].iter().enumerate() {
            // White space around a meaning is removed.
            let told = if column == 4 { evil.trim() } else { evil };
            assert_eq!(cell, &format!("'{told}"));
        }
    }
}

#[test]
fn quotes_commas_and_line_breaks_are_kept() {
    let mut request = request();
    let meaning = "He said \"1, 2\",\nthen; Київ – ünd";
    request.requested_datasets[0].variables[0].var.meaning = meaning.to_owned();
    assert_eq!(rows(&request)[1][4], meaning);
}

#[test]
fn meanings_are_exported_without_markup() {
    let mut request = request();
    "<p>Weight in <b>grams</b> &lt; 5000</p>"
        .clone_into(&mut request.requested_datasets[0].variables[0].var.meaning);
    assert_eq!(rows(&request)[1][4], "Weight in grams < 5000");
}

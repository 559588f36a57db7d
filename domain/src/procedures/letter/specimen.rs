//! An invented request, which previews a template before any request was approved.

use super::{LetterNumber, LetterValues};

/// Returns the values of an invented request. `procedure`, `provider` and `product` are those of
/// the installation.
pub fn specimen(procedure: &str, provider: &str, product: &str) -> LetterValues {
    let text = |text: &str| text.to_owned();
    LetterValues {
        letter_number: LetterNumber(1).to_string(),
        letter_date: text("14 May, 2030"),
        request_reference: text("REQ000001"),
        request_title: text("Anaemia in early pregnancy"),
        submitted_on: text("02 April, 2030"),
        needed_on: text("01 July, 2030"),
        requester_name: text("Amara Specimen"),
        requester_organisation: text("Lakeside University"),
        principal_name: text("Benedict Specimen"),
        principal_institution: text("Lakeside University, School of Public Health"),
        purposes: text("Academic research"),
        data_sources: text("Household Survey, Birth Register"),
        variable_count: text("24"),
        data_format: text("CSV"),
        ethics_committee: text("Lakeside Ethics Committee"),
        protocol_reference: text("LEC/2030/014"),
        decisions: text(
            "Access review: approved by the Data Access Reviewer on 09 April, 2030\n\
             Data release: approved by the Data Officer on 14 May, 2030",
        ),
        procedure: procedure.to_owned(),
        provider: provider.to_owned(),
        product: product.to_owned(),
    }
}

//! A Data Request as a PDF, and its variables as CSV.

use aditus_domain::dictionary::meaning::Meaning;
use aditus_domain::hex;
use aditus_domain::ids::StateId;
use aditus_domain::requests::content::Sha256;
use aditus_domain::requests::{TrackingId, VersionNumber};
use aditus_domain::review::StageState;
use aditus_domain::roles::Role;

use super::{
    Clause, FORMULAS, PRODUCT, TestDocuments, assert_fails_without, assert_has_cells, assert_no_formulas,
    assert_says, cells, endless_address, sample, text,
};
use crate::ports::PrintedProof;
use crate::requests::versions::rounds::RoundChanges;
use crate::requests::views::RequestDetail;
use crate::review::views::HistoryView;

/// The clauses of `request_pdf` and `variables_csv`, by name.
pub const REQUESTS: [(&str, Clause); 12] = [
    (
        "every_text_of_a_request_is_printed",
        every_text_of_a_request_is_printed,
    ),
    (
        "days_are_printed_as_on_the_screens",
        days_are_printed_as_on_the_screens,
    ),
    (
        "each_answer_makes_another_document",
        each_answer_makes_another_document,
    ),
    (
        "no_word_is_lost_however_long_it_is",
        no_word_is_lost_however_long_it_is,
    ),
    (
        "many_variables_continue_over_pages",
        many_variables_continue_over_pages,
    ),
    (
        "identification_numbers_are_masked",
        identification_numbers_are_masked,
    ),
    (
        "changes_and_decisions_of_earlier_rounds_are_printed",
        changes_and_decisions_of_earlier_rounds_are_printed,
    ),
    (
        "a_request_with_nothing_optional_is_printed",
        a_request_with_nothing_optional_is_printed,
    ),
    (
        "the_proof_of_a_request_is_printed_whole",
        the_proof_of_a_request_is_printed_whole,
    ),
    (
        "an_address_too_long_for_a_code_is_an_error",
        an_address_too_long_for_a_code_is_an_error,
    ),
    (
        "the_csv_has_a_line_for_each_variable",
        the_csv_has_a_line_for_each_variable,
    ),
    (
        "no_cell_of_the_csv_begins_a_formula",
        no_cell_of_the_csv_begins_a_formula,
    ),
];

fn pdf(
    adapter: &dyn TestDocuments,
    request: &RequestDetail,
    rounds: &[RoundChanges],
    proof: Option<&PrintedProof>,
) -> Vec<u8> {
    let made = adapter.documents().request_pdf(request, rounds, proof, PRODUCT);
    made.unwrap()
}

fn printed(adapter: &dyn TestDocuments, request: &RequestDetail) -> String {
    text(adapter, &pdf(adapter, request, &[], None))
}

/// Replaces each text of the request with a unique word and returns these words.
fn mark(request: &mut RequestDetail) -> Vec<String> {
    let mut words = Vec::new();
    let mut mark = |text: &mut String| {
        *text = format!("Fact{:03}", words.len());
        words.push(text.clone());
    };
    for text in [
        &mut request.details.title,
        &mut request.organization,
        &mut request.ethics.answers.protocol_ref_num,
        &mut request.ethics.committee_name,
        &mut request.format.data_format,
        &mut request.principal.fname,
        &mut request.principal.sname,
        &mut request.principal.email,
        &mut request.principal.phone,
        &mut request.principal.occupation,
        &mut request.principal.institution,
        &mut request.filters.dataset_description,
        &mut request.requester.fname,
        &mut request.requester.sname,
        &mut request.requester.department,
        &mut request.requester.designation,
        &mut request.requester.phone,
    ] {
        mark(text);
    }
    request.requester.org_email.iter_mut().for_each(&mut mark);
    let additional = &mut request.ethics.answers.additional_committee;
    additional.iter_mut().for_each(&mut mark);
    request.filters.facilities.iter_mut().for_each(&mut mark);
    for purpose in &mut request.purposes {
        mark(&mut purpose.purpose);
        purpose.purpose_description.iter_mut().for_each(&mut mark);
    }
    for dataset in &mut request.requested_datasets {
        mark(&mut dataset.source);
        mark(&mut dataset.source_description);
        mark(&mut dataset.dataset_description);
        for variable in &mut dataset.variables {
            mark(&mut variable.var.tbl_name);
            mark(&mut variable.var.var_name);
            mark(&mut variable.var.data_type);
            mark(&mut variable.var.meaning);
        }
    }
    for device in &mut request.list_of_devices {
        mark(&mut device.equipment_type);
        mark(&mut device.device.equipment_name);
        mark(&mut device.device.serial_number);
        mark(&mut device.device.used_by);
        mark(&mut device.device.organisation);
    }
    for staff in &mut request.list_of_staff {
        mark(&mut staff.member.first_name);
        mark(&mut staff.member.surname);
        mark(&mut staff.member.position_in_organisation);
        mark(&mut staff.member.email);
        mark(&mut staff.member.phone);
    }
    for stage in &mut request.request_states {
        mark(&mut stage.stage_activity);
        mark(&mut stage.organisation);
        stage.reason.iter_mut().for_each(&mut mark);
        stage.recommendation.iter_mut().for_each(&mut mark);
        if let Some(by) = &mut stage.attended_by {
            mark(&mut by.fname);
            mark(&mut by.sname);
            mark(&mut by.org_name);
        }
    }
    words
}

/// This includes its reference, its status, the name of the product, the titles and digests of its
/// documents, the identity documents of its staff, and the roles of its stages.
fn every_text_of_a_request_is_printed(adapter: &dyn TestDocuments) {
    let mut request = sample::request();
    request.request_states[2].state = StageState::Denied;
    request.request_states[2].reason = Some(String::new());
    request.documents[0].sha256 = Sha256([0xef; 32]);
    let words = mark(&mut request);
    let text = printed(adapter, &request);
    for word in words {
        assert_says(&text, &word);
    }
    assert_says(&text, PRODUCT);
    assert_says(&text, &TrackingId(request.request_id).to_string());
    assert_says(&text, request.status.name());
    for document in &request.documents {
        assert_says(&text, document.kind.title());
    }
    for digest in ["ab", "ef"] {
        assert_says(&text, &digest.repeat(32));
    }
    for staff in &request.list_of_staff {
        assert_says(&text, staff.member.identification_type.name());
    }
    for stage in &request.request_states {
        assert_says(&text, stage.role.name());
    }
    let mut of_a_department = sample::request();
    of_a_department.details.department = Some("Fact999".to_owned());
    assert_says(&printed(adapter, &of_a_department), "Fact999");
}

/// For example `01 July, 2026`.
fn days_are_printed_as_on_the_screens(adapter: &dyn TestDocuments) {
    let mut request = sample::request();
    request.details.needed_on = sample::date(2031, 1, 2);
    request.filters.start = Some(sample::date(2032, 2, 3));
    request.filters.end = Some(sample::date(2033, 3, 4));
    request.format.direct_access_from = Some(sample::date(2034, 4, 5));
    request.format.direct_access_to = Some(sample::date(2035, 5, 6));
    request.requested_datasets[0].release_date = Some(sample::date(2036, 6, 7));
    request.list_of_devices[0].device.usage_from = sample::date(2037, 7, 8);
    request.list_of_devices[0].device.usage_to = sample::date(2038, 8, 9);
    let text = printed(adapter, &request);
    for day in [
        "02 January, 2031",
        "03 February, 2032",
        "04 March, 2033",
        "05 April, 2034",
        "06 May, 2035",
        "07 June, 2036",
        "08 July, 2037",
        "09 August, 2038",
        "02 February, 2026",
    ] {
        assert_says(&text, day);
    }
}

/// Changes one answer of a request.
type Answer = fn(&mut RequestDetail);

/// The answers yes and no result in different documents.
fn each_answer_makes_another_document(adapter: &dyn TestDocuments) {
    let answers: [(&str, Answer); 9] = [
        ("round", |request| request.round += 1),
        ("is_principal", |request| request.is_principal ^= true),
        ("ethics_approval_letter", |request| {
            request.ethics.answers.approval_letter ^= true;
        }),
        ("exempted", |request| request.ethics.answers.exempted ^= true),
        ("no_date_limit", |request| request.format.no_date_limit ^= true),
        ("is_distinct", |request| {
            request.requested_datasets[0].variables[0].is_distinct ^= true;
        }),
        ("is_identifiable", |request| {
            request.requested_datasets[0].variables[0].var.is_identifiable ^= true;
        }),
        ("is_offered", |request| {
            request.requested_datasets[0].variables[0].since.is_offered ^= true;
        }),
        ("confidentiality_protocols", |request| {
            request.list_of_staff[0].member.confidentiality_protocols ^= true;
        }),
    ];
    let mut request = sample::request();
    request.format.direct_access_from = None;
    request.format.direct_access_to = None;
    let usual = printed(adapter, &request);
    for (name, change) in answers {
        let mut other = request.clone();
        change(&mut other);
        assert_ne!(printed(adapter, &other), usual, "{name}");
    }
}

/// This holds in narrow columns and for texts longer than a page.
fn no_word_is_lost_however_long_it_is(adapter: &dyn TestDocuments) {
    let mut request = sample::request();
    request.details.title = "Ŧ".repeat(200);
    request.principal.institution = "Ħ".repeat(500);
    request.filters.dataset_description = format!("{}\n{}", "Ŋ".repeat(2_000), "words ".repeat(1_000));
    request.requested_datasets[0].variables[0].var.var_name = "Đ".repeat(120);
    request.requested_datasets[0].variables[1].var.meaning = "Ł".repeat(3_000);
    request.list_of_devices[0].device.serial_number = "Ø".repeat(100);
    request.request_states[3].recommendation = Some("remarks ".repeat(1_000));
    let text = printed(adapter, &request);
    for (letter, count) in [
        ('Ŧ', 200),
        ('Ħ', 500),
        ('Ŋ', 2_000),
        ('Đ', 120),
        ('Ł', 3_000),
        ('Ø', 100),
    ] {
        assert!(text.matches(letter).count() >= count, "{letter} in {text}");
    }
    for word in ["words", "remarks"] {
        assert!(text.matches(word).count() >= 1_000, "{word} in {text}");
    }
}

/// No variable is missing.
fn many_variables_continue_over_pages(adapter: &dyn TestDocuments) {
    let mut request = sample::request();
    let name = |index: i64| format!("column{index:03}");
    request.requested_datasets[0].variables = (0..200)
        .map(|index| sample::variable(index, "person", &name(index), "integer", "A meaning."))
        .collect();
    let pdf = pdf(adapter, &request, &[], None);
    assert!(adapter.pages(&pdf).len() > 3);
    let text = text(adapter, &pdf);
    for index in 0..200 {
        assert_says(&text, &name(index));
    }
}

/// The last characters suffice to identify a document. The other characters are not in the file at
/// all.
fn identification_numbers_are_masked(adapter: &dyn TestDocuments) {
    let request = sample::request();
    let pdf = pdf(adapter, &request, &sample::changes(&request), None);
    let text = text(adapter, &pdf);
    for end in ["43", "CD", "23", "56"] {
        assert_says(&text, end);
    }
    for hidden in [
        "B0987",
        "9876543",
        "CM9001",
        "001234ABCD",
        "QX1112",
        "1112223",
        "QX4445",
        "4445556",
    ] {
        assert!(!text.contains(hidden), "{hidden} is in {text}");
        let is_in_file = pdf.windows(hidden.len()).any(|bytes| bytes == hidden.as_bytes());
        assert!(!is_in_file, "{hidden}");
    }
}

/// The people, the roles, the remarks and both sides of each change are printed.
fn changes_and_decisions_of_earlier_rounds_are_printed(adapter: &dyn TestDocuments) {
    let request = sample::request();
    let [mut round] = sample::changes(&request);
    let by = request
        .request_states
        .iter()
        .find_map(|stage| stage.attended_by.clone());
    round.decisions = vec![HistoryView {
        round: 1,
        version: VersionNumber(1),
        request_state_id: StateId(5),
        role: Role::DataSecurityReviewer,
        stage_activity: "Safeguards".to_owned(),
        state: StageState::Denied,
        at: request.submitted_on,
        by,
        reason: Some("Unencrypted transfer".to_owned()),
        recommendation: Some("Encryption".to_owned()),
    }];
    let text = text(adapter, &pdf(adapter, &request, &[round], None));
    for fact in [
        "mortality",
        "survival",
        "Mirrin",
        "Ormeda",
        "Thea",
        "Blackwood",
        "Safeguards",
        "Unencrypted",
        "Encryption",
        StageState::Denied.name(),
        Role::DataSecurityReviewer.name(),
    ] {
        assert_says(&text, fact);
    }
}

/// A request without datasets, documents, devices, staff and stages can be printed.
fn a_request_with_nothing_optional_is_printed(adapter: &dyn TestDocuments) {
    let mut request = sample::request();
    request.requester.org_email = None;
    request.purposes.clear();
    request.requested_datasets.clear();
    request.filters.facilities.clear();
    request.documents.clear();
    request.list_of_devices.clear();
    request.list_of_staff.clear();
    request.request_states.clear();
    request.ethics.answers.additional_committee = None;
    request.filters.start = None;
    request.filters.end = None;
    request.format.direct_access_from = None;
    request.format.direct_access_to = None;
    request.last_responded_on = None;
    assert_says(
        &printed(adapter, &request),
        &TrackingId(request.request_id).to_string(),
    );
}

/// The address is printed as text and as a QR code.
fn the_proof_of_a_request_is_printed_whole(adapter: &dyn TestDocuments) {
    let (request, proof) = (sample::request(), sample::proof());
    let pdf = pdf(adapter, &request, &[], Some(&proof));
    assert_proves(&text(adapter, &pdf), &proof);
    assert_eq!(adapter.codes(&pdf), [proof.address]);
}

/// Asserts that the text of a document contains every fact of a proof.
#[track_caller]
pub(super) fn assert_proves(text: &str, proof: &PrintedProof) {
    assert_says(text, &proof.origin);
    assert_says(text, &proof.address);
    for entry in &proof.entries {
        assert_says(text, &entry.id.to_string());
        assert_says(text, entry.kind.label());
        assert_says(text, &hex::encode(&entry.leaf.0));
        assert_says(
            text,
            &entry.index.map_or_else(String::new, |index| index.to_string()),
        );
    }
    if let Some((_, digest)) = &proof.version {
        assert_says(text, &hex::encode(&digest.0));
    }
}

/// Without its QR code, the document would prove nothing.
fn an_address_too_long_for_a_code_is_an_error(adapter: &dyn TestDocuments) {
    let (request, mut proof) = (sample::request(), sample::proof());
    proof.address = endless_address();
    let made = adapter
        .documents()
        .request_pdf(&request, &[], Some(&proof), PRODUCT);
    assert_fails_without(made, &request.details.title);
}

/// The variables of all datasets are in order, below a heading. A meaning is plain text.
fn the_csv_has_a_line_for_each_variable(adapter: &dyn TestDocuments) {
    let mut request = sample::request();
    let mut second = request.requested_datasets[0].clone();
    second.dataset_description = "Households, \"rural\"\nand urban".to_owned();
    second.variables = vec![sample::variable(
        99,
        "other",
        "other_id",
        "text",
        "<p>More than <b>one</b></p>",
    )];
    request.requested_datasets.push(second);
    let lines = cells(&adapter.documents().variables_csv(&request).unwrap());
    let datasets = request.requested_datasets.iter();
    let variables: Vec<_> = datasets
        .flat_map(|dataset| dataset.variables.iter().map(move |variable| (dataset, variable)))
        .collect();
    assert_eq!(lines.len(), variables.len() + 1);
    for (line, (dataset, variable)) in lines[1..].iter().zip(variables) {
        assert_has_cells(
            line,
            &[
                &variable.var.source,
                &variable.var.tbl_name,
                &variable.var.var_name,
                &variable.var.data_type,
                &Meaning::parse(&variable.var.meaning).plain(),
                &dataset.dataset_description,
            ],
        );
    }
    request.requested_datasets.clear();
    assert_eq!(
        cells(&adapter.documents().variables_csv(&request).unwrap()).len(),
        1
    );
}

/// This holds for every text column.
fn no_cell_of_the_csv_begins_a_formula(adapter: &dyn TestDocuments) {
    let mut request = sample::request();
    let dataset = &mut request.requested_datasets[0];
    dataset.variables = FORMULAS
        .into_iter()
        .map(|formula| {
            let mut variable = sample::variable(1, formula, formula, formula, formula);
            variable.var.source = formula.to_owned();
            variable.var.range = Some(formula.to_owned());
            variable
        })
        .collect();
    FORMULAS[0].clone_into(&mut dataset.dataset_description);
    assert_no_formulas(&cells(&adapter.documents().variables_csv(&request).unwrap()));
}

//! Tests of the PDF of a request.

use crate::sample::{changes, request};
use aditus_application::ports::Documents;
use aditus_application::requests::versions::rounds::RoundChanges;
use aditus_application::requests::views::RequestDetail;
use aditus_application::review::views::HistoryView;
use aditus_documents::PdfDocuments;
use aditus_domain::ids::StateId;
use aditus_domain::requests::VersionNumber;
use aditus_domain::requests::content::Sha256;
use aditus_domain::review::{OverallStatus, StageState};
use aditus_domain::roles::Role;
use lopdf::{Document, Object};

struct Pdf {
    bytes: Vec<u8>,
    pages: usize,
    /// The text without white space, so that line breaks do not matter.
    text: String,
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

fn pdf(request: &RequestDetail) -> Pdf {
    pdf_with(request, &[])
}

fn pdf_with(request: &RequestDetail, changes: &[RoundChanges]) -> Pdf {
    let bytes = PdfDocuments::default()
        .request_pdf(request, changes, None, "Aditus")
        .unwrap();
    let document = Document::load_mem(&bytes).unwrap();
    let texts = crate::reader::texts(&document);
    Pdf {
        bytes,
        pages: texts.len(),
        text: squeezed(&texts.concat()),
    }
}

impl Pdf {
    #[track_caller]
    fn says(&self, text: &str) {
        assert!(
            self.text.contains(&squeezed(text)),
            "{text:?} is not in the PDF:\n{}",
            self.text
        );
    }
}

#[test]
fn a_request_pdf_contains_every_section() {
    let request = request();
    let pdf = pdf(&request);
    for text in [
        "Data Request REQ000123",
        "Pending",
        "round 2",
        "Amara Okello",
        "Lakeside University",
        "amara.okello@lakeside.example",
        "Zażółć Ελένη-Київська",
        "Institute for Tropical Medicine, Gdańsk",
        "Research",
        "Planning of bed net distribution with the district health teams.",
        "One row for each visit",
        "All facilities from Lake Region",
        "Hill District Hospital",
        "National Malaria Register",
        "Not released",
        "Direct access",
        "LU-ETH-2026/041",
        "National Council for Science",
        "SN-4471-0098-LKS",
        "Grace Namutebi",
        "Data Access Reviewer",
        "Jonas Lindqvist",
        "The variables fit the study questions.",
        "Waiting since",
    ] {
        pdf.says(text);
    }
    pdf.says(&request.details.title);
    for variable in &request.requested_datasets[0].variables {
        pdf.says(&variable.var.var_name);
        pdf.says(&variable.var.meaning);
    }
    pdf.says("distinct values only");
    for document in &request.documents {
        pdf.says(document.kind.title());
    }
}

#[test]
fn dates_are_written_out_and_pages_are_numbered() {
    let pdf = pdf(&request());
    pdf.says("15 June, 2026");
    pdf.says("01 July, 2026 to 31 December, 2026");
    pdf.says("01 January, 2020 to 31 December, 2025");
    for number in 1..=pdf.pages {
        pdf.says(&format!("Page {number} of {}", pdf.pages));
    }
}

#[test]
fn identification_numbers_are_masked() {
    let pdf = pdf(&request());
    pdf.says("••••••543");
    pdf.says("••••••••••BCD");
    for number in ["B09876543", "09876543", "CM9001234ABCD", "9001234"] {
        assert!(!pdf.text.contains(number), "{number}");
        assert!(
            !pdf.bytes
                .windows(number.len())
                .any(|window| window == number.as_bytes()),
            "{number}"
        );
    }
}

#[test]
fn a_denied_stage_shows_its_reason_and_a_missing_recommendation() {
    let mut request = request();
    request.status = OverallStatus::Denied;
    request.request_states[2].state = StageState::Denied;
    request.request_states[2].reason = Some("The protocol does not cover children.".to_owned());
    request.request_states[2].recommendation = Some(" ".to_owned());
    let pdf = pdf(&request);
    pdf.says("Reason The protocol does not cover children.");
    pdf.says("Recommendation None provided");
}

#[test]
fn long_words_are_printed_completely() {
    let mut request = request();
    let endless = |c: &str, count: usize| format!("begin{}end", c.repeat(count));
    request.details.title = endless("T", 200);
    request.principal.institution = endless("I", 500);
    request.filters.dataset_description = format!("{}\n{}", endless("D", 2_000), "word ".repeat(1_000));
    request.requested_datasets[0].variables[0].var.var_name = endless("v", 120);
    request.requested_datasets[0].variables[1].var.meaning = endless("m", 3_000);
    request.list_of_devices[0].device.serial_number = endless("s", 100);
    request.list_of_staff[0].member.email = format!("{}@lakeside.example", "e".repeat(64));
    request.request_states[3].recommendation = Some("long ".repeat(1_000) + "recommendation's end");
    let pdf = pdf(&request);
    let without_feet = |text: &str| {
        let mut text = text.to_owned();
        for number in 1..=pdf.pages {
            text = text.replace(
                &squeezed(&format!(
                    "Aditus · Data Request REQ000123 · 02 February, 2026 Page {number} of {}",
                    pdf.pages
                )),
                "",
            );
        }
        text
    };
    let text = without_feet(&pdf.text);
    let count = |letter: char| text.chars().filter(|c| *c == letter).count();
    assert!(
        count('T') >= 200 && count('I') >= 500 && count('D') >= 2_000,
        "{} {} {}",
        count('T'),
        count('I'),
        count('D')
    );
    assert!(count('m') >= 3_000 && count('v') >= 120 && count('s') >= 100);
    assert!(text.matches("word").count() >= 1_000);
    assert!(text.matches("long").count() >= 1_000);
    assert!(text.contains("recommendation'send"));
    assert!(text.contains("@lakeside.example"));
    assert!(pdf.pages > 4);
}

#[test]
fn a_long_list_of_variables_continues_over_several_pages() {
    let mut request = request();
    request.requested_datasets[0].variables = (0..250)
        .map(|index| {
            crate::sample::variable(
                index,
                "person",
                &format!("variable_{index:04}"),
                "integer",
                "A meaning.",
            )
        })
        .collect();
    let pdf = pdf(&request);
    for index in 0..250 {
        assert!(pdf.text.contains(&format!("variable_{index:04}")), "{index}");
    }
    assert!(
        pdf.text.matches("TableVariableTypeMeaning").count() >= 5,
        "the heading stands on every page"
    );
    assert!(pdf.bytes.len() < 1_000_000, "{}", pdf.bytes.len());
}

#[test]
fn the_contact_of_an_erased_person_is_a_dash() {
    let dashes = |text: &str| text.matches('–').count();
    let before = dashes(&pdf(&request()).text);
    let mut request = request();
    let member = &mut request.list_of_staff[0].member;
    member.first_name = "Erased".to_owned();
    member.surname = "person".to_owned();
    member.email.clear();
    member.phone.clear();
    let pdf = pdf(&request);
    pdf.says("Erased person");
    assert_eq!(dashes(&pdf.text), before + 1);
}

#[test]
fn a_request_without_optional_data_is_printed() {
    let mut request = request();
    request.requester.org_email = None;
    request.purposes.clear();
    request.requested_datasets.clear();
    request.filters.facilities.clear();
    request.documents.clear();
    request.list_of_devices.clear();
    request.list_of_staff.clear();
    request.request_states.clear();
    request.filters.start = None;
    request.filters.end = None;
    request.last_responded_on = None;
    let pdf = pdf(&request);
    pdf.says("No documents");
    pdf.says("No devices");
    pdf.says("No staff");
    pdf.says("All facilities");
    pdf.says("Pending Access Approval");
}

#[test]
fn unusual_characters_do_not_break_the_pdf() {
    let mut request = request();
    request.details.title = "中文 🦟 \u{202e}evil\u{0} \u{1b}[31m \t tab (paren) \\ %PDF <b>".to_owned();
    request.ethics.committee_name = "\r\n\r\n".to_owned();
    let pdf = pdf(&request);
    pdf.says("tab (paren) \\ %PDF <b>");
}

/// Returns the sizes in bytes of the embedded fonts.
fn fonts_in(document: &Document) -> Vec<usize> {
    let descriptors = document
        .objects
        .values()
        .filter_map(|object| object.as_dict().ok());
    descriptors
        .filter_map(|descriptor| descriptor.get(b"FontFile2").ok())
        .map(|file| {
            let file = document.dereference(file).unwrap().1.as_stream().unwrap();
            file.decompressed_content().unwrap().len()
        })
        .collect()
}

#[test]
fn only_used_glyphs_are_embedded() {
    let packed = include_bytes!("../../fonts/NotoSans-Regular.ttf.gz");
    let whole = std::io::Read::bytes(flate2::read::GzDecoder::new(&packed[..])).count();
    let document = Document::load_mem(&pdf(&request()).bytes).unwrap();
    let fonts = fonts_in(&document);
    assert_eq!(fonts.len(), 2, "regular and bold");
    assert!(fonts.iter().all(|size| *size < whole / 3), "{fonts:?} of {whole}");

    let mut longer = request();
    let variables = &mut longer.requested_datasets[0].variables;
    variables.extend(std::iter::repeat_n(variables[0].clone(), 500));
    let document = Document::load_mem(&pdf(&longer).bytes).unwrap();
    assert_eq!(
        fonts_in(&document),
        fonts,
        "the same letters, however often they are used"
    );
}

#[test]
fn the_same_request_gives_the_same_bytes() {
    assert_eq!(pdf(&request()).bytes, pdf(&request()).bytes);
}

#[test]
fn creation_date_is_the_day_of_submission() {
    let mut request = request();
    let first = Document::load_mem(&pdf(&request).bytes).unwrap();
    assert_eq!(crate::reader::made_on(&first), "D:20260202");
    request.submitted_on += chrono::TimeDelta::days(3);
    let later = Document::load_mem(&pdf(&request).bytes).unwrap();
    assert_eq!(crate::reader::made_on(&later), "D:20260205");
}

#[test]
fn the_pdf_is_small_and_has_a_title() {
    let pdf = pdf(&request());
    assert!(pdf.bytes.starts_with(b"%PDF-"));
    assert!(pdf.bytes.len() < 60_000, "{}", pdf.bytes.len());
    let document = Document::load_mem(&pdf.bytes).unwrap();
    let info = document
        .trailer
        .get(b"Info")
        .and_then(|info| document.dereference(info))
        .unwrap()
        .1;
    let title = info.as_dict().unwrap().get(b"Title").unwrap().as_str().unwrap();
    assert!(String::from_utf8_lossy(title).contains("Data Request REQ000123"));
}

#[test]
fn documents_are_listed_with_their_hash() {
    let mut request = request();
    request.documents[0].sha256 = Sha256([0xef; 32]);
    pdf(&request).says(&format!("SHA-256 {}", "ef".repeat(32)));
}

#[test]
fn meanings_are_printed_without_markup() {
    let mut request = request();
    "<p>Weight in <b>grams</b> &lt; 5000</p>"
        .clone_into(&mut request.requested_datasets[0].variables[0].var.meaning);
    let pdf = pdf(&request);
    pdf.says("Weight in grams < 5000");
    assert!(!pdf.text.contains("&lt;") && !pdf.text.contains("<b>"));
}

#[test]
fn metadata_claims_pdf_a_2u_and_pdf_ua_1() {
    let pdf = pdf(&request());
    let document = Document::load_mem(&pdf.bytes).unwrap();
    let catalog = document.catalog().unwrap();
    let about = document.dereference(catalog.get(b"Metadata").unwrap()).unwrap().1;
    let about = about.as_stream().unwrap();
    let about = about
        .decompressed_content()
        .unwrap_or_else(|_| about.content.clone());
    let about = String::from_utf8(about).unwrap();
    for claim in [
        "<pdfaid:part>2</pdfaid:part>",
        "<pdfaid:conformance>U</pdfaid:conformance>",
        "<pdfuaid:part>1</pdfuaid:part>",
        "Data Request REQ000123",
    ] {
        assert!(about.contains(claim), "{claim} is not in {about}");
    }
    let marked = catalog.get(b"MarkInfo").unwrap().as_dict().unwrap();
    assert!(marked.get(b"Marked").unwrap().as_bool().unwrap());
}

/// Returns the roles of all nodes of the structure tree, in reading order.
fn roles(document: &Document) -> Vec<String> {
    fn visit(document: &Document, part: &Object, roles: &mut Vec<String>) {
        let Ok((_, Object::Dictionary(part))) = document.dereference(part) else {
            return;
        };
        if let Ok(role) = part.get(b"S").and_then(Object::as_name) {
            roles.push(String::from_utf8_lossy(role).into_owned());
        }
        let Ok((_, within)) = part.get(b"K").and_then(|within| document.dereference(within)) else {
            return;
        };
        match within {
            Object::Array(within) => within.iter().for_each(|part| visit(document, part, roles)),
            other => visit(document, other, roles),
        }
    }
    let mut roles = Vec::new();
    visit(
        document,
        document.catalog().unwrap().get(b"StructTreeRoot").unwrap(),
        &mut roles,
    );
    roles
}

#[test]
fn headings_and_tables_are_tagged() {
    let mut long = request();
    let variables = &mut long.requested_datasets[0].variables;
    variables.extend(std::iter::repeat_n(variables[0].clone(), 100));
    let document = Document::load_mem(&pdf(&long).bytes).unwrap();
    let roles = roles(&document);
    let count = |role: &str| roles.iter().filter(|other| *other == role).count();
    assert_eq!(count("H1"), 1);
    assert_eq!(count("H2"), 10, "{roles:?}");
    assert_eq!(
        count("TR") - 101,
        {
            let document = Document::load_mem(&pdf(&request()).bytes).unwrap();
            self::roles(&document).iter().filter(|role| *role == "TR").count() - 1
        },
        "heads that are repeated are read once"
    );
    assert!(count("TH") > 20);
}

#[test]
fn sections_are_bookmarks() {
    let document = Document::load_mem(&pdf(&request()).bytes).unwrap();
    let outlines = document.catalog().unwrap().get(b"Outlines").unwrap();
    let outlines = document.dereference(outlines).unwrap().1.as_dict().unwrap();
    let mut titles = Vec::new();
    let mut next = outlines.get(b"First").ok().cloned();
    while let Some(item) = next {
        let item = document.dereference(&item).unwrap().1.as_dict().unwrap();
        titles.push(lopdf::decode_text_string(item.get(b"Title").unwrap()).unwrap());
        next = item.get(b"Next").ok().cloned();
    }
    assert_eq!(titles[0], "Requester Details");
    assert_eq!(titles.last().unwrap(), "Review and Approval Chain");
}

#[test]
fn the_appendix_lists_the_changes_of_each_round() {
    let request = request();
    let without = pdf(&request);
    assert!(!without.text.contains("Appendix"));
    let changes = changes(&request);
    let pdf = pdf_with(&request, &changes);
    for text in [
        "Appendix: Changes in Round 1",
        "Nets and mortality",
        "Nets and survival",
        "Mirrin Clinic",
        "Ormeda Clinic",
        "Ethics Approval Letter.pdf",
        "Altered",
        "Staff member Thea Blackwood",
        "223",
        "556",
    ] {
        pdf.says(text);
    }
    for number in ["QX1112223", "QX4445556", "QX"] {
        assert!(!pdf.text.contains(number), "{number}");
    }
}

#[test]
fn the_appendix_lists_the_decisions_of_earlier_rounds() {
    let mut request = request();
    request.round = 2;
    let [mut first] = changes(&request);
    let mut second = first.clone();
    let by = request
        .request_states
        .iter()
        .find_map(|stage| stage.attended_by.clone())
        .unwrap();
    first.versions.clear();
    first.sections.clear();
    first.decisions = vec![HistoryView {
        round: 1,
        version: VersionNumber(1),
        request_state_id: StateId(5),
        role: Role::DataSecurityReviewer,
        stage_activity: "Security review".to_owned(),
        state: StageState::Denied,
        at: request.submitted_on,
        by: Some(by),
        reason: Some("The transfer is not encrypted".to_owned()),
        recommendation: None,
    }];
    second.round = 2;
    let pdf = pdf_with(&request, &[first, second.clone()]);
    for text in [
        "Appendix: Decisions in Round 1",
        "Data Security Reviewer",
        "The transfer is not encrypted",
        "None provided",
        "Appendix: Changes in Round 2",
    ] {
        pdf.says(text);
    }
    assert!(!pdf.text.contains("ChangesinRound1"));
    second.round = 3;
    pdf_with(&request, &[second]).says("Appendix: Changes after Round 2, Not Submitted Yet");
}

#[test]
fn definitions_changed_since_the_request_are_printed() {
    let mut request = request();
    let unchanged = pdf(&request);
    assert!(!unchanged.text.contains("Changedsince"));
    let variables = &mut request.requested_datasets[0].variables;
    variables[0].since = crate::since::changed_since();
    variables[1].since.is_offered = false;
    let pdf = pdf(&request);
    for text in [
        "changed since",
        "no longer offered",
        "As requested",
        "births.weight",
        "In kilograms.",
        "In grams.",
    ] {
        pdf.says(text);
    }
}

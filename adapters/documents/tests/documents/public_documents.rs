//! Tests of the documents that are readable without signing in (agreement, form, persona,
//! procedure, guide): their content, and that they are made once.

use std::sync::Arc;
use std::time::SystemTime;

use aditus_application::ports::{Documents, PublicPdf};
use aditus_documents::PdfDocuments;
use aditus_domain::information::PublicDocument;
use aditus_domain::roles::Role;
use lopdf::Document;

struct Read {
    pages: Vec<String>,
    /// The text of all pages without white space, so that line breaks do not matter.
    text: String,
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Returns the current time in whole seconds.
fn second() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs()
}

fn made(document: PublicDocument, product: &str) -> PublicPdf {
    PdfDocuments::default()
        .public_document(document, product)
        .unwrap()
}

fn read(document: PublicDocument) -> Read {
    let pdf = Document::load_mem(&made(document, "Aditus").bytes).unwrap();
    let pages = crate::reader::texts(&pdf);
    let text = squeezed(&pages.concat());
    Read { pages, text }
}

impl Read {
    #[track_caller]
    fn says(&self, texts: &[&str]) {
        for text in texts {
            assert!(
                self.text.contains(&squeezed(text)),
                "{text:?} is not in the PDF:\n{}",
                self.text
            );
        }
    }
}

#[test]
fn public_documents_are_short_pdfs_with_title_and_footer() {
    for document in PublicDocument::ALL {
        let name = document.name();
        let bytes = made(document, "Aditus").bytes;
        assert!(bytes.starts_with(b"%PDF-"), "{name}");
        assert!(bytes.len() < 300_000, "{name}: {}", bytes.len());
        let pdf = Document::load_mem(&bytes).unwrap();
        let info = pdf
            .trailer
            .get(b"Info")
            .and_then(|info| pdf.dereference(info))
            .unwrap()
            .1;
        let title = info.as_dict().unwrap().get(b"Title").unwrap().as_str().unwrap();
        assert_eq!(String::from_utf8_lossy(title), name);
        assert_eq!(
            pdf.catalog().unwrap().get(b"Lang").unwrap().as_str().unwrap(),
            b"en"
        );

        let read = read(document);
        let pages = read.pages.len();
        assert!((1..=4).contains(&pages), "{name}: {pages} pages");
        for (index, page) in read.pages.iter().enumerate() {
            let page = squeezed(page);
            let foot = format!("Aditus · {name} Page {} of {pages}", index + 1);
            assert!(page.contains(&squeezed(&foot)), "{name}: {page}");
            assert!(page.len() > 500, "{name}: page {} is nearly empty", index + 1);
        }
        assert!(!read.text.contains('\u{fffd}'), "{name}: a letter has no glyph");
        for leftover in ["{product}", "//", "@room", "[]", "##"] {
            assert!(!read.text.contains(leftover), "{name}: {leftover}");
        }
    }
}

#[test]
fn the_agreement_contains_its_required_sections() {
    read(PublicDocument::DataSharingAgreement).says(&[
        "1. Parties and request",
        "Data Recipient",
        "3. Purpose and permitted use",
        "4. Obligations of the Data Provider",
        "5. Obligations of the Data Recipient",
        "6. Confidentiality",
        "7. Security",
        "8. Incidents and notice of breach",
        "within 24 hours of becoming aware of it",
        "9. Retention and destruction",
        "10. Publication",
        "11. Term and termination",
        "13. Signatures",
        "For the Data Provider",
        "Annex A. Certificate of destruction",
    ]);
}

/// Uses the labels of the wizard (2 §2, §5), so that answers can be copied from one to the other.
#[test]
fn the_form_has_the_fields_of_the_wizard() {
    read(PublicDocument::GeneralDataSpecificationForm).says(&[
        "Data Request Title",
        "Date Needed",
        "Ethics Committee Name",
        "Protocol Reference Number",
        "Principal investigator",
        "Data Source",
        "Dataset Description",
        "Paper-based",
        "Electronic",
        "Direct access",
        "Direct Access From",
        "No date limit",
        "C. Data Specification (step 2)",
        "Start Date",
        "End Date",
        "RegionDistrictFacility",
        "E. List of Devices (step 3)",
        "Equipment Name",
        "Equipment Type",
        "Serial Number",
        "Used By",
        "Organisation",
        "Usage From",
        "Usage To",
        "F. List of Staff (step 3)",
        "First Name and Surname",
        "Phone Number and Email",
        "Identification Type and Number",
        "Passport",
        "National ID",
        "Position in the Organisation",
        "Complied with the Confidentiality Protocol?",
        "Disease surveillance and outbreak response",
    ]);
}

#[test]
fn the_persona_introduces_student_study_and_supervisor() {
    read(PublicDocument::StudentPersonaTemplate).says(&[
        "1. Who I am",
        "2. My study",
        "3. What I need, and what I can do without",
        "4. What I bring",
        "6. What my supervisor says",
        "An example: Naledi",
    ]);
}

#[test]
fn the_procedure_follows_the_chain_and_its_rules() {
    let procedure = read(PublicDocument::AccessAndReleaseProcedure);
    let chain: Vec<_> = Role::STAFF.iter().map(|role| squeezed(role.name())).collect();
    let stages = procedure
        .text
        .split_once(&squeezed("3. The approval chain"))
        .unwrap()
        .1;
    let places: Vec<_> = chain.iter().map(|role| stages.find(role).unwrap()).collect();
    assert!(places.is_sorted(), "{places:?}");
    for state in aditus_domain::review::StageState::ALL {
        procedure.says(&[state.name()]);
    }
    procedure.says(&[
        "nine stages in a line",
        "The 48-hour rule",
        "Has the Data Specification Form been filed?",
        "six digits, valid for 5 minutes",
        "void after five wrong entries",
        "after 30 seconds at the earliest, and five times an hour at most",
        "its requester or a Super User may recall it",
        "at least 14 days ahead",
        "7. Release",
        "Every dataset without a release date gets the date of that day",
    ]);
}

#[test]
fn the_guide_addresses_every_role() {
    let guide = read(PublicDocument::UserGuide);
    for role in [
        Role::DataRequester,
        Role::DataCustodian,
        Role::DataOfficer,
        Role::Admin,
        Role::SuperUser,
        Role::DataAnalyst,
        Role::OrgUser,
    ] {
        guide.says(&[role.name()]);
    }
    guide.says(&[
        "2. Guest",
        "4. Reviewers, approvers",
        "10. When something does not work",
    ]);
}

/// Uses the words of the screens.
#[test]
fn the_guide_explains_the_dates_on_the_screens() {
    read(PublicDocument::UserGuide).says(&[
        "daily, weekly or never",
        "Calendar feed",
        "Answer by",
        "Expected by",
        "Extend the term",
    ]);
}

#[test]
fn public_documents_contain_any_product_name() {
    let plain = made(PublicDocument::UserGuide, "Aditus");
    for product in [
        "Zugang · Ζητώ",
        "A | B // @room ~ {product} ## [ ]",
        &"W".repeat(300),
        "",
    ] {
        for document in PublicDocument::ALL {
            let pdf = made(document, product);
            let text = squeezed(&crate::reader::texts(&Document::load_mem(&pdf.bytes).unwrap()).concat());
            assert!(!text.contains("Aditus"), "{product}: {}", document.name());
            assert!(
                text.contains(&squeezed(&product.chars().take(40).collect::<String>())),
                "{product}: {text}"
            );
        }
        assert_ne!(
            made(PublicDocument::UserGuide, product).digest,
            plain.digest,
            "{product}"
        );
    }
}

#[test]
fn public_documents_are_reproducible() {
    let firsts = PublicDocument::ALL.map(|document| (document, made(document, "Aditus")));
    // A PDF can contain the time in seconds, so wait for the next second.
    let begun = second();
    while second() == begun {
        std::thread::yield_now();
    }
    for (document, first) in firsts {
        assert_eq!(made(document, "Aditus"), first, "{}", document.name());
        assert_eq!(first.digest.len(), 32);
    }
}

#[test]
fn concurrent_downloads_share_one_cached_document() {
    let documents = Arc::new(PdfDocuments::default());
    let document = PublicDocument::UserGuide;
    let first = documents.public_document(document, "Aditus").unwrap();
    let asking: Vec<_> = (0..8)
        .map(|_| {
            let (documents, first) = (documents.clone(), first.clone());
            std::thread::spawn(move || {
                for _ in 0..1000 {
                    let pdf = documents.public_document(document, "Aditus").unwrap();
                    assert!(Arc::ptr_eq(&pdf.bytes, &first.bytes), "nothing is made anew");
                }
            })
        })
        .collect();
    for asking in asking {
        asking.join().unwrap();
    }
    // Another product name gives another document and replaces the cached one.
    let other = documents.public_document(document, "Porta").unwrap();
    assert_ne!(other.digest, first.digest);
    assert_eq!(documents.public_document(document, "Aditus").unwrap(), first);
}

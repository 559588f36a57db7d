//! Compares pictures of twelve pages with reference pictures in `tests/pages/`.

use std::path::Path;
use std::process::Command;

use aditus_application::ports::Documents;
use aditus_application::requests::views::RequestDetail;
use aditus_documents::PdfDocuments;
use aditus_domain::information::PublicDocument;
use image::GrayImage;
use tempfile::TempDir;

use crate::{proof, sample, scripts};

/// Small enough to be stored, and large enough to see differences.
const DOTS_PER_INCH: &str = "45";
/// Side in pixels of the squares whose brightness is compared.
const SQUARE: u32 = 6;
/// Maximum difference in brightness, of 255. Different versions of Poppler differ by less.
const TOLERANCE: u32 = 20;

/// Returns the name, the document and the page number of each reference picture.
fn pages() -> Vec<(&'static str, Vec<u8>, u32)> {
    let documents = PdfDocuments::default();
    let request = |request: &RequestDetail| documents.request_pdf(request, &[], None, "Aditus").unwrap();
    let usual = request(&sample::request());
    let mut large = sample::request();
    let variables = &mut large.requested_datasets[0].variables;
    *variables = (0..120)
        .map(|at| variables[at % variables.len()].clone())
        .collect();
    let changed = documents
        .request_pdf(
            &sample::request(),
            &sample::changes(&sample::request()),
            None,
            "Aditus",
        )
        .unwrap();
    let one = sample::request().list_of_staff[0].clone();
    let mut named = sample::request();
    "ንጉሥ · محمد الأمين · हर्षिता · 王小明 👩🏽\u{200d}🔬".clone_into(&mut named.details.title);
    named.list_of_staff = scripts::NAMES
        .iter()
        .map(|name| {
            let mut listed = one.clone();
            (*name).clone_into(&mut listed.member.first_name);
            listed
        })
        .collect();
    let named = request(&named);
    let last = u32::try_from(lopdf::Document::load_mem(&named).unwrap().get_pages().len()).unwrap();
    let public = |document| {
        documents
            .public_document(document, "Aditus")
            .unwrap()
            .bytes
            .to_vec()
    };
    vec![
        ("request-1", usual.clone(), 1),
        ("request-2", usual.clone(), 2),
        ("request-3", usual, 3),
        ("variables", request(&large), 3),
        ("names", named.clone(), 4),
        ("code-points", named, last),
        ("changes", changed, 4),
        (
            "letter",
            documents.letter_pdf(&sample::letter(false), "Aditus").unwrap(),
            1,
        ),
        ("letter-proof", proof::letter(&sample::proof()), 1),
        ("request-proof", proof::request(&sample::proof()), 4),
        ("agreement", public(PublicDocument::DataSharingAgreement), 1),
        ("form", public(PublicDocument::GeneralDataSpecificationForm), 1),
    ]
}

fn picture(bytes: &[u8], page: u32) -> Vec<u8> {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("document.pdf");
    std::fs::write(&file, bytes).unwrap();
    let page = page.to_string();
    let output = Command::new("pdftoppm")
        .args([
            "-png",
            "-gray",
            "-singlefile",
            "-r",
            DOTS_PER_INCH,
            "-f",
            &page,
            "-l",
            &page,
        ])
        .arg(&file)
        .output()
        .unwrap_or_else(|error| panic!("pdftoppm: {error}; `scripts/setup test` installs poppler-utils"));
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    output.stdout
}

/// Returns the largest difference in brightness of any square.
fn difference(one: &GrayImage, other: &GrayImage) -> u32 {
    let (width, height) = one.dimensions();
    let mut most = 0;
    for top in (0..height).step_by(SQUARE as usize) {
        for left in (0..width).step_by(SQUARE as usize) {
            let (right, bottom) = ((left + SQUARE).min(width), (top + SQUARE).min(height));
            let brightness = |picture: &GrayImage| -> u32 {
                let dots = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
                let sum: u32 = dots.map(|(x, y)| u32::from(picture.get_pixel(x, y).0[0])).sum();
                sum / ((right - left) * (bottom - top))
            };
            most = most.max(brightness(one).abs_diff(brightness(other)));
        }
    }
    most
}

#[test]
fn pages_match_their_reference_pictures() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages");
    let drawn = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut faults = Vec::new();
    for (name, bytes, page) in pages() {
        let picture = picture(&bytes, page);
        let read = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().to_luma8();
        let now = read(&picture);
        let fault = match std::fs::read(kept.join(format!("{name}.png"))) {
            Err(_) => "has no reference picture".to_owned(),
            Ok(before) => {
                let before = read(&before);
                if before.dimensions() != now.dimensions() {
                    "has another size".to_owned()
                } else if difference(&before, &now) > TOLERANCE {
                    format!("differs by {}", difference(&before, &now))
                } else {
                    continue;
                }
            }
        };
        let file = drawn.join(format!("{name}.png"));
        std::fs::write(&file, &picture).unwrap();
        std::fs::write(file.with_extension("pdf"), &bytes).unwrap();
        faults.push(format!(
            "{name} {fault}; look at {} and copy it to tests/pages if it is right",
            file.display()
        ));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn added_words_change_a_page_by_more_than_the_tolerance() {
    let documents = PdfDocuments::default();
    let mut request = sample::request();
    let before = documents.request_pdf(&request, &[], None, "Aditus").unwrap();
    request.requester.designation = "Lecturer in Health".to_owned();
    let after = documents.request_pdf(&request, &[], None, "Aditus").unwrap();
    let [before, after] =
        [before, after].map(|bytes| image::load_from_memory(&picture(&bytes, 1)).unwrap().to_luma8());
    assert!(difference(&before, &after) > TOLERANCE);
}

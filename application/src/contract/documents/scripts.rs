//! Names in every script, for adapters that can print them.

use super::{Clause, PRODUCT, TestDocuments, assert_says, sample, text};

/// The clauses for adapters that print every script, by name.
pub const SCRIPTS: [(&str, Clause); 1] = [(
    "names_in_every_script_are_read_as_they_were_typed",
    names_in_every_script_are_read_as_they_were_typed,
)];

/// Invented names in scripts that are shaped, combined or written from right to left, and in a
/// script without a font.
const NAMES: [&str; 9] = [
    "Ọládélé Adébáyọ̀",
    "Київська Їжакевич",
    "محمد الأمين",
    "דוד בן־גוריון",
    "ሰላማዊት ገብረእግዚአብሔር",
    "हर्षिता द्विवेदी",
    "தமிழ்ச்செல்வி",
    "สมศักดิ์ ใจดี",
    "Zoe 中文",
];

/// The names are read back from requests and from letters.
fn names_in_every_script_are_read_as_they_were_typed(adapter: &dyn TestDocuments) {
    let mut request = sample::request();
    request.filters.dataset_description = NAMES.join("\n");
    let mut letter = sample::letter(false);
    letter.text.body = NAMES.join("\n\n");
    let documents = adapter.documents();
    for made in [
        documents.request_pdf(&request, &[], None, PRODUCT),
        documents.letter_pdf(&letter, PRODUCT),
    ] {
        let text = text(adapter, &made.unwrap());
        for name in NAMES {
            assert_says(&text, name);
        }
    }
}

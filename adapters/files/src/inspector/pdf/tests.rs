use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::panic::catch_unwind;
use std::sync::Arc;

use lopdf::encryption::crypt_filters::{Aes128CryptFilter, Aes256CryptFilter, CryptFilter};
use lopdf::{Dictionary, EncryptionState, EncryptionVersion, Permissions, SaveOptions, Stream, dictionary};
use proptest::prelude::*;

use super::*;

fn fault(bytes: &[u8]) -> Option<ContentFault> {
    match content(bytes) {
        FileContent::Unsound(FileType::Pdf, fault) => Some(fault),
        FileContent::Sound(FileType::Pdf) => None,
        other => panic!("{other:?}"),
    }
}

/// Makes a PDF of these objects, the first of which is its catalog.
fn pdf_of(objects: &[impl AsRef<[u8]>], trailer: &str) -> Vec<u8> {
    naming(objects, 1, trailer)
}

/// Does the same with a table that lists the last object `times` times.
fn naming(objects: &[impl AsRef<[u8]>], times: usize, trailer: &str) -> Vec<u8> {
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut lines = Vec::new();
    for (number, object) in (1..).zip(objects) {
        lines.push(format!("{:010} 00000 n \n", file.len()));
        file.extend(format!("{number} 0 obj\n").bytes());
        file.extend(object.as_ref());
        file.extend(b"\nendobj\n");
    }
    let last = lines.last().cloned().unwrap_or_default();
    lines.extend(std::iter::repeat_n(last, times - 1));
    let start = file.len();
    let count = lines.len() + 1;
    let table = lines.concat();
    let end = format!(
        "xref\n0 {count}\n0000000000 65535 f \n{table}trailer\n<< /Size {count} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n"
    );
    file.extend(end.bytes());
    file
}

const PAGES: &str = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>";
const PAGE: &str = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>";
const TEXT: &str = "<< /Length 36 >>\nstream\nBT /F1 18 Tf 72 720 Td (Letter) Tj ET\nendstream";

/// Makes a letter of one page, with additional catalog entries and an additional object.
fn letter(in_catalog: &str, more: &str) -> Vec<u8> {
    let catalog = format!("<< /Type /Catalog /Pages 2 0 R {in_catalog} >>");
    pdf_of(&[catalog.as_str(), PAGES, PAGE, TEXT, more], "")
}

#[test]
fn a_letter_is_sound() {
    assert_eq!(fault(&letter("", "null")), None);
    // Strings and keys that only look like actions.
    assert_eq!(
        fault(&letter(
            "/Lang (JavaScript) /JS 1",
            "<< /S /URI /URI (https://a.example/Launch) >>"
        )),
        None
    );
}

#[test]
fn active_content_is_found_anywhere_in_the_document() {
    for (catalog, more, expected) in [
        (
            "/OpenAction << /S /JavaScript /JS (app.alert(1)) >>",
            "null",
            ContentFault::Script,
        ),
        (
            "/OpenAction 5 0 R",
            "<< /S /Java#53cript /JS (1) >>",
            ContentFault::Script,
        ),
        (
            "/Names << /JavaScript << /Names [(a) 5 0 R] >> >>",
            "null",
            ContentFault::Script,
        ),
        (
            "/AA << /WC [[<< /S /Rendition /JS (1) >>]] >>",
            "null",
            ContentFault::Script,
        ),
        (
            "/OpenAction << /S 5 0 R /JS (1) >>",
            "/JavaScript",
            ContentFault::Script,
        ),
        ("/AcroForm << /XFA [] >>", "null", ContentFault::Script),
        (
            "/OpenAction << /S /Launch /F (calc.exe) >>",
            "null",
            ContentFault::Launch,
        ),
        (
            "",
            "<< /Type /Annot /Subtype /Link /A << /S /Launch >> >>",
            ContentFault::Launch,
        ),
        (
            "/Names << /EmbeddedFiles << /Names [] >> >>",
            "null",
            ContentFault::EmbeddedFile,
        ),
        (
            "/AF [5 0 R]",
            "<< /Type /Filespec /F (a.exe) /EF << /F 4 0 R >> >>",
            ContentFault::EmbeddedFile,
        ),
        (
            "",
            "<< /Type /EmbeddedFile /Length 1 >>\nstream\nx\nendstream",
            ContentFault::EmbeddedFile,
        ),
        (
            "",
            "<< /Type /Annot /Subtype /FileAttachment >>",
            ContentFault::EmbeddedFile,
        ),
    ] {
        assert_eq!(fault(&letter(catalog, more)), Some(expected), "{catalog} {more}");
    }
}

#[test]
fn actions_beyond_the_document_are_refused_anywhere() {
    for action in [
        r"<< /S /GoToR /F (\\\\evil.example\\share\\a.pdf) /D [0 /Fit] >>",
        "<< /S /GoToE /T << /R /C >> >>",
        "<< /S /SubmitForm /F << /FS /URL /F (https://evil.example) >> >>",
        "<< /S /ImportData /F (data.fdf) >>",
        "<< /S /Rendition /OP 0 >>",
        "<< /S /RichMediaExecute >>",
    ] {
        let places = [
            (format!("/OpenAction {action}"), "null".to_owned()),
            (
                String::new(),
                format!("<< /Type /Annot /Subtype /Link /A {action} >>"),
            ),
            (
                String::new(),
                format!("<< /Type /Annot /Subtype /Widget /AA << /U {action} >> >>"),
            ),
            (
                String::new(),
                format!("<< /S /GoTo /D [3 0 R /Fit] /Next [{action}] >>"),
            ),
        ];
        for (catalog, more) in places {
            let found = fault(&letter(&catalog, &more));
            assert_eq!(found, Some(ContentFault::Action), "{catalog} {more}");
        }
    }
    for playing in ["RichMedia", "Movie", "Sound", "3D"] {
        let annotation = format!("<< /Type /Annot /Subtype /{playing} >>");
        assert_eq!(
            fault(&letter("", &annotation)),
            Some(ContentFault::Action),
            "{playing}"
        );
    }
}

#[test]
fn an_address_may_open_on_a_click_but_not_at_an_event() {
    let address = "<< /S /URI /URI (https://a.example) >>";
    let link = format!("<< /Type /Annot /Subtype /Link /A {address} >>");
    assert_eq!(fault(&letter("", &link)), None);
    for (catalog, more) in [
        (format!("/OpenAction {address}"), "null"),
        ("/OpenAction 5 0 R".to_owned(), address),
        (
            format!("/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next {address} >>"),
            "null",
        ),
        (format!("/AA << /WC {address} >>"), "null"),
        (
            "/AA 5 0 R".to_owned(),
            "<< /WP << /S /URI /URI (https://a.example) >> >>",
        ),
    ] {
        assert_eq!(
            fault(&letter(&catalog, more)),
            Some(ContentFault::Action),
            "{catalog}"
        );
    }
    // A standard action that is not accepted.
    let unknown = "<< /Type /Annot /Subtype /Link /A << /S /Hide /T (field) >> >>";
    assert_eq!(fault(&letter("", unknown)), Some(ContentFault::Action));
    // A circle of actions terminates.
    let circle = "<< /S /GoTo /D [3 0 R /Fit] /Next 5 0 R >>";
    assert_eq!(
        fault(&letter("/OpenAction 5 0 R", circle)),
        Some(ContentFault::Action)
    );
}

#[test]
fn usual_features_of_documents_are_accepted() {
    for (catalog, more) in [
        ("/OpenAction [3 0 R /Fit]", "null"),
        ("/OpenAction << /S /GoTo /D [3 0 R /XYZ null null 0] >>", "null"),
        ("", "<< /Title (Chapter) /A << /S /GoTo /D [3 0 R /Fit] >> >>"),
        (
            "",
            "<< /Type /Annot /Subtype /Link /A << /S /Named /N /NextPage >> >>",
        ),
        // A tagged document, page labels, an output intent, and a transparency group.
        (
            "/MarkInfo << /Marked true >>",
            "<< /Type /StructElem /S /P /A << /O /Layout /TextAlign /Start >> >>",
        ),
        (
            "/PageLabels << /Nums [0 << /S /D >>] >>",
            "<< /Type /OutputIntent /S /GTS_PDFA1 >>",
        ),
        ("", "<< /Type /Group /S /Transparency /CS /DeviceRGB >>"),
        // A form without actions, and a signature.
        (
            "/AcroForm << /Fields [5 0 R] /SigFlags 3 >>",
            "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) >>",
        ),
        (
            "/AcroForm << /Fields [5 0 R] >>",
            "<< /FT /Sig /T (s) /V << /Type /Sig /Filter /Adobe.PPKLite /Contents <3080> >> >>",
        ),
    ] {
        assert_eq!(fault(&letter(catalog, more)), None, "{catalog} {more}");
    }
}

#[test]
fn bytes_behind_the_end_are_refused() {
    let whole = letter("", "null");
    let with = |behind: &str| [whole.clone(), behind.as_bytes().to_vec()].concat();
    for behind in ["\n", "\r\n \t\r\n", "\0\0\0\0", "\u{1a}"] {
        assert_eq!(fault(&with(behind)), None, "{behind:?}");
    }
    for behind in ["<html>", "PK\u{3}\u{4}", "MZ"] {
        assert_eq!(fault(&with(behind)), Some(ContentFault::Disguised), "{behind:?}");
    }
}

/// Makes a document with an incremental update. The new table lists `fifth` as the fifth object,
/// and leaves out `unlisted`, which precedes it.
fn updated(unlisted: &str, fifth: &str) -> Vec<u8> {
    let whole = letter("", "null");
    let previous = whole.windows(5).position(|window| window == b"xref\n").unwrap();
    let mut file = String::from_utf8(whole).unwrap();
    file.push_str(unlisted);
    let object = file.len();
    write!(file, "5 0 obj\n{fifth}\nendobj\n").unwrap();
    let table = file.len();
    write!(
        file,
        "xref\n5 1\n{object:010} 00000 n \ntrailer\n<< /Size 6 /Root 1 0 R /Prev {previous} >>\nstartxref\n{table}\n%%EOF\n"
    )
    .unwrap();
    file.into_bytes()
}

#[test]
fn an_incremental_update_is_accepted() {
    assert_eq!(fault(&updated("", "(changed)")), None);
    assert_eq!(
        fault(&updated("", "<< /S /Launch >>")),
        Some(ContentFault::Launch)
    );
}

#[test]
fn a_document_that_is_also_a_web_page_is_refused() {
    let whole = String::from_utf8(letter("", "null")).unwrap();
    for page in [
        "<html>",
        "<!DOCTYPE html>",
        "<Script>alert(1)</script>",
        "<svg onload=alert(1)>",
    ] {
        let both = whole.replacen("%PDF-1.7\n", &format!("%PDF-1.7\n%{page}\n"), 1);
        assert_eq!(fault(both.as_bytes()), Some(ContentFault::Disguised), "{page}");
    }
    // Metadata as programs usually write it.
    let metadata =
        "<< /Type /Metadata /Subtype /XML /Length 31 >>\nstream\n<x:xmpmeta xmlns:x='adobe:ns:'>\nendstream";
    assert_eq!(fault(&letter("/Metadata 5 0 R", metadata)), None);
}

#[test]
fn objects_missing_in_the_table_are_examined() {
    for (object, expected) in [
        ("<< /S /JavaScript /JS (app) >>", Some(ContentFault::Script)),
        ("<< /S /SubmitForm >>", Some(ContentFault::Action)),
        ("(left by another update)", None),
    ] {
        let file = updated(&format!("9 0 obj\n{object}\nendobj\n"), "(changed)");
        let listed = Document::load_mem(&file).unwrap();
        assert!(listed.xref_recovery.is_none() && !listed.objects.contains_key(&(9, 0)));
        assert_eq!(fault(&file), expected, "{object}");
    }
}

/// Saves the document with its objects in compressed streams.
fn packed(pdf: &[u8]) -> Vec<u8> {
    let mut document = Document::load_mem(pdf).unwrap();
    let mut packed = Vec::new();
    let options = SaveOptions::builder()
        .use_object_streams(true)
        .use_xref_streams(true)
        .compression_level(6)
        .build();
    document.save_with_options(&mut packed, options).unwrap();
    packed
}

#[test]
fn compressed_objects_are_examined() {
    let packed = packed(&letter("", "<< /S /Launch >>"));
    assert!(!holds(&packed, b"/Launch"));
    assert_eq!(fault(&packed), Some(ContentFault::Launch));
}

/// Makes an object stream that unpacks to this many MiB of blanks.
fn blanks(mebibytes: usize, layers: usize, filters: &str) -> Vec<u8> {
    let mut content = vec![b' '; mebibytes << 20];
    for _ in 0..layers {
        let mut stream = Stream::new(Dictionary::new(), content);
        stream.compress().unwrap();
        content = stream.content;
    }
    let head = format!(
        "<< /Type /ObjStm /N 0 /First 0 /Filter [{filters}] /Length {} >>\nstream\n",
        content.len()
    );
    [head.as_bytes(), &content, b"\nendstream"].concat()
}

const TWICE: &str = "/FlateDecode /FlateDecode";

/// Makes the letter with this object added `times` times.
fn letter_with(object: &[u8], times: usize) -> Vec<u8> {
    let mut objects = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        PAGES.into(),
        PAGE.into(),
        TEXT.into(),
    ];
    objects.extend(std::iter::repeat_n(object.to_vec(), times));
    pdf_of(&objects, "")
}

#[test]
fn object_streams_above_the_total_limit_are_refused() {
    let stream = blanks(31, 2, TWICE);
    let bomb = letter_with(&stream, 130);
    assert!(bomb.len() < 100_000, "{}", bomb.len());
    assert_eq!(fault(&bomb), Some(ContentFault::TooMuchPacked));
    assert_eq!(fault(&letter_with(&stream, 2)), None);
}

#[test]
fn an_object_stream_above_its_own_limit_is_refused() {
    assert_eq!(
        fault(&letter_with(&blanks(33, 1, "/FlateDecode"), 1)),
        Some(ContentFault::TooMuchPacked)
    );
}

#[test]
fn a_layer_counts_even_if_the_next_one_is_empty() {
    // Blanks are no hexadecimal digits, so the second layer is empty.
    let stream = blanks(31, 1, "/FlateDecode /ASCIIHexDecode");
    assert_eq!(fault(&letter_with(&stream, 5)), Some(ContentFault::TooMuchPacked));
}

#[test]
fn a_stream_counts_once_per_table_entry() {
    let stream = blanks(31, 2, TWICE);
    let catalog = b"<< /Type /Catalog /Pages 2 0 R >>".as_slice();
    let objects = [
        catalog,
        PAGES.as_bytes(),
        PAGE.as_bytes(),
        TEXT.as_bytes(),
        &stream,
    ];
    assert_eq!(fault(&naming(&objects, 1, "")), None);
    assert_eq!(
        fault(&naming(&objects, 130, "")),
        Some(ContentFault::TooMuchPacked)
    );
}

#[test]
fn the_limit_applies_to_rebuilt_tables() {
    let astray = |times: usize| {
        let mut file = letter_with(&blanks(31, 2, TWICE), times);
        // The offsets in the table are wrong, so nothing is counted until it is rebuilt.
        for at in 10..file.len() {
            if file[at..].starts_with(b" 00000 n ") {
                file[at - 10..at].fill(b'0');
            }
        }
        file
    };
    assert_eq!(fault(&astray(1)), None);
    assert_eq!(fault(&astray(130)), Some(ContentFault::TooMuchPacked));
}

/// Encrypts the document with this user password: with RC4, AES-128 and AES-256.
fn encrypted(pdf: &[u8], user_password: &str) -> [Vec<u8>; 3] {
    let filter = || -> BTreeMap<Vec<u8>, Arc<dyn CryptFilter>> {
        BTreeMap::from([(
            b"StdCF".to_vec(),
            Arc::new(Aes128CryptFilter) as Arc<dyn CryptFilter>,
        )])
    };
    let filter256 = || -> BTreeMap<Vec<u8>, Arc<dyn CryptFilter>> {
        BTreeMap::from([(
            b"StdCF".to_vec(),
            Arc::new(Aes256CryptFilter) as Arc<dyn CryptFilter>,
        )])
    };
    [0, 1, 2].map(|version| {
        let mut document = Document::load_mem(pdf).unwrap();
        document.trailer.set(
            "ID",
            vec![Object::string_literal("a"), Object::string_literal("a")],
        );
        let permissions = Permissions::all();
        let owner_password = "owner";
        let state = EncryptionState::try_from(match version {
            0 => EncryptionVersion::V2 {
                document: &document,
                owner_password,
                user_password,
                key_length: 128,
                permissions,
            },
            1 => EncryptionVersion::V4 {
                document: &document,
                encrypt_metadata: true,
                crypt_filters: filter(),
                stream_filter: b"StdCF".to_vec(),
                string_filter: b"StdCF".to_vec(),
                owner_password,
                user_password,
                permissions,
            },
            _ => EncryptionVersion::V5 {
                encrypt_metadata: true,
                crypt_filters: filter256(),
                file_encryption_key: &[7; 32],
                stream_filter: b"StdCF".to_vec(),
                string_filter: b"StdCF".to_vec(),
                owner_password,
                user_password,
                permissions,
            },
        })
        .unwrap();
        document.encrypt(&state).unwrap();
        let mut bytes = Vec::new();
        document.save_to(&mut bytes).unwrap();
        bytes
    })
}

#[test]
fn pdfs_that_open_without_a_password_are_protected_and_others_refused() {
    for bytes in encrypted(&letter("", "null"), "") {
        assert_eq!(content(&bytes), FileContent::Protected);
    }
    for bytes in encrypted(&letter("", "null"), "secret") {
        assert_eq!(fault(&bytes), Some(ContentFault::Encrypted));
    }
    let catalog = "<< /Type /Catalog /Pages 2 0 R >>";
    let unknown = pdf_of(
        &[catalog, PAGES, PAGE, TEXT, "<< /Filter /Invented /V 99 >>"],
        "/Encrypt 5 0 R",
    );
    assert_eq!(fault(&unknown), Some(ContentFault::Encrypted));
}

#[test]
fn protected_documents_are_examined() {
    let catalog = "/OpenAction << /S /JavaScript /JS (app.alert(1)) >>";
    for bytes in encrypted(&letter(catalog, "null"), "") {
        assert_eq!(fault(&bytes), Some(ContentFault::Script));
    }
    for bytes in encrypted(&packed(&letter("", "<< /S /Launch >>")), "") {
        assert_eq!(fault(&bytes), Some(ContentFault::Launch));
    }
}

#[test]
fn bytes_before_the_header_are_allowed() {
    for before in ["\n", "From a mail\r\n\r\n"] {
        let behind = |pdf: Vec<u8>| [before.as_bytes().to_vec(), pdf].concat();
        assert_eq!(fault(&behind(letter("", "null"))), None);
        assert_eq!(
            fault(&behind(letter("", "<< /S /Launch >>"))),
            Some(ContentFault::Launch)
        );
    }
}

#[test]
fn a_script_in_a_form_field_is_reported_as_script() {
    let date = "<< /Type /Annot /Subtype /Widget /FT /Tx /T (date) /AA << /F << /S /JavaScript /JS (AFDate_FormatEx) >> >> >>";
    assert_eq!(
        fault(&letter("/AcroForm << /Fields [5 0 R] >>", date)),
        Some(ContentFault::Script)
    );
}

#[test]
fn empty_documents_and_too_many_pages_are_refused() {
    let catalog = "<< /Type /Catalog /Pages 2 0 R >>";
    assert_eq!(
        fault(&pdf_of(&[catalog, "<< /Type /Pages /Kids [] /Count 7 >>"], "")),
        Some(ContentFault::NoPages)
    );
    assert_eq!(
        fault(&pdf_of(&["<< /Type /Catalog >>"], "")),
        Some(ContentFault::NoPages)
    );
    for (pages, expected) in [
        (MAX_PAGES, None),
        (MAX_PAGES + 1, Some(ContentFault::TooManyPages)),
    ] {
        let mut document = Document::with_version("1.7");
        let tree = document.new_object_id();
        let kids: Vec<Object> = (0..pages)
            .map(|_| {
                document
                    .add_object(dictionary! { "Type" => "Page", "Parent" => tree })
                    .into()
            })
            .collect();
        let count = i64::try_from(pages).unwrap();
        let node = dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => count };
        document.objects.insert(tree, node.into());
        let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
        document.trailer.set("Root", catalog);
        let mut bytes = Vec::new();
        document.save_to(&mut bytes).unwrap();
        assert_eq!(fault(&bytes), expected, "{pages}");
    }
}

#[test]
fn pdfs_that_cannot_be_parsed_are_reported_as_damaged() {
    for bytes in [
        b"%PDF-1.7\n".as_slice(),
        b"%PDF-1.7\nhello\n%%EOF",
        b"%PDF-1.7\nstartxref\n99999999999999999999\n%%EOF",
        b"%PDF-1.7\nxref\n0 4294967295\ntrailer\n<< >>\nstartxref\n9\n%%EOF",
    ] {
        assert_eq!(
            fault(bytes),
            Some(ContentFault::Damaged),
            "{}",
            bytes.escape_ascii()
        );
    }
}

#[test]
fn truncated_files_are_damaged_but_a_wrong_startxref_is_repaired() {
    let whole = letter("", "null");
    let at = |word: &[u8]| {
        whole
            .windows(word.len())
            .position(|window| window == word)
            .unwrap()
    };
    for end in [at(b"4 0 obj"), at(b"xref"), at(b"trailer"), at(b"/Root")] {
        assert_eq!(fault(&whole[..end]), Some(ContentFault::Damaged), "{end}");
    }
    // The table is rebuilt, as viewers do.
    let astray = String::from_utf8(whole)
        .unwrap()
        .replace("startxref\n", "startxref\n9");
    assert_eq!(fault(astray.as_bytes()), None);
}

#[test]
fn deep_nesting_and_circular_references_terminate() {
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    let _ = fault(&letter("", &deep));
    let nested = format!("{}null{}", "<< /A ".repeat(100_000), " >>".repeat(100_000));
    let _ = fault(&letter("", &nested));
    let catalog = "<< /Type /Catalog /Pages 2 0 R >>";
    let circle = pdf_of(
        &[
            catalog,
            "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>",
            "3 0 R",
        ],
        "/Prev 9",
    );
    let _ = fault(&circle);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn mutated_files_never_make_the_parser_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..24),
        cut in any::<prop::sample::Index>(),
        is_cut in any::<bool>(),
        moved in any::<(prop::sample::Index, prop::sample::Index)>(),
    ) {
        let mut bytes = letter("/OpenAction << /S /URI >>", "[1 2 (three) <34> /Five << /Six 6.5 >>]");
        let from = moved.0.index(bytes.len());
        let to = moved.1.index(bytes.len());
        bytes.swap(from, to);
        for (index, byte) in changes {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        if is_cut {
            let end = cut.index(bytes.len());
            bytes.truncate(end);
        }
        prop_assert!(catch_unwind(|| content(&bytes)).is_ok());
    }
}

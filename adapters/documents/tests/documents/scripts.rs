//! Tests that names in any script are printed, and that the text of the PDF contains them as they
//! were typed.

use std::sync::LazyLock;

use aditus_application::ports::Documents;
use aditus_documents::PdfDocuments;
use lopdf::Document;

/// Invented names in scripts that ship with the product. Some contain combining characters.
pub const NAMES: [&str; 44] = [
    "Kofi ንጉሥ",
    "Ɓala Ɗan Ƙwarai",
    "Ɛsi Ɔfori Ʋawa Ŋuyen",
    "Ọládélé Adébáyọ̀",
    "M̀bọ́n Ɛ̃kpɛ̀",
    "Nguyễn Thị Hằng",
    "Zażółć Gęślą",
    "Ελένη Παπαδοπούλου",
    "Київська Їжакевич",
    "محمد الأمين",
    "أمينة بنت لؤي",
    "שָׁלוֹם עֲלֵיכֶם",
    "דוד בן־גוריון",
    "ሰላማዊት ገብረእግዚአብሔር",
    "हर्षिता द्विवेदी",
    "ক্ষেত্রমোহন রায়",
    "தமிழ்ச்செல்வி",
    "สมศักดิ์ ใจดี",
    "გიორგი მაისურაძე",
    "Արամ Խաչատրյան",
    "ߒߞߏ ߛߎߟߋߡߊߣߊ",
    "ⵉⴷⵉⵔ ⴰⵎⵖⵏⴰⵙ",
    "𞤀𞤣𞤢𞤥 𞤃𞤢𞤲𞤺𞤢",
    "ꕙꔤ ꔖꔻ",
    "𖫞𖫫𖫐𖫭 𖫔𖫪𖫱",
    "𞠖𞡚 𞠣𞡁",
    "𐒈𐒝𐒑𐒛𐒐𐒘",
    "Ⲙⲁⲣⲓⲁ Ⲕⲩⲣⲓⲗⲗⲟⲥ",
    "ܣܘܪܝܝܐ ܐܦܪܝܡ",
    "ދިވެހި އަލީ",
    "ગુજરાતી પટેલ",
    "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
    "ଓଡ଼ିଆ ସାହୁ",
    "తెలుగు రావు",
    "ಕನ್ನಡ ಗೌಡ",
    "മലയാളം നായർ",
    "සිංහල පෙරේරා",
    "မြန်မာ အောင်ဆန်း",
    "ខ្មែរ សុខ",
    "ລາວ ສົມພອນ",
    "ᏣᎳᎩ ᏗᎦ",
    "ᱥᱟᱱᱛᱟᱲᱤ ᱢᱩᱨᱢᱩ",
    "Amina (أمينة) Bello 12/3",
    "القسم 12 رقم A-7 نهاية",
];

/// Unusual input that is hardly ever typed, but may be in old data.
pub static HOSTILE: LazyLock<Vec<String>> = LazyLock::new(|| {
    vec![
        format!("a{}", "\u{301}".repeat(255)),
        "ⵣ".repeat(10_000),
        "\n".repeat(200_000) + "end",
        "\u{202e}turned round".to_owned(),
        format!("{}turned", "\u{202e}\u{2067}".repeat(500)),
        "\u{feff}\u{fffe}\u{10ffff}\u{0}\u{e000}".to_owned(),
        "👨\u{200d}👩\u{200d}👧\u{200d}👦".repeat(40),
        "\u{64b}\u{64b}\u{64b}".to_owned(),
        "\u{200b}".to_owned(),
    ]
});

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Prints a request with these names. Returns the file, and its text without white space.
pub fn printed(names: &[&str]) -> (Vec<u8>, String) {
    let mut request = crate::sample::request();
    let one = request.list_of_staff[0].clone();
    let staff = names.iter().map(|name| {
        let mut listed = one.clone();
        (*name).clone_into(&mut listed.member.first_name);
        "Kizza".clone_into(&mut listed.member.surname);
        listed
    });
    request.list_of_staff = staff.collect();
    request.details.title = names.join(" · ");
    request.filters.dataset_description = names.join("\n");
    let bytes = PdfDocuments::default()
        .request_pdf(&request, &[], None, "Aditus")
        .unwrap();
    let text = crate::reader::texts(&Document::load_mem(&bytes).unwrap()).concat();
    (bytes, squeezed(&text))
}

#[test]
fn names_in_shipped_scripts_are_printed_as_typed() {
    let (_, text) = printed(&NAMES);
    for name in NAMES {
        let found = text.matches(&squeezed(name)).count();
        assert!(found >= 2, "{name} stands {found} times in {text}");
    }
    assert!(!text.contains('\u{fffd}'));
    assert!(!text.contains("codepoint"), "no letter is missing");
}

#[test]
fn characters_without_a_font_are_printed_as_code_points_and_listed() {
    let (_, text) = printed(&["Zoe 中文", "Thea 👩🏽\u{200d}🔬", "Noor \u{e001}"]);
    for name in ["Zoe中文", "Thea👩🏽\u{200d}🔬", "Noor\u{e001}"] {
        assert!(text.contains(name), "{name}: {text}");
    }
    assert!(text.contains("Charactersprintedascodepoints"), "{text}");
    assert!(
        text.contains("itscodepoint:U+4E2D,U+6587,U+E001,U+1F3FD,U+1F469,U+1F52C."),
        "{text}"
    );
}

#[test]
fn only_fonts_of_the_used_scripts_are_embedded() {
    let (latin, _) = printed(&["Amara Okello"]);
    let (arabic, _) = printed(&["محمد الأمين"]);
    let fonts = |bytes: &[u8]| {
        let document = Document::load_mem(bytes).unwrap();
        let descriptors = document
            .objects
            .values()
            .filter_map(|object| object.as_dict().ok());
        descriptors.filter(|about| about.has(b"FontFile2")).count()
    };
    assert_eq!(fonts(&latin), 2);
    assert_eq!(fonts(&arabic), 4);
}

#[test]
fn unusual_input_is_printed_within_the_page() {
    for input in &*HOSTILE {
        let mut request = crate::sample::request();
        input.clone_into(&mut request.details.title);
        input.clone_into(&mut request.list_of_staff[0].member.first_name);
        input.clone_into(&mut request.requested_datasets[0].variables[0].var.meaning);
        let bytes = PdfDocuments::default()
            .request_pdf(&request, &[], None, "Aditus")
            .unwrap();
        let document = Document::load_mem(&bytes).unwrap();
        crate::places::assert_within_pages(&document);
    }
}

#[test]
fn names_are_printed_within_the_page() {
    let (bytes, _) = printed(&NAMES);
    crate::places::assert_within_pages(&Document::load_mem(&bytes).unwrap());
}

use proptest::prelude::*;

use super::characters::is_invisible;
use super::*;

#[test]
fn variants_of_letters_become_letters() {
    for (typed, read) in [
        (" Zoë Aciro ", "Zoë Aciro"),
        ("Zoe\u{308}", "Zoë"),
        ("\u{ff21}\u{ff44}\u{ff4d}\u{ff49}\u{ff4e}", "Admin"),
        ("\u{1d400}\u{1d41d}\u{1d426}\u{1d422}\u{1d427}", "Admin"),
        ("\u{fb01}le", "file"),
        ("\u{2163}", "IV"),
        ("Lake \n  Region", "Lake Region"),
    ] {
        assert_eq!(line(typed).as_deref(), Ok(read));
    }
}

#[test]
fn meaningful_characters_are_kept() {
    for name in [
        "creatinine_µmol",
        "CO₂, ½ m³ of 10⁶",
        "N’Guessan",
        "NʼGuessan",
        "N´Guessan",
        "Ama‑Serwaa",
        "Temp. in ℃ …",
        "№ 5 ™",
        "㎎/㎗",
        "Նարե",
        "محمد علي",
        "علی\u{200c}رضا",
        "می\u{200c}خواهم",
        "שרה",
        "Nguyễn Thị Hương",
        "王小明",
        "葛\u{e0100}城",
        "ක්\u{200d}ෂ",
        "അവന്\u{200d}",
        "ክፍል",
        "नेपाल",
        "İlkay Işık",
        "Team 👩\u{200d}🔬 ❤\u{fe0f}",
        "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    ] {
        assert_eq!(line(name).as_deref(), Ok(name));
        assert_eq!(prose(name).as_deref(), Ok(name));
    }
}

#[test]
fn pasted_characters_without_a_meaning_are_dropped() {
    for meaningless in [
        '\u{AD}',
        '\u{200B}',
        '\u{200C}',
        '\u{200D}',
        '\u{2060}',
        '\u{FEFF}',
        '\u{FE0F}',
        '\u{202A}',
        '\u{2068}',
        '\u{2069}',
        '\u{E0041}',
        '\u{FFFC}',
        '\u{3164}',
    ] {
        for typed in [
            format!("{meaningless}Ada"),
            format!("A{meaningless}da"),
            format!("Ada{meaningless}"),
        ] {
            assert_eq!(line(&typed).as_deref(), Ok("Ada"), "{}", typed.escape_unicode());
            assert_eq!(prose(&typed).as_deref(), Ok("Ada"), "{}", typed.escape_unicode());
        }
    }
    assert_eq!(line("\u{200E}Ada\u{200F}").as_deref(), Ok("Ada"));
}

/// A quadratic look-ahead over three million characters would take hours.
#[test]
fn a_long_run_of_joiners_is_read_in_one_pass() {
    let run = "\u{200D}".repeat(3_000_000);
    assert_eq!(line(&format!("\u{645}{run}")).as_deref(), Ok("\u{645}"));
    assert_eq!(prose(&format!("{run}Ada")).as_deref(), Ok("Ada"));
}

#[test]
fn spaces_and_line_ends_of_any_kind_are_read() {
    let typed = "one\u{a0}two\u{3000}three\r\nfour\rfive\u{85}six\u{2028}seven\u{b}eight\tnine";
    assert_eq!(
        prose(typed).as_deref(),
        Ok("one two three\nfour\nfive\nsix\nseven\neight\tnine")
    );
    assert_eq!(
        line(typed).as_deref(),
        Ok("one two three four five six seven eight nine")
    );
}

#[test]
fn bullets_of_word_processors_become_bullets() {
    assert_eq!(
        prose("\u{f0b7}\tfever\n\u{f0a7} cough").as_deref(),
        Ok("•\tfever\n• cough")
    );
}

#[test]
fn a_text_of_nothing_visible_is_empty() {
    for typed in [
        "",
        " ",
        "\u{a0}",
        "\u{200b}\u{200b}",
        "\u{3164}",
        "\u{1d159}",
        "\u{2800}",
        "\u{200e}",
        "\u{2067} \u{2069}",
        "\u{fe0f}\u{200d}",
        "\u{ad}\n\u{feff}",
    ] {
        assert_eq!(line(typed).as_deref(), Ok(""), "{}", typed.escape_unicode());
        assert_eq!(prose(typed).as_deref(), Ok(""), "{}", typed.escape_unicode());
    }
}

#[test]
fn control_override_and_unshown_characters_are_refused() {
    for (typed, why) in [
        ("a\u{202e}b", Unusable::DirectionOverride),
        ("a\u{202d}b\u{202c}", Unusable::DirectionOverride),
        ("a\0b", Unusable::ControlCharacters),
        ("a\u{1b}[31mb", Unusable::ControlCharacters),
        ("a\u{9b}b", Unusable::ControlCharacters),
        ("a\u{e123}b", Unusable::Unshown('\u{e123}')),
        ("a\u{ffff}b", Unusable::Unshown('\u{ffff}')),
    ] {
        assert_eq!(line(typed), Err(why));
        assert_eq!(prose(typed), Err(why));
    }
    assert_eq!(
        Unusable::Unshown('\u{e123}').to_string(),
        "must not contain the character U+E123, which most computers cannot show. Please remove it."
    );
}

#[test]
fn prose_keeps_paired_directions_within_a_line() {
    let paired = "see \u{2067}שלום\u{2069} there";
    assert_eq!(prose(paired).as_deref(), Ok(paired));
    assert_eq!(prose("see \u{2067}שלום there").as_deref(), Ok("see שלום there"));
    assert_eq!(
        prose("see \u{2067}שלום\nthere\u{2069}").as_deref(),
        Ok("see שלום\nthere")
    );
    assert_eq!(line(paired).as_deref(), Ok("see שלום there"));
    // Without the isolate, two direction marks would be adjacent.
    assert_eq!(
        line("a\u{200E}\u{2066}\u{200F}\u{2069}b").as_deref(),
        Ok("a\u{200E}b")
    );
}

#[test]
fn a_draft_loses_control_characters_and_nothing_else() {
    assert_eq!(draft(" a\0b\u{200b}\r\n\u{202e}"), " ab\u{200b}\r\n\u{202e}");
}

proptest! {
    #[test]
    fn normalising_twice_changes_nothing(typed in any::<String>()) {
        for rule in [line, prose] {
            if let Ok(read) = rule(&typed) {
                prop_assert_eq!(rule(&read), Ok(read.clone()));
                prop_assert!(!read.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')));
                prop_assert!(read.is_empty() || read.chars().any(is_visible));
            }
        }
    }

    #[test]
    fn names_differ_by_no_invisible_characters_but_direction_marks(
        typed in "([a-z ]|[\u{200b}-\u{200f}\u{2060}-\u{2069}\u{fe00}-\u{fe0f}\u{ad}\u{feff}]){0,20}"
    ) {
        let seen: String = typed.chars().filter(|c| !is_invisible(*c)).collect();
        let read = line(&typed).unwrap();
        let read: String = read.chars().filter(|c| !matches!(c, '\u{200e}' | '\u{200f}')).collect();
        prop_assert_eq!(read.split_whitespace().collect::<Vec<_>>(), seen.split_whitespace().collect::<Vec<_>>());
    }
}

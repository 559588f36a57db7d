use super::super::fonts::Fonts;
use super::super::style::Color;
use super::*;

fn style() -> Style {
    Style::new(9, Color(0, 0, 0))
}

fn wrapped(content: &str, width: i32) -> Vec<String> {
    let width = Mm::from(width);
    let lines = Shaper::new(Fonts::shipped()).lines(content, style(), width);
    let texts: Vec<String> = lines.iter().map(|line| line.text.clone()).collect();
    for line in &lines {
        assert!(line.width <= width + Mm::from(0.01), "{texts:?}");
    }
    texts
}

/// Asserts that wrapping loses no character except white space.
fn kept(content: &str, width: i32) {
    let without_space = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    assert_eq!(
        without_space(&wrapped(content, width).concat()),
        without_space(content)
    );
}

#[test]
fn short_texts_stay_on_one_line_and_line_breaks_are_kept() {
    assert_eq!(wrapped("one two", 80), ["one two"]);
    assert_eq!(wrapped("one\ntwo\r\n\nthree\n", 80), ["one", "two", "", "three"]);
    assert_eq!(wrapped("", 80), [""]);
    assert_eq!(wrapped("one\n \n\n\n\ntwo", 80), ["one", "", "two"]);
    assert_eq!(wrapped("one\u{0}two\u{7} ", 80), ["one two"]);
}

#[test]
fn spaces_and_tabs_keep_their_width() {
    let spaced = |text: &str| wrapped(text, 80).concat().replace('\u{a0}', "_");
    assert_eq!(spaced("    four  \ttab"), "____four _____tab");
    assert_eq!(spaced(" \t \t "), "");
    assert_eq!(
        spaced(&format!("{}far", " ".repeat(5_000))),
        format!("{}far", "_".repeat(16))
    );
    let lines = wrapped(&format!("  {}", "word ".repeat(40)), 30);
    assert!(lines[0].starts_with("\u{a0}\u{a0}word"), "{lines:?}");
    assert!(
        lines[1..].iter().all(|line| line.starts_with("word")),
        "{lines:?}"
    );
}

#[test]
fn long_words_are_broken_without_losing_characters() {
    kept(&"X".repeat(10_000), 20);
    kept(&format!("before {} after", "y".repeat(500)), 15);
    kept("Αθήνα Київ Zażółć Ünïcödé", 12);
    kept(
        &"condition_occurrence_concept_identifier/with-a-path.and@mark ".repeat(20),
        25,
    );
    kept("中文 አማርኛ العربية עברית हिन्दी", 10);
    kept(&"الأبجدية العربية ".repeat(40), 30);
    kept(&"ระบบข้อมูลสุขภาพแห่งชาติ".repeat(20), 30);
    kept(&format!("Zoë{}", "\u{301}".repeat(255)), 30);
    kept("👩🏽\u{200d}🔬 \u{e000} \u{202e}turned\u{202c}", 30);
}

#[test]
fn long_names_break_after_a_joining_character() {
    assert_eq!(
        wrapped("condition_occurrence_start_datetime", 40),
        ["condition_occurrence_", "start_datetime"]
    );
}

#[test]
fn lines_break_by_the_rules_of_the_script() {
    let thai = wrapped("ระบบข้อมูลสุขภาพแห่งชาติ", 22);
    assert_eq!(thai, ["ระบบข้อมูล", "สุขภาพแห่งชาติ"]);
    assert_eq!(wrapped("well-known facts", 15), ["well-", "known", "facts"]);
}

#[test]
fn no_break_spaces_keep_words_together() {
    assert_eq!(
        wrapped("one two\u{a0}three four", 20),
        ["one", "two\u{a0}three", "four"]
    );
    assert_eq!(wrapped("\u{2610}Yes \u{2610}No", 80), ["\u{2610}Yes \u{2610}No"]);
}

#[test]
fn a_width_of_zero_breaks_after_every_letter() {
    assert_eq!(wrapped_at_zero_width("abc"), ["a", "b", "c"]);
}

fn wrapped_at_zero_width(content: &str) -> Vec<String> {
    let lines = Shaper::new(Fonts::shipped()).lines(content, style(), Mm::from(0));
    lines.into_iter().map(|line| line.text).collect()
}

#[test]
fn multi_line_right_to_left_text_is_right_aligned() {
    let shaper = Shaper::new(Fonts::shipped());
    let lines = |text: &str| shaper.lines(text, style(), Mm::from(30));
    assert_eq!(lines("محمد الأمين")[0].indent, Mm::from(0));
    let many = lines(&"الأبجدية العربية ".repeat(4));
    assert!(many.len() > 1);
    for line in many {
        assert!((line.indent + line.width - Mm::from(30)).max(Mm::from(0)) < Mm::from(0.01));
    }
    assert!(
        lines(&"letters ".repeat(20))
            .iter()
            .all(|line| line.indent == Mm::from(0))
    );
}

#[test]
fn stacked_marks_stay_within_their_line() {
    let line =
        &Shaper::new(Fonts::shipped()).lines(&format!("a{}", "\u{301}".repeat(255)), style(), Mm::from(900))
            [0];
    let heights = line.parts.iter().flat_map(|part| part.drawn.glyphs());
    let highest = heights.map(Glyph::height).fold(0.0, f32::max);
    assert!(highest < 2.0, "{highest}");
}

#[test]
fn characters_without_a_font_are_reported_as_missing() {
    let shaper = Shaper::new(Fonts::shipped());
    shaper.lines("Kofi 中文 🦟", style(), Mm::from(80));
    assert_eq!(shaper.missing(), ['中', '文', '🦟'].into());
}

#[test]
fn marks_increase_the_height_of_a_line() {
    let line = |text: &str| {
        let lines = Shaper::new(Fonts::shipped()).lines(text, style(), Mm::from(80));
        (lines[0].ascent, lines[0].descent)
    };
    let (ascent, descent) = line("Adébáyọ̀ Hằng");
    assert_eq!((ascent, descent), line("plain"));
    let above = line(&format!("a{}", "\u{301}".repeat(6)));
    assert!(above.0 > ascent + Mm::from(2), "{above:?}");
    let below = line(&format!("a{}", "\u{323}".repeat(6)));
    assert!(below.1 > descent + Mm::from(2) && below.0 == ascent, "{below:?}");
}

//! Detects names in mixed scripts, which can imitate another name: `Nаtional` with a Cyrillic а
//! reads like the Latin word.

use unicode_script::{Script, UnicodeScript};

/// Scripts that are used together in one language, or with Latin, and have no lookalike letters
/// (UTS 39, "Highly Restrictive").
const WRITTEN_TOGETHER: [&[Script]; 3] = [
    &[Script::Latin, Script::Han, Script::Hiragana, Script::Katakana],
    &[Script::Latin, Script::Han, Script::Bopomofo],
    &[Script::Latin, Script::Han, Script::Hangul],
];

/// Returns the names of the scripts that a text mixes, in the order of their first letters. Empty
/// if the text uses a single script, or scripts that are commonly used together. Ignores digits,
/// punctuation and accents.
pub fn mixed_scripts(text: &str) -> Vec<&'static str> {
    let mut scripts: Vec<Script> = Vec::new();
    for script in text.chars().map(|character| character.script()) {
        let is_of_every_script = matches!(script, Script::Common | Script::Inherited | Script::Unknown);
        if !is_of_every_script && !scripts.contains(&script) {
            scripts.push(script);
        }
    }
    let belong_together = |together: &&[Script]| scripts.iter().all(|script| together.contains(script));
    if scripts.len() < 2 || WRITTEN_TOGETHER.iter().any(belong_together) {
        return Vec::new();
    }
    scripts.into_iter().map(Script::full_name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_another_script_are_detected() {
        for (name, scripts) in [
            ("N\u{430}tional Health Data Institute", ["Latin", "Cyrillic"]),
            ("\u{41c}инздрав Health", ["Cyrillic", "Latin"]),
            ("Ad\u{3b1} Okello", ["Latin", "Greek"]),
        ] {
            assert_eq!(mixed_scripts(name), scripts, "{name}");
        }
        assert_eq!(mixed_scripts("a\u{430}\u{3b1}"), ["Latin", "Cyrillic", "Greek"]);
    }

    #[test]
    fn names_of_one_script_are_not_mixed() {
        for name in [
            "",
            "2026-07",
            "National Health Data Institute",
            "N’Guessan Ångström-Öresund (№ 3)",
            "Министерство здравоохранения, 2-й отдел",
            "Υπουργείο Υγείας",
            "وزارة الصحة",
            "स्वास्थ्य मंत्रालय",
            "厚生労働省 データ・センター です",
            "보건복지부 Data Center",
        ] {
            assert_eq!(mixed_scripts(name), Vec::<&str>::new(), "{name}");
        }
    }
}

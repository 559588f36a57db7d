//! The contract of password strength checks.

use crate::ports::PasswordStrength;

/// Each password satisfies the rules of the form, and is one that people type to satisfy them.
pub fn common_passwords_are_refused(strength: &dyn PasswordStrength) {
    for password in [
        "Password1!",
        "P@ssw0rd1!",
        "Passw0rd123!",
        "Qwerty123!",
        "Qwertyuiop1!",
        "Welcome1!",
        "Welcome@2024",
        "Admin@123",
        "Iloveyou1!",
        "Letmein123!",
        "Summer2026!",
        "Monday-2026",
        "Dragon-1987!",
        "Football#1",
        "Sunshine1!",
        "Abc12345!",
        "Aa123456!",
        "Demo-2026!",
        "Secret-2026!",
    ] {
        assert!(strength.weakness(password, &[]).is_some(), "{password}");
    }
}

/// Holds with common additions as well.
pub fn words_of_the_person_are_refused(strength: &dyn PasswordStrength) {
    let words = [
        "aditus",
        "zanele",
        "mthembuwa",
        "lakeside",
        "zanele.mthembuwa@lakeside.example",
        "health",
        "institute",
    ];
    for password in [
        "Aditus-2026!",
        "Mthembuwa1!",
        "M7hembuwa!2026",
        "Lakeside-2026!",
        "LakesideHealthInstitute2026!",
        "Institute-Lakeside-8!",
        "Zanele.Mthembuwa@lakeside.example1",
    ] {
        assert!(strength.weakness(password, &words).is_some(), "{password}");
    }
    let without = strength.weakness("Mthembuwa-Vortigel-8!", &[]);
    assert_eq!(without, None, "words are weak for who has them only");
}

/// Long passwords, and short ones without a pattern, are accepted.
pub fn strong_passwords_are_taken(strength: &dyn PasswordStrength) {
    for password in [
        "Quiet-River-7!",
        "Other-River-8!",
        "correct Horse battery-5taple",
        "xK7#vQz!2pLm",
        "Ab!2938475160738",
    ] {
        assert_eq!(
            strength.weakness(password, &["aditus", "ada"]),
            None,
            "{password}"
        );
    }
}

/// The longest accepted input that is hardest to judge is still judged.
pub fn any_length_is_judged(strength: &dyn PasswordStrength) {
    let words: Vec<String> = (0..40).map(|n| format!("word{n}")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    for piece in [
        "a",
        "4@8({[<369&#!|10$5+7%2/",
        "aA1!",
        "qwerty",
        "健康",
        "20261122",
    ] {
        let long: String = piece.chars().cycle().take(128).collect();
        strength.weakness(&long, &words);
    }
    assert!(strength.weakness("", &words).is_some());
}

//! How texts are folded, so that a search finds them however they are written.

/// Letters that fold to plain ones, by what they fold to. Only lower case is listed.
const FOLDED: [(&str, &str); 29] = [
    ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ"),
    ("ae", "æǣǽ"),
    ("b", "ḃḅḇ"),
    ("c", "çćĉċčḉ"),
    ("d", "ďđðḋḍḏḑḓ"),
    ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"),
    ("f", "ḟƒ"),
    ("g", "ĝğġģǧǵḡ"),
    ("h", "ĥħȟḣḥḧḩḫẖ"),
    ("i", "ìíîïĩīĭįıǐȉȋḭḯỉị"),
    ("j", "ĵǰ"),
    ("k", "ķĸǩḱḳḵ"),
    ("l", "ĺļľŀłḷḹḻḽ"),
    ("m", "ḿṁṃ"),
    ("n", "ñńņňŉŋǹṅṇṉṋ"),
    ("o", "òóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ"),
    ("oe", "œ"),
    ("p", "ṕṗ"),
    ("r", "ŕŗřȑȓṙṛṝṟ"),
    ("s", "śŝşšșſṡṣṥṧṩ"),
    ("ss", "ß"),
    ("t", "ţťŧțṫṭṯṱẗ"),
    ("th", "þ"),
    ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"),
    ("v", "ṽṿ"),
    ("w", "ŵẁẃẅẇẉẘ"),
    ("x", "ẋẍ"),
    ("y", "ýÿŷȳẏẙỳỵỷỹ"),
    ("z", "źżžẑẓẕ"),
];

/// The folded text: lower case, Latin letters without their marks, runs of white space and underscores as one space, none
/// at the ends. Texts and terms are folded alike; a folded term is looked for in folded texts. The underscore counts as a
/// space so that "visit start date" finds `visit_start_date`.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for character in text.chars().flat_map(char::to_lowercase) {
        if character.is_ascii_alphanumeric() {
            folded.push(character);
        } else if character.is_whitespace() || character == '_' {
            if !folded.is_empty() && !folded.ends_with(' ') {
                folded.push(' ');
            }
        } else if character.is_ascii() {
            folded.push(character);
        } else if !is_combining_mark(character) {
            match FOLDED.iter().find(|(_, letters)| letters.contains(character)) {
                Some((plain, _)) => folded.push_str(plain),
                None => folded.push(character),
            }
        }
    }
    folded.truncate(folded.trim_end().len());
    folded
}

/// The accents that stand behind their letters when a text is decomposed.
const fn is_combining_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}')
}

/// What a variable is found by (2 §2, "Data dictionary browsing screen").
#[derive(Debug, Clone, Copy, Default)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct SearchableVariable<'a> {
    pub tbl_name: &'a str,
    pub var_name: &'a str,
    pub data_type: &'a str,
    pub meaning: &'a str,
    /// Found by the word "derived".
    pub derived: bool,
    pub synonyms: &'a [String],
}

/// The text that a folded term is looked for in, with "contains". Its parts stand on lines of their own, so that no term
/// matches across two of them.
pub fn search_text(variable: &SearchableVariable<'_>) -> String {
    let derived = if variable.derived { "derived" } else { "" };
    [
        variable.tbl_name,
        variable.var_name,
        variable.data_type,
        variable.meaning,
        derived,
    ]
    .into_iter()
    .chain(variable.synonyms.iter().map(String::as_str))
    .map(fold)
    .filter(|part| !part.is_empty())
    .collect::<Vec<_>>()
    .join("\n")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn case_marks_and_spaces_do_not_matter() {
        assert_eq!(fold("  Données\tde   SANTÉ "), "donnees de sante");
        assert_eq!(
            fold("Straße, Łódź, Ærø, İzmir, Ngô Văn"),
            "strasse, lodz, aero, izmir, ngo van"
        );
        assert_eq!(fold("e\u{301}tude"), "etude");
        assert_eq!(fold("visit_start_date"), "visit start date");
        assert_eq!(fold("Υγεία 健康"), "υγεία 健康");
        assert_eq!(fold(" _ "), "");
    }

    #[test]
    fn a_variable_is_found_by_each_of_its_fields() {
        let text = search_text(&SearchableVariable {
            tbl_name: "visit_occurrence",
            var_name: "visit_start_date",
            data_type: "Date",
            meaning: "The day on which the visit began.",
            derived: true,
            synonyms: &["Admission".to_owned()],
        });
        for term in [
            "Visit Occurrence",
            "start_date",
            "DATE",
            "the visit began",
            "derived",
            "admission",
        ] {
            assert!(text.contains(&fold(term)), "{term}");
        }
        assert!(!text.contains(&fold("date date")));
        assert!(!text.contains("\n\n"));
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing(text in any::<String>()) {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once);
        }
    }
}

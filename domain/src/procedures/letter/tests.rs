use proptest::prelude::*;

use super::*;

fn faults(heading: &str, body: &str) -> Vec<(String, String)> {
    LetterTemplate::parse(heading, body).unwrap_err().by_field()
}

fn values() -> LetterValues {
    specimen("Default procedure", "National Health Data Authority", "Aditus")
}

#[test]
fn placeholders_are_replaced_by_their_values() {
    let template = LetterTemplate::parse(
        " Approval of {{ request_reference }} ",
        "Dear {{requester_name}},\r\n\r\n{{decisions}}\n{ and } and }} stay.",
    )
    .unwrap();
    assert_eq!(template.heading(), "Approval of {{ request_reference }}");
    let letter = template.render(&values());
    assert_eq!(letter.heading, "Approval of REQ000001");
    assert_eq!(
        letter.body,
        "Dear Amara Specimen,\n\nAccess review: approved by the Data Access Reviewer on 09 April, 2030\n\
         Data release: approved by the Data Officer on 14 May, 2030\n{ and } and }} stay."
    );
}

#[test]
fn template_errors_are_reported_with_their_line() {
    let unknown =
        |line: u8| format!("Line {line}: there is no such placeholder. Please choose one from the list.");
    let open = |line: u8| {
        format!("Line {line}: a placeholder that begins with {{{{ must end with }}}} in the same line.")
    };
    assert_eq!(
        faults(
            "{{reference}}",
            "Dear {{requester_name}},\n{{}} and {{letter_date\n}}\n{{salary}} {{letter_{{letter_date}}"
        ),
        [
            ("heading".to_owned(), unknown(1)),
            ("body".to_owned(), unknown(2)),
            ("body".to_owned(), open(2)),
            ("body".to_owned(), unknown(4)),
            ("body".to_owned(), open(4)),
        ]
    );
    assert!(
        faults("H", "{{salary}}")
            .iter()
            .all(|(_, message)| !message.contains("salary")),
        "what was typed is not repeated"
    );
}

#[test]
fn bidirectional_override_characters_are_rejected() {
    let message =
        "The text must not contain invisible characters that change how it is read. Please type it anew.";
    for character in ['\u{202d}', '\u{202e}'] {
        let text = format!("Dear {character}reader");
        assert_eq!(
            faults(&text, &text),
            [
                ("heading".to_owned(), message.to_owned()),
                ("body".to_owned(), message.to_owned())
            ]
        );
    }
}

#[test]
fn heading_and_body_are_required_and_limited() {
    assert_eq!(
        faults(" ", "\n"),
        [
            ("heading".to_owned(), "Please enter the Heading.".to_owned()),
            ("body".to_owned(), "Please enter the Body.".to_owned()),
        ]
    );
    let long = |max: usize| "x".repeat(max + 1);
    let too_long = |max: usize| format!("The text is too long. The limit is {max} characters.");
    assert_eq!(
        faults(&long(MAX_HEADING), &long(MAX_BODY)),
        [
            ("heading".to_owned(), too_long(MAX_HEADING)),
            ("body".to_owned(), too_long(MAX_BODY)),
        ]
    );
    let message = "The text must not contain control characters.".to_owned();
    assert_eq!(faults("H", "a\u{0}b"), [("body".to_owned(), message)]);
}

#[test]
fn placeholders_within_values_are_not_expanded() {
    let template = LetterTemplate::parse("{{request_title}}", "{{request_title}}").unwrap();
    let values = LetterValues {
        request_title: "{{requester_name}}\nand {{".to_owned(),
        ..values()
    };
    let letter = template.render(&values);
    assert_eq!(letter.heading, "{{requester_name}} and {{");
    assert_eq!(letter.body, "{{requester_name}}\nand {{");
}

#[test]
fn a_rendered_letter_is_truncated_at_the_limit() {
    let template = LetterTemplate::parse("H", &"{{purposes}}".repeat(800)).unwrap();
    let values = LetterValues {
        purposes: "ö".repeat(5_000),
        ..values()
    };
    assert_eq!(template.render(&values).body.chars().count(), MAX_RENDERED);
}

#[test]
fn every_placeholder_is_found_by_its_name_and_has_a_value() {
    let values = values();
    for placeholder in Placeholder::ALL {
        assert_eq!(Placeholder::parse(placeholder.name()), Some(placeholder));
        assert_ne!(values.get(placeholder), "", "{placeholder}");
        let template = LetterTemplate::parse("H", &placeholder.to_string()).unwrap();
        assert_eq!(template.render(&values).body, values.get(placeholder));
    }
    assert_eq!(Placeholder::parse("Letter_Number"), None);
    assert_eq!(Placeholder::LetterNumber.to_string(), "{{letter_number}}");
    assert_eq!(LetterNumber(12).to_string(), "AL-000012");
}

#[test]
fn the_standard_template_passes_validation() {
    let standard = standard_template();
    assert_eq!(
        LetterTemplate::parse(standard.heading(), standard.body()).as_ref(),
        Ok(&standard)
    );
    let letter = standard.render(&values());
    assert_eq!(letter.heading, "Approval of Data Request REQ000001");
    assert!(!letter.body.contains("{{"));
}

fn template_text() -> impl Strategy<Value = String> {
    let known = proptest::sample::select(&Placeholder::ALL[..]).prop_map(|known| known.to_string());
    let piece = prop_oneof![
        4 => known,
        3 => "[a-zé {}\n]{0,12}",
        1 => "\\{\\{[a-z_]{0,8}\\}\\}",
        1 => ".{0,6}",
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    /// Any saved template renders with any values, and can be parsed again from its stored text.
    #[test]
    fn any_saved_template_renders(heading in template_text(), body in template_text(), value in ".{0,30}") {
        match LetterTemplate::parse(&heading, &body) {
            Err(faults) => prop_assert!(!faults.list().is_empty()),
            Ok(template) => {
                let values = LetterValues { purposes: value, ..values() };
                let letter = template.render(&values);
                prop_assert!(!letter.heading.contains('\n'));
                prop_assert!(letter.body.chars().count() <= MAX_RENDERED);
                let plain = LetterValues::default();
                let bare = template.render(&plain);
                for placeholder in Placeholder::ALL {
                    let is_left = bare.body.contains(&placeholder.to_string());
                    prop_assert!(!is_left);
                }
                let again = LetterTemplate::parse(template.heading(), template.body());
                prop_assert_eq!(again.as_ref(), Ok(&template));
            }
        }
    }
}

//! Property tests: a content has one digest, for any order and form in which a program writes it.

mod anything;

use aditus_application::ports::ContentEncoding as _;
use aditus_application::testing::CountingEntropy;
use aditus_canonical::CanonicalJson;
use proptest::prelude::*;
use serde_json::Value;

use anything::{any_content, any_document, any_entry, any_fields};

/// The choices that another JSON writer is free to make: order, white space and escapes.
struct Choices<'a> {
    given: &'a [usize],
    next: usize,
}

impl Choices<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.next += 1;
        self.given[self.next % self.given.len()] % bound
    }

    fn space(&mut self) -> &'static str {
        ["", " ", "\n\t", "\r\n  "][self.below(4)]
    }
}

fn written(value: &Value, choices: &mut Choices<'_>) -> String {
    let plain = match value {
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| written(item, choices)).collect();
            format!("[{}{}]", choices.space(), items.join(","))
        }
        Value::Object(members) => {
            let mut left: Vec<_> = members.iter().collect();
            let mut told = Vec::new();
            while !left.is_empty() {
                let (name, value) = left.swap_remove(choices.below(left.len()));
                told.push(format!(
                    "{}{}:{}",
                    text(name, choices),
                    choices.space(),
                    written(value, choices)
                ));
            }
            format!("{{{}{}}}", choices.space(), told.join(","))
        }
        Value::String(value) => text(value, choices),
        other => other.to_string(),
    };
    format!("{}{plain}{}", choices.space(), choices.space())
}

/// Writes a string either as usual or with every character escaped.
fn text(value: &str, choices: &mut Choices<'_>) -> String {
    if choices.below(2) == 0 {
        return Value::from(value).to_string();
    }
    let units = value
        .encode_utf16()
        .fold(String::new(), |units, unit| format!("{units}\\u{unit:04X}"));
    format!("\"{units}\"")
}

/// Rewrites the same document as another program might.
fn otherwise(canonical: &str, choices: &[usize]) -> String {
    let mut choices = Choices {
        given: choices,
        next: 0,
    };
    written(&serde_json::from_str(canonical).unwrap(), &mut choices)
}

fn canonicalised(text: &str) -> String {
    let document: Value = serde_json::from_str(text).unwrap();
    serde_json_canonicalizer::to_string(&document).unwrap()
}

fn any_choices() -> impl Strategy<Value = Vec<usize>> {
    proptest::collection::vec(0_usize..60, 1..40)
}

proptest! {
    #[test]
    fn a_content_has_one_canonical_text_and_is_read_from_any_form(content in any_content(), choices in any_choices()) {
        let entropy = CountingEntropy::default();
        let encoded = CanonicalJson.encode(&content, None, &entropy).unwrap();
        prop_assert!(CanonicalJson.is_canonical(&encoded.canonical));
        let other = otherwise(&encoded.canonical, &choices);
        prop_assert_eq!(&canonicalised(&other), &encoded.canonical);
        for text in [&encoded.canonical, &other] {
            let read = CanonicalJson.decode(text, &encoded.values).unwrap();
            prop_assert_eq!(&read, &content);
            let again = CanonicalJson.encode(&read, Some(&encoded), &entropy).unwrap();
            prop_assert_eq!(&again, &encoded);
        }
    }

    #[test]
    fn an_entry_has_one_canonical_text(entry in any_entry(), choices in any_choices()) {
        let encoded = CanonicalJson.encode_entry(&entry, &CountingEntropy::default()).unwrap();
        let again = CanonicalJson.encode_entry(&entry, &CountingEntropy::default()).unwrap();
        prop_assert_eq!(&again, &encoded);
        prop_assert!(CanonicalJson.is_canonical(&encoded.canonical));
        let other = otherwise(&encoded.canonical, &choices);
        prop_assert_eq!(CanonicalJson.is_canonical(&other), other == encoded.canonical);
        prop_assert_eq!(&canonicalised(&other), &encoded.canonical);
        let facts = |text: &str| CanonicalJson.entry_facts(text).unwrap();
        prop_assert_eq!(facts(&other), facts(&encoded.canonical));
        prop_assert_eq!(facts(&other).indexed.at, entry.at);
    }

    #[test]
    fn fields_have_one_digest_in_any_order((fields, shuffled) in any_fields()) {
        prop_assert_eq!(
            CanonicalJson.digest(&fields).unwrap(),
            CanonicalJson.digest(&shuffled).unwrap()
        );
    }

    /// Holds for documents of any schema, with any names.
    #[test]
    fn a_document_has_one_canonical_text(document in any_document(), choices in any_choices()) {
        let canonical = canonicalised(&document.to_string());
        prop_assert!(CanonicalJson.is_canonical(&canonical));
        let other = otherwise(&canonical, &choices);
        prop_assert_eq!(CanonicalJson.is_canonical(&other), other == canonical);
        prop_assert_eq!(canonicalised(&other), canonical);
    }
}

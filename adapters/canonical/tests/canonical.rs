//! Versions as canonical JSON.
#![allow(clippy::unwrap_used, reason = "these are tests")]

use aditus_application::contract::encoding::{CONTRACT, content, entry};
use aditus_application::ports::{ContentEncoding, EncodingError};
use aditus_application::testing::CountingEntropy;
use aditus_canonical::CanonicalJson;
use aditus_domain::ids::DeviceId;

#[test]
fn it_keeps_the_contract() {
    for (_, clause) in CONTRACT {
        clause(&CanonicalJson);
    }
}

/// The text is what RFC 8785 says: names in order, no white space, and the shortest way to write each value. This very text proves
/// versions that were kept, so that it must never change.
#[test]
fn the_text_is_canonical_and_stays_as_it_is() {
    let encoded = CanonicalJson
        .encode(&content(), None, &CountingEntropy::default())
        .unwrap();
    assert_eq!(encoded.canonical, include_str!("schema-1.json").trim_end());
}

/// So it is with entries of the record.
#[test]
fn the_text_of_an_entry_is_canonical_and_stays_as_it_is() {
    let encoded = CanonicalJson
        .encode_entry(&entry(), &CountingEntropy::default())
        .unwrap();
    assert_eq!(encoded.canonical, include_str!("entry-1.json").trim_end());
}

#[test]
fn another_schema_is_refused() {
    let encoded = CanonicalJson
        .encode(&content(), None, &CountingEntropy::default())
        .unwrap();
    for (from, to) in [("\"schema\":1", "\"schema\":2"), ("\"title\":", "\"heading\":")] {
        let other = encoded.canonical.replace(from, to);
        assert!(matches!(
            CanonicalJson.decode(&other, &encoded.values),
            Err(EncodingError::Form(_))
        ));
    }
}

#[test]
fn a_number_that_json_cannot_say_exactly_is_refused() {
    let mut content = content();
    content.devices[0].id = DeviceId(1 << 53);
    assert!(matches!(
        CanonicalJson.encode(&content, None, &CountingEntropy::default()),
        Err(EncodingError::Number)
    ));
}

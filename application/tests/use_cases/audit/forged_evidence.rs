//! An altered evidence file proves nothing.

use std::sync::OnceLock;

use aditus_application::audit::check;
use aditus_application::audit::evidence::state_evidence;
use aditus_application::audit::log::kept::InMemoryCheckpoint;
use aditus_application::ports::{ContentEncoding as _, Evidence};
use aditus_application::testing::ListedPasskeys;
use aditus_canonical::CanonicalJson;
use aditus_domain::roles::Role;
use aditus_log::C2spLog;
use proptest::prelude::*;

use super::log::continued;
use crate::story::Story;

/// The evidence of a decision, with the version of the request that it was made on.
fn evidence() -> &'static Evidence {
    static EVIDENCE: OnceLock<Evidence> = OnceLock::new();
    EVIDENCE.get_or_init(|| {
        let story = Story::begin();
        let request = story.submitted();
        let state = story.state(request, Role::DataAccessReviewer).request_state_id;
        story.decides(Role::DataAccessReviewer, request, true).unwrap();
        continued(&story.world, &InMemoryCheckpoint::default());
        let file = state_evidence(&story.world.ports, &story.requester, request, state).unwrap();
        let evidence = CanonicalJson.read_evidence(&file.bytes).unwrap();
        assert!(evidence.content.is_some() && evidence.values.len() > 5);
        evidence
    })
}

fn is_proved(evidence: &Evidence, key: &str) -> bool {
    let bytes = CanonicalJson.write_evidence(evidence).unwrap();
    check::execute(
        &CanonicalJson,
        &C2spLog,
        &ListedPasskeys::default(),
        &bytes,
        &[key],
    )
    .is_proved()
}

/// The name of an alteration, and the function that makes it.
type Alteration<'a> = (&'a str, &'a dyn Fn(&mut Evidence));

/// Returns the text with another letter at this place, modulo its length.
fn with_another(text: &str, place: usize, letter: char) -> String {
    let place = place % text.chars().count().max(1);
    let is_there = text.chars().nth(place) == Some(letter);
    let letter = if is_there { '~' } else { letter };
    text.chars()
        .enumerate()
        .map(|(at, found)| if at == place { letter } else { found })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn each_field_is_covered_by_the_signature(place in any::<prop::sample::Index>(), letter in "[ -}]", bit in 0_u8..8) {
        let genuine = evidence();
        let key = &genuine.verifier_key;
        prop_assert!(is_proved(genuine, key));
        let letter = letter.chars().next().unwrap();
        let place = place.index(1_000_000);
        let value = place % genuine.values.len();
        let alterations: [Alteration<'_>; 6] = [
            ("entry", &|it| it.entry = with_another(&it.entry, place, letter)),
            ("content", &|it| it.content = it.content.take().map(|text| with_another(&text, place, letter))),
            ("proof", &|it| it.proof = with_another(&it.proof, place, letter)),
            ("commitment", &|it| it.values[value].commitment.0[place % 32] ^= 1 << bit),
            ("salt", &|it| it.values[value].salt[place % 16] ^= 1 << bit),
            ("value", &|it| {
                it.values[value].value = match it.values[value].value.as_str() {
                    "" => letter.to_string(),
                    text => with_another(text, place, letter),
                };
            }),
        ];
        for (field, alter) in alterations {
            let mut forged = genuine.clone();
            alter(&mut forged);
            prop_assert!(forged != *genuine);
            prop_assert!(!is_proved(&forged, key), "{}: {:?}", field, forged);
        }
    }

    /// With any byte altered, the file either proves nothing or still has the same content.
    #[test]
    fn an_altered_byte_never_changes_the_proved_content(place in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let genuine = evidence();
        let mut bytes = CanonicalJson.write_evidence(genuine).unwrap();
        let place = place.index(bytes.len());
        bytes[place] = byte;
        if check::execute(&CanonicalJson, &C2spLog, &ListedPasskeys::default(), &bytes, &[&genuine.verifier_key]).is_proved() {
            let evidence = CanonicalJson.read_evidence(&bytes).unwrap();
            let verifier_key = genuine.verifier_key.clone();
            prop_assert_eq!(&Evidence { verifier_key, ..evidence }, genuine);
        }
    }
}

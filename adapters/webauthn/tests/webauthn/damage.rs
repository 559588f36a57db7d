use aditus_application::ports::{KnownPasskey, Passkeys as _};
use aditus_webauthn::testing::Deviation;
use proptest::prelude::*;

use crate::helpers::{CHALLENGE, Setup, decode, encode, json, known};

/// A new passkey and a signature, as a browser sends them.
struct Responses {
    setup: Setup,
    passkey: KnownPasskey,
    made: String,
    signed: String,
}

impl Responses {
    fn new() -> Self {
        let setup = Setup::new();
        let made = setup.authenticator.make(&setup.creation_options()).unwrap();
        let passkey = known(&setup.passkeys.register(&CHALLENGE, &made).unwrap());
        let signed = setup.sign(&passkey, &Deviation::default());
        Self {
            setup,
            passkey,
            made,
            signed,
        }
    }
}

/// Changes bytes in a part of a response.
fn damaged(response: &str, part: &str, edits: &[(prop::sample::Index, u8)]) -> String {
    let mut response = json(response);
    let field = &mut response["response"][part];
    let mut bytes = decode(field.as_str().unwrap());
    for (index, byte) in edits {
        *index.get_mut(&mut bytes) = *byte;
    }
    *field = encode(&bytes).into();
    response.to_string()
}

fn edits() -> impl Strategy<Value = Vec<(prop::sample::Index, u8)>> {
    prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)
}

#[test]
fn damaged_signatures_are_refused() {
    let responses = Responses::new();
    let parts = ["authenticatorData", "clientDataJSON", "signature"];
    proptest!(|(part in prop::sample::select(parts.to_vec()), edits in edits())| {
        let response = damaged(&responses.signed, part, &edits);
        let answer = responses.setup.passkeys.verify(&CHALLENGE, &responses.passkey, &response);
        prop_assert_eq!(answer.is_ok(), response == responses.signed);
    });
}

/// New passkeys are not signed, so some changes make another valid one. None may panic.
#[test]
fn damaged_new_passkeys_never_panic() {
    let responses = Responses::new();
    let parts = ["attestationObject", "clientDataJSON"];
    proptest!(|(part in prop::sample::select(parts.to_vec()), edits in edits())| {
        let response = damaged(&responses.made, part, &edits);
        let _ = responses.setup.passkeys.register(&CHALLENGE, &response);
    });
}

#[test]
fn other_json_never_panics() {
    let responses = Responses::new();
    let passkeys = &responses.setup.passkeys;
    let texts = (".{0,200}", prop::collection::vec(any::<u8>(), 0..400));
    proptest!(|((text, bytes) in texts)| {
        let mut made = json(&responses.made);
        made["response"]["attestationObject"] = encode(&bytes).into();
        let mut signed = json(&responses.signed);
        signed["response"]["authenticatorData"] = encode(&bytes).into();
        for response in [text, made.to_string(), signed.to_string()] {
            prop_assert!(passkeys.register(&CHALLENGE, &response).is_err());
            prop_assert!(passkeys.verify(&CHALLENGE, &responses.passkey, &response).is_err());
        }
    });
}

/// Results of extensions are not signed and not read.
#[test]
fn results_of_extensions_change_nothing() {
    let responses = Responses::new();
    for results in [
        serde_json::json!({}),
        serde_json::json!({ "credProtect": 3, "appid": "yes", "credProps": [] }),
        serde_json::json!("none"),
    ] {
        let mut made = json(&responses.made);
        made["clientExtensionResults"] = results.clone();
        made["extensions"] = results.clone();
        let answer = responses.setup.passkeys.register(&CHALLENGE, &made.to_string());
        assert!(answer.is_ok(), "{answer:?}");
        let mut signed = json(&responses.signed);
        signed["clientExtensionResults"] = results;
        let passkeys = &responses.setup.passkeys;
        let answer = passkeys.verify(&CHALLENGE, &responses.passkey, &signed.to_string());
        assert!(answer.is_ok(), "{answer:?}");
    }
}

#[test]
fn long_responses_are_refused_without_parsing() {
    let responses = Responses::new();
    let mut signed = json(&responses.signed);
    signed["clientExtensionResults"] = serde_json::json!({ "a": "a".repeat(1_000_000) });
    let signed = signed.to_string();
    let passkeys = &responses.setup.passkeys;
    let answer = passkeys.verify(&CHALLENGE, &responses.passkey, &signed);
    let error = std::error::Error::source(&answer.unwrap_err())
        .unwrap()
        .to_string();
    assert_eq!(error, "the response has more than 32768 bytes");
    assert!(passkeys.read(&signed).is_err());
}

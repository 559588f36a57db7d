use aditus_application::ports::{PasskeyOwner, Passkeys as _};
use aditus_webauthn::testing::{Deviation, KeyKind};
use serde_json::json;

use crate::helpers::{CHALLENGE, HOST, Setup, encode, json, known, owner};

#[test]
fn creation_options_ask_for_a_verified_and_preferably_discoverable_passkey() {
    let setup = Setup::new();
    let existing = known(&setup.made(KeyKind::Es256));
    let options = setup
        .passkeys
        .creation_options(&CHALLENGE, &owner(), std::slice::from_ref(&existing));
    let options = json(&options.unwrap());
    assert_eq!(options["challenge"], encode(&CHALLENGE));
    assert_eq!(options["rp"], json!({ "id": HOST, "name": "Health data" }));
    let user = json!({
        "id": encode(&[3; 16]),
        "name": "ada@ministry.example",
        "displayName": "Ada Lovelace",
    });
    assert_eq!(options["user"], user);
    let selection = json!({
        "residentKey": "preferred",
        "requireResidentKey": false,
        "userVerification": "required",
    });
    assert_eq!(options["authenticatorSelection"], selection);
    assert_eq!(options["attestation"], "none");
    assert_eq!(options["timeout"], 600_000);
    let algorithms = json!([{ "type": "public-key", "alg": -7 }, { "type": "public-key", "alg": -257 }]);
    assert_eq!(options["pubKeyCredParams"], algorithms);
    let excluded = json!([{ "type": "public-key", "id": encode(&existing.credential_id) }]);
    assert_eq!(options["excludeCredentials"], excluded);
}

#[test]
fn person_without_a_name_is_shown_by_the_address() {
    let setup = Setup::new();
    let owner = PasskeyOwner {
        display_name: String::new(),
        ..owner()
    };
    let options = setup.passkeys.creation_options(&CHALLENGE, &owner, &[]);
    assert_eq!(
        json(&options.unwrap())["user"]["displayName"],
        "ada@ministry.example"
    );
}

#[test]
fn request_options_name_the_allowed_passkeys() {
    let setup = Setup::new();
    let [first, second] = [KeyKind::Es256, KeyKind::Rs256].map(|kind| known(&setup.made(kind)));
    let allowed = [first, second];
    let options = setup.passkeys.request_options(&CHALLENGE, &allowed).unwrap();
    let expected = allowed.map(|passkey| {
        json!({
            "type": "public-key",
            "id": encode(&passkey.credential_id),
            "transports": ["internal", "hybrid"],
        })
    });
    let expected = json!({
        "challenge": encode(&CHALLENGE),
        "timeout": 600_000,
        "rpId": HOST,
        "allowCredentials": expected,
        "userVerification": "required",
    });
    assert_eq!(json(&options), expected);
}

/// The browser decides if it offers passkeys in a dialog or in the field of the address.
#[test]
fn request_options_without_passkeys_allow_every_one() {
    let options = Setup::new().passkeys.request_options(&CHALLENGE, &[]).unwrap();
    let options = json(&options);
    assert_eq!(options["allowCredentials"], json!([]));
    assert_eq!(options["mediation"], json!(null));
}

#[test]
fn handle_of_the_response_is_read_if_there_is_one() {
    let setup = Setup::new();
    let passkey = known(&setup.made(KeyKind::Es256));
    for (handle, expected) in [(vec![], None), (vec![5; 16], Some(vec![5; 16]))] {
        let deviation = Deviation {
            handle: Some(handle),
            ..Deviation::default()
        };
        let response = setup.sign(&passkey, &deviation);
        assert_eq!(setup.passkeys.read(&response).unwrap().handle, expected);
    }
    let mut response = json(&setup.sign(&passkey, &Deviation::default()));
    for absent in [Some(json!(null)), None] {
        let fields = response["response"].as_object_mut().unwrap();
        fields.remove("userHandle");
        fields.extend(absent.map(|absent| ("userHandle".to_owned(), absent)));
        assert_eq!(setup.passkeys.read(&response.to_string()).unwrap().handle, None);
    }
}

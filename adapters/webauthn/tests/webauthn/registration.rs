use aditus_application::ports::{PasskeyError, Passkeys as _};
use aditus_webauthn::testing::{Deviation, KeyKind};
use openssl::pkey::PKey;

use crate::helpers::{CHALLENGE, ORIGIN, Setup, decode, deviations, json};

#[test]
fn public_key_and_algorithm_of_the_passkey_are_returned() {
    for (kind, algorithm) in [(KeyKind::Es256, -7), (KeyKind::Rs256, -257)] {
        let setup = Setup::new();
        let options = setup.creation_options();
        let response = setup
            .authenticator
            .make_with(&options, kind, &Deviation::default())
            .unwrap();
        let made = setup.passkeys.register(&CHALLENGE, &response).unwrap();
        let response = json(&response);
        assert_eq!(made.algorithm, algorithm);
        assert_eq!(
            made.public_key,
            decode(response["response"]["publicKey"].as_str().unwrap())
        );
        assert_eq!(made.credential_id, decode(response["rawId"].as_str().unwrap()));
        assert!(PKey::public_key_from_der(&made.public_key).is_ok());
    }
}

#[test]
fn record_contains_no_model_and_no_attestation() {
    let record = json(&Setup::new().made(KeyKind::Es256).record);
    assert_eq!(record["cred"]["attestation"]["data"], "None");
    assert_eq!(record["cred"]["attestation"]["metadata"], "None");
    assert_eq!(record["cred"]["attestation_format"], "none");
}

/// The options do not ask for them, and keys for ES256 have one curve.
#[test]
fn keys_of_other_kinds_are_refused() {
    for kind in [KeyKind::Ed25519, KeyKind::Es256WithP384] {
        let answer = Setup::new().register(kind, &Deviation::default());
        assert!(matches!(answer, Err(PasskeyError::Invalid(_))), "{kind:?}");
    }
}

#[test]
fn new_passkeys_at_another_page_or_without_verification_are_refused() {
    for deviation in deviations() {
        let answer = Setup::new().register(KeyKind::Es256, &deviation);
        let is_refused = matches!(answer, Err(PasskeyError::Invalid(_)));
        assert!(is_refused, "{deviation:?}: {answer:?}");
    }
    let correct = Deviation {
        origin: Some(ORIGIN.to_owned()),
        ..Deviation::default()
    };
    assert!(Setup::new().register(KeyKind::Es256, &correct).is_ok());
}

use aditus_application::ports::{KnownPasskey, PasskeyError, Passkeys as _, VerifiedResponse};
use aditus_domain::accounts::passkey::PasskeySignature;
use aditus_domain::ids::PasskeyId;
use aditus_webauthn::WebauthnEvidence;
use aditus_webauthn::testing::{Deviation, KeyKind};
use serde_json::Value;

use crate::helpers::{CHALLENGE, Setup, deviations, encode, json, known};

const KINDS: [KeyKind; 2] = [KeyKind::Es256, KeyKind::Rs256];

fn verify(
    setup: &Setup,
    passkey: &KnownPasskey,
    deviation: &Deviation,
) -> Result<VerifiedResponse, PasskeyError> {
    let response = setup.sign(passkey, deviation);
    setup.passkeys.verify(&CHALLENGE, passkey, &response)
}

fn with_counter(counter: u32) -> Deviation {
    Deviation {
        counter: Some(counter),
        ..Deviation::default()
    }
}

#[test]
fn every_accepted_signature_is_evidence() {
    use aditus_application::ports::PasskeyEvidence as _;
    for kind in KINDS {
        let setup = Setup::new();
        let made = setup.made(kind);
        let verified = verify(&setup, &known(&made), &Deviation::default()).unwrap();
        let signature = PasskeySignature {
            passkey: PasskeyId(1),
            public_key: made.public_key,
            algorithm: made.algorithm,
            nonce: [0; 32],
            authenticator_data: verified.authenticator_data,
            client_data: verified.client_data,
            signature: verified.signature,
        };
        assert_eq!(WebauthnEvidence.check(&signature, &CHALLENGE), Ok(()), "{kind:?}");
    }
}

#[test]
fn signatures_at_another_page_or_without_verification_are_refused() {
    for kind in KINDS {
        let setup = Setup::new();
        let passkey = known(&setup.made(kind));
        for deviation in deviations() {
            let answer = verify(&setup, &passkey, &deviation);
            let is_refused = matches!(answer, Err(PasskeyError::Invalid(_)));
            assert!(is_refused, "{deviation:?}: {answer:?}");
        }
        assert!(verify(&setup, &passkey, &Deviation::default()).is_ok());
    }
}

/// Such client data would be accepted by the library, and be no evidence.
#[test]
fn challenge_in_another_encoding_is_refused() {
    let setup = Setup::new();
    let passkey = known(&setup.made(KeyKind::Es256));
    let challenge = [0xfb; 32];
    let standard = encode(&challenge).replace('-', "+").replace('_', "/");
    let options = setup
        .passkeys
        .request_options(&challenge, std::slice::from_ref(&passkey))
        .unwrap();
    for text in [standard, format!("{}=", encode(&challenge))] {
        let deviation = Deviation {
            challenge: Some(text),
            ..Deviation::default()
        };
        let response = setup.authenticator.sign_with(&options, &deviation).unwrap();
        let answer = setup.passkeys.verify(&challenge, &passkey, &response);
        assert!(matches!(answer, Err(PasskeyError::Invalid(_))), "{answer:?}");
    }
}

#[test]
fn counter_that_does_not_grow_is_refused_unless_it_is_zero() {
    let setup = Setup::new();
    let mut passkey = known(&setup.made(KeyKind::Es256));
    // Passkeys that are synchronised between devices have no counter.
    for counter in [0, 0, 3, 4, 90] {
        let verified = verify(&setup, &passkey, &with_counter(counter)).unwrap();
        passkey.record = verified.record;
    }
    for counter in [0, 4, 89, 90] {
        let answer = verify(&setup, &passkey, &with_counter(counter));
        assert!(matches!(answer, Err(PasskeyError::CounterWentBack)), "{counter}");
    }
    assert!(verify(&setup, &passkey, &with_counter(91)).is_ok());
}

/// Otherwise anyone who knows a passkey could have its owner notified.
#[test]
fn counter_of_an_invalid_response_is_ignored() {
    let setup = Setup::new();
    let mut passkey = known(&setup.made(KeyKind::Es256));
    passkey.record = verify(&setup, &passkey, &with_counter(9)).unwrap().record;
    for deviation in deviations() {
        let deviation = Deviation {
            counter: Some(1),
            ..deviation
        };
        let answer = verify(&setup, &passkey, &deviation);
        assert!(matches!(answer, Err(PasskeyError::Invalid(_))), "{answer:?}");
    }
    let mut altered: Value = json(&setup.sign(&passkey, &with_counter(1)));
    altered["response"]["signature"] =
        json(&setup.sign(&passkey, &with_counter(2)))["response"]["signature"].take();
    let answer = setup.passkeys.verify(&CHALLENGE, &passkey, &altered.to_string());
    assert!(matches!(answer, Err(PasskeyError::Invalid(_))), "{answer:?}");
}

#[test]
fn signature_by_another_key_is_refused() {
    let setup = Setup::new();
    let [first, second] = KINDS.map(|kind| setup.made(kind));
    let mut response = json(&setup.sign(&known(&second), &Deviation::default()));
    // The response claims to be of the first passkey.
    response["rawId"] = encode(&first.credential_id).into();
    response["id"] = encode(&first.credential_id).into();
    let answer = setup
        .passkeys
        .verify(&CHALLENGE, &known(&first), &response.to_string());
    assert!(matches!(answer, Err(PasskeyError::Invalid(_))), "{answer:?}");
}

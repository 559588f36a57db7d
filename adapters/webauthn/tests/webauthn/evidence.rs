use aditus_application::ports::{PasskeyEvidence as _, SignatureFault};
use aditus_domain::accounts::passkey::PasskeySignature;
use aditus_webauthn::WebauthnEvidence;
use aditus_webauthn::testing::{Authenticator, Deviation, KeyKind};

use crate::helpers::{CHALLENGE, ORIGIN, Setup, deviations, passkeys_at};

fn check(signature: &PasskeySignature) -> Result<(), SignatureFault> {
    WebauthnEvidence.check(signature, &CHALLENGE)
}

fn signature(kind: KeyKind) -> PasskeySignature {
    let setup = Setup::new();
    setup.signature(&setup.made(kind), &Deviation::default())
}

#[track_caller]
fn assert_fault(signature: &PasskeySignature, text: &str) {
    assert_eq!(check(signature), Err(SignatureFault(text.to_owned())));
}

#[test]
fn signatures_of_both_kinds_are_accepted() {
    for kind in [KeyKind::Es256, KeyKind::Rs256] {
        assert_eq!(check(&signature(kind)), Ok(()), "{kind:?}");
    }
}

/// Evidence is verified without knowledge of the installation.
#[test]
fn signature_at_any_website_is_accepted_if_the_passkey_belongs_to_it() {
    for (host, origin) in [
        ("localhost", "http://localhost:8080"),
        ("other.example", "https://other.example:8443"),
    ] {
        let setup = Setup {
            passkeys: passkeys_at(host, origin),
            authenticator: Authenticator::new(origin),
        };
        let made = setup.made(KeyKind::Es256);
        assert_eq!(check(&setup.signature(&made, &Deviation::default())), Ok(()));
    }
    let setup = Setup::new();
    let made = setup.made(KeyKind::Es256);
    let deviation = Deviation {
        origin: Some("https://other.example".to_owned()),
        ..Deviation::default()
    };
    assert_fault(
        &setup.signature(&made, &deviation),
        "the passkey was used at another website than the one to which it belongs",
    );
}

#[test]
fn signature_of_anything_else_proves_nothing() {
    let setup = Setup::new();
    let made = setup.made(KeyKind::Es256);
    let other_port = Some(format!("{ORIGIN}:8443"));
    for deviation in deviations() {
        // The same host; only the installation knows its port.
        if deviation.origin == other_port {
            continue;
        }
        let signature = setup.signature(&made, &deviation);
        assert!(check(&signature).is_err(), "{deviation:?}");
    }
}

#[test]
fn unverified_person_and_other_challenge_are_named() {
    let setup = Setup::new();
    let made = setup.made(KeyKind::Es256);
    let unverified = Deviation {
        is_unverified: true,
        ..Deviation::default()
    };
    assert_fault(
        &setup.signature(&made, &unverified),
        "the passkey did not verify the person",
    );
    let signature = setup.signature(&made, &Deviation::default());
    let answer = WebauthnEvidence.check(&signature, &[8; 32]);
    let fault = SignatureFault("the passkey signed another challenge".to_owned());
    assert_eq!(answer, Err(fault));
}

#[test]
fn every_changed_bit_is_noticed() {
    let signature = signature(KeyKind::Es256);
    let parts: [fn(&mut PasskeySignature) -> &mut Vec<u8>; 4] = [
        |it| &mut it.public_key,
        |it| &mut it.authenticator_data,
        |it| &mut it.client_data,
        |it| &mut it.signature,
    ];
    for part in parts {
        let length = part(&mut signature.clone()).len();
        for bit in 0..length * 8 {
            let mut changed = signature.clone();
            part(&mut changed)[bit / 8] ^= 1 << (bit % 8);
            assert!(check(&changed).is_err(), "bit {bit}");
        }
        for changed_length in [0, length - 1, length + 1] {
            let mut changed = signature.clone();
            part(&mut changed).resize(changed_length, 0);
            assert!(check(&changed).is_err(), "{changed_length} bytes");
        }
    }
}

#[test]
fn key_has_to_fit_the_algorithm() {
    let (ecdsa, rsa) = (signature(KeyKind::Es256), signature(KeyKind::Rs256));
    let text = "the public key of the passkey does not fit its algorithm";
    for (signature, algorithm) in [(&ecdsa, -257), (&rsa, -7)] {
        let changed = PasskeySignature {
            algorithm,
            ..signature.clone()
        };
        assert_fault(&changed, text);
    }
    for algorithm in [-8, -35, -37, -65535, 0, 5] {
        let changed = PasskeySignature {
            algorithm,
            ..ecdsa.clone()
        };
        assert_fault(&changed, "the algorithm of the passkey is not accepted");
    }
}

#[test]
fn weak_keys_and_other_curves_are_refused() {
    use openssl::ec::{EcGroup, EcKey};
    use openssl::nid::Nid;
    use openssl::pkey::PKey;
    use openssl::rsa::Rsa;

    let text = "the public key of the passkey does not fit its algorithm";
    let group = EcGroup::from_curve_name(Nid::SECP384R1).unwrap();
    let curve = PKey::from_ec_key(EcKey::generate(&group).unwrap()).unwrap();
    let changed = PasskeySignature {
        public_key: curve.public_key_to_der().unwrap(),
        ..signature(KeyKind::Es256)
    };
    assert_fault(&changed, text);
    let short = PKey::from_rsa(Rsa::generate(1024).unwrap()).unwrap();
    let changed = PasskeySignature {
        public_key: short.public_key_to_der().unwrap(),
        ..signature(KeyKind::Rs256)
    };
    assert_fault(&changed, text);
}

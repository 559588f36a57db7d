use aditus_application::ports::Passkeys as _;
use aditus_webauthn::testing::Authenticator;
use aditus_webauthn::{RelyingParty, RelyingPartyError, WebauthnPasskeys};

use crate::helpers::{CHALLENGE, owner, passkeys_at};

fn error_of(id: &str, origin: &str) -> Option<RelyingPartyError> {
    let name = "Health data";
    WebauthnPasskeys::new(&RelyingParty { id, origin, name }).err()
}

#[test]
fn passkeys_work_at_other_ports_and_on_localhost() {
    for (id, origin) in [
        ("data.health.example", "https://data.health.example:8443"),
        ("xn--donnes-eva.example", "https://xn--donnes-eva.example"),
        ("localhost", "http://localhost:8080"),
    ] {
        let (passkeys, authenticator) = (passkeys_at(id, origin), Authenticator::new(origin));
        let options = passkeys.creation_options(&CHALLENGE, &owner(), &[]).unwrap();
        let made = authenticator.make(&options).unwrap();
        let answer = passkeys.register(&CHALLENGE, &made);
        assert!(answer.is_ok(), "{origin}: {answer:?}");
    }
}

#[test]
fn unusable_relying_parties_are_refused() {
    for (id, origin, error) in [
        ("aditus.example", "aditus.example", RelyingPartyError::Origin),
        (
            "aditus.example",
            "https://aditus.example/",
            RelyingPartyError::Origin,
        ),
        (
            "aditus.example",
            "https://aditus.example/a",
            RelyingPartyError::Origin,
        ),
        (
            "aditus.example",
            "https://aditus.example:443",
            RelyingPartyError::Origin,
        ),
        ("other.example", "https://aditus.example", RelyingPartyError::Id),
        ("example", "https://aditus.example", RelyingPartyError::Id),
        ("127.0.0.1", "https://127.0.0.1", RelyingPartyError::Id),
    ] {
        assert_eq!(error_of(id, origin), Some(error), "{id} {origin}");
    }
}

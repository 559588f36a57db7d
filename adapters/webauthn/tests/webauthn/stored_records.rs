use aditus_application::ports::{KnownPasskey, Passkeys as _};
use aditus_webauthn::testing::KeyKind;

use crate::helpers::{CHALLENGE, Setup, json};

/// A record as databases have it, and a response of its passkey. They MUST stay valid with later
/// versions of the library, or people could not sign in any more.
const RECORD: &str = include_str!("stored_record.json");
const RESPONSE: &str = include_str!("stored_response.json");

#[test]
fn record_of_an_earlier_version_is_read() {
    let passkeys = Setup::new().passkeys;
    let passkey = KnownPasskey {
        credential_id: passkeys.read(RESPONSE).unwrap().credential_id,
        record: RECORD.to_owned(),
    };
    let verified = passkeys.verify(&CHALLENGE, &passkey, RESPONSE).unwrap();
    assert_eq!(json(&verified.record)["cred"]["counter"], 1);
}

/// A new field means that the stored record above should be joined by one with the field.
#[test]
fn new_records_have_the_fields_of_the_stored_one() {
    let fields_of = |record: &str| -> Vec<String> {
        let record = json(record);
        record["cred"].as_object().unwrap().keys().cloned().collect()
    };
    let new = Setup::new().made(KeyKind::Es256).record;
    assert_eq!(fields_of(&new), fields_of(RECORD));
}

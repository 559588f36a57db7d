//! The rules that every adapter of [`Passkeys`] MUST follow. An adapter implements a
//! [`TestAuthenticator`], with which people use it, and runs each function of [`CONTRACT`] on a new
//! one.

use std::error::Error;
use std::fmt::Debug;

use crate::ports::{KnownPasskey, MadePasskey, PasskeyError, PasskeyOwner, Passkeys};

/// The adapter under test, with a browser and an authenticator.
pub trait TestAuthenticator {
    /// Returns the adapter.
    fn adapter(&self) -> &dyn Passkeys;

    /// Makes a passkey with these options, and returns the response of the browser. Returns `None`
    /// if the authenticator has one of the excluded passkeys.
    fn make(&self, options: &str) -> Option<String>;

    /// Signs with the latest of its passkeys that the options allow, and returns the response of the
    /// browser. Returns `None` if it has none of them.
    fn sign(&self, options: &str) -> Option<String>;

    /// Does not verify people from now on.
    fn stop_verifying(&self);

    /// Sets the signature counters of all passkeys back to their first value, as in a copy of the
    /// authenticator.
    fn set_back(&self);
}

/// One clause of the contract.
pub type Clause = fn(&dyn TestAuthenticator);

/// The clauses of the contract, by name.
pub const CONTRACT: [(&str, Clause); 12] = [
    ("a_new_passkey_signs", a_new_passkey_signs),
    (
        "a_passkey_signs_without_being_named",
        a_passkey_signs_without_being_named,
    ),
    (
        "a_response_names_challenge_passkey_and_account",
        a_response_names_challenge_passkey_and_account,
    ),
    (
        "a_passkey_of_the_account_is_excluded",
        a_passkey_of_the_account_is_excluded,
    ),
    (
        "a_response_to_another_challenge_is_refused",
        a_response_to_another_challenge_is_refused,
    ),
    (
        "a_response_of_another_passkey_is_refused",
        a_response_of_another_passkey_is_refused,
    ),
    ("a_new_passkey_is_no_signature", a_new_passkey_is_no_signature),
    ("a_signature_is_no_new_passkey", a_signature_is_no_new_passkey),
    (
        "a_response_without_verification_is_refused",
        a_response_without_verification_is_refused,
    ),
    (
        "a_counter_that_went_back_is_reported",
        a_counter_that_went_back_is_reported,
    ),
    ("a_malformed_response_is_refused", a_malformed_response_is_refused),
    ("a_foreign_record_is_refused", a_foreign_record_is_refused),
];

fn owner(digit: u8) -> PasskeyOwner {
    PasskeyOwner {
        handle: [digit; 16],
        username: format!("person{digit}@ministry.example"),
        display_name: format!("Person {digit}"),
    }
}

fn known(made: &MadePasskey) -> KnownPasskey {
    KnownPasskey {
        credential_id: made.credential_id.clone(),
        record: made.record.clone(),
    }
}

/// Returns the response of an authenticator that makes a passkey.
fn made_response(authenticator: &dyn TestAuthenticator, challenge: [u8; 32], owner: &PasskeyOwner) -> String {
    let adapter = authenticator.adapter();
    let options = adapter.creation_options(&challenge, owner, &[]).unwrap();
    authenticator.make(&options).unwrap()
}

/// Makes a passkey and registers it.
fn made(authenticator: &dyn TestAuthenticator, owner: &PasskeyOwner) -> MadePasskey {
    let response = made_response(authenticator, [9; 32], owner);
    authenticator.adapter().register(&[9; 32], &response).unwrap()
}

/// Returns the response of an authenticator that signs with one of these passkeys.
fn signed_response(
    authenticator: &dyn TestAuthenticator,
    challenge: [u8; 32],
    allowed: &[KnownPasskey],
) -> String {
    let adapter = authenticator.adapter();
    let options = adapter.request_options(&challenge, allowed).unwrap();
    authenticator.sign(&options).unwrap()
}

/// Checks that a response is invalid, and that the error does not repeat it.
#[track_caller]
fn assert_refused<T: Debug>(answer: Result<T, PasskeyError>, response: &str) {
    let error = answer.unwrap_err();
    let mut texts = format!("{error} {error:?}");
    let mut source = error.source();
    while let Some(cause) = source {
        texts = format!("{texts} {cause} {cause:?}");
        source = cause.source();
    }
    assert!(matches!(error, PasskeyError::Invalid(_)), "{texts}");
    assert!(response.is_empty() || !texts.contains(response), "{texts}");
}

/// The caller stores the record of each response in place of the former one.
pub fn a_new_passkey_signs(authenticator: &dyn TestAuthenticator) {
    let passkey = made(authenticator, &owner(1));
    assert!(!passkey.credential_id.is_empty() && !passkey.public_key.is_empty());
    let mut known = known(&passkey);
    for digit in 1..4 {
        let response = signed_response(authenticator, [digit; 32], std::slice::from_ref(&known));
        let verified = authenticator
            .adapter()
            .verify(&[digit; 32], &known, &response)
            .unwrap();
        assert!(!verified.authenticator_data.is_empty() && !verified.client_data.is_empty());
        assert!(!verified.signature.is_empty());
        known.record = verified.record;
    }
}

/// A person signs in without entering a name.
pub fn a_passkey_signs_without_being_named(authenticator: &dyn TestAuthenticator) {
    let passkey = made(authenticator, &owner(1));
    let response = signed_response(authenticator, [1; 32], &[]);
    let answer = authenticator
        .adapter()
        .verify(&[1; 32], &known(&passkey), &response);
    assert!(answer.is_ok(), "{answer:?}");
}

/// The caller finds the stored challenge and the passkey with them.
pub fn a_response_names_challenge_passkey_and_account(authenticator: &dyn TestAuthenticator) {
    let adapter = authenticator.adapter();
    let response = made_response(authenticator, [1; 32], &owner(1));
    let passkey = adapter.register(&[1; 32], &response).unwrap();
    let read = adapter.read(&response).unwrap();
    assert_eq!(read.challenge, [1; 32]);
    assert_eq!(read.credential_id, passkey.credential_id);

    let read = adapter
        .read(&signed_response(authenticator, [2; 32], &[]))
        .unwrap();
    assert_eq!(read.challenge, [2; 32]);
    assert_eq!(read.credential_id, passkey.credential_id);
    assert_eq!(read.handle.as_deref(), Some(&owner(1).handle[..]));
}

/// One authenticator has one passkey for an account.
pub fn a_passkey_of_the_account_is_excluded(authenticator: &dyn TestAuthenticator) {
    let adapter = authenticator.adapter();
    let passkey = made(authenticator, &owner(1));
    let options = adapter.creation_options(&[1; 32], &owner(1), &[known(&passkey)]);
    assert_eq!(authenticator.make(&options.unwrap()), None);
    let options = adapter.creation_options(&[2; 32], &owner(2), &[]).unwrap();
    assert!(authenticator.make(&options).is_some());
}

/// The caller passes the challenge that it stored, so no other one is accepted.
pub fn a_response_to_another_challenge_is_refused(authenticator: &dyn TestAuthenticator) {
    let adapter = authenticator.adapter();
    let response = made_response(authenticator, [1; 32], &owner(1));
    assert_refused(adapter.register(&[2; 32], &response), &response);
    let passkey = known(&adapter.register(&[1; 32], &response).unwrap());
    let response = signed_response(authenticator, [1; 32], std::slice::from_ref(&passkey));
    assert_refused(adapter.verify(&[2; 32], &passkey, &response), &response);
}

/// Holds for two passkeys of one account and of one authenticator.
pub fn a_response_of_another_passkey_is_refused(authenticator: &dyn TestAuthenticator) {
    let [first, second] = [(); 2].map(|()| known(&made(authenticator, &owner(1))));
    let response = signed_response(authenticator, [1; 32], std::slice::from_ref(&second));
    let adapter = authenticator.adapter();
    assert_refused(adapter.verify(&[1; 32], &first, &response), &response);
    assert!(adapter.verify(&[1; 32], &second, &response).is_ok());
}

/// Otherwise a page that has people add a passkey could sign them in elsewhere.
pub fn a_new_passkey_is_no_signature(authenticator: &dyn TestAuthenticator) {
    let adapter = authenticator.adapter();
    let response = made_response(authenticator, [1; 32], &owner(1));
    let passkey = known(&adapter.register(&[1; 32], &response).unwrap());
    assert_refused(adapter.verify(&[1; 32], &passkey, &response), &response);
}

/// A signature contains no key.
pub fn a_signature_is_no_new_passkey(authenticator: &dyn TestAuthenticator) {
    let passkey = known(&made(authenticator, &owner(1)));
    let response = signed_response(authenticator, [1; 32], &[passkey]);
    assert_refused(authenticator.adapter().register(&[1; 32], &response), &response);
}

/// A passkey counts as two factors only if it asked for a PIN, a finger or a face.
pub fn a_response_without_verification_is_refused(authenticator: &dyn TestAuthenticator) {
    let passkey = known(&made(authenticator, &owner(1)));
    authenticator.stop_verifying();
    let adapter = authenticator.adapter();
    let response = signed_response(authenticator, [1; 32], std::slice::from_ref(&passkey));
    assert_refused(adapter.verify(&[1; 32], &passkey, &response), &response);
    let response = made_response(authenticator, [1; 32], &owner(2));
    assert_refused(adapter.register(&[1; 32], &response), &response);
}

/// Holds as well if the counter is the same as before. A response that is invalid for another
/// reason says nothing about copies.
pub fn a_counter_that_went_back_is_reported(authenticator: &dyn TestAuthenticator) {
    let adapter = authenticator.adapter();
    let mut passkey = known(&made(authenticator, &owner(1)));
    let response = signed_response(authenticator, [1; 32], std::slice::from_ref(&passkey));
    passkey.record = adapter.verify(&[1; 32], &passkey, &response).unwrap().record;
    let repeated = adapter.verify(&[1; 32], &passkey, &response).unwrap_err();
    assert!(matches!(repeated, PasskeyError::CounterWentBack), "{repeated:?}");

    authenticator.set_back();
    let response = signed_response(authenticator, [2; 32], std::slice::from_ref(&passkey));
    let copied = adapter.verify(&[2; 32], &passkey, &response).unwrap_err();
    assert!(matches!(copied, PasskeyError::CounterWentBack), "{copied:?}");
    assert_refused(adapter.verify(&[3; 32], &passkey, &response), &response);
}

/// Holds for texts of any length.
pub fn a_malformed_response_is_refused(authenticator: &dyn TestAuthenticator) {
    let adapter = authenticator.adapter();
    let made = made_response(authenticator, [1; 32], &owner(1));
    let passkey = known(&adapter.register(&[1; 32], &made).unwrap());
    let signed = signed_response(authenticator, [1; 32], std::slice::from_ref(&passkey));
    let shortened = |text: &str| text[..text.len() / 2].to_owned();
    for response in [
        String::new(),
        "{}".to_owned(),
        "[]".to_owned(),
        "null".to_owned(),
        "a-made-up-response".to_owned(),
        shortened(&made),
        shortened(&signed),
        format!("{signed}{signed}"),
        "[".repeat(1_000_000),
        "a".repeat(1_000_000),
    ] {
        assert_refused(adapter.read(&response), &response);
        assert_refused(adapter.register(&[1; 32], &response), &response);
        assert_refused(adapter.verify(&[1; 32], &passkey, &response), &response);
    }
}

/// The database may be damaged, or have rows of another adapter.
pub fn a_foreign_record_is_refused(authenticator: &dyn TestAuthenticator) {
    let adapter = authenticator.adapter();
    let [first, second] = [(); 2].map(|()| known(&made(authenticator, &owner(1))));
    let response = signed_response(authenticator, [1; 32], std::slice::from_ref(&second));
    for record in [String::new(), "{}".to_owned(), first.record] {
        let foreign = KnownPasskey {
            record,
            ..second.clone()
        };
        assert_refused(adapter.verify(&[1; 32], &foreign, &response), &response);
    }
}

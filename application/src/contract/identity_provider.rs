//! The rules that every adapter of [`IdentityProvider`] MUST follow. An adapter implements a
//! [`TestProvider`], at which people sign in, and runs each function of [`CONTRACT`] on a new one.

use std::error::Error;
use std::fmt::Debug;
use std::time::{Duration, Instant};

use aditus_domain::accounts::identity::{Claims, Identity};
use chrono::{DateTime, TimeDelta, Utc};

use crate::ports::{AuthenticatedPerson, IdentityProvider, ProviderError, SignInSecrets};

/// The adapter under test and the provider behind it.
pub trait TestProvider {
    /// Returns the adapter. It has not sent a request before the first call.
    fn adapter(&self) -> &dyn IdentityProvider;

    /// Returns the issuer of the provider. The provider has an address for signing out.
    fn issuer(&self) -> String;

    /// Returns the time of the provider, in whole seconds.
    fn now(&self) -> DateTime<Utc>;

    /// Signs this person in at an authorization address, and returns the code with which the
    /// browser comes back. The provider redeems it only with the verifier of this sign-in.
    fn sign_in(&self, address: &str, person: &AuthenticatedPerson) -> String;

    /// Issues a logout token now. It names at least one of subject and session.
    fn issue_logout(&self, subject: Option<&str>, sid: Option<&str>) -> String;

    /// Makes the provider fail each request from now on.
    fn fail(&self);

    /// Makes the provider leave requests without an answer from now on.
    fn stall(&self);

    /// Returns secrets that no error may contain.
    fn secrets(&self) -> Vec<&str>;
}

/// One clause of the contract.
pub type Clause = fn(&dyn TestProvider);

/// The clauses of the contract, by name.
pub const CONTRACT: [(&str, Clause); 11] = [
    (
        "the_authorization_address_has_state_and_nonce_but_no_verifier",
        the_authorization_address_has_state_and_nonce_but_no_verifier,
    ),
    (
        "a_code_is_redeemed_to_the_person_who_signed_in",
        a_code_is_redeemed_to_the_person_who_signed_in,
    ),
    ("a_made_up_code_is_refused", a_made_up_code_is_refused),
    (
        "a_code_with_another_nonce_is_refused",
        a_code_with_another_nonce_is_refused,
    ),
    (
        "a_code_with_another_verifier_is_refused",
        a_code_with_another_verifier_is_refused,
    ),
    (
        "a_code_of_another_sign_in_is_refused",
        a_code_of_another_sign_in_is_refused,
    ),
    (
        "a_logout_token_names_subject_and_session",
        a_logout_token_names_subject_and_session,
    ),
    (
        "a_made_up_logout_token_is_refused",
        a_made_up_logout_token_is_refused,
    ),
    (
        "the_sign_out_address_needs_no_answer",
        the_sign_out_address_needs_no_answer,
    ),
    (
        "a_known_sign_out_address_is_returned_again",
        a_known_sign_out_address_is_returned_again,
    ),
    (
        "a_failing_provider_is_unreachable",
        a_failing_provider_is_unreachable,
    ),
];

/// Returns the secrets of a sign-in. Each digit makes other ones.
fn secrets_of(digit: char) -> SignInSecrets {
    let repeated = |letter: char| format!("{letter}{digit}").repeat(32);
    SignInSecrets {
        state: repeated('a'),
        nonce: repeated('b'),
        pkce_verifier: repeated('c'),
    }
}

/// Returns a person about whom the provider states everything.
fn ada(test_provider: &dyn TestProvider) -> AuthenticatedPerson {
    AuthenticatedPerson {
        identity: Identity::new(&test_provider.issuer(), "subject-of-ada").unwrap(),
        claims: Claims::new("Ada", "Lovelace", "ada@ministry.example"),
        acr: Some("gold".to_owned()),
        amr: vec!["pwd".to_owned(), "otp".to_owned()],
        sid: Some("session-of-ada".to_owned()),
    }
}

/// Returns a person about whom the provider states only the identity.
fn grace(test_provider: &dyn TestProvider) -> AuthenticatedPerson {
    AuthenticatedPerson {
        identity: Identity::new(&test_provider.issuer(), "subject-of-grace").unwrap(),
        claims: Claims::default(),
        acr: None,
        amr: Vec::new(),
        sid: None,
    }
}

/// Begins a sign-in with these secrets. Returns the code of a person who signs in.
fn code_of(
    test_provider: &dyn TestProvider,
    secrets: &SignInSecrets,
    person: &AuthenticatedPerson,
) -> String {
    let address = test_provider.adapter().authorization_address(secrets).unwrap();
    test_provider.sign_in(&address, person)
}

/// Returns the texts of an error and of its sources.
fn texts_of(error: &ProviderError) -> String {
    let mut texts = format!("{error} {error:?}");
    let mut source = error.source();
    while let Some(cause) = source {
        texts = format!("{texts} {cause} {cause:?}");
        source = cause.source();
    }
    texts
}

/// Checks that an answer is not valid, and that the error repeats neither secrets nor `sent`.
#[track_caller]
fn assert_refused<T: Debug>(test_provider: &dyn TestProvider, answer: Result<T, ProviderError>, sent: &str) {
    let error = answer.unwrap_err();
    let texts = texts_of(&error);
    assert!(matches!(error, ProviderError::Invalid(_)), "{texts}");
    for secret in test_provider.secrets().into_iter().chain([sent]) {
        assert!(!texts.contains(secret), "{texts}");
    }
}

/// Redeems a code with changed secrets, and checks that it is refused. `change` gets the secrets of
/// the sign-in and those of another one, which has begun as well.
#[track_caller]
fn assert_refused_with(
    test_provider: &dyn TestProvider,
    change: fn(own: SignInSecrets, other: SignInSecrets) -> SignInSecrets,
) {
    let (own, other) = (secrets_of('1'), secrets_of('2'));
    let code = code_of(test_provider, &own, &ada(test_provider));
    code_of(test_provider, &other, &grace(test_provider));
    let changed = change(own, other);
    let answer = test_provider
        .adapter()
        .redeem(&code, &changed, test_provider.now());
    let texts = answer.as_ref().err().map(texts_of).unwrap_or_default();
    for secret in [&changed.state, &changed.nonce, &changed.pkce_verifier] {
        assert!(!texts.contains(secret.as_str()), "{texts}");
    }
    assert_refused(test_provider, answer, &code);
}

/// The address reaches the browser, its history and logs of the provider.
pub fn the_authorization_address_has_state_and_nonce_but_no_verifier(test_provider: &dyn TestProvider) {
    for digit in ['1', '2'] {
        let secrets = secrets_of(digit);
        let address = test_provider.adapter().authorization_address(&secrets).unwrap();
        assert!(address.contains(&secrets.state), "{address}");
        assert!(address.contains(&secrets.nonce), "{address}");
        assert!(!address.contains(&secrets.pkce_verifier), "{address}");
    }
}

/// Holds for several sign-ins at once, in any order.
pub fn a_code_is_redeemed_to_the_person_who_signed_in(test_provider: &dyn TestProvider) {
    let (first, second) = (secrets_of('1'), secrets_of('2'));
    let (ada, grace) = (ada(test_provider), grace(test_provider));
    let code_of_ada = code_of(test_provider, &first, &ada);
    let code_of_grace = code_of(test_provider, &second, &grace);
    for (code, secrets, person) in [(code_of_grace, second, grace), (code_of_ada, first, ada)] {
        let redeemed = test_provider
            .adapter()
            .redeem(&code, &secrets, test_provider.now());
        assert_eq!(redeemed.unwrap(), person);
    }
}

/// Holds for codes that resemble a valid one, and for characters with a meaning in forms.
pub fn a_made_up_code_is_refused(test_provider: &dyn TestProvider) {
    let secrets = secrets_of('1');
    let code = code_of(test_provider, &secrets, &ada(test_provider));
    for made_up in [
        "made-up-c0de".to_owned(),
        format!("{code}0"),
        format!("made-up&code={code}"),
    ] {
        let answer = test_provider
            .adapter()
            .redeem(&made_up, &secrets, test_provider.now());
        assert_refused(test_provider, answer, &made_up);
    }
}

/// The nonce binds the ID token to the sign-in.
pub fn a_code_with_another_nonce_is_refused(test_provider: &dyn TestProvider) {
    assert_refused_with(test_provider, |own, other| SignInSecrets {
        nonce: other.nonce,
        ..own
    });
}

/// The verifier binds the code to the sign-in.
pub fn a_code_with_another_verifier_is_refused(test_provider: &dyn TestProvider) {
    assert_refused_with(test_provider, |own, other| SignInSecrets {
        pkce_verifier: other.pkce_verifier,
        ..own
    });
}

/// An attacker can pass the code of another person to a browser that has begun a sign-in.
pub fn a_code_of_another_sign_in_is_refused(test_provider: &dyn TestProvider) {
    assert_refused_with(test_provider, |_, other| other);
}

/// The tolerated skew of clocks is at most two minutes.
pub fn a_logout_token_names_subject_and_session(test_provider: &dyn TestProvider) {
    let now = test_provider.now();
    let (subject, sid) = (Some("subject-of-ada"), Some("session-of-ada"));
    for (subject, sid) in [(subject, sid), (subject, None), (None, sid)] {
        let token = test_provider.issue_logout(subject, sid);
        let logout = test_provider.adapter().verify_logout(&token, now).unwrap();
        assert_eq!(logout.issuer, test_provider.issuer());
        assert_eq!((logout.subject.as_deref(), logout.sid.as_deref()), (subject, sid));
        let latest = now + TimeDelta::minutes(2);
        assert!((now..=latest).contains(&logout.issued_until), "{logout:?}");
    }
}

/// Holds for tokens that resemble a valid one.
pub fn a_made_up_logout_token_is_refused(test_provider: &dyn TestProvider) {
    let token = test_provider.issue_logout(Some("subject-of-ada"), None);
    let mut shortened = token.clone();
    shortened.pop();
    for made_up in ["made-up.t0ken.of-ada".to_owned(), format!("{token}A"), shortened] {
        let answer = test_provider
            .adapter()
            .verify_logout(&made_up, test_provider.now());
        assert_refused(test_provider, answer, &made_up);
    }
}

/// Signing out of Aditus waits for this address.
pub fn the_sign_out_address_needs_no_answer(test_provider: &dyn TestProvider) {
    test_provider.stall();
    let begun = Instant::now();
    test_provider.adapter().sign_out_address();
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
}

/// Holds while the provider does not answer.
pub fn a_known_sign_out_address_is_returned_again(test_provider: &dyn TestProvider) {
    let adapter = test_provider.adapter();
    adapter.check().unwrap();
    let address = adapter.sign_out_address();
    assert!(address.is_some());
    test_provider.stall();
    let begun = Instant::now();
    assert_eq!(adapter.sign_out_address(), address);
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
}

/// The person is asked to try again, and `aditus check` reports it.
pub fn a_failing_provider_is_unreachable(test_provider: &dyn TestProvider) {
    test_provider.fail();
    let (adapter, now) = (test_provider.adapter(), test_provider.now());
    let (secrets, code, token) = (secrets_of('1'), "made-up-c0de", "made-up.t0ken.of-ada");
    for error in [
        adapter.check().unwrap_err(),
        adapter.authorization_address(&secrets).unwrap_err(),
        adapter.redeem(code, &secrets, now).unwrap_err(),
        adapter.verify_logout(token, now).unwrap_err(),
    ] {
        let texts = texts_of(&error);
        assert!(matches!(error, ProviderError::Unreachable(_)), "{texts}");
        let sent = [
            code,
            token,
            &secrets.state,
            &secrets.nonce,
            &secrets.pkce_verifier,
        ];
        for secret in test_provider.secrets().into_iter().chain(sent) {
            assert!(!texts.contains(secret), "{texts}");
        }
    }
}

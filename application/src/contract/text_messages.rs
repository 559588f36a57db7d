//! The rules that every adapter of [`TextMessages`] MUST follow. An adapter implements a
//! [`TestGateway`], which returns the messages that arrived, and runs each function of [`CONTRACT`]
//! on a new one.

use std::error::Error;

use crate::ports::{TextMessage, TextMessageError, TextMessages};

/// A message that arrived at the gateway.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedMessage {
    /// The phone number.
    pub to: String,
    /// The text.
    pub text: String,
    /// Its reference.
    pub reference: String,
}

/// The adapter under test and the gateway behind it.
pub trait TestGateway {
    /// Returns the adapter.
    fn gateway(&self) -> &dyn TextMessages;

    /// Returns the messages in the order of arrival, refused ones included.
    fn received(&self) -> Vec<ReceivedMessage>;

    /// Makes the gateway refuse the next message permanently.
    fn refuse_next_permanently(&self);

    /// Makes the gateway refuse the next message temporarily.
    fn refuse_next_for_now(&self);

    /// Returns secrets that no error may contain.
    fn secrets(&self) -> Vec<&str>;
}

/// One clause of the contract.
pub type Clause = fn(&dyn TestGateway);

/// The clauses of the contract, by name.
pub const CONTRACT: [(&str, Clause); 5] = [
    (
        "a_message_has_arrived_when_sending_returns",
        a_message_has_arrived_when_sending_returns,
    ),
    ("any_text_arrives_unchanged", any_text_arrives_unchanged),
    (
        "permanent_and_temporary_refusals_differ",
        permanent_and_temporary_refusals_differ,
    ),
    ("errors_hold_no_secrets", errors_hold_no_secrets),
    ("the_check_sends_nothing", the_check_sends_nothing),
];

fn message(text: &str) -> TextMessage {
    TextMessage {
        to: "+256772000111".to_owned(),
        text: text.to_owned(),
    }
}

/// The message arrives once, under its reference.
pub fn a_message_has_arrived_when_sending_returns(test_gateway: &dyn TestGateway) {
    for count in 1..=3 {
        let reference = format!("message-{count}");
        test_gateway
            .gateway()
            .send(&message("482913"), &reference)
            .unwrap();
        let received = test_gateway.received();
        assert_eq!(received.len(), count);
        let expected = ReceivedMessage {
            to: "+256772000111".to_owned(),
            text: "482913".to_owned(),
            reference,
        };
        assert_eq!(received[count - 1], expected);
    }
}

/// Holds for every script and character.
pub fn any_text_arrives_unchanged(test_gateway: &dyn TestGateway) {
    let texts = [
        "Grüße, Київ, መልእክት",
        "\"quoted\", {to}, &text=x, 100 %, a+b, \\",
        "two\nlines",
    ];
    for text in texts {
        test_gateway.gateway().send(&message(text), "1").unwrap();
    }
    let received: Vec<String> = test_gateway
        .received()
        .into_iter()
        .map(|received| received.text)
        .collect();
    assert_eq!(received, texts);
}

/// Neither refusal affects the next message.
pub fn permanent_and_temporary_refusals_differ(test_gateway: &dyn TestGateway) {
    let send = || test_gateway.gateway().send(&message("482913"), "1");
    test_gateway.refuse_next_permanently();
    assert!(matches!(send(), Err(TextMessageError::Permanent(_))));
    test_gateway.refuse_next_for_now();
    assert!(matches!(send(), Err(TextMessageError::Temporary(_))));
    send().unwrap();
}

/// Errors are logged and stored in the outbox.
pub fn errors_hold_no_secrets(test_gateway: &dyn TestGateway) {
    let refusals: [fn(&dyn TestGateway); 2] = [
        |test_gateway| test_gateway.refuse_next_permanently(),
        |test_gateway| test_gateway.refuse_next_for_now(),
    ];
    for refuse in refusals {
        refuse(test_gateway);
        let error = test_gateway.gateway().send(&message("482913"), "1").unwrap_err();
        let mut texts = format!("{error} {error:?}");
        let mut source = error.source();
        while let Some(cause) = source {
            texts = format!("{texts} {cause} {cause:?}");
            source = cause.source();
        }
        for secret in test_gateway.secrets().into_iter().chain(["482913"]) {
            assert!(!texts.contains(secret), "{texts}");
        }
    }
    assert!(!format!("{:?}", message("482913")).contains("482913"));
}

/// The check succeeds while the gateway is available.
pub fn the_check_sends_nothing(test_gateway: &dyn TestGateway) {
    test_gateway.gateway().check().unwrap();
    assert!(test_gateway.received().is_empty());
}

//! The rules that every adapter of [`TextMessages`] MUST follow. An adapter implements a
//! [`Station`], which returns the messages that arrived, and runs each function of [`CONTRACT`] on
//! a new one.

use std::error::Error;

use crate::ports::{TextMessage, TextMessageError, TextMessages};

/// A message that arrived at the station.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrived {
    /// The phone number.
    pub to: String,
    /// The text.
    pub text: String,
    /// Its reference.
    pub reference: String,
}

/// The adapter under test and the station behind it.
pub trait Station {
    /// Returns the adapter.
    fn gateway(&self) -> &dyn TextMessages;

    /// Returns the messages in the order of arrival, refused ones included.
    fn arrived(&self) -> Vec<Arrived>;

    /// Makes the station refuse the next message permanently.
    fn refuse_next_for_good(&self);

    /// Makes the station refuse the next message temporarily.
    fn refuse_next_for_now(&self);

    /// Returns secrets that no error may contain.
    fn secrets(&self) -> Vec<&str>;
}

/// One clause of the contract.
pub type Clause = fn(&dyn Station);

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
pub fn a_message_has_arrived_when_sending_returns(station: &dyn Station) {
    for count in 1..=3 {
        let reference = format!("message-{count}");
        station.gateway().send(&message("482913"), &reference).unwrap();
        let arrived = station.arrived();
        assert_eq!(arrived.len(), count);
        let expected = Arrived {
            to: "+256772000111".to_owned(),
            text: "482913".to_owned(),
            reference,
        };
        assert_eq!(arrived[count - 1], expected);
    }
}

/// Holds for every script and character.
pub fn any_text_arrives_unchanged(station: &dyn Station) {
    let texts = [
        "Grüße, Київ, መልእክት",
        "\"quoted\", {to}, &text=x, 100 %, a+b, \\",
        "two\nlines",
    ];
    for text in texts {
        station.gateway().send(&message(text), "1").unwrap();
    }
    let arrived: Vec<String> = station
        .arrived()
        .into_iter()
        .map(|arrived| arrived.text)
        .collect();
    assert_eq!(arrived, texts);
}

/// Neither refusal affects the next message.
pub fn permanent_and_temporary_refusals_differ(station: &dyn Station) {
    let send = || station.gateway().send(&message("482913"), "1");
    station.refuse_next_for_good();
    assert!(matches!(send(), Err(TextMessageError::Permanent(_))));
    station.refuse_next_for_now();
    assert!(matches!(send(), Err(TextMessageError::Temporary(_))));
    send().unwrap();
}

/// Errors are logged and stored in the outbox.
pub fn errors_hold_no_secrets(station: &dyn Station) {
    let refusals: [fn(&dyn Station); 2] = [
        |station| station.refuse_next_for_good(),
        |station| station.refuse_next_for_now(),
    ];
    for refuse in refusals {
        refuse(station);
        let error = station.gateway().send(&message("482913"), "1").unwrap_err();
        let mut said = format!("{error} {error:?}");
        let mut source = error.source();
        while let Some(cause) = source {
            said = format!("{said} {cause} {cause:?}");
            source = cause.source();
        }
        for secret in station.secrets().into_iter().chain(["482913"]) {
            assert!(!said.contains(secret), "{said}");
        }
    }
    assert!(!format!("{:?}", message("482913")).contains("482913"));
}

/// The check succeeds while the station is available.
pub fn the_check_sends_nothing(station: &dyn Station) {
    station.gateway().check().unwrap();
    assert!(station.arrived().is_empty());
}

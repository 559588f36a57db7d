use std::collections::VecDeque;
use std::sync::Mutex;

use super::lock;
use crate::ports::{TextMessage, TextMessageError, TextMessages};

/// A gateway that stores the text messages and can simulate refusals.
#[derive(Debug, Default)]
pub struct ListedTextMessages {
    sent: Mutex<Vec<(TextMessage, String)>>,
    refusals: Mutex<VecDeque<TextMessageError>>,
}

impl ListedTextMessages {
    /// Refuses one of the next messages. Refusals are used in the order of these calls.
    pub fn refuse(&self, error: TextMessageError) {
        lock(&self.refusals).push_back(error);
    }

    /// Refuses the next message temporarily.
    pub fn refuse_for_now(&self) {
        self.refuse(TextMessageError::Temporary("503 try again later".into()));
    }

    /// Returns the sent messages with their references, oldest first.
    pub fn sent(&self) -> Vec<(TextMessage, String)> {
        lock(&self.sent).clone()
    }

    /// Returns the texts sent to this number, oldest first.
    pub fn to(&self, number: &str) -> Vec<String> {
        let sent = self.sent().into_iter();
        sent.filter(|(message, _)| message.to == number)
            .map(|(message, _)| message.text)
            .collect()
    }
}

impl TextMessages for ListedTextMessages {
    fn send(&self, message: &TextMessage, reference: &str) -> Result<(), TextMessageError> {
        if let Some(error) = lock(&self.refusals).pop_front() {
            return Err(error);
        }
        lock(&self.sent).push((message.clone(), reference.to_owned()));
        Ok(())
    }

    fn check(&self) -> Result<(), TextMessageError> {
        Ok(())
    }
}

//! The store of approval letters.

use aditus_domain::audit::{Act, Personal};
use aditus_domain::ids::{ProcedureId, RequestId};
use aditus_domain::procedures::{LetterNumber, LetterText};
use chrono::{DateTime, Utc};

use crate::ports::StoreError;

/// A letter as it is kept. It holds names of people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// Of which request.
    pub request: RequestId,
    /// Its number.
    pub number: LetterNumber,
    /// When the request was approved.
    pub made_on: DateTime<Utc>,
    /// What it says.
    pub text: LetterText,
}

impl Letter {
    /// What the record holds of it: its words as commitments.
    pub(crate) fn issued(&self) -> Act {
        Act::LetterIssued {
            request: self.request,
            letter: self.number,
            made_on: self.made_on,
            heading: Personal::new(self.text.heading.as_str()),
            body: Personal::new(self.text.body.as_str()),
        }
    }
}

/// The store of letters. A letter is never altered: there is no method for it, but for the erasure of the person whom it names
/// ([`crate::accounts::erasure::Erasures`]).
pub trait Letters {
    /// The next number, from 1. No number is left out and none is given twice: whoever asks waits until all who asked before have
    /// ended, and the number of a transaction that is dropped MUST be given to the next.
    fn next_number(&mut self) -> Result<LetterNumber, StoreError>;
    /// Keeps a letter. A second one of a request, or of a number, MUST be [`StoreError::Duplicate`].
    fn add(&mut self, letter: &Letter) -> Result<(), StoreError>;
    /// The procedure under which the request was submitted. None where that was not noted.
    fn procedure_of(&mut self, request: RequestId) -> Result<Option<ProcedureId>, StoreError>;
}

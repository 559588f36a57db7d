//! The store of approval letters.

use aditus_domain::audit::{Act, Personal};
use aditus_domain::ids::{ProcedureId, RequestId};
use aditus_domain::procedures::{LetterNumber, LetterText};
use chrono::{DateTime, Utc};

use crate::ports::StoreError;

/// A stored letter. It contains names of people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// Id of its request.
    pub request: RequestId,
    /// Its number.
    pub number: LetterNumber,
    /// Time of the approval.
    pub made_on: DateTime<Utc>,
    /// Heading and body.
    pub text: LetterText,
}

impl Letter {
    /// Returns the audit entry of the letter. It contains the texts as commitments.
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

/// The store of letters. A stored letter does not change, so there is no method to update it. The
/// only exception is the erasure of the person whom it names
/// ([`crate::accounts::erasure::Erasures`]).
pub trait Letters {
    /// Returns the next number, from 1. Numbers MUST be unique and without gaps. A call waits until
    /// all transactions with an earlier call have ended. If such a transaction is dropped, its
    /// number MUST go to the next call.
    fn next_number(&mut self) -> Result<LetterNumber, StoreError>;
    /// Adds a letter. A second one with the same request or number MUST return
    /// [`StoreError::Duplicate`].
    fn add(&mut self, letter: &Letter) -> Result<(), StoreError>;
    /// Returns the procedure under which the request was submitted. None if it was not recorded.
    fn procedure_of(&mut self, request: RequestId) -> Result<Option<ProcedureId>, StoreError>;
}

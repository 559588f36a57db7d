//! The dictionary in time: revisions of tables and variables, what versions of a source hold of them, and what differs between two
//! versions (T1 to T3).

pub mod compare;
pub mod compare_csv;
pub mod history;
pub mod repository;
pub mod version_variables;
pub mod views;

use crate::access::Caller;
use crate::ports::{Ports, Transaction};
use repository::Reviser;

/// Says that the revisions of this transaction are the caller's, made now.
pub(crate) fn made_by(transaction: &mut dyn Transaction, ports: &Ports, caller: &Caller) {
    transaction.dictionary_revisions().made_by(Reviser {
        user: Some(caller.user),
        at: ports.clock.now(),
    });
}

//! Ends the caller's session: `POST users/signout/` (1 §4; decisions A2).

use thiserror::Error;

use crate::access::Caller;
use crate::failure::{Failure, Kind};
use crate::ports::{Ports, StoreError};

/// Why the session goes on.
#[derive(Debug, Error)]
pub enum Error {
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        let Self::Store(error) = self;
        error.kind()
    }
}

/// Ends the session of this call and no other. Its token is worthless from then on.
pub fn execute(ports: &Ports, caller: &Caller) -> Result<(), Error> {
    let mut transaction = ports.database.begin()?;
    transaction.sessions().end(caller.session)?;
    transaction.commit()?;
    Ok(())
}

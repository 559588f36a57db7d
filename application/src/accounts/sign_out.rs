//! Ends the caller's session: `POST users/signout/` (1 §4; decisions A2).

use aditus_domain::audit::Act;

use crate::access::Caller;
use crate::audit;
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// Ends the session of this call only. Its token is invalid from then on.
pub fn execute(ports: &Ports, caller: &Caller) -> Result<(), Error> {
    let mut transaction = ports.database.begin()?;
    transaction.sessions().end(caller.session)?;
    let act = Act::SignedOut {
        user: caller.user,
        session: caller.session,
    };
    let recorded = audit::record(ports, transaction.as_mut(), caller, act)?;
    transaction.commit(recorded)?;
    Ok(())
}

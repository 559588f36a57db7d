//! The caller's second factor: `GET users/second-factor/`.

use aditus_domain::accounts::second_factor::Obligation;
use chrono::{DateTime, Utc};

use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// The caller's second factor, without its secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The authenticator app.
    pub app: Option<AppView>,
    /// The number of unused recovery codes.
    pub recovery_codes_left: usize,
    /// The time at which the recovery codes were made.
    pub recovery_codes_made_on: Option<DateTime<Utc>>,
    /// The need of the caller's roles for a second factor.
    pub obligation: Obligation,
}

/// An authenticator app as shown to its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AppView {
    /// The time at which it was confirmed.
    pub added_on: DateTime<Utc>,
    /// The time at which it was last used.
    pub last_used_on: Option<DateTime<Utc>>,
}

/// Returns the caller's second factor.
pub fn execute(ports: &Ports, caller: &Caller) -> Result<Answer, Error> {
    let factor = ports.database.read()?.accounts().second_factor(caller.user)?;
    let roles = caller.roles.iter().map(|held| held.role);
    let required = ports.settings.second_factor_required_for.includes(roles);
    Ok(Answer {
        recovery_codes_left: factor.recovery_codes_left(),
        recovery_codes_made_on: factor.recovery.as_ref().map(|codes| codes.made_on),
        obligation: Obligation::new(required, factor.required_since, ports.clock.now()),
        app: factor.app.map(|app| AppView {
            added_on: app.added_on,
            last_used_on: app.last_used_on,
        }),
    })
}

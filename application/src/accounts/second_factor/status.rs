//! The caller's second factor: `GET users/second-factor/`.

use aditus_domain::accounts::second_factor::Obligation;
use aditus_domain::ids::PasskeyId;
use chrono::{DateTime, Utc};

use crate::access::Caller;
use crate::accounts::passkeys::StoredPasskey;
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// The caller's second factor, without its secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The authenticator app.
    pub app: Option<AppView>,
    /// The passkeys, the oldest first.
    pub passkeys: Vec<PasskeyView>,
    /// True if passkeys can be used at the public address of this installation.
    pub passkeys_available: bool,
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

/// A passkey as shown to its owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyView {
    /// Its id.
    pub id: PasskeyId,
    /// The name that the owner gave it.
    pub name: String,
    /// The time at which it was added.
    pub added_on: DateTime<Utc>,
    /// The time at which it was last used.
    pub last_used_on: Option<DateTime<Utc>>,
}

impl From<StoredPasskey> for PasskeyView {
    fn from(stored: StoredPasskey) -> Self {
        Self {
            id: stored.id,
            name: stored.passkey.name.as_str().to_owned(),
            added_on: stored.passkey.added_on,
            last_used_on: stored.last_used_on,
        }
    }
}

/// Returns the caller's second factor.
pub fn execute(ports: &Ports, caller: &Caller) -> Result<Answer, Error> {
    let mut views = ports.database.read()?;
    let factor = views.accounts().second_factor(caller.user)?;
    let passkeys = views.accounts().passkeys(caller.user)?;
    let roles = caller.roles.iter().map(|held| held.role);
    let required = ports.settings.second_factor_required_for.includes(roles);
    Ok(Answer {
        recovery_codes_left: factor.recovery_codes_left(),
        recovery_codes_made_on: factor.recovery.as_ref().map(|codes| codes.made_on),
        obligation: Obligation::new(required, factor.required_since, ports.clock.now()),
        passkeys: passkeys.into_iter().map(PasskeyView::from).collect(),
        passkeys_available: ports.passkeys.is_some(),
        app: factor.app.map(|app| AppView {
            added_on: app.added_on,
            last_used_on: app.last_used_on,
        }),
    })
}

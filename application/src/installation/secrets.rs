//! Records changes of the master secret of the installation: `aditus keys rotate` and
//! `aditus keys replace-lost`.

use aditus_domain::accounts::ContactChange;
use aditus_domain::audit::{Act, Actor, Kind};
use chrono::{DateTime, Utc};

use crate::audit::record;
use crate::audit::views::{EntryCursor, EntryFilter};
use crate::idempotency::LIFETIME;
use crate::ports::{Ports, StoreError};

/// The kinds of change of the master secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// A new secret is put into use, and the previous one stays valid for a while.
    Rotated,
    /// The previous secret was lost.
    Replaced,
}

/// Adds the audit entry of the change. For a rotation, it MUST be called before the next secret is
/// put into use, so that no rotation is without an entry.
pub fn record_change(ports: &Ports, change: Change) -> Result<(), StoreError> {
    let how = match change {
        Change::Rotated => "rotated",
        Change::Replaced => "replaced",
    };
    let mut transaction = ports.database.begin()?;
    let act = Act::SecretsChanged { how };
    let recorded = record(ports, transaction.as_mut(), Actor::System, act)?;
    transaction.commit(recorded)
}

/// Returns the time at which the last session, link or stored response from before the last change
/// expires; `None` if no change is recorded. Cookies of known browsers may last longer, but such a
/// browser then only counts as a new one.
pub fn former_hashes_end(ports: &Ports) -> Result<Option<DateTime<Utc>>, StoreError> {
    let filter = EntryFilter {
        kinds: vec![Kind::SecretsChanged],
        ..EntryFilter::default()
    };
    let page = ports
        .database
        .read()?
        .audit()
        .page(&filter, EntryCursor::Newest, 1)?;
    let longest = ports
        .settings
        .session_life
        .absolute
        .max(ContactChange::REVERSIBLE_FOR)
        .max(LIFETIME);
    Ok(page.entries.first().map(|entry| entry.at + longest))
}

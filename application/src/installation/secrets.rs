//! The master secret of the installation is changed: `aditus keys rotate` and `aditus keys replace-lost`.

use aditus_domain::accounts::ContactChange;
use aditus_domain::audit::{Act, By, Kind};
use chrono::{DateTime, Utc};

use crate::audit::record;
use crate::audit::views::{Place, Wanted};
use crate::idempotency::KEPT;
use crate::ports::{Ports, StoreError};

/// How the master secret is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// The next one is put into use, and the one before stays valid for a while.
    Rotated,
    /// The one before was lost.
    Replaced,
}

/// Records the change. For a rotation it MUST be done before the next secret is put into use: then no rotation is without an entry.
pub fn record_change(ports: &Ports, change: Change) -> Result<(), StoreError> {
    let how = match change {
        Change::Rotated => "rotated",
        Change::Replaced => "replaced",
    };
    let mut transaction = ports.database.begin()?;
    let act = Act::SecretsChanged { how };
    let recorded = record(ports, transaction.as_mut(), By::Product, act)?;
    transaction.commit(recorded)
}

/// Returns when the last session, link or kept answer ends that was made before the last change; none where no change is recorded. Browsers
/// that somebody signed in with may be known for longer: they only count as new ones.
pub fn former_hashes_end(ports: &Ports) -> Result<Option<DateTime<Utc>>, StoreError> {
    let wanted = Wanted {
        kinds: vec![Kind::SecretsChanged],
        ..Wanted::default()
    };
    let page = ports.database.read()?.audit().page(&wanted, Place::Newest, 1)?;
    let longest = ports
        .settings
        .session_life
        .absolute
        .max(ContactChange::REVERSIBLE_FOR)
        .max(KEPT);
    Ok(page.entries.first().map(|entry| entry.at + longest))
}

//! The audit log.

mod accounts;
mod attacks;
mod evidence;
mod first_entries;
mod forged_evidence;
mod held_roles;
mod kept;
pub mod log;
mod reading;
mod requests;
mod started;
mod states;
mod stored;
mod tampered;
pub mod verify;
mod witness;

use aditus_application::audit::views::{EntryCursor, EntryFilter, EntryView};

use crate::world::World;

/// Returns all entries of the audit log, oldest first.
pub fn entries(world: &World) -> Vec<EntryView> {
    world.read(|views| {
        let mut all = Vec::new();
        let mut cursor = EntryCursor::Newest;
        loop {
            let page = views.audit().page(&EntryFilter::default(), cursor, 100).unwrap();
            let Some(last) = page.entries.last() else { break };
            cursor = EntryCursor::Before(last.id);
            all.extend(page.entries);
        }
        all.reverse();
        all
    })
}

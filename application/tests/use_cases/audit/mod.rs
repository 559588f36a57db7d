//! The record of acts.

/// Runs each function as a test on SQLite and as one on PostgreSQL. It is given what makes a database.
macro_rules! on_both_databases {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(#[test] fn $test() { super::$test(aditus_storage::testing::TestDatabase::sqlite); })+
        }
        mod postgres {
            $(#[test] fn $test() { super::$test(aditus_storage::testing::TestDatabase::postgres); })+
        }
    };
}

mod accounts;
mod attacks;
mod evidence;
mod forged_evidence;
mod held_roles;
mod kept;
mod log;
mod reading;
mod requests;
mod started;
mod states;
mod taking_over;
mod tampered;
mod verify;
mod witness;

use std::fmt::Write as _;

use aditus_application::audit::views::{EntryView, Place, Wanted};
use aditus_storage::testing::TestDatabase;

use crate::world::World;

/// What makes a database for a test.
pub type Database = fn() -> TestDatabase;

/// Everything that stands in the record, oldest first.
pub fn entries(world: &World) -> Vec<EntryView> {
    world.read(|views| {
        let mut all = Vec::new();
        let mut place = Place::Newest;
        loop {
            let page = views.audit().page(&Wanted::default(), place, 100).unwrap();
            let Some(last) = page.entries.last() else { break };
            place = Place::Before(last.id);
            all.extend(page.entries);
        }
        all.reverse();
        all
    })
}

/// Bytes as entries write them.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut digits, byte| {
        write!(digits, "{byte:02x}").unwrap();
        digits
    })
}

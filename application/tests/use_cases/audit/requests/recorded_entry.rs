//! The audit entries about requests that a call creates.

use aditus_application::access::Caller;
use aditus_application::audit::views::EntryView;
use aditus_domain::audit::Kind;
use aditus_domain::ids::{AssignedRoleId, RequestId, UserId};

use crate::audit::entries;
use crate::world::World;

/// Names and typed texts that must not occur in an entry.
const PERSONAL: [&str; 19] = [
    "@",
    ".example",
    "+256",
    "Amara",
    "Okello",
    "Dembe",
    "Nia",
    "Tembo",
    "Malaria",
    "P-2026-7",
    "protocol",
    "sampling plan",
    "signed",
    "university",
    "University",
    "forms",
    "reviews",
    "requests/",
    "REQ0",
];

/// A summary of an entry: the act, its author, and the canonical text.
#[derive(Debug, PartialEq, Eq)]
pub struct RecordedEntry {
    pub kind: Kind,
    pub by: Option<UserId>,
    pub request: Option<RequestId>,
    pub act: String,
    pub who: String,
}

impl RecordedEntry {
    fn from_view(entry: EntryView) -> Self {
        for personal in PERSONAL {
            let canonical = &entry.canonical;
            assert!(!canonical.contains(personal), "{personal} in {canonical}");
        }
        Self {
            kind: entry.kind,
            by: entry.person.map(|person| person.user),
            request: entry.request,
            act: between(&entry.canonical, "\"act\":", ",\"at\":").to_owned(),
            who: between(&entry.canonical, "\"by\":", ",\"kind\":").to_owned(),
        }
    }

    pub fn contains(&self, part: &str) -> bool {
        let is_part = |end: &str| self.act.contains(&format!("{part}{end}"));
        (part.ends_with('"') && self.act.contains(part)) || is_part(",") || is_part("}")
    }

    pub fn contains_all<T: AsRef<str>>(&self, parts: &[T]) -> bool {
        parts.iter().all(|part| self.contains(part.as_ref()))
    }

    /// Returns true if the act was done in this role.
    pub fn in_role(&self, role: AssignedRoleId) -> bool {
        self.who.contains(&format!("\"role\":{role},"))
    }

    /// Returns true if the act was done in the session of this caller.
    pub fn in_session(&self, caller: &Caller) -> bool {
        self.who.contains(&format!("\"session\":{},", caller.session))
    }
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = text.split_once(start).unwrap();
    rest.split_once(end).unwrap().0
}

/// Returns the entries about a request, oldest first.
pub fn of_request(world: &World, request: RequestId) -> Vec<RecordedEntry> {
    let about = |entry: &EntryView| entry.request == Some(request);
    entries(world).into_iter().filter(about).map(RecordedEntry::from_view).collect()
}

/// Runs `work` and returns the entries it created. Asserts that none of them contains personal
/// data.
pub fn entries_of<T>(world: &World, work: impl FnOnce() -> T) -> (T, Vec<RecordedEntry>) {
    let before = entries(world).len();
    let answer = work();
    let recorded = entries(world).split_off(before);
    (answer, recorded.into_iter().map(RecordedEntry::from_view).collect())
}

/// Like [`entries_of`], for a call that succeeds.
pub fn entries_of_success<T, E: std::fmt::Debug>(world: &World, work: impl FnOnce() -> Result<T, E>) -> (T, Vec<RecordedEntry>) {
    let (answer, seen) = entries_of(world, work);
    (answer.unwrap(), seen)
}

/// Like [`entries_of`], for a call that is refused.
pub fn entries_of_refusal<T, E>(world: &World, work: impl FnOnce() -> Result<T, E>) -> Vec<RecordedEntry> {
    let (answer, seen) = entries_of(world, work);
    assert!(answer.is_err());
    seen
}

//! The audit entries that a call creates.

use aditus_domain::audit::Kind;
use aditus_domain::ids::{AssignedRoleId, OrganisationId, SessionId, UserId};

use crate::audit::entries;
use crate::audit::stored::differing;
use crate::world::World;

/// Personal data that must not occur in an entry.
const PERSONAL: [&str; 12] = [
    "@",
    ".example",
    "+256",
    "772000111",
    "Ada",
    "Nia",
    "Olga",
    "Okello",
    "Namara",
    "Kitara",
    "Lakeside",
    "-2026!",
];

/// A summary of an entry: the act, its author, the account concerned, and the canonical text.
#[derive(Debug, PartialEq, Eq)]
pub struct RecordedEntry {
    pub kind: Kind,
    pub by: Option<UserId>,
    pub about: Option<UserId>,
    pub act: String,
    pub who: String,
}

impl RecordedEntry {
    pub fn contains(&self, part: &str) -> bool {
        self.act.contains(part)
    }

    /// Returns true if the act was done in this role.
    pub fn in_role(&self, role: AssignedRoleId) -> bool {
        self.who.contains(&format!("\"role\":{role},"))
    }

    pub fn in_session(&self, session: SessionId) -> bool {
        self.who.contains(&format!("\"session\":{session},"))
    }
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = text.split_once(start).unwrap();
    rest.split_once(end).unwrap().0
}

/// Runs `work` and returns the entries it created. Asserts that none of them contains personal
/// data.
pub fn entries_of<T>(world: &World, work: impl FnOnce() -> T) -> (T, Vec<RecordedEntry>) {
    let before = entries(world).len();
    let answer = work();
    let seen = entries(world).split_off(before).into_iter().map(|entry| {
        for personal in PERSONAL {
            assert!(
                !entry.canonical.contains(personal),
                "{personal} in {}",
                entry.canonical
            );
        }
        assert!(entry.at == world.now() && entry.request.is_none());
        RecordedEntry {
            kind: entry.kind,
            by: entry.person.map(|person| person.user),
            about: entry.concerns.map(|person| person.user),
            act: between(&entry.canonical, "\"act\":", ",\"at\":").to_owned(),
            who: between(&entry.canonical, "\"by\":", ",\"kind\":").to_owned(),
        }
    });
    (answer, seen.collect())
}

/// Like [`entries_of`], for a call that succeeds. Asserts as well that the stored rows match their
/// entries.
pub fn entries_of_success<T, E: std::fmt::Debug>(world: &World, work: impl FnOnce() -> Result<T, E>) -> (T, Vec<RecordedEntry>) {
    let (answer, seen) = entries_of(world, work);
    let differing = differing(world).into_iter();
    // The world adds people without entries.
    let altered: Vec<String> = differing
        .filter(|fault| !fault.ends_with(": no entry says what is stored"))
        .collect();
    assert_eq!(altered, [""; 0], "its entry says what is stored since");
    (answer.unwrap(), seen)
}

/// Like [`entries_of`], for a call that is refused.
pub fn entries_of_refusal<T, E>(world: &World, work: impl FnOnce() -> Result<T, E>) -> Vec<RecordedEntry> {
    let (answer, seen) = entries_of(world, work);
    assert!(answer.is_err());
    seen
}

/// Returns the kind, the author and the account concerned of each entry.
pub fn acts(seen: &[RecordedEntry]) -> Vec<(Kind, Option<UserId>, Option<UserId>)> {
    seen.iter().map(|seen| (seen.kind, seen.by, seen.about)).collect()
}

/// The summary of an act of this person on their own account.
pub fn own(kind: Kind, user: UserId) -> (Kind, Option<UserId>, Option<UserId>) {
    (kind, Some(user), Some(user))
}

/// The summary of an act of an anonymous caller.
pub fn by_anonymous(kind: Kind, about: Option<UserId>) -> (Kind, Option<UserId>, Option<UserId>) {
    (kind, None, about)
}

pub fn institute(world: &World) -> OrganisationId {
    world.organisation("Institute of Public Health")
}

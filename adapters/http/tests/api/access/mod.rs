//! Access control: tests every call of the OpenAPI document with every role and a guest, from one
//! table. Each slice has its entries in a file of its own.

mod accounts;
mod audit;
mod call;
mod deadlines;
mod demo;
mod dictionary;
mod dictionary_records;
mod feedback;
mod information;
mod notifications;
mod organisations;
mod procedures;
mod reference;
mod requests;
mod review;
mod roles;
mod world;

use std::collections::BTreeSet;

use aditus_application::audit::views::{EntryCursor, EntryFilter};
use aditus_domain::ids::AuditEntryId;
use aditus_domain::roles::Role;
use serde_json::json;

use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;

pub use call::Call;
pub use world::World;

on_both_databases!(
    every_call_admits_its_permitted_roles_alone,
    signed_out_tokens_are_rejected
);

/// A caller. The owner has submitted the request, and its current stage is that of the Data Access
/// Reviewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Actor {
    Guest,
    Owner,
    OtherRequester,
    Holder(Role),
}

/// The permitted callers of a call.
#[derive(Debug, Clone, Copy)]
pub enum May {
    /// Everyone, guests included.
    Anyone,
    /// Every signed-in person.
    SignedIn,
    /// The readers of the request: its owner, the six staff roles and Super Users. All others get
    /// 404.
    Readers,
    /// The named actors. Other readers get 403, and everyone else gets 404.
    Only(&'static [Actor]),
    /// Only the owner, who gets 404 because there is nothing yet. Readers get 403, and everyone
    /// else gets 404.
    OwnerInVain,
    /// The named actors. All others get 403.
    Roles(&'static [Actor]),
    /// Only the owner. All others get 404, independently of their roles.
    OwnersAlone,
    /// No actor: every signed-in person gets 404.
    Nobody,
    /// No actor, guests included: the call exists only in a demonstration, or what it reads does not
    /// exist.
    Missing,
}

const REVIEWER: Actor = Actor::Holder(Role::DataAccessReviewer);
const SUPER_USER: Actor = Actor::Holder(Role::SuperUser);
/// Both see all organisations that they administer. The provider has an Admin, so only the Admin
/// decides there.
const ADMINISTRATORS: &[Actor] = &[ADMIN, SUPER_USER];
const ADMIN: Actor = Actor::Holder(Role::Admin);

/// Returns all calls, in the order in which they are made. Changes depend on earlier ones: a
/// request is edited before it is cancelled, and signing out comes last.
pub fn calls() -> Vec<Call> {
    [
        accounts::sign_up(),
        accounts::passkeys(),
        organisations::search(),
        accounts::own_account(),
        audit::entries(),
        accounts::sessions(),
        dictionary::calls(),
        reference::calls(),
        information::calls(),
        demo::calls(),
        accounts::detail_user(),
        roles::offered(),
        organisations::administration(),
        roles::requested(),
        accounts::administration(),
        roles::assigned(),
        notifications::calls(),
        deadlines::calls(),
        requests::reads(),
        review::reads(),
        audit::request_entries(),
        feedback::reads(),
        review::changes(),
        feedback::changes(),
        requests::edits(),
        review::cancellation(),
        procedures::calls(),
        requests::drafts(),
        accounts::sign_out(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn every_call_admits_its_permitted_roles_alone(server: &TestServer) {
    let installation = Installation::new(server);
    let owner = installation.person("Ada", Role::DataRequester);
    let mut actors: Vec<(Actor, Option<Person>)> = vec![
        (Actor::Guest, None),
        (Actor::Owner, Some(owner.clone())),
        (
            Actor::OtherRequester,
            Some(installation.person("Eve", Role::DataRequester)),
        ),
    ];
    for (place, role) in Role::ALL
        .into_iter()
        .filter(|role| *role != Role::DataRequester)
        .enumerate()
    {
        let name = format!("Staff{}", char::from(b'a' + u8::try_from(place).unwrap()));
        actors.push((Actor::Holder(role), Some(installation.person(&name, role))));
    }
    let reviewer = actors
        .iter()
        .find(|(actor, _)| *actor == REVIEWER)
        .and_then(|(_, person)| person.clone())
        .unwrap();
    let mut world = World::new(&installation, &owner, &reviewer);

    let mut faults = Vec::new();
    for call in calls() {
        // Refused callers come first, so that nothing has changed for them.
        let mut order: Vec<_> = actors
            .iter()
            .map(|(actor, person)| (refusal(&call.may, *actor), actor, person))
            .collect();
        order.sort_by_key(|(refusal, ..)| refusal.is_none());
        for (expected, actor, person) in order {
            if let Some(person) = person {
                world.user = person.user.0;
                world.assigned_role = person.assigned_role.0;
                world.org_role = person.org_role.0;
                world.wanted_role = match actor {
                    Actor::Holder(Role::OrgUser) => world.candidate.free,
                    _ => person.org_role.0,
                };
                world.organisation = person.organisation.0;
            }
            let client = person
                .as_ref()
                .map_or_else(|| server.guest(), |person| person.client.clone());
            let before = newest_entry(server);
            let status = call.make(&world, &client);
            let has_entry = newest_entry(server) != before;
            if (200..300).contains(&status) && !has_entry && !call.may_leave_no_entry() {
                faults.push(format!(
                    "{} {}{} by {actor:?}: {status}, and no audit entry",
                    call.method, call.path, call.query
                ));
            }
            let right = match expected {
                Some(refusal) => status == refusal,
                None => !matches!(status, 401 | 403 | 404 | 405 | 500..),
            };
            if !right {
                faults.push(format!(
                    "{} {}{} by {actor:?}: {status}, not {expected:?}",
                    call.method, call.path, call.query
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert_table_is_complete();
}

/// Returns the newest audit entry.
fn newest_entry(server: &TestServer) -> Option<AuditEntryId> {
    let mut views = server.ports.database.read().unwrap();
    let page = views
        .audit()
        .page(&EntryFilter::default(), EntryCursor::Newest, 1)
        .unwrap();
    page.entries.first().map(|entry| entry.id)
}

/// Unsafe calls that may answer 2xx without an audit entry: they only query, concern the caller's
/// own matters, or change nothing.
const LEAVE_NO_ENTRY: [(&str, &str); 18] = [
    ("post", "users/signin/passkey/options"),
    ("post", "users/phone"),
    ("post", "users/duplicate"),
    ("post", "users/duplicate-email"),
    ("post", "users/password-strength"),
    ("post", "data_requests/statecomment/section"),
    ("post", "data_requests/approval_procedures/{id}/letter/preview"),
    (
        "post",
        "data_requests/approval_procedures/{id}/letter/preview/text",
    ),
    ("post", "users/track"),
    ("put", "users/selected-role"),
    ("patch", "notifications"),
    ("post", "data_requests"),
    ("post", "data_requests/drafts"),
    ("delete", "data_requests/drafts/{id}"),
    // There is no other session, the account is active, and the fields are unchanged.
    ("delete", "users/sessions"),
    ("patch", "users/activate/{user_id}"),
    ("patch", "data_requests/patch/data_handling_devices/{id}"),
    ("patch", "data_requests/patch/staff_shared/{id}"),
];

impl Call {
    fn may_leave_no_entry(&self) -> bool {
        self.method == "get" || LEAVE_NO_ENTRY.contains(&(self.method, self.path))
    }
}

/// Calls without required fields: an empty body is valid for them.
pub const NEED_NOTHING: [&str; 10] = [
    // Without a token, the pending sign-in has ended; without a code, the password confirms.
    "users/signin/second-factor",
    "users/signin/passkey/second-factor/options",
    "users/signin/second-factor/passkey/options",
    "users/passkeys/options",
    "users/passkeys/{passkey_id}/remove",
    "users/second-factor",
    "users/second-factor/remove",
    "users/second-factor/recovery-codes",
    "data_requests/{request_id}/resubmit",
    "data_requests/approval_procedures/{id}/duplicate",
];

/// Returns the status of the refusal, or `None` for a permitted caller.
fn refusal(may: &May, actor: Actor) -> Option<u16> {
    if actor == Actor::Guest {
        return match may {
            May::Anyone => None,
            May::Missing => Some(404),
            _ => Some(401),
        };
    }
    let is_reader = match actor {
        Actor::Owner => true,
        Actor::Holder(role) => role.is_staff() || role == Role::SuperUser,
        Actor::Guest | Actor::OtherRequester => false,
    };
    match may {
        May::Anyone | May::SignedIn => None,
        May::Readers => (!is_reader).then_some(404),
        May::Only(named) if named.contains(&actor) => None,
        May::Only(_) => Some(if is_reader { 403 } else { 404 }),
        May::OwnerInVain => Some(if is_reader && actor != Actor::Owner {
            403
        } else {
            404
        }),
        May::OwnersAlone => (actor != Actor::Owner).then_some(404),
        May::Roles(named) => (!named.contains(&actor)).then_some(403),
        May::Nobody | May::Missing => Some(404),
    }
}

/// Asserts that every call of the document is in the table.
fn assert_table_is_complete() {
    let document = serde_json::to_value(aditus_http::openapi_document()).unwrap();
    let offered: BTreeSet<(String, String)> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, item)| {
            let path = path.trim_start_matches("/api/v1/").to_owned();
            item.as_object()
                .unwrap()
                .keys()
                .map(move |method| (method.clone(), path.clone()))
        })
        .collect();
    let listed: BTreeSet<(String, String)> = calls()
        .iter()
        .map(|call| (call.method.to_owned(), call.path.to_owned()))
        .collect();
    assert_eq!(offered, listed);
}

fn signed_out_tokens_are_rejected(server: &TestServer) {
    let installation = Installation::new(server);
    let owner = installation.person("Ada", Role::DataRequester);
    let second = installation.sign_in(&owner.email);
    assert_eq!(owner.client.post("users/signout/", &json!({})).status, 200);
    let refused = owner.client.get("users/detailuser/");
    refused.refuses(401, "Please sign in to continue.");
    assert_eq!(refused.header("www-authenticate"), Some("Token"));
    assert_eq!(
        second.get("users/detailuser/").status,
        200,
        "the other session goes on"
    );
    assert_eq!(
        server
            .guest()
            .with_token("made up")
            .get("users/detailuser/")
            .status,
        401
    );
}

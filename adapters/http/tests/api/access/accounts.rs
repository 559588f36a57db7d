//! Calls about accounts and sessions.

use aditus_domain::accounts::AccountState;
use serde_json::{Value, json};

use super::May::{Anyone, Nobody, Roles, SignedIn};
use super::call::{Call, get, send};
use super::world::World;
use super::{ADMIN, ADMINISTRATORS, SUPER_USER};
use crate::people::{Installation, PASSWORD};

/// Returns the calls of sign-in, sign-up and forgotten passwords.
pub fn sign_up() -> Vec<Call> {
    vec![
        send(
            "post",
            "users/signin",
            |_| json!({ "username": "x", "password": "" }),
            Anyone,
        ),
        // Invalid bodies, because an unknown token is refused with 401 like a missing session.
        send(
            "post",
            "users/signin/code",
            |_| json!({ "pending_token": "none", "code": "" }),
            Anyone,
        ),
        send(
            "post",
            "users/signin/second-factor",
            |_| json!({ "pending_token": "x".repeat(101) }),
            Anyone,
        ),
        send(
            "post",
            "users/signin/second-factor/confirm",
            |_| json!({ "pending_token": "none", "code": "" }),
            Anyone,
        ),
        get("users/providers", "", Anyone),
        // Invalid bodies, because no provider is offered, and a form that is no JSON.
        send(
            "post",
            "users/signin/provider",
            |_| json!({ "provider": "x".repeat(33) }),
            Anyone,
        ),
        send(
            "post",
            "users/signin/provider/return",
            |_| json!({ "state": "x".repeat(101), "code": "", "error": "" }),
            Anyone,
        ),
        send("post", "users/providers/{provider}/logout", |_| json!({}), Anyone),
        send(
            "post",
            "users/signup",
            |_| json!({ "username": "stranger@people.example" }),
            Anyone,
        ),
        send(
            "post",
            "users/verify/resend",
            |_| json!({ "username": "stranger@people.example" }),
            Anyone,
        ),
        send(
            "post",
            "users/verify",
            |_| crate::registration::form("Nobody", "000000"),
            Anyone,
        ),
        send(
            "post",
            "users/forgot-password",
            |_| json!({ "username": "nobody@people.example", "password": "Quiet-River-7!", "otp": "000000" }),
            Anyone,
        ),
        send(
            "post",
            "users/phone",
            |_| json!({ "phone": "+256772000111" }),
            Anyone,
        ),
        send(
            "post",
            "users/duplicate",
            |_| json!({ "phone": "+256772000111" }),
            Anyone,
        ),
        send(
            "post",
            "users/duplicate-email",
            |_| json!({ "org_email": "nobody@people.example" }),
            Anyone,
        ),
        get("users/country", "", Anyone),
        get("users/password-rules", "", Anyone),
    ]
}

/// Returns the calls of passkeys: of a sign-in, and of the caller's own account. The bodies are
/// invalid, because an unknown token is refused with 401 like a missing session.
pub fn passkeys() -> Vec<Call> {
    vec![
        send("post", "users/signin/passkey/options", |_| json!({}), Anyone),
        send(
            "post",
            "users/signin/passkey",
            |_| json!({ "credential": {} }),
            Anyone,
        ),
        send(
            "post",
            "users/signin/passkey/second-factor/options",
            |_| json!({ "pending_token": "x".repeat(101) }),
            Anyone,
        ),
        send(
            "post",
            "users/signin/passkey/second-factor",
            |_| json!({ "pending_token": "x".repeat(101), "credential": {} }),
            Anyone,
        ),
        send(
            "post",
            "users/signin/second-factor/passkey/options",
            |_| json!({ "pending_token": "x".repeat(101) }),
            Anyone,
        ),
        send(
            "post",
            "users/signin/second-factor/passkey",
            |_| json!({ "pending_token": "none", "name": "", "credential": {} }),
            Anyone,
        ),
        send(
            "post",
            "users/passkeys/options",
            |_| json!({ "current_code": "ABCDE-FGHJK" }),
            SignedIn,
        ),
        send(
            "post",
            "users/passkeys",
            |_| json!({ "name": "Laptop", "credential": {} }),
            SignedIn,
        ),
        // The id belongs to no passkey, and those of other accounts get 404.
        send(
            "put",
            "users/passkeys/{passkey_id}",
            |_| json!({ "name": "Laptop" }),
            Nobody,
        ),
        send(
            "post",
            "users/passkeys/{passkey_id}/remove",
            |_| json!({ "current_code": "" }),
            Nobody,
        ),
        send("post", "users/confirm-passkey/options", |_| json!({}), SignedIn),
        send(
            "post",
            "users/confirm-passkey",
            |_| json!({ "credential": {} }),
            SignedIn,
        ),
    ]
}

/// Returns the calls about visits and about the caller's own account.
pub fn own_account() -> Vec<Call> {
    vec![
        get("users/generate-uuid", "", Anyone),
        send("post", "users/track", |_| crate::tracking::clicks(), Anyone),
        send("put", "users/update_profile/{user_id}", profile, SignedIn),
        send(
            "post",
            "users/setting-otp",
            |_| json!({ "org_email": "other@people.example" }),
            SignedIn,
        ),
        send(
            "post",
            "users/verify-otp",
            |_| json!({ "otp": "000000", "username": "other@people.example" }),
            SignedIn,
        ),
        send(
            "patch",
            "users/update-user-email",
            |_| json!({ "org_email": "other@people.example", "email_is_verified": true }),
            SignedIn,
        ),
        send(
            "patch",
            "users/update-user-phone",
            |_| json!({ "phone": "+256772000111", "otp": "000000" }),
            SignedIn,
        ),
        send(
            "post",
            "users/confirm-password",
            |_| json!({ "password": crate::people::PASSWORD }),
            SignedIn,
        ),
        send(
            "put",
            "users/password",
            // The server refuses the current password as the new one, so everyone can still sign
            // in.
            |_| json!({ "password": crate::people::PASSWORD }),
            SignedIn,
        ),
        get("users/second-factor", "", SignedIn),
        // A wrong code: the second factor stays as it is.
        send(
            "post",
            "users/second-factor",
            |_| json!({ "current_code": "ABCDE-FGHJK" }),
            SignedIn,
        ),
        send(
            "post",
            "users/second-factor/confirm",
            |_| json!({ "code": "123456" }),
            SignedIn,
        ),
        send(
            "post",
            "users/second-factor/remove",
            |_| json!({ "current_code": "ABCDE-FGHJK" }),
            SignedIn,
        ),
        send(
            "post",
            "users/second-factor/recovery-codes",
            |_| json!({ "current_code": "ABCDE-FGHJK" }),
            SignedIn,
        ),
        get("users/identities", "", SignedIn),
        send(
            "post",
            "users/identities",
            |_| json!({ "identity_token": "none" }),
            SignedIn,
        ),
        // The id belongs to no identity, and those of other accounts get 404.
        send("delete", "users/identities/{id}", |_| json!({}), Nobody),
        send(
            "post",
            "users/take-back",
            |_| json!({ "token": "0".repeat(200) }),
            Anyone,
        ),
        send(
            "post",
            "users/password-strength",
            |_| json!({ "password": "Quiet-River-7!" }),
            Anyone,
        ),
    ]
}

pub fn sessions() -> Vec<Call> {
    vec![
        get("users/sessions", "", SignedIn),
        send("delete", "users/sessions", |_| json!({}), SignedIn),
        // The id belongs to no session, and foreign sessions get 404.
        send("delete", "users/sessions/{id}", |_| json!({}), Nobody),
    ]
}

pub fn detail_user() -> Vec<Call> {
    vec![get("users/detailuser", "", SignedIn)]
}

pub fn administration() -> Vec<Call> {
    vec![
        get("users/organization-users", "", Roles(ADMINISTRATORS)),
        get("users/organization-users/counts", "", Roles(ADMINISTRATORS)),
        send(
            "patch",
            "users/activate/{user_id}",
            |_| json!({ "is_active": "Active" }),
            Roles(&[ADMIN]),
        ),
        send(
            "post",
            "users/second-factor/reset",
            |world| json!({ "user_id": world.leaver.user }),
            Roles(&[SUPER_USER]),
        ),
        get("users/erase/{user_id}", "", Roles(&[SUPER_USER])),
        send(
            "post",
            "users/erase/{user_id}",
            |world| {
                json!({
                    "password": PASSWORD, "confirmation": world.leaver.email,
                    "reason": "Asked by letter, file 7/12",
                })
            },
            Roles(&[SUPER_USER]),
        ),
    ]
}

/// Returns the call that ends the session, after which the caller can make no other call.
pub fn sign_out() -> Vec<Call> {
    vec![send("post", "users/signout", |_| json!({}), SignedIn)]
}

fn profile(_: &World) -> Value {
    json!({
        "fname": "Ada", "middle_name": "N", "sname": "Okello", "designation": "Epidemiologist",
        "department": "Research",
    })
}

/// A person without roles who wants to be erased.
pub struct Leaver {
    pub user: i64,
    pub email: String,
}

impl Leaver {
    pub fn new(installation: &Installation<'_>) -> Self {
        let user = installation.account("Lea", installation.provider, AccountState::Active);
        let mut views = installation.server.ports.database.read().unwrap();
        let account = views.account_lookup().by_id(user).unwrap().unwrap();
        Self {
            user: user.0,
            email: account.org_email.unwrap().as_str().to_owned(),
        }
    }
}

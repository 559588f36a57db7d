//! Passkeys (decisions C15, O6). The authenticator is a list of passkeys without cryptography.

mod at_sign_in;
mod confirming;
mod managing;
mod signing_in;

use std::sync::Arc;

use aditus_application::access::Caller;
use aditus_application::accounts::passkeys::{NewPasskey, add, begin_sign_in, sign_in};
use aditus_application::accounts::second_factor::status::{self, PasskeyView};
use aditus_application::settings::Settings;
use aditus_application::testing::{ListedPasskeys, settings};
use aditus_domain::audit::Kind;
use aditus_domain::ids::PasskeyId;
use aditus_storage::testing::TestDatabase;

use super::second_factor::{HOME, by_password, titles};
use crate::audit::entries;
use crate::world::World;

/// An installation with passkeys, and the authenticator of its people.
struct Scene {
    world: World,
    authenticator: Arc<ListedPasskeys>,
}

impl Scene {
    fn new() -> Self {
        Self::on(TestDatabase::sqlite(), settings())
    }

    fn on(database: TestDatabase, settings: Settings) -> Self {
        let mut world = World::on(database, settings);
        let authenticator = Arc::new(ListedPasskeys::default());
        world.ports.passkeys = Some(authenticator.clone());
        Self { world, authenticator }
    }

    /// Adds a passkey of this name in an open session.
    fn add(&self, caller: &Caller, name: &str) -> add::Answer {
        let caller = self.world.confirmed(caller);
        let options = add::begin(&self.world.ports, &caller, &by_password()).unwrap();
        let credential = self.authenticator.make(&options.options).unwrap();
        self.send_new(&caller, name, &credential).unwrap()
    }

    fn send_new(&self, caller: &Caller, name: &str, credential: &str) -> Result<add::Answer, add::Error> {
        let command = add::Command {
            name: name.to_owned(),
            credential: credential.to_owned(),
        };
        add::execute(&self.world.ports, caller, &command)
    }

    /// Makes an authenticator create a passkey for the caller, which is not sent yet.
    fn made(&self, caller: &Caller) -> String {
        let caller = self.world.confirmed(caller);
        let options = add::begin(&self.world.ports, &caller, &by_password()).unwrap();
        self.authenticator.make(&options.options).unwrap()
    }

    /// Like [`Self::made`], on a device that has no passkey of the caller.
    fn made_elsewhere(&self, caller: &Caller) -> String {
        let caller = self.world.confirmed(caller);
        let options = add::begin(&self.world.ports, &caller, &by_password()).unwrap();
        let (before, after) = options.options.split_once(r#""excluded":""#).unwrap();
        let (_, after) = after.split_once('"').unwrap();
        let elsewhere = format!(r#"{before}"excluded":""{after}"#);
        self.authenticator.make(&elsewhere).unwrap()
    }

    /// Stores a passkey of another device without a ceremony.
    fn store_passkey(&self, caller: &Caller, number: u8) {
        self.world.write(|transaction| {
            let first = transaction.passkeys().of_user(caller.user).unwrap().remove(0);
            let new = NewPasskey {
                credential_id: vec![number; 16],
                ..first.passkey
            };
            transaction.passkeys().add(&new).unwrap();
        });
    }

    /// Adds a person with one passkey. Returns the session in which it was added, too.
    fn person_with_passkey(&self, first_name: &str) -> (Caller, add::Answer) {
        self.world.person(first_name);
        let caller = self.world.caller(first_name);
        let added = self.add(&caller, "Laptop");
        (caller, added)
    }

    /// Returns the passkeys on the profile.
    fn shown(&self, caller: &Caller) -> Vec<PasskeyView> {
        status::execute(&self.world.ports, caller).unwrap().passkeys
    }

    fn recovery_codes_left(&self, caller: &Caller) -> usize {
        let status = status::execute(&self.world.ports, caller).unwrap();
        status.recovery_codes_left
    }

    /// Returns the credential id of a passkey.
    fn credential_of(&self, caller: &Caller, id: PasskeyId) -> Vec<u8> {
        let own = self.world.read(|views| views.accounts().passkeys(caller.user));
        let found = own.unwrap().into_iter().find(|stored| stored.id == id);
        found.unwrap().passkey.credential_id
    }

    /// Returns the response of the latest passkey to the options of a sign-in with a passkey alone.
    fn signed(&self) -> String {
        let options = begin_sign_in::execute(&self.world.ports, HOME).unwrap();
        self.authenticator.sign(&options.options).unwrap()
    }

    /// Sends the response in a browser that the account of this person knows.
    fn sign_in(&self, first_name: &str, credential: &str) -> Result<sign_in::Answer, sign_in::Error> {
        sign_in::execute(
            &self.world.ports,
            &sign_in::Command {
                credential: credential.to_owned(),
                address: HOME.to_owned(),
                user_agent: "Test".to_owned(),
                browser: self.world.browser_of(first_name),
            },
        )
    }

    /// Returns the error of a sign-in that is refused.
    #[track_caller]
    fn refusal(&self, first_name: &str, credential: &str) -> sign_in::Error {
        self.sign_in(first_name, credential).map(drop).unwrap_err()
    }

    /// Returns the kinds of the entries that `work` creates in the audit log.
    fn kinds_of<T>(&self, work: impl FnOnce() -> T) -> (T, Vec<Kind>) {
        let before = entries(&self.world).len();
        let answer = work();
        let new = entries(&self.world).split_off(before);
        (answer, new.into_iter().map(|entry| entry.kind).collect())
    }

    /// Returns the canonical text of the latest entry.
    fn last_entry(&self) -> String {
        entries(&self.world).pop().unwrap().canonical
    }

    fn is_mailed(&self, first_name: &str, title: &str) -> bool {
        titles(&self.world, first_name).iter().any(|own| own == title)
    }
}

//! Signing in with identities at providers (decisions O5). The provider is a list of people, whose
//! names are its codes.

mod ending;
mod linking;
mod registering;
mod required;
mod returning;
mod signing_in;

use std::sync::Arc;

use aditus_application::access::Caller;
use aditus_application::accounts::authenticate;
use aditus_application::accounts::identities::finish::{self, NotLinked, Progress};
use aditus_application::accounts::identities::{begin, link, list};
use aditus_application::accounts::sign_in::{Answer, Pending};
use aditus_application::ports::{AuthenticatedPerson, IdentityProviders, OfferedProvider};
use aditus_application::settings::Settings;
use aditus_application::testing::{ListedIdentities, settings};
use aditus_domain::accounts::identity::Claims;
use aditus_domain::ids::UserId;
use aditus_storage::testing::TestDatabase;

use crate::world::World;

pub const HOME: &str = "192.0.2.1";

/// The label of the provider.
pub const LABEL: &str = "Ministry of Health";

/// An installation with one provider.
pub struct Scene {
    pub world: World,
    pub provider: Arc<ListedIdentities>,
}

/// A sign-in whose person is at the provider.
pub struct Begun {
    pub state: String,
    /// The provider cookie of the browser.
    pub cookie: String,
}

impl Scene {
    pub fn new() -> Self {
        Self::offering(|_| {})
    }

    /// Creates an installation with a provider that is configured in some way.
    pub fn offering(configure: impl FnOnce(&mut OfferedProvider)) -> Self {
        Self::on(TestDatabase::sqlite(), settings(), configure)
    }

    pub fn on(
        database: TestDatabase,
        settings: Settings,
        configure: impl FnOnce(&mut OfferedProvider),
    ) -> Self {
        let mut world = World::on(database, settings);
        let provider = Arc::new(ListedIdentities::default());
        let mut offered = provider.offered("ministry", LABEL).unwrap();
        configure(&mut offered);
        world.ports.identity_providers = Arc::new(IdentityProviders(vec![offered]));
        Self { world, provider }
    }

    /// Makes the provider know a person of this name.
    pub fn know(&self, name: &str) {
        self.know_with(name, |_| {});
    }

    /// Makes the provider know a person of this name, about whom it states more.
    pub fn know_with(&self, name: &str, state: impl FnOnce(&mut AuthenticatedPerson)) {
        let mut person = ListedIdentities::person(name).unwrap();
        state(&mut person);
        self.provider.add(name, person);
    }

    /// Leaves for the provider in a browser with this provider cookie.
    pub fn begin(&self, cookie: &str) -> Result<Begun, begin::Error> {
        let command = begin::Command {
            provider: "ministry".to_owned(),
            address: HOME.to_owned(),
            browser: cookie.to_owned(),
        };
        let answer = begin::execute(&self.world.ports, &command)?;
        Ok(Begun {
            state: ListedIdentities::state_in(&answer.address).unwrap().to_owned(),
            cookie: answer.browser,
        })
    }

    /// Comes back from the provider.
    pub fn finish(&self, begun: &Begun, code: &str) -> Result<Progress, finish::Error> {
        finish::execute(&self.world.ports, &returned(begun, code))
    }

    /// Leaves for the provider and comes back as this person.
    pub fn sign_in(&self, code: &str) -> Result<Progress, finish::Error> {
        self.finish(&self.begin("").unwrap(), code)
    }

    /// Returns the session of a person whose identity is linked.
    pub fn signed_in(&self, code: &str) -> Answer {
        match self.sign_in(code).unwrap() {
            Progress::SignedIn(answer) => *answer,
            Progress::Pending(_) => panic!("{code} needs a second factor"),
            Progress::NotLinked(_) => panic!("{code} is not linked"),
        }
    }

    /// Returns the pending sign-in of a person whose identity is linked.
    pub fn pending(&self, code: &str) -> Pending {
        match self.sign_in(code).unwrap() {
            Progress::Pending(pending) => pending,
            Progress::SignedIn(_) => panic!("{code} is signed in"),
            Progress::NotLinked(_) => panic!("{code} is not linked"),
        }
    }

    /// Proves the identity of a person who has linked none.
    pub fn prove(&self, code: &str) -> NotLinked {
        match self.sign_in(code).unwrap() {
            Progress::NotLinked(proven) => proven,
            Progress::SignedIn(_) | Progress::Pending(_) => panic!("{code} is linked"),
        }
    }

    pub fn link(&self, caller: &Caller, token: &str) -> Result<link::Answer, link::Error> {
        let command = link::Command {
            identity_token: token.to_owned(),
        };
        link::execute(&self.world.ports, caller, &command)
    }

    /// Links the identity of the person with this name at the provider to the caller's account.
    pub fn link_person(&self, caller: &Caller, name: &str) {
        self.know(name);
        let proven = self.prove(name);
        self.link(&self.world.confirmed(caller), &proven.token).unwrap();
    }

    /// Adds an account, and links the identity of the same name to it.
    pub fn linked_person(&self, name: &str) -> Caller {
        self.world.person(name);
        let caller = self.world.caller(name);
        self.link_person(&caller, name);
        caller
    }

    /// Returns the caller of a session with this token.
    pub fn caller_of(&self, token: &str) -> Caller {
        authenticate::execute(&self.world.ports, token).unwrap()
    }

    /// Returns the linked identities of a person.
    pub fn identities_of(&self, caller: &Caller) -> Vec<list::OwnIdentity> {
        list::execute(&self.world.ports, caller).unwrap().identities
    }
}

/// The values with which the browser of this sign-in comes back.
pub fn returned(begun: &Begun, code: &str) -> finish::Command {
    finish::Command {
        state: begun.state.clone(),
        code: code.to_owned(),
        error: String::new(),
        iss: String::new(),
        provider_browser: begun.cookie.clone(),
        address: HOME.to_owned(),
        user_agent: "Test".to_owned(),
        browser: String::new(),
    }
}

pub fn claims(fname: &str, sname: &str, email: &str) -> Claims {
    Claims::new(fname, sname, email)
}

/// Returns the account that is signed in.
pub fn user_of(answer: &Answer) -> UserId {
    answer.user.user_id
}

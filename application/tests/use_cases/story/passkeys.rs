//! People who confirm decisions with a passkey.

use std::sync::Arc;

use aditus_application::access::Caller;
use aditus_application::accounts::passkeys::{Options, add};
use aditus_application::accounts::second_factor::confirm_owner::Confirmation;
use aditus_application::review::{begin_passkey, decide};
use aditus_application::settings::Settings;
use aditus_application::testing::{ListedPasskeys, settings};
use aditus_domain::accounts::passkey::ConfirmBy;
use aditus_domain::ids::{PasskeyId, RequestId, StateId};
use aditus_domain::roles::Role;
use aditus_storage::testing::TestDatabase;

use super::Story;

impl Story {
    /// Creates a story in which passkeys and codes confirm decisions.
    pub fn with_passkeys() -> (Self, Arc<ListedPasskeys>) {
        Self::confirmed_by("code, passkey", TestDatabase::sqlite())
    }

    /// Creates a story in which decisions are confirmed in these ways.
    pub fn confirmed_by(ways: &str, database: TestDatabase) -> (Self, Arc<ListedPasskeys>) {
        let mut story = Self::on_configured(
            database,
            Settings {
                confirm_by: ConfirmBy::parse(ways).unwrap(),
                ..settings()
            },
        );
        let browser = Arc::new(ListedPasskeys::default());
        story.world.ports.passkeys = Some(browser.clone());
        (story, browser)
    }

    /// Adds a passkey to the account of a person who has just entered the password.
    pub fn adds_passkey(&self, browser: &ListedPasskeys, caller: &Caller) -> PasskeyId {
        let ports = &self.world.ports;
        let caller = Caller {
            password_given_on: Some(self.world.now()),
            ..caller.clone()
        };
        let confirmation = Confirmation {
            code: String::new(),
            address: "192.0.2.7".to_owned(),
        };
        let options = add::begin(ports, &caller, &confirmation).unwrap();
        let command = add::Command {
            name: "Work laptop".to_owned(),
            credential: browser.make(&options.options).unwrap(),
        };
        add::execute(ports, &caller, &command).unwrap().passkey
    }

    /// Returns the options with which the browser asks for a passkey.
    pub fn begins_passkey(
        &self,
        caller: &Caller,
        state: StateId,
        approve: bool,
    ) -> Result<Options, begin_passkey::Error> {
        let command = begin_passkey::Command { state, approve };
        begin_passkey::execute(&self.world.ports, caller, command)
    }

    /// A decision with the response of a passkey and all fields that a denial requires.
    pub fn decision_with_passkey(
        &self,
        caller: &Caller,
        request: RequestId,
        role: Role,
        approve: bool,
        response: &str,
    ) -> decide::Command {
        decide::Command {
            passkey: Some(response.to_owned()),
            ..self.decision(caller, request, role, approve, "")
        }
    }

    /// Decides in this role, with a passkey.
    pub fn decides_with_passkey(
        &self,
        browser: &ListedPasskeys,
        role: Role,
        request: RequestId,
        approve: bool,
    ) -> Result<decide::Answer, decide::Error> {
        let caller = self.staff(role);
        let state = self.state(request, role).request_state_id;
        let options = self.begins_passkey(caller, state, approve).unwrap();
        let response = browser.sign(&options.options).unwrap();
        let command = self.decision_with_passkey(caller, request, role, approve, &response);
        decide::execute(&self.world.ports, caller, &command)
    }
}

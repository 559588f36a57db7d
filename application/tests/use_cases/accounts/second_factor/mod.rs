//! Second factors (decisions A12, C15). Codes of the app come from the secret that was shown, as
//! those of a real app do.

mod managing;
mod required;
mod resetting;
mod signing_in;

use aditus_application::access::Caller;
use aditus_application::accounts::second_factor::confirm_owner::Confirmation;
use aditus_application::accounts::second_factor::enter_code::{self, Origin};
use aditus_application::accounts::second_factor::{AppSecret, set_up};
use aditus_application::accounts::sign_in::{self, Answer, Pending, Progress};
use aditus_domain::accounts::second_factor::{TotpSecret, TotpStep};
use chrono::TimeDelta;

use crate::world::World;
use crate::world::people::{PASSWORD, address_of};

pub const HOME: &str = "192.0.2.1";

/// An authenticator app that scanned the secret.
pub struct App(TotpSecret);

impl App {
    /// Reads the secret as it is typed: groups of base 32.
    pub fn scan(shown: &AppSecret) -> Self {
        let (mut bytes, mut buffer, mut bits) = (Vec::new(), 0_u32, 0);
        for symbol in shown.text.bytes().filter(|symbol| *symbol != b' ') {
            let value = match symbol {
                b'A'..=b'Z' => symbol - b'A',
                b'2'..=b'7' => symbol - b'2' + 26,
                other => panic!("{other} is not of base 32"),
            };
            buffer = (buffer << 5) | u32::from(value);
            bits += 5;
            if bits >= 8 {
                bits -= 8;
                bytes.push((buffer >> bits).to_le_bytes()[0]);
            }
        }
        Self(TotpSecret::new(bytes.try_into().unwrap()))
    }

    /// The code that the app shows now.
    pub fn code(&self, world: &World) -> String {
        self.0.code(TotpStep::at(world.now())).expose()
    }

    /// Waits for the next code, because each is accepted once.
    pub fn next_code(&self, world: &World) -> String {
        world.wait(TimeDelta::seconds(30));
        self.code(world)
    }
}

/// No code: the password was confirmed instead.
pub fn by_password() -> Confirmation {
    by_code("")
}

pub fn by_code(code: &str) -> Confirmation {
    Confirmation {
        code: code.to_owned(),
        address: HOME.to_owned(),
    }
}

/// Sets up an app for a signed-in person. Returns it with the recovery codes.
pub fn set_up_app(world: &World, caller: &Caller) -> (App, Vec<String>) {
    let caller = world.confirmed(caller);
    let secret = set_up::begin(&world.ports, &caller, &by_password()).unwrap();
    let app = App::scan(&secret);
    let codes = set_up::confirm(&world.ports, &caller, &app.code(world)).unwrap();
    (app, codes)
}

/// Adds a person with an app. Returns the session in which it was set up, too.
pub fn person_with_app(world: &World, first_name: &str) -> (Caller, App, Vec<String>) {
    world.person(first_name);
    let caller = world.caller(first_name);
    let (app, codes) = set_up_app(world, &caller);
    (caller, app, codes)
}

/// Enters the right password in a browser with this cookie.
pub fn enter_password(world: &World, first_name: &str, browser: &str) -> Progress {
    let command = sign_in::Command {
        username: address_of(first_name),
        password: PASSWORD.to_owned(),
        address: HOME.to_owned(),
        user_agent: "Test".to_owned(),
        browser: browser.to_owned(),
    };
    sign_in::execute(&world.ports, &command).unwrap()
}

/// Enters the right password. The second factor has to be pending then.
pub fn pending(world: &World, first_name: &str) -> Pending {
    match enter_password(world, first_name, &world.browser_of(first_name)) {
        Progress::Pending(pending) => pending,
        Progress::SignedIn(_) => panic!("{first_name} is signed in without a second factor"),
    }
}

/// The call that continues the pending sign-in, in a browser that the account knows.
pub fn origin(world: &World, first_name: &str, pending: &Pending) -> Origin {
    Origin {
        token: pending.token.clone(),
        address: HOME.to_owned(),
        user_agent: "Test".to_owned(),
        browser: world.browser_of(first_name),
    }
}

pub fn enter(world: &World, origin: &Origin, code: &str) -> Result<Answer, enter_code::Error> {
    let command = enter_code::Command {
        code: code.to_owned(),
        origin: origin.clone(),
    };
    enter_code::execute(&world.ports, &command)
}

/// Returns the message of a refused code.
pub fn refusal(world: &World, origin: &Origin, code: &str) -> String {
    enter(world, origin, code).map(drop).unwrap_err().to_string()
}

/// Returns the titles of the mails to a person, without the name of the product.
pub fn titles(world: &World, first_name: &str) -> Vec<String> {
    let mails = world.mails_to(&address_of(first_name));
    let title = |subject: &str| subject.trim_start_matches("Aditus: ").to_owned();
    mails.iter().map(|mail| title(&mail.subject)).collect()
}

use std::sync::atomic::{AtomicBool, Ordering};

use aditus_application::contract::passkey_port::{CONTRACT, TestAuthenticator};
use aditus_application::ports::Passkeys;
use aditus_webauthn::testing::{Deviation, KeyKind};

use crate::helpers::Setup;

struct Real {
    setup: Setup,
    is_verifying: AtomicBool,
}

impl Real {
    fn deviation(&self) -> Deviation {
        Deviation {
            is_unverified: !self.is_verifying.load(Ordering::Relaxed),
            ..Deviation::default()
        }
    }
}

impl TestAuthenticator for Real {
    fn adapter(&self) -> &dyn Passkeys {
        &self.setup.passkeys
    }

    fn make(&self, options: &str) -> Option<String> {
        let authenticator = &self.setup.authenticator;
        authenticator.make_with(options, KeyKind::Es256, &self.deviation())
    }

    fn sign(&self, options: &str) -> Option<String> {
        self.setup.authenticator.sign_with(options, &self.deviation())
    }

    fn stop_verifying(&self) {
        self.is_verifying.store(false, Ordering::Relaxed);
    }

    fn set_back(&self) {
        self.setup.authenticator.set_back();
    }
}

#[test]
fn webauthn_passkeys_satisfy_the_contract() {
    for (_, clause) in CONTRACT {
        clause(&Real {
            setup: Setup::new(),
            is_verifying: AtomicBool::new(true),
        });
    }
}

//! A provider that knows a list of people.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use aditus_domain::accounts::identity::{
    Claims, Identity, IdentityError, MultiFactorRule, ProviderId, ProviderIdError,
};
use chrono::{DateTime, Utc};

use super::lock;
use crate::ports::{
    AuthenticatedPerson, IdentityProvider, OfferedProvider, ProviderError, ProviderLogout, SignInSecrets,
};

/// An identity provider for tests. Its codes are names of people, which a test adds with
/// [`ListedIdentities::add`], and its logout tokens are names, too. It checks that the secrets of a
/// sign-in are those with which the sign-in began.
#[derive(Default)]
pub struct ListedIdentities(Mutex<State>);

#[derive(Default)]
struct State {
    people: HashMap<String, AuthenticatedPerson>,
    /// The states of the sign-ins to which codes belong.
    states: HashMap<String, String>,
    too_low: Vec<String>,
    logouts: HashMap<String, ProviderLogout>,
    begun: Vec<SignInSecrets>,
    sign_out_address: Option<String>,
    is_down: bool,
}

impl ListedIdentities {
    /// The issuer of all identities.
    pub const ISSUER: &str = "https://id.example";

    /// Returns a person whose subject and `sid` contain this name, without claims.
    pub fn person(name: &str) -> Result<AuthenticatedPerson, IdentityError> {
        Ok(AuthenticatedPerson {
            identity: Identity::new(Self::ISSUER, &format!("subject-{name}"))?,
            claims: Claims::default(),
            acr: None,
            amr: vec!["pwd".to_owned()],
            sid: Some(format!("sid-{name}")),
        })
    }

    /// Adds a person, or replaces them. Their code is `code`.
    pub fn add(&self, code: &str, person: AuthenticatedPerson) {
        lock(&self.0).people.insert(code.to_owned(), person);
    }

    /// Adds a person who signs in at this authorization address. Their code is valid only for this
    /// sign-in.
    pub fn add_at(&self, address: &str, code: &str, person: AuthenticatedPerson) {
        let sign_in = Self::state_in(address).unwrap_or_default();
        let mut state = lock(&self.0);
        state.states.insert(code.to_owned(), sign_in.to_owned());
        state.people.insert(code.to_owned(), person);
    }

    /// Refuses this code, because the person was not verified strongly enough.
    pub fn verify_weakly(&self, code: &str) {
        lock(&self.0).too_low.push(code.to_owned());
    }

    /// Accepts this logout token.
    pub fn add_logout(&self, token: &str, logout: ProviderLogout) {
        lock(&self.0).logouts.insert(token.to_owned(), logout);
    }

    /// Gives the provider an address at which people sign out.
    pub fn set_sign_out_address(&self, address: &str) {
        lock(&self.0).sign_out_address = Some(address.to_owned());
    }

    /// Makes the provider fail, or work again.
    pub fn set_down(&self, is_down: bool) {
        lock(&self.0).is_down = is_down;
    }

    /// Returns the state in an authorization address of this provider.
    pub fn state_in(address: &str) -> Option<&str> {
        address.rsplit_once("state=").map(|(_, state)| state)
    }

    /// Offers the provider under this name and label, for any person.
    pub fn offered(self: &Arc<Self>, name: &str, label: &str) -> Result<OfferedProvider, ProviderIdError> {
        Ok(OfferedProvider {
            id: ProviderId::parse(name)?,
            label: label.to_owned(),
            issuer: Self::ISSUER.to_owned(),
            multi_factor: MultiFactorRule::default(),
            email_domains: Vec::new(),
            only_for: Vec::new(),
            adapter: self.clone(),
        })
    }
}

impl State {
    fn answers(&self) -> Result<(), ProviderError> {
        if self.is_down {
            return Err(ProviderError::Unreachable("connection refused".into()));
        }
        Ok(())
    }
}

impl IdentityProvider for ListedIdentities {
    fn authorization_address(&self, secrets: &SignInSecrets) -> Result<String, ProviderError> {
        let mut state = lock(&self.0);
        state.answers()?;
        state.begun.push(secrets.clone());
        let SignInSecrets { state, nonce, .. } = secrets;
        Ok(format!("{}/authorize?nonce={nonce}&state={state}", Self::ISSUER))
    }

    fn redeem(
        &self,
        code: &str,
        secrets: &SignInSecrets,
        _now: DateTime<Utc>,
    ) -> Result<AuthenticatedPerson, ProviderError> {
        let state = lock(&self.0);
        state.answers()?;
        if !state.begun.contains(secrets) {
            return Err(ProviderError::Invalid("wrong nonce or verifier".into()));
        }
        let own = state.states.get(code);
        if own.is_some_and(|own| *own != secrets.state) {
            return Err(ProviderError::Invalid("code of another sign-in".into()));
        }
        if state.too_low.iter().any(|listed| listed == code) {
            return Err(ProviderError::AssuranceTooLow);
        }
        let person = state.people.get(code).cloned();
        person.ok_or_else(|| ProviderError::Invalid("unknown code".into()))
    }

    fn verify_logout(
        &self,
        logout_token: &str,
        _now: DateTime<Utc>,
    ) -> Result<ProviderLogout, ProviderError> {
        let state = lock(&self.0);
        state.answers()?;
        let logout = state.logouts.get(logout_token).cloned();
        logout.ok_or_else(|| ProviderError::Invalid("unknown logout token".into()))
    }

    fn sign_out_address(&self) -> Option<String> {
        lock(&self.0).sign_out_address.clone()
    }

    fn check(&self) -> Result<String, ProviderError> {
        lock(&self.0).answers()?;
        Ok("answers".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::identity_provider::{CONTRACT, TestProvider};

    impl TestProvider for ListedIdentities {
        fn adapter(&self) -> &dyn IdentityProvider {
            self
        }

        fn issuer(&self) -> String {
            Self::ISSUER.to_owned()
        }

        fn now(&self) -> DateTime<Utc> {
            DateTime::UNIX_EPOCH
        }

        fn sign_in(&self, address: &str, person: &AuthenticatedPerson) -> String {
            let code = format!("c0de-of-{}", person.identity.subject());
            self.add_at(address, &code, person.clone());
            code
        }

        fn issue_logout(&self, subject: Option<&str>, sid: Option<&str>) -> String {
            let token = format!("logout-{subject:?}-{sid:?}");
            let logout = ProviderLogout {
                issuer: Self::ISSUER.to_owned(),
                subject: subject.map(ToOwned::to_owned),
                sid: sid.map(ToOwned::to_owned),
                issued_until: TestProvider::now(self),
            };
            self.add_logout(&token, logout);
            token
        }

        fn fail(&self) {
            self.set_down(true);
        }

        fn stall(&self) {
            self.set_down(true);
        }

        fn secrets(&self) -> Vec<&str> {
            Vec::new()
        }
    }

    #[test]
    fn listed_identities_satisfy_the_contract() {
        for (_, clause) in CONTRACT {
            let provider = ListedIdentities::default();
            provider.set_sign_out_address("https://id.example/sign-out");
            clause(&provider);
        }
    }
}

//! Continues a sign-in after the first proof of the person's identity: with a session, or with a
//! pending sign-in that waits for the second factor. An inner service of every way to sign in
//! (decisions A2, A12).

use aditus_domain::accounts::second_factor::{FirstProof, Obligation, PendingSignIn, PendingStep};
use aditus_domain::audit::{Act, Actor};
use aditus_domain::ids::AssignedRoleId;
use chrono::{DateTime, Utc};

use super::identities::ProviderSession;
use super::known_browser::{self, Browser};
use super::second_factor::StoredPendingSignIn;
use super::sign_in_limits::NotifyError;
use super::views::UserDetail;
use super::{Account, new_session, owner_notice, token};
use crate::access::{UsableRole, usable_roles};
use crate::audit;
use crate::ports::{KeyPurpose, Ports, Transaction};

/// A successful sign-in.
#[derive(Clone, PartialEq, Eq)]
pub struct Answer {
    /// The token, which is not stored and cannot be shown again.
    pub token: String,
    /// The person with every role requested or held.
    pub user: UserDetail,
    /// The selected role: the usable role of the lowest rank.
    pub selected: Option<AssignedRoleId>,
    /// The cookie that makes the browser known to the account from now on (decisions A12).
    pub browser: String,
}

/// A sign-in that waits for the second factor. There is no `Debug`: the token must not reach a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Pending {
    /// The token of the pending sign-in. It opens nothing by itself.
    pub token: String,
    /// The step that it waits for.
    pub step: PendingStep,
    /// True if a code of an authenticator app completes the step; the app is set up first if the
    /// account has no factor.
    pub app: bool,
    /// True if a passkey completes the step: one of the account, or a new one if it has no factor.
    pub passkey: bool,
    /// The time by which the sign-in has to be completed.
    pub expires_on: DateTime<Utc>,
}

/// The state of a sign-in after the first proof.
#[derive(Clone, PartialEq, Eq)]
pub enum Progress {
    /// The person is signed in.
    SignedIn(Box<Answer>),
    /// The second factor is pending.
    Pending(Pending),
}

impl Progress {
    /// Returns the completed sign-in, if no second factor is pending.
    pub fn signed_in(self) -> Option<Answer> {
        match self {
            Self::SignedIn(answer) => Some(*answer),
            Self::Pending(_) => None,
        }
    }
}

/// A sign-in whose first proof was given.
pub(super) struct SignIn<'a> {
    pub account: Account,
    pub detail: UserDetail,
    /// The user agent.
    pub user_agent: &'a str,
    /// The browser cookie as sent.
    pub browser: &'a str,
    /// The identity with which the person signed in; `None` after a password.
    pub provider: Option<ProviderSession>,
}

impl SignIn<'_> {
    fn roles(&self) -> Vec<UsableRole> {
        usable_roles(self.account.state, &self.detail.assigned_roles)
    }
}

/// Begins the session, or a pending sign-in if the account has a second factor or has to set one
/// up. Commits the transaction.
///
/// Begins the period of grace of a person whose roles need a second factor. The caller holds the
/// lock on counters of this sign-in. `acts` are those of the call beside the sign-in.
pub(super) fn after_first_proof(
    ports: &Ports,
    mut transaction: Box<dyn Transaction + '_>,
    sign_in: SignIn<'_>,
    first: FirstProof,
    mut acts: Vec<Act>,
) -> Result<Progress, NotifyError> {
    let (user, now) = (sign_in.account.id, ports.clock.now());
    let factor = transaction.second_factors().of_user(user)?.factor;
    let roles = sign_in.roles().into_iter().map(|held| held.role);
    let required = ports.settings.second_factor_required_for.includes(roles);
    let since = Obligation::since_after_sign_in(required, factor.required_since, now);
    if since != factor.required_since {
        transaction.second_factors().set_required_since(user, since)?;
    }
    let obligation = Obligation::new(required, since, now);
    let Some(pending) = PendingSignIn::after(first, factor.is_active(), obligation, now) else {
        let factor = match first {
            FirstProof::Provider { multi_factor: true } => Some("sign-in provider"),
            FirstProof::Passkey => Some("passkey"),
            FirstProof::Provider { multi_factor: false } | FirstProof::Password => None,
        };
        let answer = complete(ports, transaction, sign_in, factor, acts)?;
        return Ok(Progress::SignedIn(Box::new(answer)));
    };
    let available = ports.passkeys.is_some();
    let (app, passkey) = match pending.step {
        PendingStep::EnterCode => (factor.app.is_some(), factor.passkeys > 0 && available),
        PendingStep::SetUp => (true, available),
    };
    let token = token::draw(ports.entropy.as_ref());
    let token_hash = token::hash(ports.keys.as_ref(), KeyPurpose::PendingSignIn, &token);
    transaction.pending_sign_ins().add(&StoredPendingSignIn {
        token_hash,
        user,
        provider: sign_in.provider,
        pending,
    })?;
    acts.push(Act::SignInPending { user });
    let recorded = audit::record_all(ports, transaction.as_mut(), Actor::person(user), acts)?;
    transaction.commit(recorded)?;
    Ok(Progress::Pending(Pending {
        token,
        step: pending.step,
        app,
        passkey,
        expires_on: pending.expires_on(),
    }))
}

/// Begins the session of a person who proved everything that is required, and commits. `factor` is
/// the second factor that was used, and `acts` are those of the call beside the sign-in.
pub(super) fn complete(
    ports: &Ports,
    mut transaction: Box<dyn Transaction + '_>,
    sign_in: SignIn<'_>,
    factor: Option<&'static str>,
    mut acts: Vec<Act>,
) -> Result<Answer, NotifyError> {
    let now = ports.clock.now();
    let account = &sign_in.account;
    let user = account.id;
    let selected = sign_in.roles().first().map(|role| role.id);
    let session = new_session::begin(
        ports,
        transaction.as_mut(),
        user,
        selected,
        sign_in.user_agent,
        sign_in.provider.clone(),
    )?;
    let browser = Browser::read(ports, sign_in.browser);
    if !browser.is_some_and(|browser| browser.is_known_to(user)) {
        owner_notice::notify_of_new_browser(ports, transaction.as_mut(), account, session.device, now)?;
    }
    acts.push(Act::SignedIn {
        user,
        session: session.id,
        browser: session.device.browser,
        system: session.device.system,
        second_factor: factor,
    });
    let recorded = audit::record_all(ports, transaction.as_mut(), Actor::person(user), acts)?;
    transaction.commit(recorded)?;
    Ok(Answer {
        token: session.token,
        browser: known_browser::remember(ports, sign_in.browser, user),
        user: sign_in.detail,
        selected,
    })
}

use std::sync::Arc;
use std::time::{Duration, Instant};

use aditus_application::ports::{
    AuthenticatedPerson, IdentityProvider, ProviderError, ProviderLogout, SignInSecrets,
};
use aditus_domain::accounts::identity::{Claims, Identity};
use chrono::{DateTime, Utc};
use openidconnect::core::{CoreAuthenticationFlow, CoreErrorResponseType, CoreGenderClaim};
use openidconnect::http::HeaderValue;
use openidconnect::{
    AccessToken, AuthenticationContextClass, AuthorizationCode, ClaimsVerificationError, ClientId,
    ClientSecret, CsrfToken, EmptyAdditionalClaims, EndUserEmail, IssuerUrl, LocalizedClaim, LogoutRequest,
    Nonce, OAuth2TokenResponse, PkceCodeChallenge, PkceCodeVerifier, PostLogoutRedirectUrl, RedirectUrl,
    RequestTokenError, Scope, TokenResponse as _, UserInfoClaims, UserInfoError,
};
use secrecy::ExposeSecret;
use serde::de::IgnoredAny;

use crate::cache::Cache;
use crate::discovered::{Discovered, OpenIdClient, TokenRefusal, Tokens};
use crate::errors::{FetchError, TokenError};
use crate::http_client::HttpClient;
use crate::id_token::{self, VerifiedClaims};
use crate::logout_token::{self, usable_sid};
use crate::settings::{OpenIdSettings, SettingsError};

/// The scope that every request has.
const OPENID: &str = "openid";

/// The times of a provider. Tests shorten them.
#[derive(Debug, Clone, Copy)]
pub struct Timing {
    /// The timeout of one request.
    pub request: Duration,
    /// The timeout of all requests of one call.
    pub call: Duration,
    /// The time for which configuration and keys are kept.
    pub keep: Duration,
    /// The time after a failed fetch in which the provider is not asked again.
    pub pause: Duration,
    /// The minimum time between two fetches of keys because of unknown keys. Anyone can send tokens
    /// with such keys.
    pub keys: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            request: Duration::from_secs(10),
            call: Duration::from_secs(25),
            keep: Duration::from_hours(1),
            pause: Duration::from_secs(5),
            keys: Duration::from_secs(30),
        }
    }
}

/// An OpenID Connect provider.
///
/// Its configuration and keys are fetched when they are first needed.
pub struct OpenIdProvider {
    issuer: IssuerUrl,
    client_id: ClientId,
    client_secret: ClientSecret,
    scopes: Vec<Scope>,
    required_acr: Vec<AuthenticationContextClass>,
    redirect_address: RedirectUrl,
    back_to: PostLogoutRedirectUrl,
    http: HttpClient,
    timing: Timing,
    cache: Cache,
}

impl OpenIdProvider {
    /// Creates the client of a provider. Sends no request yet.
    pub fn new(settings: OpenIdSettings) -> Result<Self, SettingsError> {
        Self::with_timing(settings, Timing::default())
    }

    /// Creates the client of a provider with other times.
    pub fn with_timing(settings: OpenIdSettings, timing: Timing) -> Result<Self, SettingsError> {
        settings.check()?;
        let scopes = settings.scopes.into_iter().filter(|scope| scope != OPENID);
        let required_acr = settings.required_acr.into_iter();
        let issuer = IssuerUrl::new(settings.issuer).map_err(|_| SettingsError::Issuer)?;
        Ok(Self {
            http: HttpClient::new(issuer.url().clone(), &settings.authorities, timing.request),
            issuer,
            client_id: ClientId::new(settings.client_id),
            client_secret: ClientSecret::new(settings.client_secret.expose_secret().to_owned()),
            scopes: scopes.map(Scope::new).collect(),
            required_acr: required_acr.map(AuthenticationContextClass::new).collect(),
            redirect_address: RedirectUrl::new(settings.redirect_address)
                .map_err(|_| SettingsError::RedirectAddress)?,
            back_to: PostLogoutRedirectUrl::new(settings.back_to).map_err(|_| SettingsError::BackTo)?,
            timing,
            cache: Cache::default(),
        })
    }

    /// Returns the time at which a call that begins now has to end.
    fn end_of_call(&self) -> Instant {
        Instant::now() + self.timing.call
    }

    fn discovered(&self, until: Instant) -> Result<Arc<Discovered>, FetchError> {
        let Timing { keep, pause, .. } = self.timing;
        self.cache.get((keep, pause), until, || self.fetch(until))
    }

    fn fetch(&self, until: Instant) -> Result<Discovered, FetchError> {
        Discovered::fetch(&self.issuer, &self.http, until)
    }

    fn client(&self, discovered: &Discovered) -> OpenIdClient {
        discovered.client(&self.client_id, &self.client_secret, &self.redirect_address)
    }

    /// Verifies a token. If its key is unknown, fetches the keys and verifies it again.
    fn with_current_keys<T>(
        &self,
        discovered: &Arc<Discovered>,
        until: Instant,
        verify: impl Fn(&Discovered) -> Result<T, TokenError>,
    ) -> Result<T, ProviderError> {
        match verify(discovered) {
            Err(error) if error.may_need_newer_keys() => {
                let fetch = || discovered.with_newer_keys(&self.http, until);
                let newer = self.cache.newer(discovered, self.timing.keys, until, fetch)?;
                let newer = newer.ok_or(error)?;
                Ok(verify(&newer)?)
            }
            verified => Ok(verified?),
        }
    }

    fn exchange(
        &self,
        client: &OpenIdClient,
        code: &str,
        secrets: &SignInSecrets,
        until: Instant,
    ) -> Result<Tokens, ProviderError> {
        let request = client
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .map_err(|_| FetchError::NoTokenEndpoint)?;
        request
            .set_pkce_verifier(PkceCodeVerifier::new(secrets.pkce_verifier.clone()))
            .request(&self.http.sender(until))
            .map_err(exchange_error)
    }

    /// Returns the details of the person. Asks the userinfo endpoint for those that the ID token
    /// lacks.
    fn details(
        &self,
        (discovered, client): (&Discovered, &OpenIdClient),
        tokens: &Tokens,
        claims: &VerifiedClaims,
        until: Instant,
    ) -> Result<Claims, ProviderError> {
        let stated = Claims::new(
            text_of(claims.given_name()),
            text_of(claims.family_name()),
            vouched_email(claims.email(), claims.email_verified()),
        );
        let is_complete = !stated.fname.is_empty() && !stated.sname.is_empty() && !stated.email.is_empty();
        if is_complete || !discovered.has_user_info() {
            return Ok(stated);
        }
        let info = self.user_info(client, tokens.access_token(), claims, until)?;
        let info = Claims::new(
            text_of(info.given_name()),
            text_of(info.family_name()),
            vouched_email(info.email(), info.email_verified()),
        );
        let first = |stated: String, other: String| if stated.is_empty() { other } else { stated };
        Ok(Claims {
            fname: first(stated.fname, info.fname),
            sname: first(stated.sname, info.sname),
            email: first(stated.email, info.email),
        })
    }

    fn user_info(
        &self,
        client: &OpenIdClient,
        access_token: &AccessToken,
        claims: &VerifiedClaims,
        until: Instant,
    ) -> Result<UserInfoClaims<EmptyAdditionalClaims, CoreGenderClaim>, ProviderError> {
        // The library panics if the token cannot be a header.
        if HeaderValue::from_str(access_token.secret()).is_err() {
            return Err(TokenError::AccessToken.into());
        }
        client
            .user_info(access_token.clone(), Some(claims.subject().clone()))
            .map_err(|_| FetchError::UserInfoAnswer)?
            .request(&self.http.sender(until))
            .map_err(user_info_error)
    }

    fn require_acr(&self, acr: Option<&AuthenticationContextClass>) -> Result<(), ProviderError> {
        let is_enough =
            self.required_acr.is_empty() || acr.is_some_and(|acr| self.required_acr.contains(acr));
        is_enough.then_some(()).ok_or(ProviderError::AssuranceTooLow)
    }
}

impl IdentityProvider for OpenIdProvider {
    fn authorization_address(&self, secrets: &SignInSecrets) -> Result<String, ProviderError> {
        // The library panics if the verifier is too short or too long.
        if !(43..=128).contains(&secrets.pkce_verifier.len()) {
            return Err(TokenError::CodeVerifier.into());
        }
        let verifier = PkceCodeVerifier::new(secrets.pkce_verifier.clone());
        let (state, nonce) = (secrets.state.clone(), secrets.nonce.clone());
        let discovered = self.discovered(self.end_of_call())?;
        let client = self.client(&discovered);
        let mut request = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                || CsrfToken::new(state),
                || Nonce::new(nonce),
            )
            .add_scopes(self.scopes.iter().cloned())
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier));
        for acr in &self.required_acr {
            request = request.add_auth_context_value(acr.clone());
        }
        let (address, ..) = request.url();
        Ok(address.into())
    }

    fn redeem(
        &self,
        code: &str,
        secrets: &SignInSecrets,
        now: DateTime<Utc>,
    ) -> Result<AuthenticatedPerson, ProviderError> {
        let until = self.end_of_call();
        let discovered = self.discovered(until)?;
        let client = self.client(&discovered);
        let tokens = self.exchange(&client, code, secrets, until)?;
        let id_token = tokens.id_token().ok_or(TokenError::NoIdToken)?;
        let nonce = Nonce::new(secrets.nonce.clone());
        let ours = (&self.issuer, &self.client_id);
        let claims = self.with_current_keys(&discovered, until, |discovered| {
            id_token::verify(id_token, discovered.keys(), ours, &nonce, now)
        })?;
        self.require_acr(claims.auth_context_ref())?;
        let identity = Identity::new(self.issuer.as_str(), claims.subject().as_str())
            .map_err(|_| TokenError::Subject)?;
        let methods = claims.auth_method_refs().into_iter().flatten();
        Ok(AuthenticatedPerson {
            identity,
            acr: claims.auth_context_ref().map(|acr| acr.to_string()),
            amr: methods.map(|method| method.to_string()).collect(),
            sid: claims.additional_claims().sid.as_deref().and_then(usable_sid),
            claims: self.details((&discovered, &client), &tokens, claims, until)?,
        })
    }

    fn verify_logout(&self, logout_token: &str, now: DateTime<Utc>) -> Result<ProviderLogout, ProviderError> {
        let until = self.end_of_call();
        let discovered = self.discovered(until)?;
        let ours = (&self.issuer, &self.client_id);
        self.with_current_keys(&discovered, until, |discovered| {
            logout_token::verify(logout_token, discovered.keys(), ours, now)
        })
    }

    fn sign_out_address(&self) -> Option<String> {
        let discovered = self.cache.last()?;
        let request = LogoutRequest::from(discovered.end_session()?.clone())
            .set_client_id(self.client_id.clone())
            .set_post_logout_redirect_uri(self.back_to.clone());
        Some(request.http_get_url().into())
    }

    fn check(&self) -> Result<String, ProviderError> {
        let until = self.end_of_call();
        let discovered = self.cache.renew(until, || self.fetch(until))?;
        let keys = match discovered.count_of_keys() {
            0 => return Err(FetchError::NoKeys.into()),
            1 => "1 key".to_owned(),
            keys => format!("{keys} keys"),
        };
        let sign_out = if discovered.end_session().is_some() {
            "yes"
        } else {
            "no"
        };
        Ok(format!(
            "issuer {}, {keys}, sign-out at the provider: {sign_out}",
            self.issuer.as_str()
        ))
    }
}

/// Returns the text without a language, or in the first language that the provider states.
fn text_of<T: std::ops::Deref<Target = String>>(claim: Option<&LocalizedClaim<T>>) -> &str {
    let text = claim.and_then(|claim| {
        let plain = claim.get(None);
        plain.or_else(|| claim.iter().next().map(|(_, text)| text))
    });
    text.map_or("", |text| text.as_str())
}

/// Returns the email address, unless the provider states that it did not verify it.
fn vouched_email(email: Option<&EndUserEmail>, is_verified: Option<bool>) -> &str {
    match email {
        Some(email) if is_verified != Some(false) => email.as_str(),
        _ => "",
    }
}

/// Leaves out the answer of the token endpoint, which may have tokens, and texts that the provider
/// composed, which may repeat the code.
fn exchange_error(error: RequestTokenError<FetchError, TokenRefusal>) -> ProviderError {
    match error {
        RequestTokenError::Request(error) => error.into(),
        RequestTokenError::ServerResponse(refusal) => match refusal.error() {
            CoreErrorResponseType::InvalidGrant => TokenError::CodeRefused.into(),
            CoreErrorResponseType::InvalidClient => FetchError::ClientRefused("invalid_client").into(),
            CoreErrorResponseType::InvalidRequest => FetchError::ClientRefused("invalid_request").into(),
            CoreErrorResponseType::InvalidScope => FetchError::ClientRefused("invalid_scope").into(),
            CoreErrorResponseType::UnauthorizedClient => {
                FetchError::ClientRefused("unauthorized_client").into()
            }
            CoreErrorResponseType::UnsupportedGrantType => {
                FetchError::ClientRefused("unsupported_grant_type").into()
            }
            CoreErrorResponseType::Extension(_) => FetchError::ClientRefused("an error of its own").into(),
        },
        // JSON of another shape is an ID token that cannot be read.
        RequestTokenError::Parse(_, body) if serde_json::from_slice::<IgnoredAny>(&body).is_ok() => {
            TokenError::Malformed.into()
        }
        RequestTokenError::Parse(..) | RequestTokenError::Other(_) => FetchError::TokenAnswer.into(),
    }
}

fn user_info_error(error: UserInfoError<FetchError>) -> ProviderError {
    match error {
        UserInfoError::Request(error) => error.into(),
        UserInfoError::ClaimsVerification(ClaimsVerificationError::InvalidSubject(_)) => {
            TokenError::UserInfoSubject.into()
        }
        UserInfoError::ClaimsVerification(_) => TokenError::Signature.into(),
        _ => FetchError::UserInfoAnswer.into(),
    }
}

use std::time::Instant;

use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreClientAuthMethod, CoreErrorResponseType, CoreGenderClaim,
    CoreJsonWebKey, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm, CoreRevocableToken,
    CoreRevocationErrorResponse, CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::url::Url;
use openidconnect::{
    AuthType, Client, ClientId, ClientSecret, DiscoveryError, EmptyExtraTokenFields, EndSessionUrl,
    EndpointMaybeSet, EndpointNotSet, EndpointSet, IdTokenFields, IssuerUrl, JsonWebKey, JsonWebKeySet,
    JsonWebKeyUse, ProviderMetadataWithLogout, RedirectUrl, StandardErrorResponse, StandardTokenResponse,
    TokenUrl, UserInfoUrl,
};

use crate::errors::FetchError;
use crate::http_client::HttpClient;
use crate::id_token::SessionClaims;
use crate::settings::is_allowed;

/// The public keys of a provider.
pub(crate) type Keys = JsonWebKeySet<CoreJsonWebKey>;

/// The answer of a token endpoint, with an ID token.
pub(crate) type Tokens = StandardTokenResponse<
    IdTokenFields<
        SessionClaims,
        EmptyExtraTokenFields,
        CoreGenderClaim,
        CoreJweContentEncryptionAlgorithm,
        CoreJwsSigningAlgorithm,
    >,
    CoreTokenType,
>;

/// The error of a token endpoint.
pub(crate) type TokenRefusal = StandardErrorResponse<CoreErrorResponseType>;

/// The client of a provider whose configuration was fetched.
pub(crate) type OpenIdClient = Client<
    SessionClaims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    TokenRefusal,
    Tokens,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// The configuration and the keys of a provider.
#[derive(Debug)]
pub(crate) struct Discovered {
    metadata: ProviderMetadataWithLogout,
    auth_type: AuthType,
    pub(crate) fetched_on: Instant,
}

impl Discovered {
    /// Fetches configuration and keys. Refuses the configuration of another issuer, and endpoints
    /// without TLS.
    pub(crate) fn fetch(issuer: &IssuerUrl, http: &HttpClient, until: Instant) -> Result<Self, FetchError> {
        let metadata =
            ProviderMetadataWithLogout::discover(issuer, &http.sender(until)).map_err(fetch_error)?;
        require_protected_addresses(issuer.url(), &metadata)?;
        if metadata.token_endpoint().is_none() {
            return Err(FetchError::NoTokenEndpoint);
        }
        Ok(Self {
            auth_type: auth_type(metadata.token_endpoint_auth_methods_supported())?,
            metadata,
            fetched_on: Instant::now(),
        })
    }

    /// Fetches the keys again, at the address of the known configuration.
    pub(crate) fn with_newer_keys(&self, http: &HttpClient, until: Instant) -> Result<Self, FetchError> {
        let keys = Keys::fetch(self.metadata.jwks_uri(), &http.sender(until)).map_err(fetch_error)?;
        Ok(Self {
            metadata: self.metadata.clone().set_jwks(keys),
            auth_type: self.auth_type.clone(),
            fetched_on: self.fetched_on,
        })
    }

    /// Returns the keys.
    pub(crate) fn keys(&self) -> &Keys {
        self.metadata.jwks()
    }

    /// Returns the number of keys that may verify signatures.
    pub(crate) fn count_of_keys(&self) -> usize {
        let keys = self.keys().keys().iter();
        keys.filter(|key| key.key_use().is_none_or(JsonWebKeyUse::allows_signature))
            .count()
    }

    /// Returns true if the provider describes persons at a userinfo endpoint.
    pub(crate) fn has_user_info(&self) -> bool {
        self.metadata.userinfo_endpoint().is_some()
    }

    /// Returns the address at which a person signs out of the provider, if it has one.
    pub(crate) fn end_session(&self) -> Option<&EndSessionUrl> {
        self.metadata.additional_metadata().end_session_endpoint.as_ref()
    }

    /// Creates a client of the provider.
    pub(crate) fn client(
        &self,
        id: &ClientId,
        secret: &ClientSecret,
        redirect: &RedirectUrl,
    ) -> OpenIdClient {
        OpenIdClient::from_provider_metadata(self.metadata.clone(), id.clone(), Some(secret.clone()))
            .set_auth_type(self.auth_type.clone())
            .set_redirect_uri(redirect.clone())
    }
}

/// Endpoints of a provider with https:// have https://, so that its configuration cannot send codes
/// and secrets elsewhere. The addresses for browsers are checked too: they must not be `javascript:`.
fn require_protected_addresses(
    issuer: &Url,
    metadata: &ProviderMetadataWithLogout,
) -> Result<(), FetchError> {
    let additional = metadata.additional_metadata();
    let addresses = [
        (
            "authorization_endpoint",
            Some(metadata.authorization_endpoint().url()),
        ),
        ("token_endpoint", metadata.token_endpoint().map(TokenUrl::url)),
        ("jwks_uri", Some(metadata.jwks_uri().url())),
        (
            "userinfo_endpoint",
            metadata.userinfo_endpoint().map(UserInfoUrl::url),
        ),
        (
            "end_session_endpoint",
            additional.end_session_endpoint.as_ref().map(EndSessionUrl::url),
        ),
    ];
    for (name, address) in addresses {
        if address.is_some_and(|address| !is_allowed(issuer, address)) {
            return Err(FetchError::UnprotectedAddress(name));
        }
    }
    Ok(())
}

/// Returns the way in which this installation authenticates. Without a list, a provider accepts
/// `client_secret_basic` (OpenID Connect Discovery 1.0, section 3).
fn auth_type(methods: Option<&Vec<CoreClientAuthMethod>>) -> Result<AuthType, FetchError> {
    let Some(methods) = methods else {
        return Ok(AuthType::BasicAuth);
    };
    if methods.contains(&CoreClientAuthMethod::ClientSecretBasic) {
        Ok(AuthType::BasicAuth)
    } else if methods.contains(&CoreClientAuthMethod::ClientSecretPost) {
        Ok(AuthType::RequestBody)
    } else {
        Err(FetchError::NoClientAuthentication)
    }
}

fn fetch_error(error: DiscoveryError<FetchError>) -> FetchError {
    match error {
        DiscoveryError::Request(error) => error,
        // The path has names of fields. The message of the parser would have values.
        DiscoveryError::Parse(error) => match error.path().to_string() {
            path if path == "." => FetchError::NoConfiguration,
            path => FetchError::Configuration(path),
        },
        DiscoveryError::Validation(text) => FetchError::Issuer(text),
        DiscoveryError::Response(..) => FetchError::NoConfiguration,
        _ => FetchError::Request,
    }
}

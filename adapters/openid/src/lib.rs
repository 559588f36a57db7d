//! Sign-in with OpenID Connect providers (decisions O5): OpenID Connect Core 1.0 and Discovery 1.0,
//! RP-Initiated Logout 1.0, and Back-Channel Logout 1.0.

mod cache;
mod discovered;
mod errors;
mod http_client;
mod id_token;
mod logout_token;
mod numeric_date;
mod provider;
mod settings;

pub use provider::{OpenIdProvider, Timing};
pub use settings::{OpenIdSettings, SettingsError};

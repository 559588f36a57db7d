//! Passkeys at the public address of this installation, and signatures of passkeys in evidence (Web
//! Authentication level 2; decisions O6, O7).

mod client_data;
mod errors;
mod evidence;
mod passkeys;
mod response;
#[cfg(feature = "testing")]
pub mod testing;

pub use errors::RelyingPartyError;
pub use evidence::WebauthnEvidence;
pub use passkeys::{RelyingParty, WebauthnPasskeys};

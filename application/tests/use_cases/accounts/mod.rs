//! Codes, signing in, second factors, passkeys, sign-in providers, registering, recovering a password,
//! the profile, addresses and numbers, sessions, and clicks.

mod codes;
mod contact;
mod following;
pub mod identities;
mod locking_out;
mod new_browser;
mod passkeys;
mod profile;
mod recovering;
mod registering;
pub mod second_factor;
mod session;
mod sessions;
mod sign_in;
mod visits;

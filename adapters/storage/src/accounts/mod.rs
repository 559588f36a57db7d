//! Accounts, sessions, second factors, passkeys, identities at providers, one-time codes, events that
//! count against rate limits, and clicks.

pub(crate) mod account_lock;
mod ceremonies;
mod clicks;
mod codes;
mod contact_changes;
mod directory;
mod erasures;
mod identities;
mod limited_events;
mod passkeys;
mod pending_sign_ins;
pub(crate) mod people;
mod provider_sign_ins;
mod repository;
mod second_factors;
mod sessions;
mod untrusted_proxies;
mod views;

//! Notifications: how they are told, listed, preferred and delivered.

mod deliver;
mod list;
mod preferences;
mod tell;

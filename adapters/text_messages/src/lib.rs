//! Sends text messages through a gateway that accepts POST requests over HTTP (decisions A4).

mod body;
mod gateway;

pub use body::{Body, BodyError};
pub use gateway::{ClientError, GatewaySettings, HttpGateway, SecretHeader, SettingsError};

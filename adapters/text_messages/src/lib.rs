//! Text messages leave by a gateway that takes posts over HTTP (decisions A4).

mod body;
mod gateway;

pub use body::{Body, BodyError};
pub use gateway::{ClientError, GatewaySettings, HttpGateway, SecretHeader, SettingsError};

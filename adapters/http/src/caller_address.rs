//! The network address of the caller, as the connection and trusted proxies tell it.

use actix_web::dev::ServiceRequest;
use actix_web::{HttpRequest, web};

use crate::api::Api;

/// Returns the network address of the caller, or an empty text where it is unknown.
pub(crate) fn network_address(request: &HttpRequest) -> String {
    let api = request.app_data::<web::Data<Api>>();
    request
        .peer_addr()
        .zip(api)
        .map(|(peer, api)| {
            api.trusted_proxies()
                .caller(peer.ip(), request.headers())
                .to_string()
        })
        .unwrap_or_default()
}

/// The same before a call has found its handler.
pub(crate) fn network_address_of(request: &ServiceRequest) -> String {
    network_address(request.request())
}

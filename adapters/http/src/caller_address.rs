//! The network address of the caller, from the connection and trusted proxies.

use actix_web::dev::ServiceRequest;
use actix_web::{HttpRequest, web};

use crate::api::Api;

/// Returns the network address of the caller, or an empty text if it is unknown.
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

/// Does the same before routing.
pub(crate) fn network_address_of(request: &ServiceRequest) -> String {
    network_address(request.request())
}

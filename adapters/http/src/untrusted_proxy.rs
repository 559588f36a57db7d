//! Detects a proxy that is missing in the configuration, because all users behind it would share
//! one address. Logs it once, and stores it for `aditus check` (decisions A12).

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{Error, web};
use aditus_application::untrusted_proxies::{self, MOST};

use crate::api::Api;

/// The proxies that were reported since the start, shared by all workers.
#[derive(Debug, Default)]
pub(crate) struct ReportedProxies(Mutex<BTreeSet<IpAddr>>);

impl ReportedProxies {
    /// Records this address. Returns true if it was not reported yet. The number is limited,
    /// because any caller can send such a header.
    fn add(&self, address: IpAddr) -> bool {
        let mut reported = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        reported.len() < MOST && reported.insert(address)
    }
}

/// Checks each call for the header of such a proxy, and passes the call on.
pub(crate) async fn report<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    if let Some((api, address)) = sender(&request)
        && let Some(reported) = request.app_data::<web::Data<ReportedProxies>>()
        && reported.add(address)
    {
        let header = api.trusted_proxies().header_name();
        tracing::warn!(
            %address,
            %header,
            "ignored the forwarding header of a caller that is not in trusted_proxies; if it is your proxy, add it there, or all \
             people behind it count as one"
        );
        actix_web::rt::spawn(async move {
            // An error has been logged already; the address is stored again after the next start.
            let _ = api
                .run(move |ports| untrusted_proxies::note(ports, address))
                .await;
        });
    }
    next.call(request).await
}

/// Returns the address that sent the configured header, if it is not a trusted proxy.
fn sender(request: &ServiceRequest) -> Option<(web::Data<Api>, IpAddr)> {
    let api = request.app_data::<web::Data<Api>>()?;
    let proxies = api.trusted_proxies();
    if !request.headers().contains_key(proxies.header_name()) {
        return None;
    }
    let address = request.peer_addr()?.ip().to_canonical();
    (!proxies.trusts(address)).then(|| (api.clone(), address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_proxy_is_reported_once_up_to_a_limit() {
        let reported = ReportedProxies::default();
        let address = |n: usize| IpAddr::from([10, 0, 0, u8::try_from(n).unwrap()]);
        assert!(reported.add(address(0)) && !reported.add(address(0)));
        assert!((1..MOST).all(|n| reported.add(address(n))));
        assert!(!reported.add(address(MOST)));
    }
}

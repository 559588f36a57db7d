//! The records of the dictionary that a Super User keeps (3 §2.8, §7).

mod custodians;
mod sources;
mod tables;
mod topics;
mod versions;

use utoipa_actix_web::service_config::ServiceConfig;

/// The rows of the tables of sources, custodians and versions (3 §9).
const PAGE_SIZE: u32 = 10;

pub(super) fn configure(routes: &mut ServiceConfig<'_>) {
    routes
        .configure(sources::configure)
        .configure(tables::configure)
        .configure(custodians::configure)
        .configure(versions::configure)
        .configure(topics::configure);
}

//! Reference data that Super Users maintain (decisions RD1): purposes, ethics committees, equipment
//! types and the facility tree.

mod entries;
mod equipment_types;
mod ethics_committees;
mod facilities;
mod facilities_file;
mod first_request;
mod purposes;

use crate::routes::Routes;

const PAGE_SIZE: u32 = 20;

pub(crate) fn configure(routes: &mut Routes<'_>) {
    routes
        .configure(purposes::configure)
        .configure(ethics_committees::configure)
        .configure(equipment_types::configure)
        // Registered before the facilities, because their path parameter would match the path of
        // the file.
        .configure(facilities_file::configure)
        .configure(facilities::configure)
        .service(first_request::first_request);
}

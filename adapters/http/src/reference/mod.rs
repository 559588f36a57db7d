//! Reference data, as Super Users keep it (RD1): purposes, ethics committees, equipment types and the tree of facilities.

mod entries;
mod equipment_types;
mod ethics_committees;
mod facilities;
mod facilities_file;
mod first_request;
mod purposes;

use crate::routes::Routes;

/// The rows of a page where nothing is said.
const PAGE_SIZE: u32 = 20;

pub(crate) fn configure(routes: &mut Routes<'_>) {
    routes
        .configure(purposes::configure)
        .configure(ethics_committees::configure)
        .configure(equipment_types::configure)
        // Before the facilities, of which one is named where the file stands.
        .configure(facilities_file::configure)
        .configure(facilities::configure)
        .service(first_request::first_request);
}

//! Calls that edit a request after it was submitted (2 §7 "Request edits", "Devices and staff").

mod body;
mod devices;
mod documents;
mod sections;
mod staff;

use utoipa_actix_web::service_config::ServiceConfig;

pub(crate) fn configure(routes: &mut ServiceConfig<'_>) {
    routes
        .service(sections::edit_section)
        .service(documents::edit_documents)
        .service(devices::devices_of_request)
        .service(devices::add_device)
        .service(devices::patch_device)
        .service(devices::delete_device)
        .service(staff::staff_of_request)
        .service(staff::add_staff)
        .service(staff::patch_staff)
        .service(staff::delete_staff);
}

//! Calls that edit a request after it was submitted (2 §7 "Request edits", "Devices and staff").

mod body;
mod dataset_variables;
mod datasets;
mod devices;
mod documents;
mod named_ids;
mod sections;
mod staff;

use crate::routes::Routes;

pub(crate) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(sections::edit_section)
        .service(documents::edit_documents)
        .service(datasets::datasets_of_request)
        .service(datasets::add_dataset)
        .service(datasets::edit_dataset)
        .service(dataset_variables::variables_of_dataset)
        .service(dataset_variables::remove_dataset_variables)
        .service(dataset_variables::add_dataset_variables)
        .service(dataset_variables::edit_dataset_variable)
        .service(dataset_variables::remove_dataset_variable)
        .service(devices::devices_of_request)
        .service(devices::add_device)
        .service(devices::patch_device)
        .service(devices::delete_device)
        .service(staff::staff_of_request)
        .service(staff::add_staff)
        .service(staff::patch_staff)
        .service(staff::delete_staff);
}

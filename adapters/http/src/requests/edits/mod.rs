//! Calls that edit a request after its submission (2 §7 "Request edits", "Devices and staff").

mod body;
mod dataset_variables;
mod datasets;
mod devices;
mod documents;
mod named_ids;
mod sections;
mod staff;

use aditus_application::failure::Failure;
use aditus_application::requests::edits::Error;
use aditus_domain::ids::RequestId;
use aditus_domain::requests::Faults;

use crate::problem::Problem;
use crate::routes::Routes;

/// Returns the request to which a record is added. If it is missing, reports this together with the
/// errors of `check`.
fn named_request<T>(
    request: Option<i64>,
    check: impl FnOnce() -> Result<T, Faults>,
) -> Result<RequestId, Problem> {
    request.map(RequestId).ok_or_else(|| {
        let others = check()
            .err()
            .map_or_else(Vec::new, |faults| Error::from(faults).fields());
        let missing = ("request".to_owned(), "Request is required.".to_owned());
        Problem::fields(std::iter::once(missing).chain(others))
    })
}

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

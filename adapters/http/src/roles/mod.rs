//! Roles: offering, requesting, assigning and selecting them (1 §4, §5.6, §7.2; 3 §2.3, §7).

mod assigned;
mod body;
mod offered;
mod requests;
mod selected;
mod what_waits;

use crate::routes::Routes;

pub(crate) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(selected::select_role)
        .service(what_waits::what_waits)
        .service(offered::roles_of_organisation)
        .service(offered::organisation_roles)
        .service(offered::offer_role)
        .service(offered::update_organisation_role_status)
        .service(offered::role_statuses)
        .service(offered::all_roles)
        .service(requests::roles_of_person)
        .service(requests::request_role)
        .service(requests::role_requests)
        .service(requests::attend_to_role_request)
        .service(assigned::assigned_roles)
        .service(assigned::change_role_status)
        .service(assigned::assign_role);
}

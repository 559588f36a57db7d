//! The calendar of the installation (decisions N1).

mod calendar;
mod holidays;

use crate::routes::Routes;

pub(crate) fn configure(routes: &mut Routes<'_>) {
    routes
        .configure(calendar::configure)
        .configure(holidays::configure);
}

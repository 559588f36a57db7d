//! The calendar of the installation, and due dates (decisions N1, N2).

mod calendar;
mod due_date;
mod holidays;

pub(crate) use due_date::DueBody;

use crate::routes::Routes;

pub(crate) fn configure(routes: &mut Routes<'_>) {
    routes
        .configure(calendar::configure)
        .configure(holidays::configure);
}

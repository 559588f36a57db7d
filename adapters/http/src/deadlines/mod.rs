//! The calendar of the installation, due dates, terms, and calendar feeds (decisions N1, N2, N3, N7).

mod calendar;
mod due_date;
mod extension;
mod feed;
mod holidays;
mod term;

pub(crate) use due_date::DueBody;
pub(crate) use term::{ExpectedBody, ExtensionBody, TermBody};

use crate::routes::Routes;

pub(crate) fn configure(routes: &mut Routes<'_>) {
    routes
        .configure(calendar::configure)
        .configure(holidays::configure)
        .configure(extension::configure)
        .configure(feed::configure);
}

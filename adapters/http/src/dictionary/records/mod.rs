//! The records of the dictionary that a Super User keeps (3 §2.8, §7).

mod custodians;
mod sources;
mod tables;
mod topics;
mod versions;

use aditus_application::paging::{ListQuery, Page};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa_actix_web::service_config::ServiceConfig;
use validator::Validate;

use crate::problem::Problem;
use crate::sort::{Columns, Sort, parameters, sorted_by};

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

/// Which records are wanted.
#[derive(Deserialize, Validate)]
#[serde(deny_unknown_fields, bound = "")]
pub(crate) struct RecordsQuery<C: Columns> {
    /// Text that a record must contain.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// A column; with a minus in front the other way round.
    pub sort: Option<Sort<C>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

impl<C: Columns> IntoParams for RecordsQuery<C> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        parameters::<C>()
    }
}

impl<C: Columns> RecordsQuery<C> {
    /// The query, with as many rows on a page where nothing is said.
    fn read(self, page_size: u32) -> Result<ListQuery<C>, Problem> {
        let (sort, direction) = sorted_by(self.sort)?;
        Ok(ListQuery {
            search: self.search,
            sort,
            direction,
            page: Page::new(self.page.unwrap_or(1), self.page_size.unwrap_or(page_size)),
        })
    }
}

//! The records of the dictionary that a Super User keeps (3 §2.8, §7).

mod custodians;
mod sources;
mod tables;
mod topics;
mod versions;

use aditus_application::paging::{ListQuery, Page};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;
use validator::Validate;

use crate::body::sorted_by;
use crate::problem::Problem;

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
#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct RecordsQuery {
    /// Text that a record must contain.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// A column; with a minus in front the other way round.
    #[validate(length(max = 40, message = "Nothing can be sorted by this."))]
    pub sort: Option<String>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

impl RecordsQuery {
    /// The query, sorted by one of these columns.
    fn read<Sort: Copy + Default>(
        self,
        columns: &[(&str, Sort)],
        page_size: u32,
    ) -> Result<ListQuery<Sort>, Problem> {
        let (sort, direction) = sorted_by(self.sort.as_deref(), columns)?;
        Ok(ListQuery {
            search: self.search,
            sort,
            direction,
            page: Page::new(self.page.unwrap_or(1), self.page_size.unwrap_or(page_size)),
        })
    }
}

//! Approval procedures: stage types, procedures, stages and next-stage links, for Super Users (3 §2.7, §7).

mod approval_procedures;
mod body;
mod next_stages;
mod stage_types;
mod stages;

use aditus_application::paging::Page;
use utoipa_actix_web::service_config::ServiceConfig;

/// Where nothing is said, a page holds all that one may: what belongs to one procedure is shown together.
const PAGE_SIZE: u32 = Page::MAX_SIZE;

pub(crate) fn configure(routes: &mut ServiceConfig<'_>) {
    routes
        .configure(stage_types::configure)
        .configure(approval_procedures::configure)
        .configure(stages::configure)
        .configure(next_stages::configure);
}

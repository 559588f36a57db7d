//! Approval procedures: stage types, procedures, stages and next-stage links, for Super Users (3
//! §2.7, §7).

mod approval_procedures;
mod body;
mod drawing;
mod exchange;
mod history;
mod letter;
mod matrix;
mod next_stages;
mod stage_body;
mod stage_types;
mod stages;
mod trial;

use aditus_application::paging::Page;

use crate::routes::Routes;

/// Default page size. It is the maximum, because the records of a procedure are displayed together.
const PAGE_SIZE: u32 = Page::MAX_SIZE;

/// Registers calls with a fixed path before calls with a path parameter.
pub(crate) fn configure(routes: &mut Routes<'_>) {
    routes
        .configure(stage_types::configure)
        .configure(history::configure)
        .service(exchange::import_procedure)
        .configure(approval_procedures::configure)
        .configure(drawing::configure)
        .service(exchange::duplicate_procedure)
        .service(exchange::export_procedure)
        .service(matrix::procedure_matrix)
        .service(trial::try_procedure)
        .configure(letter::configure)
        .configure(stages::configure)
        .configure(next_stages::configure);
}

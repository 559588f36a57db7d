//! Approval procedures: stage types, procedures, stages and next-stage links, for Super Users (3 §2.7, §7).

mod approval_procedures;
mod body;
mod next_stages;
mod stage_types;
mod stages;

use utoipa_actix_web::service_config::ServiceConfig;

pub(crate) fn configure(routes: &mut ServiceConfig<'_>) {
    routes
        .service(stage_types::stage_types)
        .service(stage_types::add_stage_type)
        .service(stage_types::stage_type)
        .service(stage_types::rename_stage_type)
        .service(stage_types::delete_stage_type)
        .service(approval_procedures::approval_procedures)
        .service(approval_procedures::add_approval_procedure)
        .service(approval_procedures::approval_procedure)
        .service(approval_procedures::change_approval_procedure)
        .service(approval_procedures::delete_approval_procedure)
        .service(stages::stages)
        .service(stages::stages_to_choose_from)
        .service(stages::add_stage)
        .service(stages::stage)
        .service(stages::change_stage)
        .service(stages::delete_stage)
        .service(next_stages::next_stages)
        .service(next_stages::add_next_stage)
        .service(next_stages::next_stage)
        .service(next_stages::change_next_stage)
        .service(next_stages::delete_next_stage);
}

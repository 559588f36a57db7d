//! Calls about data requests: submission, lists, single requests, reference data, exports (2 §7).

mod acting;
mod answers_body;
mod detail;
mod device_body;
mod doubles;
mod drafts;
mod edits;
mod export;
mod letters;
mod lists;
mod local_id;
mod outlook;
mod reference;
mod rows;
mod staff_body;
mod submission;
mod versions;

use actix_web::{HttpResponse, get, post, web};
use aditus_application::requests::{reference_data, submit};
use aditus_domain::requests::TrackingId;

use crate::answer::Listing;
use crate::api::Api;
use crate::body::{FileBody, ParsedBody, Query};
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::short_list::{ShortQuery, fields};
use crate::signed_in::{Reader, SignedIn};
use detail::EquipmentTypeBody;
use reference::{FacilityBody, IrbBody, PurposeOptionBody};
use submission::{SubmissionBody, SubmittedBody, SubmittedData};

fields!(PurposeField: "purpose_id", "purpose");
fields!(CommitteeField: "irb_id", "irb_name");
fields!(EquipmentTypeField: "equipment_type_id", "equipment_type");
fields!(FacilityField: "facility_id", "label");

type PurposesQuery = ShortQuery<PurposeField>;
type CommitteesQuery = ShortQuery<CommitteeField>;
type EquipmentTypesQuery = ShortQuery<EquipmentTypeField>;
type FacilitiesQuery = ShortQuery<FacilityField>;

/// Registers calls with a fixed path before calls with a path parameter.
pub(crate) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(submit_request)
        .service(submit_guest_request)
        .service(lists::requests_or_one)
        .service(lists::all_requests)
        .service(lists::all_requests_too)
        .service(lists::approved_requests)
        .service(lists::request_histories)
        .service(lists::request_counts)
        .service(lists::request_figures)
        .service(lists::request_filter_choices)
        .service(lists::own_tasks_of_caller)
        .service(purposes)
        .service(committees)
        .service(equipment_types)
        .service(facility_tree)
        .service(export::download_request)
        .service(export::export_variables)
        .service(letters::approval_letter)
        .service(letters::download_letter)
        .service(versions::request_versions)
        .service(versions::request_changes)
        .service(outlook::request_outlook);
    edits::configure(routes);
    drafts::configure(routes);
}

/// Submits a complete request.
#[utoipa::path(tag = "requests", security(("token" = [])), request_body = SubmissionBody, responses(
    (status = 201, body = SubmittedBody),
    (status = 400, body = ProblemBody, description = "a rule of the form is broken; `errors` names the fields"),
    (status = 403, body = ProblemBody, description = "not a Data Requester, or not in this role"),
    (status = 404, body = ProblemBody, description = "the draft was submitted or deleted elsewhere"),
    (status = 409, body = ProblemBody, description = "no one could decide at one of its stages"),
    (status = 413, body = ProblemBody, description = "a file is too large"),
    (status = 415, body = ProblemBody, description = "a file is of the wrong kind"),
    (status = 503, body = ProblemBody, description = "there is no room for the body right now; the header Retry-After says how long to wait"),
))]
#[post("/data_requests/submit")]
async fn submit_request(
    api: web::Data<Api>,
    caller: SignedIn,
    body: FileBody<SubmissionBody>,
) -> Result<HttpResponse, Problem> {
    submitted(&api, caller, body, false).await
}

/// Submits a request for variables that were selected before signing in.
#[utoipa::path(tag = "requests", security(("token" = [])), request_body = SubmissionBody, responses(
    (status = 201, body = SubmittedBody),
    (status = 400, body = ProblemBody, description = "a rule of the form is broken; `errors` names the fields"),
    (status = 403, body = ProblemBody, description = "not a Data Requester, or not in this role"),
    (status = 404, body = ProblemBody, description = "the draft was submitted or deleted elsewhere"),
    (status = 409, body = ProblemBody, description = "no one could decide at one of its stages"),
    (status = 413, body = ProblemBody, description = "a file is too large"),
    (status = 415, body = ProblemBody, description = "a file is of the wrong kind"),
    (status = 503, body = ProblemBody, description = "there is no room for the body right now; the header Retry-After says how long to wait"),
))]
#[post("/data_requests/guest")]
async fn submit_guest_request(
    api: web::Data<Api>,
    caller: SignedIn,
    body: FileBody<SubmissionBody>,
) -> Result<HttpResponse, Problem> {
    submitted(&api, caller, body, true).await
}

async fn submitted(
    api: &Api,
    caller: SignedIn,
    body: FileBody<SubmissionBody>,
    as_guest: bool,
) -> Result<HttpResponse, Problem> {
    submit::may_submit(&caller).map_err(|error| Problem::from_failure(&error))?;
    let ParsedBody {
        value: command,
        reservation,
    } = body.read(move |body| body.into_command(as_guest)).await?;
    let has_files = !command.uploads.is_empty();
    let answer = api
        .run_inspecting(&caller.clone(), has_files, move |ports| {
            let _reservation = reservation;
            submit::execute(ports, &caller, command)
        })
        .await?;
    let request_id = answer.request_id.0;
    let tracking_id = TrackingId(answer.request_id).to_string();
    Ok(HttpResponse::Created().json(SubmittedBody {
        code: 201,
        message: answer.message.to_owned(),
        request_id,
        data: SubmittedData {
            request_id,
            tracking_id,
        },
    }))
}

/// Lists the purposes that can be selected.
#[utoipa::path(tag = "requests", security(("token" = [])), params(PurposesQuery), responses(
    (status = 200, body = Listing<PurposeOptionBody>),
))]
#[get("/data_requests/purposes")]
async fn purposes(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<PurposesQuery>,
) -> Result<HttpResponse, Problem> {
    let data = reference(&api, reader).await?.purposes;
    let bodies = data.into_iter().map(|(id, purpose)| PurposeOptionBody {
        purpose_id: id.0,
        purpose,
    });
    query.0.answer(bodies.collect::<Vec<_>>())
}

/// Lists the ethics committees that can be selected.
#[utoipa::path(tag = "requests", security(("token" = [])), params(CommitteesQuery), responses(
    (status = 200, body = Listing<IrbBody>),
))]
#[get("/data_requests/irb")]
async fn committees(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<CommitteesQuery>,
) -> Result<HttpResponse, Problem> {
    let data = reference(&api, reader).await?.committees;
    let bodies = data.into_iter().map(|(id, irb_name)| IrbBody {
        irb_id: id.0,
        irb_name,
    });
    query.0.answer(bodies.collect::<Vec<_>>())
}

/// Lists the equipment types that can be selected.
#[utoipa::path(tag = "requests", security(("token" = [])), params(EquipmentTypesQuery), responses(
    (status = 200, body = Listing<EquipmentTypeBody>),
))]
#[get("/data_requests/equipment-type")]
async fn equipment_types(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<EquipmentTypesQuery>,
) -> Result<HttpResponse, Problem> {
    let data = reference(&api, reader).await?.equipment_types;
    let bodies = data.into_iter().map(|(id, equipment_type)| EquipmentTypeBody {
        equipment_type_id: id.0,
        equipment_type,
    });
    query.0.answer(bodies.collect::<Vec<_>>())
}

async fn reference(
    api: &Api,
    reader: Reader,
) -> Result<aditus_application::requests::views::ReferenceData, Problem> {
    api.read(reader, |ports, _| reference_data::lists(ports)).await
}

/// Returns the tree of regions, districts and facilities.
#[utoipa::path(tag = "requests", security(("token" = [])), params(FacilitiesQuery), responses(
    (status = 200, body = Listing<FacilityBody>),
))]
#[get("/facilities")]
async fn facility_tree(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<FacilitiesQuery>,
) -> Result<HttpResponse, Problem> {
    let tree = api
        .read(reader, |ports, _| reference_data::facilities(ports))
        .await?;
    query
        .0
        .answer(tree.into_iter().map(FacilityBody::from).collect::<Vec<_>>())
}

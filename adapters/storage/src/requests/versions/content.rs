//! Reads the current content of a request: the fields of its page, and the ids of the chosen
//! records.

use aditus_application::requests::views::{DeviceView, DocumentView, PurposeView, StaffView};
use aditus_domain::ids::{DataSourceId, DatasetId, RequestId, VariableId};
use aditus_domain::requests::content::{
    DatasetContent, DeviceContent, DocumentContent, PrincipalContent, PurposeContent, StaffContent,
    VariableContent,
};
use aditus_domain::requests::{Content, DocumentKind};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::requests::answers::AnswersRow;
use crate::requests::{documents, lists, purposes};
use crate::schema::{
    data_requests, data_sources, dataset_variables, dictionary_tables, ethics_committees, request_answers,
    requested_datasets, variables,
};

/// Returns the content of a request with a fixed number of queries, independent of its size.
pub(super) fn of_request(connection: &mut AnyConnection, request: RequestId) -> DbResult<Option<Content>> {
    let found: Option<(AnswersRow, String)> = data_requests::table
        .inner_join(ethics_committees::table)
        .inner_join(request_answers::table)
        .filter(data_requests::id.eq(request.0))
        .select((AnswersRow::as_select(), ethics_committees::irb_name))
        .first(connection)
        .optional()?;
    let Some((stored, committee_name)) = found else {
        return Ok(None);
    };
    let (of_staff, of_request): (Vec<DocumentView>, Vec<DocumentView>) =
        documents::of_request(connection, request)?
            .into_iter()
            .partition(|document| document.staff.is_some());
    let content = Content {
        details: stored.details.into(),
        purposes: purposes::of_request(connection, request)?
            .into_iter()
            .map(purpose)
            .collect(),
        principal: PrincipalContent::new(stored.principal.is_principal, stored.principal.principal()),
        ethics: stored.ethics.content(committee_name),
        format: stored.format.into(),
        filters: stored.filters.content()?,
        datasets: datasets(connection, request)?,
        documents: of_request.iter().map(document).collect(),
        devices: lists::devices(connection, request)?
            .into_iter()
            .map(device)
            .collect(),
        staff: lists::staff_with(connection, request, &of_staff)?
            .into_iter()
            .map(|row| member(row, &of_staff))
            .collect(),
    };
    Ok(Some(content.ordered()))
}

fn datasets(connection: &mut AnyConnection, request: RequestId) -> DbResult<Vec<DatasetContent>> {
    let stored: Vec<(i64, i64, String, String)> = requested_datasets::table
        .inner_join(data_sources::table)
        .filter(requested_datasets::request_id.eq(request.0))
        .order(requested_datasets::id)
        .select((
            requested_datasets::id,
            data_sources::id,
            data_sources::source,
            requested_datasets::dataset_description,
        ))
        .load(connection)?;
    let links: Vec<(i64, i64, bool, String, String)> = dataset_variables::table
        .inner_join(requested_datasets::table)
        .inner_join(variables::table.inner_join(dictionary_tables::table))
        .filter(requested_datasets::request_id.eq(request.0))
        .order((dataset_variables::dataset_id, dataset_variables::variable_id))
        .select((
            dataset_variables::dataset_id,
            dataset_variables::variable_id,
            dataset_variables::is_distinct,
            dictionary_tables::tbl_name,
            variables::var_name,
        ))
        .load(connection)?;
    let mut links = links.into_iter().peekable();
    let dataset = |(id, source, source_name, description): (i64, i64, String, String)| {
        let mut variables = Vec::new();
        while let Some((_, variable, is_distinct, table, name)) = links.next_if(|link| link.0 == id) {
            variables.push(VariableContent {
                id: VariableId(variable),
                table,
                name,
                is_distinct,
            });
        }
        DatasetContent {
            id: DatasetId(id),
            source: DataSourceId(source),
            source_name,
            description,
            variables,
        }
    };
    Ok(stored.into_iter().map(dataset).collect())
}

fn purpose(view: PurposeView) -> PurposeContent {
    PurposeContent {
        id: view.purpose_id,
        purpose: view.purpose,
        description: view.purpose_description,
    }
}

fn document(view: &DocumentView) -> DocumentContent {
    DocumentContent {
        kind: view.kind,
        file_type: view.file_type,
        size: view.size,
        sha256: view.sha256,
        uploaded_on: view.uploaded_on,
    }
}

fn device(view: DeviceView) -> DeviceContent {
    let device = view.device;
    DeviceContent {
        id: view.device_id,
        equipment_type: device.equipment_type,
        equipment_type_name: view.equipment_type,
        equipment_name: device.equipment_name,
        serial_number: device.serial_number,
        used_by: device.used_by.into(),
        organisation: device.organisation,
        usage_from: device.usage_from,
        usage_to: device.usage_to,
    }
}

fn member(view: StaffView, documents: &[DocumentView]) -> StaffContent {
    let file = documents.iter().rfind(|file| {
        file.kind == DocumentKind::StaffIdentification && file.staff == Some(view.staff_shared_id)
    });
    let member = view.member;
    StaffContent {
        id: view.staff_shared_id,
        first_name: member.first_name.into(),
        surname: member.surname.into(),
        phone: member.phone.into(),
        email: member.email.into(),
        identification_type: member.identification_type.name().to_owned(),
        identification_number: member.identification_number.into(),
        position_in_organisation: member.position_in_organisation,
        confidentiality_protocols: member.confidentiality_protocols,
        identification_file: file.map(document),
    }
}

//! Devices and staff of a submitted request.

use aditus_application::requests::views::{DeviceView, DocumentView, StaffView};
use aditus_domain::ids::{DeviceId, RequestId, StaffId};
use aditus_domain::requests::DocumentKind;
use diesel::prelude::*;

use super::documents;
use super::rows::{DeviceRow, StaffRow};
use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::schema::{data_handling_devices, equipment_types, staff_shared};

/// Returns the current devices of a request, by id.
pub(super) fn devices(connection: &mut AnyConnection, request: RequestId) -> DbResult<Vec<DeviceView>> {
    let stored: Vec<(i64, DeviceRow, String)> = data_handling_devices::table
        .inner_join(equipment_types::table)
        .filter(data_handling_devices::request_id.eq(request.0))
        .filter(data_handling_devices::deleted_on.is_null())
        .order(data_handling_devices::id)
        .select((
            data_handling_devices::id,
            DeviceRow::as_select(),
            equipment_types::equipment_type,
        ))
        .load(connection)?;
    let view = |(id, row, equipment_type): (i64, DeviceRow, String)| DeviceView {
        device_id: DeviceId(id),
        equipment_type,
        device: row.into(),
    };
    Ok(stored.into_iter().map(view).collect())
}

/// Returns the current staff of a request, by id, each with their identification document.
pub(super) fn staff(connection: &mut AnyConnection, request: RequestId) -> DbResult<Vec<StaffView>> {
    let documents = documents::of_request(connection, request)?;
    staff_with(connection, request, &documents)
}

/// Like [`staff`], for documents that are already loaded.
pub(super) fn staff_with(
    connection: &mut AnyConnection,
    request: RequestId,
    documents: &[DocumentView],
) -> DbResult<Vec<StaffView>> {
    let stored: Vec<(i64, StaffRow)> = staff_shared::table
        .filter(staff_shared::request_id.eq(request.0))
        .filter(staff_shared::deleted_on.is_null())
        .order(staff_shared::id)
        .select((staff_shared::id, StaffRow::as_select()))
        .load(connection)?;
    let identification = |id: i64| {
        documents
            .iter()
            .find(|file| file.kind == DocumentKind::StaffIdentification && file.staff == Some(StaffId(id)))
            .filter(|file| file.gone.is_none())
            .map(|file| file.key.clone())
    };
    let view = |(id, row): (i64, StaffRow)| {
        Ok(StaffView {
            staff_shared_id: StaffId(id),
            member: row.member()?,
            identification_file_path: identification(id),
        })
    };
    stored.into_iter().map(view).collect()
}

//! Edits of a request after its submission. The rows of deleted devices, deleted staff, and deleted
//! or replaced documents are kept, with the time of the deletion.

use aditus_application::ports::StoreError;
use aditus_application::requests::NewDocument;
use aditus_application::requests::edits::{EditFacts, RequestEdits};
use aditus_domain::ids::{
    CommitteeId, DataSourceId, DatasetId, DeviceId, EquipmentTypeId, RequestId, StaffId,
};
use aditus_domain::requests::{
    DataFormat, Device, DocumentKind, Ethics, IdentificationType, Principal, StaffMember,
};
use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl::count_star;
use diesel::prelude::*;

use super::answers::{EthicsRow, FormatRow, PrincipalRow};
use super::rows::{DeviceRow, DocumentRow, NewDevice, NewStaff, StaffRow};
use super::versions::number::number;
use super::{documents, labels, uploads};
use crate::connection::AnyConnection;
use crate::error::{DbResult, missing, unreadable};
use crate::schema::{
    data_handling_devices, data_requests, dataset_variables, request_answers, request_documents,
    requested_datasets, staff_shared,
};
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

impl RequestEdits for WriteTransaction {
    fn facts(&mut self, request: RequestId) -> Result<Option<EditFacts>, StoreError> {
        self.run(|connection| facts(connection, request))
    }

    fn set_principal(
        &mut self,
        request: RequestId,
        principal: &Principal,
        is_principal: bool,
    ) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::update(request_answers::table.find(request.0))
                .set(PrincipalRow::new(principal.clone(), is_principal))
                .execute(connection)?;
            Ok(())
        })
    }

    fn set_data_format(&mut self, request: RequestId, format: DataFormat) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::update(request_answers::table.find(request.0))
                .set(FormatRow::from(format))
                .execute(connection)?;
            Ok(())
        })
    }

    fn set_ethics(&mut self, request: RequestId, ethics: &Ethics) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::update(data_requests::table.find(request.0))
                .set(EthicsRow::from(ethics.clone()))
                .execute(connection)?;
            Ok(())
        })
    }

    fn set_data_source(
        &mut self,
        request: RequestId,
        dataset: DatasetId,
        source: DataSourceId,
    ) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::update(requested_datasets::table.find(dataset.0))
                .set(requested_datasets::data_source_id.eq(source.0))
                .execute(connection)?;
            diesel::delete(dataset_variables::table.filter(dataset_variables::dataset_id.eq(dataset.0)))
                .execute(connection)?;
            labels::of_datasets(connection, request)
        })
    }

    fn replace_document(
        &mut self,
        request: RequestId,
        staff: Option<StaffId>,
        document: &NewDocument,
        at: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        self.run(|connection| {
            end_document(connection, request, document.kind, staff, at)?;
            let staff_id = staff.map(|id| id.0);
            diesel::insert_into(request_documents::table)
                .values(&DocumentRow::new(
                    request,
                    staff_id,
                    document,
                    Timestamp::from(at),
                )?)
                .execute(connection)?;
            uploads::end(connection, [&document.key])
        })
    }

    fn remove_document(
        &mut self,
        request: RequestId,
        kind: DocumentKind,
        at: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        self.run(|connection| end_document(connection, request, kind, None, at))
    }

    fn add_device(&mut self, request: RequestId, device: &Device) -> Result<DeviceId, StoreError> {
        self.run(|connection| {
            let id = diesel::insert_into(data_handling_devices::table)
                .values(&NewDevice::new(request, device))
                .returning(data_handling_devices::id)
                .get_result(connection)?;
            Ok(DeviceId(id))
        })
    }

    fn device(&mut self, id: DeviceId) -> Result<Option<(RequestId, EquipmentTypeId)>, StoreError> {
        self.run(|connection| {
            let device: Option<(i64, i64)> = data_handling_devices::table
                .find(id.0)
                .filter(data_handling_devices::deleted_on.is_null())
                .select((
                    data_handling_devices::request_id,
                    data_handling_devices::equipment_type_id,
                ))
                .first(connection)
                .optional()?;
            Ok(device.map(|(request, equipment_type)| (RequestId(request), EquipmentTypeId(equipment_type))))
        })
    }

    fn set_device(&mut self, id: DeviceId, device: &Device) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::update(data_handling_devices::table.find(id.0))
                .set(DeviceRow::from(device.clone()))
                .execute(connection)?;
            Ok(())
        })
    }

    fn delete_device(&mut self, id: DeviceId, at: DateTime<Utc>) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::update(data_handling_devices::table.find(id.0))
                .set(data_handling_devices::deleted_on.eq(Timestamp::from(at)))
                .execute(connection)?;
            Ok(())
        })
    }

    fn add_staff(&mut self, request: RequestId, member: &StaffMember) -> Result<StaffId, StoreError> {
        self.run(|connection| {
            let id = diesel::insert_into(staff_shared::table)
                .values(&NewStaff::new(request, member))
                .returning(staff_shared::id)
                .get_result(connection)?;
            Ok(StaffId(id))
        })
    }

    fn staff(&mut self, id: StaffId) -> Result<Option<(RequestId, IdentificationType)>, StoreError> {
        self.run(|connection| {
            let found: Option<(i64, String)> = staff_shared::table
                .find(id.0)
                .filter(staff_shared::deleted_on.is_null())
                .select((staff_shared::request_id, staff_shared::identification_type))
                .first(connection)
                .optional()?;
            let known = |(request, name): (i64, String)| {
                let kind =
                    IdentificationType::parse(&name).ok_or_else(missing("type of an identification"))?;
                Ok((RequestId(request), kind))
            };
            found.map(known).transpose()
        })
    }

    fn set_staff(&mut self, id: StaffId, member: &StaffMember) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::update(staff_shared::table.find(id.0))
                .set(StaffRow::from(member.clone()))
                .execute(connection)?;
            Ok(())
        })
    }

    fn delete_staff(&mut self, id: StaffId, at: DateTime<Utc>) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::update(staff_shared::table.find(id.0))
                .set(staff_shared::deleted_on.eq(Timestamp::from(at)))
                .execute(connection)?;
            let identifications = request_documents::table
                .filter(request_documents::staff_id.eq(id.0))
                .filter(request_documents::deleted_on.is_null());
            diesel::update(identifications)
                .set(request_documents::deleted_on.eq(Timestamp::from(at)))
                .execute(connection)?;
            Ok(())
        })
    }
}

fn facts(connection: &mut AnyConnection, request: RequestId) -> DbResult<Option<EditFacts>> {
    let stored: Option<(NaiveDate, bool, i32, i64)> = data_requests::table
        .inner_join(request_answers::table)
        .filter(data_requests::id.eq(request.0))
        .select((
            data_requests::needed_on,
            request_answers::is_principal,
            data_requests::content_version,
            data_requests::committee_id,
        ))
        .first(connection)
        .optional()?;
    let Some((needed_on, is_principal, version, committee)) = stored else {
        return Ok(None);
    };
    let dataset: Option<(i64, i64)> = requested_datasets::table
        .filter(requested_datasets::request_id.eq(request.0))
        .order(requested_datasets::id)
        .select((requested_datasets::id, requested_datasets::data_source_id))
        .first(connection)
        .optional()?;
    let devices: i64 = data_handling_devices::table
        .filter(data_handling_devices::request_id.eq(request.0))
        .filter(data_handling_devices::deleted_on.is_null())
        .select(count_star())
        .first(connection)?;
    let staff: i64 = staff_shared::table
        .filter(staff_shared::request_id.eq(request.0))
        .filter(staff_shared::deleted_on.is_null())
        .select(count_star())
        .first(connection)?;
    let documents = documents::of_request(connection, request)?;
    Ok(Some(EditFacts {
        version: number(version)?,
        needed_on,
        is_principal,
        committee: CommitteeId(committee),
        dataset: dataset.map(|(id, source)| (DatasetId(id), DataSourceId(source))),
        documents: documents
            .iter()
            .filter(|document| document.staff.is_none())
            .map(|document| document.kind)
            .collect(),
        devices: usize::try_from(devices).map_err(unreadable("number of devices"))?,
        staff: usize::try_from(staff).map_err(unreadable("number of staff"))?,
    }))
}

/// Marks the current document of this kind, and of this member of staff if given, as deleted.
fn end_document(
    connection: &mut AnyConnection,
    request: RequestId,
    kind: DocumentKind,
    staff: Option<StaffId>,
    at: DateTime<Utc>,
) -> DbResult<()> {
    let present: Vec<(i64, Option<i64>)> = request_documents::table
        .filter(request_documents::request_id.eq(request.0))
        .filter(request_documents::kind.eq(kind.name()))
        .filter(request_documents::deleted_on.is_null())
        .select((request_documents::id, request_documents::staff_id))
        .load(connection)?;
    for (id, of_staff) in present {
        if of_staff == staff.map(|id| id.0) {
            diesel::update(request_documents::table.find(id))
                .set(request_documents::deleted_on.eq(Timestamp::from(at)))
                .execute(connection)?;
        }
    }
    Ok(())
}

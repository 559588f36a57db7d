//! The store of the rows that edits of a submitted request change.

use aditus_domain::ids::{
    CommitteeId, DataSourceId, DatasetId, DeviceId, EquipmentTypeId, RequestId, StaffId,
};
use aditus_domain::requests::{
    DataFormat, Device, DocumentKind, Ethics, IdentificationType, Principal, StaffMember, VersionNumber,
};
use chrono::{DateTime, NaiveDate, Utc};

use crate::ports::StoreError;
use crate::requests::NewDocument;

/// The present values of a request that edits are checked against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditFacts {
    /// The latest stored version of its content.
    pub version: VersionNumber,
    /// The day on which the data is needed.
    pub needed_on: NaiveDate,
    /// True if the requester is the principal.
    pub is_principal: bool,
    /// The chosen ethics committee.
    pub committee: CommitteeId,
    /// The first dataset and its source.
    pub dataset: Option<(DatasetId, DataSourceId)>,
    /// Kinds of the documents of the request, without those of its staff.
    pub documents: Vec<DocumentKind>,
    /// Number of devices.
    pub devices: usize,
    /// Number of staff members.
    pub staff: usize,
}

/// The store of the rows that edits of a submitted request change. Its methods require a
/// transaction that holds the lock on the request ([`crate::requests::versions::begin`]).
///
/// Deleted and replaced rows MUST be kept with the time of their end, because other rows refer to
/// them. They MUST NOT appear among the present devices, staff and documents of the request. A
/// replaced document can still be opened by people who may read the request.
pub trait RequestEdits {
    /// Returns the present values of the request. None if it does not exist.
    fn facts(&mut self, request: RequestId) -> Result<Option<EditFacts>, StoreError>;
    /// Replaces the principal.
    fn set_principal(
        &mut self,
        request: RequestId,
        principal: &Principal,
        is_principal: bool,
    ) -> Result<(), StoreError>;
    /// Replaces the format of the data.
    fn set_data_format(&mut self, request: RequestId, format: DataFormat) -> Result<(), StoreError>;
    /// Replaces the answers about ethics approval.
    fn set_ethics(&mut self, request: RequestId, ethics: &Ethics) -> Result<(), StoreError>;
    /// Replaces the source of a dataset and removes its variables. A search for the name of the new
    /// source MUST find the request from now on, and lists MUST show the name.
    fn set_data_source(
        &mut self,
        request: RequestId,
        dataset: DatasetId,
        source: DataSourceId,
    ) -> Result<(), StoreError>;
    /// Adds a document, which replaces the present one of its kind. An identity document replaces
    /// that of the same staff member. The document MUST no longer be registered as an upload.
    fn replace_document(
        &mut self,
        request: RequestId,
        staff: Option<StaffId>,
        document: &NewDocument,
        at: DateTime<Utc>,
    ) -> Result<(), StoreError>;
    /// Removes the present document of this kind, if there is one.
    fn remove_document(
        &mut self,
        request: RequestId,
        kind: DocumentKind,
        at: DateTime<Utc>,
    ) -> Result<(), StoreError>;
    /// Adds a device.
    fn add_device(&mut self, request: RequestId, device: &Device) -> Result<DeviceId, StoreError>;
    /// Returns the request and the equipment type of a device that is not deleted.
    fn device(&mut self, id: DeviceId) -> Result<Option<(RequestId, EquipmentTypeId)>, StoreError>;
    /// Replaces a device.
    fn set_device(&mut self, id: DeviceId, device: &Device) -> Result<(), StoreError>;
    /// Deletes a device.
    fn delete_device(&mut self, id: DeviceId, at: DateTime<Utc>) -> Result<(), StoreError>;
    /// Adds a staff member.
    fn add_staff(&mut self, request: RequestId, member: &StaffMember) -> Result<StaffId, StoreError>;
    /// Returns the request of a staff member who is not deleted, and the type of their identity
    /// document.
    fn staff(&mut self, id: StaffId) -> Result<Option<(RequestId, IdentificationType)>, StoreError>;
    /// Replaces a staff member.
    fn set_staff(&mut self, id: StaffId, member: &StaffMember) -> Result<(), StoreError>;
    /// Deletes a staff member with their identity document.
    fn delete_staff(&mut self, id: StaffId, at: DateTime<Utc>) -> Result<(), StoreError>;
}

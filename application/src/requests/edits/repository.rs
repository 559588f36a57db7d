//! The rows of a submitted request that edits change.

use aditus_domain::ids::{
    CommitteeId, DataSourceId, DatasetId, DeviceId, EquipmentTypeId, RequestId, StaffId,
};
use aditus_domain::requests::{
    DataFormat, Device, DocumentKind, Ethics, IdentificationType, Principal, StaffMember, VersionNumber,
};
use chrono::{DateTime, NaiveDate, Utc};

use crate::ports::StoreError;
use crate::requests::NewDocument;

/// What edits have to know of a request as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditFacts {
    /// The last version of its content that is kept.
    pub version: VersionNumber,
    /// The day the data is needed.
    pub needed_on: NaiveDate,
    /// Whether the requester is the principal.
    pub is_principal: bool,
    /// The ethics committee that it names.
    pub committee: CommitteeId,
    /// The first dataset and its source.
    pub dataset: Option<(DatasetId, DataSourceId)>,
    /// The kinds of documents of the request as a whole.
    pub documents: Vec<DocumentKind>,
    /// How many devices it names.
    pub devices: usize,
    /// How many members of staff it names.
    pub staff: usize,
}

/// The rows of a submitted request that edits change, in a transaction that has its turn with the request
/// ([`crate::requests::versions::begin`]).
///
/// What is deleted or replaced MUST stay where it is, with the time of its end, for what refers to it, and MUST NOT be among the
/// present devices, staff and documents of the request any more, wherever those are read. A document that was replaced can
/// still be opened by whoever may read the request.
pub trait RequestEdits {
    /// The request as it stands, if it is there.
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
    /// Replaces the answers about ethics approval: there is a letter from now on.
    fn set_ethics(&mut self, request: RequestId, ethics: &Ethics) -> Result<(), StoreError>;
    /// Replaces the source of a dataset, whose variables leave it. The request MUST be found by the name of the source from now
    /// on, and show it in lists.
    fn set_data_source(
        &mut self,
        request: RequestId,
        dataset: DatasetId,
        source: DataSourceId,
    ) -> Result<(), StoreError>;
    /// Adds a document, in the place of the present one of its kind; an identification in the place of that of this member of
    /// staff. It MUST no longer be noted as an upload.
    fn replace_document(
        &mut self,
        request: RequestId,
        staff: Option<StaffId>,
        document: &NewDocument,
        at: DateTime<Utc>,
    ) -> Result<(), StoreError>;
    /// Takes the present document of this kind away, if there is one.
    fn remove_document(
        &mut self,
        request: RequestId,
        kind: DocumentKind,
        at: DateTime<Utc>,
    ) -> Result<(), StoreError>;
    /// Adds a device.
    fn add_device(&mut self, request: RequestId, device: &Device) -> Result<DeviceId, StoreError>;
    /// The request of a device that is not deleted, and of which type it is.
    fn device(&mut self, id: DeviceId) -> Result<Option<(RequestId, EquipmentTypeId)>, StoreError>;
    /// Replaces a device.
    fn set_device(&mut self, id: DeviceId, device: &Device) -> Result<(), StoreError>;
    /// Deletes a device.
    fn delete_device(&mut self, id: DeviceId, at: DateTime<Utc>) -> Result<(), StoreError>;
    /// Adds a member of staff.
    fn add_staff(&mut self, request: RequestId, member: &StaffMember) -> Result<StaffId, StoreError>;
    /// The request of a member of staff who is not deleted, and what they identify with.
    fn staff(&mut self, id: StaffId) -> Result<Option<(RequestId, IdentificationType)>, StoreError>;
    /// Replaces a member of staff.
    fn set_staff(&mut self, id: StaffId, member: &StaffMember) -> Result<(), StoreError>;
    /// Deletes a member of staff with their identification.
    fn delete_staff(&mut self, id: StaffId, at: DateTime<Utc>) -> Result<(), StoreError>;
}

//! Identifiers. Each is the integer of the API (decisions, "Names and constants") under a type of its own, so that a
//! request cannot be looked up by the id of a stage.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl From<i64> for $name {
            fn from(id: i64) -> Self {
                Self(id)
            }
        }

        impl From<$name> for i64 {
            fn from(id: $name) -> Self {
                id.0
            }
        }
    )+};
}

ids! {
    /// A person's account.
    UserId,
    /// An organisation.
    OrganisationId,
    /// A role as an organisation offers it.
    OrganisationRoleId,
    /// A role as one person holds or asks for it.
    AssignedRoleId,
    /// A line in the history of an assigned role: `assigned_role_status_id` in the API.
    AssignedRoleStatusId,
    /// A signed-in session.
    SessionId,
    /// An approval procedure.
    ProcedureId,
    /// A stage of an approval procedure.
    StageId,
    /// A type of stages.
    StageTypeId,
    /// A link from a stage to the next: `next_stage_id` in the API.
    NextStageId,
    /// A data source of the dictionary.
    DataSourceId,
    /// A custodian of a data source.
    CustodianId,
    /// A version of a data source.
    VersionId,
    /// A topic of the dictionary.
    TopicId,
    /// A table of the dictionary.
    TableId,
    /// A type of tables.
    TableTypeId,
    /// A variable of the dictionary.
    VariableId,
    /// An import of a dictionary: `import_id` in the API.
    ImportId,
    /// One of the things that a variable has several of: `syn_id`, `change_id`, `val_id`, `dep_id` or `metadata_id` in the API.
    DetailId,
    /// A revision of a table or of a variable.
    RevisionId,
    /// A revision as a version of a data source holds it: `version_variable_id` in the API where it is that of a variable.
    VersionVariableId,
    /// A table as it stands under a topic: `tt_id` in the API.
    TableTopicId,
    /// A data request.
    RequestId,
    /// A request that was begun and not submitted: `draft_id` in the API.
    DraftId,
    /// A file that was uploaded for a draft: `file_id` in the API.
    DraftFileId,
    /// One stage of one request: `state_id` in the API.
    StateId,
    /// A dataset that a request asks for: `rdataset_id` in the API.
    DatasetId,
    /// A variable as it stands in a dataset: `dataset_variable_id` in the API.
    DatasetVariableId,
    /// A device that will handle the data.
    DeviceId,
    /// A member of staff with whom the data is shared.
    StaffId,
    /// A comment on a section of a request.
    CommentId,
    /// A reply to a comment.
    ReplyId,
    /// A notification.
    NotificationId,
    /// A purpose of a request; 3 is "Other".
    PurposeId,
    /// An ethics committee: `irb_id` in the API.
    CommitteeId,
    /// A type of equipment.
    EquipmentTypeId,
    /// A region, a district or a health facility: `facility_id` in the API.
    FacilityId,
    /// An uploaded document.
    DocumentId,
    /// A one-time code.
    CodeId,
    /// A change of an address or number.
    ContactChangeId,
    /// A mail or a text message in the outbox.
    MessageId,
    /// An entry of the record of acts: `entry_id` in the API.
    AuditEntryId,
}

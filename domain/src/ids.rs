//! Identifiers. Each wraps the integer of the API (decisions, "Names and constants") in its own
//! type, so that a request cannot be looked up by the id of a stage.

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
    /// A passkey of an account.
    PasskeyId,
    /// A person's account.
    UserId,
    /// An organisation.
    OrganisationId,
    /// A role that an organisation offers.
    OrganisationRoleId,
    /// A role that one person holds or applies for.
    AssignedRoleId,
    /// An entry in the history of an assigned role: `assigned_role_status_id` in the API.
    AssignedRoleStatusId,
    /// A signed-in session.
    SessionId,
    /// An approval procedure.
    ProcedureId,
    /// A stage of an approval procedure.
    StageId,
    /// A stage type.
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
    /// A table type.
    TableTypeId,
    /// A variable of the dictionary.
    VariableId,
    /// An import of a dictionary: `import_id` in the API.
    ImportId,
    /// A detail that a variable can have several of: `syn_id`, `change_id`, `val_id`, `dep_id` or
    /// `metadata_id` in the API.
    DetailId,
    /// A revision of a table or of a variable.
    RevisionId,
    /// The link from a version of a data source to a revision: `version_variable_id` in the API if
    /// the revision is that of a variable.
    VersionVariableId,
    /// The link from a topic to a table: `tt_id` in the API.
    TableTopicId,
    /// A data request.
    RequestId,
    /// An unsubmitted request: `draft_id` in the API.
    DraftId,
    /// A file uploaded for a draft: `file_id` in the API.
    DraftFileId,
    /// One stage of one request: `state_id` in the API.
    StateId,
    /// A dataset that a request asks for: `rdataset_id` in the API.
    DatasetId,
    /// A variable in a dataset: `dataset_variable_id` in the API.
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
    /// An equipment type.
    EquipmentTypeId,
    /// A region, a district or a health facility: `facility_id` in the API.
    FacilityId,
    /// An uploaded document.
    DocumentId,
    /// An identity at a provider that is linked to an account.
    IdentityId,
    /// A one-time code.
    CodeId,
    /// A change of an email address or phone number.
    ContactChangeId,
    /// An email or text message in the outbox.
    MessageId,
    /// An entry of the audit log: `entry_id` in the API.
    AuditEntryId,
}

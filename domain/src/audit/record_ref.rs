//! Records that entries refer to by their ids.

/// Generates [`RecordKind`] from one list.
macro_rules! kinds {
    ($($kind:ident $name:literal)+) => {
        /// A kind of records with names, so that readers need not know an id.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "the names say it")]
        pub enum RecordKind {
            $($kind,)+
        }

        impl RecordKind {
            /// All kinds.
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// The name, as in the field `record` of entries. Stable, because entries are immutable.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$kind => $name),+ }
            }
        }
    };
}

kinds! {
    Organisation "Organisation"
    OrganisationRole "Organisation role"
    Source "Data source"
    Custodian "Data custodian"
    Version "Data source version"
    Topic "Topic"
    Table "Table"
    TableType "Table type"
    TableTopic "Table topic"
    Variable "Variable"
    Dependency "Dependency"
    InputValue "Input Value"
    TimelineOfChange "Timeline of Change"
    Synonym "Synonym"
    Metadata "Metadata"
    StageType "Stage Type"
    Procedure "Approval Procedure"
    Drawing "Drawing of an Approval Procedure"
    Letter "Letter of an Approval Procedure"
    ProcedureChange "Change of an Approval Procedure"
    Stage "Stage"
    NextStage "Next Stage"
    Purpose "Purpose"
    EthicsCommittee "Ethics Committee"
    EquipmentType "Equipment Type"
    Facility "Facility"
    Import "Dictionary import"
}

impl RecordKind {
    /// Returns the kind with this name, or `None` for records without a name of their own.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

/// A record that an entry refers to by its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordRef {
    /// The kind of record.
    pub kind: RecordKind,
    /// The id of the record.
    pub id: i64,
}

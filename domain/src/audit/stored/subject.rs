//! The kinds of rows whose changes leave digests in audit entries, and their parts.

use std::fmt;

use crate::reference::ReferenceList;
use crate::requests::content::Sha256;

/// A kind of rows whose changes leave digests in audit entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SubjectKind {
    /// An account.
    Account,
    /// An organisation with its offered roles.
    Organisation,
    /// An approval procedure with its term and completion window, its stages, their targets and links,
    /// and the template of its letter.
    Procedure,
    /// A data source with its custodians.
    Source,
    /// A stage type.
    StageType,
    /// An entry of a reference list, such as a purpose.
    Entry(ReferenceList),
}

impl SubjectKind {
    /// All kinds.
    pub const ALL: [Self; 8] = [
        Self::Account,
        Self::Organisation,
        Self::Procedure,
        Self::Source,
        Self::StageType,
        Self::Entry(ReferenceList::EthicsCommittees),
        Self::Entry(ReferenceList::Purposes),
        Self::Entry(ReferenceList::EquipmentTypes),
    ];

    /// The name in audit entries, equal to the name of the record in the administration. Stable,
    /// because entries are immutable.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Account => "Account",
            Self::Organisation => "Organisation",
            Self::Procedure => "Approval Procedure",
            Self::Source => "Data source",
            Self::StageType => "Stage Type",
            Self::Entry(list) => list.label(),
        }
    }

    /// Returns the kind with this name, or `None` for rows without digests.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A row whose changes leave digests in audit entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subject {
    /// The kind of row.
    pub kind: SubjectKind,
    /// The id of the row.
    pub id: i64,
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind.name(), self.id)
    }
}

/// Generates [`Part`] from one list.
macro_rules! parts {
    ($($(#[$doc:meta])* $part:ident $name:literal $label:literal)+) => {
        /// A part of a row with its own digest.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Part {
            $($(#[$doc])* $part,)+
        }

        impl Part {
            /// All parts.
            pub const ALL: &[Self] = &[$(Self::$part),+];

            /// The name in audit entries. Stable, because entries are immutable.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$part => $name),+ }
            }

            /// The name of the part in messages.
            pub const fn label(self) -> &'static str {
                match self { $(Self::$part => $label),+ }
            }
        }
    };
}

parts! {
    /// The columns of the row itself: its name, state, and the like.
    Details "details" "name, state or other details"
    /// The email address of an account, and whether it is verified.
    Address "address" "email address"
    /// The phone number of an account, and whether it is proven.
    Number "number" "phone number"
    /// The hash of the password of an account.
    Password "password" "password"
    /// The roles that an organisation offers, and which of them are active.
    Roles "roles" "offered roles"
    /// The organisation roles that have a data source in custody.
    Custodians "custodians" "custodians"
    /// The stages of a procedure, each with its role.
    Stages "stages" "stages"
    /// The links between its stages.
    Links "links" "links between stages"
    /// The template of its approval letter.
    Letter "letter" "template of the letter"
    /// The targets of its stages.
    Targets "targets" "targets of stages"
    /// The term of a procedure.
    Term "term" "term"
    /// The completion window of a procedure.
    Window "completion_window" "completion window"
}

impl Part {
    /// Returns the part with this name, or `None` for a part of a later version of the product.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|part| part.name() == name)
    }
}

/// The state of a row in an audit entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowDigests {
    /// The row.
    pub subject: Subject,
    /// The digest of each part. Empty if the row was deleted.
    pub parts: Vec<(Part, Sha256)>,
}

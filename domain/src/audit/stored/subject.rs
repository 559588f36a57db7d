//! The rows whose changes leave digests in entries, and their parts.

use std::fmt;

use crate::reference::ReferenceList;
use crate::requests::content::Sha256;

/// A kind of rows whose changes leave digests in entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SubjectKind {
    /// An account.
    Account,
    /// An organisation with the roles that it offers.
    Organisation,
    /// An approval procedure with its stages, their links and the template of its letter.
    Procedure,
    /// A data source with its custodians.
    Source,
    /// A type of stages.
    StageType,
    /// A name of a reference list, such as a purpose.
    Entry(ReferenceList),
}

impl SubjectKind {
    /// All of them.
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

    /// Its name in entries, which is that of the record of the administration. It never changes, because entries do not.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Account => "Account",
            Self::Organisation => "Organisation",
            Self::Procedure => "Approval Procedure",
            Self::Source => "Data source",
            Self::StageType => "Stage Type",
            Self::Entry(list) => list.called(),
        }
    }

    /// The kind of this name; none where the rows of that name leave no digests.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// One such row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subject {
    /// Its kind.
    pub kind: SubjectKind,
    /// Its id.
    pub id: i64,
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind.name(), self.id)
    }
}

/// Makes [`Part`] of one list.
macro_rules! parts {
    ($($(#[$doc:meta])* $part:ident $name:literal $words:literal)+) => {
        /// A part of a row, which has a digest of its own.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Part {
            $($(#[$doc])* $part,)+
        }

        impl Part {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$part),+];

            /// Its name in entries. It never changes, because entries do not.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$part => $name),+ }
            }

            /// The name of the part in messages.
            pub const fn words(self) -> &'static str {
                match self { $(Self::$part => $words),+ }
            }
        }
    };
}

parts! {
    /// The own columns of the row: its name, whether it is used, and the like.
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
}

impl Part {
    /// The part of this name; none where a later version of the product has written it.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|part| part.name() == name)
    }
}

/// The state of a row as an entry says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateSaid {
    /// Which row.
    pub subject: Subject,
    /// The digest of each part; none of them where the row is not there any more.
    pub parts: Vec<(Part, Sha256)>,
}

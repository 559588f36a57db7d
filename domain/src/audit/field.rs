//! Field values of audit entries.

use chrono::{DateTime, NaiveDate, Utc};

use crate::accounts::{AccountState, CodePurpose};
use crate::ids::{
    AssignedRoleId, CommentId, CustodianId, DataSourceId, DatasetId, DocumentId, DraftId, IdentityId,
    ImportId, OrganisationId, OrganisationRoleId, PasskeyId, ProcedureId, ReplyId, RequestId, SessionId,
    StageId, StateId, UserId, VersionId,
};
use crate::procedures::LetterNumber;
use crate::requests::VersionNumber;
use crate::requests::content::Sha256;
use crate::review::{Outcome, OverallStatus, Section, StageNumber};
use crate::roles::{Role, RoleStatus};

/// A field value of an audit entry. Names and typed texts are always [`Field::Personal`], of which
/// the log contains only a commitment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Field {
    /// An id, a number or a count.
    Number(i64),
    /// Yes or no.
    Flag(bool),
    /// A fixed word of the product, such as a status; never a typed text.
    Word(&'static str),
    /// A day.
    Day(NaiveDate),
    /// A point in time.
    Time(DateTime<Utc>),
    /// The SHA-256 digest of data that is stored elsewhere.
    Digest(Sha256),
    /// Bytes of a key or of a signature, which entries contain in base64url without padding.
    Bytes(Vec<u8>),
    /// Personal text.
    Personal(Personal),
    /// Several values.
    List(Vec<Field>),
}

/// A typed text or a name. The entry contains only a commitment to it. Text and salt are stored
/// beside the entry and can be erased.
#[derive(Clone, PartialEq, Eq)]
pub struct Personal(String);

impl Personal {
    /// Wraps a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The plain text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

// Logs must not contain personal text.
impl std::fmt::Debug for Personal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Personal")
    }
}

/// A key, a signature, or what was signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

/// Conversion into a field value.
pub(super) trait ToField {
    /// Returns the field value, or `None` if the value is missing.
    fn to_field(&self) -> Option<Field>;
}

macro_rules! to_field {
    ($($kind:ty: $value:ident => $field:expr),+ $(,)?) => {$(
        impl ToField for $kind {
            fn to_field(&self) -> Option<Field> {
                let $value = self;
                Some($field)
            }
        }
    )+};
}

macro_rules! to_field_by_id {
    ($($id:ty),+ $(,)?) => { to_field!($($id: id => Field::Number(id.0)),+); };
}

to_field_by_id!(
    AssignedRoleId,
    CommentId,
    CustodianId,
    DataSourceId,
    DatasetId,
    DocumentId,
    DraftId,
    IdentityId,
    ImportId,
    OrganisationId,
    OrganisationRoleId,
    PasskeyId,
    ProcedureId,
    ReplyId,
    RequestId,
    SessionId,
    StageId,
    StateId,
    UserId,
    VersionId,
);

to_field!(
    bool: flag => Field::Flag(*flag),
    i64: number => Field::Number(*number),
    u32: number => Field::Number(i64::from(*number)),
    &'static str: word => Field::Word(word),
    NaiveDate: day => Field::Day(*day),
    DateTime<Utc>: time => Field::Time(*time),
    Sha256: digest => Field::Digest(*digest),
    Bytes: bytes => Field::Bytes(bytes.0.clone()),
    Personal: text => Field::Personal(text.clone()),
    VersionNumber: version => Field::Number(i64::from(version.0)),
    LetterNumber: letter => Field::Number(i64::try_from(letter.0).unwrap_or(i64::MAX)),
    StageNumber: stage => Field::Number(i64::from(stage.0)),
    Outcome: outcome => Field::Word(outcome.name()),
    OverallStatus: status => Field::Word(status.name()),
    Section: section => Field::Word(section.name()),
    Role: role => Field::Word(role.name()),
    RoleStatus: status => Field::Word(status.name()),
    AccountState: state => Field::Word(state.name()),
    CodePurpose: purpose => Field::Word(purpose.name()),
);

impl<T: ToField> ToField for Option<T> {
    fn to_field(&self) -> Option<Field> {
        self.as_ref()?.to_field()
    }
}

impl<T: ToField> ToField for Vec<T> {
    fn to_field(&self) -> Option<Field> {
        Some(Field::List(self.iter().filter_map(ToField::to_field).collect()))
    }
}

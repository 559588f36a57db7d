//! The errors of editing a request.

use aditus_domain::requests::{
    AdditionRefused, FaultReason, Faults, FileQuota, FileQuotaExceeded, MAX_VARIABLES_AT_ONCE,
    RemovalRefused, RequestDetails,
};
use aditus_domain::review::EditRefused;
use thiserror::Error;

use crate::failure::{Failure, Kind, Params, Reason};
use crate::limits::LimitError;
use crate::notifications::notify::NotifyError;
use crate::ports::{EncodingError, FileError, StoreError};
use crate::requests::submit::ExaminationFailed;
use crate::requests::versions::RecordError;
use crate::review::CHANGED;

/// The request was not edited. Nothing has changed.
#[derive(Debug, Error)]
pub enum Error {
    /// The request does not exist, or the caller may not see it.
    #[error("This Data Request does not exist.")]
    NotFound,
    /// The device does not exist, was deleted, or the caller may not see its request.
    #[error("This device does not exist.")]
    NoDevice,
    /// The staff member does not exist, was deleted, or the caller may not see their request.
    #[error("This staff member does not exist.")]
    NoStaff,
    /// The dataset does not exist, or the caller may not see its request.
    #[error("This dataset does not exist.")]
    NoDataset,
    /// The variable is in no dataset, or the caller may not see its request.
    #[error("This dataset variable does not exist.")]
    NoVariable,
    /// The caller may not edit this section now.
    #[error(transparent)]
    Refused(#[from] EditRefused),
    /// A field breaks a rule.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// The call asks to resolve a comment, but names none.
    #[error("Say which comment to mark as resolved.")]
    NothingToResolve,
    /// The stages of a pending request would be bound to other organisation roles (decisions V6).
    #[error(
        "This data source is in the custody of another organisation. Recall the request and resubmit it."
    )]
    OtherCustody,
    /// A request needs at least one device.
    #[error("A Data Request needs at least one device. Add another one before you delete this one.")]
    LastDevice,
    /// A request needs at least one staff member.
    #[error("A Data Request needs at least one staff member. Add another one before you delete this one.")]
    LastStaff,
    /// The variables were not added.
    #[error(transparent)]
    Addition(#[from] AdditionRefused),
    /// The variables were not removed.
    #[error(transparent)]
    Removal(#[from] RemovalRefused),
    /// The list is full.
    #[error("The list must not have more than {most} rows.")]
    FullList {
        /// The maximum number of rows.
        most: usize,
    },
    /// The request has changed since the edit began, or another person is changing it right now.
    #[error("{CHANGED}")]
    Changed,
    /// The caller saved too many edits, or sent too many files, recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The files would exceed the storage quota of the account.
    #[error(transparent)]
    NoRoom(#[from] FileQuotaExceeded),
    /// The files cannot be checked for harmful content right now.
    #[error(transparent)]
    ExaminationFailed(#[from] ExaminationFailed),
    /// A file could not be stored.
    #[error("The Data Request could not be changed. Try again in a moment.")]
    File(#[from] FileError),
    /// The database refused.
    #[error("The Data Request could not be changed. Try again in a moment.")]
    Store(#[source] StoreError),
    /// The new version could not be encoded.
    #[error("The Data Request could not be changed. Try again in a moment.")]
    Encoding(#[source] EncodingError),
    /// A notification could not be sent.
    #[error("The Data Request could not be changed. Try again in a moment.")]
    Notify(#[from] NotifyError),
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict => Self::Changed,
            other => Self::Store(other),
        }
    }
}

impl From<RecordError> for Error {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::NotFound => Self::NotFound,
            RecordError::Access(_) => Self::Refused(EditRefused::NotAsked),
            RecordError::Changed => Self::Changed,
            RecordError::Store(error) => error.into(),
            RecordError::Encoding(error) => Self::Encoding(error),
        }
    }
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::NotFound | Self::NoDevice | Self::NoStaff | Self::NoDataset | Self::NoVariable => {
                Kind::NotFound
            }
            Self::Refused(_) => Kind::Forbidden,
            Self::Faults(faults) => match faults.first().map(|fault| fault.reason) {
                Some(FaultReason::FileType) => Kind::UnsupportedFile,
                Some(FaultReason::FileTooLarge) => Kind::TooLarge,
                Some(FaultReason::Value) | None => Kind::Invalid,
            },
            Self::OtherCustody
            | Self::LastDevice
            | Self::LastStaff
            | Self::Addition(AdditionRefused::Present(_) | AdditionRefused::Full)
            | Self::Removal(RemovalRefused::Last)
            | Self::FullList { .. }
            | Self::Changed => Kind::Conflict,
            Self::NothingToResolve | Self::Addition(_) | Self::Removal(_) => Kind::Invalid,
            Self::Limit(error) => error.kind(),
            Self::NoRoom(_) => Kind::TooLarge,
            Self::ExaminationFailed(_) | Self::File(FileError::Unavailable(_)) => Kind::Unavailable,
            Self::File(FileError::Full(_)) => Kind::Full,
            Self::File(_) | Self::Encoding(_) => Kind::Internal,
            Self::Store(error) => error.kind(),
            Self::Notify(error) => error.kind(),
        }
    }

    fn reason(&self) -> Reason {
        match self {
            Self::NotFound => Reason::RequestNotFound,
            Self::NoDevice => Reason::DeviceNotFound,
            Self::NoStaff => Reason::StaffNotFound,
            Self::NoDataset => Reason::DatasetNotFound,
            Self::NoVariable => Reason::DatasetVariableNotFound,
            Self::Refused(refused) => reason_of_refusal(*refused),
            Self::Faults(faults) => faults.reason(),
            Self::NothingToResolve => Reason::InvalidFields,
            Self::OtherCustody => Reason::OtherCustody,
            Self::LastDevice => Reason::LastDevice,
            Self::LastStaff => Reason::LastStaff,
            Self::Addition(refused) => reason_of_addition(refused),
            Self::Removal(RemovalRefused::Empty) => Reason::NoVariablesSelected,
            Self::Removal(RemovalRefused::TooMany) => Reason::TooManyVariables,
            Self::Removal(RemovalRefused::Last) => Reason::LastVariables,
            Self::FullList { .. } => Reason::ListFull,
            Self::Changed => Reason::RowChanged,
            Self::Limit(error) => error.reason(),
            Self::NoRoom(_) => Reason::FileQuotaExceeded,
            Self::ExaminationFailed(_) => Reason::FilesNotChecked,
            Self::File(error) => error.reason(),
            Self::Store(error) => error.reason(),
            Self::Encoding(_) => Reason::Internal,
            Self::Notify(error) => error.reason(),
        }
    }

    fn params(&self) -> Params {
        match self {
            Self::FullList { most } => Params::from([("most", (*most).into())]),
            Self::Addition(AdditionRefused::TooMany) | Self::Removal(RemovalRefused::TooMany) => {
                Params::from([("most", MAX_VARIABLES_AT_ONCE.into())])
            }
            Self::Addition(AdditionRefused::Full) => {
                Params::from([("most", RequestDetails::MAX_VARIABLES.into())])
            }
            Self::Addition(AdditionRefused::NotOffered(position)) => {
                Params::from([("position", (*position).into())])
            }
            Self::Addition(
                AdditionRefused::OtherSource(name)
                | AdditionRefused::Twice(name)
                | AdditionRefused::Present(name),
            ) => Params::from([("variable", name.as_str().into())]),
            Self::NoRoom(full) => Params::from([("most_mib", (full.max / FileQuota::MIB).into())]),
            _ => Params::new(),
        }
    }

    fn fields(&self) -> Vec<(String, String)> {
        match self {
            Self::Faults(faults) => faults
                .list()
                .iter()
                .map(|fault| (fault.field.clone(), fault.message.to_string()))
                .collect(),
            Self::NothingToResolve => vec![("resolve".to_owned(), self.to_string())],
            Self::Addition(_) => vec![("var".to_owned(), self.to_string())],
            Self::Removal(_) => vec![("dataset_variables".to_owned(), self.to_string())],
            _ => Vec::new(),
        }
    }
}

fn reason_of_refusal(refused: EditRefused) -> Reason {
    match refused {
        EditRefused::NotAsked => Reason::EditNotAsked,
        EditRefused::UnknownComment => Reason::CommentNotFound,
        EditRefused::OtherSection => Reason::CommentOfOtherSection,
        EditRefused::Resolved => Reason::CommentResolved,
    }
}

fn reason_of_addition(refused: &AdditionRefused) -> Reason {
    match refused {
        AdditionRefused::Empty => Reason::NoVariablesSelected,
        AdditionRefused::TooMany => Reason::TooManyVariables,
        AdditionRefused::NotOffered(_) => Reason::VariableNotOffered,
        AdditionRefused::OtherSource(_) => Reason::VariableOfOtherSource,
        AdditionRefused::Twice(_) => Reason::VariableRepeated,
        AdditionRefused::Present(_) => Reason::VariablePresent,
        AdditionRefused::Full => Reason::TooManyVariablesInRequest,
    }
}

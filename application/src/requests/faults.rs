//! Maps validation errors to an error of the API. The first one determines its kind and its reason.

use aditus_domain::requests::{FaultReason, Faults};

use crate::failure::{Failure, Kind, Reason};

impl Failure for Faults {
    fn kind(&self) -> Kind {
        match self.first().map(|fault| fault.reason) {
            Some(FaultReason::FileType) => Kind::UnsupportedFile,
            Some(FaultReason::FileTooLarge) => Kind::TooLarge,
            Some(FaultReason::Value) | None => Kind::Invalid,
        }
    }

    fn reason(&self) -> Reason {
        match self.first().map(|fault| fault.reason) {
            Some(FaultReason::FileType) => Reason::FileTypeNotAccepted,
            Some(FaultReason::FileTooLarge) => Reason::FileTooLarge,
            Some(FaultReason::Value) | None => Reason::InvalidFields,
        }
    }

    fn fields(&self) -> Vec<(String, String)> {
        self.list()
            .iter()
            .map(|fault| (fault.field.clone(), fault.message.to_string()))
            .collect()
    }
}

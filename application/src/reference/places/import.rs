//! Imports facilities from a file with the columns `region,district,facility`.
//!
//! Existing places, active or not, are never changed, moved or removed, so repeating an import adds
//! nothing. A file with an error adds nothing either; all errors are reported at once with their
//! lines.

use aditus_domain::audit::Act;
use aditus_domain::ids::FacilityId;
use aditus_domain::reference::{
    ImportedPlace, Level, MAX_PLACE_FAULTS, MAX_PLACE_FILE_BYTES, PlaceFile, PlaceFileError, PlaceRef,
    Repeated,
};
use aditus_domain::roles::Role;
use thiserror::Error;

use super::super::{Error as Refusal, NewPlace};
use super::{PlaceRecords, tree};
use crate::access::{AccessError, Caller};
use crate::failure::{Failure, Kind, Params, Reason};
use crate::ports::{Ports, StoreError, Transaction};
use crate::records;

/// An uploaded file.
#[derive(Debug, Clone)]
pub struct Command {
    /// The file.
    pub file: Vec<u8>,
    /// True to report the additions without making them.
    pub dry_run: bool,
}

/// The additions of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer {
    /// Facilities in the file.
    pub read: usize,
    /// New regions.
    pub regions_added: usize,
    /// New districts.
    pub districts_added: usize,
    /// New facilities.
    pub facilities_added: usize,
    /// Facilities that already exist.
    pub known: usize,
    /// First lines that repeat a facility, which is added once.
    pub repeated: Vec<Repeated>,
    /// Total number of such lines.
    pub repeated_count: usize,
}

/// Nothing was added.
#[derive(Debug, Error)]
pub enum Error {
    /// An error common to all changes of the tree.
    #[error(transparent)]
    Tree(#[from] Refusal),
    /// The file is invalid.
    #[error(transparent)]
    File(#[from] PlaceFileError),
}

impl From<AccessError> for Error {
    fn from(error: AccessError) -> Self {
        Self::Tree(error.into())
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::Tree(error.into())
    }
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Tree(error) => error.kind(),
            Self::File(PlaceFileError::TooLarge) => Kind::TooLarge,
            Self::File(PlaceFileError::Undecodable(_)) => Kind::UnsupportedFile,
            Self::File(PlaceFileError::Faults { .. }) => Kind::Invalid,
        }
    }

    fn reason(&self) -> Reason {
        match self {
            Self::Tree(error) => error.reason(),
            Self::File(PlaceFileError::TooLarge) => Reason::FileTooLarge,
            Self::File(PlaceFileError::Undecodable(_)) => Reason::FileTypeNotAccepted,
            Self::File(PlaceFileError::Faults { .. }) => Reason::InvalidFields,
        }
    }

    fn params(&self) -> Params {
        match self {
            Self::Tree(error) => error.params(),
            Self::File(PlaceFileError::TooLarge) => {
                Params::from([("most_mb", (MAX_PLACE_FILE_BYTES / 1024 / 1024).into())])
            }
            Self::File(_) => Params::new(),
        }
    }

    /// Returns `file[4].district` for a cell on line 4, `file[4]` for the line, and `file` for the
    /// whole file.
    fn fields(&self) -> Vec<(String, String)> {
        match self {
            Self::File(PlaceFileError::Faults { faults, more }) => {
                let mut fields: Vec<(String, String)> = faults
                    .iter()
                    .map(|fault| {
                        let column = fault.column.map(|column| format!(".{column}"));
                        let path = format!("file[{}]{}", fault.line, column.unwrap_or_default());
                        (path, fault.message.clone())
                    })
                    .collect();
                if *more > 0 {
                    fields.push((
                        "file".to_owned(),
                        format!("{more} more lines or cells have errors."),
                    ));
                }
                fields
            }
            Self::File(error) => vec![("file".to_owned(), error.to_string())],
            Self::Tree(error) => error.fields(),
        }
    }
}

/// Checks that the caller may import, before a file is received and again when it is parsed.
pub fn may_import(caller: &Caller) -> Result<(), Error> {
    caller.require(Role::SuperUser)?;
    Ok(())
}

/// Adds the regions, districts and facilities of the file that are missing from the tree. A dry run
/// only counts them.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<Answer, Error> {
    may_import(caller)?;
    let file = PlaceFile::parse(&command.file)?;
    let mut change = records::begin::<PlaceRecords>(ports, caller)?;
    let answer = import_places(change.transaction(), &file)?;
    if !command.dry_run {
        let added = answer.regions_added + answer.districts_added + answer.facilities_added;
        change.commit(Act::RecordsImported {
            record: records::Record::Place.name(),
            added: i64::try_from(added).unwrap_or(i64::MAX),
        })?;
    }
    Ok(answer)
}

/// Adds the missing places in the caller's transaction.
pub fn import_places(transaction: &mut dyn Transaction, file: &PlaceFile) -> Result<Answer, StoreError> {
    let import = tree(transaction)?.plan_import(file);
    let regions = add(transaction, Level::Region, &import.regions, &[])?;
    let districts = add(transaction, Level::District, &import.districts, &regions)?;
    let facilities = add(transaction, Level::Facility, &import.facilities, &districts)?;
    Ok(Answer {
        read: file.rows().len(),
        regions_added: regions.len(),
        districts_added: districts.len(),
        facilities_added: facilities.len(),
        known: import.known,
        repeated: file.repeated().iter().take(MAX_PLACE_FAULTS).copied().collect(),
        repeated_count: file.repeated().len(),
    })
}

/// Adds the new places of one level. `above` are the ids of the places added on the level above.
fn add(
    transaction: &mut dyn Transaction,
    level: Level,
    places: &[ImportedPlace],
    above: &[FacilityId],
) -> Result<Vec<FacilityId>, StoreError> {
    if places.is_empty() {
        return Ok(Vec::new());
    }
    let parent = |place: &ImportedPlace| match place.parent {
        None => Ok(None),
        Some(PlaceRef::Known(id)) => Ok(Some(id)),
        Some(PlaceRef::Added(number)) => above
            .get(number)
            .map(|id| Some(*id))
            .ok_or_else(|| StoreError::internal("no id for a place that was added")),
    };
    let places = places
        .iter()
        .map(|place| {
            Ok(NewPlace {
                parent: parent(place)?,
                level,
                name: place.name.clone(),
                active: true,
            })
        })
        .collect::<Result<Vec<_>, StoreError>>()?;
    transaction.reference().add_places(&places)
}

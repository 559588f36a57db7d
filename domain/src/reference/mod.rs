//! Reference data: the lists that a deployer fills in before requests can be made, and from which
//! users choose in the wizard (decisions RD1).

mod entries;
mod entry;
mod first_request;
mod name;
mod place;
mod place_file;
mod place_form;
mod place_import;
mod places;

pub use entries::{Entries, EntryRefusal, Uses};
pub use entry::{Entry, EntryForm, EntryId, EntryName, RawEntry, ReferenceList};
pub use first_request::{Inventory, Missing, Published, missing_for_a_first_request};
pub use name::{LONGEST_REFERENCE_NAME, NameError};
pub use place::{Level, Place, PlaceName, PlaceRefusal};
pub use place_file::{
    FileFault, MAX_PLACE_FAULTS, MAX_PLACE_FILE_BYTES, MAX_PLACE_ROWS, PLACE_COLUMNS, PlaceFile,
    PlaceFileError, PlaceRow, Repeated,
};
pub use place_form::{PlaceForm, RawPlace};
pub use place_import::{ImportedPlace, PlaceImport, PlaceRef};
pub use places::Places;

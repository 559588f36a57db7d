//! The reference data of the demonstration: the ethics committees and the health facilities of the
//! fictitious country.

use aditus_application::Ports;
use aditus_application::audit::record_all;
use aditus_application::records::Record;
use aditus_application::reference::places::import;
use aditus_domain::audit::{Act, Actor};
use aditus_domain::reference::{EntryName, PlaceFile, ReferenceList};

use super::FillError;

const COMMITTEES: [&str; 9] = [
    "National Health Research Ethics Committee of Halvania",
    "Halvania National Council for Science and Technology",
    "Halden University Institutional Review Board",
    "Ormeda Teaching Hospital Research Ethics Committee",
    "Velden College of Health Sciences Ethics Board",
    "Karrow Medical Research Institute Review Board",
    "Sable Bay School of Public Health Ethics Committee",
    "Institutional Review Board of the applicant's organisation",
    "Other accredited ethics committee",
];

/// Four regions of three districts, each with three facilities.
const FACILITIES: &str = include_str!("reference/facilities.csv");

/// Adds both to an untouched database.
pub(super) fn add(ports: &Ports) -> Result<(), FillError> {
    let list = ReferenceList::EthicsCommittees;
    let mut transaction = ports.database.begin()?;
    let mut acts = Vec::new();
    for name in COMMITTEES {
        let name = EntryName::parse(list, name).map_err(|error| FillError::new("committees", &error))?;
        let id = transaction.reference().add_entry(list, &name, true)?;
        acts.push(Act::RecordAdded {
            record: Record::Entry(list).name(),
            id: id.number(),
        });
    }
    let file = PlaceFile::parse(FACILITIES.as_bytes());
    let file = file.map_err(|error| FillError::new("facilities", &error))?;
    let imported = import::import_places(transaction.as_mut(), &file)?;
    let places = imported.regions_added + imported.districts_added + imported.facilities_added;
    acts.push(Act::RecordsImported {
        record: Record::Place.name(),
        added: i64::try_from(places).unwrap_or(i64::MAX),
    });
    let recorded = record_all(ports, transaction.as_mut(), Actor::System, acts)?;
    Ok(transaction.commit(recorded)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_facilities_has_no_fault() {
        let file = PlaceFile::parse(FACILITIES.as_bytes()).unwrap();
        assert_eq!(file.rows().len(), 36);
    }
}

//! The tree of facilities as CSV, in the format that the import accepts.

use aditus_application::ports::DocumentError;
use aditus_domain::reference::PLACE_COLUMNS;

use crate::spreadsheet::Spreadsheet;

/// Writes one line per facility, with its region and district.
pub(crate) fn make(facilities: &[[String; 3]]) -> Result<Vec<u8>, DocumentError> {
    let mut csv = Spreadsheet::new(&PLACE_COLUMNS)?;
    for line in facilities {
        csv.line(line)?;
    }
    csv.finish()
}

#[cfg(test)]
mod tests {
    use aditus_domain::reference::PlaceFile;

    use super::*;

    #[test]
    fn exported_facilities_can_be_imported() {
        let lines = [
            ["North", "Hills, upper", "The \"Lake\" Clinic"].map(ToOwned::to_owned),
            ["Süd", "Küste", "Hafen"].map(ToOwned::to_owned),
        ];
        let file = PlaceFile::parse(&make(&lines).unwrap()).unwrap();
        let read: Vec<[String; 3]> = file
            .rows()
            .iter()
            .map(|row| [&row.region, &row.district, &row.facility].map(|name| name.as_str().to_owned()))
            .collect();
        assert_eq!(read, lines);
    }
}

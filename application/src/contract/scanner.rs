//! The rules that every [`FileScanner`] MUST follow. An adapter implements a [`TestScanner`] and
//! runs each function of [`CONTRACT`] on a new one.

use crate::ports::{ExaminationError, FileScanner};

/// The scanner under test and the service behind it.
pub trait TestScanner {
    /// Returns the scanner. It has to know the EICAR test file, as every scanner does.
    fn scanner(&self) -> &dyn FileScanner;

    /// Stops the service, so that it no longer answers.
    fn end(&self);
}

/// One clause of the contract.
pub type Clause = fn(&dyn TestScanner);

/// The clauses of the contract, by name.
pub const CONTRACT: [(&str, Clause); 2] = [
    ("only_known_viruses_are_found", only_known_viruses_are_found),
    (
        "an_unavailable_scanner_reports_nothing_as_clean",
        an_unavailable_scanner_reports_nothing_as_clean,
    ),
];

/// Returns the EICAR test file, a harmless file that every scanner reports as a virus.
pub fn eicar() -> Vec<u8> {
    // In two parts, so that scanners do not report this source file.
    let parts = [
        r"X5O!P%@AP[4\PZX54(P^)7CC)7}$",
        "EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*",
    ];
    parts.concat().into_bytes()
}

/// Holds for an empty file as well.
pub fn only_known_viruses_are_found(test_scanner: &dyn TestScanner) {
    let scanner = test_scanner.scanner();
    scanner.check().unwrap();
    assert!(!scanner.is_infected(b"%PDF-1.7 a letter").unwrap());
    assert!(!scanner.is_infected(b"").unwrap());
    assert!(scanner.is_infected(&eicar()).unwrap());
    assert!(!scanner.is_infected(b"%PDF-1.7 a letter").unwrap());
}

/// Neither the scan nor the check succeeds.
pub fn an_unavailable_scanner_reports_nothing_as_clean(test_scanner: &dyn TestScanner) {
    test_scanner.end();
    for bytes in [eicar(), b"%PDF-1.7 a letter".to_vec()] {
        let outcome = test_scanner.scanner().is_infected(&bytes);
        assert!(
            matches!(outcome, Err(ExaminationError::Scanner(_))),
            "{outcome:?}"
        );
    }
    assert!(test_scanner.scanner().check().is_err());
}

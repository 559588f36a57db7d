//! Tests of the CSV of the audit log, which is exported in parts.

use aditus_application::audit::export::AuditLogLine;
use aditus_application::audit::views::PersonView;
use aditus_application::ports::Documents;
use aditus_documents::PdfDocuments;
use aditus_domain::ids::UserId;
use chrono::DateTime;

use crate::spreadsheet::cells;

fn line(entry_id: i64, name: Option<&str>) -> AuditLogLine {
    AuditLogLine {
        entry_id,
        at: DateTime::from_timestamp_micros(1_790_000_000_123_456).unwrap(),
        kind: "request.commented",
        act: "Comment",
        person: Some(PersonView {
            user: UserId(5),
            name: name.map(str::to_owned),
        }),
        concerns: None,
        request: "DAC0012".to_owned(),
        canonical: r#"{"act":{"request":12},"kind":"request.commented"}"#.to_owned(),
        times: 2,
    }
}

fn rows(parts: &[&[AuditLogLine]]) -> Vec<Vec<String>> {
    let documents = PdfDocuments::default();
    let mut bytes = documents.audit_log_csv_heading().unwrap();
    for part in parts {
        bytes.extend(documents.audit_log_csv_lines(part).unwrap());
    }
    cells(&bytes)
}

#[test]
fn csv_has_a_heading_and_one_line_per_entry_of_every_part() {
    assert_eq!(rows(&[]).len(), 1);
    let rows = rows(&[
        &[line(3, Some("Ada Okello")), line(2, None)],
        &[],
        &[line(1, None)],
    ]);
    assert_eq!(rows.len(), 4);
    assert_eq!(
        rows[0],
        [
            "entry_id",
            "at",
            "kind",
            "act",
            "user_id",
            "person",
            "concerns_id",
            "concerns",
            "request",
            "entry",
            "times"
        ]
    );
    assert_eq!(
        rows[1],
        [
            "3",
            "2026-09-21T14:13:20.123456Z",
            "request.commented",
            "Comment",
            "5",
            "Ada Okello",
            "",
            "",
            "DAC0012",
            r#"{"act":{"request":12},"kind":"request.commented"}"#,
            "2"
        ]
    );
    assert_eq!((rows[3][0].as_str(), rows[3][5].as_str()), ("1", ""));
}

#[test]
fn no_cell_starts_a_formula() {
    for evil in ["=1+1", "+1", "-1", "@SUM(A1)"] {
        let rows = rows(&[&[line(1, Some(evil))]]);
        assert!(!rows[1][5].starts_with(evil), "{evil:?}");
    }
}

use super::super::{DocumentContent, DocumentKind, ReviewableContent, content_digest_input};
use super::{member, requester, today, valid};
use crate::ids::VariableId;

fn content() -> ReviewableContent {
    let mut raw = valid();
    raw.list_of_staff.push(member());
    let submission = raw.check(today(), &requester()).unwrap();
    let document = |kind, file: &str| DocumentContent {
        kind,
        file: file.to_owned(),
    };
    let documents = vec![
        document(DocumentKind::EthicsApprovalLetter, "7/letter.gif"),
        document(DocumentKind::DataSharingAgreement, "7/agreement.pdf"),
    ];
    ReviewableContent::of(
        &submission,
        documents,
        &["7/a.png".to_owned(), "7/b.png".to_owned()],
    )
}

fn digest_after(change: impl FnOnce(&mut ReviewableContent)) -> String {
    let mut content = content();
    change(&mut content);
    content_digest_input(&content)
}

#[test]
fn the_same_content_gives_the_same_text_whatever_the_order_of_rows() {
    let plain = digest_after(|_| ());
    let shuffled = digest_after(|content| {
        content.variables.reverse();
        content.staff.reverse();
        content.documents.reverse();
    });
    assert_eq!(plain, shuffled);
}

#[test]
fn every_change_a_reviewer_could_see_gives_another_text() {
    let changes: [fn(&mut ReviewableContent); 14] = [
        |_| (),
        |content| content.title.push('!'),
        |content| content.needed_on = None,
        |content| content.ethics_approval_letter = Some(false),
        |content| content.additional_ethics_committee_name = Some(String::new()),
        |content| content.exempted = true,
        |content| content.no_date_limit = true,
        |content| content.purposes[0].1 = Some("Teaching".into()),
        |content| content.principal = None,
        |content| content.variables.push(VariableId(99)),
        |content| content.facility_filter.push("All facilities from North".into()),
        |content| content.devices[0].serial_number.push('1'),
        |content| content.staff[1].identification_file = Some("7/c.png".into()),
        |content| content.documents[0].file = "8/letter.gif".into(),
    ];
    let texts: std::collections::HashSet<String> = changes.into_iter().map(digest_after).collect();
    assert_eq!(texts.len(), changes.len());
}

#[test]
fn no_value_can_be_taken_for_another() {
    let one = digest_after(|content| content.facility_filter = vec!["a;1:b".into()]);
    let two = digest_after(|content| content.facility_filter = vec!["a".into(), "b".into()]);
    assert_ne!(one, two);
    let in_title = digest_after(|content| content.title = "x;\nneeded_on=-;".into());
    let missing = digest_after(|content| {
        content.title = "x".into();
        content.needed_on = None;
    });
    assert_ne!(in_title, missing);
}

use super::super::{FileType, IdentificationType, RawStaff};
use super::{assert_one_fault, faults_after, field_messages, file, member, text, unknown_file};

fn staff_faults_after(change: impl FnOnce(&mut RawStaff)) -> Vec<(String, String)> {
    let mut raw = member();
    change(&mut raw);
    raw.check()
        .map_or_else(|faults| field_messages(&faults), |_| Vec::new())
}

#[test]
fn each_field_has_its_message() {
    assert_eq!(staff_faults_after(|_| ()), []);
    assert_one_fault(
        staff_faults_after(|raw| raw.first_name = None),
        "first_name",
        "Please enter the Staff's First Name.",
    );
    assert_one_fault(
        staff_faults_after(|raw| raw.surname = None),
        "surname",
        "Please enter the Staff's Surname.",
    );
    assert_one_fault(
        staff_faults_after(|raw| raw.phone = None),
        "phone",
        "Please enter the Staff's Phone Number.",
    );
    assert_one_fault(
        staff_faults_after(|raw| raw.phone = text("unknown")),
        "phone",
        "Please enter the Staff's Phone Number.",
    );
    assert_one_fault(
        staff_faults_after(|raw| raw.email = None),
        "email",
        "Please enter the Staff's Email.",
    );
    assert_one_fault(
        staff_faults_after(|raw| raw.email = text("amos@study")),
        "email",
        "Please enter a Valid Email.",
    );
    let number = "Please enter the Identification Number since you selected a valid Identification Type.";
    assert_one_fault(
        staff_faults_after(|raw| raw.identification_number = text(" ")),
        "identification_number",
        number,
    );
    assert_one_fault(
        staff_faults_after(|raw| raw.position_in_organisation = None),
        "position_in_organisation",
        "Please enter the Staff's Position in the Organisation",
    );
    assert_one_fault(
        staff_faults_after(|raw| raw.confidentiality_protocols = None),
        "confidentiality_protocols",
        "Please select an option whether the Staff member compiled with the Confidentiality Protocol.",
    );
}

#[test]
fn the_toasts_come_in_order() {
    let faults = RawStaff::default().check().unwrap_err();
    let fields: Vec<&str> = faults.list().iter().map(|fault| fault.field.as_str()).collect();
    assert_eq!(
        fields,
        [
            "first_name",
            "surname",
            "phone",
            "email",
            "identification_type",
            "position_in_organisation",
            "confidentiality_protocols",
        ]
    );
}

#[test]
fn an_identification_requires_a_known_type_and_an_accepted_file() {
    let message = "Please select the Staff's Identification Type";
    assert_one_fault(
        staff_faults_after(|raw| raw.identification_type = text("Library card")),
        "identification_type",
        message,
    );
    let field = "identification_file_path";
    assert_one_fault(
        staff_faults_after(|raw| raw.identification_file_path = None),
        field,
        "Please upload the Passport",
    );
    let national = |raw: &mut RawStaff| {
        raw.identification_type = text("National ID");
        raw.identification_file_path = None;
    };
    assert_one_fault(
        staff_faults_after(national),
        field,
        "Please upload the National ID",
    );
    for (refused, why) in [
        (unknown_file(), "is neither."),
        (
            file(FileType::Gif),
            "is a GIF picture. Save it as JPEG or PNG, or print it to a PDF.",
        ),
    ] {
        let faults = staff_faults_after(|raw| raw.identification_file_path = refused);
        assert_one_fault(
            faults,
            field,
            &format!(
                "Invalid file type. Please upload a PDF or image file. The file of the Identification {why}"
            ),
        );
    }
    for kind in IdentificationType::ALL {
        assert_eq!(IdentificationType::parse(kind.name()), Some(kind));
    }
}

#[test]
fn phones_keep_digits_and_plus_and_declined_protocols_are_accepted() {
    let raw = RawStaff {
        confidentiality_protocols: Some(false),
        ..member()
    };
    let taken = raw.check().unwrap();
    assert_eq!(taken.phone, "+256700654321");
    assert!(!taken.confidentiality_protocols);
}

#[test]
fn faults_of_list_rows_have_the_path_of_the_row() {
    let faults = faults_after(|raw| {
        raw.list_of_staff.push(RawStaff {
            email: text("x"),
            ..member()
        });
    });
    assert_one_fault(faults, "list_of_staff[1].email", "Please enter a Valid Email.");
}

//! Duplicates in the lists of a request: a person or a device that is listed twice. They are marked
//! and not refused, because two people can have the same name, and a number can be mistyped.

use crate::dictionary::search::fold;
use crate::typed::with_plain_digits;

/// The details by which people are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Person<'a> {
    /// First name and surname.
    pub name: (&'a str, &'a str),
    /// The email address.
    pub email: &'a str,
    /// The identification number; empty if unknown.
    pub number: &'a str,
}

/// The people of a request who are not its staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Responsible<'a> {
    /// The requester.
    pub requester: Person<'a>,
    /// The principal investigator; none if that is the requester.
    pub principal: Option<Person<'a>>,
}

/// Maximum number of duplicates that the remarks on a row name; the rest are counted. Without a
/// limit, a list with "n/a" as every serial number would have very long remarks.
const MAX_NAMED: usize = 5;

/// A person with precomputed keys, because each row is compared with all the others.
struct ComparisonKeys {
    shown: String,
    name: String,
    email: String,
    number: String,
}

impl ComparisonKeys {
    fn new(person: &Person<'_>) -> Self {
        let whole = format!("{} {}", person.name.0, person.name.1);
        Self {
            name: fold(&whole),
            email: key_of_email(person.email),
            number: key_of_number(person.number),
            shown: whole.trim().to_owned(),
        }
    }
}

/// Returns remarks on each staff member, in the order of the list. They name other members with the
/// same number, email address or name, and mark the requester and the principal investigator.
pub fn duplicate_staff(staff: &[Person<'_>], responsible: &Responsible<'_>) -> Vec<Vec<String>> {
    let staff: Vec<ComparisonKeys> = staff.iter().map(ComparisonKeys::new).collect();
    let requester = ComparisonKeys::new(&responsible.requester);
    let principal = responsible.principal.as_ref().map(ComparisonKeys::new);
    let remarks = staff.iter().enumerate().map(|(index, member)| {
        let others = staff.iter().enumerate().filter(|(other, _)| *other != index);
        let mut remarks = limited(others.filter_map(|(_, other)| duplicate_remark(member, other)));
        if is_person(member, &requester) {
            remarks.push("This is the requester.".to_owned());
        }
        if principal
            .as_ref()
            .is_some_and(|principal| is_person(member, principal))
        {
            remarks.push("This is the principal investigator.".to_owned());
        }
        remarks
    });
    remarks.collect()
}

/// Returns remarks on each device, in the order of the list. They name other devices with the same
/// serial number.
pub fn duplicate_devices(devices: &[(&str, &str)]) -> Vec<Vec<String>> {
    let numbers: Vec<String> = devices.iter().map(|(_, serial)| key_of_number(serial)).collect();
    let remarks = numbers.iter().enumerate().map(|(index, number)| {
        let others = devices.iter().zip(&numbers).enumerate();
        let doubles = others.filter(|(other, (_, theirs))| *other != index && is_same(number, theirs));
        limited(doubles.map(|(_, ((name, _), _))| format!("The same serial number as {name}.")))
    });
    remarks.collect()
}

/// Returns the first remarks, and the number of the others, if there are more.
fn limited(mut remarks: impl Iterator<Item = String>) -> Vec<String> {
    let mut first: Vec<String> = remarks.by_ref().take(MAX_NAMED).collect();
    let more = remarks.count();
    if more > 0 {
        first.push(format!("The same as {more} more rows."));
    }
    first
}

/// Returns the remark on two staff members who appear to be one person.
fn duplicate_remark(member: &ComparisonKeys, other: &ComparisonKeys) -> Option<String> {
    let what = if is_same(&member.number, &other.number) {
        "identification number"
    } else if is_same(&member.email, &other.email) {
        "email address"
    } else if is_same(&member.name, &other.name) {
        "name"
    } else {
        return None;
    };
    Some(format!("The same {what} as {}.", other.shown))
}

fn is_person(member: &ComparisonKeys, other: &ComparisonKeys) -> bool {
    is_same(&member.email, &other.email) || is_same(&member.name, &other.name)
}

/// Compares two keys. An empty key equals no other.
fn is_same(one: &str, other: &str) -> bool {
    !one.is_empty() && one == other
}

fn key_of_email(address: &str) -> String {
    address.trim().to_lowercase()
}

/// Keeps the letters and digits, in lower case. Digits of all scripts are equal.
fn key_of_number(number: &str) -> String {
    with_plain_digits(number)
        .chars()
        .filter(|character| character.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person<'a>(name: (&'a str, &'a str), email: &'a str, number: &'a str) -> Person<'a> {
        Person { name, email, number }
    }

    #[test]
    fn remarks_name_duplicates_requester_and_principal() {
        let staff = [
            person(("Naledi", "Okafor"), "naledi@university.example", "P-1"),
            person(("Naledi", "Okafor "), "okafor@university.example", "P2"),
            person(("Esi", "Mensah"), "Okafor@University.example", "P3"),
            person(("Kofi", "Adu"), "kofi@university.example", "p 1"),
        ];
        let responsible = Responsible {
            requester: person(("Esi", "Mensah"), "esi@university.example", ""),
            principal: Some(person(("Abena", "Owusu"), "KOFI@university.example", "")),
        };
        assert_eq!(
            duplicate_staff(&staff, &responsible),
            [
                vec![
                    "The same name as Naledi Okafor.",
                    "The same identification number as Kofi Adu."
                ],
                vec![
                    "The same name as Naledi Okafor.",
                    "The same email address as Esi Mensah."
                ],
                vec![
                    "The same email address as Naledi Okafor.",
                    "This is the requester."
                ],
                vec![
                    "The same identification number as Naledi Okafor.",
                    "This is the principal investigator."
                ],
            ]
        );
    }

    #[test]
    fn empty_fields_are_no_duplicates() {
        let nobody = person(("", ""), "", "");
        let responsible = Responsible {
            requester: nobody,
            principal: Some(nobody),
        };
        assert_eq!(
            duplicate_staff(&[nobody, nobody], &responsible),
            [Vec::<String>::new(), Vec::new()]
        );
    }

    #[test]
    fn serial_numbers_are_compared_without_case_and_dashes() {
        assert_eq!(
            duplicate_devices(&[("Laptop", "SN-1"), ("Server", "sn1"), ("Disk", "2"), ("Tape", "")]),
            [
                vec!["The same serial number as Server."],
                vec!["The same serial number as Laptop."],
                vec![],
                vec![]
            ]
        );
    }

    #[test]
    fn the_first_duplicates_are_named_and_the_rest_counted() {
        let devices = [("Laptop", "n/a"); MAX_NAMED + 3];
        let remarks = duplicate_devices(&devices);
        assert_eq!(remarks.len(), devices.len());
        for remarks in remarks {
            let (last, named) = remarks.split_last().unwrap();
            assert_eq!(named, ["The same serial number as Laptop."; MAX_NAMED]);
            assert_eq!(last, "The same as 2 more rows.");
        }
    }

    /// The frontend test `lib/duplicates.test.ts` compares the same pairs.
    #[test]
    fn browser_and_server_compare_alike() {
        let pairs = include_str!("../../../frontend/src/testing/doubles.json");
        let mut compared = 0;
        // Each pair is on its own line, without escapes. The domain has no JSON parser.
        for line in pairs.lines().filter(|line| line.contains("\"kind\"")) {
            let texts: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
            let [_, kind, _, one, _, other, _] = texts[..] else {
                panic!("{line}")
            };
            let key: fn(&str) -> String = match kind {
                "name" => fold,
                "email" => key_of_email,
                "number" => key_of_number,
                _ => panic!("{line}"),
            };
            assert_eq!(is_same(&key(one), &key(other)), line.contains("true"), "{line}");
            compared += 1;
        }
        assert!(compared > 10);
    }
}

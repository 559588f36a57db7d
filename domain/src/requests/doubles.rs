//! Doubles in the lists of a request: a person or a device that is listed twice. They are marked and not refused: two people may
//! share a name, and a number may be typed wrongly.

use crate::dictionary::search::fold;
use crate::typed::with_plain_digits;

/// The details by which people are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Person<'a> {
    /// First name and surname.
    pub name: (&'a str, &'a str),
    /// Their address.
    pub email: &'a str,
    /// The number of their identification; empty where none is known.
    pub number: &'a str,
}

/// The people of a request beside its staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Responsible<'a> {
    /// The requester.
    pub requester: Person<'a>,
    /// The principal investigator; none where that is the requester.
    pub principal: Option<Person<'a>>,
}

/// Remarks on each member of staff: other members with the same number, address or name, and whether it is the requester or the
/// principal investigator. The order is that of the list.
pub fn doubles_of_staff(staff: &[Person<'_>], responsible: &Responsible<'_>) -> Vec<Vec<String>> {
    let told = staff.iter().enumerate().map(|(index, member)| {
        let others = staff
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != index)
            .map(|(_, other)| other);
        let mut told: Vec<String> = others.filter_map(|other| double(member, other)).collect();
        if is_person(member, &responsible.requester) {
            told.push("This is the requester.".to_owned());
        }
        if responsible
            .principal
            .is_some_and(|principal| is_person(member, &principal))
        {
            told.push("This is the principal investigator.".to_owned());
        }
        told
    });
    told.collect()
}

/// Remarks on each device: other devices with the same serial number. The order is that of the list.
pub fn doubles_of_devices(devices: &[(&str, &str)]) -> Vec<Vec<String>> {
    let told = devices.iter().enumerate().map(|(index, (_, serial))| {
        let others = devices.iter().enumerate();
        others
            .filter(|(other, (_, number))| *other != index && same(key_of_number, serial, number))
            .map(|(_, (name, _))| format!("The same serial number as {name}."))
            .collect()
    });
    told.collect()
}

/// Why two members of staff look like one.
fn double(member: &Person<'_>, other: &Person<'_>) -> Option<String> {
    let name = format!("{} {}", other.name.0, other.name.1);
    let what = if same(key_of_number, member.number, other.number) {
        "identification number"
    } else if same(key_of_email, member.email, other.email) {
        "email address"
    } else if same_name(member, other) {
        "name"
    } else {
        return None;
    };
    Some(format!("The same {what} as {}.", name.trim()))
}

fn is_person(member: &Person<'_>, other: &Person<'_>) -> bool {
    same(key_of_email, member.email, other.email) || same_name(member, other)
}

fn same_name(one: &Person<'_>, other: &Person<'_>) -> bool {
    let whole = |person: &Person<'_>| format!("{} {}", person.name.0, person.name.1);
    same(fold, &whole(one), &whole(other))
}

fn same(key: impl Fn(&str) -> String, one: &str, other: &str) -> bool {
    let one = key(one);
    !one.is_empty() && one == key(other)
}

fn key_of_email(address: &str) -> String {
    address.trim().to_lowercase()
}

/// The letters and digits alone, in lower case; digits of any script are the same.
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
    fn each_member_is_told_of_the_others() {
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
            doubles_of_staff(&staff, &responsible),
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
    fn what_is_empty_is_no_double() {
        let nobody = person(("", ""), "", "");
        let responsible = Responsible {
            requester: nobody,
            principal: Some(nobody),
        };
        assert_eq!(
            doubles_of_staff(&[nobody, nobody], &responsible),
            [Vec::<String>::new(), Vec::new()]
        );
    }

    #[test]
    fn serial_numbers_are_compared_without_case_and_dashes() {
        assert_eq!(
            doubles_of_devices(&[("Laptop", "SN-1"), ("Server", "sn1"), ("Disk", "2"), ("Tape", "")]),
            [
                vec!["The same serial number as Server."],
                vec!["The same serial number as Laptop."],
                vec![],
                vec![]
            ]
        );
    }

    /// The browser compares the same pairs, in `lib/doubles.test.ts`.
    #[test]
    fn browser_and_server_compare_alike() {
        let pairs = include_str!("../../../frontend/src/testing/doubles.json");
        let mut compared = 0;
        // Each stands on a line of its own, without an escape; the domain knows no JSON.
        for line in pairs.lines().filter(|line| line.contains("\"kind\"")) {
            let texts: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
            let [_, kind, _, one, _, other, _] = texts[..] else {
                panic!("{line}")
            };
            let same = match kind {
                "name" => same(fold, one, other),
                "email" => same(key_of_email, one, other),
                "number" => same(key_of_number, one, other),
                _ => panic!("{line}"),
            };
            assert_eq!(same, line.contains("true"), "{line}");
            compared += 1;
        }
        assert!(compared > 10);
    }
}

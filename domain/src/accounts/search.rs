//! Search texts and sort keys for the lists of people that administrators see (3 §2.3).

use crate::text::{fold, sort_key};

/// The searchable fields of a person, as shown on screens.
#[derive(Debug, Clone, Copy, Default)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct SearchablePerson<'a> {
    pub fname: &'a str,
    pub middle_name: Option<&'a str>,
    pub sname: &'a str,
    pub org_email: Option<&'a str>,
    pub phone: &'a str,
    pub designation: &'a str,
    pub department: &'a str,
    pub tentative_organization: Option<&'a str>,
}

/// Returns the text in which a folded search term is looked up as a substring. Each field has its
/// own line, so that no term matches across two fields.
pub fn search_text(person: &SearchablePerson<'_>) -> String {
    let full_name = full_name(person);
    // People with a middle name are also found without it.
    let short_name = person
        .middle_name
        .map(|_| format!("{} {}", person.fname, person.sname));
    [Some(full_name.as_str()), short_name.as_deref(), person.org_email]
        .into_iter()
        .chain([
            Some(person.phone),
            Some(person.designation),
            Some(person.department),
        ])
        .chain([person.tentative_organization])
        .flatten()
        .map(fold)
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

/// The sort key of a person, based on the displayed name.
pub fn name_key(person: &SearchablePerson<'_>) -> String {
    sort_key(&full_name(person))
}

fn full_name(person: &SearchablePerson<'_>) -> String {
    [Some(person.fname), person.middle_name, Some(person.sname)]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zoe() -> SearchablePerson<'static> {
        SearchablePerson {
            fname: "Zoë",
            middle_name: Some("Anne"),
            sname: "Łukasik",
            org_email: Some("Zoe@Health.example"),
            phone: "+256700000001",
            designation: "Data  Manager",
            department: "Statistics",
            tentative_organization: None,
        }
    }

    #[test]
    fn people_are_found_by_each_displayed_field() {
        let text = search_text(&zoe());
        for typed in [
            "zoe anne lukasik",
            "zoe lukasik",
            "zoe@health",
            "+2567",
            "data manager",
            "statist",
        ] {
            assert!(text.contains(typed), "{typed}");
        }
        assert!(
            !text.contains("manager statistics"),
            "no term matches across two parts"
        );
    }

    #[test]
    fn people_are_sorted_by_their_folded_names() {
        assert_eq!(name_key(&zoe()), sort_key("Zoë Anne Łukasik"));
    }
}

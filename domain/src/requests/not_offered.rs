//! Messages about choices that are no longer offered (decisions RD1). The choice stays in the draft
//! until it is removed. It becomes valid again when it is offered again.

use crate::reference::Entry;

/// Maximum number of names in a message.
const MAX_NAMES: usize = 3;

/// Returns the message about a purpose, an ethics committee or an equipment type.
pub fn entry_not_offered(entry: &Entry) -> String {
    format!(
        "The {} \"{}\" is no longer offered. Choose another one, or submit the request when it is offered again.",
        entry.id.list().label(),
        entry.name
    )
}

/// Returns the message about facilities, or about regions and districts with all their facilities.
/// Returns `None` if all are offered.
pub fn places_not_offered(names: &[&str]) -> Option<String> {
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    (!quoted.is_empty()).then(|| withdrawn(&quoted, 0))
}

/// Returns the message about a data source. `name` is none if the source was never offered.
pub fn source_not_offered(name: Option<&str>) -> String {
    match name {
        Some(name) => format!(
            "The Data Source \"{name}\" is no longer offered. Select another one, or submit the request when it is offered again."
        ),
        None => "This Data Source is not available. Please select another one.".to_owned(),
    }
}

/// Returns the message about variables with names such as `table.variable`. `unnamed` counts
/// further variables that are unknown or were never offered.
pub fn variables_not_offered(names: &[String], unnamed: usize) -> Option<String> {
    if names.is_empty() {
        let are = if unnamed == 1 { "is" } else { "are" };
        return (unnamed > 0).then(|| {
            format!(
                "{unnamed} of the selected variables {are} not available in this Data Source. Select the variables again."
            )
        });
    }
    Some(withdrawn(names, unnamed))
}

fn withdrawn(names: &[String], unnamed: usize) -> String {
    let shown = names.len().min(MAX_NAMES);
    let more = names.len() - shown + unnamed;
    let listed = names[..shown].join(", ");
    if shown + more == 1 {
        format!(
            "{listed} is no longer offered. Remove it from the selection, or submit the request when it is offered again."
        )
    } else {
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        format!(
            "{listed}{more} are no longer offered. Remove them from the selection, or submit the request when they are offered again."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_named_and_the_rest_is_counted() {
        let names = |number: usize| -> Vec<String> {
            ["person.sex", "person.age", "visit.day", "visit.ward"][..number]
                .iter()
                .map(|name| (*name).to_owned())
                .collect()
        };
        let message = |number, unnamed| variables_not_offered(&names(number), unnamed);
        assert_eq!(message(0, 0), None);
        assert!(
            message(1, 0)
                .unwrap()
                .starts_with("person.sex is no longer offered. Remove it")
        );
        assert!(
            message(2, 0)
                .unwrap()
                .starts_with("person.sex, person.age are no longer offered. Remove them")
        );
        assert!(
            message(4, 2)
                .unwrap()
                .starts_with("person.sex, person.age, visit.day and 3 more are no longer")
        );
        assert!(
            message(0, 1)
                .unwrap()
                .starts_with("1 of the selected variables is not")
        );
        assert_eq!(
            message(0, 2).unwrap(),
            "2 of the selected variables are not available in this Data Source. Select the variables again."
        );
    }

    #[test]
    fn places_are_quoted() {
        assert_eq!(places_not_offered(&[]), None);
        let one = places_not_offered(&["Hill Clinic"]).unwrap();
        assert!(one.starts_with("\"Hill Clinic\" is no longer offered."), "{one}");
    }
}

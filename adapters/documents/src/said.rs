use aditus_domain::dictionary::meaning::Meaning;
use aditus_domain::dictionary::revision::FieldChange;

/// What a side of a change says. A meaning is kept as it was typed, with marks for how it looks.
pub(crate) fn said(change: &FieldChange, side: &str) -> String {
    if change.field == "meaning" {
        Meaning::parse(side).plain()
    } else {
        side.to_owned()
    }
}

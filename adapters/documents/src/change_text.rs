use aditus_domain::dictionary::meaning::Meaning;
use aditus_domain::dictionary::revision::FieldChange;

/// Returns one side of a change as plain text. Meanings are stored with markup, which is removed
/// here.
pub(crate) fn plain_text(change: &FieldChange, side: &str) -> String {
    if change.field == "meaning" {
        Meaning::parse(side).plain()
    } else {
        side.to_owned()
    }
}

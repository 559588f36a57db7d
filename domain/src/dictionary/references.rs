//! Messages about the number of references to a record.

/// Writes, for example, "2 tables, 1 data custodian and 3 data requests refer to it". Leaves out
/// kinds with a number of zero.
pub(super) fn refer(f: &mut std::fmt::Formatter<'_>, kinds: &[(u64, &str)]) -> std::fmt::Result {
    let parts: Vec<String> = kinds
        .iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, kind)| format!("{number} {kind}{}", if *number == 1 { "" } else { "s" }))
        .collect();
    if let Some((last, others)) = parts.split_last() {
        if !others.is_empty() {
            write!(f, "{} and ", others.join(", "))?;
        }
        f.write_str(last)?;
    }
    let is_one = kinds.iter().map(|(number, _)| number).sum::<u64>() == 1;
    f.write_str(if is_one { " refers to it" } else { " refer to it" })
}

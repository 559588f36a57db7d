//! Checks the extensions of terms against their audit entries.

use std::collections::BTreeSet;

use super::documents::is_erased;
use super::entry::{RequestAct, RequestEntry};
use super::fault::Fault;
use super::stored::StoredRequest;
use super::texts::is_other;
use crate::requests::content::Personal;

/// Compares the length and the reason of each extension with its entry.
pub(super) fn check_extensions(stored: &StoredRequest, entries: &[RequestEntry], faults: &mut Vec<Fault>) {
    let mut recorded: BTreeSet<u32> = BTreeSet::new();
    for extended in entries {
        let RequestAct::TermExtended(said) = &extended.act else {
            continue;
        };
        let (round, entry) = (said.round, extended.id);
        recorded.insert(round);
        let is_it = stored.extensions.iter().any(|kept| {
            kept.round == round
                && kept.count == said.count
                && kept.unit == said.unit
                && !is_other(Some(kept.reason.as_str()), Some(&said.reason))
        });
        if !is_it {
            faults.push(Fault::Extension { round, entry });
        }
        if matches!(said.reason, Personal::Erased(_)) && !is_erased(entries) {
            faults.push(Fault::ExtensionUnproved { round, entry });
        }
    }
    let rounds = stored.extensions.iter().map(|kept| kept.round);
    let unrecorded = rounds.filter(|round| !recorded.contains(round));
    faults.extend(unrecorded.map(Fault::ExtensionUnrecorded));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::states::stored::StoredExtension;
    use crate::audit::states::testing::Recorded;
    use crate::ids::AuditEntryId;
    use crate::procedures::default_procedure;
    use crate::requests::content::Commitment;

    fn extended() -> Recorded {
        let mut request = Recorded::submitted(&default_procedure());
        request.extended_term();
        request
    }

    const ENTRY: AuditEntryId = AuditEntryId(2);
    const OTHER: Fault = Fault::Extension {
        round: 1,
        entry: ENTRY,
    };

    #[test]
    fn extensions_must_match_their_entries() {
        assert_eq!(extended().faults(), []);
        let changes: [fn(&mut StoredExtension); 3] = [
            |kept| kept.count = 3,
            |kept| kept.unit = "weeks".to_owned(),
            |kept| kept.reason = "Never said".to_owned(),
        ];
        for change in changes {
            let mut request = extended();
            change(&mut request.stored.extensions[0]);
            assert_eq!(request.faults(), [OTHER]);
        }
        let mut request = extended();
        request.stored.extensions[0].round = 2;
        assert_eq!(request.faults(), [OTHER, Fault::ExtensionUnrecorded(2)]);
        request.stored.extensions.clear();
        assert_eq!(request.faults(), [OTHER]);
        let mut request = extended();
        request.entries.pop();
        assert_eq!(request.faults(), [Fault::ExtensionUnrecorded(1)]);
    }

    #[test]
    fn erased_reasons_of_extensions_are_reported() {
        let mut request = extended();
        let RequestAct::TermExtended(recorded) = &mut request.entries[1].act else {
            panic!("entry 2 is the extension")
        };
        recorded.reason = Personal::Erased(Commitment([5; 32]));
        let unproved = Fault::ExtensionUnproved {
            round: 1,
            entry: ENTRY,
        };
        assert_eq!(request.faults(), [unproved]);
    }
}

use proptest::prelude::*;

use super::*;
use crate::dictionary::{DataType, Usage};

fn weight() -> VariableDefinition {
    VariableDefinition::from(VariableRow {
        tbl_name: "births".to_owned(),
        ids_column_name: "weight".to_owned(),
        var_name: "Weight".to_owned(),
        data_type: DataType::Number,
        meaning: "In kilograms.".to_owned(),
        date_introduced: None,
        range: None,
        old_var_name: None,
        reference: None,
        derived: false,
        usage: Usage::Analytical,
        is_primary: false,
        is_foreign: false,
        is_identifiable: false,
        is_analytical: true,
        enumerated: false,
        synonyms: Vec::new(),
        input_values: Vec::new(),
        dependencies: Vec::new(),
    })
}

fn births() -> TableDefinition {
    TableDefinition {
        tbl_name: "births".to_owned(),
        table_type: "Clinical".to_owned(),
        tbl_description: "One row a birth.".to_owned(),
        entity_name: "Birth".to_owned(),
        icon: "ChildCare".to_owned(),
        publish: true,
        records: TableRecords::default(),
    }
}

fn summaries(changes: &[FieldChange]) -> Vec<(&str, &str, &str)> {
    changes
        .iter()
        .map(|change| (change.field, change.before.as_str(), change.after.as_str()))
        .collect()
}

#[test]
fn changes_of_a_variable_are_listed_by_field() {
    let mut after = weight();
    after.row.meaning = "In grams.".to_owned();
    after.row.is_identifiable = true;
    after.row.date_introduced = NaiveDate::from_ymd_opt(2026, 3, 1);
    after.row.synonyms = vec!["mass".to_owned(), "load".to_owned()];
    after.timeline_of_changes = vec![
        TimelineEntry {
            change_date: NaiveDate::from_ymd_opt(2026, 3, 1),
            comment: Some("In grams.".to_owned()),
        },
        TimelineEntry {
            change_date: None,
            comment: Some("Rounded.".to_owned()),
        },
    ];
    after.variable_metadata = vec![MetadataEntry {
        key: "unit".to_owned(),
        val_type: "Text".to_owned(),
        value: "g".to_owned(),
    }];
    assert_eq!(
        summaries(&weight().changes(&after)),
        [
            ("meaning", "In kilograms.", "In grams."),
            ("date_introduced", "", "2026-03-01"),
            ("is_identifiable", "No", "Yes"),
            ("timeline_of_changes", "", "2026-03-01: In grams.; Rounded."),
            ("synonyms", "", "mass; load"),
            ("variable_metadata", "", "unit (Text): g"),
        ]
    );
}

#[test]
fn changes_of_a_table_are_listed_by_field() {
    let mut after = births();
    after.publish = false;
    after.records.emc.total = Some(12);
    assert_eq!(
        summaries(&births().changes(&after)),
        [("publish", "Yes", "No"), ("emc_total_records", "", "12")]
    );
}

#[test]
fn list_order_is_not_a_change() {
    let with = |synonyms: [&str; 2]| {
        let mut definition = weight();
        definition.row.synonyms = synonyms.map(str::to_owned).to_vec();
        definition
    };
    let (one, other) = (with(["a", "b"]), with(["b", "a"]));
    assert_eq!(one.ordered(), other.ordered());
}

#[test]
fn a_comparison_of_versions_detects_added_removed_and_altered() {
    let of = Revised::Variable(VariableId(1));
    let whole = |meaning: &str| {
        let mut definition = weight();
        definition.row.meaning = meaning.to_owned();
        Definition::Variable(Box::new(definition))
    };
    let kind = |older: Option<&str>, newer: Option<&str>| {
        VersionChange::between(of, older.map(whole), newer.map(whole)).map(|change| change.kind)
    };
    assert_eq!(kind(None, Some("a")), Some(VersionChangeKind::Added));
    assert_eq!(kind(Some("a"), None), Some(VersionChangeKind::Removed));
    assert_eq!(kind(Some("a"), Some("b")), Some(VersionChangeKind::Altered));
    assert_eq!((kind(Some("a"), Some("a")), kind(None, None)), (None, None));
    assert_eq!(whole("a").label(), "births.Weight");
}

#[test]
fn a_requested_variable_is_marked_if_changed_or_no_longer_offered() {
    let mut now = weight();
    now.row.meaning = "In grams.".to_owned();
    let since = |now: &VariableDefinition, is_offered| {
        RequestedVariableState::compare(weight(), now.clone(), is_offered)
    };
    assert_eq!(since(&weight(), true), RequestedVariableState::unchanged(true));
    assert_eq!(since(&weight(), true).remark(), None);
    assert_eq!(since(&now, true).remark(), Some("changed since"));
    let gone = since(&now, false);
    assert_eq!(gone.remark(), Some("no longer offered"));
    let changed = gone.changed.unwrap();
    assert_eq!(
        (
            changed.asked.row.meaning.as_str(),
            changed.now.row.meaning.as_str()
        ),
        ("In kilograms.", "In grams.")
    );
    assert_eq!(changed.fields.len(), 1);
}

prop_compose! {
    fn definition()(
        names in prop::array::uniform3("[a-c]{0,2}"),
        texts in prop::array::uniform3(prop::option::of("[a-c]{0,2}")),
        lists in prop::array::uniform2(prop::collection::vec("[a-c]{1,2}", 0..3)),
        data_type in prop::sample::select(DataType::ALL.to_vec()),
        analytical in any::<bool>(),
        flags in prop::array::uniform7(any::<bool>()),
        value_count in prop::option::of(0_u64..3),
    ) -> VariableDefinition {
        let [tbl_name, ids_column_name, meaning] = names;
        let [range, old_var_name, reference] = texts;
        let [synonyms, input_values] = lists;
        let [derived, is_primary, is_foreign, is_identifiable, is_analytical, enumerated, timed] = flags;
        let comment = timed.then(|| TimelineEntry { change_date: None, comment: Some(meaning.clone()) });
        VariableDefinition {
            row: VariableRow {
                tbl_name, ids_column_name, meaning, data_type, range, old_var_name, reference, derived, is_primary, is_foreign,
                is_identifiable, is_analytical, enumerated, synonyms, input_values,
                usage: if analytical { Usage::Analytical } else { Usage::Metadata },
                ..weight().row
            },
            value_count,
            timeline_of_changes: comment.into_iter().collect(),
            ..weight()
        }.ordered()
    }
}

proptest! {
    /// A comparison with itself is empty, and so is the comparison of a version with itself.
    #[test]
    fn a_definition_does_not_differ_from_itself(definition in definition()) {
        prop_assert_eq!(definition.changes(&definition), []);
        let whole = Definition::Variable(Box::new(definition));
        let of = Revised::Variable(VariableId(1));
        prop_assert_eq!(VersionChange::between(of, Some(whole.clone()), Some(whole)), None);
    }

    /// Every difference is reported. The reverse comparison reports the same fields with both
    /// values exchanged.
    #[test]
    fn every_difference_is_reported_in_both_directions(older in definition(), newer in definition()) {
        let there = older.changes(&newer);
        prop_assert_eq!(there.is_empty(), older == newer);
        let back: Vec<_> = newer
            .changes(&older)
            .into_iter()
            .map(|change| FieldChange { field: change.field, before: change.after, after: change.before })
            .collect();
        prop_assert_eq!(there, back);
    }
}

#[test]
fn facts_are_labelled_and_skip_empty_fields() {
    let mut full = weight();
    full.row.range = Some("0 to 9000".to_owned());
    let facts = Definition::Variable(Box::new(full)).facts();
    assert!(facts.iter().all(|fact| !fact.text.is_empty()), "{facts:?}");
    let find = |field| facts.iter().find(|fact| fact.field == field);
    assert_eq!(
        find("range").map(|fact| (fact.label(), fact.text.as_str())),
        Some(("Range", "0 to 9000"))
    );
    assert_eq!(find("reference"), None);
    let nameless: Vec<_> = facts.iter().filter(|fact| fact.label() == fact.field).collect();
    assert!(nameless.is_empty(), "{nameless:?}");
}

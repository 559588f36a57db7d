//! Imports create revisions of tables and variables.

use aditus_application::access::Caller;
use aditus_application::dictionary::import::{Files, Importer, run, start};
use aditus_application::dictionary::revisions::history;
use aditus_application::dictionary::revisions::views::RevisionRecord;
use aditus_application::paging::Page;
use aditus_domain::dictionary::ImportFormat;
use aditus_domain::dictionary::revision::Revised;
use aditus_domain::roles::Role;

use crate::world::World;
use crate::world::dictionary::stored_variables;

const SOURCE: &str = "Birth Register";

fn import(world: &World, importer: Importer<'_>, meaning: &str) {
    let files = Files {
        tables: b"tbl_name,table_type,tbl_description\nbirths,Event,Births\n".to_vec(),
        variables: format!("tbl_name,var_name,data_type,meaning\nbirths,sex,Text,{meaning}\n").into_bytes(),
    };
    let command = start::Command {
        source: SOURCE,
        format: ImportFormat::Aditus,
        leave_unknown: false,
        publish: false,
        size: files.size(),
    };
    let lease = start::execute(&world.ports, importer, &command).unwrap();
    run::execute(&world.ports, &lease, files).unwrap();
}

/// Returns the revisions of the table and of the variable, newest first.
fn histories(world: &World, sol: &Caller) -> [Vec<RevisionRecord>; 2] {
    let revised = world.read(|views| {
        let source = views
            .dictionary_imports()
            .source_by_name(SOURCE)
            .unwrap()
            .unwrap();
        [
            Revised::Table(views.dictionary().tables_of(source).unwrap()[0].id),
            Revised::Variable(stored_variables(views, source)[0].id),
        ]
    });
    revised.map(|of| {
        history::execute(&world.ports, sol, of, Page::new(1, 10))
            .unwrap()
            .items
    })
}

#[test]
fn imported_changes_create_revisions_by_the_importer() {
    let world = World::new();
    let sol = world.caller_with("Sol", world.provider(), Role::SuperUser);
    import(&world, Importer::Operator, "Sex");
    let [table, variable] = histories(&world, &sol);
    assert_eq!((table.len(), variable.len()), (1, 1));
    assert_eq!(variable[0].author, None, "a command on the server has no name");

    import(&world, Importer::Caller(&sol), "Sex at birth");
    let [table, variable] = histories(&world, &sol);
    assert_eq!((table.len(), variable.len()), (1, 2));
    let author = variable[0].author.as_deref().unwrap();
    assert!(author.starts_with("Sol"), "{author}");
    let fields: Vec<&str> = variable[0].fields.iter().map(|change| change.field).collect();
    assert_eq!(fields, ["meaning"]);

    import(&world, Importer::Caller(&sol), "Sex at birth");
    let [table, variable] = histories(&world, &sol);
    assert_eq!(
        (table.len(), variable.len()),
        (1, 2),
        "the same again is no revision"
    );
}

//! Datasets of a submitted request: recipients of notifications about changes, and the sources that
//! are allowed.

use aditus_application::access::Caller;
use aditus_application::dictionary::views::VariableSort;
use aditus_application::paging::{Direction, Page};
use aditus_application::requests::edits::datasets::{
    add_variables, create, list_variables, patch, remove_variables,
};
use aditus_application::requests::edits::{EditBasis, Error};
use aditus_application::requests::views::DatasetVariablesQuery;
use aditus_application::review::{resolve_comment, resubmit};
use aditus_application::{Failure, Kind};
use aditus_domain::ids::{DataSourceId, DatasetId, DatasetVariableId, OrganisationId, RequestId};
use aditus_domain::requests::RawDataset;
use aditus_domain::review::{OverallStatus, Section};
use aditus_domain::roles::Role;

use crate::story::Story;

const REVIEWER: Role = Role::DataAccessReviewer;

/// The basis of an edit that answers a comment on the data.
fn comment_basis(story: &Story, request: RequestId) -> EditBasis {
    let comment = story.comments(REVIEWER, request, Section::DataSource, true);
    EditBasis {
        comment: Some(comment.unwrap()),
        ..EditBasis::default()
    }
}

fn typed(description: &str, source: DataSourceId) -> RawDataset {
    RawDataset {
        dataset_description: Some(description.to_owned()),
        data_source: Some(source.0),
        release_date: None,
    }
}

fn created(
    story: &Story,
    caller: &Caller,
    request: RequestId,
    source: DataSourceId,
    basis: EditBasis,
) -> Result<DatasetId, Error> {
    let command = create::Command {
        request,
        dataset: typed("Births", source),
        basis,
    };
    create::execute(&story.world.ports, caller, &command).map(|(id, _)| id)
}

/// Adds a source in the custody of this organisation role.
fn source_of(story: &Story, name: &str, organisation: OrganisationId) -> DataSourceId {
    let source = story.world.source(name);
    let custodians = story.world.org_role(organisation, Role::DataCustodian);
    story.world.write(|transaction| {
        transaction
            .dictionary()
            .add_custodian(source, custodians, false)
            .unwrap()
    });
    source
}

fn first_variables(story: &Story, request: RequestId) -> (DatasetId, Vec<DatasetVariableId>) {
    let detail = story.detail(request);
    let dataset = &detail.requested_datasets[0];
    let ids = dataset
        .variables
        .iter()
        .map(|variable| variable.dataset_variable_id);
    (dataset.rdataset_id, ids.collect())
}

#[test]
fn the_commenting_reviewer_is_notified_of_changed_variables() {
    let story = Story::begin();
    let request = story.submitted();
    let basis = EditBasis {
        resolve: true,
        ..comment_basis(&story, request)
    };
    let (dataset, variables) = first_variables(&story, request);
    let command = remove_variables::Many {
        dataset,
        variables: variables[..1].to_vec(),
        basis,
    };
    let before = story.detail(request).content_version;
    let edited = remove_variables::many(&story.world.ports, &story.requester, command).unwrap();
    assert_eq!(edited.version, before.next());
    let notification = story.notifications_of(story.staff(REVIEWER)).pop().unwrap();
    assert!(
        notification.contains("was resolved: Specify data source"),
        "{notification}"
    );
    let again = remove_variables::One {
        id: variables[1],
        basis,
    };
    let refused = remove_variables::one(&story.world.ports, &story.requester, again).unwrap_err();
    assert_eq!(refused.kind(), Kind::Forbidden, "the comment is resolved");
}

#[test]
fn an_unpublished_variable_is_kept_but_cannot_be_added() {
    let story = Story::begin();
    let request = story.submitted();
    let basis = comment_basis(&story, request);
    let (dataset, _) = first_variables(&story, request);
    let attempt = |variables: Vec<_>| {
        let command = add_variables::Command {
            dataset,
            variables,
            is_distinct: false,
            basis,
        };
        add_variables::execute(&story.world.ports, &story.requester, &command)
    };
    let refused = attempt(vec![story.hidden_variable]).unwrap_err();
    assert_eq!(
        (refused.kind(), refused.fields()[0].0.as_str()),
        (Kind::Invalid, "var")
    );
    story.world.execute("UPDATE variables SET published = FALSE;");
    assert_eq!(
        attempt(story.variables.clone()).unwrap_err().kind(),
        Kind::Invalid
    );
    let query = DatasetVariablesQuery {
        dataset,
        search: Some("DIAGNOSIS".to_owned()),
        sort: VariableSort::VarName,
        direction: Direction::Ascending,
        moved_on_only: false,
        page: Page::new(1, 10),
    };
    let page = list_variables::execute(&story.world.ports, &story.requester, &query).unwrap();
    assert_eq!(page.total, 1, "what was asked for is shown");
    let foreign = list_variables::execute(&story.world.ports, &story.other_requester, &query).unwrap_err();
    assert_eq!(foreign.kind(), Kind::NotFound);
}

#[test]
fn a_pending_request_cannot_change_its_custodian() {
    let story = Story::begin();
    let request = story.submitted();
    let basis = comment_basis(&story, request);
    let elsewhere = story.world.organisation("Lake Clinic");
    story.world.caller_with("Lena", elsewhere, Role::DataCustodian);
    let same = source_of(&story, "Births", story.custody);
    let other = source_of(&story, "Lake Records", elsewhere);
    let attempt = |source, basis| created(&story, &story.requester, request, source, basis);
    assert!(matches!(attempt(other, basis), Err(Error::OtherCustody)));
    let births = attempt(same, basis).unwrap();
    let change = |source| {
        let command = patch::Command {
            dataset: births,
            request: Some(request),
            typed: RawDataset {
                data_source: Some(source),
                ..RawDataset::default()
            },
            basis,
        };
        patch::execute(&story.world.ports, &story.requester, &command)
    };
    assert!(matches!(change(other.0), Err(Error::OtherCustody)));
    assert_eq!(change(99_999).unwrap_err().fields()[0].0, "data_source");
    let version = story.detail(request).content_version;
    assert_eq!(
        change(same.0).unwrap().version,
        version,
        "the same again is no change"
    );

    // The source got another first custodian after the stages were bound.
    let broker = story.world.org_role(elsewhere, Role::DataCustodian);
    story.world.write(|transaction| {
        transaction
            .dictionary()
            .add_custodian(story.source, broker, true)
            .unwrap()
    });
    attempt(story.source, basis).unwrap();

    let comment = basis.comment.unwrap();
    resolve_comment::execute(
        &story.world.ports,
        &story.requester,
        resolve_comment::Command { comment },
    )
    .unwrap();
    story.decides(REVIEWER, request, false).unwrap();
    let detail = story.detail(request);
    assert_eq!(detail.requested_datasets.len(), 3);
    attempt(other, EditBasis::default()).unwrap();
    let by_super_user = created(&story, &story.super_user, request, other, EditBasis::default());
    assert!(by_super_user.is_ok(), "a Super User edits a denied request");
}

#[test]
fn sources_of_different_custodians_are_not_resubmitted_together() {
    let story = Story::begin();
    let request = story.submitted();
    story.decides(REVIEWER, request, false).unwrap();
    let elsewhere = story.world.organisation("Lake Clinic");
    let lena = story.world.caller_with("Lena", elsewhere, Role::DataCustodian);
    let same = source_of(&story, "Births", story.custody);
    let other = source_of(&story, "Lake Records", elsewhere);
    let attempt = |source| created(&story, &story.requester, request, source, EditBasis::default()).unwrap();
    let resubmit = || {
        let command = resubmit::Command {
            request,
            note: None,
            needed_on: None,
        };
        resubmit::execute(&story.world.ports, &story.requester, &command)
    };
    attempt(same);
    let at_the_lake = attempt(other);
    let notification_count = story.notifications_of(&lena).len();
    let refused = resubmit().unwrap_err();
    assert!(matches!(refused, resubmit::Error::OtherCustody), "{refused}");
    assert_eq!(refused.kind(), Kind::Conflict);
    let detail = story.detail(request);
    assert_eq!((detail.status, detail.round), (OverallStatus::Denied, 1));
    assert_eq!(story.notifications_of(&lena).len(), notification_count);

    let command = patch::Command {
        dataset: at_the_lake,
        request: Some(request),
        typed: RawDataset {
            data_source: Some(same.0),
            ..RawDataset::default()
        },
        basis: EditBasis::default(),
    };
    patch::execute(&story.world.ports, &story.requester, &command).unwrap();
    assert_eq!(resubmit().unwrap().round, 2);
}

//! The rules for every store of feedback ([`crate::feedback::FeedbackEntries`],
//! [`crate::feedback::views::FeedbackViews`]).

use aditus_domain::feedback::{AnswerCounts, Question};
use aditus_domain::ids::RequestId;

use super::fixtures::{Provider, Requester, minute, start, submit, transact};
use super::seed::unrecorded_in_test;
use super::steps::feedback;
use crate::access::RequestScope;
use crate::feedback::views::{FeedbackSort, FeedbackTally};
use crate::paging::{Direction, ListQuery, Page};
use crate::ports::{Database, StoreError};

fn people(database: &dyn Database) -> (Provider, Requester) {
    (
        Provider::new(database, "Ministry of Health", "National HMIS"),
        Requester::new(database, "Zoë", "Ångström", "Institut Öresund"),
    )
}

fn newest_first(page: Page) -> ListQuery<FeedbackSort> {
    ListQuery {
        search: None,
        sort: FeedbackSort::DateCreated,
        direction: Direction::Descending,
        page,
    }
}

/// A second feedback is refused, and the first is kept.
pub fn feedback_is_given_once(database: &dyn Database) {
    let (provider, requester) = people(database);
    let id = submit(database, &requester, &provider, "Malaria", start());
    transact(database, |transaction| {
        assert!(transaction.feedback().of_request(id).unwrap().is_none());
        transaction
            .feedback()
            .add(id, &feedback("Good"), minute(1))
            .unwrap();
    });
    let mut transaction = database.begin().unwrap();
    let second = transaction.feedback().add(id, &feedback("Poor"), minute(2));
    assert!(matches!(second, Err(StoreError::Duplicate(_))), "{second:?}");
    assert!(transaction.commit(unrecorded_in_test()).is_err());
    let stored = transact(database, |transaction| {
        transaction.feedback().of_request(id).unwrap()
    });
    assert_eq!(stored, Some(feedback("Good")));
}

/// Feedback on an unknown request is refused.
pub fn feedback_needs_its_request(database: &dyn Database) {
    let mut transaction = database.begin().unwrap();
    let given = transaction
        .feedback()
        .add(RequestId(987_654), &feedback("Good"), minute(1));
    assert!(matches!(given, Err(StoreError::Reference(_))), "{given:?}");
}

/// Existing feedback is replaced.
pub fn feedback_is_replaced(database: &dyn Database) {
    let (provider, requester) = people(database);
    let id = submit(database, &requester, &provider, "Malaria", start());
    transact(database, |transaction| {
        assert!(!transaction.feedback().replace(id, &feedback("Poor")).unwrap());
        transaction
            .feedback()
            .add(id, &feedback("Good"), minute(1))
            .unwrap();
        assert!(transaction.feedback().replace(id, &feedback("Poor")).unwrap());
        assert_eq!(
            transaction.feedback().of_request(id).unwrap(),
            Some(feedback("Poor"))
        );
    });
    let view = database
        .read()
        .unwrap()
        .feedback()
        .of_request(&requester.scope(), id)
        .unwrap()
        .unwrap();
    assert_eq!(
        (view.request_id, view.title.as_str(), view.owner),
        (id, "Malaria", requester.attendant.user)
    );
    assert_eq!((view.feedback, view.date_created), (feedback("Poor"), minute(1)));
}

/// The newest feedback is first, and the figures of the dashboard match the list.
pub fn feedback_is_listed_and_tallied(database: &dyn Database) {
    let (provider, requester) = people(database);
    let other = Requester::new(database, "Ama", "Boateng", "Mirrin University");
    let given = [
        (&requester, "Excellent"),
        (&other, "Poor"),
        (&requester, "Good"),
        (&requester, "Excellent"),
    ];
    let ids: Vec<_> = (1..)
        .zip(given)
        .map(|(place, (owner, experience))| {
            let id = submit(database, owner, &provider, "Malaria", start());
            transact(database, |transaction| {
                transaction
                    .feedback()
                    .add(id, &feedback(experience), minute(place))
                    .unwrap();
            });
            id
        })
        .collect();
    let mut views = database.read().unwrap();
    let mut listed = |scope: &RequestScope, page| {
        let page = views.feedback().list(scope, &newest_first(page)).unwrap();
        (
            page.items.iter().map(|view| view.request_id).collect::<Vec<_>>(),
            page.total,
        )
    };
    assert_eq!(
        listed(&RequestScope::Everything, Page::new(1, 3)),
        (vec![ids[3], ids[2], ids[1]], 4)
    );
    assert_eq!(
        listed(&RequestScope::Everything, Page::new(2, 3)),
        (vec![ids[0]], 4)
    );
    assert_eq!(
        listed(&requester.scope(), Page::new(1, 10)),
        (vec![ids[3], ids[2], ids[0]], 3)
    );
    let mut sorted = |search: Option<&str>, sort, direction| {
        let query = ListQuery {
            search: search.map(ToOwned::to_owned),
            sort,
            direction,
            page: Page::new(1, 10),
        };
        let page = views.feedback().list(&RequestScope::Everything, &query).unwrap();
        assert_eq!(page.total, page.items.len() as u64);
        page.items.iter().map(|view| view.request_id).collect::<Vec<_>>()
    };
    assert_eq!(
        sorted(None, FeedbackSort::ProcessExperience, Direction::Ascending),
        [ids[0], ids[3], ids[2], ids[1]]
    );
    assert_eq!(sorted(None, FeedbackSort::DateCreated, Direction::Ascending), ids);
    assert_eq!(
        sorted(Some("boateng"), FeedbackSort::DateCreated, Direction::Ascending),
        [ids[1]]
    );
    let mut tally = |scope| views.feedback().tally(scope).unwrap();
    assert_eq!(
        tally(&RequestScope::Everything),
        FeedbackTally {
            total: 4,
            excellent: 2,
            poor: 1,
            would_return: 4
        }
    );
    assert_eq!(
        tally(&other.scope()),
        FeedbackTally {
            total: 1,
            excellent: 0,
            poor: 1,
            would_return: 1
        }
    );
}

/// Answers are counted by option, within the scope and a half-open period.
pub fn answers_are_counted_by_option_and_time(database: &dyn Database) {
    let (provider, requester) = people(database);
    let other = Requester::new(database, "Ama", "Boateng", "Mirrin University");
    for (place, owner, experience) in [
        (1, &requester, "Excellent"),
        (2, &other, "Poor"),
        (3, &requester, "Poor"),
    ] {
        let id = submit(database, owner, &provider, "Malaria", start());
        transact(database, |transaction| {
            transaction
                .feedback()
                .add(id, &feedback(experience), minute(place))
                .unwrap();
        });
    }
    let mut views = database.read().unwrap();
    let mut counted = |scope: &RequestScope, from, until| {
        views
            .feedback()
            .answers(scope, minute(from), minute(until))
            .unwrap()
    };
    let numbers = |counts: &AnswerCounts, question| -> Vec<u64> {
        counts.for_question(question).map(|(_, number)| number).collect()
    };
    let all = counted(&RequestScope::Everything, 0, 60);
    assert_eq!(numbers(&all, Question::ProcessExperience), [1, 0, 0, 2]);
    assert_eq!(numbers(&all, Question::WouldRecommendOthers), [0, 3, 0, 0, 0]);
    assert_eq!(numbers(&all, Question::ResponseTimeframe), [3, 0]);
    assert_eq!(numbers(&all, Question::StudyQuestions), [0, 3]);
    assert_eq!(numbers(&all, Question::ExpectationsMet), [0, 0, 3, 0]);
    assert_eq!(numbers(&all, Question::WouldComeBack), [3, 0]);
    let early = counted(&RequestScope::Everything, 1, 3);
    assert_eq!(numbers(&early, Question::ProcessExperience), [1, 0, 0, 1]);
    let own = counted(&other.scope(), 0, 60);
    assert_eq!(numbers(&own, Question::ProcessExperience), [0, 0, 0, 1]);
    assert!(counted(&other.scope(), 3, 60).is_empty());
}

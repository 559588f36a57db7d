//! What digests leave out, and the people who get none (decisions N6).

use aditus_application::accounts::erasure::erase;
use aditus_application::notifications::notify::{Notice, Recipient, notify};
use aditus_application::review::resolve_comment;
use aditus_domain::accounts::AccountState;
use aditus_domain::notifications::{AccountOccasion, Delivery};
use aditus_domain::review::Section;
use aditus_domain::roles::{Role, RoleStatus};

use super::digests::{choose, digests_to, sent_at, story, submitted};
use crate::both_databases::Database;
use crate::world::people::{PASSWORD, address_of};

const REVIEWER: Role = Role::DataAccessReviewer;

on_both_databases!(
    disabled_people_get_no_digest,
    a_digest_leaves_out_what_needs_a_lost_role,
    a_digest_leaves_out_requests_of_a_role_lost_at_one_organisation,
    a_digest_leaves_out_what_is_settled,
    erased_people_get_no_digest,
);

fn disabled_people_get_no_digest(database: Database) {
    let story = story(database);
    choose(&story, &story.requester, Delivery::Daily);
    story.submitted();
    let set_state = |state| {
        let user = story.requester.user;
        story.world.change_account(user, |account| account.state = state);
    };
    set_state(AccountState::Disabled);
    assert_eq!(sent_at(&story, "2027-03-03T07:00:00Z"), 0);
    set_state(AccountState::Active);
    assert_eq!(sent_at(&story, "2027-03-03T07:01:00Z"), 0, "it is too late");
    story.submitted();
    assert_eq!(sent_at(&story, "2027-03-04T07:00:00Z"), 1);
    assert_eq!(
        digests_to(&story, &story.requester)[0].subject,
        "Aditus: 1 notification"
    );
}

fn a_digest_leaves_out_what_needs_a_lost_role(database: Database) {
    let story = story(database);
    let reviewer = &story.second_reviewer;
    choose(&story, reviewer, Delivery::Daily);
    story.submitted();
    let notice = Notice::for_account(&AccountOccasion::Activated);
    let recipient = Recipient {
        user: reviewer.user,
        role: Role::OrgUser,
    };
    let ports = &story.world.ports;
    let now = story.world.now();
    story.world.write(|transaction| {
        notify(ports, transaction, &[recipient], &notice, now).unwrap();
        let held = reviewer.role(REVIEWER).unwrap().id;
        let mut assigned = transaction.roles().by_id(held).unwrap().unwrap().assigned;
        let change = assigned
            .change(RoleStatus::Deactivated, story.super_user.user, None, now)
            .unwrap();
        transaction.roles().change(assigned.user, &change).unwrap();
    });
    assert_eq!(sent_at(&story, "2027-03-03T07:00:00Z"), 1);
    let mails = digests_to(&story, reviewer);
    assert_eq!(mails[0].subject, "Aditus: 1 notification");
    assert!(mails[0].text.contains("- Your account was activated."));
}

fn a_digest_leaves_out_requests_of_a_role_lost_at_one_organisation(database: Database) {
    let story = story(database);
    let reviewer = &story.second_reviewer;
    choose(&story, reviewer, Delivery::Daily);
    let elsewhere = story.world.organisation("Bureau of Invented Figures");
    story.world.grant(reviewer.user, elsewhere, REVIEWER);
    story.submitted();
    assert_eq!(sent_at(&story, "2027-03-03T07:00:00Z"), 1, "held at both");
    story.submitted();
    let now = story.world.now();
    story.world.write(|transaction| {
        let held = reviewer.role(REVIEWER).unwrap().id;
        let mut assigned = transaction.roles().by_id(held).unwrap().unwrap().assigned;
        let change = assigned
            .change(RoleStatus::Deactivated, story.super_user.user, None, now)
            .unwrap();
        transaction.roles().change(assigned.user, &change).unwrap();
    });
    assert_eq!(sent_at(&story, "2027-03-04T07:00:00Z"), 0);
    assert_eq!(digests_to(&story, reviewer).len(), 1);
}

fn a_digest_leaves_out_what_is_settled(database: Database) {
    let story = story(database);
    let colleague = &story.second_reviewer;
    choose(&story, colleague, Delivery::Daily);
    choose(&story, &story.requester, Delivery::Daily);
    let [decided, open] = [story.submitted(), story.submitted()];
    let comment = story.comments(REVIEWER, open, Section::Devices, true).unwrap();
    story.decides(REVIEWER, decided, true).unwrap();
    let command = resolve_comment::Command { comment };
    resolve_comment::execute(&story.world.ports, &story.requester, command).unwrap();
    assert_eq!(sent_at(&story, "2027-03-03T07:00:00Z"), 2);
    let mails = digests_to(&story, colleague);
    assert_eq!(mails[0].subject, "Aditus: 1 notification");
    assert!(
        mails[0].text.contains(&format!("request_id={open}&")),
        "{}",
        mails[0].text
    );
    let of_requester = &digests_to(&story, &story.requester)[0].text;
    assert!(of_requester.contains(&submitted(open)), "{of_requester}");
    assert!(!of_requester.contains("requires your action"), "{of_requester}");
}

fn erased_people_get_no_digest(database: Database) {
    let story = story(database);
    choose(&story, &story.org_user, Delivery::Daily);
    let notice = Notice::for_account(&AccountOccasion::Activated);
    let recipient = Recipient {
        user: story.org_user.user,
        role: Role::OrgUser,
    };
    let ports = &story.world.ports;
    let now = story.world.now();
    story.world.write(|transaction| {
        notify(ports, transaction, &[recipient], &notice, now).unwrap();
    });
    let command = erase::Command {
        user: story.org_user.user,
        password: PASSWORD.to_owned(),
        confirmation: address_of("Olu"),
        reason: "Asked for by letter of 2 March".to_owned(),
        address: "192.0.2.1".to_owned(),
    };
    let super_user = story.world.confirmed(&story.super_user);
    erase::execute(ports, &super_user, &command).unwrap();
    let waiting = story.world.columns_containing(&["Your account was activated."]);
    assert!(waiting.is_empty(), "{waiting:?}");
    assert_eq!(sent_at(&story, "2027-03-03T07:00:00Z"), 0);
}

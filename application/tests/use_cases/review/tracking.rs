//! The tracking graph.

use aditus_application::review::tracking;
use aditus_application::{Failure, Kind};
use aditus_domain::procedures::StageType;
use aditus_domain::roles::Role;

use crate::story::Story;

#[test]
fn the_graph_is_a_line_of_nine() {
    let story = Story::begin();
    let request = story.submitted();
    let nodes = tracking::states(&story.world.ports, &story.requester, request).unwrap();
    let lines = tracking::edges(&story.world.ports, &story.requester, request).unwrap();
    assert_eq!((nodes.len(), lines.len()), (9, 8));
    for (pair, line) in nodes.windows(2).zip(&lines) {
        assert_eq!(
            (line.current_state, line.next),
            (pair[0].request_state_id, pair[1].request_state_id)
        );
    }
    assert_eq!(nodes[0].stage_type, StageType::Initial);
    assert_eq!(nodes[8].stage_type, StageType::Terminal);
    let staff: Vec<Role> = nodes[2..8].iter().map(|node| node.role).collect();
    assert_eq!(staff, Role::STAFF);
    assert_eq!(nodes[2].unattended_since, Some(story.world.now()));
}

#[test]
fn only_those_who_may_read_the_request_see_its_graph() {
    let story = Story::begin();
    let request = story.submitted();
    let ports = &story.world.ports;
    for outsider in [&story.other_requester, &story.outsider, &story.org_user] {
        assert_eq!(
            tracking::states(ports, outsider, request).unwrap_err().kind(),
            Kind::NotFound
        );
        assert_eq!(
            tracking::edges(ports, outsider, request).unwrap_err().kind(),
            Kind::NotFound
        );
        let history = tracking::history(ports, outsider, request);
        assert_eq!(history.unwrap_err().kind(), Kind::NotFound);
    }
    for reader in [
        &story.requester,
        &story.super_user,
        story.staff(Role::DataOfficer),
    ] {
        assert_eq!(tracking::states(ports, reader, request).unwrap().len(), 9);
    }
}

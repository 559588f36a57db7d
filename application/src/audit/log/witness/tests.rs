//! Tests of the backoff.

use std::time::Duration;

use super::back_off;

#[test]
fn the_backoff_of_a_silent_witness_doubles_up_to_one_hour() {
    let every = Duration::from_mins(1);
    let waits: Vec<u64> = [1, 2, 3, 6, 7, 40, u32::MAX]
        .map(|failures| back_off(every, failures).as_secs())
        .into();
    assert_eq!(waits, [60, 120, 240, 1_920, 3_600, 3_600, 3_600]);
    let seldom = Duration::from_hours(5);
    assert_eq!(
        back_off(seldom, 3),
        seldom,
        "never more often than it was to be asked"
    );
}
